// The two sides of a purchase (BR-08, M3): the farmer confirms by a code that goes to the own telephone alone, or by a call that somebody else than the buyer
// attests; or disputes. What the buyer enters is no word of the farmer's.
import { describe, expect, it } from 'vitest'
import { telephoneAll } from '#server/jobs/deliver.ts'
import { refusing } from '../harness/refusing.ts'
import { clock, type Json, ok } from './chain-stage.ts'
import { delivererOf } from './notification-stage.ts'
import { type Bought, openTickets } from './ticket-stage.ts'

const { world, chain, farmer, as, bought, ticketOf, ask, enter, codeOf, about } = await openTickets()
const openFindings = async ({ lot }: Bought): Promise<Json[]> =>
  (await chain.view('productbatch', lot)).flags.filter(({ ruleId, severity }: Json) => ruleId === 'BR-08' && severity === 'REVIEW')
const refused = refusing(() => world)
const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a ticket', () => {
  it('waits for the farmer, whatever the buyer says of it', async () => {
    const one = await bought({ farmerConfirmation: 'OTP' })
    expect(await ticketOf(one)).toMatchObject({ state: 'WAITING', netKg: 50, amount: 50 * 78_00, hasPhone: true, isBuyer: false })
    expect(await ticketOf(one, 'pooja')).toMatchObject({ isBuyer: true })
    await refused(() => about('pooja', one, 'PURCHASE_CONFIRMED'), { status: 400 })
    await refused(() => about('pooja', one, 'PURCHASE_DISPUTED', { reason: 'Less' }), { status: 422, body: { ruleId: 'BR-24' } })
    await refused(() => ask(one, 'SMS', 'ines'), { status: 404 })
  })
  it('is confirmed by the code of the farmer’s telephone, once, in nobody’s name but the farmer’s', async () => {
    const one = await bought()
    expect((await openFindings(one)).length).toBe(1)
    await ok(ask(one))
    const code = await codeOf(one)
    expect(JSON.stringify(await ok(as('ada').get(`/productbatch/${one.lot}/tickets`)))).not.toContain(code)
    expect(JSON.stringify(await ok(as('ada').get(`/productbatch/${one.lot}/events?limit=50`)))).not.toContain(code)
    expect((await ok(enter(one, wrongOf(code)))).outcome).toBe('WRONG')
    expect(await ok(enter(one, code))).toEqual({ outcome: 'CONFIRMED', triesLeft: 0 })
    expect(await ticketOf(one)).toMatchObject({ state: 'CONFIRMED', by: 'CODE', codeUntil: null })
    // Nothing is open but that the number was entered today.
    expect(await ticketOf(one)).toMatchObject({ numberChangedOn: '2026-01-15' })
    expect((await openFindings(one)).map(({ figures }: Json) => figures)).toEqual([{ changedOn: '2026-01-15' }])
    const { items } = await ok(as('ada').get(`/productbatch/${one.lot}/events?limit=50`))
    expect(items.find(({ eventType }: Json) => eventType === 'PURCHASE_CONFIRMED')).toMatchObject({ recordedBy: null, data: { purchaseEventId: one.ticket } })
    expect((await ok(enter(one, code))).outcome).toBe('USED_UP')
  })
  it('takes five codes and no more, and none after a quarter of an hour', async () => {
    const one = await bought()
    expect((await ok(enter(one, '123456'))).outcome).toBe('NONE')
    await ok(ask(one))
    const code = await codeOf(one)
    for (const left of [4, 3, 2, 1]) expect(await ok(enter(one, wrongOf(code)))).toEqual({ outcome: 'WRONG', triesLeft: left })
    expect((await ok(enter(one, wrongOf(code)))).outcome).toBe('USED_UP')
    expect((await ok(enter(one, code))).outcome).toBe('USED_UP')
    const again = await codeOf(one)
    await world.scoped('ada', ({ db, tenant }) =>
      db
        .updateTable('purchase_code')
        .set({ expires_at: '2026-01-01T00:00:00Z' })
        .where('tenant_id', '=', tenant.id)
        .where('ticket_id', '=', one.ticket)
        .execute(),
    )
    expect((await ok(enter(one, again))).outcome).toBe('EXPIRED')
    expect(await ticketOf(one)).toMatchObject({ state: 'ASKED' })
  })
  it('is asked for at night by a code, which its farmer waits for; a call waits for the morning', async () => {
    const [coded, called] = [await bought({ receiptNo: 'R-NIGHT-1' }), await bought({ receiptNo: 'R-NIGHT-2' })]
    await ok(ask(coded))
    await ok(ask(called, 'CALL'))
    const stage = delivererOf(world, clock, { mail: false, push: false, telephone: true })
    const sent: string[] = []
    const send = async ({ channel, text }: { channel: string; text: string }) => {
      // The receipt goes out by SMS as well, in the morning.
      if (text.includes('R-NIGHT-') && (channel === 'IVR_VOICE' || /\d{6}/.test(text))) sent.push(channel)
      return { state: 'DELIVERED' as const }
    }
    const goOutAt = async (time: string) => {
      stage.setAhead(Date.parse(`2026-03-01T${time}:00+05:30`) - clock().getTime())
      await stage.deliver()
      await telephoneAll(stage.context, world.tenants.cotton, { send })
    }
    await goOutAt('23:30')
    expect(sent).toEqual(['SMS'])
    await goOutAt('23:59')
    expect(sent).toEqual(['SMS'])
    stage.setAhead(Date.parse('2026-03-02T07:30:00+05:30') - clock().getTime())
    await telephoneAll(stage.context, world.tenants.cotton, { send })
    expect(sent).toEqual(['SMS', 'IVR_VOICE'])
  })
  it('is attested after an answered call, by somebody else than the buyer', async () => {
    const one = await bought()
    await ok(ask(one, 'CALL'))
    await refused(() => about('omar', one, 'PURCHASE_ATTESTED', { callId: one.ticket }), { status: 400, body: { fields: [{ path: 'data.callId' }] } })
    await refused(() => about('pooja', one, 'PURCHASE_ATTESTED', { callId: one.ticket }), { status: 422, body: { ruleId: 'BR-24' } })
    const stage = delivererOf(world, clock, { mail: false, push: false, telephone: true })
    await stage.deliver()
    const [waiting] = (await ticketOf(one)).calls
    // Nobody has answered yet.
    await refused(() => about('omar', one, 'PURCHASE_ATTESTED', { callId: waiting.id }), { status: 400, body: { fields: [{ path: 'data.callId' }] } })
    await telephoneAll(stage.context, world.tenants.cotton, { send: async () => ({ state: 'HEARD', heardSeconds: 20 }) })
    const other = await bought()
    await refused(() => about('omar', other, 'PURCHASE_ATTESTED', { callId: waiting.id }), { status: 400, body: { fields: [{ path: 'data.callId' }] } })
    const { event } = await ok(about('omar', one, 'PURCHASE_ATTESTED', { callId: waiting.id }))
    expect(await ticketOf(one)).toMatchObject({ state: 'CONFIRMED', by: 'CALL' })
    const isOpen = async () => (await openFindings(one)).some(({ eventId }: Json) => eventId === one.ticket)
    expect(await isOpen()).toBe(false)
    // A second attestation stands alone: when one of the two is taken back, the ticket is confirmed still.
    const again = await ok(about('omar', one, 'PURCHASE_ATTESTED', { callId: waiting.id }))
    await ok(as('ada').post(`/productbatch/${one.lot}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await isOpen()).toBe(false)
    await ok(as('ada').post(`/productbatch/${one.lot}/events/${again.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await isOpen()).toBe(true)
  })
  it('is disputed for the farmer, and confirmed after that when it was put right', async () => {
    const one = await bought()
    await ok(about('omar', one, 'PURCHASE_DISPUTED', { reason: 'The scale replies 60 kg', claimedKg: 60 }))
    expect(await ticketOf(one)).toMatchObject({ state: 'DISPUTED', reason: 'The scale replies 60 kg' })
    expect((await openFindings(one)).length).toBe(2)
    await ok(ask(one))
    await ok(enter(one, await codeOf(one)))
    expect(await ticketOf(one)).toMatchObject({ state: 'CONFIRMED' })
    expect((await openFindings(one)).map(({ figures }: Json) => figures)).toEqual([{ changedOn: '2026-01-15' }])
  })
  it('is seen on the farmer’s page', async () => {
    const one = await bought()
    const { items } = await ok(as('omar').get(`/farmer/${farmer}/tickets`))
    expect(items.map(({ eventId }: Json) => eventId)).toContain(one.ticket)
  })
})
