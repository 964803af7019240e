// Corrections at the last gram (BR-26): what leaves a lot with exactly nothing is taken, a gram more is refused with what stands on it, and nothing is written; of what is entered late by the books
// of its own time, of tickets that are taken back, and of those that are corrected.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let cropId: string
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const blocked = { status: 422, body: { ruleId: 'BR-26' } }
const undo = (lotId: string, eventId: string, who = 'pooja') => as(who).post(`/productbatch/${lotId}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const split = (lotId: string, kg: number, day: string, hour = 10) => record(as('pooja'), 'productbatch', lotId, 'SPLIT', day, { outputs: [{ kg }] }, hour)
const onHand = async (lotId: string): Promise<number> => (await chain.view('productbatch', lotId)).onHandKg
/** The same ticket with other kilograms. */
const corrected = async (lotId: string, eventId: string, day: string, netKg: number) => {
  const { data } = (await ok(as('pooja').get(`/productbatch/${lotId}/events?limit=100`))).items.find(({ id }: Json) => id === eventId)
  const body = {
    eventType: 'PURCHASE',
    occurredAt: at(day),
    lateReason: 'Weighed again',
    supersedesEventId: eventId,
    data: { ...data, grossKg: netKg + 2, netKg },
  }
  return as('pooja').post(`/productbatch/${lotId}/events`, body)
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const grown = await chain.sown()
  cropId = grown.cropId
  await chain.decide('APPROVED', grown.farmerId)
  await chain.picked(cropId, 1200)
}, 120_000)

describe('a ticket whose kilograms have gone on in part (BR-26)', () => {
  const stage = async (sentOnKg: number) => {
    const { id: lotId } = await chain.lot()
    await ok(chain.buy(lotId, cropId, 100, '2025-11-03'))
    const second = (await ok(chain.buy(lotId, cropId, 50, '2025-11-04'))).event.id as string
    await ok(record(as('pooja'), 'productbatch', lotId, 'CLOSED', '2025-11-09', {}, 12))
    const { event } = await ok(split(lotId, sentOnKg, '2025-11-10'))
    return { lotId, second, splitBy: event.id as string }
  }
  it('is taken back where exactly as much is left, and not with a gram less', async () => {
    const enough = await stage(100)
    await ok(undo(enough.lotId, enough.second))
    expect(await onHand(enough.lotId)).toBe(0)
    const short = await stage(100.001)
    await refused(() => undo(short.lotId, short.second), blocked)
    expect(await onHand(short.lotId)).toBe(49.999)
    // What stands on it goes first.
    await ok(undo(short.lotId, short.splitBy))
    await ok(undo(short.lotId, short.second))
    expect(await onHand(short.lotId)).toBe(100)
  })
  it('is corrected to exactly as much as went on, and not to a gram less', async () => {
    const { lotId, second } = await stage(120)
    await refused(() => corrected(lotId, second, '2025-11-04', 19.999), blocked)
    const least = await ok(corrected(lotId, second, '2025-11-04', 20))
    expect(await onHand(lotId)).toBe(0)
    // Nor to a day after the lot was closed.
    await refused(() => corrected(lotId, least.event.id, '2025-11-11', 20), { status: 409 })
    await ok(corrected(lotId, least.event.id, '2025-11-09', 20))
  })
  it('bounds what is entered late by the books of its own day, though there is more today; and with a picking that is taken back, by what is left', async () => {
    const { cropId: own } = await chain.sown()
    const pick = (kg: number, day: string, more: Json = {}) =>
      as('fatima').post(`/crop/${own}/events`, { eventType: 'HARVEST', occurredAt: at(day), data: { pickNo: 1, kg }, lateReason: 'From the book', ...more })
    const keep = (kg: number, day: string) => record(as('fatima'), 'crop', own, 'RETAINED', day, { kg, purpose: 'SEED' })
    await ok(pick(60, '2025-10-03'))
    const second = await ok(pick(40, '2025-10-20'))
    await refused(() => keep(60.001, '2025-10-10'), { status: 422 })
    await ok(keep(60, '2025-10-10'))
    await refused(() => keep(40.001, '2025-10-25'), { status: 422 })
    await ok(keep(39.999, '2025-10-25'))
    // By what left after it.
    await refused(() => keep(0.002, '2025-10-21'), { status: 422 })
    await refused(() => as('fatima').post(`/crop/${own}/events/${second.event.id}/void`, { reason: 'INCORRECT_DATA' }), blocked)
    await refused(() => pick(39.998, '2025-10-20', { supersedesEventId: second.event.id }), blocked)
    const least = await ok(pick(39.999, '2025-10-20', { supersedesEventId: second.event.id }))
    // Nor on a day after what was retained of it.
    await refused(() => pick(39.999, '2025-10-26', { supersedesEventId: least.event.id }), blocked)
    expect((await chain.view('crop', own)).remainingSellableKg).toBe(0)
  })
})
