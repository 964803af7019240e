// Restores a backup into an empty database: the schema by the migrations that it names, then its rows, then references and indexes
// over them, and at last every table is read again and compared. All of it is one transaction: a restore is whole, or nothing of
// it has happened.
import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { sql } from 'kysely'
import { codeOf } from '#domain/kernel/error-code.ts'
import { scriptWithin } from '../db/connection.ts'
import type { Database } from '../db/database.ts'
import { type Migration, openWalls, readMigrations } from '../db/migrate.ts'
import { quoted } from '../db/names.ts'
import { listTenants } from '../db/platform.ts'
import type { FileStorage } from '../files/storage.ts'
import type { WaitingJob } from '../jobs/waiting.ts'
import type { Db } from '../scope.ts'
import { BackupError, type End, type Header, type Row, RowDigest, readHeader, readLine, type TableSection } from './format.ts'
import { addRows, asBackups, rowsOf, setSequences, storedTables, takeAside } from './stored-tables.ts'

export type RestoreOptions = {
  files: FileStorage
  /** What is in the database goes. */
  isReplacing?: boolean
  migrations?: readonly Migration[]
}
export type Restored = { takenAt: string; rows: number; files: number; missingFiles: number; elsewhere: End['elsewhere']; jobs: WaitingJob[] }

/** Nothing has been written when it throws (files in the folder excepted: they do no harm). Throws BackupError. Jobs are for the caller to put back. */
export async function restoreBackup(database: Database, input: Readable, options: RestoreOptions): Promise<Restored> {
  return database.owner(async (db) => {
    await asBackups.execute(db)
    await refuseOthers(database, db)
    await refuseData(db, options.isReplacing ?? false, options.migrations ?? readMigrations())
    const reader = new Reading(linesOf(input))
    const first = await reader.header()
    const migrations = migrationsFor(first, options.migrations ?? readMigrations())
    await removeAll(db)
    await scriptWithin(db, 'create table migration (name text primary key, hash text not null, applied_at timestamptz not null default now())')
    for (const { sql: text } of migrations) await scriptWithin(db, `${openWalls('no force')}\n${text}`)
    await sql.raw(openWalls('no force')).execute(db)
    const made = await storedTables(db)
    // What a migration put into a table stands in the backup.
    await sql.raw(`truncate ${made.map(({ name }) => quoted(name)).join(', ')}`).execute(db)
    const tables = new Map(made.map(({ name, columns }) => [name, new Map(columns.map((column) => [column.name, column.type]))]))
    const makeAgain = await takeAside(db)
    const loaded = await load(db, reader, tables, options.files)
    await setSequences(db, loaded.end.sequences)
    await makeAgain()
    await compare(db, loaded, tables)
    await sql.raw(openWalls('force')).execute(db)
    const rows = Object.values(loaded.end.tables).reduce((sum, table) => sum + table.rows, 0)
    return {
      takenAt: first.takenAt,
      rows,
      files: loaded.end.files.rows,
      missingFiles: loaded.end.missingFiles,
      elsewhere: loaded.end.elsewhere,
      jobs: loaded.jobs,
    }
  })
}

/** Reads all of it, compares it with its digests and writes nothing. Throws BackupError. */
export async function checkBackup(input: Readable): Promise<{ takenAt: string; rows: number; files: number }> {
  const reader = new Reading(linesOf(input))
  const first = await reader.header()
  const end = await reader.sections({ table: async () => {}, file: async () => {}, job: () => {} })
  return { takenAt: first.takenAt, rows: Object.values(end.tables).reduce((sum, table) => sum + table.rows, 0), files: end.files.rows }
}

type Types = ReadonlyMap<string, ReadonlyMap<string, string>>
type Loaded = { end: End; sections: TableSection[]; jobs: WaitingJob[] }

async function load(db: Db, reader: Reading, tables: Types, { drivers }: FileStorage): Promise<Loaded> {
  const [sections, jobs]: [TableSection[], WaitingJob[]] = [[], []]
  const end = await reader.sections({
    async table(section, rows, isFirst) {
      const types = tables.get(section.table)
      if (!types || section.columns.some((column) => !types.has(column)))
        throw new BackupError(`This file is damaged: it has rows of “${section.table}” that its schema has no place for.`)
      if (isFirst) sections.push(section)
      await addRows(db, section, types, rows).catch((error: unknown) => {
        // Values that no column takes, or keys that are there twice.
        throw /^2[23]/.test(String(codeOf(error)))
          ? new BackupError(`This file is damaged: a row of “${section.table}” is refused by the database.`, { cause: error })
          : error
      })
    },
    async file([tenantId, id, bytes]) {
      if (!drivers.folder) throw new BackupError('This backup has files that were stored in a folder: set FILE_FOLDER to the folder they are to go into.')
      const content = Buffer.from(bytes ?? '', 'base64')
      // Rows come before files: what is no content of one of them is written nowhere.
      const { rows } =
        await sql`select 1 from file where tenant_id::text = ${tenantId} and id::text = ${id} and sha256 = ${createHash('sha256').update(content).digest('hex')}`.execute(
          db,
        )
      if (!id || rows.length === 0) throw new BackupError('This file is damaged: the content of an attached file is not that of its row.')
      // The type is an object store's business.
      await drivers.folder.put({ tenantId: Number(tenantId), id }, content, '')
    },
    job: ([topic, payload, startAfter]) => void jobs.push({ topic: topic ?? '', payload: JSON.parse(payload ?? '{}'), startAfter: startAfter ?? '' }),
  })
  return { end, sections, jobs }
}

/** What the database answers now is what was written into the backup. */
async function compare(db: Db, { end, sections }: Loaded, tables: Types): Promise<void> {
  const columns = new Map(sections.map((section) => [section.table, section.columns]))
  const tenants = (await listTenants(db)).map(({ id }) => id)
  for (const [table, types] of tables) {
    const sum = new RowDigest()
    const isOfTenants = types.has('tenant_id')
    for (const tenant of isOfTenants ? tenants : [undefined])
      for await (const rows of rowsOf(db, { table, columns: columns.get(table) ?? [...types.keys()], ...(tenant === undefined ? {} : { tenant }) }, types))
        for (const row of rows) sum.add(JSON.stringify(row))
    const wanted = end.tables[table] ?? new RowDigest().value
    if (wanted.rows !== sum.value.rows || wanted.sum !== sum.value.sum)
      throw new BackupError(`The rows of “${table}” are not those of the backup after loading (${wanted.rows} there, ${sum.rows} here). Nothing was changed.`)
  }
}

/** Somebody at work in a database that is about to be replaced would write into nothing. */
async function refuseOthers({ engine }: Database, db: Db): Promise<void> {
  if (engine !== 'postgres') return
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and (application_name like 'farmbook%' or application_name = 'pgboss')`.execute(db)
  if (rows[0]?.n) throw new BackupError('A server of Farmbook is connected to this database. Stop it first.')
}

/** Only what our own migrations made is ever removed: anything else in the database is somebody else's. */
async function refuseData(db: Db, isReplacing: boolean, known: readonly Migration[]): Promise<void> {
  const notOurs = new BackupError('This database has tables that are not of Farmbook. Restore into a database of its own.')
  const tables = await storedTables(db)
  if (tables.length === 0) {
    const { rows } =
      await sql`select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('app', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm')`.execute(
        db,
      )
    if (rows.length > 0) throw notOurs
    return
  }
  const ours = tables.find(({ name }) => name === 'migration')?.columns.map(({ name }) => name)
  if (!ours?.includes('name') || !ours.includes('hash')) throw notOurs
  const { rows: applied } = await sql<{ name: string; hash: string }>`select name, hash from migration order by name`.execute(db)
  if (applied.some(({ name, hash }, at) => known[at]?.name !== name || known[at]?.hash !== hash)) throw notOurs
  const text = known.map((one) => one.sql).join('\n')
  if (tables.some(({ name }) => name !== 'migration' && !text.includes(`create table "${name}"`) && !text.includes(`create table ${name} `))) throw notOurs
  if (isReplacing || !tables.some(({ name }) => name === 'tenant')) return
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from tenant`.execute(db)
  if (rows[0]?.n) throw new BackupError(`This database has ${rows[0].n} programmes. To put the backup in their place for good, add --replace.`)
}

/** Those that made the database of the backup. */
function migrationsFor({ migrations: applied }: Header, known: readonly Migration[]): readonly Migration[] {
  for (const [at, { name, hash }] of applied.entries()) {
    const file = known[at]
    if (!file) throw new BackupError(`The backup is of a newer version of Farmbook: it has ${name}. Restore it with that version.`)
    if (file.name !== name || file.hash !== hash)
      throw new BackupError(`The backup was made with another ${name} than the one here. Restore it with the version that made it.`)
  }
  return known.slice(0, applied.length)
}

async function removeAll(db: Db): Promise<void> {
  const tables = await storedTables(db)
  if (tables.length > 0) await sql.raw(`drop table ${tables.map(({ name }) => quoted(name)).join(', ')} cascade`).execute(db)
  await sql`drop schema if exists app cascade`.execute(db)
  await sql`drop schema if exists pgboss cascade`.execute(db)
}

const unreadable = 'This file is damaged, or no backup of Farmbook: it cannot be unpacked.'

/** Split at line feeds alone: a text may hold other characters that some readers take for the end of a line. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  const unpacked = new PassThrough()
  const failed = pipeline(input, createZstdDecompress(), unpacked).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  let pieces: Buffer[] = []
  try {
    for await (const chunk of unpacked) {
      let from = 0
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        yield Buffer.concat([...pieces, chunk.subarray(from, at)]).toString('utf8')
        pieces = []
        from = at + 1
      }
      if (from < chunk.length) pieces.push(chunk.subarray(from))
    }
  } catch (error) {
    throw error instanceof BackupError ? error : new BackupError(unreadable, { cause: error })
  } finally {
    unpacked.destroy()
  }
  const failure = await failed
  if (failure) throw new BackupError(unreadable, { cause: failure.error })
}

type Takers = {
  /** Some rows of a section. */
  table(section: TableSection, rows: readonly Row[], isFirst: boolean): Promise<void>
  file(row: Row): Promise<void>
  job(row: Row): void
}
/** Characters of rows that are handed on at a time. */
const atOnce = 1_000_000
const mostRows = 1000

/** The lines one after the other, counted and hashed. */
class Reading {
  readonly #lines: AsyncGenerator<string>
  readonly #sha = createHash('sha256')
  constructor(lines: AsyncGenerator<string>) {
    this.#lines = lines
  }

  async header(): Promise<Header> {
    const { value, done } = await this.#lines.next()
    const first = readHeader(done ? undefined : value)
    this.#sha.update(`${value}\n`)
    return first
  }

  /** Answers the last line, after comparing all with it. */
  async sections(takers: Takers): Promise<End> {
    const sums = new Map<string, RowDigest>()
    const [files, jobs] = [new RowDigest(), new RowDigest()]
    let section: Exclude<ReturnType<typeof readLine>, Row | End> | undefined
    let isFirst = true
    let waiting: Row[] = []
    let size = 0
    const flush = async () => {
      if (section && 'table' in section && waiting.length > 0) {
        await takers.table(section, waiting, isFirst)
        isFirst = false
      }
      waiting = []
      size = 0
    }
    for await (const text of this.#lines) {
      const line = readLine(text)
      if ('end' in line) {
        await flush()
        if (line.sha256 !== this.#sha.digest('hex')) throw new BackupError('This file is damaged: its lines are not those that were written.')
        const differs = (found: RowDigest | undefined, wanted: End['files'] | undefined) =>
          (found?.rows ?? 0) !== (wanted?.rows ?? 0) || (found !== undefined && found.value.sum !== wanted?.sum)
        const names = new Set([...sums.keys(), ...Object.keys(line.tables)])
        if ([...names].some((name) => differs(sums.get(name), line.tables[name])) || differs(files, line.files) || differs(jobs, line.jobs))
          throw new BackupError('This file is damaged: it has not as many rows as were written.')
        return line
      }
      this.#sha.update(`${text}\n`)
      if (!Array.isArray(line)) {
        await flush()
        section = line
        isFirst = true
      } else if (section === undefined) throw new BackupError('This file is damaged: a row belongs to nothing.')
      else if ('files' in section) {
        files.add(text)
        await takers.file(line)
      } else if ('jobs' in section) {
        jobs.add(text)
        takers.job(line)
      } else {
        const sum = sums.get(section.table) ?? new RowDigest()
        sums.set(section.table, sum)
        sum.add(text)
        waiting.push(line)
        size += text.length
        if (size >= atOnce || waiting.length >= mostRows) await flush()
      }
    }
    throw new BackupError('This file ends too early: it was cut off while it was written or copied.')
  }
}
