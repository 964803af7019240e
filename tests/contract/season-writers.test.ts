// Facts of a season and its closing at the same moment, on a real PostgreSQL (BR-28): whoever records takes the season for sharing, whoever closes it takes
// it alone. Each round a fact that stands against the closing, two that do not, and the closing: the fact is accepted or the season is closed, never
// both, and nobody meets a deadlock. SEASON_ROUNDS=200 makes it a longer run.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { type Chain, chainOf, clock, cropBody, type Json, ok, record } from '../api/chain-stage.ts'
import { serverAddress, sharedDatabase } from '../harness/database.ts'
import { openWorld, type World } from '../harness/world.ts'

type Answered = { status: number; body: Json }
type Call = Promise<Answered>
const rounds = Number(process.env.SEASON_ROUNDS ?? 25)

describe.runIf(process.env.TEST_DATABASE_URL)('people who record in a season while it is closed', () => {
  let world: World
  let chain: Chain
  let database: Database
  let outside: pg.Client
  const as = (who: string) => world.as(who, 'OP1')
  const deadlocks = async () => Number((await outside.query(`select deadlocks from pg_stat_database where datname = current_database()`)).rows[0].deadlocks)
  /** Of the season, by a statement that shares no code with the guard. */
  const openIn = async (season: string): Promise<Json> =>
    (
      await outside.query(
        `select (select count(*) from crop where tenant_id = $1 and season_id = $2 and status not in ('CLOSED', 'FAILED', 'CANCELLED') and deleted_at is null)::int as crops,
          (select coalesce(sum(on_hand_kg), 0) from productbatch where tenant_id = $1 and season_id = $2 and unit_type = 'FARM_LOT')::float8 as kg`,
        [world.tenants.cotton.id, season],
      )
    ).rows[0]
  const seasonal = (event: string, data: Record<string, unknown> = {}) => record(as('ada'), 'season', chain.season, event, '2026-01-14', data)

  beforeAll(async () => {
    await sharedDatabase()
    database = await openPostgres({ url: serverAddress() as string, max: 16 })
    world = await openWorld({ now: clock, database })
    chain = await chainOf(world)
    outside = new pg.Client({ connectionString: serverAddress() })
    await outside.connect()
  }, 120_000)
  afterAll(async () => {
    await outside?.end()
    await database?.close()
  })

  it(`record before it or find it closed, ${rounds} times`, { timeout: rounds * 20_000 }, async () => {
    const before = await deadlocks()
    const { cropId, farmerId } = await chain.sown()
    await chain.picked(cropId, 10)
    await chain.decide('APPROVED', farmerId)
    const { id: lotId } = await chain.lot()
    const bought = async () => (await ok(chain.buy(lotId, cropId, 6))).event.id
    let ticket = await bought()
    await ok(chain.buy(lotId, cropId, 4))
    const { parcelId } = await chain.member()
    const systemId = await chain.systemOn(parcelId)
    await ok(record(as('fatima'), 'crop', cropId, 'CROP_CLOSE', '2025-12-20', { residue: 'SHREDDED' }))
    await ok(record(as('omar'), 'crop', cropId, 'CLOSED', '2026-01-10', { reconciled: true }))
    await ok(record(as('pooja'), 'processingsystem', chain.centre, 'STOCK_COUNT', '2026-01-12', { batchId: lotId, countedKg: 10 }))
    expect(await openIn(chain.season)).toEqual({ crops: 0, kg: 0 })

    const undo = (who: string, entity: string, id: string, eventId: string) => () =>
      as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
    // Each leaves something open that the closing would have refused: either it is accepted, or the season is closed. With what takes it back.
    const deciding: readonly { name: string; send: () => Call; after: (body: Json) => Promise<unknown> }[] = [
      {
        name: 'a crop',
        send: () => as('fatima').post('/crop', cropBody(chain, systemId)),
        after: ({ id }) => ok(as('ada').delete(`/crop/${id}`)),
      },
      {
        name: 'a picking',
        send: () => record(as('fatima'), 'crop', cropId, 'HARVEST', '2025-11-01', { pickNo: 2, kg: 1 }),
        after: ({ event }) => ok(undo('fatima', 'crop', cropId, event.id)()),
      },
      {
        name: 'a purchase taken back',
        send: () => undo('pooja', 'productbatch', lotId, ticket)(),
        after: async () => {
          ticket = await bought()
        },
      },
    ]
    // These leave nothing open, and share the season with the others.
    const visit = { seasonId: chain.season, round: 2, result: 'APPROVED' }
    const heap = { productId: chain.products.seedCotton, unitType: 'HEAP', seasonId: chain.season, processingSystemId: chain.centre }
    const outcomes: Record<string, number> = {}
    for (let round = 0; round < rounds; round++) {
      const { name, send, after } = deciding[round % deciding.length] as (typeof deciding)[number]
      const calls: [string, () => Call][] = [
        [name, send],
        ['a visit', () => record(as('ines'), 'farmer', farmerId, 'INTERNAL_INSPECTION', '2025-08-11', visit)],
        ['a lot', () => as('pooja').post('/productbatch', heap)],
      ]
      // Somewhere else in the row each time.
      calls.splice(Math.floor(round / deciding.length) % (calls.length + 1), 0, ['closing', () => seasonal('SEASON_CLOSED')])
      const answers = Object.fromEntries(await Promise.all(calls.map(async ([of, call]) => [of, await call()] as const)))
      for (const [of, { status, body }] of Object.entries(answers)) {
        expect([200, 201, 422, 423], `${of}: ${status} ${JSON.stringify(body)}`).toContain(status)
        outcomes[`${of} ${status}`] = (outcomes[`${of} ${status}`] ?? 0) + 1
      }
      const [closing, fact] = [answers.closing as Answered, answers[name] as Answered]
      if (closing.status === 201) {
        expect(fact, name).toMatchObject({ status: 423, body: { code: 'PERIOD_CLOSED' } })
        expect(await openIn(chain.season)).toEqual({ crops: 0, kg: 0 })
        await ok(seasonal('SEASON_REOPENED', { reason: 'Another round' }))
      } else {
        expect(closing).toMatchObject({ status: 422, body: { ruleId: 'BR-28' } })
        expect(fact.status, name).toBeLessThan(300)
        expect(await openIn(chain.season)).not.toEqual({ crops: 0, kg: 0 })
        await after(fact.body)
      }
      const visited = answers['a visit'] as Answered
      if (visited.status === 201) await ok(undo('ines', 'farmer', farmerId, visited.body.event.id)())
    }
    if (process.env.SEASON_ROUNDS) console.log(JSON.stringify(outcomes))
    // Without both outcomes the rest would prove nothing.
    expect(Math.min(outcomes['closing 201'] ?? 0, outcomes['closing 422'] ?? 0), JSON.stringify(outcomes)).toBeGreaterThan(0)
    expect((await deadlocks()) - before).toBe(0)
  })
})
