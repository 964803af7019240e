// Operators and companies that are suspended neither buy nor send certified goods nor get certificates for them (domain dictionary 4.1, 5.4; BR-12), by what they were on
// the day of the fact: known in time or late, reinstated since, taken back.
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { spinnerOf } from './mill-stage.ts'
import { type Sales, type Sent, salesOf, tcNo } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const group = (): string => world.places.cotton.OP1?.id as string
const onLot = (who: string, lot: string, type: string, day: string, data: Json = {}) => record(as(who), 'productbatch', lot, type, day, data)
const voidOf = (who: string, entity: string, id: string, eventId: string) =>
  as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR', note: 'Of another' })

type Kind = 'collective' | 'processor'
/** What was recorded of the two parties, to be taken back after each test. */
const moved: [Kind, string, string][] = []
async function move(kind: Kind, id: string, type: 'SUSPENDED' | 'REINSTATED', day: string, hour = 10): Promise<string> {
  const { event } = await ok(record(as('ada'), kind, id, type, day, { reason: 'Finding of the audit' }, hour))
  moved.push([kind, id, event.id])
  return event.id
}
async function voidMoves(): Promise<void> {
  for (const [kind, id, event] of moved.splice(0).reverse()) await ok(voidOf('ada', kind, id, event))
}

/** Picked and approved, not bought yet. */
async function grown(kg: number): Promise<string> {
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, kg)
  return cropId
}
let invoices = 0
const send = (who: string, lot: string, buyerId: string, day: string, kg = 10) =>
  onLot(who, lot, 'DISPATCH', day, { buyerId, kg, invoiceNo: `SUS-${++invoices}` })
const blocked = (ruleId: string, message: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId, detail: expect.stringContaining(message) } })
const check = async (id: string, code: string) =>
  (await ok(as('omar').get(`/transactioncertificate/${id}/checks`))).checks.find((one: Json) => one.code === code)
/** Without what tickets do not say of their weighing (BR-08). */
const openFindings = async (entity: string, id: string) =>
  (await ok(as('ada').get(`/${entity}/${id}/findings`))).items.filter(({ closedAt, ruleId }: Json) => !closedAt && ruleId !== 'BR-08')

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
}, 240_000)
afterEach(voidMoves)

describe('a suspended group', () => {
  it('buys nothing within its suspension, with a claim or without, and what is recorded late is judged by its day', async () => {
    const cropId = await grown(200)
    const heap = (await chain.lot()).id
    const buy = (day: string, more: Json = {}) => chain.buy(heap, cropId, 10, day, more)
    await move('collective', group(), 'SUSPENDED', '2025-11-10')
    await refused(() => buy('2025-11-10'), blocked('5.4', 'was suspended at that time'))
    await refused(() => buy('2025-11-12', { asConventional: true }), blocked('5.4', 'was suspended at that time'))
    const { event } = await ok(buy('2025-11-09'))
    await move('collective', group(), 'REINSTATED', '2025-11-20')
    await refused(() => buy('2025-11-19'), blocked('5.4', 'was suspended at that time'))
    await ok(buy('2025-11-20'))
    // What was recorded is taken back within the suspension as well.
    await ok(voidOf('pooja', 'productbatch', heap, event.id))
    await voidMoves()
    await ok(buy('2025-11-19'))
  })

  it('sends no certified goods, sends conventional ones, and all else goes on with what it has', async () => {
    const lot = await sales.lot(300)
    const plain = await sales.lot(100)
    await ok(onLot('omar', plain, 'QUARANTINE', '2025-11-22', { reason: 'Mixed' }))
    await ok(onLot('omar', plain, 'RELEASE', '2025-11-23', { causeClosed: 'Sold as conventional', downgrade: true }))
    await move('collective', group(), 'SUSPENDED', '2025-12-01')
    await refused(() => send('pooja', lot, chain.ginner, '2025-12-02'), blocked('5.4', 'was suspended at that time'))
    const before = await ok(send('pooja', lot, chain.ginner, '2025-11-30', 40))
    await ok(send('pooja', plain, chain.ginner, '2025-12-02'))
    const part = await chain.madeBy(before.event.id)
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-12-03', { batchId: part, grossKg: 60, tareKg: 20, netKg: 40 }))
    await ok(record(as('pooja'), 'processingsystem', chain.centre, 'STOCK_COUNT', '2025-12-03', { batchId: lot, countedKg: 260 }))
    await ok(onLot('omar', lot, 'QUARANTINE', '2025-12-04', { reason: 'Looked at' }))
    await ok(onLot('omar', lot, 'RELEASE', '2025-12-05', { causeClosed: 'Looked at', downgrade: false }))
    await ok(onLot('pooja', lot, 'LOSS', '2025-12-06', { cause: 'DRYING', kg: 1 }))
  })
})

describe('a suspended company', () => {
  it('is sent nothing and sends no certified goods, by what it was on the day of the dispatch', async () => {
    const lot = await sales.lot(300)
    const mill = await spinnerOf(world)
    const first = await ok(send('pooja', lot, chain.ginner, '2025-11-25', 100))
    const atGin = await chain.madeBy(first.event.id)
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-11-26', { batchId: atGin, grossKg: 120, tareKg: 20, netKg: 100 }))
    await move('processor', chain.ginner, 'SUSPENDED', '2025-12-01')
    const notActive = { status: 400, body: { fields: [{ path: 'data.buyerId', code: 'rule' }] } }
    await refused(() => send('pooja', lot, chain.ginner, '2025-12-01'), notActive)
    await refused(() => send('paul', atGin, mill, '2025-12-02'), blocked('4.1', 'was suspended at that time'))
    // Of the days before it, although it is suspended now.
    const late = await ok(send('pooja', lot, chain.ginner, '2025-11-30', 20))
    await ok(send('paul', atGin, mill, '2025-11-30'))
    const part = await chain.madeBy(late.event.id)
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-12-05', { batchId: part, grossKg: 40, tareKg: 20, netKg: 20 }))
    await move('processor', chain.ginner, 'REINSTATED', '2025-12-20')
    await refused(() => send('pooja', lot, chain.ginner, '2025-12-19'), notActive)
    await refused(() => send('paul', atGin, mill, '2025-12-19'), blocked('4.1', 'was suspended at that time'))
    await ok(send('pooja', lot, chain.ginner, '2025-12-20'))
    await ok(send('paul', atGin, mill, '2025-12-21'))
  })

  it('that becomes known late is found on what was sent, and no more once it is taken back', async () => {
    const lot = await sales.lot(300)
    const { event } = await ok(send('pooja', lot, chain.ginner, '2025-12-02', 50))
    expect(await openFindings('productbatch', lot)).toEqual([])
    await move('processor', chain.ginner, 'SUSPENDED', '2025-12-01')
    expect(await openFindings('productbatch', lot)).toMatchObject([
      { ruleId: 'BR-12', severity: 'REVIEW', eventId: event.id, message: expect.stringContaining('was suspended at that time') },
    ])
    await move('processor', chain.ginner, 'REINSTATED', '2025-12-02', 9)
    expect(await openFindings('productbatch', lot)).toEqual([])
    await voidMoves()
    expect(await openFindings('productbatch', lot)).toEqual([])
  })

  it('is found beside a certificate that was missing already, which stays to be decided by itself', async () => {
    const lot = await sales.lot(100)
    const mill = await spinnerOf(world, 'Mill Beside')
    const { event } = await ok(send('pooja', lot, mill, '2025-12-02'))
    const missing = { eventId: event.id, message: expect.stringContaining('no scope certificate valid') }
    expect(await openFindings('productbatch', lot)).toMatchObject([missing])
    await move('collective', group(), 'SUSPENDED', '2025-12-01')
    const both = await openFindings('productbatch', lot)
    expect(both).toHaveLength(2)
    expect(both).toEqual(
      expect.arrayContaining([
        expect.objectContaining(missing),
        expect.objectContaining({ ruleId: 'BR-12', eventId: event.id, message: expect.stringContaining('was suspended at that time') }),
      ]),
    )
    await voidMoves()
    expect(await openFindings('productbatch', lot)).toMatchObject([missing])
  })
})

describe('a certificate that was missing at a dispatch', () => {
  const closed = async (lot: string): Promise<string> => {
    const [found] = await openFindings('productbatch', lot)
    await ok(as('ada').post(`/productbatch/${lot}/findings/${found.id}/close`, { reason: 'ACCEPTED', note: 'The certificate was seen on paper' }))
    expect(await openFindings('productbatch', lot)).toEqual([])
    return found.id
  }
  it('stays decided by a person when the dispatch is judged again, unless another certificate is missing by then', async () => {
    const lot = await sales.lot(100)
    const mill = await spinnerOf(world, 'Mill Decided')
    const { event } = await ok(send('pooja', lot, mill, '2025-12-02'))
    const id = await closed(lot)
    // Each judges again what was sent in its days.
    await move('processor', mill, 'SUSPENDED', '2025-12-10')
    expect(await openFindings('productbatch', lot)).toEqual([])
    await voidMoves()
    expect(await openFindings('productbatch', lot)).toEqual([])
    // That of the group is found not to count on that day.
    const [taken, since] = [chain.certificates.group, '2025-12-01']
    const { event: withdrawn } = await ok(record(as('carla'), 'scopecertificate', taken, 'WITHDRAWN', since, { reason: 'Finding of the audit' }))
    expect(await openFindings('productbatch', lot)).toMatchObject([
      { ruleId: 'BR-12', eventId: event.id, message: expect.stringContaining('and Mill Decided') },
    ])
    await ok(voidOf('carla', 'scopecertificate', taken, withdrawn.id))
    expect(await openFindings('productbatch', lot)).toEqual([])
    expect((await ok(as('ada').get(`/productbatch/${lot}/findings`))).items.find((one: Json) => one.id === id)).toMatchObject({ closedReason: 'ACCEPTED' })
  })
})

describe('what was recorded before a suspension was known', () => {
  const correct = (lot: string, event: Json, data: Json, day = event.occurredAt) =>
    as('pooja').post(`/productbatch/${lot}/events`, {
      eventType: event.eventType,
      occurredAt: day,
      lateReason: 'Typing error',
      supersedesEventId: event.id,
      data: { ...event.data, ...data },
    })
  const found = (event: Json) => [{ ruleId: 'BR-12', severity: 'REVIEW', eventId: event.id, message: expect.stringContaining('was suspended at that time') }]

  it('is corrected as a dispatch of no more goods to the same buyer, and stays found until the suspension is taken back', async () => {
    const lot = await sales.lot(300)
    const mill = await spinnerOf(world, 'Mill Corrected')
    const parties: [Kind, string][] = [
      ['collective', group()],
      ['processor', chain.ginner],
    ]
    for (const [kind, id] of parties) {
      const { event } = await ok(send('pooja', lot, chain.ginner, '2025-12-02', 50))
      const before = await ok(send('pooja', lot, chain.ginner, '2025-11-29', 10))
      await move(kind, id, 'SUSPENDED', '2025-12-01')
      await move(kind, id, 'REINSTATED', '2025-12-05')
      const outOfTrade =
        kind === 'collective' ? blocked('5.4', 'was suspended at that time') : { status: 400, body: { fields: [{ path: 'data.buyerId', code: 'rule' }] } }
      await refused(() => correct(lot, event, { kg: 51 }), outOfTrade)
      if (kind === 'collective') await refused(() => correct(lot, event, { buyerId: mill }), outOfTrade)
      await refused(() => correct(lot, before.event, {}, at('2025-12-03')), outOfTrade)
      const fixed = await ok(correct(lot, event, { invoiceNo: `FIX-${++invoices}` }))
      expect(await openFindings('productbatch', lot)).toMatchObject(found(fixed.event))
      const less = await ok(correct(lot, fixed.event, { kg: 40 }, at('2025-12-03')))
      expect(await openFindings('productbatch', lot)).toMatchObject(found(less.event))
      const outside = await ok(correct(lot, less.event, {}, at('2025-12-06')))
      expect(await openFindings('productbatch', lot)).toEqual([])
      await refused(() => correct(lot, outside.event, {}, at('2025-12-03')), outOfTrade)
      await voidMoves()
    }
    const { event } = await ok(send('pooja', lot, chain.ginner, '2025-12-02', 50))
    await move('collective', group(), 'SUSPENDED', '2025-12-01')
    await move('collective', group(), 'REINSTATED', '2025-12-05')
    await ok(correct(lot, event, {}))
    expect(await openFindings('productbatch', lot)).toHaveLength(1)
    await voidMoves()
    expect(await openFindings('productbatch', lot)).toEqual([])
  })

  it('is corrected as a ticket of no more goods of the same crop, and sent again as it was', async () => {
    const [cropId, other] = [await grown(200), await grown(200)]
    const heap = (await chain.lot()).id
    const { event } = await ok(chain.buy(heap, cropId, 100, '2025-11-10'))
    const apart = (await chain.lot()).id
    const plain = await ok(chain.buy(apart, cropId, 10, '2025-11-10', { asConventional: true }))
    await move('collective', group(), 'SUSPENDED', '2025-11-08')
    const suspended = blocked('5.4', 'was suspended at that time')
    await refused(() => correct(heap, event, { cropId: other }), suspended)
    await refused(() => correct(heap, event, { grossKg: event.data.grossKg + 1, netKg: event.data.netKg + 1 }), suspended)
    await refused(() => correct(apart, plain.event, { asConventional: false }), suspended)
    const again = await ok(correct(heap, event, {}))
    await ok(correct(heap, again.event, { grossKg: event.data.grossKg - 1, netKg: event.data.netKg - 1 }))
  })
})

describe('a ticket of before a suspension was known', () => {
  const found = async (lot: string): Promise<string[]> =>
    (await openFindings('productbatch', lot))
      .flatMap(({ ruleId, severity, eventId }: Json) => (['4.1', '5.4'].includes(ruleId) ? [`${ruleId} ${severity} ${eventId}`] : []))
      .sort()
  it('is found by its moment, of the group and of the company, and no more once that ended before or is taken back', async () => {
    const cropId = await grown(200)
    const lot = (await chain.lot()).id
    const bought: Json[] = []
    for (const day of ['2025-11-10', '2025-11-14', '2025-11-18']) bought.push((await ok(chain.buy(lot, cropId, 10, day))).event)
    const [, second, third] = bought
    await move('collective', group(), 'SUSPENDED', '2025-11-12')
    expect(await found(lot)).toEqual([second, third].map(({ id }) => `5.4 REVIEW ${id}`).sort())
    // Whichever is recorded first.
    const ends = await move('collective', group(), 'REINSTATED', '2025-11-16')
    expect(await found(lot)).toEqual([`5.4 REVIEW ${second.id}`])
    // Corrected within the suspension it is found still; taken back it is not.
    const { event } = await ok(
      as('pooja').post(`/productbatch/${lot}/events`, {
        ...{ eventType: 'PURCHASE', occurredAt: second.occurredAt, supersedesEventId: second.id, lateReason: 'Wrong weight' },
        data: { ...second.data, grossKg: second.data.grossKg - 1, netKg: second.data.netKg - 1 },
      }),
    )
    expect(await found(lot)).toEqual([`5.4 REVIEW ${event.id}`])
    await ok(voidOf('ada', 'collective', group(), ends))
    moved.pop()
    expect(await found(lot)).toEqual([event, third].map(({ id }) => `5.4 REVIEW ${id}`).sort())
    await ok(voidOf('pooja', 'productbatch', lot, event.id))
    expect(await found(lot)).toEqual([`5.4 REVIEW ${third.id}`])
    await voidMoves()
    expect(await found(lot)).toEqual([])
  })
})

describe('a company that has left', () => {
  it('gets no goods any more, of whatever day before it left, as it has none', async () => {
    const lot = await sales.lot(100)
    const mill = await spinnerOf(world, 'Mill Left')
    await ok(record(as('ada'), 'processor', mill, 'EXITED', '2025-12-20', { reason: 'Closed' }))
    await refused(() => send('pooja', lot, mill, '2025-12-10'), {
      status: 400,
      body: { fields: [{ path: 'data.buyerId', code: 'rule', message: expect.stringContaining('has left the programme') }] },
    })
  })
})

describe('a transaction certificate', () => {
  it('is neither submitted nor issued while its seller is suspended: check T01 says so, and nothing is reserved', async () => {
    const lot = await sales.lot(300)
    const sent = [await sales.send(lot, 100)]
    const { id } = await sales.draft(sent)
    await move('collective', group(), 'SUSPENDED', '2026-01-14')
    const title = (await chain.view('collective', group())).title
    expect(await check(id, 'T01')).toMatchObject({ outcome: 'BLOCK', message: `${title} is suspended.` })
    await refused(() => sales.act(as('omar'), id, 'SUBMITTED'), { status: 422, body: { ruleId: 'BR-12', figures: { check: 'T01' } } })
    expect((await sales.kilograms(lot)).reservedKg).toBe(0)
    await move('collective', group(), 'REINSTATED', '2026-01-15', 9)
    await ok(sales.act(as('omar'), id, 'SUBMITTED'))
    await ok(sales.act(as('carla'), id, 'REVIEW_STARTED'))
    await voidMoves()
    await move('collective', group(), 'SUSPENDED', '2026-01-15', 9)
    await refused(() => sales.act(as('carla'), id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Papers seen' }), {
      status: 422,
      body: { ruleId: 'BR-12', figures: { check: 'T01' } },
    })
    await voidMoves()
    await ok(sales.act(as('carla'), id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Papers seen' }))
  })

  it('stays what it is when its seller is suspended after its issue, and is found where the goods were sent within a suspension', async () => {
    const sent = [await sales.send(await sales.lot(300), 100)]
    const { id } = await sales.issued(sent)
    await move('collective', group(), 'SUSPENDED', '2026-01-15', 11)
    expect(await openFindings('transactioncertificate', id)).toEqual([])
    expect(await check(id, 'T01')).toMatchObject({ outcome: 'OK' })
    await voidMoves()
    await move('collective', group(), 'SUSPENDED', '2025-11-30')
    await move('collective', group(), 'REINSTATED', '2025-12-05')
    expect(await openFindings('transactioncertificate', id)).toMatchObject([{ ruleId: 'T01', severity: 'REVIEW' }])
    await voidMoves()
    expect(await openFindings('transactioncertificate', id)).toEqual([])
  })

  it('takes the place of one that was issued while its seller is suspended if it certifies no more of each lot', async () => {
    const [lot, other] = [await sales.lot(300), await sales.lot(300)]
    const sent = [await sales.send(lot, 100), await sales.send(lot, 50)]
    const { id: replacesId } = await sales.issued(sent)
    await move('collective', group(), 'SUSPENDED', '2026-01-14')
    const draft = async (of: Sent[], values: Json = {}) => (await sales.draft(of, { replacesId, ...values })).id
    const stopped = { status: 422, body: { ruleId: 'BR-12', figures: { check: 'T01' } } }
    const refuse = async (id: string) => {
      await refused(() => sales.act(as('omar'), id, 'SUBMITTED'), stopped)
      await ok(sales.act(as('omar'), id, 'CANCELLED', { reason: 'Not to be' }))
    }
    await refuse(await draft([...sent, await sales.send(lot, 1)]))
    await refuse(await draft([sent[0] as Sent, await sales.send(other, 50)]))
    await refuse((await sales.draft([sent[0] as Sent])).id)
    const less = await draft([sent[0] as Sent])
    await ok(sales.act(as('omar'), less, 'SUBMITTED'))
    await ok(sales.act(as('carla'), less, 'REVIEW_STARTED'))
    await ok(sales.act(as('carla'), less, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Papers seen' }))
    expect((await chain.view('transactioncertificate', replacesId)).status).toBe('REVISED')
    expect((await sales.kilograms(lot)).certifiedKg).toBe(100)
  })

  it('is for the body to look at while its buyer is suspended (T04)', async () => {
    const sent = [await sales.send(await sales.lot(300), 100)]
    const { id } = await sales.submitted(sent)
    await move('processor', chain.ginner, 'SUSPENDED', '2026-01-14')
    expect(await check(id, 'T04')).toMatchObject({ outcome: 'REVIEW', message: expect.stringContaining('is suspended') })
    await refused(() => sales.act(as('carla'), id, 'ISSUED', { tcNo: tcNo() }), { status: 400, body: { fields: [{ path: 'data.reviewNote' }] } })
  })

  it('is issued or the suspension comes after it, at the same moment', async () => {
    const sent = [await sales.send(await sales.lot(300), 100)]
    const { id } = await sales.submitted(sent)
    const act = () =>
      as('carla').post(`/transactioncertificate/${id}/events`, {
        eventType: 'ISSUED',
        occurredAt: at('2026-01-15', 11),
        data: { tcNo: tcNo(), reviewNote: 'Papers seen' },
      })
    const [issue] = await Promise.all([act(), move('collective', group(), 'SUSPENDED', '2026-01-14')])
    expect([201, 422]).toContain(issue.status)
    expect((await chain.view('transactioncertificate', id)).status).toBe(issue.status === 201 ? 'ISSUED' : 'UNDER_REVIEW')
    expect(await openFindings('transactioncertificate', id)).toEqual([])
  })
})
