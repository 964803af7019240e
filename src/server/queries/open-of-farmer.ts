// What still runs in the name of a member's record: nothing of it is merged, and nothing that names the person is erased, before it is ended.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../scope.ts'

const openIn: readonly (readonly [table: string, condition: RawBuilder<SqlBool>])[] = [
  ['croppingsystem', sql`r.status in ('PLANNED', 'ACTIVE')`],
  ['productbatch', sql`r.on_hand_kg > 0`],
  ['productionsystem', sql`r.status <> 'CLOSED'`],
  ['nonconformity', sql`(r.status <> 'CLOSED' or r.sanction_state in ('PROPOSED', 'IMPOSED'))`],
  ['inspection', sql`r.status in ('PLANNED', 'IN_PROGRESS', 'SUBMITTED')`],
  ['task', sql`r.status in ('OPEN', 'IN_PROGRESS', 'BLOCKED')`],
  ['submission', sql`r.status in ('RECEIVED', 'WAITING_FILES', 'IN_REVIEW', 'RETURNED', 'RESUBMITTED', 'CONFLICT')`],
  ['user', sql`r.status <> 'DEACTIVATED'`],
]

/** Ids of what was sent in of these members: also what names only the record that it made or was to change, theirs or that of their land. */
export const submissionsOf = (tenantId: number, ids: readonly string[]): RawBuilder<unknown> => sql`
  with named as (select unnest(${[...ids]}::text[]) as id
    union select o.id::text from landowner as o where o.tenant_id = ${tenantId} and o.farmer_id = any(${[...ids]}::uuid[]))
  select r.id from submission as r where r.tenant_id = ${tenantId} and r.farmer_id = any(${[...ids]}::uuid[])
  union select r.id from named join submission as r on r.tenant_id = ${tenantId} and r.target_id = named.id
  union select r.id from named join submission as r on r.tenant_id = ${tenantId} and r.result_id = named.id`

/** Of any of these records; codes, at most 20: crops, stock, animals, findings, sanctions, visits, tasks, submissions, a sign-in. */
export async function openOfFarmer({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, farmerIds: readonly string[]): Promise<string[]> {
  const ids = [...farmerIds]
  const all = openIn.map(
    ([table, condition]) =>
      sql`select r.code from ${sql.table(table)} as r where r.tenant_id = ${tenant.id} and ${
        table === 'submission' ? sql`r.id in (${submissionsOf(tenant.id, ids)})` : sql`r.farmer_id = any(${ids}::uuid[])`
      } and r.deleted_at is null and ${condition}`,
  )
  const { rows } = await sql<{ code: string }>`${sql.join(all, sql` union all `)} order by code limit 20`.execute(db)
  return rows.map(({ code }) => code)
}
