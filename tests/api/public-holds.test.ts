// The public page of goods made of a lot that a test restricts (BR-15): it makes no claim while the lot is restricted, and none after the rest of that lot was
// released as conventional.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const lotEvent = (who: string, lot: string, type: string, day: string, data: Record<string, unknown> = {}) =>
  record(as(who), 'productbatch', lot, type, day, data)

/** What a shopper reads of the goods. */
async function claimOnPage(lot: string): Promise<{ claim: string; claimState: string }> {
  const { qrToken } = await chain.view('productbatch', lot)
  const { claim, claimState }: Json = await ok(world.stranger().get(`/api/public/batch/${qrToken}`))
  return { claim, claimState }
}

/** A heap of 1,000 kg, and a lot made of 400 kg of it and one made of 100 kg of that. */
async function chained(): Promise<{ source: string; made: string; below: string }> {
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 1000)
  const { id: source } = await chain.lot()
  await ok(chain.buy(source, cropId, 1000))
  await ok(lotEvent('pooja', source, 'CLOSED', '2025-11-20'))
  const of = async (input: string, kg: number, day: string) => {
    const { id } = await chain.lot()
    await ok(lotEvent('pooja', id, 'HEAP_BUILT', day, { inputs: [{ batchId: input, kg }] }))
    await ok(lotEvent('pooja', id, 'CLOSED', day))
    return id
  }
  const made = await of(source, 400, '2025-11-21')
  return { source, made, below: await of(made, 100, '2025-11-22') }
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('the public page of goods whose source has a positive result', () => {
  it('makes no claim while the source is restricted, and none after its rest was released as conventional, whatever is taken back then', async () => {
    const { source, made, below } = await chained()
    const valid = { claim: 'ORGANIC', claimState: 'valid' }
    for (const lot of [made, below]) expect(await claimOnPage(lot)).toEqual(valid)
    const result = { kind: 'GMO', sampleNo: 'S-1', result: 'POSITIVE', reportNo: 'L-1' }
    const { event: first } = await ok(lotEvent('pooja', source, 'LAB_RESULT', '2025-12-01', result))
    for (const lot of [made, below]) expect((await claimOnPage(lot)).claimState).toBe('onHold')
    await ok(as('omar').post(`/productbatch/${source}/events/${first.id}/void`, { reason: 'INCORRECT_DATA', note: 'Of another lot' }))
    for (const lot of [made, below]) expect(await claimOnPage(lot)).toEqual(valid)
    const { event } = await ok(lotEvent('pooja', source, 'LAB_RESULT', '2025-12-02', { ...result, reportNo: 'L-2' }))
    const { event: release } = await ok(lotEvent('omar', source, 'RELEASE', '2025-12-03', { causeClosed: 'Sold as conventional', downgrade: true }))
    for (const lot of [made, below]) {
      expect(await chain.view('productbatch', lot)).toMatchObject({ status: 'QUARANTINED', claimStatus: 'CONVENTIONAL' })
      expect((await claimOnPage(lot)).claimState).not.toBe('valid')
    }
    // Goods that are sold on as conventional are free, and make no claim.
    await ok(
      as('omar').post(`/productbatch/${below}/events`, {
        eventType: 'RELEASE',
        occurredAt: clock().toISOString(),
        data: { causeClosed: 'Sold as conventional', downgrade: true },
      }),
    )
    expect((await claimOnPage(below)).claim).toBe('CONVENTIONAL')
    // In the order opposite to that in which they were recorded.
    const [last] = (await ok(as('omar').get(`/productbatch/${below}/events`))).items.filter(({ eventType }: Json) => eventType === 'RELEASE')
    await ok(as('omar').post(`/productbatch/${below}/events/${last.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(as('omar').post(`/productbatch/${source}/events/${release.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(as('omar').post(`/productbatch/${source}/events/${event.id}/void`, { reason: 'INCORRECT_DATA', note: 'Of another lot' }))
    // A claim that fell after goods had left the lot never rises (BR-11).
    for (const lot of [made, below]) expect(await claimOnPage(lot)).toEqual({ claim: 'CONVENTIONAL', claimState: 'none' })
  })
})

describe('the public page of a lot at a company that is suspended', () => {
  it('makes no claim while it is, and again once that is taken back', async () => {
    const sales = salesOf(chain)
    const { partId: lot } = await sales.send(await sales.lot(200), 100)
    expect((await chain.view('productbatch', lot)).processorId).toBe(chain.ginner)
    expect((await claimOnPage(lot)).claimState).toBe('valid')
    const { event } = await ok(record(as('ada'), 'processor', chain.ginner, 'SUSPENDED', '2026-01-10', { reason: 'Audit open' }))
    expect((await claimOnPage(lot)).claimState).toBe('onHold')
    await ok(as('ada').post(`/processor/${chain.ginner}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR', note: 'Another company' }))
    expect(await claimOnPage(lot)).toEqual({ claim: 'ORGANIC', claimState: 'valid' })
  })
})
