// What runs here: the version of the product, and the database with the last migration.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { appliedIn } from '../db/migrate.ts'

const described = z.object({ version: z.string() })
let version: string | undefined
export const productVersion = (): string =>
  (version ??= described.parse(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))).version)

export type Installation = {
  version: string
  node: string
  database: {
    engine: Database['engine']
    version: string
    /** How long it took to answer. */
    answerMs: number
    running: number
    waiting: number
    connections: number
    migrations: number
    lastMigration: string | null
  }
}

/** Asked outside any transaction. */
export async function installation(database: Database): Promise<Installation> {
  const from = performance.now()
  await database.ping()
  const answerMs = Math.round((performance.now() - from) * 10) / 10
  const [server] = await database.script('show server_version')
  // The schema of the tests is made from the declarations and has no list.
  const [listed] = await database.script(`select to_regclass('public.migration') is not null as "isThere"`)
  const applied = listed?.isThere ? await appliedIn(database) : []
  return {
    version: productVersion(),
    node: process.version,
    database: {
      engine: database.engine,
      version: String(server?.server_version ?? ''),
      answerMs,
      ...database.load(),
      migrations: applied.length,
      lastMigration: applied.at(-1)?.name ?? null,
    },
  }
}
