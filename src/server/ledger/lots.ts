// Making and finding lots: numbers, who holds them, whether they may be used, what a new one inherits.

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Declarations, type EntityName, entityOf } from '#domain/entities.ts'
import { type Stored, stateLabel } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { listed, phrase, small, word } from '#domain/messages/message.ts'
import { valueOfRow } from '#domain/messages/spelled-row.ts'
import type { Value } from '#domain/messages/values.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { nextNumber } from '../store/codes.ts'
import { createBySystem, type Given } from '../store/create.ts'
import { recordsById } from '../store/get.ts'

const productbatch = entityOf('productbatch')
export type Lot = Stored<typeof productbatch>
export type Product = Stored<Declarations['product']>

/** 22 characters of base64url, 128 bits and more: nobody finds a page by guessing. */
export const newQrToken = (): string => randomBytes(17).toString('base64url').slice(0, 22)

type Coded = { id: string; code: string }
/** `NOG-KH25-SC-014`: operator, season, product, number; at most 20 characters of the GS1 set. */
export async function nextBatchNo(scope: Scope, operator: Coded, season: Coded, product: Coded): Promise<string> {
  const short = (code: string, length: number) => code.replaceAll(/[^A-Z0-9]/g, '').slice(0, length)
  const seasonPart = season.code
    .replace(/-20(\d\d)$/, '$1')
    .replaceAll('-', '')
    .slice(0, 4)
  const stem = `${short(operator.code, 4)}-${seasonPart}-${short(product.code.replace(/^PRD-/, ''), 5)}`
  const name = `batch:${operator.id}:${stem}`
  const number = sql`${`${stem}-`}::text || lpad(c.value::text, greatest(3, length(c.value::text)), '0')`
  for (;;) {
    // Two statements, so that the second sees what was committed while the first waited for the counter.
    const [, [next] = []] = await queryAll(
      scope.db,
      sql`insert into counter (tenant_id, name, value) values (${scope.tenant.id}, ${name}, 1) on conflict (tenant_id, name) do update set value = counter.value + 1`,
      sql`select ${number} as "batchNo", exists (select from productbatch as b where b.tenant_id = ${scope.tenant.id} and b.operator_id = ${operator.id}::uuid
          and b.product_id = ${product.id}::uuid and b.batch_no = ${number} and b.deleted_at is null) as "isTaken"
        from counter as c where c.tenant_id = ${scope.tenant.id} and c.name = ${name}`,
    )
    if (next && !next.isTaken) return String(next.batchNo)
  }
}
/**
 * A lot's number made to fit `room` characters and still distinguished by its operator and its own number: the hyphens of its end go first
 * (`OP1-KH25-BHI-ORG-3` → `OP1-KH25-BHI-ORG3`), then letters of its middle.
 */
export function shortened(stem: string, room: number): string {
  let base = stem
  while (base.length > room) {
    const hyphen = base.lastIndexOf('-')
    if (hyphen > base.indexOf('-')) base = base.slice(0, hyphen) + base.slice(hyphen + 1)
    else return `${base.slice(0, Math.ceil(room / 2))}${base.slice(-Math.floor(room / 2))}`
  }
  return base
}

/** `NOG-KH25-SC-014-01`: a part of that lot, at most 20 characters. */
export async function nextPartNo(scope: Scope, lot: Lot): Promise<string> {
  const stem = lot.batchNo ?? lot.code
  for (;;) {
    const part = String(await nextNumber(scope, `part:${lot.id}`)).padStart(2, '0')
    const batchNo = `${shortened(stem, 20 - part.length - 1)}-${part}`
    if (!(await isTaken(scope, lot.operatorId, lot.productId, batchNo))) return batchNo
  }
}
async function isTaken(scope: Scope, operatorId: string, productId: string, batchNo: string): Promise<boolean> {
  const taken = await scope.db
    .selectFrom('productbatch')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('operator_id', '=', operatorId)
    .where('product_id', '=', productId)
    .where('batch_no', '=', batchNo)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return taken !== undefined
}

/** What a field refers to. Throws VALIDATION at `path` when there is none. */
export async function referred<N extends EntityName>(scope: Scope, name: N, id: string | null, path: string): Promise<Stored<Declarations[N]>> {
  const entity = entityOf(name)
  const [row] = id === null ? [] : await recordsById(scope, entity, [id])
  if (!row) throw fieldProblem(path, 'missing', phrase`There is no such ${small(entity.label)}.`)
  return row
}

/** A product that lots may be made of. Throws VALIDATION. */
export async function activeProduct(scope: Scope, id: string, path: string): Promise<Product> {
  const product = await referred(scope, 'product', id, path)
  if (product.status !== 'ACTIVE') throw fieldProblem(path, 'rule', phrase`${word(product.title)} is not an active product.`)
  return product
}

/** The raw product a crop type yields, for farm lots. Throws RULE_BLOCKED when the catalogue has none. */
export async function rawProductOf(scope: Scope, cropTypeId: string): Promise<Product> {
  const { rows } = await sql<{
    id: string
  }>`select p.id from product as p where p.tenant_id = ${scope.tenant.id} and p.crop_type_id = ${cropTypeId}::uuid and p.kind = 'RAW' and p.status = 'ACTIVE' and p.deleted_at is null order by p.created_at, p.id limit 1`.execute(
    scope.db,
  )
  const [product] = rows[0] ? await recordsById(scope, entityOf('product'), [rows[0].id]) : []
  if (!product) throw ruleBlocked('4.3', 'The catalogue has no active raw product for this crop. An administrator can add it under Products.', { cropTypeId })
  return product
}

/**
 * A lot with a processor is handled by that processor's own users, and by administrators; the operator follows it there, but
 * only looks. A lot of an operator is within the reach of its own people alone, which was asked before. Throws FORBIDDEN.
 */
export function checkOwner(scope: Scope, lot: Pick<Lot, 'title' | 'processorId'>): void {
  if (!lot.processorId || worksFor(scope, lot.processorId)) return
  throw new Problem('FORBIDDEN', { message: phrase`${lot.title} is held by a processor; its people record what happens to it.` })
}
const worksFor = ({ user }: Scope, processorId: string): boolean =>
  user.grants.some(({ role, processorIds }) => role === 'ADMIN' || (role === 'PROCESSOR_USER' && processorIds?.includes(processorId)))

/** Whether a facility's owner holds the lot. */
export const isOwnedBy = (
  system: Pick<Stored<Declarations['processingsystem']>, 'processorId' | 'collectiveId'>,
  lot: Pick<Lot, 'processorId' | 'operatorId'>,
): boolean => (system.processorId ? lot.processorId === system.processorId : lot.processorId === null && lot.operatorId === system.collectiveId)

/** Why a lot is restricted, for a sentence; null when nothing restricts it. */
export const restriction = ({ quarantineReason, quarantineWords }: Pick<Lot, 'quarantineReason' | 'quarantineWords'>): Value | null =>
  quarantineReason === null ? null : valueOfRow(quarantineReason, quarantineWords)

/** Refuses (RULE_BLOCKED) a lot that may not be used now; `states`: where it must be. */
export function checkUsable(lot: Pick<Lot, 'id' | 'title' | 'quarantineReason' | 'quarantineWords'> & { status: string }, states: readonly string[]): void {
  if (lot.status === 'RECALLED')
    throw ruleBlocked('BR-27', phrase`${lot.title} is recalled: ${restriction(lot) ?? ''}.`, { batchId: lot.id, batchNo: lot.title })
  if (lot.status === 'QUARANTINED')
    throw ruleBlocked('BR-15', phrase`${lot.title} is held back: ${restriction(lot) ?? word('no reason given')}.`, { batchId: lot.id, batchNo: lot.title })
  if (!states.includes(lot.status)) {
    const label = (status: string) => small(stateLabel(productbatch, status))
    throw new Problem('STATE_CONFLICT', {
      message: phrase`${lot.title} is ${label(lot.status)}; it must be ${listed(states.map(label), 'or')}.`,
      figures: { batchId: lot.id, status: lot.status },
    })
  }
}

/** A lot that is filled by later events too (a crop's farm lot). Kilograms come with the posting that follows. */
export async function makeLot(scope: Scope, lot: Given<typeof productbatch> & Pick<Lot, 'operatorId' | 'status' | 'claimStatus'>): Promise<Lot> {
  return (await createBySystem(scope, productbatch, lot)).row
}
