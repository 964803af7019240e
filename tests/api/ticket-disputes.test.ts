// A farmer's dispute of a ticket (BR-08): nothing from before it clears it, it stays with a correction, and whoever bought in any version of the ticket neither
// speaks for the farmer nor takes the farmer's word back (BR-24). The word is asked for on the farmer's own telephone alone.
import { describe, expect, it } from 'vitest'
import { telephoneAll } from '#server/jobs/deliver.ts'
import { refusing } from '../harness/refusing.ts'
import { at, clock, type Json, ok } from './chain-stage.ts'
import { delivererOf } from './notification-stage.ts'
import { type Bought, openTickets } from './ticket-stage.ts'

const { world, chain, crop, farmer, as, bought, ticketOf, ask, enter, codeOf, about } = await openTickets()
const dispute = (who: string, one: Bought) => about(who, one, 'PURCHASE_DISPUTED', { reason: 'Less was paid' })
const take = (who: string, { lot }: Bought, eventId: string) => as(who).post(`/productbatch/${lot}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
/** The newest call to the farmer, which was answered. */
async function called(one: Bought): Promise<string> {
  await ok(ask(one, 'CALL'))
  const stage = delivererOf(world, clock, { mail: false, push: false, telephone: true })
  await stage.deliver()
  await telephoneAll(stage.context, world.tenants.cotton, { send: async () => ({ state: 'HEARD', heardSeconds: 20 }) })
  const calls: Json[] = (await ticketOf(one)).calls
  return calls
    .map(({ id }) => id)
    .sort()
    .at(-1)
}
/** The ticket with 45 kg in place of 50. */
async function corrected(who: string, { lot, ticket }: Bought): Promise<Bought> {
  const { event } = await ok(
    as(who).post(`/productbatch/${lot}/events`, {
      eventType: 'PURCHASE',
      occurredAt: at('2026-01-14'),
      supersedesEventId: ticket,
      data: { cropId: crop, grossKg: 47, tareKg: 2, netKg: 45, pricePerKg: 72_00, premiumPerKg: 6_00, receiptNo: `C-${ticket.slice(-12)}` },
    }),
  )
  return { lot, ticket: event.id }
}
const openDisputes = async ({ lot }: Bought): Promise<string[]> =>
  (await chain.view('productbatch', lot)).flags
    .filter(({ ruleId, figures }: Json) => ruleId === 'BR-08' && figures?.purchaseEventId)
    .map(({ eventId }: Json) => eventId)
const refused = refusing(() => world)
const byBuyer = { status: 422, body: { ruleId: 'BR-24' } }

describe('a dispute', () => {
  it('is not cleared by a code from before it, also when a call was asked for since', async () => {
    const one = await bought()
    await ok(ask(one))
    const code = await codeOf(one)
    await ok(dispute('omar', one))
    await refused(() => enter(one, code), { status: 409 })
    await ok(ask(one, 'CALL'))
    await refused(() => enter(one, code), { status: 409 })
    // Asked for by code again, the old one is used up until a new one has gone out.
    await ok(ask(one))
    expect((await ok(enter(one, code))).outcome).toBe('USED_UP')
    expect((await ticketOf(one)).state).toBe('DISPUTED')
    expect(await ok(enter(one, await codeOf(one)))).toMatchObject({ outcome: 'CONFIRMED' })
    expect((await ticketOf(one)).state).toBe('CONFIRMED')
    expect(await openDisputes(one)).toEqual([])
  })
  it('is not cleared by a call from before it, nor by whoever recorded it', async () => {
    const one = await bought()
    const callId = await called(one)
    await ok(dispute('omar', one))
    await refused(() => about('ada', one, 'PURCHASE_ATTESTED', { callId }), { status: 400, body: { fields: [{ path: 'data.callId' }] } })
    await refused(() => about('ada', one, 'PURCHASE_ATTESTED', { callId: 'no-call' }), { status: 400, body: { fields: [{ path: 'data.callId' }] } })
    const since = await called(one)
    await refused(() => about('omar', one, 'PURCHASE_ATTESTED', { callId: since }), byBuyer)
    await ok(about('ada', one, 'PURCHASE_ATTESTED', { callId: since }))
    expect(await ticketOf(one)).toMatchObject({ state: 'CONFIRMED', by: 'CALL' })
    expect(await openDisputes(one)).toEqual([])
  })
  it('is taken back by whoever recorded it, but by no buyer of the ticket', async () => {
    const one = await bought()
    const { event } = await ok(dispute('omar', one))
    const two = await corrected('ada', one)
    await refused(() => take('pooja', one, event.id), { status: 403 })
    await refused(() => take('ada', one, event.id), byBuyer)
    await ok(take('omar', one, event.id))
    expect((await ticketOf(two)).state).toBe('WAITING')
    expect(await openDisputes(one)).toEqual([])
  })
  it('stays with a correction of the ticket, until the farmer confirms that', async () => {
    const one = await bought()
    const { event } = await ok(dispute('omar', one))
    const two = await corrected('pooja', one)
    expect(await ticketOf(one)).toBeUndefined()
    expect(await ticketOf(two)).toMatchObject({ state: 'DISPUTED', reason: 'Less was paid', netKg: 45 })
    expect(await openDisputes(two)).toEqual([event.id])
    await ok(ask(two))
    expect(await ok(enter(two, await codeOf(two)))).toMatchObject({ outcome: 'CONFIRMED' })
    expect((await ticketOf(two)).state).toBe('CONFIRMED')
    expect(await openDisputes(two)).toEqual([])
  })
  it('and a confirmation of other figures is none of the correction', async () => {
    const one = await bought()
    await ok(ask(one))
    await ok(enter(one, await codeOf(one)))
    const two = await corrected('pooja', one)
    expect((await ticketOf(two)).state).toBe('WAITING')
    const { flags } = await chain.view('productbatch', two.lot)
    expect(flags.map(({ eventId }: Json) => eventId)).toContain(two.ticket)
  })
})

describe('whoever bought', () => {
  it('does not attest or dispute the ticket after somebody has corrected it, nor does whoever corrected it', async () => {
    const two = await corrected('omar', await bought())
    const callId = await called(two)
    for (const who of ['pooja', 'omar']) {
      await refused(() => about(who, two, 'PURCHASE_ATTESTED', { callId }), byBuyer)
      await refused(() => dispute(who, two), byBuyer)
      expect(await ticketOf(two, who)).toMatchObject({ isBuyer: true })
    }
    expect(await ticketOf(two, 'ada')).toMatchObject({ isBuyer: false })
    await ok(about('ada', two, 'PURCHASE_ATTESTED', { callId }))
    expect((await ticketOf(two)).state).toBe('CONFIRMED')
  })
})

describe('a telephone of the family or of a neighbour', () => {
  const sharedBy = async (phoneOwner: string) => {
    const { version } = await chain.view('farmer', farmer)
    await ok(as('fatima').patch(`/farmer/${farmer}`, { phoneOwner }, { 'if-match': `"${version}"` }))
  }
  it('is asked for no word of the farmer’s, and no amount is said on it', async () => {
    const stage = delivererOf(world, clock, { mail: false, push: false, telephone: true })
    const messages: string[] = []
    const goOut = async () => {
      stage.setAhead(Date.parse('2026-03-02T09:30:00+05:30') - clock().getTime())
      await stage.deliver()
      await telephoneAll(stage.context, world.tenants.cotton, {
        send: async ({ text }: { text: string }) => {
          messages.push(text)
          return { state: 'DELIVERED' as const }
        },
      })
    }
    await goOut()
    messages.length = 0
    const before = await bought({ receiptNo: 'R-OWN' })
    await ok(ask(before))
    await ok(ask(before, 'CALL'))
    for (const owner of ['FAMILY', 'NEIGHBOUR']) {
      await sharedBy(owner)
      const one = await bought({ receiptNo: `R-${owner}` })
      for (const by of ['SMS', 'CALL']) await refused(() => ask(one, by), { status: 400, body: { fields: [{ path: 'by' }] } })
      expect(await ticketOf(one)).toMatchObject({ hasPhone: false })
    }
    // Three receipts; what was to be confirmed when the telephone was the farmer’s own is not said to another.
    await goOut()
    expect(messages.length).toBe(3)
    for (const text of messages) expect(text).not.toMatch(/3,?900|\d{6}/)
    await sharedBy('SELF')
    messages.length = 0
    const own = await bought({ receiptNo: 'R-AGAIN' })
    await ok(ask(own, 'CALL'))
    await goOut()
    expect(messages.filter((text) => /3,?900/.test(text)).length).toBe(2)
  })
})
