// Sixteen people at once on the same few lots, on a real PostgreSQL: buying, joining in both directions, dividing, losing, taking
// back. No deadlock and no fault of ours reaches a caller, and the ledger is whole, by statements that share no code with it.
// LOT_OPERATIONS=4000 makes it a longer run.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { rebuildOrigins } from '#server/ledger/lot-origin.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from '../api/chain-stage.ts'
import type { Client } from '../harness/client.ts'
import { serverAddress, sharedDatabase } from '../harness/database.ts'
import { openWorld, type World } from '../harness/world.ts'

const operations = Number(process.env.LOT_OPERATIONS ?? 400)
const writers = 16

/** A small generator with a seed, so that a failing run can be repeated as far as two cores allow. */
function random(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return { below: (n: number) => Math.floor(next() * n), of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T }
}

describe.runIf(process.env.TEST_DATABASE_URL)('sixteen writers on the same lots', () => {
  let world: World
  let chain: Chain
  let database: Database
  let outside: pg.Client
  let ada: Client
  const crops: string[] = []
  const lots: string[] = []
  const deadlocks = async () => Number((await outside.query(`select deadlocks from pg_stat_database where datname = current_database()`)).rows[0].deadlocks)
  const query = async (text: string) => (await outside.query(text, [world.tenants.cotton.id])).rows

  beforeAll(async () => {
    await sharedDatabase()
    // Enough connections that all of them can be in a transaction at the same moment.
    database = await openPostgres({ url: serverAddress() as string, max: 2 * writers })
    world = await openWorld({ now: clock, database })
    chain = await chainOf(world)
    outside = new pg.Client({ connectionString: serverAddress() })
    await outside.connect()
    ada = world.as('ada', 'OP1')
    for (const name of ['Ramesh', 'Suresh', 'Mahesh', 'Dinesh']) {
      const { cropId } = await chain.sown({ name })
      await chain.picked(cropId, 900)
      crops.push(cropId)
    }
    for (let n = 0; n < 12; n++) lots.push((await chain.lot()).id)
    for (const [n, lot] of lots.entries()) await ok(chain.buy(lot, crops[n % crops.length] as string, 40))
    // A third can be taken from, the others can be filled; both directions are asked for all the time.
    for (const lot of lots.slice(0, 4)) await ok(record(ada, 'productbatch', lot, 'CLOSED', '2025-11-10'))
  })
  afterAll(async () => {
    await outside?.end()
    await database?.close()
  })

  it(`carry out ${operations} operations: no deadlock, no 5xx, and the ledger is whole`, async () => {
    const before = await deadlocks()
    const statuses = new Map<number, number>()
    /** How often each answer came, by its code and rule; the longest anybody waited (ms). */
    const answers: Record<string, number> = {}
    let longest = 0
    const faults: Json[] = []
    const done: { lot: string; event: string }[] = []
    let left = operations
    const writer = async (seed: number) => {
      const { below, of } = random(seed)
      while (left-- > 0) {
        const lot = of(lots)
        const others = [...new Set([of(lots), of(lots), of(lots)])].filter((id) => id !== lot)
        const inputs = others.slice(0, 1 + below(2)).map((batchId) => ({ batchId, kg: 1 + below(5) }))
        const last = done.length && below(10) === 0 ? done[below(done.length)] : undefined
        const kind = below(10)
        const requested = performance.now()
        const { status, body } = last
          ? await ada.post(`/productbatch/${last.lot}/events/${last.event}/void`, { reason: 'INCORRECT_DATA' })
          : kind < 5
            ? await record(ada, 'productbatch', lot, 'HEAP_BUILT', '2025-12-01', { inputs })
            : kind < 7
              ? await chain.buy(lot, of(crops), 1 + below(10), '2025-11-03')
              : kind < 8
                ? await record(ada, 'productbatch', lot, 'SPLIT', '2025-12-02', { outputs: [{ kg: 1 + below(3) }, { kg: 1 }] })
                : await record(ada, 'productbatch', lot, 'LOSS', '2025-12-03', { cause: 'DRYING', kg: 0.1 })
        longest = Math.max(longest, performance.now() - requested)
        const what = [status, body.code, body.ruleId].filter(Boolean).join(' ')
        answers[what] = (answers[what] ?? 0) + 1
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500) faults.push(body)
        if (status === 201) done.push({ lot, event: body.event.id })
      }
    }
    const started = performance.now()
    await Promise.all(Array.from({ length: writers }, (_, n) => writer(n + 1)))
    if (process.env.LOT_OPERATIONS)
      console.log(JSON.stringify({ operations, writers, seconds: Math.round((performance.now() - started) / 1000), longestMs: Math.round(longest), answers }))
    // Without operations that were carried out the rest would prove nothing.
    expect(statuses.get(201) ?? 0).toBeGreaterThan(operations / 10)
    expect([faults.slice(0, 3), faults.length]).toEqual([[], 0])
    expect((await deadlocks()) - before).toBe(0)

    expect(await query(`select event_id, sum(delta_kg) as kg from ledger_entry where tenant_id = $1 group by event_id having sum(delta_kg) <> 0`)).toEqual([])
    const physical = `account in ('PRODUCED','PURCHASED','RECEIVED','CONSUMED','SHIPPED','LOSS','ADJUST') and batch_id is not null`
    expect(
      await query(`select * from (
          select batch_id, at, sum(sum(delta_kg)) over (partition by batch_id order by at) as kg from ledger_entry where tenant_id = $1 and ${physical} group by batch_id, at
        ) as running where kg < 0`),
    ).toEqual([])
    expect(
      await query(`select b.id, b.on_hand_kg, coalesce(sum(e.delta_kg), 0) as kg from productbatch as b
        left join ledger_entry as e on e.tenant_id = b.tenant_id and e.batch_id = b.id and e.${physical}
        where b.tenant_id = $1 group by b.id, b.on_hand_kg having b.on_hand_kg <> coalesce(sum(e.delta_kg), 0)`),
    ).toEqual([])
    // Kilograms bought and not voided, by the tickets themselves, are those that left the farm lots.
    const [tickets] = await query(
      `select coalesce(sum((data->>'netKg')::numeric), 0) as kg from event where tenant_id = $1 and event_type = 'PURCHASE' and status = 'RECORDED'`,
    )
    const [shipped] =
      await query(`select coalesce(-sum(e.delta_kg), 0) as kg from ledger_entry as e join productbatch as b on b.tenant_id = e.tenant_id and b.id = e.batch_id
      where e.tenant_id = $1 and e.account = 'SHIPPED' and b.unit_type = 'FARM_LOT'`)
    expect(Number(tickets?.kg)).toBe(Number(shipped?.kg))
    const versions =
      await query(`select b.id, b.version, max(v.subject_version) as told from productbatch as b join event as v on v.tenant_id = b.tenant_id and v.subject_id = b.id
      where b.tenant_id = $1 group by b.id, b.version having max(v.subject_version) > b.version`)
    expect(versions).toEqual([])
    expect(await world.scoped('ada', rebuildOrigins)).toEqual([])
  }, 600_000)
})
