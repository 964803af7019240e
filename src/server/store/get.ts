// Reading one record, for showing or locked for changing. What a person may not see is not there (404).
import { sql } from 'kysely'
import type { Letter } from '#domain/access.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { Scope } from '../scope.ts'
import { columnsOf, toRow } from './columns.ts'
import { ofOperator, withinReach } from './reach.ts'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => uuidPattern.test(text)

export type ReadOptions = {
  /** Holds the row until the transaction ends. */
  lock?: boolean
  /** Right needed to see it; 'any': whatever the product itself needs, without asking for a right. */
  by?: Letter | 'any'
}

/** One record within the scope's reach and operator. Throws NOT_FOUND, also for another tenant's or operator's. */
export async function getRecord(scope: Scope, entity: AnyEntity, id: string, { lock = false, by = 'V' }: ReadOptions = {}): Promise<Row> {
  const found = isUuid(id) ? await findRecord(scope, entity, id, { lock, by }) : undefined
  if (!found) throw new Problem('NOT_FOUND', { message: `There is no ${entity.label.toLowerCase()} here with this id, or it is not yours to see.` })
  return found
}

/** The same, undefined when there is none. `id` must be a uuid. */
export async function findRecord(scope: Scope, entity: AnyEntity, id: string, { lock = false, by = 'V' }: ReadOptions = {}): Promise<Row | undefined> {
  const mine = by === 'any' ? sql`true` : sql`${withinReach(scope, entity, by)} and ${ofOperator(scope, entity)}`
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columnsOf(entity).map(({ column }) => sql.ref(`r.${column}`)))} from ${sql.table(entity.name)} as r
    where r.tenant_id = ${scope.tenant.id} and r.id = ${id} and r.deleted_at is null and ${mine} ${lock ? sql`for update` : sql``}`.execute(scope.db)
  return rows[0] && toRow(entity, rows[0])
}

/** Several records by id, for rules that look around; order of ids, missing ones left out. Not limited to what the person may see. */
export async function recordsById(scope: Scope, entity: AnyEntity, ids: readonly string[], { lock = false }: { lock?: boolean } = {}): Promise<Row[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columnsOf(entity).map(({ column }) => sql.ref(`r.${column}`)))} from ${sql.table(entity.name)} as r
    where r.tenant_id = ${scope.tenant.id} and r.id = any(${[...ids]}::uuid[]) and r.deleted_at is null order by r.id ${lock ? sql`for update` : sql``}`.execute(
    scope.db,
  )
  const byId = new Map(rows.map((row) => [row.id as string, toRow(entity, row)]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}
