// A group whose scope certificate is suspended, withdrawn or expired neither buys nor sends under a claim (domain dictionary 5.3; docs/decisions/0151): by the day of the event, known in time
// or late, ended since, taken back; conventional goods go on. Refusals first.
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const certificate = () => chain.certificates.group
const moved: [string, string][] = []
async function move(type: 'SUSPENDED' | 'REINSTATED' | 'WITHDRAWN', day: string, id = certificate()): Promise<string> {
  const { event } = await ok(record(as('carla'), 'scopecertificate', id, type, day, { reason: 'Finding of the audit' }))
  moved.push([id, event.id])
  return event.id
}
async function voidMoves(): Promise<void> {
  for (const [id, event] of moved.splice(0).reverse()) await ok(as('carla').post(`/scopecertificate/${id}/events/${event}/void`, { reason: 'DID_NOT_OCCUR' }))
}
async function unconfirm(id: string): Promise<void> {
  const { items } = await ok(as('carla').get(`/scopecertificate/${id}/events`))
  const confirmed = items.find(({ eventType, status }: Json) => eventType === 'CONFIRMED' && status === 'RECORDED')
  await ok(as('carla').post(`/scopecertificate/${id}/events/${confirmed.id}/void`, { reason: 'DID_NOT_OCCUR' }))
}
async function grown(kg: number): Promise<string> {
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, kg)
  return cropId
}
let invoices = 0
const send = (lot: string, day: string, kg = 10) =>
  record(as('pooja'), 'productbatch', lot, 'DISPATCH', day, { buyerId: chain.ginner, kg, invoiceNo: `SCOPE-${++invoices}` })
const correct = (lot: string, { event }: Json, data: Json, day = event.occurredAt) =>
  as('pooja').post(`/productbatch/${lot}/events`, {
    ...{ eventType: event.eventType, occurredAt: day, lateReason: 'Typing error', supersedesEventId: event.id },
    data: { ...event.data, ...data },
  })
const blocked = (words: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId: '5.3', detail: expect.stringContaining(words) } })
/** Open findings of rules as `rule event`. */
const found = async (lot: string, ...rules: string[]): Promise<string[]> =>
  (await ok(as('ada').get(`/productbatch/${lot}/findings`))).items
    .flatMap((one: Json) => (!one.closedAt && rules.includes(one.ruleId) ? [`${one.ruleId} ${one.severity} ${one.eventId}`] : []))
    .sort()

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
}, 240_000)
afterEach(voidMoves)

describe('a group whose scope certificate is suspended', () => {
  it('buys nothing under a claim from that day to the day of the reinstatement, conventional goods on each', async () => {
    const cropId = await grown(300)
    const heap = (await chain.lot()).id
    const buy = (day: string, more: Json = {}) => chain.buy(heap, cropId, 10, day, more)
    await move('SUSPENDED', '2025-11-10')
    await refused(() => buy('2025-11-10'), blocked('was suspended on'))
    await refused(() => buy('2025-12-10'), blocked('was suspended on'))
    await ok(buy('2025-11-09'))
    const apart = (await chain.lot()).id
    expect((await ok(chain.buy(apart, cropId, 10, '2025-11-12', { asConventional: true }))).findings.map(({ ruleId }: Json) => ruleId)).not.toContain('5.3')
    await move('REINSTATED', '2025-11-20')
    await refused(() => buy('2025-11-19'), blocked('ORG/1'))
    await ok(buy('2025-11-20'))
    await voidMoves()
    await ok(buy('2025-11-19'))
  })

  it('sends nothing under a claim, and conventional goods as before', async () => {
    const [lot, plain] = [await sales.lot(300), await sales.lot(100)]
    await ok(record(as('omar'), 'productbatch', plain, 'QUARANTINE', '2025-11-22', { reason: 'Mixed' }))
    await ok(record(as('omar'), 'productbatch', plain, 'RELEASE', '2025-11-23', { causeClosed: 'Sold as conventional', downgrade: true }))
    await move('SUSPENDED', '2025-12-01')
    await refused(() => send(lot, '2025-12-01'), blocked('was suspended on'))
    await ok(send(lot, '2025-11-30'))
    await ok(send(plain, '2025-12-02'))
    await move('REINSTATED', '2025-12-05')
    await refused(() => send(lot, '2025-12-04'), blocked('was suspended on'))
    expect((await ok(send(lot, '2025-12-05'))).findings).toEqual([])
  })

  it('trades under another certificate that is in force', async () => {
    const lot = await sales.lot(100)
    const own = await chain.standards.certify({ collectiveId: world.places.cotton.OP1?.id as string }, { scNo: 'EU/1', scheme: 'EU_ORG' })
    await move('SUSPENDED', '2025-12-01')
    await ok(send(lot, '2025-12-02'))
    await move('WITHDRAWN', '2025-12-03', own.id)
    await refused(() => send(lot, '2025-12-03'), blocked('was suspended on'))
    await voidMoves()
    await move('WITHDRAWN', '2025-12-03')
    await ok(send(lot, '2025-12-04'))
    await move('WITHDRAWN', '2025-12-03', own.id)
    await refused(() => send(lot, '2025-12-04'), blocked('had been withdrawn by'))
    await voidMoves()
    await voidMoves()
    await unconfirm(own.id)
  })
})

describe('what is offered on a lot', () => {
  const offers = async (who: string, id: string): Promise<string[]> => (await ok(as(who).get(`/productbatch/${id}`))).may
  it('is no dispatch of goods with a claim while the certificate of the group is suspended; a purchase is, as conventional', async () => {
    const [lot, plain, heap] = [await sales.lot(60), await sales.lot(60), (await chain.lot()).id]
    await ok(record(as('omar'), 'productbatch', plain, 'QUARANTINE', '2025-11-22', { reason: 'Mixed' }))
    await ok(record(as('omar'), 'productbatch', plain, 'RELEASE', '2025-11-23', { causeClosed: 'Sold as conventional', downgrade: true }))
    const offered = async () => [(await offers('pooja', lot)).includes('DISPATCH'), (await offers('pooja', plain)).includes('DISPATCH')]
    expect(await offered()).toEqual([true, true])
    await move('SUSPENDED', '2026-01-10')
    expect(await offered()).toEqual([false, true])
    expect(await offers('pooja', heap)).toContain('PURCHASE')
    await move('REINSTATED', '2026-01-12')
    expect(await offered()).toEqual([true, true])
    await voidMoves()
    await move('WITHDRAWN', '2026-01-10')
    expect(await offered()).toEqual([false, true])
  })
  it('is no purchase while the group is suspended, nor a dispatch with a claim; of a company neither, of what it holds', async () => {
    const [lot, heap] = [await sales.lot(90), (await chain.lot()).id]
    const { partId } = await sales.send(lot, 30)
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-12-03', { batchId: partId, grossKg: 50, tareKg: 20, netKg: 30 }))
    const offered = async () => [
      (await offers('pooja', heap)).includes('PURCHASE'),
      (await offers('pooja', lot)).includes('DISPATCH'),
      (await offers('paul', partId)).includes('DISPATCH'),
    ]
    expect(await offered()).toEqual([true, true, true])
    const suspend = async (kind: string, id: string) => {
      const { event } = await ok(record(as('ada'), kind, id, 'SUSPENDED', '2026-01-10', { reason: 'Finding of the audit' }))
      return () => ok(as('ada').post(`/${kind}/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    }
    const back = await suspend('collective', world.places.cotton.OP1?.id as string)
    expect(await offered()).toEqual([false, false, true])
    await back()
    const again = await suspend('processor', chain.ginner)
    expect(await offered()).toEqual([true, true, false])
    await again()
    expect(await offered()).toEqual([true, true, true])
  })
})

describe('what was recorded before a suspension of the certificate was known', () => {
  it('is found on the lot, tickets with a claim alone, by the day of each; no more once that ended before, or is taken back', async () => {
    const cropId = await grown(300)
    const [lot, apart] = [(await chain.lot()).id, (await chain.lot()).id]
    const bought: Json[] = []
    for (const day of ['2025-11-10', '2025-11-14', '2025-11-18']) bought.push((await ok(chain.buy(lot, cropId, 10, day))).event)
    await ok(chain.buy(apart, cropId, 10, '2025-11-14', { asConventional: true }))
    const [, second, third] = bought
    const on = (...events: Json[]) => events.map(({ id }) => `5.3 REVIEW ${id}`).sort()
    await move('SUSPENDED', '2025-11-12')
    expect(await found(lot, '5.3')).toEqual(on(second, third))
    expect(await found(apart, '5.3')).toEqual([])
    const ends = await move('REINSTATED', '2025-11-16')
    expect(await found(lot, '5.3')).toEqual(on(second))
    const { event } = await ok(correct(lot, { event: second }, { grossKg: second.data.grossKg - 1, netKg: second.data.netKg - 1 }))
    expect(await found(lot, '5.3')).toEqual(on(event))
    await refused(() => correct(lot, { event }, { grossKg: event.data.grossKg + 1, netKg: event.data.netKg + 1 }), blocked('was suspended on'))
    await refused(() => correct(lot, { event: third }, {}, at('2025-11-13')), blocked('was suspended on'))
    await ok(as('carla').post(`/scopecertificate/${certificate()}/events/${ends}/void`, { reason: 'DID_NOT_OCCUR' }))
    moved.pop()
    expect(await found(lot, '5.3')).toEqual(on(event, third))
    await ok(as('pooja').post(`/productbatch/${lot}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR', note: 'Of another' }))
    expect(await found(lot, '5.3')).toEqual(on(third))
    await voidMoves()
    expect(await found(lot, '5.3')).toEqual([])
  })

  it('is decided by the body, once for the same', async () => {
    const cropId = await grown(100)
    const lot = (await chain.lot()).id
    await ok(chain.buy(lot, cropId, 10, '2025-11-14'))
    await move('SUSPENDED', '2025-11-12')
    const [finding] = (await ok(as('carla').get(`/productbatch/${lot}/findings`))).items.filter(({ ruleId }: Json) => ruleId === '5.3')
    const close = (who: string) => as(who).post(`/productbatch/${lot}/findings/${finding.id}/close`, { reason: 'ACCEPTED', note: 'Picked before' })
    await refused(() => close('omar'), { status: 403 })
    // Who has recorded the suspension is no second pair of eyes.
    await refused(() => close('carla'), { status: 422, body: { ruleId: 'BR-24' } })
    await ok(close('ada'))
    await move('REINSTATED', '2025-11-20')
    expect(await found(lot, '5.3')).toEqual([])
  })

  it('is found on what was sent, and a correction that makes nothing worse is taken', async () => {
    const lot = await sales.lot(300)
    const first = await ok(send(lot, '2025-12-02', 50))
    const before = await ok(send(lot, '2025-11-29', 10))
    await move('SUSPENDED', '2025-12-01')
    expect(await found(lot, 'BR-12')).toEqual([`BR-12 REVIEW ${first.event.id}`])
    await refused(() => correct(lot, first, { kg: 51 }), blocked('was suspended on'))
    await refused(() => correct(lot, before, {}, at('2025-12-03')), blocked('was suspended on'))
    const less = await ok(correct(lot, first, { kg: 40 }))
    expect(await found(lot, 'BR-12')).toEqual([`BR-12 REVIEW ${less.event.id}`])
    await voidMoves()
    expect(await found(lot, 'BR-12')).toEqual([])
  })

  it('costs as many statements for twenty tickets as for two', async () => {
    const cropId = await grown(600)
    const lot = (await chain.lot()).id
    const cost = async (): Promise<number> => {
      const suspended = await messagesOf(async () => void (await move('SUSPENDED', '2025-11-02')))
      const taken = await messagesOf(voidMoves)
      return statementsIn([...suspended, ...taken]).length
    }
    for (let ticket = 0; ticket < 2; ticket++) await ok(chain.buy(lot, cropId, 10))
    const few = await cost()
    for (let ticket = 0; ticket < 18; ticket++) await ok(chain.buy(lot, cropId, 10))
    expect(await cost()).toBe(few)
  })
})

describe('a group without a certificate in force', () => {
  it('that never had one is judged by what it sends; one whose last has expired trades under a claim to its last day, and again on the days of the next, once confirmed', async () => {
    const cropId = await grown(300)
    const [lot, heap] = [await sales.lot(200), (await chain.lot()).id]
    const buy = (day: string) => chain.buy(heap, cropId, 10, day)
    await unconfirm(certificate())
    await ok(buy('2025-11-05'))
    expect((await ok(send(lot, '2025-12-01'))).findings).toMatchObject([{ ruleId: 'BR-12', severity: 'REVIEW' }])
    const holder = { collectiveId: world.places.cotton.OP1?.id as string }
    await chain.standards.certify(holder, { scNo: 'OLD/1', validTo: '2025-11-30' })
    await ok(buy('2025-11-30'))
    await refused(() => buy('2025-12-01'), blocked('OLD/1'))
    await refused(() => send(lot, '2025-12-01'), blocked('had expired by'))
    await chain.standards.certify(holder, { scNo: 'NEW/1', validFrom: '2025-12-10', validTo: '2026-06-30' })
    await refused(() => buy('2025-12-09'), blocked('OLD/1'))
    await ok(buy('2025-12-10'))
    expect((await ok(send(lot, '2025-12-10'))).findings).toEqual([])
  })
})
