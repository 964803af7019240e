// Eight people at the same moment certify goods of one lot, on a real PostgreSQL: of one dispatch, of one invoice, and of the last kilograms. What is bound is never more
// than was sent, by statements that share no code with the ledger; the others are refused with the check and its figures.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { type Chain, chainOf, clock, ok, record } from '../api/chain-stage.ts'
import { type Sales, salesOf, tcNo } from '../api/sale-stage.ts'
import { serverAddress, sharedDatabase } from '../harness/database.ts'
import { openWorld, type World } from '../harness/world.ts'

const writers = 8

describe.runIf(process.env.TEST_DATABASE_URL)('eight certificates at once', () => {
  let world: World
  let chain: Chain
  let sales: Sales
  let database: Database
  let outside: pg.Client
  beforeAll(async () => {
    await sharedDatabase()
    database = await openPostgres({ url: serverAddress() as string, max: 2 * writers })
    world = await openWorld({ now: clock, database })
    chain = await chainOf(world)
    sales = salesOf(chain)
    outside = new pg.Client({ connectionString: serverAddress() })
    await outside.connect()
  })
  afterAll(async () => {
    await outside?.end()
    await database?.close()
  })
  /** What certificates bind of a lot, and what it was ever credited with, less what its owner used of it. */
  const books = async (lotId: string): Promise<{ bound: number; balance: number }> => {
    const { rows } = await outside.query(
      `select coalesce(sum(delta_kg) filter (where account like 'TC_%'), 0)::float8 as bound,
        coalesce(sum(delta_kg) filter (where account in ('PURCHASED', 'PRODUCED', 'RECEIVED', 'CONSUMED', 'LOSS', 'ADJUST')), 0)::float8 as balance
      from ledger_entry where tenant_id = $1 and batch_id = $2`,
      [world.tenants.cotton.id, lotId],
    )
    return rows[0]
  }
  const submitAll = (ids: readonly string[]) => Promise.all(ids.map((id) => sales.act(world.as('omar', 'OP1'), id, 'SUBMITTED')))
  const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()
  const draftsOf = async (of: () => ReturnType<Sales['send']> | Awaited<ReturnType<Sales['send']>>): Promise<string[]> => {
    const ids: string[] = []
    for (let n = 0; n < writers; n++) ids.push((await sales.draft([await of()])).id)
    return ids
  }

  it('of one dispatch: one is submitted, seven are refused with check and figures', async () => {
    const lotId = await sales.lot(400)
    const sent = await sales.send(lotId, 300)
    const answers = await submitAll(await draftsOf(() => sent))
    expect(statuses(answers)).toEqual([201, ...Array.from({ length: writers - 1 }, () => 422)])
    for (const { status, body } of answers)
      if (status === 422) expect(body).toMatchObject({ ruleId: 'BR-12', figures: { check: expect.stringMatching(/^T(05|16)$/) } })
    expect(await books(lotId)).toEqual({ bound: 300, balance: 400 })
  })
  it('of one invoice with eight dispatches of different lots: one is submitted', async () => {
    const lots: string[] = []
    for (let n = 0; n < writers; n++) lots.push(await sales.lot(20))
    let next = 0
    const answers = await submitAll(await draftsOf(() => sales.send(lots[next++] as string, 10, 'INV-ONE')))
    expect(statuses(answers)).toEqual([201, ...Array.from({ length: writers - 1 }, () => 422)])
    let bound = 0
    for (const lotId of lots) bound += (await books(lotId)).bound
    expect(bound).toBe(10)
  })
  it('of eight dispatches of one lot: all are submitted and issued at once, and no gram more is bound than was sent', async () => {
    const lotId = await sales.lot(100)
    const ids = await draftsOf(() => sales.send(lotId, 12.5))
    expect(statuses(await submitAll(ids))).toEqual(Array.from({ length: writers }, () => 201))
    expect(await books(lotId)).toEqual({ bound: 100, balance: 100 })
    const carla = world.as('carla', 'OP1')
    for (const id of ids) await ok(sales.act(carla, id, 'REVIEW_STARTED'))
    // Each twice at the same moment: nothing is issued twice.
    const issued = await Promise.all(ids.flatMap((id) => [0, 1].map(() => sales.act(carla, id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Seen' }))))
    expect(statuses(issued)).toEqual([...Array.from({ length: writers }, () => 201), ...Array.from({ length: writers }, () => 409)])
    expect(await books(lotId)).toEqual({ bound: 100, balance: 100 })
    expect(await sales.kilograms(lotId)).toMatchObject({ reservedKg: 0, certifiedKg: 100, certifiableKg: 0 })
  })
  it('of goods that are joined to a heap while their certificate is withdrawn: the heap is held back', async () => {
    const [carla, paul] = [world.as('carla', 'OP1'), world.as('paul', 'OP1')]
    const sent = await sales.send(await sales.lot(60), 60)
    const { id } = await sales.issued([sent])
    const weighed = { batchId: sent.partId, grossKg: 70, tareKg: 10, netKg: 60 }
    await ok(record(paul, 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-12-02', weighed))
    const heap = { productId: chain.products.seedCotton, unitType: 'HEAP', seasonId: chain.season, processingSystemId: chain.gin }
    const { id: heapId } = await ok(paul.post('/productbatch', heap))
    const lock = new pg.Client({ connectionString: serverAddress() })
    await lock.connect()
    /** Until so many wait for a lock of this database. */
    const waiting = async (count: number) => {
      const many = `select count(*)::integer as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await outside.query(many)).rows[0].n < count) await new Promise((resolve) => setImmediate(resolve))
    }
    try {
      await lock.query('begin')
      await lock.query('select 1 from productbatch where id = $1 for update', [sent.partId])
      const use = record(paul, 'productbatch', heapId, 'HEAP_BUILT', '2025-12-03', { inputs: [{ batchId: sent.partId, kg: 60 }] })
      await waiting(1)
      const withdrawal = sales.act(carla, id, 'WITHDRAWN', { reason: 'Residue' })
      await waiting(2)
      await lock.query('commit')
      expect(statuses([await use, await withdrawal])).toEqual([201, 201])
    } finally {
      await lock.end()
    }
    expect(await chain.view('productbatch', sent.partId)).toMatchObject({ status: 'DEPLETED' })
    expect(await chain.view('productbatch', heapId)).toMatchObject({ status: 'QUARANTINED', onHandKg: 60 })
  })
})
