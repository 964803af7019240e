// What a ticket's signature is worth without its slip, whose statement comes last when one arrives late, and who closes what is to be decided about it (BR-08, BR-24).
import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { telephoneAll } from '#server/jobs/deliver.ts'
import { recordBySystem } from '#server/store/record-event.ts'
import { pdf } from '../harness/files.ts'
import { refusing } from '../harness/refusing.ts'
import { at, clock, type Json, ok, uploadedSlip } from './chain-stage.ts'
import { delivererOf } from './notification-stage.ts'
import { type Bought, openTickets } from './ticket-stage.ts'

const { world, chain, crop, as, bought, ticketOf, ask, enter, codeOf } = await openTickets()
const refused = refusing(() => world)
const byBuyer = { status: 422, body: { ruleId: 'BR-24' } }
const findings = async ({ lot }: Bought): Promise<Json[]> => (await chain.view('productbatch', lot)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-08')
const isOpen = async (one: Bought) => (await findings(one)).some(({ eventId }) => eventId === one.ticket)
const slip = () => uploadedSlip(as('pooja'))
const buying = (who: string, lot: string, more: Record<string, unknown>, headers: Record<string, string> = {}) =>
  as(who).post(
    `/productbatch/${lot}/events`,
    {
      eventType: 'PURCHASE',
      occurredAt: at('2026-01-14'),
      data: { cropId: crop, grossKg: 47, tareKg: 2, netKg: 45, pricePerKg: 72_00, premiumPerKg: 6_00, receiptNo: `P-${Math.random()}` },
      ...more,
    },
    headers,
  )
const inMinutes = (minutes: number) => new Date(clock().getTime() + minutes * 60_000).toISOString()
const about = (who: string, { lot, ticket }: Bought, eventType: string, occurredAt: string, data: Record<string, unknown>) =>
  as(who).post(`/productbatch/${lot}/events`, { eventType, occurredAt, data: { purchaseEventId: ticket, ...data } })
/** The same moment, as answers write it. */
const written = (time: string): string => new Date(time).toISOString().replace('.000Z', '+00:00')
const ticketData = { cropId: crop, grossKg: 52, tareKg: 2, netKg: 50, pricePerKg: 72_00, premiumPerKg: 6_00 }

describe('a signature', () => {
  it('without its slip confirms nothing, also of a farmer with a telephone; a slip without the signature neither', async () => {
    const { lot } = await bought()
    await refused(() => buying('pooja', lot, { data: { ...ticketData, receiptNo: 'P-0', signedSlip: ['no-file'] } }), { status: 400 })
    for (const more of [{ farmerConfirmation: 'SIGNATURE' }, { farmerConfirmation: 'SIGNATURE', signedSlip: [] }, { signedSlip: [await slip()] }]) {
      const one = await bought(more)
      expect(await ticketOf(one)).toMatchObject({ state: 'WAITING', by: null, confirmedAt: null, hasPhone: true })
      expect(await isOpen(one)).toBe(true)
    }
  })
  it('is none until the slip that was announced has come', async () => {
    const id = randomUUIDv7()
    const { lot } = await bought()
    const data = { ...ticketData, receiptNo: 'P-later', farmerConfirmation: 'SIGNATURE', signedSlip: [id] }
    const { event } = await ok(buying('pooja', lot, { data }, { 'x-files-to-come': id }))
    expect((await ticketOf({ lot, ticket: event.id })).state).toBe('WAITING')
    const init = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf('The slip of P-later')) }
    await ok(as('pooja').send(`/files?name=slip.pdf&id=${id}`, init))
    expect((await ticketOf({ lot, ticket: event.id })).state).toBe('SIGNED')
  })
  it('with its slip does, as late, until it is corrected without one, or taken back', async () => {
    const late = { farmerConfirmation: 'SIGNATURE', signedSlip: [await slip()] }
    const one = await bought(late)
    expect(await ticketOf(one)).toMatchObject({ state: 'SIGNED', by: 'PAPER', confirmedAt: written(at('2026-01-14')) })
    expect(await findings(one)).toEqual([])
    const { event } = await ok(
      buying('pooja', one.lot, { supersedesEventId: one.ticket, data: { ...ticketData, receiptNo: 'P-1', farmerConfirmation: 'SIGNATURE' } }),
    )
    const two = { lot: one.lot, ticket: event.id }
    expect((await ticketOf(two)).state).toBe('WAITING')
    expect(await isOpen(two)).toBe(true)
    const signed = await ok(buying('pooja', one.lot, { supersedesEventId: two.ticket, data: { ...ticketData, receiptNo: 'P-2', ...late } }))
    expect((await ticketOf({ lot: one.lot, ticket: signed.event.id })).state).toBe('SIGNED')
    expect(await findings(one)).toEqual([])
    await ok(as('ada').post(`/productbatch/${one.lot}/events/${signed.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await findings(one)).toEqual([])
  })
})

describe('a dispute dated between the call and its attestation', () => {
  /** A ticket whose farmer was called now. */
  const called = async (): Promise<Bought & { callId: string }> => {
    const one = await bought()
    await ok(ask(one, 'CALL'))
    const stage = delivererOf(world, clock, { mail: false, push: false, telephone: true })
    await stage.deliver()
    await telephoneAll(stage.context, world.tenants.cotton, { send: async () => ({ state: 'HEARD', heardSeconds: 20 }) })
    return { ...one, callId: (await ticketOf(one)).calls[0].id }
  }

  it('reads as disputed whichever arrives first', async () => {
    const late = await called()
    await ok(about('ada', late, 'PURCHASE_ATTESTED', inMinutes(4), { callId: late.callId }))
    expect(await ticketOf(late)).toMatchObject({ state: 'CONFIRMED', by: 'CALL', confirmedAt: written(inMinutes(4)) })
    const { event } = await ok(about('omar', late, 'PURCHASE_DISPUTED', inMinutes(2), { reason: 'Less' }))
    expect(await ticketOf(late)).toMatchObject({ state: 'DISPUTED', by: null, confirmedAt: null, reason: 'Less' })
    expect((await findings(late)).map(({ eventId }) => eventId)).toContain(event.id)
    await ok(as('omar').post(`/productbatch/${late.lot}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await ticketOf(late)).toMatchObject({ state: 'CONFIRMED', confirmedAt: written(inMinutes(4)) })

    const first = await called()
    await ok(about('omar', first, 'PURCHASE_DISPUTED', inMinutes(2), { reason: 'Less' }))
    await refused(() => about('ada', first, 'PURCHASE_ATTESTED', inMinutes(4), { callId: first.callId }), {
      status: 400,
      body: { fields: [{ path: 'data.callId' }] },
    })
    expect((await ticketOf(first)).state).toBe('DISPUTED')
  })
  it('from before the call was asked for is settled by it', async () => {
    const one = await called()
    await ok(about('ada', one, 'PURCHASE_ATTESTED', inMinutes(4), { callId: one.callId }))
    await ok(about('omar', one, 'PURCHASE_DISPUTED', inMinutes(-90), { reason: 'Less' }))
    expect((await ticketOf(one)).state).toBe('CONFIRMED')
  })
  it('leaves the time of a confirmation by code as it is, and gives none to a ticket that is only asked for', async () => {
    const one = await bought()
    await ok(ask(one))
    expect(await ticketOf(one)).toMatchObject({ state: 'ASKED', confirmedAt: null })
    await ok(enter(one, await codeOf(one)))
    expect(await ticketOf(one)).toMatchObject({ state: 'CONFIRMED', confirmedAt: written(clock().toISOString()) })
  })
})

describe('a dispute dated between the sending of a code and its entry', () => {
  /** A ticket whose farmer was sent a code ten minutes ago. */
  const sent = async (): Promise<Bought> => {
    const one = await bought()
    const data = { purchaseEventId: one.ticket, by: 'SMS', cropId: crop, netKg: 50, amount: 3900_00, receiptNo: 'P-sent' }
    await world.scoped('ada', (scope) =>
      recordBySystem(scope, entityOf('productbatch'), one.lot, { eventType: 'PURCHASE_ASKED', occurredAt: inMinutes(-10), data }),
    )
    return one
  }
  /** That nobody confirmed it, and disputes; not that the farmer's number was changed lately. */
  const openOf = async (one: Bought) => (await findings(one)).filter(({ figures }) => !figures.changedOn).map(({ eventId }) => eventId)
  const dispute = (one: Bought, minutes: number) => about('omar', one, 'PURCHASE_DISPUTED', inMinutes(minutes), { reason: 'Less' })

  it('stands whichever arrives first, and is settled where it was before the code', async () => {
    const late = await sent()
    await ok(enter(late, await codeOf(late)))
    await ok(dispute(late, -20))
    expect(await ticketOf(late)).toMatchObject({ state: 'CONFIRMED', by: 'CODE', confirmedAt: written(clock().toISOString()) })
    expect(await openOf(late)).toEqual([])
    const { event } = await ok(dispute(late, -5))
    expect(await ticketOf(late)).toMatchObject({ state: 'DISPUTED', confirmedAt: null })
    expect(await openOf(late)).toEqual([event.id])
    await ok(as('omar').post(`/productbatch/${late.lot}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await ticketOf(late)).toMatchObject({ state: 'CONFIRMED' })

    const first = await sent()
    const code = await codeOf(first)
    await ok(dispute(first, -5))
    await refused(() => enter(first, code), { status: 409 })
    expect((await ticketOf(first)).state).toBe('DISPUTED')
  })
})

describe('what is to be decided about a ticket', () => {
  it('is closed by no manager who bought, in any version of it', async () => {
    const { id: lot } = await chain.lot()
    const { event } = await ok(buying('omar', lot, {}))
    const corrected = await ok(buying('ada', lot, { supersedesEventId: event.id, data: { ...ticketData, receiptNo: 'P-9' } }))
    const one = { lot, ticket: corrected.event.id }
    await ok(
      as('pooja').post(`/productbatch/${lot}/events`, {
        eventType: 'PURCHASE_DISPUTED',
        occurredAt: clock().toISOString(),
        data: { purchaseEventId: one.ticket, reason: 'Less' },
      }),
    )
    const open = await findings(one)
    expect(open.length).toBe(2)
    const close = (who: string, id: string) => as(who).post(`/productbatch/${lot}/findings/${id}/close`, { reason: 'NO_ISSUE', note: 'Talked over' })
    for (const { id } of open) for (const who of ['omar', 'ada']) await refused(() => close(who, id), byBuyer)
    expect(await findings(one)).toEqual(open)
    // Nor is it offered, on the lot's page and in lists, to whoever bought; to others it is.
    const offered = async (path: string) =>
      (await ok(as('ada').get(path))).flags ?? (await ok(as('ada').get(path))).items.find(({ id }: Json) => id === lot).flags
    for (const path of [`/productbatch/${lot}`, '/productbatch?limit=100'])
      expect((await offered(path)).map(({ mayClose }: Json) => mayClose)).toEqual([false, false])
  })
  it('is closed by a manager who did not buy', async () => {
    const one = await bought()
    const [open] = await findings(one)
    expect((await ok(as('omar').get(`/productbatch/${one.lot}`))).flags).toMatchObject([{ id: open?.id, mayClose: true }])
    await ok(as('omar').post(`/productbatch/${one.lot}/findings/${open?.id}/close`, { reason: 'NO_ISSUE', note: 'The farmer was there' }))
    expect(await findings(one)).toEqual([])
  })
})
