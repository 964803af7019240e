// Opening the database that the settings name, brought up to date.
import { join } from 'node:path'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

export type OpenOptions = { databaseUrl: string | null; databasePool: number; dataDir: string; onLost?: (error: Error) => void }

/** Opens and migrates. Throws DataDirInUse, MigrationMismatch, or what the database says. */
export async function openDatabase({ databaseUrl, databasePool, dataDir, onLost }: OpenOptions): Promise<{ database: Database; ran: string[] }> {
  const database = databaseUrl
    ? await openPostgres({ url: databaseUrl, max: databasePool })
    : await openPglite({ dataDir: join(dataDir, 'database'), ...(onLost ? { onLost } : {}) })
  try {
    return { database, ran: await migrate(database) }
  } catch (error) {
    await database.close()
    throw error
  }
}
