// What a part of the clock could not bring up to date: it is tried again by itself, less and less often, whatever else the round has done,
// and whoever looks after the programme sees it among what did not succeed (0058).
import { sql } from 'kysely'
import type { Db, Tenant } from '../scope.ts'

export type ClockFailure = { handler: string; recordId: string; tries: number; reason: string; failedAt: string }

/** Records of a handler whose time to be tried again has come, oldest first. */
export async function failedBefore(db: Db, tenant: Tenant, handler: string, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select f.record_id as id from clock_failure as f where f.tenant_id = ${tenant.id} and f.handler = ${handler}
    and f.next_at <= ${now.toISOString()}::timestamptz order by f.next_at, f.record_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** After five minutes, then after twice as long each time, once a day at the longest. */
export async function noteFailure(db: Db, tenant: Tenant, handler: string, recordId: string, error: unknown, now: Date): Promise<void> {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300)
  await sql`insert into clock_failure as f (tenant_id, handler, record_id, tries, reason, failed_at, next_at)
    values (${tenant.id}, ${handler}, ${recordId}::uuid, 1, ${reason}, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz + interval '5 minutes')
    on conflict (tenant_id, handler, record_id) do update set tries = f.tries + 1, reason = excluded.reason, failed_at = excluded.failed_at,
      next_at = excluded.failed_at + least(interval '5 minutes' * power(2, least(f.tries, 9)), interval '1 day')`.execute(db)
}

export const forgetFailure = (db: Db, tenant: Tenant, handler: string, recordId: string): Promise<unknown> =>
  sql`delete from clock_failure where tenant_id = ${tenant.id} and handler = ${handler} and record_id = ${recordId}::uuid`.execute(db)
