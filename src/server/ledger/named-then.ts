// Records that others name, with what people had entered of them by then: the row, and a fold of its history for those that were edited since. Whoever was
// merely recorded about, as a facility is with each of its runs, is not folded for its name.
import { sql } from 'kysely'
import type { AnyEntity, Stored } from '#domain/kernel/entity.ts'
import type { Past, Scope } from '../scope.ts'
import { namedIn } from '../store/as-of.ts'
import { recordsById } from '../store/get.ts'
import { changedSince } from './crops-then.ts'

/** What changes what people entered of a record: an edit, and of persons a merger or an erasure. */
export const entering = ['EDITED', 'MERGED', 'TAKEN_OVER', 'ERASED'] as const

/** Those of them that were known then. Only what people enter is of then: states and figures are of today where nothing was edited since. */
export async function namedThen<E extends AnyEntity>(scope: Scope & { past: Past }, entity: E, given: readonly string[]): Promise<Stored<E>[]> {
  const ids = [...new Set(given)]
  if (ids.length === 0) return []
  const { rows } = await sql<{
    id: string
  }>`select r.id from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and r.id = any(${ids}::uuid[])
    and ${changedSince(scope, sql`((${entity.name}::text, r.id))`, entering)}`.execute(scope.db)
  const edited = new Set(rows.map(({ id }) => id))
  const same = await recordsById(
    scope,
    entity,
    ids.filter((id) => !edited.has(id)),
  )
  return edited.size ? [...same, ...(await namedIn(scope, entity, [...edited]))] : same
}
