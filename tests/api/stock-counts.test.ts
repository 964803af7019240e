// A stock count is compared with the books of its own moment (BR-30), whatever is recorded later of the time before, taken back, or approved; and a line is given
// up without stock, whichever was recorded first (domain dictionary 4.2).
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { delivererOf } from './notification-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let lot = ''
const as = (key: string) => world.as(key, 'OP1')
const lineEvent = (type: string, day: string, data: Record<string, unknown>, line = chain.gin, who = 'paul') =>
  record(as(who), 'processingsystem', line, type, day, data)
const lotEvent = (type: string, day: string, data: Record<string, unknown> = {}, hour = 10) => record(as('omar'), 'productbatch', lot, type, day, data, hour)
const undo = (who: string, entity: string, id: string, eventId: string) => as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
/** Rule and difference of what is open about the lot. */
const ofLot = async () => (await chain.view('productbatch', lot)).flags.map(({ ruleId, figures: { deltaKg } }: Json) => [ruleId, deltaKg])
const ofLine = async () => (await chain.view('processingsystem', chain.gin)).flags.filter(({ figures }: Json) => figures?.batchId === lot)

const refused = refusing(() => world)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  lot = await chain.boughtAtGin(1000)
}, 120_000)

describe('a stock count', () => {
  it('finds what is recorded late for a day before it, and proposes the difference as it is known then', async () => {
    const { findings } = await ok(lineEvent('STOCK_COUNT', '2025-12-04', { batchId: lot, countedKg: 1000 }))
    expect([findings, await ofLot()]).toEqual([[], []])
    const { items } = await ok(as('paul').get(`/productbatch/${lot}/events`))
    const counted = items.find(({ eventType }: Json) => eventType === 'STOCK_COUNTED')
    // Waste of the day before: 10 kg more were counted than were there.
    const waste = await ok(lineEvent('WASTE_OUT', '2025-12-03', { batchId: lot, kg: 10, destination: 'Compost' }))
    expect(await ofLot()).toEqual([['BR-30', 10]])
    expect(await ofLine()).toMatchObject([{ ruleId: 'BR-30', severity: 'WARN', figures: { bookKg: 990, countedKg: 1000, deltaKg: 10 } }])
    // The approval names what it approves from its recording on.
    const approval = await ok(lotEvent('ADJUST_APPROVED', '2025-12-06'))
    expect(approval.event.data).toMatchObject({ adjustEventId: counted.id })
    expect(await chain.view('productbatch', lot)).toMatchObject({ onHandKg: 1000, flags: [] })
    expect(await ofLine()).toEqual([])
    await ok(undo('omar', 'productbatch', lot, approval.event.id))
    expect(await ofLot()).toEqual([['BR-30', 10]])
    await ok(undo('paul', 'processingsystem', chain.gin, waste.event.id))
    expect([await ofLot(), await ofLine()]).toEqual([[], []])
  })
  it('that is approved stays approved when an earlier one, recorded late, proposes something', async () => {
    const count = (day: string, countedKg: number) => lineEvent('STOCK_COUNT', day, { batchId: lot, countedKg, cause: 'Counted' })
    const second = await ok(count('2025-12-07', 995))
    await ok(lotEvent('ADJUST_APPROVED', '2025-12-07', {}, 12))
    expect(await chain.view('productbatch', lot)).toMatchObject({ onHandKg: 995, flags: [] })
    const first = await ok(count('2025-12-06', 990))
    expect(await ofLot()).toEqual([['BR-30', -10]])
    const blocked = await undo('paul', 'processingsystem', chain.gin, second.event.id)
    expect(blocked).toMatchObject({ status: 422, body: { ruleId: 'BR-26' } })
    await ok(undo('paul', 'processingsystem', chain.gin, first.event.id))
    await ok(undo('omar', 'productbatch', lot, blocked.body.figures.eventId))
    await ok(undo('paul', 'processingsystem', chain.gin, second.event.id))
    expect(await chain.view('productbatch', lot)).toMatchObject({ onHandKg: 1000, flags: [] })
  })
  it('is possible of what is used up: what is found there is to be decided on', async () => {
    const taken = await ok(lineEvent('WASTE_OUT', '2025-12-10', { batchId: lot, kg: 1000, destination: 'Compost' }, chain.gin, 'ada'))
    await ok(lineEvent('STOCK_COUNT', '2025-12-11', { batchId: lot, countedKg: 3, cause: 'Under the press' }))
    expect(await ofLine()).toMatchObject([{ severity: 'REVIEW', figures: { bookKg: 0, countedKg: 3 } }])
    await ok(undo('ada', 'processingsystem', chain.gin, taken.event.id))
    // Of 1,000 kg in the books 3 were counted.
    expect(await ofLot()).toEqual([['BR-30', -997]])
  })
})

describe('a line that is given up', () => {
  it('holds no stock at that moment, whichever was recorded first', async () => {
    const place = { place: 'Khargone', district: 'Khargone', capacityKgPerDay: 10_000, systemType: 'PRESSING', segregation: 'DEDICATED' }
    const { id } = await ok(as('ada').post('/processingsystem', { ...place, name: 'Old press', processorId: chain.ginner }))
    await ok(record(as('ada'), 'processingsystem', id, 'ACTIVATED', '2025-06-01'))
    const source = (await chain.lot()).id
    const { farmerId, cropId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 500)
    await ok(chain.buy(source, cropId, 500))
    await ok(record(as('omar'), 'productbatch', source, 'CLOSED', '2025-11-21'))
    await ok(record(as('omar'), 'productbatch', source, 'RELEASED', '2025-11-22'))
    await ok(record(as('pooja'), 'productbatch', source, 'DISPATCH', '2025-11-23', { buyerId: chain.ginner, kg: 500, invoiceNo: 'I-9' }))
    const [sent] = (await ok(as('paul').get('/productbatch?filter[status]=IN_TRANSIT'))).items
    const { event } = await ok(record(as('ada'), 'processingsystem', id, 'DECOMMISSIONED', '2025-12-05', { reason: 'Sold' }))
    const received = { batchId: sent.id, grossKg: 505, tareKg: 5, netKg: 500 }
    await refused(() => lineEvent('GOODS_RECEIVED', '2025-11-25', received, id), { status: 409, body: { figures: { eventId: event.id } } })
    await ok(undo('ada', 'processingsystem', id, event.id))
    const weighed = await ok(lineEvent('GOODS_RECEIVED', '2025-11-25', received, id))
    await refused(() => record(as('ada'), 'processingsystem', id, 'DECOMMISSIONED', '2025-12-05', { reason: 'Sold' }), { status: 422, body: { ruleId: '4.2' } })
    const waste = await ok(lineEvent('WASTE_OUT', '2025-12-01', { batchId: sent.id, kg: 500, destination: 'Compost' }, id, 'ada'))
    // Weighed anew, and used up by then: compared with what was sent, not with what is left.
    const again = { eventType: 'GOODS_RECEIVED', occurredAt: weighed.event.occurredAt, lateReason: 'Book', supersedesEventId: weighed.event.id }
    const data = { ...received, grossKg: 504, netKg: 499 }
    await refused(() => as('paul').post(`/processingsystem/${id}/events`, { ...again, data }), { status: 422, body: { figures: { eventId: waste.event.id } } })
    await ok(as('paul').post(`/processingsystem/${id}/events`, { ...again, data: { ...received, vehicle: 'MP09' } }))
    await ok(record(as('ada'), 'processingsystem', id, 'DECOMMISSIONED', '2025-12-05', { reason: 'Sold' }))
    await refused(() => undo('ada', 'processingsystem', id, waste.event.id), { status: 409 })
    // Stock that lay there then and lies elsewhere by now is stock of then.
    const { id: closing } = await ok(as('ada').post('/processingsystem', { ...place, name: 'Closing press', processorId: chain.ginner }))
    await ok(record(as('ada'), 'processingsystem', closing, 'ACTIVATED', '2025-06-01'))
    for (const [to, day] of [
      [closing, '2025-12-20'],
      [chain.gin, '2025-12-28'],
    ])
      await ok(record(as('paul'), 'productbatch', lot, 'MOVE', String(day), { processingSystemId: to }))
    const end = (day: string) => record(as('ada'), 'processingsystem', closing, 'DECOMMISSIONED', day, { reason: 'Sold' })
    await refused(() => end('2025-12-24'), { status: 422, body: { ruleId: '4.2' } })
    await ok(end('2025-12-29'))
    // Nothing is moved, or comes, to where nobody works any more.
    const other = await chain.view('productbatch', lot)
    expect(other.onHandKg).toBeGreaterThan(0)
    await refused(() => record(as('paul'), 'productbatch', lot, 'MOVE', '2026-01-10', { processingSystemId: id }), {
      status: 409,
      body: { code: 'STATE_CONFLICT' },
    })
  })
})

describe('adjustments (BR-30)', () => {
  const ofOne = (who: string, id: string, type: string, day: string, data: Record<string, unknown> = {}, hour = 10) =>
    record(as(who), 'productbatch', id, type, day, data, hour)
  const blocked = (ruleId: string, figures: Record<string, unknown> = {}) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId, figures } })
  let sales: ReturnType<typeof salesOf>
  beforeAll(() => {
    sales = salesOf(chain)
  })
  it('changes the books by at most 3 % alone, up or down; more with the certification body, and none approves what is theirs (BR-24)', async () => {
    const lot = await sales.lot(1000)
    const propose = (deltaKg: number, who = 'pooja') => ofOne(who, lot, 'ADJUST', '2025-12-07', { deltaKg, reason: 'Weighed again' })
    const approve = (id: string, who = 'omar') => ofOne(who, lot, 'ADJUST_APPROVED', '2025-12-08', { adjustEventId: id })
    const agree = (id?: string, who = 'carla') => ofOne(who, lot, 'ADJUST_AGREED', '2025-12-08', id ? { adjustEventId: id } : {}, 9)
    const { event: much } = await ok(propose(100))
    await refused(() => ofOne('omar', lot, 'ADJUST_APPROVED', '2025-12-08'), blocked('BR-30', { deltaKg: 100, bookKg: 1000 }))
    await refused(() => agree(much.id, 'omar'), { status: 403 })
    const { event: own } = await ok(propose(-20, 'omar'))
    await ok(propose(-30.001))
    // Somebody else has proposed something since; it stays one's own.
    await refused(() => approve(own.id), blocked('BR-24'))
    await refused(() => ofOne('ada', lot, 'ADJUST_APPROVED', '2025-12-08'), {
      status: 400,
      body: { fields: [{ path: 'data.adjustEventId', code: 'required' }] },
    })
    await refused(() => agree(), { status: 400, body: { fields: [{ path: 'data.adjustEventId', code: 'required' }] } })
    const down = (await chain.view('productbatch', lot)).flags.find(({ figures }: Json) => figures.deltaKg === -30.001).eventId
    await refused(() => approve(down), blocked('BR-30', { deltaKg: -30.001, bookKg: 1000 }))
    // What waits for the body is in its auditors' inboxes; what does not is not.
    const inboxes = delivererOf(world, clock)
    await inboxes.deliver()
    expect((await inboxes.inbox('carla', 'STOCK_DIFF')).filter(({ subjectId }) => subjectId === lot)).toHaveLength(2)
    const before = (await inboxes.inbox('omar', 'STOCK_DIFF')).length
    // Two at once: the body agrees once.
    const both = await Promise.all([agree(much.id), agree(much.id)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const agreed = both.find(({ status }) => status === 201)?.body
    expect([agreed.event.data.deltaKg, (await chain.view('productbatch', lot)).onHandKg]).toEqual([100, 1000])
    await inboxes.deliver()
    expect(await inboxes.inbox('omar', 'STOCK_DIFF')).toHaveLength(before + 1)
    const twice = await Promise.all([approve(much.id), approve(much.id, 'ada')])
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409])
    const approved = twice.find(({ status }) => status === 201)?.body
    expect((await chain.view('productbatch', lot)).onHandKg).toBe(1100)
    await refused(() => undo('carla', 'productbatch', lot, agreed.event.id), blocked('BR-26'))
    await ok(undo('omar', 'productbatch', lot, approved.event.id))
    await ok(undo('carla', 'productbatch', lot, agreed.event.id))
    await refused(() => approve(much.id), blocked('BR-30', { deltaKg: 100 }))
    await ok(approve(own.id, 'ada'))
    expect((await chain.view('productbatch', lot)).onHandKg).toBe(980)
    await refused(() => undo('omar', 'productbatch', lot, own.id), blocked('BR-26'))
  })
  it('adds up: many small ones are no large one, and what was added may be taken back', async () => {
    const lot = await sales.lot(1000)
    const adjust = async (deltaKg: number) => {
      const { event } = await ok(ofOne('pooja', lot, 'ADJUST', '2025-12-07', { deltaKg, reason: 'Weighed again' }))
      return { id: event.id, approve: () => ofOne('omar', lot, 'ADJUST_APPROVED', '2025-12-08', { adjustEventId: event.id }) }
    }
    await ok((await adjust(20)).approve())
    const second = await adjust(10.001)
    await refused(second.approve, blocked('BR-30', { deltaKg: 10.001, adjustedKg: 20, cameKg: 1000 }))
    await ok((await adjust(10)).approve())
    await ok((await adjust(-30)).approve())
    await ok(second.approve())
    expect((await chain.view('productbatch', lot)).onHandKg).toBe(1010.001)
  })
  it('takes back alone no more than 3 % of what the certification body has agreed to, up or down, in any number of steps', async () => {
    for (const sign of [1, -1]) {
      const lot = await sales.lot(1000)
      const adjust = async (deltaKg: number) => {
        const { event } = await ok(ofOne('pooja', lot, 'ADJUST', '2025-12-07', { deltaKg, reason: 'Weighed again' }))
        return { id: event.id, approve: () => ofOne('omar', lot, 'ADJUST_APPROVED', '2025-12-08', { adjustEventId: event.id }) }
      }
      const large = await adjust(sign * 100)
      await ok(ofOne('carla', lot, 'ADJUST_AGREED', '2025-12-08', { adjustEventId: large.id }, 9))
      await ok(large.approve())
      // A step further the same way is beyond it at once.
      await refused((await adjust(sign * 1)).approve, blocked('BR-30', { deltaKg: sign, adjustedKg: sign * 100, cameKg: 1000 }))
      await ok((await adjust(sign * -20)).approve())
      const beyond = await adjust(sign * -10.001)
      await refused(beyond.approve, blocked('BR-30', { deltaKg: sign * -10.001, adjustedKg: sign * -20, cameKg: 1000 }))
      await ok((await adjust(sign * -10)).approve())
      expect((await chain.view('productbatch', lot)).onHandKg).toBe(1000 + sign * 70)
      // What the body agrees to of it goes on.
      await ok(ofOne('carla', lot, 'ADJUST_AGREED', '2025-12-08', { adjustEventId: beyond.id }, 9))
      await ok(beyond.approve())
    }
  })
  it('that were approved stand when a late fact leaves less in the books only as far as 3 % of that', async () => {
    const lot = await sales.lot(1000)
    const { event } = await ok(ofOne('pooja', lot, 'ADJUST', '2025-12-12', { deltaKg: -30, reason: 'Weighed again' }))
    await ok(ofOne('omar', lot, 'ADJUST_APPROVED', '2025-12-13', { adjustEventId: event.id }))
    const loss = () => ofOne('omar', lot, 'LOSS', '2025-12-10', { cause: 'RAIN', kg: 100 })
    await refused(loss, { status: 409, body: { code: 'STATE_CONFLICT' } })
  })
})
