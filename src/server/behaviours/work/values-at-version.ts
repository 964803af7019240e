// Fields of a record as somebody read them at an earlier version of it: the base of a three-way merge.
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'
import { recordAsOf } from '../../store/as-of.ts'
import { changesIn } from '../../store/event-view.ts'

/** The present values where it is that version still; {} where that version is not known (it was read before anything is recorded of it). */
export async function valuesAtVersion(scope: Scope, entity: AnyEntity, row: Row, version: number): Promise<Readonly<Record<string, unknown>>> {
  if (version >= row.version) return row
  const known = await scope.db
    .selectFrom('event')
    .select('recorded_at')
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', entity.name)
    .where('subject_id', '=', row.id)
    .where('subject_version', '<=', version)
    .orderBy('subject_version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!known) return {}
  const then = await recordAsOf(scope, entity, row, { occurredBy: scope.now.toISOString(), knownBy: known.recorded_at })
  // What was written at the same moment, and later in order: what it changed is as it was before.
  const after = await scope.db
    .selectFrom('event')
    .select('data')
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', entity.name)
    .where('subject_id', '=', row.id)
    .where('subject_version', '>', version)
    .where('recorded_at', '<=', known.recorded_at)
    .orderBy('subject_version', 'desc')
    .execute()
  return {
    ...then.row,
    ...Object.assign({}, ...after.map(({ data }) => Object.fromEntries(Object.entries(changesIn(data)).map(([name, { from }]) => [name, from])))),
  }
}
