// The price of a ticket beside what others were paid by then (BR-29): 20 % more or less is usual and a paisa beyond is found; a ticket that is entered late is compared with those of before it,
// and not with one that was taken back; a correction is judged as the ticket is. A premium is for certified goods alone.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
let lotId: string
let cropId: string
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const found = (body: Json): Json[] => body.findings.filter(({ ruleId }: Json) => ruleId === 'BR-29').map(({ figures }: Json) => figures)
const pay = async (day: string, pricePerKg: number, more: Json = {}) => ok(chain.buy(lotId, cropId, 10, day, { pricePerKg, premiumPerKg: null, ...more }))
const undo = (eventId: string) => ok(as('pooja').post(`/productbatch/${lotId}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }))
/** The same ticket with another price, in its place. */
const corrected = async (eventId: string, day: string, values: Json) => {
  const { data } = (await ok(as('pooja').get(`/productbatch/${lotId}/events?limit=100`))).items.find(({ id }: Json) => id === eventId)
  const body = { eventType: 'PURCHASE', occurredAt: at(day), lateReason: 'Read again', supersedesEventId: eventId, data: { ...data, ...values } }
  return ok(as('pooja').post(`/productbatch/${lotId}/events`, body))
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const grown = await chain.sown()
  cropId = grown.cropId
  await chain.decide('APPROVED', grown.farmerId)
  await chain.picked(cropId, 1000)
  lotId = (await chain.lot()).id
}, 120_000)

describe('a price (BR-29)', () => {
  it('is usual at 20 % above and below what others were paid, and found a paisa beyond; two others say nothing', async () => {
    for (const price of [70_00, 70_00]) expect(found(await pay('2025-11-01', price))).toEqual([])
    expect(found(await pay('2025-11-01', 10_00))).toEqual([])
    // Of 10, 70 and 70 the middle one is 70; with 84 and 56 beside them, too.
    for (const [price, isFound] of [
      [84_00, false],
      [84_01, true],
      [56_00, false],
      [55_99, true],
    ] as const) {
      const answer = await pay('2025-11-02', price)
      expect(found(answer), String(price)).toEqual(isFound ? [{ pricePerKg: price, referencePerKg: 70_00 }] : [])
      await undo(answer.event.id)
    }
  })
  it('that is entered late is beside those of before it, whatever was paid since', async () => {
    for (const day of ['2025-12-01', '2025-12-02', '2025-12-03', '2025-12-04']) await pay(day, 120_00)
    expect(found(await pay('2025-12-05', 120_00))).toEqual([])
    const late = await pay('2025-11-03', 70_00)
    expect(found(late)).toEqual([])
    const dear = await pay('2025-11-04', 120_00)
    expect(found(dear)).toEqual([{ pricePerKg: 120_00, referencePerKg: 70_00 }])
    for (const { event } of [late, dear]) await undo(event.id)
  })
  it('follows a correction of the ticket, and what was taken back is no price of others', async () => {
    const flags = async () => (await chain.view('productbatch', lotId)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-29').length
    const before = await flags()
    const open = async () => (await flags()) - before
    const dear = await pay('2025-11-04', 120_00)
    expect(await open()).toBe(1)
    const less = await corrected(dear.event.id, '2025-11-04', { pricePerKg: 84_00 })
    expect([found(less), await open()]).toEqual([[], 0])
    const more = await corrected(less.event.id, '2025-11-04', { pricePerKg: 84_01 })
    expect([found(more).length, await open()]).toEqual([1, 1])
    await undo(more.event.id)
    expect(await open()).toBe(0)
    const { items } = await ok(as('pooja').get(`/productbatch/${lotId}/events?limit=100`))
    const first = items.filter(
      ({ occurredAt, status, eventType }: Json) => eventType === 'PURCHASE' && status === 'RECORDED' && occurredAt.startsWith('2025-11-01'),
    )
    expect(first).toHaveLength(3)
    await undo(first[0].id)
    // Two others are left by then.
    expect(found(await pay('2025-11-04', 120_00))).toEqual([])
  })
  it('has a premium for what is bought under a claim; of conventional goods it is found, until that is corrected', async () => {
    const { id } = await chain.lot()
    lotId = id
    const plain = await pay('2025-11-05', 70_00, { premiumPerKg: 1, asConventional: true })
    expect(found(plain)).toEqual([{ premiumPerKg: 1 }])
    expect(found(await corrected(plain.event.id, '2025-11-05', { premiumPerKg: 0 }))).toEqual([])
    const { id: certified } = await chain.lot()
    lotId = certified
    expect(found(await pay('2025-11-05', 70_00, { premiumPerKg: 6_00 }))).toEqual([])
    await refused(() => chain.buy(lotId, cropId, 10, '2025-11-05', { pricePerKg: 70_00, premiumPerKg: null, deductions: 700_01 }), {
      status: 422,
      body: { ruleId: 'BR-29' },
    })
  })
})
