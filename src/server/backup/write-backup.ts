// Writes a backup: every row of every programme as it was at one moment, while the server goes on working. It needs no right that the
// owner of the database does not have: row security is not switched off, each programme is entered in turn.
import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { sql } from 'kysely'
import { queryAll, TextQuery } from '../db/connection.ts'
import type { Database } from '../db/database.ts'
import { listTenants } from '../db/platform.ts'
import type { FileStorage } from '../files/storage.ts'
import { hasQueue, waitingJobs } from '../jobs/waiting.ts'
import type { Db } from '../scope.ts'
import { BackupError, type End, type Header, RowDigest } from './format.ts'
import { asBackups, rowsOf, sequencesOf, storedTables } from './stored-tables.ts'

export type BackupSummary = Omit<End, 'end'> & { takenAt: string; rows: number }

/** `files`: where files are stored; of these only the folder's bytes have to be taken, the database's are rows. Throws BackupError. */
export async function writeBackup(database: Database, files: FileStorage, now: Date, output: Writable): Promise<BackupSummary> {
  return database.owner(async (db) => {
    await sql`set transaction isolation level repeatable read read only`.execute(db)
    await asBackups.execute(db)
    const applied = await migrationsOf(db)
    const first: Header = { format: 'farmbook-backup', version: 1, takenAt: now.toISOString(), engine: database.engine, migrations: applied }
    let last: End | undefined
    const take = (end: End) => {
      last = end
    }
    await pipeline(Readable.from(lines(db, first, files, take), { highWaterMark: 1 }), createZstdCompress(), output)
    if (!last) throw new BackupError('The backup is not whole.')
    const { end: _, ...summary } = last
    return { ...summary, takenAt: first.takenAt, rows: Object.values(last.tables).reduce((sum, { rows }) => sum + rows, 0) }
  })
}

/** As many lines at a time as were read. */
async function* lines(db: Db, first: Header, files: FileStorage, take: (end: End) => void): AsyncGenerator<string> {
  const sha = createHash('sha256')
  const written = (objects: readonly unknown[]): string => {
    const text = objects.map((object) => `${JSON.stringify(object)}\n`).join('')
    sha.update(text)
    return text
  }
  yield written([first])
  const tenants = (await listTenants(db)).map(({ id }) => id)
  const sums: Record<string, RowDigest> = {}
  for (const { name, columns, isOfTenants } of await storedTables(db)) {
    const sum = new RowDigest()
    sums[name] = sum
    const types = new Map(columns.map((column) => [column.name, column.type]))
    for (const tenant of isOfTenants ? tenants : [undefined]) {
      const section = { table: name, columns: columns.map((column) => column.name), ...(tenant === undefined ? {} : { tenant }) }
      let isFirst = true
      for await (const rows of rowsOf(db, section, types)) {
        for (const row of rows) sum.add(JSON.stringify(row))
        yield written(isFirst ? [section, ...rows] : rows)
        isFirst = false
      }
    }
  }
  const fileSum = new RowDigest()
  const { inFolder, elsewhere } = sums.file ? await filesOutside(db, tenants) : { inFolder: [], elsewhere: { files: 0, bytes: 0 } }
  if (inFolder.length > 0 && !files.drivers.folder)
    throw new BackupError(`${inFolder.length} files are stored in a folder, and FILE_FOLDER does not say in which: set it as the server has it.`)
  let missingFiles = 0
  for (const [at, key] of inFolder.entries()) {
    const bytes = await files.drivers.folder?.get(key)
    if (!bytes) missingFiles++
    const row = [String(key.tenantId), key.id, Buffer.from(bytes ?? []).toString('base64')]
    if (bytes) fileSum.add(JSON.stringify(row))
    yield written([...(at === 0 ? [{ files: 'folder' }] : []), ...(bytes ? [row] : [])])
  }
  const jobSum = new RowDigest()
  const jobs = await jobsOf(db)
  for (const row of jobs) jobSum.add(JSON.stringify(row))
  if (jobs.length > 0) yield written([{ jobs: 'waiting' }, ...jobs])
  const tables = Object.fromEntries(Object.entries(sums).map(([name, { value }]) => [name, value]))
  const sequences = await sequencesOf(db)
  const end: End = { end: true, tables, files: fileSum.value, jobs: jobSum.value, missingFiles, elsewhere, sequences, sha256: sha.digest('hex') }
  take(end)
  yield `${JSON.stringify(end)}\n`
}

/** Throws BackupError for a database that is none of ours. The lock makes an upgrade wait until the backup has been written. */
async function migrationsOf(db: Db): Promise<Header['migrations']> {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass('public.migration') is not null as "isThere"`.execute(db)
  if (!rows[0]?.isThere) throw new BackupError('There is nothing to back up: this database has no tables of Farmbook.')
  await sql`lock table migration in row share mode`.execute(db)
  return db.selectFrom('migration').select(['name', 'hash']).orderBy('name').execute()
}

type Elsewhere = { inFolder: { tenantId: number; id: string }[]; elsewhere: { files: number; bytes: number } }
/** Files whose bytes are no rows. */
async function filesOutside(db: Db, tenants: readonly number[]): Promise<Elsewhere> {
  const found: Elsewhere = { inFolder: [], elsewhere: { files: 0, bytes: 0 } }
  for (const tenantId of tenants) {
    await sql`select set_config('app.tenant_id', ${String(tenantId)}, true)`.execute(db)
    const rows = await db
      .selectFrom('file')
      .select(['id', 'size', 'stored_in'])
      .where('tenant_id', '=', tenantId)
      .where('stored_in', '!=', 'database')
      .where('state', 'in', ['UNATTACHED', 'ATTACHED'])
      .orderBy('id')
      .execute()
    for (const { id, size, stored_in: place } of rows) {
      if (place === 'folder') found.inFolder.push({ tenantId, id })
      else {
        found.elsewhere.files++
        found.elsewhere.bytes += size
      }
    }
  }
  return found
}

async function jobsOf(db: Db): Promise<readonly (readonly (string | null)[])[]> {
  const { rows } = await sql<{ isThere: boolean }>`${sql.raw(hasQueue)}`.execute(db)
  if (!rows[0]?.isThere) return []
  const [jobs] = await queryAll(db, new TextQuery(sql`${sql.raw(waitingJobs)}`))
  return jobs
}
