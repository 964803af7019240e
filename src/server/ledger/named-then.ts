// Records that others name, with what people had entered of them by then: the row, and a fold of its history for those that were edited since. Whoever was
// merely recorded about, as a facility is with each of its runs, is not folded for its name.
import { sql } from 'kysely'
import type { AnyEntity, Row, Stored } from '#domain/kernel/entity.ts'
import { withVillageOfGrower } from '#domain/people/village-of-grower.ts'
import type { Past, Scope } from '../scope.ts'
import { namedIn } from '../store/as-of.ts'
import { enteredByPeople, eventsByRecord } from '../store/events-then.ts'
import { recordsById } from '../store/get.ts'
import { changedSince } from '../store/past.ts'
import { entering } from '../store/refs-then.ts'
import { titleOf } from '../store/write.ts'

/** Those of them that were known then. Only what people enter is of then: states and figures are of today where nothing was edited since. */
export async function namedThen<E extends AnyEntity>(scope: Scope & { past: Past }, entity: E, given: readonly string[]): Promise<Stored<E>[]> {
  const ids = [...new Set(given)]
  if (ids.length === 0) return []
  const edited = new Set(await editedSince(scope, entity, ids))
  const same = await recordsById(
    scope,
    entity,
    ids.filter((id) => !edited.has(id)),
  )
  return edited.size ? [...same, ...(await namedIn(scope, entity, [...edited]))] : same
}

/** Those of them alone that may be called otherwise today, or whose grower may live elsewhere, as they were known then. */
export const renamedThen = async <E extends AnyEntity>(scope: Scope & { past: Past }, entity: E, given: readonly string[]): Promise<Stored<E>[]> =>
  namedIn(scope, entity, await editedSince(scope, entity, [...new Set(given)]))

async function editedSince(scope: Scope & { past: Past }, entity: AnyEntity, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{
    id: string
  }>`select r.id from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and r.id = any(${[...ids]}::uuid[])
    and ${changedSince(scope, withVillageOfGrower.some((one) => one === entity.name) ? sql`((${entity.name}::text, r.id), ('farmer', r.farmer_id))` : sql`((${entity.name}::text, r.id))`, entering)}`.execute(
    scope.db,
  )
  return rows.map(({ id }) => id)
}

/** What people had entered of these records by then, with the title that it makes, by id: of records whose other columns are worked out elsewhere. */
export async function enteredThen(scope: Scope & { past: Past }, entity: AnyEntity, present: readonly Row[]): Promise<Map<string, Record<string, unknown>>> {
  const events = await eventsByRecord(
    scope,
    entity,
    present.map(({ id }) => id),
    new Set(),
  )
  return new Map(
    present.flatMap((row) => {
      const entered = enteredByPeople(entity, events.get(row.id) ?? [])
      return [[row.id, { ...entered, title: titleOf(entity, { ...row, ...entered }) }] as const]
    }),
  )
}
