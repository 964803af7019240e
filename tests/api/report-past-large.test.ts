// A report of a past day over more records than one waits for (decisions 90, 104): refused while one waits, made in the background, in sets, with every row as it was; cancelled while it
// is folded; by two at once.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { besides } from '#server/db/connection.ts'
import { databaseStorage } from '#server/files/database-driver.ts'
import { reportJob } from '#server/jobs/report.ts'
import { tablesThen, whileOneWaits } from '#server/reports/engine/tables-then.ts'
import { inPast, isPast } from '#server/store/past.ts'
import { refusing } from '../harness/refusing.ts'
import { fileOfRun } from '../harness/run-file.ts'
import { messagesOf } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
let now = '2026-01-15T06:30:00Z'
const copies = whileOneWaits.most + 50
const day = { asOf: '2026-01-15', knownAt: '2026-01-15' }
const query = new URLSearchParams(day).toString()
const omar = () => world.as('omar', 'OP1')
const refused = refusing(() => world)
const context = () => ({
  ...{ database: world.database, behaviours: world.deps.behaviours, log: world.deps.log, clock: () => new Date(now), stop: new AbortController().signal },
})
const work = (runId: string, personNow = world.deps.personNow) =>
  reportJob({ storage: databaseStorage(world.database), personNow: async (tenant, id, db) => (await personNow?.(tenant, id, db)) ?? null }).run(context(), {
    tenantId: world.tenants.cotton.id,
    runId,
  })
const ask = async (report: string, format = 'csv'): Promise<string> =>
  (await ok(omar().post(`/reports/${report}/runs`, { format, parameters: day, purpose: 'OWN_RECORDS' }))).id
const run = async (id: string): Promise<Json> => (await omar().get(`/report-runs/${id}`)).body
const lines = async (id: string): Promise<string[]> =>
  String((await fileOfRun(omar(), id)).body)
    .trim()
    .split('\r\n')

/** So many copies of a member, with its history: two entries, of which the second is not known on the day. */
beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
  const { farmerId } = await chain.member({ name: 'Anil', village: 'Before', isInspected: false })
  now = '2026-01-20T06:30:00Z'
  const { version } = await chain.view('farmer', farmerId)
  await ok(omar().patch(`/farmer/${farmerId}`, { village: 'Since' }, { 'if-match': `"${version}"` }))
  await world.database.owner(async (db) => {
    const columnsOf = async (table: string, own: Readonly<Record<string, ReturnType<typeof sql>>>) => {
      const { rows } = await sql<{
        name: string
      }>`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table} order by ordinal_position`.execute(
        db,
      )
      return [sql.join(rows.map(({ name }) => sql.ref(name))), sql.join(rows.map(({ name }) => own[name] ?? sql.ref(`t.${name}`)))] as const
    }
    const id = (of: ReturnType<typeof sql>) => sql`md5(${of} || n::text)::uuid`
    const [names, values] = await columnsOf('farmer', {
      ...{ id: id(sql`t.id::text`), code: sql`'COPY-' || n`, member_no: sql`'COPY-' || n`, phone: sql`null`, national_id_last4: sql`null` },
    })
    await sql`insert into farmer (${names}) select ${values} from farmer as t, generate_series(1, ${copies}) as n where t.id = ${farmerId}::uuid`.execute(db)
    const [eventNames, eventValues] = await columnsOf('event', { id: id(sql`t.id::text`), subject_id: id(sql`t.subject_id::text`), cause_event_id: sql`null` })
    await sql`insert into event (${eventNames}) select ${eventValues} from event as t, generate_series(1, ${copies}) as n where t.subject_id = ${farmerId}::uuid`.execute(
      db,
    )
    await sql`analyze farmer`.execute(db)
    await sql`analyze event`.execute(db)
  })
  now = '2026-01-22T06:30:00Z'
}, 240_000)

describe('a report over more records than are folded while one waits', () => {
  it('is refused as a page and as a file of the moment (413), which say that it is made in the background', async () => {
    const tooLarge = { status: 413, body: { code: 'TOO_LARGE', figures: { mostRows: whileOneWaits.most }, detail: expect.stringContaining('background') } }
    await refused(() => omar().get(`/reports/farmer-register?${query}`), tooLarge)
    await refused(() => omar().get(`/reports/farmer-register.csv?${query}&purpose=OWN_RECORDS`), tooLarge)
    await refused(() => world.as('paul', 'OP1').post('/reports/farmer-register/runs', { format: 'csv', parameters: day }), { status: 403 })
    await refused(() => omar().post('/reports/farmer-register/runs', { format: 'csv', parameters: { asOf: '2026-02-30' } }), { status: 400 })
    expect((await ok(omar().get('/reports/farmer-register'))).count).toBe(copies + 1)
  })
  it('is made in the background with every row as it was then, for two at once alike', async () => {
    const ids = [await ask('farmer-register'), await ask('farmer-register')]
    await Promise.all(ids.map((id) => work(id)))
    const [one, other] = [await run(ids[0] as string), await run(ids[1] as string)]
    expect(one).toMatchObject({ state: 'DONE', progress: 1, rowCount: copies + 1 })
    expect(other).toMatchObject({ state: 'DONE', sha256: one.sha256 })
    const [, ...rows] = await lines(ids[0] as string)
    expect([rows.length, rows.filter((row) => row.includes('Before')).length, rows.filter((row) => row.includes('Since')).length]).toEqual([
      copies + 1,
      copies + 1,
      0,
    ])
  })
  it('ends when it is cancelled meanwhile, and leaves no file', async () => {
    const id = await ask('farmer-register')
    let calls = 0
    await work(id, async (tenant, userId, db) => {
      if (calls++ === 0)
        await besides(() =>
          world.database.transaction(tenant.id, (own) =>
            sql`update report_run set state = 'CANCELLED' where tenant_id = ${tenant.id} and id = ${id}::uuid`.execute(own),
          ),
        )
      return world.deps.personNow?.(tenant, userId, db) ?? null
    })
    expect(await run(id)).toMatchObject({ state: 'CANCELLED', sha256: null })
  })
  it('is folded in sets, of each of which it says how far it is, in as many statements for each', async () => {
    const shares: number[] = []
    const counts: number[] = []
    await world.scoped('ada', async (scope) => {
      const moment = '2026-01-15T18:29:59.999Z'
      const past = inPast(scope, { occurredBy: moment, knownBy: moment })
      if (!isPast(past)) throw new Error('no past')
      const fold = () =>
        tablesThen(past, [{ table: 'farmer' }], {
          most: copies + 1,
          async onProgress(share) {
            shares.push(share)
          },
        })
      counts.push((await messagesOf(fold)).length)
    })
    expect(shares.length).toBe(Math.ceil((copies + 1) / 500))
    expect([...shares].sort((a, b) => a - b)).toEqual(shares)
    expect(shares.at(-1)).toBe(1)
    expect(counts[0]).toBeLessThan(shares.length * 8 + 10)
  })
})
