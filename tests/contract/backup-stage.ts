// Where backups of the drill are taken from and restored to: empty databases of an ordinary owner on a server, or folders; and every row of one, read by a
// reader of the tests' own.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { openWalls } from '#server/db/migrate.ts'
import { openPglite } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { rowsOf, tablesOf } from '../upgrade/rows.ts'

export const server = process.env.TEST_DATABASE_URL
export const folder = mkdtempSync(join(tmpdir(), 'farmbook-backup-'))
/** Owner of the databases of this file on a server: an ordinary role. */
export const owner = `farmbook_backup_${process.pid}`
export const names: string[] = []
export const asAdmin = async (...statements: string[]) => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

export type Place = { databaseUrl: string | null; dataDir: string }
/** Somewhere for an empty database: on the server of this run, or a folder. */
export async function newPlace(): Promise<Place> {
  const name = `${owner}_${names.length}`
  names.push(name)
  mkdirSync(join(folder, name))
  if (!server) return { databaseUrl: null, dataDir: join(folder, name) }
  await asAdmin(`create database ${name} owner ${owner}`)
  const address = new URL(server)
  Object.assign(address, { username: owner, password: owner, pathname: `/${name}` })
  return { databaseUrl: address.href, dataDir: join(folder, name) }
}
export const openPlace = ({ databaseUrl, dataDir }: Place): Promise<Database> =>
  databaseUrl ? openPostgres({ url: databaseUrl, max: 3 }) : openPglite({ dataDir: join(dataDir, 'database'), sameThread: true })

export type Snapshot = Map<string, string[]>
/** Every table with its rows as texts, read without anything of the backup's own. */
export const snapshotOf = (database: Database): Promise<Snapshot> =>
  database.owner(async (db) => {
    await sql`set local timezone = 'UTC'`.execute(db)
    await sql.raw(openWalls('no force')).execute(db)
    const all: Snapshot = new Map()
    for (const table of await tablesOf(db))
      all.set(
        table.name,
        (await rowsOf(db, table)).map((row) => JSON.stringify(row)),
      )
    await sql.raw(openWalls('force')).execute(db)
    return all
  })
