// How many records of an entity stand in each state, and how many have an open finding: the same conditions as its list.
import { sql } from 'kysely'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { StatusCounts } from '#domain/kernel/status-counts.ts'
import type { Scope } from '../scope.ts'
import { conditions } from '../store/list.ts'

/** `within`: values of filters; a record counts when it matches them all. */
export async function statusCountsOf(scope: Scope, entity: AnyEntity, within: Readonly<Record<string, string>> = {}): Promise<StatusCounts> {
  const filters = Object.entries(within).map(([name, value]) => ({ name, op: 'in' as const, values: [value] }))
  const { rows } = await sql<{ status: string; n: number; flagged: number }>`
    select r.status, count(*) as n, count(f.subject_id) as flagged
    from ${sql.table(entity.name)} as r
    left join (select distinct subject_id from flag where tenant_id = ${scope.tenant.id} and subject_type = ${entity.name} and closed_at is null) as f
      on f.subject_id = r.id
    where ${sql.join(conditions(scope, entity, { q: null, filters }), sql` and `)} group by r.status`.execute(scope.db)
  return {
    entity: entity.name,
    counts: Object.fromEntries(rows.map(({ status, n }) => [status, n])),
    flagged: rows.reduce((sum, { flagged }) => sum + flagged, 0),
  }
}
