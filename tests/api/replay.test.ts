// Columns are caches of events. A season of random work, with mistakes taken back, is replayed from what was
// recorded; every balance and every crop must come out as its columns say, and no lot may ever have been overdrawn.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { lowestBalance, toGrams } from '#domain/chain/ledger.ts'
import { type CropEvent, cropProjection } from '#domain/cropping/crop-projection.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
/** The same numbers in every run: a failure can be looked at again. */
let seed = 20260115
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T
const kgBelow = (most: number): number => (1 + random(Math.max(1, Math.round(most * 1000)))) / 1000

type Event = { id: string; event_type: string; subject_type: string; subject_id: string; occurred_at: string; data: Json }
const crops: string[] = []
const counts = { done: 0, refused: 0, voided: 0 }

/** One piece of work on a random day: done, or refused by a rule; never anything else. */
async function work(day: string): Promise<void> {
  const lots: Json[] = (await ok(as('ada').get('/productbatch?limit=200'))).items
  const own = lots.filter(({ unitType, processorId }) => unitType !== 'FARM_LOT' && !processorId)
  const lot = pick(own)
  const lotEvent = (type: string, data: object) => record(as('ada'), 'productbatch', lot.id, type, day, data as Record<string, unknown>, 10 + random(8))
  const jobs: (() => Promise<{ status: number; body: Json }>)[] = [
    () => record(as('fatima'), 'crop', pick(crops), 'HARVEST', day, { pickNo: 1 + random(3), kg: kgBelow(300), reason: 'Good year' }),
    () => chain.buy(lot.id, pick(crops), kgBelow(150) + 1, day, {}),
    () => chain.buy(lot.id, pick(crops), kgBelow(150) + 1, day, {}),
    () => lotEvent('CLOSED', {}),
    () => lotEvent('HEAP_BUILT', { inputs: [{ batchId: pick(own).id, kg: kgBelow(80) }] }),
    () => lotEvent('SPLIT', { outputs: [{ kg: kgBelow(40) }, { kg: kgBelow(20) }] }),
    () => lotEvent('LOSS', { cause: 'DRYING', kg: kgBelow(3) }),
    () => lotEvent('ADJUST', { deltaKg: kgBelow(4) - 2, reason: 'Counted' }),
    () => record(as('omar'), 'productbatch', lot.id, 'ADJUST_APPROVED', day, {}),
    () => record(as('fatima'), 'crop', pick(crops), 'RETAINED', day, { kg: kgBelow(20), purpose: 'SEED' }),
    voidRecordedEvent,
    voidRecordedEvent,
  ]
  const { status, body } = await pick(jobs)()
  if (status < 300) counts.done++
  else {
    expect([400, 403, 409, 422], JSON.stringify(body)).toContain(status)
    counts.refused++
  }
}
async function voidRecordedEvent(): Promise<{ status: number; body: Json }> {
  const events = await recorded()
  const event = pick(
    events.filter(({ event_type }) => ['HARVEST', 'PURCHASE', 'HEAP_BUILT', 'SPLIT', 'LOSS', 'ADJUST_APPROVED', 'RETAINED', 'CLOSED'].includes(event_type)),
  )
  const answer = await as('ada').post(`/${event.subject_type}/${event.subject_id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })
  if (answer.status < 300) counts.voided++
  return answer
}
const recorded = (): Promise<Event[]> =>
  world.scoped(
    'ada',
    async ({ db, tenant }) =>
      (await sql<Event>`select * from event where tenant_id = ${tenant.id} and status = 'RECORDED' order by recorded_at, subject_version, id`.execute(db)).rows,
  )

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  for (let n = 0; n < 3; n++) {
    const { farmerId, cropId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 400, '2025-10-20')
    crops.push(cropId)
  }
  for (let n = 0; n < 3; n++) await chain.buy((await chain.lot()).id, pick(crops), 60, '2025-10-28')
  for (let step = 0; step < 90; step++) await work(`2025-11-${String(1 + random(28)).padStart(2, '0')}`)
}, 300_000)

describe('replaying what was recorded', () => {
  it('had a season worth replaying', () => {
    expect(counts.done).toBeGreaterThan(25)
    expect(counts.refused).toBeGreaterThan(5)
    expect(counts.voided).toBeGreaterThan(3)
  })

  it('gives every lot the kilograms its column says', async () => {
    const events = await recorded()
    const { lots, links } = await world.scoped('ada', async ({ db, tenant }) => ({
      lots: (await sql<Json>`select id, crop_id, on_hand_kg, closed_qty_kg, available_kg, status from productbatch where tenant_id = ${tenant.id}`.execute(db))
        .rows,
      links: (await sql<Json>`select event_id, output_id, sum(kg) as kg from lot_link where tenant_id = ${tenant.id} group by event_id, output_id`.execute(db))
        .rows,
    }))
    const grams = new Map<string, number>(lots.map(({ id }) => [id, 0]))
    const add = (id: string, kg: number) => grams.set(id, (grams.get(id) ?? Number.NaN) + toGrams(kg))
    const farmLot = (cropId: string) => lots.find(({ crop_id }) => crop_id === cropId)?.id as string
    const made = (event: Event) => links.filter(({ event_id, output_id }) => event_id === event.id && output_id !== event.subject_id)
    for (const event of events) {
      const { event_type: type, subject_id: id, data } = event
      if (type === 'HARVEST') add(farmLot(id), data.kg)
      if (type === 'RETAINED') add(farmLot(id), -data.kg)
      if (type === 'PURCHASE') {
        add(farmLot(data.cropId), -data.netKg)
        add(id, data.netKg)
      }
      if (type === 'HEAP_BUILT')
        for (const { batchId, kg } of data.inputs) {
          add(batchId, -kg)
          add(id, kg)
        }
      if (type === 'SPLIT') {
        for (const { kg } of data.outputs) add(id, -kg)
        for (const { output_id, kg } of made(event)) add(output_id, kg)
      }
      if (type === 'LOSS') add(id, -data.kg)
      if (type === 'ADJUST_APPROVED')
        add(id, events.slice(0, events.indexOf(event)).findLast((one) => one.event_type === 'ADJUST' && one.subject_id === id)?.data.deltaKg)
    }
    for (const lot of lots) {
      expect(toGrams(lot.on_hand_kg)).toBe(grams.get(lot.id))
      expect(lot.available_kg).toBe(['OPEN', 'CLOSED'].includes(lot.status) ? lot.on_hand_kg : 0)
    }
  })

  it('never finds a lot below nothing at any moment, and every event in balance', async () => {
    const entries = await world.scoped(
      'ada',
      async ({ db, tenant }) =>
        (await sql<Json>`select batch_id, event_id, account, delta_kg, at from ledger_entry where tenant_id = ${tenant.id}`.execute(db)).rows,
    )
    for (const [lot, own] of Map.groupBy(entries, (entry) => entry.batch_id as string | null)) {
      if (lot) expect(lowestBalance(own.map(({ account, delta_kg, at }) => ({ account, grams: toGrams(delta_kg), at })))).toEqual({ grams: 0, at: null })
    }
    for (const [, own] of Map.groupBy(entries, (entry) => entry.event_id as string))
      expect(own.reduce((sum, { delta_kg }) => sum + toGrams(delta_kg), 0)).toBe(0)
  })

  it('tells of every crop what its columns tell', async () => {
    const events = await recorded()
    for (const id of crops) {
      const crop = await chain.view('crop', id)
      const projection = cropProjection(
        events
          .filter(({ subject_id }) => subject_id === id)
          .map(
            ({ id: eventId, event_type, occurred_at, data }) =>
              ({
                id: eventId,
                eventType: event_type,
                occurredAt: occurred_at,
                recordedAt: occurred_at,
                day: occurred_at.slice(0, 10),
                recordedBy: null,
                data,
              }) as CropEvent,
          ),
        crop.areaHa,
      )
      expect({
        harvestedKg: crop.harvestedKg,
        retainedKg: crop.retainedKg,
        estimatedKg: crop.estimatedKg,
        sowingDate: crop.sowingDate,
        harvestEnd: crop.harvestEnd,
      }).toEqual({
        harvestedKg: projection.harvestedKg,
        retainedKg: projection.retainedKg,
        estimatedKg: projection.estimatedKg,
        sowingDate: projection.sowingDate,
        harvestEnd: projection.harvestEnd,
      })
      const bought = events
        .filter(({ event_type, data }) => event_type === 'PURCHASE' && data.cropId === id)
        .reduce((sum, { data }) => sum + toGrams(data.netKg), 0)
      expect(toGrams(crop.purchasedKg)).toBe(bought)
    }
  })

  it('traces every lot back to plots that sum to it', async () => {
    const lots: Json[] = (await ok(as('ada').get('/productbatch?limit=200'))).items
    for (const lot of lots.filter(({ closedQtyKg }) => closedQtyKg > 0)) {
      const { parcels, root } = await ok(as('ada').get(`/productbatch/${lot.id}/trace`))
      expect(parcels.reduce((sum: number, { kg }: Json) => sum + toGrams(kg), 0)).toBe(toGrams(root.kg))
    }
  })
})
