// A database that outlives the processes that use it, for tests that kill them: on the server of TEST_DATABASE_URL, or embedded in a folder.
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { openPglite } from '#server/db/pglite.ts'
import { inMemory, serverAddress, sharedDatabase } from './database.ts'

export type LastingDatabase = {
  /** How a process finds it. */
  env: Record<string, string>
  /** Opened by the test itself, while no process of its own has it. */
  open(): Promise<Database>
  close(database: Database): Promise<void>
}

/** `folder`: an empty one, for the embedded database. */
export async function lastingDatabase(folder: string): Promise<LastingDatabase> {
  if (process.env.TEST_DATABASE_URL) {
    const database = await sharedDatabase()
    // Acknowledged means written; the cluster of tests does without.
    const admin = new pg.Client({ connectionString: serverAddress() ?? '' })
    await admin.connect()
    await admin.query(`do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$`)
    await admin.end()
    return { env: { DATABASE_URL: serverAddress() ?? '' }, open: async () => database, close: async () => {} }
  }
  const template = await inMemory()
  const dump = await template.dump()
  await template.close()
  const dataDir = join(folder, 'database')
  await (await openPglite({ dataDir, template: dump, sameThread: true })).close()
  return { env: { DATABASE_FOLDER: dataDir }, open: () => openPglite({ dataDir, sameThread: true }), close: (database) => database.close() }
}
