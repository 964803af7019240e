// A ticket that the farmer has not confirmed, or disputes, has no effect before that is decided (1.4, BR-08): its goods are neither released nor sent by the group, through whatever lots
// they go, and a certificate of them stops (T08).
import { describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { type Json, ok, record } from './chain-stage.ts'
import { salesOf } from './sale-stage.ts'
import { type Bought, openTickets } from './ticket-stage.ts'

const { world, chain, as, bought, ask, enter, codeOf, about } = await openTickets()
const sales = salesOf(chain)
const refused = refusing(() => world)
const open = { status: 422, body: { ruleId: 'BR-08' } }
const step = (lot: string, type: string, day = '2026-01-15', data: Record<string, unknown> = {}, who = 'omar') =>
  record(as(who), 'productbatch', lot, type, day, data, 11)
const dispatch = { buyerId: chain.ginner, kg: 10, invoiceNo: 'I-1' }
const may = async (lot: string): Promise<string[]> => (await ok(as('omar').get(`/productbatch/${lot}`))).may
async function confirm(one: Bought): Promise<void> {
  await ok(ask(one))
  await ok(enter(one, await codeOf(one)))
  // The stage has entered the farmer's number today: that is to be decided, too.
  for (const { id } of (await chain.view('productbatch', one.lot)).flags)
    await ok(as('omar').post(`/productbatch/${one.lot}/findings/${id}/close`, { reason: 'ACCEPTED', note: 'Rang the farmer' }))
}

describe('a ticket that nobody has confirmed', () => {
  it('is not released (422 BR-08), neither directly nor out of a hold, nor in a heap; a downgrade is no claim', async () => {
    const one = await bought()
    await ok(step(one.lot, 'CLOSED', '2026-01-14'))
    expect(await may(one.lot)).not.toContain('RELEASED')
    await refused(() => step(one.lot, 'RELEASED'), open)
    await ok(step(one.lot, 'QUARANTINE', '2026-01-15', { reason: 'Look at it' }))
    await refused(() => step(one.lot, 'RELEASE', '2026-01-15', { causeClosed: 'Seen', downgrade: false }), open)
    const other = await bought()
    await ok(step(other.lot, 'CLOSED', '2026-01-14'))
    const { id: heap } = await chain.lot()
    const inputs = [{ batchId: other.lot, kg: 50 }]
    await ok(record(as('pooja'), 'productbatch', heap, 'HEAP_BUILT', '2026-01-15', { inputs }, 10))
    await ok(step(heap, 'CLOSED'))
    await refused(() => step(heap, 'RELEASED'), open)
    await confirm(other)
    await ok(step(heap, 'RELEASED'))
    await ok(step(one.lot, 'RELEASE', '2026-01-15', { causeClosed: 'Sold as conventional', downgrade: true }))
  })
  it('is released once the farmer has confirmed it, or the ticket was taken back', async () => {
    const one = await bought()
    await ok(step(one.lot, 'CLOSED', '2026-01-14'))
    await confirm(one)
    expect(await may(one.lot)).toContain('RELEASED')
    await ok(step(one.lot, 'RELEASED'))
    const other = await bought()
    await ok(as('ada').post(`/productbatch/${other.lot}/events/${other.ticket}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await chain.view('productbatch', other.lot)).flags).toEqual([])
  })
})

describe('a dispute of goods that were released', () => {
  it('keeps them from being sent, and what was sent from being certified, until it is decided', async () => {
    const one = await bought()
    await confirm(one)
    await ok(step(one.lot, 'CLOSED', '2026-01-14'))
    await ok(step(one.lot, 'RELEASED'))
    const { event } = await ok(record(as('pooja'), 'productbatch', one.lot, 'DISPATCH', '2026-01-15', { ...dispatch, kg: 20 }, 11))
    const first = { dispatchId: event.id, lotId: one.lot, partId: await chain.madeBy(event.id), kg: 20, invoiceNo: 'I-1', date: '2026-01-15' }
    const draft = await sales.draft([first])
    const checkOf = async (): Promise<Json> =>
      (await ok(as('omar').get(`/transactioncertificate/${draft.id}/checks`))).checks.find(({ code }: Json) => code === 'T08')
    // That no list is signed here is for the body to look at.
    expect((await checkOf()).outcome).toBe('REVIEW')
    await ok(about('omar', one, 'PURCHASE_DISPUTED', { reason: 'Less was paid' }))
    expect(await may(one.lot)).not.toContain('DISPATCH')
    await refused(() => record(as('pooja'), 'productbatch', one.lot, 'DISPATCH', '2026-01-15', dispatch, 11), open)
    expect(await checkOf()).toMatchObject({
      outcome: 'BLOCK',
      inputs: expect.arrayContaining([expect.objectContaining({ label: 'Tickets to be decided', value: 50 })]),
    })
    await refused(() => sales.act(as('omar'), draft.id, 'SUBMITTED'), { status: 422, body: { ruleId: 'BR-12', figures: { check: 'T08' } } })
    // What has left the group is received.
    const received = { batchId: first.partId, grossKg: 20, tareKg: 0, netKg: 20 }
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2026-01-15', received, 12))
    await confirm(one)
    expect((await checkOf()).outcome).toBe('REVIEW')
    await ok(record(as('pooja'), 'productbatch', one.lot, 'DISPATCH', '2026-01-15', dispatch, 11))
  })
  it('and its release at once: one of the two is first', async () => {
    const one = await bought()
    await confirm(one)
    await ok(step(one.lot, 'CLOSED', '2026-01-14'))
    const [release, dispute] = await Promise.all([step(one.lot, 'RELEASED'), about('omar', one, 'PURCHASE_DISPUTED', { reason: 'Weight' })])
    expect([dispute.status, [201, 422].includes(release.status)]).toEqual([201, true])
    await refused(() => record(as('pooja'), 'productbatch', one.lot, 'DISPATCH', '2026-01-15', dispatch, 11), open)
  })
})
