// Once a day the anomaly screens (BR-32) look at each operator in whose records something has changed since they looked last.
import { sql } from 'kysely'
import { findAnomalies } from '../../behaviours/work/find-anomalies.ts'
import type { ClockHandler, Moment } from './handler.ts'

const name = 'anomalies'
/** A day before the last round, so that nothing that was being written then is missed; null: there was none. */
async function sinceOf({ db, tenant }: Pick<Moment, 'db' | 'tenant'>): Promise<string | null> {
  const last = await db.selectFrom('clock_day').select('day').where('tenant_id', '=', tenant.id).where('handler', '=', name).executeTakeFirst()
  return last ? new Date(Date.parse(last.day) - 86_400_000).toISOString() : null
}

export const anomalies: ClockHandler = {
  name,
  isDaily: true,
  async due(moment, after, limit) {
    const since = await sinceOf(moment)
    const touched =
      since === null
        ? sql<boolean>`true`
        : sql<boolean>`exists (select from event as e where e.tenant_id = ${moment.tenant.id} and e.recorded_at >= ${since}::timestamptz and e.operator_id = c.id)`
    const { rows } = await sql<{ id: string }>`select c.id from collective as c where c.tenant_id = ${moment.tenant.id} and c.deleted_at is null and ${touched}
      and (${after}::uuid is null or c.id > ${after}::uuid) order by c.id limit ${limit}`.execute(moment.db)
    return rows.map(({ id }) => id)
  },
  async carryOut(scope, id) {
    await findAnomalies(scope, id, await sinceOf(scope))
  },
}
