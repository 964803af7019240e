// pg-boss over our databases: its own few connections to a server, and the port's one connection where the database is embedded.
import { CompiledQuery } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { codeOf } from '#domain/kernel/error-code.ts'
import type { Database } from '../db/database.ts'

type BossDatabase = NonNullable<ConstructorParameters<typeof PgBoss>[0] extends infer Options ? (Options extends { db?: infer D } ? D : never) : never>

/** Schema of the queue in the database. The application's role has no right in it but `app.enqueue_job`. */
export const jobSchema = 'pgboss'
/** Connections to a server that the queue takes for itself. */
const connections = 2

/** Jobs are looked up by their programme (operations, `dropOvertaken`), for which pg-boss has no index. */
const byTenant = 'job_by_tenant'

/**
 * The index of ours on the queue's table, once its schema is there: pg-boss makes that after our migrations, and an upgrade of its own may make the table
 * anew. On the table that its queues are partitions of, so that each new one has it too.
 */
export async function indexJobs(database: Database): Promise<void> {
  const [found] = await database.script(`select to_regclass('${jobSchema}.${byTenant}') is not null as "isThere"`)
  if (found?.isThere === true) return
  // Of two processes that start side by side one finds it made.
  await database
    .script(`create index if not exists ${byTenant} on ${jobSchema}.job ((data ->> 'tenantId'), name, state) where data ->> 'tenantId' is not null`)
    .catch((error: unknown) => {
      if (!['23505', '42P07'].includes(String(codeOf(error)))) throw error
    })
}

/** Where the queue lives. `databaseUrl`: null for the embedded database. */
export function whereJobsLive(
  database: Database,
  databaseUrl: string | null,
): { connectionString: string; max: number } | { db: BossDatabase; backend: 'pglite' } {
  if (database.engine === 'postgres' && databaseUrl) return { connectionString: databaseUrl, max: connections }
  return { db: overPort(database), backend: 'pglite' }
}

const overPort = (database: Database): BossDatabase => ({
  executeSql: async (text, values) => {
    // Without values it may be several statements with a transaction of their own.
    if (!values?.length) return { rows: await database.script(text) }
    return { rows: await database.owner(async (db) => (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))).rows) }
  },
})
