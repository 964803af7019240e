// What is tidied up: the embedded database has no autovacuum, so dead rows stay and the planner has no statistics; a database
// server has one, which comes a minute after a table was filled; and answers stored for idempotency keys are deleted after their time.
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { listTenants } from './platform.ts'

/** Answers to Idempotency-Keys are stored this long; who was offline longer must look first what arrived. */
export const keyRetentionDays = 30

/**
 * Statistics and free space, now, of the tables that have changed enough (autovacuum's own rule: fifty rows and a tenth of
 * the table). Call it while and after loading much, too: without statistics the planner guesses. A database server frees space by itself.
 */
export async function tidy(database: Database): Promise<void> {
  // What was counted in the last second is reported at the end of this transaction; otherwise it would wait.
  await database.owner((db) => sql`select pg_stat_force_next_flush()`.execute(db))
  const { rows } = await database.owner((db) =>
    sql<{
      name: string
    }>`select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables where greatest(n_mod_since_analyze, n_dead_tup) > 50 + n_live_tup / 10`.execute(
      db,
    ),
  )
  if (rows.length) await database.script(`${database.engine === 'pglite' ? 'vacuum analyze' : 'analyze'} ${rows.map(({ name }) => name).join(', ')}`)
}

/** Forgets answered keys older than keyRetentionDays, tenant by tenant; answers how many. */
export async function forgetOldKeys(database: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keyRetentionDays * 86_400_000).toISOString()
  let forgotten = 0
  for (const { id } of await database.platform(listTenants)) {
    const gone = await database.transaction(id, (db) =>
      db.deleteFrom('idempotency').where('tenant_id', '=', id).where('created_at', '<', before).executeTakeFirst(),
    )
    forgotten += Number(gone.numDeletedRows)
  }
  return forgotten
}
