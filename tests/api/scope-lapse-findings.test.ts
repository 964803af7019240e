// What is found of tickets and dispatches whose scope certificate did not hold (domain dictionary 5.3, BR-12; docs/decisions/0151): who closes it, what it stops, what a correction changes of it, and that
// it does not depend on what became known first. Refusals first.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { refusing } from '../harness/refusing.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { spinnerOf } from './mill-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let stranger: User
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const other = () => world.asUser(stranger, 'cotton', 'OP1')
const group = () => world.places.cotton.OP1?.id as string
const moved: [string, string][] = []
async function move(type: 'SUSPENDED' | 'REINSTATED' | 'WITHDRAWN', day: string, id = chain.certificates.group): Promise<void> {
  const { event } = await ok(record(as('carla'), 'scopecertificate', id, type, day, { reason: 'Finding of the audit' }))
  moved.push([id, event.id])
}
async function voidMoves(): Promise<void> {
  for (const [id, event] of moved.splice(0).reverse()) await ok(as('carla').post(`/scopecertificate/${id}/events/${event}/void`, { reason: 'DID_NOT_OCCUR' }))
}
async function unconfirm(id: string): Promise<void> {
  const { items } = await ok(as('carla').get(`/scopecertificate/${id}/events`))
  const confirmed = items.find(({ eventType, status }: Json) => eventType === 'CONFIRMED' && status === 'RECORDED')
  await ok(as('carla').post(`/scopecertificate/${id}/events/${confirmed.id}/void`, { reason: 'DID_NOT_OCCUR' }))
}
async function grown(kg: number, isApproved = true) {
  const { cropId, farmerId } = await chain.sown()
  if (isApproved) await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, kg)
  return { cropId, farmerId }
}
/** A lot with a ticket of this day. */
async function bought(day = '2025-11-14', isApproved = true) {
  const { cropId, farmerId } = await grown(100, isApproved)
  const lot = (await chain.lot()).id
  return { lot, farmerId, ...((await ok(chain.buy(lot, cropId, 10, day))) as { event: Json; subject: Json }) }
}
let invoices = 0
const send = (lot: string, day: string, buyerId = chain.ginner, who = 'pooja') =>
  record(as(who), 'productbatch', lot, 'DISPATCH', day, { buyerId, kg: 10, invoiceNo: `LAPSE-${++invoices}` })
const correct = (lot: string, event: Json, data: Json, who = 'pooja') =>
  as(who).post(`/productbatch/${lot}/events`, {
    ...{ eventType: event.eventType, occurredAt: event.occurredAt, lateReason: 'Typing error', supersedesEventId: event.id },
    data: { ...event.data, ...data },
  })
const found = async (lot: string, ruleId: string): Promise<Json[]> =>
  (await ok(as('ada').get(`/productbatch/${lot}/findings`))).items.filter((one: Json) => !one.closedAt && one.ruleId === ruleId)
const close = (lot: string, { id }: Json, who = as('ada')) => who.post(`/productbatch/${lot}/findings/${id}/close`, { reason: 'ACCEPTED', note: 'Looked at' })
const mayClose = async (lot: string, { id }: Json, who: ReturnType<typeof as>): Promise<boolean> =>
  (await ok(who.get(`/productbatch/${lot}`))).flags.find((one: Json) => one.id === id).mayClose
const own = { status: 422, body: { ruleId: 'BR-24' } }
const elsewhere = { status: 403, body: { detail: expect.stringContaining('Another certification body') } }
const open = { status: 422, body: { code: 'RULE_BLOCKED', ruleId: '5.3' } }

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
  const body = await seedsOf(world).make(entityOf('certificationbody'))
  const grant = { role: 'CERTIFICATION_BODY_AUDITOR' as const, operatorIds: [group()], certificationBodyIds: [body.id] }
  stranger = { id: randomUUID(), name: 'Auditor of another body', email: null, grants: [grant] }
}, 240_000)
afterEach(voidMoves)

describe('a finding of what a certificate did not cover is closed', () => {
  it('of a ticket by no auditor of another body (403), nor by who has suspended the certificate, also once somebody else has corrected the ticket (422 BR-24)', async () => {
    const { lot, event } = await bought()
    await move('SUSPENDED', '2025-11-12')
    const [first] = await found(lot, '5.3')
    await refused(() => close(lot, first, other()), elsewhere)
    await refused(() => close(lot, first, as('carla')), own)
    await ok(correct(lot, event, { pricePerKg: event.data.pricePerKg + 100 }))
    const [finding] = await found(lot, '5.3')
    expect(finding.openedBy).not.toBe(first.openedBy)
    await refused(() => close(lot, finding, other()), elsewhere)
    await refused(() => close(lot, finding, as('carla')), own)
    expect([await mayClose(lot, finding, as('carla')), await mayClose(lot, finding, other()), await mayClose(lot, finding, as('ada'))]).toEqual([
      ...[false, false, true],
    ])
    await ok(close(lot, finding))
  })

  it('of a dispatch the same, and by the body where what is suspended is another one', async () => {
    const lot = await sales.lot(100)
    const sent = await ok(send(lot, '2025-12-02'))
    await move('SUSPENDED', '2025-12-01')
    await ok(correct(lot, sent.event, { invoiceNo: 'LAPSE-A' }))
    const [finding] = await found(lot, 'BR-12')
    await refused(() => close(lot, finding, other()), elsewhere)
    await refused(() => close(lot, finding, as('carla')), own)
    expect([await mayClose(lot, finding, as('carla')), await mayClose(lot, finding, other())]).toEqual([false, false])
    await ok(close(lot, finding))
  })

  it('once for the same, whatever group and certificate are called since', async () => {
    const { lot } = await bought()
    await move('SUSPENDED', '2025-11-12')
    const [finding] = await found(lot, '5.3')
    await ok(close(lot, finding))
    const { version, shortName } = await chain.view('collective', group())
    await ok(as('ada').patch(`/collective/${group()}`, { shortName: 'Renamed' }, { 'if-match': `"${version}"` }))
    // A reinstatement of before the ticket, which is taken back, has it judged again.
    await move('REINSTATED', '2025-11-13')
    const [id, event] = moved.pop() as [string, string]
    await ok(as('carla').post(`/scopecertificate/${id}/events/${event}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await found(lot, '5.3')).toEqual([])
    const { version: since } = await chain.view('collective', group())
    await ok(as('ada').patch(`/collective/${group()}`, { shortName }, { 'if-match': `"${since}"` }))
  })
})

describe('goods of a ticket on which 5.3 is still to be decided', () => {
  it('are neither released nor sent under a claim, through whatever lots, nor certified (T08); after the decision they are', async () => {
    const { lot } = await bought()
    const { id: heap } = await chain.lot()
    const step = (id: string, type: string, data: Json = {}) => record(as('omar'), 'productbatch', id, type, '2025-12-02', data)
    await ok(step(lot, 'CLOSED'))
    await ok(record(as('pooja'), 'productbatch', heap, 'HEAP_BUILT', '2025-12-02', { inputs: [{ batchId: lot, kg: 4 }] }))
    await ok(step(heap, 'CLOSED'))
    await move('SUSPENDED', '2025-11-12')
    await move('REINSTATED', '2025-11-20')
    await refused(() => step(lot, 'RELEASED'), open)
    await refused(() => step(heap, 'RELEASED'), open)
    const [finding] = await found(lot, '5.3')
    await ok(close(lot, finding))
    await ok(step(heap, 'RELEASED'))
    await ok(step(lot, 'RELEASED'))
    await ok(record(as('pooja'), 'productbatch', lot, 'DISPATCH', '2025-12-03', { buyerId: chain.ginner, kg: 1, invoiceNo: 'LAPSE-R' }))
  })

  it('stop a certificate of what was sent before', async () => {
    const lot = await sales.lot(100)
    const sent = await sales.send(lot, 50)
    const certificate = await sales.submitted([sent])
    const issued = await sales.issued([await sales.send(lot, 20)])
    const check = async () =>
      (await ok(as('omar').get(`/transactioncertificate/${certificate.id}/checks`))).checks.find(({ code }: Json) => code === 'T08').outcome
    // Without a signed list the body has to look.
    expect(await check()).toBe('REVIEW')
    await move('SUSPENDED', '2025-11-02')
    await move('REINSTATED', '2025-11-10')
    expect(await check()).toBe('BLOCK')
    const late = async () =>
      (await ok(as('carla').get(`/transactioncertificate/${issued.id}/findings`))).items.filter((one: Json) => !one.closedAt && one.ruleId === 'T08')
    expect(await late()).toHaveLength(1)
    // No more is sent.
    await refused(() => send(lot, '2025-12-03'), open)
    const [finding] = await found(lot, '5.3')
    await ok(close(lot, finding))
    expect(await check()).toBe('REVIEW')
    expect(await late()).toEqual([])
    await ok(send(lot, '2025-12-03'))
  })

  it('are released as conventional goods all the same, and what was bought as such', async () => {
    const { cropId } = await grown(100)
    const lot = (await chain.lot()).id
    await ok(chain.buy(lot, cropId, 10, '2025-11-14', { asConventional: true }))
    await ok(record(as('omar'), 'productbatch', lot, 'CLOSED', '2025-12-02'))
    await move('SUSPENDED', '2025-11-12')
    await ok(record(as('omar'), 'productbatch', lot, 'RELEASED', '2025-12-02'))
  })
})

describe('a correction', () => {
  it('of a ticket that the verdict had made conventional buys under no claim while the certificate was suspended (422 5.3)', async () => {
    const { lot, farmerId, event, subject } = await bought('2025-11-14', false)
    expect(subject.claimStatus).toBe('CONVENTIONAL')
    await move('SUSPENDED', '2025-11-12')
    await ok(correct(lot, event, { pricePerKg: event.data.pricePerKg - 100 }))
    await chain.decide('APPROVED', farmerId)
    const { items } = await ok(as('ada').get(`/productbatch/${lot}/events`))
    const now = items.find(({ eventType, status }: Json) => eventType === 'PURCHASE' && status === 'RECORDED')
    await refused(() => correct(lot, now, { pricePerKg: event.data.pricePerKg }), open)
  })

  it('of a dispatch is found as that was: no more once the suspension is taken back, of the buyer and of a company that sells', async () => {
    const lot = await sales.lot(300)
    const { partId } = await sales.send(lot, 100)
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-12-03', { batchId: partId, grossKg: 150, tareKg: 50, netKg: 100 }))
    const mill = await spinnerOf(world, 'Lapse Spinners')
    await chain.standards.certify({ processorId: mill }, { scNo: 'MILL/1' })
    const bySeller = await ok(send(partId, '2025-12-10', mill, 'paul'))
    const toBuyer = await ok(send(lot, '2025-12-10'))
    expect([bySeller.findings, toBuyer.findings]).toEqual([[], []])
    await move('SUSPENDED', '2025-12-08', chain.certificates.ginner)
    for (const [id, { event }, who] of [
      [lot, toBuyer, 'pooja'],
      [partId, bySeller, 'paul'],
    ] as const) {
      expect(await found(id, 'BR-12')).toMatchObject([{ eventId: event.id, figures: { foundLater: true } }])
      const corrected = await ok(correct(id, event, { invoiceNo: `LAPSE-${++invoices}` }, who))
      const again = await ok(correct(id, corrected.event, { invoiceNo: `LAPSE-${++invoices}` }, who))
      expect(await found(id, 'BR-12')).toMatchObject([{ eventId: again.event.id, figures: { foundLater: true } }])
    }
    await voidMoves()
    expect([await found(lot, 'BR-12'), await found(partId, 'BR-12')]).toEqual([[], []])
  })
})

describe('tickets of after the last day of a certificate', () => {
  it('are left alone whatever is recorded of it, as they are by its confirmation', async () => {
    const { cropId } = await grown(100)
    const lot = (await chain.lot()).id
    const buy = async (day: string) => (await ok(chain.buy(lot, cropId, 10, day))).event.id as string
    const [within] = [await buy('2025-11-25'), await buy('2025-12-10')]
    await unconfirm(chain.certificates.group)
    const { id } = await chain.standards.certify({ collectiveId: group() }, { scNo: 'SHORT/1', validTo: '2025-11-30' })
    expect(await found(lot, '5.3')).toEqual([])
    await move('SUSPENDED', '2025-11-20', id)
    expect((await found(lot, '5.3')).map(({ eventId }) => eventId)).toEqual([within])
    await voidMoves()
    expect(await found(lot, '5.3')).toEqual([])
  })
})
