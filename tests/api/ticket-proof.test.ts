// What a ticket does not show (BR-08): where and on which scale it was weighed, and a farmer's word that is nothing but a photo which the buyer sent. A warning, or by the
// settings of the programme a finding that somebody else than the buyer decides before the goods are released.
import { randomUUIDv7 } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { telephoneAll } from '#server/jobs/deliver.ts'

import { pdf } from '../harness/files.ts'
import { refusing } from '../harness/refusing.ts'
import { at, clock, type Json, ok, record, uploadedSlip } from './chain-stage.ts'
import { delivererOf } from './notification-stage.ts'
import { type Bought, openTickets } from './ticket-stage.ts'

const { world, chain, crop, as, ask, enter, codeOf, about, ticketOf } = await openTickets()
const refused = refusing(() => world)
const open = { status: 422, body: { ruleId: 'BR-08' } }
const centre = { lng: 75.6, lat: 21.9 }
const here = { gps: { ...centre, accuracyM: 5 } }
const onScale = { scaleId: 'S-1' }
const change = async (values: Record<string, unknown>) => {
  const { version } = await chain.view('processingsystem', chain.centre)
  await ok(as('ada').patch(`/processingsystem/${chain.centre}`, values, { 'if-match': `"${version}"` }))
}
const set = async (values: Record<string, number | null>) => {
  const { version } = (await world.as('ada', '-').get('/api/tolerances')).body
  await ok(world.as('ada', '-').patch('/api/tolerances', values, { 'if-match': `"${version}"` }))
}
const point = { type: 'Point', coordinates: [centre.lng, centre.lat] }
await change({ point })
afterAll(() => set({ weighingReview: null, slipReview: null }))

/** A ticket of these kilograms by the purchase officer, or by `who`. */
async function weighed(
  data: Json = {},
  more: Json = {},
  { kg = 50, who = 'pooja', headers = {} }: { kg?: number; who?: string; headers?: Json } = {},
): Promise<Bought> {
  const { lot = (await chain.lot()).id, ...envelope } = more
  const ticket = { cropId: crop, grossKg: kg + 2, tareKg: 2, netKg: kg, pricePerKg: 72_00, receiptNo: `W-${Math.random()}`, ...data }
  const body = { eventType: 'PURCHASE', occurredAt: at('2026-01-14'), lateReason: 'From the book of the counter', data: ticket, ...envelope }
  const { event } = await ok(as(who).post(`/productbatch/${lot}/events`, body, headers))
  return { lot, ticket: event.id }
}
const found = async ({ lot, ticket }: Bought): Promise<Json[]> =>
  (await chain.view('productbatch', lot)).flags.filter(({ eventId }: Json) => eventId === ticket)
const ofScale = async (one: Bought) => (await found(one)).filter(({ figures }) => 'hasScale' in figures)
const ofSlip = async (one: Bought) => (await found(one)).filter(({ message }) => message.startsWith('A photo of the signed slip alone'))
const close = ({ lot }: Bought, { id }: Json, who = 'omar') =>
  as(who).post(`/productbatch/${lot}/findings/${id}/close`, { reason: 'ACCEPTED', note: 'Looked at it' })
const step = ({ lot }: Bought, type: string) => record(as('omar'), 'productbatch', lot, type, '2026-01-15', {}, 11)
const signed = async (who = 'pooja') => ({ farmerConfirmation: 'SIGNATURE', signedSlip: [await uploadedSlip(as(who))] })

describe('where and on which scale a ticket was weighed', () => {
  it('is shown by a position and the name of the scale; what is missing is one warning, which stops nothing', async () => {
    const more = await signed()
    expect(await ofScale(await weighed(onScale, here))).toEqual([])
    for (const [data, envelope, message, figures] of [
      [{}, here, 'The ticket does not name its scale.', { position: 'GIVEN', hasScale: false }],
      [onScale, {}, 'The ticket has no position: whether it was written at its centre is not known.', { position: 'MISSING', hasScale: true }],
      [{}, {}, 'The ticket has no position and does not name its scale.', { position: 'MISSING', hasScale: false }],
    ] as const)
      expect(await ofScale(await weighed(data, envelope))).toMatchObject([{ ruleId: 'BR-08', severity: 'WARN', message, figures }])
    const one = await weighed(more)
    await ok(step(one, 'CLOSED'))
    await ok(step(one, 'RELEASED'))
  })
  it('is not known where the centre has no point, and that is said', async () => {
    await change({ point: null })
    expect(await ofScale(await weighed(onScale, here))).toMatchObject([
      { severity: 'WARN', message: 'The centre has no point: whether the ticket was written there is not known.' },
    ])
    expect(await ofScale(await weighed({}, here))).toMatchObject([
      { severity: 'WARN', message: 'The centre has no point, and the ticket does not name its scale.' },
    ])
    await set({ weighingReview: 0 })
    expect(await ofScale(await weighed(onScale, here))).toMatchObject([{ severity: 'WARN' }])
    expect(await ofScale(await weighed({}, here))).toMatchObject([{ severity: 'REVIEW' }])
    await set({ weighingReview: null })
    await change({ point })
  })
  it('is to be decided above the weight that the programme sets, before the lot is released; corrected or taken back it is gone', async () => {
    await set({ weighingReview: 50 })
    expect(await ofScale(await weighed())).toMatchObject([{ severity: 'WARN' }])
    const one = await weighed(await signed(), {}, { kg: 50.001 })
    expect(await ofScale(one)).toMatchObject([{ severity: 'REVIEW' }])
    await ok(step(one, 'CLOSED'))
    await refused(() => step(one, 'RELEASED'), open)
    await ok(close(one, (await ofScale(one))[0]))
    await ok(step(one, 'RELEASED'))
    const other = await weighed({}, {}, { kg: 60 })
    const better = await weighed(onScale, { ...here, lot: other.lot, supersedesEventId: other.ticket }, { kg: 60 })
    expect([await ofScale(other), await ofScale(better)]).toEqual([[], []])
    const worse = await weighed({}, { lot: other.lot, supersedesEventId: better.ticket }, { kg: 60 })
    expect(await ofScale(worse)).toMatchObject([{ severity: 'REVIEW' }])
    await ok(as('ada').post(`/productbatch/${other.lot}/events/${worse.ticket}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await chain.view('productbatch', other.lot)).flags).toEqual([])
    await set({ weighingReview: null })
  })
})

describe('a slip that nobody but the buyer has seen', () => {
  it('is a warning that the buyer does not close, whoever that is, and somebody else does', async () => {
    const one = await weighed(await signed('omar'), {}, { who: 'omar' })
    const [finding] = await ofSlip(one)
    expect(finding).toMatchObject({ ruleId: 'BR-08', severity: 'WARN' })
    await refused(() => close(one, finding, 'omar'), { status: 422, body: { ruleId: 'BR-24' } })
    const shown = async (who: string) => (await ok(as(who).get(`/productbatch/${one.lot}`))).flags.find(({ id }: Json) => id === finding.id)
    expect([(await shown('omar')).mayClose, (await shown('ada')).mayClose]).toEqual([false, true])
    await ok(close(one, finding, 'ada'))
    expect(await ofSlip(one)).toEqual([])
  })
  it('is to be decided above the weight that the programme sets, unless the farmer confirms by code', async () => {
    await set({ slipReview: 50 })
    expect(await ofSlip(await weighed(await signed()))).toMatchObject([{ severity: 'WARN' }])
    const [one, two] = [await weighed(await signed(), {}, { kg: 50.001 }), await weighed(await signed(), {}, { kg: 60 })]
    for (const lot of [one, two]) {
      expect(await ofSlip(lot)).toMatchObject([{ severity: 'REVIEW' }])
      await ok(step(lot, 'CLOSED'))
      await refused(() => step(lot, 'RELEASED'), open)
    }
    await ok(close(one, (await ofSlip(one))[0]))
    await ok(step(one, 'RELEASED'))
    await ok(ask(two))
    await ok(enter(two, await codeOf(two)))
    expect(await ofSlip(two)).toEqual([])
    await set({ slipReview: null })
  })
  it('is asked of each version, is gone with the ticket, and comes with a photo that settles what was found before', async () => {
    const slip = await signed()
    const one = await weighed(slip)
    const again = await weighed(slip, { lot: one.lot, supersedesEventId: one.ticket })
    expect([await ofSlip(one), (await ofSlip(again)).length]).toEqual([[], 1])
    // The photo signs the ticket before: nothing confirms this one, until that ticket is taken back.
    const late = await weighed(slip)
    expect([await ofSlip(late), (await found(late)).filter(({ severity }) => severity === 'REVIEW').length]).toEqual([[], 1])
    await ok(as('ada').post(`/productbatch/${one.lot}/events/${again.ticket}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await chain.view('productbatch', one.lot)).flags).toEqual([])
    expect([(await ofSlip(late)).length, (await found(late)).filter(({ severity }) => severity === 'REVIEW')]).toEqual([1, []])
    // Announced, and come later.
    const id = randomUUIDv7()
    const coming = await weighed({ farmerConfirmation: 'SIGNATURE', signedSlip: [id] }, {}, { headers: { 'x-files-to-come': id } })
    const init = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf(`Slip ${id}`)) }
    await ok(as('pooja').send(`/files?name=slip.pdf&id=${id}`, init))
    expect(await ofSlip(coming)).toHaveLength(1)
  })
  it('is found once an attested call is taken back, also where the photo came after it; the code of the farmer is not taken back', async () => {
    const called = async (one: Bought): Promise<string> => {
      await ok(ask(one, 'CALL'))
      const stage = delivererOf(world, clock, { mail: false, push: false, telephone: true })
      await stage.deliver()
      await telephoneAll(stage.context, world.tenants.cotton, { send: async () => ({ state: 'HEARD', heardSeconds: 20 }) })
      const [call] = (await ticketOf(one)).calls
      return (await ok(about('omar', one, 'PURCHASE_ATTESTED', { callId: call.id }))).event.id
    }
    const voidEvent = ({ lot }: Bought, event: string) => as('ada').post(`/productbatch/${lot}/events/${event}/void`, { reason: 'INCORRECT_DATA' })
    const id = randomUUIDv7()
    const one = await weighed({ farmerConfirmation: 'SIGNATURE', signedSlip: [id] }, {}, { headers: { 'x-files-to-come': id } })
    const call = await called(one)
    const init = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf(`Slip ${id}`)) }
    await ok(as('pooja').send(`/files?name=slip.pdf&id=${id}`, init))
    expect(await ofSlip(one)).toEqual([])
    await ok(voidEvent(one, call))
    expect(await ofSlip(one)).toHaveLength(1)
    // Where the photo was first, the call settles what was found, and it is found again.
    const late = await weighed(await signed())
    const again = await called(late)
    expect(await ofSlip(late)).toEqual([])
    await ok(voidEvent(late, again))
    expect(await ofSlip(late)).toHaveLength(1)
    await ok(ask(late))
    await ok(enter(late, await codeOf(late)))
    expect(await ofSlip(late)).toEqual([])
    const { items } = await ok(as('ada').get(`/productbatch/${late.lot}/events`))
    await refused(() => voidEvent(late, items.find(({ eventType }: Json) => eventType === 'PURCHASE_CONFIRMED').id), { status: 409 })
  })
  it('is none any more where its photo has signed another ticket, and is found again when it signs this one, unless somebody has decided', async () => {
    const slip = await signed()
    const [first, base] = [await weighed(), await weighed()]
    const second = await weighed(slip)
    expect(await ofSlip(second)).toHaveLength(1)
    const withSlip = async ({ lot, ticket }: Bought) => {
      const data = { cropId: crop, grossKg: 52, tareKg: 2, netKg: 50, pricePerKg: 72_00, receiptNo: `W-${ticket}`, ...slip }
      const envelope = { eventType: 'PURCHASE', occurredAt: at('2026-01-14'), lateReason: 'Slip found', supersedesEventId: ticket }
      const { event } = await ok(as('pooja').post(`/productbatch/${lot}/events`, { ...envelope, data }))
      return async () => void (await ok(as('ada').post(`/productbatch/${lot}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })))
    }
    const state = async () => [
      (await ofSlip(second)).length,
      (await found(second)).filter(({ message }) => message.startsWith('The photo of the signed slip has signed')).length,
    ]
    const back = await withSlip(first)
    expect(await state()).toEqual([0, 1])
    await back()
    expect(await state()).toEqual([1, 0])
    await ok(close(second, (await ofSlip(second))[0]))
    const again = await withSlip(base)
    expect(await state()).toEqual([0, 1])
    await again()
    expect(await state()).toEqual([0, 0])
  })
})
