// What was adjusted, and what was lost, goes with the goods (BR-30, 4.4; docs/decisions/0096): another lot number is no other goods, and neither is a split that is taken back.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, ok, record } from './chain-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: ReturnType<typeof salesOf>
const as = (key: string) => world.as(key, 'OP1')
const refused = refusing(() => world)
const blocked = (figures: Record<string, unknown>) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId: 'BR-30', figures } })
const on = (who: string, lot: string, type: string, day: string, data: Record<string, unknown> = {}, hour = 10) =>
  record(as(who), 'productbatch', lot, type, day, data, hour)
async function proposed(lot: string, deltaKg: number, day: string, hour = 11) {
  const { event } = await ok(on('pooja', lot, 'ADJUST', day, { deltaKg, reason: 'Weighed again' }, hour))
  const approve = (who = 'omar') => on(who, lot, 'ADJUST_APPROVED', day, { adjustEventId: event.id }, hour)
  return { approve, agree: () => on('carla', lot, 'ADJUST_AGREED', day, { adjustEventId: event.id }, hour) }
}
const adjust = async (lot: string, deltaKg: number, day: string, hour = 11) => (await proposed(lot, deltaKg, day, hour)).approve()
/** The event, and the lot that it made. */
async function split(lot: string, kg: number, day: string, hour = 12): Promise<{ eventId: string; partId: string }> {
  const { event } = await ok(on('pooja', lot, 'SPLIT', day, { outputs: [{ kg }] }, hour))
  return { eventId: event.id, partId: await chain.madeBy(event.id) }
}
async function heap(inputs: { batchId: string; kg: number }[], day: string, type = 'HEAP_BUILT', hour = 13): Promise<{ eventId: string; heapId: string }> {
  const { id } = await chain.lot()
  const { event } = await ok(on('pooja', id, type, day, { inputs }, hour))
  return { eventId: event.id, heapId: id }
}
const undo = (lot: string, eventId: string, who = 'omar') => as(who).post(`/productbatch/${lot}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const onHand = async (lot: string): Promise<number> => (await chain.view('productbatch', lot)).onHandKg
const lose = (who: string, lot: string, kg: number, day: string, hour = 11) => on(who, lot, 'LOSS', day, { cause: 'DRYING', kg }, hour)
const tooLost = (figures: Record<string, unknown>) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId: '4.4', figures } })

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
}, 120_000)

describe('goods that were adjusted', () => {
  it('are so in the lot that they are split into', async () => {
    const lot = await sales.lot(276.5)
    await ok(adjust(lot, 8.2, '2025-12-01'))
    const { partId } = await split(lot, 284.7, '2025-12-02')
    await refused((await proposed(partId, 8.4, '2025-12-03')).approve, blocked({ deltaKg: 8.4, adjustedKg: 8.2, cameKg: 276.5 }))
    await ok(adjust(partId, 0.09, '2025-12-03'))
    // What takes it back is within it.
    await ok(adjust(partId, -8, '2025-12-04'))
    expect(await onHand(partId)).toBe(276.79)
  })
  it.each(['HEAP_BUILT', 'MERGE'])('are so where they are joined: %s', async (type) => {
    const [lot, other] = [await sales.lot(100), await sales.lot(100)]
    await ok(adjust(lot, 3, '2025-12-01'))
    const { heapId } = await heap([{ batchId: lot, kg: 103 }], '2025-12-02', type)
    await refused((await proposed(heapId, 0.01, '2025-12-03')).approve, blocked({ adjustedKg: 3, cameKg: 100 }))
    await ok(on('pooja', heapId, type, '2025-12-04', { inputs: [{ batchId: other, kg: 100 }] }))
    await ok(adjust(heapId, 3, '2025-12-05'))
    await refused((await proposed(heapId, 0.01, '2025-12-05')).approve, blocked({ adjustedKg: 6, cameKg: 200 }))
  })
  it('are so at the buyer, whoever they were bought from', async () => {
    const lot = await sales.lot(100)
    await ok(adjust(lot, 2.9, '2025-12-01'))
    const { partId } = await sales.send(lot, 102.9, undefined, '2025-12-02')
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-12-03', { batchId: partId, grossKg: 202.9, tareKg: 100, netKg: 102.9 }))
    const { event } = await ok(on('paul', partId, 'ADJUST', '2025-12-04', { deltaKg: 1, reason: 'Weighed again' }))
    const approve = () => on('ada', partId, 'ADJUST_APPROVED', '2025-12-04', { adjustEventId: event.id })
    await refused(approve, blocked({ deltaKg: 1, adjustedKg: 2.9, cameKg: 100 }))
  })
  it('are others than those of a split lot of which nothing was adjusted: that has its own 3 %, and so has what is left', async () => {
    const lot = await sales.lot(100)
    const { partId } = await split(lot, 50, '2025-12-01')
    await ok(adjust(partId, 1.5, '2025-12-02'))
    await ok(adjust(lot, 1.5, '2025-12-02'))
    await refused((await proposed(lot, 0.01, '2025-12-03')).approve, blocked({ adjustedKg: 1.5, cameKg: 50 }))
    await refused((await proposed(partId, 0.01, '2025-12-03')).approve, blocked({ adjustedKg: 1.5, cameKg: 50 }))
  })
  it('are so also where they are adjusted late, before they were split', async () => {
    const lot = await sales.lot(100)
    const { partId } = await split(lot, 99, '2025-12-05')
    await ok(adjust(partId, 2.9, '2025-12-06'))
    await refused((await proposed(lot, 2.9, '2025-12-04')).approve, blocked({ deltaKg: 2.9 }))
    expect([await onHand(lot), await onHand(partId)]).toEqual([1, 101.9])
  })
  it('are so where the split is entered late, before they were adjusted', async () => {
    const lot = await sales.lot(100)
    await ok(adjust(lot, 1.5, '2025-12-05'))
    const { partId } = await split(lot, 50, '2025-12-04')
    await ok(adjust(partId, 1.5, '2025-12-06'))
    const other = await sales.lot(100)
    await ok(adjust(other, 1.5, '2025-12-05'))
    await ok(adjust(other, 1.4, '2025-12-06'))
    const late = await split(other, 50, '2025-12-04')
    await refused((await proposed(late.partId, 1.5, '2025-12-06')).approve, blocked({ deltaKg: 1.5 }))
  })
})

describe('adjustments of two lots of the same goods', () => {
  it('are judged one after the other, also when they are approved at once', async () => {
    const lot = await sales.lot(100)
    await ok(adjust(lot, 1.5, '2025-12-05'))
    await ok(adjust(lot, 1.4, '2025-12-06'))
    const parts = [await split(lot, 20, '2025-12-04', 12), await split(lot, 20, '2025-12-04', 13)]
    const waiting = []
    for (const { partId } of parts) waiting.push(await proposed(partId, 0.09, '2025-12-07'))
    const answers = await Promise.all(waiting.map(({ approve }) => approve()))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject(blocked({ deltaKg: 0.09, adjustedKg: 2.99, cameKg: 100 }).body)
  })
})

describe('a run of adjustments', () => {
  it('is ended by no split, which may be taken back, and by no joining', async () => {
    const lot = await sales.lot(300)
    await sales.send(lot, 283, undefined, '2025-12-01')
    await ok(adjust(lot, 0.5, '2025-12-02'))
    await split(lot, 0.1, '2025-12-02')
    await refused((await proposed(lot, 0.5, '2025-12-03')).approve, blocked({ deltaKg: 0.5 }))
    await split(lot, 0.1, '2025-12-03')
    await refused((await proposed(lot, 0.05, '2025-12-04')).approve, blocked({ deltaKg: 0.05 }))
    await heap([{ batchId: lot, kg: 0.1 }], '2025-12-04')
    await refused((await proposed(lot, 0.05, '2025-12-05')).approve, blocked({ deltaKg: 0.05 }))
  })
  it('is measured by what is left, too', async () => {
    const lot = await sales.lot(100)
    await ok(adjust(lot, 1, '2025-12-01'))
    await ok(lose('omar', lot, 51, '2025-12-02'))
    await refused((await proposed(lot, 0.6, '2025-12-03')).approve, blocked({ deltaKg: 0.6, adjustedKg: 1, bookKg: 49 }))
    await ok(adjust(lot, 0.4, '2025-12-03'))
  })
})

describe('what is taken back', () => {
  it('leaves no more adjusted than 3 %: neither an adjustment the other way, nor goods that were joined', async () => {
    const lot = await sales.lot(100)
    const { event: less } = await ok(adjust(lot, -2.9, '2025-12-01'))
    await ok(adjust(lot, 2.9, '2025-12-02'))
    const { event: last } = await ok(adjust(lot, 2.8, '2025-12-03'))
    await refused(() => undo(lot, less.id), { status: 409, body: { figures: { eventId: last.id } } })
    await ok(undo(lot, last.id))
    await ok(undo(lot, less.id))
    const [one, other] = [await sales.lot(100), await sales.lot(100)]
    const { heapId } = await heap([{ batchId: one, kg: 100 }], '2025-12-01')
    const { event: joined } = await ok(on('pooja', heapId, 'MERGE', '2025-12-02', { inputs: [{ batchId: other, kg: 100 }] }))
    await ok(adjust(heapId, 2.9, '2025-12-03'))
    const { event } = await ok(adjust(heapId, 2.9, '2025-12-04'))
    await refused(() => undo(heapId, joined.id), { status: 409, body: { figures: { eventId: event.id } } })
    await ok(undo(heapId, event.id))
    await ok(undo(heapId, joined.id))
  })
})

describe('goods of which some were lost', () => {
  it('are so in the lot that they are split into, and the lot that they left has only what stayed to lose', async () => {
    const lot = await sales.lot(100)
    await ok(lose('pooja', lot, 0.99, '2025-12-01'))
    const { partId } = await split(lot, 90.01, '2025-12-02')
    await refused(() => lose('pooja', partId, 0.5, '2025-12-03'), tooLost({ share: 0.0154 }))
    await refused(() => lose('pooja', lot, 0.5, '2025-12-03'), tooLost({}))
    const { heapId } = await heap([{ batchId: partId, kg: 90.01 }], '2025-12-04')
    await refused(() => lose('pooja', heapId, 0.5, '2025-12-05'), tooLost({ share: 0.0154 }))
    await ok(lose('omar', heapId, 0.5, '2025-12-05'))
    const flags = (await chain.view('productbatch', heapId)).flags as { ruleId: string; figures: Record<string, unknown> }[]
    expect(flags.find(({ ruleId }) => ruleId === '4.4')?.figures).toMatchObject({ share: 0.0154 })
  })
  it('are so also where that is recorded late; a split lot of which nothing was lost has its own 1 %', async () => {
    const lot = await sales.lot(100)
    const { partId } = await split(lot, 50, '2025-12-05')
    await ok(lose('pooja', partId, 0.5, '2025-12-06'))
    await refused(() => lose('pooja', lot, 0.9, '2025-12-04'), tooLost({}))
    await ok(lose('pooja', lot, 0.5, '2025-12-06'))
  })
})

describe('the page of a lot', () => {
  const offers = async (who: string, lot: string): Promise<string[]> => {
    const { may } = await ok(as(who).get(`/productbatch/${lot}`))
    return may.filter((name: string) => name.startsWith('ADJUST_') || name.startsWith('OPENING_'))
  }
  it('offers a decision on an adjustment where one waits for it, and to nobody who proposed it', async () => {
    const lot = await sales.lot(100)
    expect([await offers('omar', lot), await offers('carla', lot), await offers('ada', lot)]).toEqual([[], [], []])
    await refused(() => on('omar', lot, 'ADJUST_APPROVED', '2025-12-01'), { status: 409 })
    await refused(() => on('carla', lot, 'ADJUST_AGREED', '2025-12-01'), { status: 409 })
    const small = await proposed(lot, 1, '2025-12-01')
    expect([await offers('omar', lot), await offers('carla', lot)]).toEqual([['ADJUST_APPROVED'], ['ADJUST_AGREED']])
    await ok(small.approve())
    expect([await offers('omar', lot), await offers('carla', lot)]).toEqual([[], []])
    const large = await proposed(lot, 9, '2025-12-02')
    expect([await offers('omar', lot), await offers('carla', lot)]).toEqual([[], ['ADJUST_AGREED']])
    await refused(large.approve, blocked({ deltaKg: 9 }))
    await ok(large.agree())
    expect([await offers('omar', lot), await offers('carla', lot)]).toEqual([['ADJUST_APPROVED'], []])
    await ok(large.approve())
    await ok(on('omar', lot, 'ADJUST', '2025-12-03', { deltaKg: -0.1, reason: 'Weighed again' }))
    expect([await offers('omar', lot), await offers('ada', lot)]).toEqual([[], ['ADJUST_APPROVED']])
  })
  it('offers opening stock where none is proposed, its approval where one waits, and neither of a farm lot', async () => {
    const { id } = await chain.lot()
    expect([await offers('pooja', id), await offers('ada', id)]).toEqual([['OPENING_STOCK'], ['OPENING_STOCK']])
    await ok(on('pooja', id, 'OPENING_STOCK', '2025-12-01', { kg: 10, claim: 'CONVENTIONAL' }))
    expect([await offers('pooja', id), await offers('ada', id)]).toEqual([[], ['OPENING_APPROVED']])
    const { cropId } = await chain.sown()
    await chain.picked(cropId, 10)
    const { items } = await ok(as('ada').get(`/productbatch?filter[cropId]=${cropId}`))
    expect(await offers('ada', items[0].id)).toEqual([])
  })
})
