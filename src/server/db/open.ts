// Opening the database that the settings name, brought up to date.
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { codeOf } from '#domain/kernel/error-code.ts'
import type { Database } from './database.ts'
import { DataDirInUse } from './lock.ts'
import { migrate } from './migrate.ts'
import { isNewFolder, openPglite, type PgliteOptions } from './pglite.ts'
import { isConnectionLost, openPostgres } from './postgres.ts'

export type OpenOptions = {
  databaseUrl: string | null
  databasePool: number
  dataDir: string
  onLost?: (error: Error) => void
  /** Called once when the server is not reachable; then it is tried until it is. Absent: that is an error. */
  onAway?: (error: Error) => void
  /** What a new embedded database begins from; undefined = from nothing. */
  template?: () => Promise<Uint8Array | undefined>
}
const pauseMs = 1000

/** Opens and migrates. Throws DataDirInUse, MigrationMismatch, or what the database says. */
export async function openDatabase({ onAway, ...options }: OpenOptions): Promise<{ database: Database; ran: string[] }> {
  for (let isLogged = false; ; isLogged = true) {
    try {
      return await openOnce(options)
    } catch (error) {
      if (!onAway || !(error instanceof Error && isAway(error))) throw error
      if (!isLogged) onAway(error)
      await setTimeout(pauseMs)
    }
  }
}

/** Nobody listens there, the name leads nowhere yet, or the server is only just starting or ending. */
const isAway = (error: Error): boolean => isConnectionLost(error) || /^(E[A-Z_]+|53300)$/.test(String(codeOf(error)))

/** The database as it is, whatever its schema: for backups, which are made before an upgrade, too. */
export async function openAsItIs({ databaseUrl, databasePool, dataDir, onLost, template }: Omit<OpenOptions, 'onAway'>): Promise<Database> {
  if (databaseUrl) return openPostgres({ url: databaseUrl, max: databasePool })
  return openEmbedded(join(dataDir, 'database'), onLost ? { onLost } : {}, template)
}

async function openOnce(options: Omit<OpenOptions, 'onAway'>): Promise<{ database: Database; ran: string[] }> {
  const database = await openAsItIs(options)
  try {
    return { database, ran: await migrate(database) }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openEmbedded(folder: string, options: Pick<PgliteOptions, 'onLost'>, template: OpenOptions['template']): Promise<Database> {
  const initial = isNewFolder(folder) ? await template?.() : undefined
  if (initial) {
    try {
      return await openPglite({ ...options, dataDir: folder, template: initial })
    } catch (error) {
      if (error instanceof DataDirInUse) throw error
      // A template that cannot be used is none: the folder is whole only when it was opened, and is made anew.
    }
  }
  return openPglite({ ...options, dataDir: folder })
}
