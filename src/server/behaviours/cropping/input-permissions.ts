// What the list of inputs said of an input when it was used, of the programme and of each scheme, and its waiting period then: a later change of the list does not change what was done (BR-14, BR-19).
// A scheme that says nothing of an input goes by the programme. Of several schemes that a crop is grown under the strictest decides, because one claim serves all of them.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { inputPermissions } from '#domain/kernel/terms.ts'
import { typedValue } from '#domain/kernel/typed-facts.ts'
import type { Scope } from '../../scope.ts'
import { eventsByRecord } from '../../store/events-then.ts'
import { recordsById } from '../../store/get.ts'
import { eventsThen } from '../../store/past.ts'

const inputitem = entityOf('inputitem')
type Use = { itemId: string; occurredAt: string; recordedAt: string }
type InputItem = Stored<typeof inputitem>
type Permission = InputItem['permission']
type BySchemes = Readonly<Record<string, Permission>>
/** `permission`: of the programme; `bySchemes`: of the schemes that say something of it, by their ids; `listedPhiDays`: its waiting period. */
export type ListedUse<T extends Use = Use> = T & { item: InputItem | undefined; permission: Permission; bySchemes: BySchemes; listedPhiDays: number | null }
/** `permission`: of the schemes that whoever used it is certified to. `schemeId`: the one that says so; null: the programme. */
export type InputUse<T extends Use = Use> = ListedUse<T> & { schemeId: string | null }
const isPermission = (value: unknown): value is Permission => typeof value === 'string' && Object.hasOwn(inputPermissions, value)
const bySchemesOf = (rows: unknown): BySchemes =>
  Object.fromEntries(
    (Array.isArray(rows) ? rows : []).flatMap(({ schemeId, permission }: Record<string, unknown>) =>
      isPermission(permission) ? [[String(schemeId), permission]] : [],
    ),
  )

type Change<T> = { at: string; to: T }
/** What was in force at a moment, or was typed first after it. */
const knownAt = <T>(changes: readonly Change<T>[], moment: string): T | undefined => (changes.findLast(({ at }) => at < moment) ?? changes[0])?.to

/** The items of these uses with the permissions of the moment of use; before an item was listed, of the moment of recording. */
export async function itemsUsed<T extends Use>(scope: Scope, uses: readonly T[]): Promise<ListedUse<T>[]> {
  const ids = [...new Set(uses.map(({ itemId }) => itemId))]
  const items = new Map((await recordsById(scope, inputitem, ids)).map((item) => [item.id, item]))
  const changes = new Map<string, { permission: Change<Permission>[]; phiDays: Change<number>[]; bySchemes: Change<BySchemes>[] }>()
  // What the product writes about every record comes with any set of types.
  for (const [id, facts] of ids.length > 0 ? await eventsByRecord(scope, inputitem, ids, new Set()) : []) {
    changes.set(id, {
      permission: facts.flatMap(({ occurredAt, data }) => {
        const permission = typedValue({ data }, 'permission')
        return isPermission(permission) ? [{ at: occurredAt, to: permission }] : []
      }),
      phiDays: facts.flatMap(({ occurredAt, data }) => {
        const days = typedValue({ data }, 'phiDays')
        return typeof days === 'number' ? [{ at: occurredAt, to: days }] : []
      }),
      bySchemes: facts.flatMap(({ eventType, occurredAt, data }) => {
        const rows = typedValue({ data }, 'schemePermissions')
        return rows !== undefined || eventType === 'CREATED' ? [{ at: occurredAt, to: bySchemesOf(rows) }] : []
      }),
    })
  }
  return uses.map((use) => {
    const item = items.get(use.itemId)
    const { permission, phiDays, bySchemes } = changes.get(use.itemId) ?? { permission: [], phiDays: [], bySchemes: [] }
    const isListed = permission[0] !== undefined && permission[0].at <= use.occurredAt
    const moment = isListed ? use.occurredAt : use.recordedAt
    return {
      ...use,
      item,
      listedPhiDays: knownAt(phiDays, moment) ?? item?.phiDays ?? null,
      permission: knownAt(permission, moment) ?? item?.permission ?? 'UNKNOWN',
      bySchemes: knownAt(bySchemes, moment) ?? bySchemesOf(item?.schemePermissions),
    }
  })
}

/** BR-14: the same by the schemes to which this operator was certified, or had applied, when the input was used; by the programme where there are none. */
export async function itemsUsedAt<T extends Use>(scope: Scope, operatorId: string | null, uses: readonly T[]): Promise<InputUse<T>[]> {
  const known = await itemsUsed(scope, uses)
  const isBySchemes = known.some(({ bySchemes }) => Object.keys(bySchemes).length > 0)
  const schemes = isBySchemes && operatorId ? await farmSchemesOf(scope, operatorId) : () => []
  return known.map((use) => ({ ...use, ...strictest(use, schemes(use)) }))
}

/** The same where it may be used under any scheme of the programme. */
export const itemsUsedAnywhere = async <T extends Use>(scope: Scope, uses: readonly T[]): Promise<InputUse<T>[]> =>
  (await itemsUsed(scope, uses)).map((use) => ({ ...use, ...strictest(use, [null, ...Object.keys(use.bySchemes)]) }))

const rank: Readonly<Record<Permission, number>> = { ALLOWED: 0, RESTRICTED: 1, UNKNOWN: 2, PROHIBITED: 3 }
type Stated = Pick<InputUse, 'permission' | 'schemeId'>
function strictest({ permission: ofProgramme, bySchemes }: Pick<ListedUse, 'permission' | 'bySchemes'>, schemeIds: readonly (string | null)[]): Stated {
  const stated = schemeIds.map((id): Stated => {
    const own = id === null ? undefined : bySchemes[id]
    return { permission: own ?? ofProgramme, schemeId: own ? id : null }
  })
  return stated.reduce((worst, one) => (rank[one.permission] > rank[worst.permission] ? one : worst), stated[0] ?? { permission: ofProgramme, schemeId: null })
}

type Certified = { schemeId: string; validTo: string; enteredAt: string; withdrawnAt: string | null }
/** The farm schemes of an operator when something was used: of certificates entered by its recording, that had not ended and were not withdrawn by then. */
async function farmSchemesOf(scope: Scope, operatorId: string): Promise<(use: Use) => string[]> {
  const { db, tenant } = scope
  const { rows } = await sql<Certified>`
    select s.scheme_id as "schemeId", s.valid_to::text as "validTo", to_json(s.created_at)#>>'{}' as "enteredAt",
      (select to_json(min(e.occurred_at))#>>'{}' from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'scopecertificate' and e.subject_id = s.id
        and e.event_type = 'WITHDRAWN' and ${eventsThen(scope)}) as "withdrawnAt"
    from scopecertificate as s join scheme as m on m.tenant_id = ${tenant.id} and m.id = s.scheme_id and m.type = 'FARM'
    where s.tenant_id = ${tenant.id} and s.collective_id = ${operatorId}::uuid and s.deleted_at is null and s.status <> 'REJECTED' order by s.scheme_id`.execute(
    db,
  )
  return ({ occurredAt, recordedAt }) => [
    ...new Set(
      rows.flatMap(({ schemeId, validTo, enteredAt, withdrawnAt }) =>
        validTo >= localDay(scope, occurredAt) &&
        Date.parse(enteredAt) <= Date.parse(recordedAt) &&
        (withdrawnAt === null || Date.parse(withdrawnAt) > Date.parse(occurredAt))
          ? [schemeId]
          : [],
      ),
    ),
  ]
}
