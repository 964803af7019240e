// pg-boss over our databases: its own few connections to a server, and the port's one connection where the database is embedded.
import { CompiledQuery } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Database } from '../db/database.ts'

type BossDatabase = NonNullable<ConstructorParameters<typeof PgBoss>[0] extends infer Options ? (Options extends { db?: infer D } ? D : never) : never>

/** Schema of the queue in the database. The application's role has no right in it but `app.enqueue_job`. */
export const jobSchema = 'pgboss'
/** Connections to a server that the queue takes for itself. */
const connections = 2

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
