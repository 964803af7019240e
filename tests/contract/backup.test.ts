// A drill: a programme at work is backed up by an ordinary owner of its database and restored into an empty one. Every row is compared
// by a reader of the tests' own, and the product starts on it and goes on. What is damaged or in the way is refused first.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { createApp } from '#server/app.ts'
import { noteSignIn } from '#server/auth/known-devices.ts'
import { openSession } from '#server/auth/sessions.ts'
import { mintAccessToken } from '#server/auth/tokens.ts'
import { checkBackup, restoreBackup } from '#server/backup/restore-backup.ts'
import { type BackupSummary, writeBackup } from '#server/backup/write-backup.ts'
import { behaviours } from '#server/behaviours.ts'
import { readConfig } from '#server/config.ts'
import { readCatalogue } from '#server/db/catalogue.ts'
import type { Database } from '#server/db/database.ts'
import { differences } from '#server/db/difference.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { listTenants } from '#server/db/platform.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openStorage } from '#server/files/open-storage.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { putBack } from '#server/jobs/waiting.ts'
import { start } from '#server/start.ts'
import { enqueue } from '#server/store/enqueue.ts'
import { isIntact } from '#server/store/event-hash.ts'
import { eventOf } from '#server/store/event-view.ts'
import { clock, type Json } from '../api/chain-stage.ts'
import { clientOf } from '../harness/client.ts'
import { emptyInMemory, sharedDatabase } from '../harness/database.ts'
import { pdf } from '../harness/files.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { rowsAt } from '../upgrade/changes.ts'
import { chainRows } from '../upgrade/every-event.ts'
import { loadRows } from '../upgrade/rows.ts'
import { asAdmin, folder, names, newPlace, openPlace, owner, type Place, type Snapshot, server, snapshotOf } from './backup-stage.ts'

const secret = 'f7J2kQ9xV4mB8nR1sT6wY3zC5dG0hL2p'
const secrets: [string] = [secret]
let source: Database
let place: Place
let world: World
let before: Snapshot
let summary: BackupSummary
const files = (database: Database) => openStorage(database, { into: 'folder', folder: join(folder, 'files'), s3: null, quotaMb: 100 })
const otherFiles = (database: Database) => openStorage(database, { into: 'folder', folder: join(folder, 'restored-files'), s3: null, quotaMb: 100 })
const file = join(folder, 'programme.backup')
const photograph: { inDatabase: string; inFolder: string } = { inDatabase: '', inFolder: '' }
let farmerId: string
let token: string
/** Two keys of a person, as programs have them: the second was revoked before the backup. */
let apiKeys: string[]

beforeAll(async () => {
  if (server) await asAdmin(`create role ${owner} login createrole nosuperuser nobypassrls password '${owner}'`)
  place = await newPlace()
  source = await openPlace(place)
  await migrate(source)
  world = await openWorld({ database: source, now: clock })
  await chainRows(world)
  const fatima = world.as('fatima')
  farmerId = (await fatima.get('/farmer?limit=1')).body.items[0].id
  const send = async (app: World['app'], name: string) => {
    const client = clientOf(app, `${world.tenants.cotton.subdomain}.farmbook.test`, { 'x-test-user': world.people.fatima?.id ?? '' }, '/api/operators/OP1')
    const answer = await client.send(`/files?name=${name}`, { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: pdf(name) as BodyInit })
    expect([name, answer.status]).toEqual([name, 201])
    return answer.body.id as string
  }
  photograph.inDatabase = await send(world.app, 'one.pdf')
  photograph.inFolder = await send(createApp({ ...world.deps, files: files(source) }), 'two.pdf')
  // What a text may hold: ends of lines that are none, quotation marks, a backslash, other scripts.
  const odd = 'O\u2028Neil "the\\n" कपास\t{NULL},\r\n☂'
  await world.scoped('ada', ({ db, tenant }) => db.insertInto('counter').values({ tenant_id: tenant.id, name: odd, value: 1 }).execute())
  const ada = world.people.ada?.id ?? ''
  const tokens = { accessToken: 'a', refreshToken: 'r', expiresAt: new Date(clock().getTime() + 3_600_000) }
  const opened = await source.transaction(world.tenants.cotton.id, async (db, tenantId = world.tenants.cotton.id) => {
    await noteSignIn(db, { secrets, tenantId, userId: ada }, { browser: 'Chrome', system: null }, 180, clock())
    return openSession(db, secrets, tenantId, { userId: ada, provider: 'oidc', subject: 'ada', device: null, tokens }, clock())
  })
  token = (await mintAccessToken(secrets, world.tenants.cotton.id, { uid: 'ada', sid: opened.sid, userId: ada }, new Date())).token
  const keysAt = `/user/${world.people.fatima?.id}/api-keys`
  const made = [await fatima.post(keysAt, newKey('Accounts')), await fatima.post(keysAt, newKey('Weighbridge'))]
  apiKeys = made.map(({ body }) => body.key)
  expect((await fatima.post(`${keysAt}/${made[1]?.body.item.id}/revoke`)).status).toBe(200)
  // A job that nobody has carried out yet.
  const job = { topic: 'mail', every: '0 3 1 1 *', run: async () => {} }
  const jobs = await startJobs([job], { database: source, databaseUrl: place.databaseUrl, behaviours, log: world.deps.log, clock: () => new Date() })
  await jobs.stop()
  await world.scoped('ada', async (scope) => enqueue(scope, 'mail', { mark: 'waits' }))
  before = await snapshotOf(source)
  summary = await writeBackup(source, files(source), new Date(), createWriteStream(file))
}, 300_000)
afterAll(async () => {
  await source?.close()
  rmSync(folder, { recursive: true, force: true })
  if (!server) return
  for (const name of names) await asAdmin(`drop database if exists ${name} with (force)`)
  await asAdmin(`drop role if exists ${owner}`).catch(() => {}) // It may have been granted the application's roles.
})

const newKey = (name: string) => ({ name, scope: 'READ', days: 365 })
const empty = async (): Promise<Database> => {
  const database = server ? await openPlace(await newPlace()) : await emptyInMemory()
  onTestFinished(() => database.close())
  return database
}
const restoreText = async (bytes: Uint8Array, database?: Database, options = {}) => {
  const target = database ?? (await empty())
  return restoreBackup(target, Readable.from([bytes]), { files: otherFiles(target), ...options })
}
/** The backup with its lines changed. */
const changed = (change: (lines: string[]) => string[]) =>
  zstdCompressSync(change(zstdDecompressSync(readFileSync(file)).toString('utf8').split('\n')).join('\n'))
const tablesIn = async (database: Database) =>
  (await database.script(`select count(*)::integer as n from pg_class where relnamespace = 'public'::regnamespace`))[0]?.n

describe('a backup is refused', () => {
  it('of a database that has nothing of ours', async () => {
    const database = await empty()
    await expect(writeBackup(database, files(database), new Date(), new PassThrough().resume())).rejects.toThrow('There is nothing to back up')
  })
  it('when files lie in a folder that nothing names', async () => {
    const without = openStorage(source, { into: 'database', folder: null, s3: null, quotaMb: 1 })
    await expect(writeBackup(source, without, new Date(), new PassThrough().resume())).rejects.toThrow('FILE_FOLDER does not say in which')
  })
  it('when it cannot be written to its end', async () => {
    const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('ENOSPC: no space left on device')) })
    await expect(writeBackup(source, files(source), new Date(), full)).rejects.toThrow('ENOSPC')
  })
})

describe('a restore is refused, and changes nothing', { timeout: 300_000 }, () => {
  let shared: Database | undefined
  afterAll(() => shared?.close())
  const row = (lines: string[]) => lines.findIndex((line) => line.startsWith('[') && line.includes(farmerId) && line.includes('"ACTIVE"'))
  const place = (lines: string[]) => lines.findIndex((line) => line.startsWith('[') && line.includes(farmerId) && line.includes('Khargone'))
  it.each<[string, () => Uint8Array, RegExp]>([
    ['of something else', () => Buffer.from('PK\u0003\u0004 not a backup'), /cannot be unpacked/],
    ['of other lines', () => zstdCompressSync('{"format":"photographs"}\n'), /no backup of Farmbook/],
    ['of half a file', () => readFileSync(file).subarray(0, summary.rows * 10), /damaged|cut off|unpacked/],
    ['of a file without its end', () => changed((lines) => lines.slice(0, -2)), /cut off/],
    ['of a file that lacks a row', () => changed((lines) => lines.toSpliced(row(lines), 1)), /not those that were written/],
    [
      'of a file with a value that its column does not take',
      () => changed((lines) => lines.with(row(lines), lines[row(lines)]?.replace('ACTIVE', 'DRAFT_') ?? '')),
      /refused by the database/,
    ],
    [
      'of a file with another word in a row',
      () => changed((lines) => lines.with(place(lines), lines[place(lines)]?.replace('Khargone', 'Khandwa') ?? '')),
      /not those that were written/,
    ],
    ['of a line that is no row', () => changed((lines) => lines.with(row(lines), '{"rows":1}')), /one of its lines cannot be read/],
    [
      'of a later version',
      () => changed(([first = '', ...lines]) => [first.replace('"migrations":[', '"migrations":[{"name":"0000-x.sql","hash":"x"},'), ...lines]),
      /another 0000-x.sql/,
    ],
  ])('%s', async (_, bytes, message) => {
    // One for all: it stays empty.
    shared ??= server ? await openPlace(await newPlace()) : await emptyInMemory()
    const database = shared
    await expect(restoreText(bytes(), database)).rejects.toThrow(message)
    expect(await tablesIn(database)).toBe(0)
  })
  it('of a backup that is newer than the migrations that are here', async () => {
    await expect(restoreText(readFileSync(file), undefined, { migrations: readMigrations().slice(0, 3) })).rejects.toThrow(
      'newer version of Farmbook: it has 0004',
    )
  })
  it('into a database of somebody else', async () => {
    const database = await empty()
    await database.script('create table theirs (id integer); insert into theirs values (1)')
    await expect(restoreText(readFileSync(file), database, { isReplacing: true })).rejects.toThrow('tables that are not of Farmbook')
    expect(await database.script('select id from theirs')).toEqual([{ id: 1 }])
  })
  it('into a database of somebody else whose tables have names of ours', async () => {
    const database = await empty()
    await database.script('create table migration (id integer, name text); create table customers (id integer); insert into customers values (7)')
    await expect(restoreText(readFileSync(file), database)).rejects.toThrow('tables that are not of Farmbook')
    await expect(restoreText(readFileSync(file), database, { isReplacing: true })).rejects.toThrow('tables that are not of Farmbook')
    expect(await database.script('select id from customers')).toEqual([{ id: 7 }])
    const other = await empty()
    await other.script('create schema app; create table app.orders (id integer); insert into app.orders values (8)')
    await expect(restoreText(readFileSync(file), other)).rejects.toThrow('tables that are not of Farmbook')
    expect(await other.script('select id from app.orders')).toEqual([{ id: 8 }])
  })
  it('of a file whose attached content is another one, which is written nowhere', async () => {
    const content = Buffer.from(pdf('two.pdf')).toString('base64')
    const other = Buffer.from('Something else').toString('base64')
    const database = await empty()
    const bytes = changed((lines) => lines.map((line) => line.replace(content, other)))
    await expect(restoreText(bytes, database)).rejects.toThrow('the content of an attached file is not that of its row')
  })
  it('into a database with programmes, unless it is to be replaced; and then only by a whole file', async () => {
    const database = await empty()
    await restoreText(readFileSync(file), database)
    await database.transaction(world.tenants.cotton.id, (db) => db.deleteFrom('search_token').where('tenant_id', '=', world.tenants.cotton.id).execute())
    const present = await snapshotOf(database)
    await expect(restoreText(readFileSync(file), database)).rejects.toThrow(
      'This database has 2 programmes. To put the backup in their place for good, add --replace.',
    )
    await expect(
      restoreText(
        changed((lines) => lines.slice(0, -2)),
        database,
        { isReplacing: true },
      ),
    ).rejects.toThrow(/cut off/)
    expect(await snapshotOf(database)).toEqual(present)
    await restoreText(readFileSync(file), database, { isReplacing: true })
    expect(await snapshotOf(database)).toEqual(before)
  })
  it.runIf(server)('while a server is connected', async () => {
    const { databaseUrl } = await newPlace()
    const [one, other] = [await openPostgres({ url: databaseUrl ?? '' }), await openPostgres({ url: databaseUrl ?? '' })]
    onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
    await expect(restoreText(readFileSync(file), one)).rejects.toThrow('Stop it first')
  })
})

describe('a backup', { timeout: 300_000 }, () => {
  it('is whole, and says what is in it', async () => {
    expect(await checkBackup(createReadStream(file))).toMatchObject({ rows: summary.rows, files: 1 })
    // The list of migrations is in it, too, and not in the snapshot.
    expect(summary.rows - readMigrations().length).toBe([...before.values()].reduce((sum, rows) => sum + rows.length, 0))
    expect(summary).toMatchObject({ files: { rows: 1 }, jobs: { rows: 1 }, missingFiles: 0, elsewhere: { files: 0 } })
  })
  it('is of one moment, whatever is written meanwhile', async () => {
    let written: Promise<unknown> | undefined
    // As a call that comes from outside, not from within the transaction of the backup.
    const fromOutside = AsyncLocalStorage.snapshot()
    const output = createWriteStream(join(folder, 'meanwhile.backup'))
    const slow = new Writable({
      write(chunk, _encoding, done) {
        // The embedded database has one connection: there the call waits for the end of the backup.
        written ??= fromOutside(() => world.as('ada').patch(`/user/${world.people.fatima?.id}`, { name: 'Fatima Meanwhile' }, { 'if-match': '"1"' }))
        const next = () => void output.write(chunk, () => done())
        if (server) written.then(next, done)
        else next()
      },
      final: (done) => void output.end(() => done()),
    })
    await writeBackup(source, files(source), new Date(), slow)
    expect(await written).toMatchObject({ status: 200 })
    const target = await empty()
    await restoreText(readFileSync(join(folder, 'meanwhile.backup')), target)
    expect(await snapshotOf(target)).toEqual(before)
    expect((await world.as('ada').patch(`/user/${world.people.fatima?.id}`, { name: world.people.fatima?.name }, { 'if-match': '"2"' })).status).toBe(200)
  })
  it.runIf(server)('of a server is restored into the embedded database, and back', async () => {
    const embedded = await emptyInMemory()
    onTestFinished(() => embedded.close())
    await restoreText(readFileSync(file), embedded)
    expect(await snapshotOf(embedded)).toEqual(before)
    const again = join(folder, 'embedded.backup')
    await writeBackup(embedded, otherFiles(embedded), new Date(), createWriteStream(again))
    const target = await empty()
    await restoreText(readFileSync(again), target)
    expect(await snapshotOf(target)).toEqual(before)
  })
  it('of an earlier state of the schema is restored as it was, and then brought up to date', async () => {
    const old = await empty()
    // Two programmes with rows of every table, as the code of the first migration left them, at the state before jobs and files.
    await migrate(old, readMigrations().slice(0, 1))
    await loadRows(old, rowsAt('0001'))
    await migrate(old, readMigrations().slice(0, 15))
    const path = join(folder, 'old.backup')
    await writeBackup(old, files(old), new Date(), createWriteStream(path))
    const target = await empty()
    await restoreText(readFileSync(path), target)
    const [restored, present] = [await snapshotOf(target), await snapshotOf(old)]
    expect(restored).toEqual(present)
    expect([...present.values()].filter((rows) => rows.length === 0).length).toBeLessThan(10)
    expect(await migrate(target)).toEqual(
      readMigrations()
        .slice(15)
        .map(({ name }) => name),
    )
    expect(differences(await readCatalogue(target), await readCatalogue(await sharedDatabase()))).toEqual([])
  })
})

describe('a restored database', { timeout: 300_000 }, () => {
  let target: Place
  let database: Database
  let isClosed = false
  beforeAll(async () => {
    target = await newPlace()
    database = await openPlace(target)
    const { jobs } = await restoreBackup(database, createReadStream(file), { files: otherFiles(database) })
    await putBack(database, target.databaseUrl, jobs)
  }, 120_000)
  afterAll(async () => {
    if (!isClosed) await database?.close()
  })

  it('has every row of every table, byte by byte', async () => {
    const restored = await snapshotOf(database)
    expect([...restored.keys()]).toEqual([...before.keys()])
    for (const [table, rows] of before) expect([table, restored.get(table)]).toEqual([table, rows])
    expect([...before].filter(([, rows]) => rows.length > 0).length).toBeGreaterThan(30)
  })
  it('has the declared schema with its keys, references, policies and grants', async () => {
    expect(differences(await readCatalogue(database), await readCatalogue(await sharedDatabase()))).toEqual([])
  })
  it('has the API keys by their hashes alone: what opens a door stands in no line of the backup', async () => {
    const [row, ...others] = (before.get('api_key') ?? []).filter((one) => one.includes('"Accounts"'))
    expect([others, row]).toEqual([
      [],
      expect.stringContaining(
        createHash('sha256')
          .update(apiKeys[0] ?? '')
          .digest('hex'),
      ),
    ])
    const text = zstdDecompressSync(readFileSync(file)).toString('utf8')
    for (const key of apiKeys) expect([text.includes(key), text.includes(key.slice(15))]).toEqual([false, false])
  })
  it('has events whose fingerprints fit', async () => {
    let count = 0
    for (const tenant of await database.platform(listTenants)) {
      const rows = await database.transaction(tenant.id, (db) => db.selectFrom('event').selectAll().where('tenant_id', '=', tenant.id).execute())
      for (const row of rows) expect([row.id, isIntact(tenant.id, eventOf(row), row)]).toEqual([row.id, true])
      count += rows.length
    }
    expect(count).toBeGreaterThan(100)
  })
  it('has the files that were stored in it, and those of the folder in the other folder', async () => {
    const { id } = world.tenants.cotton
    const { drivers } = otherFiles(database)
    expect(Buffer.from((await drivers.database?.get({ tenantId: id, id: photograph.inDatabase })) ?? [])).toEqual(pdf('one.pdf'))
    expect(Buffer.from((await drivers.folder?.get({ tenantId: id, id: photograph.inFolder })) ?? [])).toEqual(pdf('two.pdf'))
  })
  it('has the job that waited', async () => {
    const jobs = await database.script(`select name, data->>'mark' as mark, (data->>'tenantId')::integer as tenant from pgboss.job where data ? 'tenantId'`)
    expect(jobs).toEqual([{ name: 'mail', mark: 'waits', tenant: world.tenants.cotton.id }])
  })
  it('is started: whoever was signed in still is, a key opens what it did and a revoked one nothing, reads and writes go on, codes go on where they were', async () => {
    await database.close()
    isClosed = true
    const config = {
      ...readConfig({ NODE_ENV: 'test', SECRET: secret, DATA_DIR: target.dataDir, PUBLIC_ORIGIN: 'http://localhost' }),
      ...target,
      idpPort: 0,
      worker: 'none' as const,
    }
    const started = await start(config, 0, () => {})
    try {
      const app = createApp(started.deps)
      const host = `${world.tenants.cotton.subdomain}.localhost`
      const ada = clientOf(app, host, { authorization: `Bearer ${token}` }, '/api/operators/OP1')
      const was = world.as('ada')
      for (const path of ['/farmer?limit=200', '/productbatch?limit=200', `/farmer/${farmerId}`, `/farmer/${farmerId}/history`]) {
        const [now, then] = [await ada.get(path), await was.get(path)]
        expect([path, now.status, now.body]).toEqual([path, 200, then.body])
      }
      const byKey = (key = '') => clientOf(app, host, { authorization: `Bearer ${key}` }, '/api/operators/OP1').get(`/farmer/${farmerId}`)
      const [live, revoked, unknown] = [await byKey(apiKeys[0]), await byKey(apiKeys[1]), await byKey(`${apiKeys[0]?.slice(0, -1)}_`)]
      expect([live.status, live.body.id, revoked.status, unknown.status]).toEqual([200, farmerId, 401, 401])
      const bales = (await ada.get('/productbatch?filter[unitType]=BALE_LOT')).body.items[0]
      const trace = await ada.get(`/productbatch/${bales.id}/trace?direction=back`)
      expect(trace.body.parcels).toEqual((await was.get(`/productbatch/${bales.id}/trace?direction=back`)).body.parcels)
      const codes = (await ada.get('/task?limit=200')).body.items.map(({ code }: Json) => code)
      const made = await ada.post('/task', sampleOf(entityOf('task')))
      expect(made.status).toBe(201)
      expect(codes).not.toContain(made.body.code)
    } finally {
      await started.close()
    }
  })
})
