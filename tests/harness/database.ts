// One database per worker: PGlite in memory, started from a dump of the declared schema, or a database of its
// own on the server of TEST_DATABASE_URL. Opened by the first file that asks, shared with the next ones.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { entities } from '#domain/entities.ts'
import type { Database } from '#server/db/database.ts'
import { declaredSchema } from '#server/db/ddl.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { openPglite, type PgliteDatabase } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { presumeOneTenant } from '#server/db/presumed-statistics.ts'

/** Stored on the worker itself, because each test file may load this module anew. */
const stored = globalThis as { farmbookDatabase?: Promise<Database> }

/** The worker's database with the declared schema and no tenant. Do not close it. */
export function sharedDatabase(): Promise<Database> {
  stored.farmbookDatabase ??= process.env.TEST_DATABASE_URL ? onServer(process.env.TEST_DATABASE_URL) : inMemory()
  return stored.farmbookDatabase
}

/** A new in-memory database of the declared schema, for tests that close it or break it. */
export async function inMemory(): Promise<PgliteDatabase> {
  const schema = declaredSchema(entities)
  const fill = async (database: PgliteDatabase) => {
    await database.script(schema)
    await presumeOneTenant(database)
  }
  return openPglite({ template: await templateOf(`${schema} with presumed statistics`, fill), sameThread: true })
}

/** A new in-memory database with nothing in it. Making a cluster takes seconds, unpacking one a fraction of that. */
export const emptyInMemory = async (): Promise<PgliteDatabase> => openPglite({ template: await emptyCluster(), sameThread: true })
/** What a folder of one's own begins from that need not be made before one's eyes: with nothing in it, or with all migrations run. */
export const emptyCluster = (): Promise<Uint8Array> => templateOf('', async () => {})
export const migratedCluster = (): Promise<Uint8Array> => templateOf(JSON.stringify(readMigrations().map(({ hash }) => hash)), (database) => migrate(database))

/** The dump of a database as `fill` leaves it, made once for this state of the sources. `key`: all that it follows from. */
async function templateOf(key: string, fill: (database: PgliteDatabase) => Promise<unknown>): Promise<Uint8Array> {
  const file = join('node_modules', '.cache', 'farmbook', `template-${createHash('sha256').update(key).digest('hex').slice(0, 16)}.tar`)
  const stored = read(file)
  if (stored) return stored
  const database = key ? await emptyInMemory() : await openPglite({ sameThread: true })
  await fill(database)
  const dump = await database.dump()
  await database.close()
  mkdirSync(join(file, '..'), { recursive: true })
  // Another worker may be writing the same: each writes its own and the last rename stays.
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, dump)
  renameSync(mine, file)
  return dump
}

function read(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

const prefix = 'farmbook_test_'

/** The worker's database on a real server, for tests that disturb it from outside; undefined for the embedded one. */
export function serverAddress(): string | undefined {
  if (!process.env.TEST_DATABASE_URL) return undefined
  const address = new URL(process.env.TEST_DATABASE_URL)
  address.pathname = `/${prefix}${process.pid}`
  return address.href
}

/** An empty database of one's own on the engine of this run, for a test that builds its schema itself and closes it. */
export const emptyDatabase = (): Promise<Database> =>
  process.env.TEST_DATABASE_URL ? newOnServer(process.env.TEST_DATABASE_URL, `${prefix}${process.pid}_${++emptied}`) : emptyInMemory()
let emptied = 0

/** The same with the declared schema. */
export async function ownDatabase(): Promise<Database> {
  const database = await emptyDatabase()
  if (process.env.TEST_DATABASE_URL) await database.script(declaredSchema(entities))
  return database
}

/** A fresh database on a real server. A worker is killed rather than asked to end, so the databases of the dead are dropped here. */
async function onServer(url: string): Promise<Database> {
  const database = await newOnServer(url, `${prefix}${process.pid}`)
  await database.script(declaredSchema(entities))
  return database
}

async function newOnServer(url: string, name: string): Promise<Database> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const { rows } = await admin.query<{ datname: string }>(`select datname from pg_database where datname like '${prefix}%'`)
  for (const { datname } of rows)
    if (datname === name || !isAlive(Number.parseInt(datname.slice(prefix.length), 10))) await admin.query(`drop database if exists ${datname} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  const address = new URL(url)
  address.pathname = `/${name}`
  return openPostgres({ url: address.href, max: 5 })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
