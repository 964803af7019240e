// Where a ticket is written (BR-08: GPS within 2 km of the centre, else review): at the bound on either side by an ellipsoid of its own, beside what the farmer says of the
// same ticket, corrected, taken back and decided.
import { randomUUIDv7 } from 'node:crypto'
import geodesic from 'geographiclib-geodesic'
import { describe, expect, it } from 'vitest'
import { unsignedTickets } from '#server/jobs/clock/unsigned-tickets.ts'
import { runClock } from '#server/jobs/clock.ts'
import { refusing } from '../harness/refusing.ts'
import { at, clock, type Json, ok, record } from './chain-stage.ts'
import { type Bought, openTickets } from './ticket-stage.ts'

const { world, chain, crop, as, ask, enter, codeOf } = await openTickets()
const refused = refusing(() => world)
const centre = { lng: 75.6, lat: 21.9 }
/** A position so many metres from the centre. */
const away = (metres: number, accuracyM = 0, azimuth = 37) => {
  const { lat2 = 0, lon2 = 0 } = geodesic.Geodesic.WGS84.Direct(centre.lat, centre.lng, azimuth, metres)
  return { lng: lon2, lat: lat2, accuracyM }
}
const change = async (entity: string, id: string, values: Record<string, unknown>) => {
  const { version } = await chain.view(entity, id)
  await ok(as('ada').patch(`/${entity}/${id}`, values, { 'if-match': `"${version}"` }))
}
const point = { type: 'Point', coordinates: [centre.lng, centre.lat] }
await change('processingsystem', chain.centre, { point })

/** Three hours ago. */
const then = new Date(clock().getTime() - 3 * 3_600_000).toISOString()
/** A ticket of 50 kg that nobody has confirmed, at this position. */
async function written(gps: Json, more: Record<string, unknown> = {}, data: Record<string, unknown> = {}): Promise<Bought> {
  const lot = (more.lot as string | undefined) ?? (await chain.lot()).id
  const { lot: _, ...envelope } = more
  const ticket = { cropId: crop, grossKg: 52, tareKg: 2, netKg: 50, pricePerKg: 72_00, receiptNo: `L-${Math.random()}`, ...data }
  const { event } = await ok(
    as('pooja').post(`/productbatch/${lot}/events`, { eventType: 'PURCHASE', occurredAt: then, data: ticket, ...(gps ? { gps } : {}), ...envelope }),
  )
  return { lot, ticket: event.id }
}
const findings = async ({ lot, ticket }: Bought): Promise<Json[]> =>
  (await chain.view('productbatch', lot)).flags.filter(
    ({ ruleId, eventId, figures }: Json) => ruleId === 'BR-08' && eventId === ticket && !('ticketKg' in figures),
  )
const ofPlace = async (one: Bought) => (await findings(one)).filter(({ figures }) => 'distanceM' in figures)
const ofWord = async (one: Bought) => (await findings(one)).filter(({ figures }) => 'netKg' in figures)
const close = async (one: Bought, { id }: Json, who = 'omar') =>
  as(who).post(`/productbatch/${one.lot}/findings/${id}/close`, { reason: 'ACCEPTED', note: 'Weighed at the farm gate' })
const step = (lot: string, type: string, day = '2026-01-15', who = 'omar') => record(as(who), 'productbatch', lot, type, day, {}, 11)

describe('the place of a ticket', () => {
  it('is within 2 km of the centre, to the metre, in any direction', async () => {
    for (const azimuth of [0, 37, 90, 200]) {
      expect(await ofPlace(await written(away(2000, 0, azimuth)))).toEqual([])
      expect(await ofPlace(await written(away(2001, 0, azimuth)))).toMatchObject([
        {
          severity: 'REVIEW',
          message: 'The ticket was written 2.1 km from the centre; 2 km are the most.',
          figures: { distanceM: 2001, gpsAccuracyM: 0, mostM: 2000 },
        },
      ])
    }
  })
  it('may be as far off as its accuracy says', async () => {
    expect(await ofPlace(await written(away(2050, 50)))).toEqual([])
    expect(await ofPlace(await written(away(2051, 50)))).toMatchObject([{ figures: { distanceM: 2051, gpsAccuracyM: 50 } }])
  })
  it('is not known of a ticket without a position, nor of a centre without one (ticket-proof.test.ts)', async () => {
    expect(await ofPlace(await written(null))).toEqual([])
    await change('processingsystem', chain.centre, { point: null })
    expect(await ofPlace(await written(away(50_000)))).toEqual([])
    await change('processingsystem', chain.centre, { point })
    expect(await ofPlace(await written(away(50_000)))).toHaveLength(1)
  })
  it('is judged by what the programme has set', async () => {
    const set = async (ticketDistance: number | null) => {
      const { version } = (await world.as('ada', '-').get('/api/tolerances')).body
      await ok(world.as('ada', '-').patch('/api/tolerances', { ticketDistance }, { 'if-match': `"${version}"` }))
    }
    await set(3)
    expect(await ofPlace(await written(away(3000)))).toEqual([])
    expect(await ofPlace(await written(away(3001)))).toMatchObject([{ figures: { mostM: 3000 } }])
    await set(null)
  })
  it('is that of the ticket that counts: gone where it is corrected without one, or taken back', async () => {
    const one = await written(away(9000))
    const near = await written(away(10), { lot: one.lot, supersedesEventId: one.ticket })
    expect([await ofPlace(one), await ofPlace(near)]).toEqual([[], []])
    const far = await written(away(9000), { lot: one.lot, supersedesEventId: near.ticket })
    expect(await ofPlace(far)).toHaveLength(1)
    const last = await written(null, { lot: one.lot, supersedesEventId: far.ticket })
    expect(await ofPlace(last)).toEqual([])
    const other = await written(away(9000))
    await ok(as('ada').post(`/productbatch/${other.lot}/events/${other.ticket}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await chain.view('productbatch', other.lot)).flags).toEqual([])
  })
})

describe('a ticket that was written elsewhere', () => {
  it('and that the farmer has confirmed is still to be decided: the lot is released after both, whichever comes first', async () => {
    const one = await written(away(2001))
    expect(await findings(one)).toHaveLength(2)
    await ok(step(one.lot, 'CLOSED'))
    await ok(ask(one))
    await ok(enter(one, await codeOf(one)))
    expect([await ofWord(one), (await ofPlace(one)).length]).toEqual([[], 1])
    const tickets = (await ok(as('omar').get(`/productbatch/${one.lot}/tickets`))).items
    expect(tickets).toMatchObject([{ eventId: one.ticket, state: 'CONFIRMED' }])
    // The stage has entered the farmer's number today: that is to be decided, too.
    for (const flag of (await chain.view('productbatch', one.lot)).flags) if (flag.eventId !== one.ticket) await ok(close(one, flag))
    await refused(() => step(one.lot, 'RELEASED'), { status: 422, body: { ruleId: 'BR-08' } })
    await ok(close(one, (await ofPlace(one))[0]))
    await ok(step(one.lot, 'RELEASED'))

    const two = await written(away(2001))
    await ok(step(two.lot, 'CLOSED'))
    await ok(close(two, (await ofPlace(two))[0]))
    expect([(await ofWord(two)).length, await ofPlace(two)]).toEqual([1, []])
    await refused(() => step(two.lot, 'RELEASED'), { status: 422, body: { ruleId: 'BR-08' } })
    await ok(ask(two))
    await ok(enter(two, await codeOf(two)))
    for (const flag of (await chain.view('productbatch', two.lot)).flags) await ok(close(two, flag))
    await ok(step(two.lot, 'RELEASED'))
  })
  it('and bought as conventional for want of an approval has both findings', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.picked(cropId, 900)
    expect((await chain.view('farmer', farmerId)).status).toBe('ACTIVE')
    const one = await written(away(2001), {}, { cropId })
    expect((await findings(one)).map(({ severity }) => severity)).toEqual(['REVIEW', 'REVIEW'])
  })
  it('whose announced slip does not come is found to lack the farmer’s word, open or decided as the place may be', async () => {
    const { database, behaviours, log } = world.deps
    const now = () => new Date(clock().getTime() + 49 * 3_600_000)
    const made: Bought[] = []
    for (const isDecided of [false, true]) {
      const { id: lot } = await chain.lot()
      const slip = randomUUIDv7()
      const data = {
        cropId: crop,
        grossKg: 52,
        tareKg: 2,
        netKg: 50,
        pricePerKg: 72_00,
        receiptNo: `S-${lot}`,
        farmerConfirmation: 'SIGNATURE',
        signedSlip: [slip],
      }
      const body = { eventType: 'PURCHASE', occurredAt: then, data, gps: away(2001) }
      const { event } = await ok(as('pooja').post(`/productbatch/${lot}/events`, body, { 'x-files-to-come': slip }))
      const one = { lot, ticket: event.id }
      made.push(one)
      expect([await ofWord(one), (await ofPlace(one)).length]).toEqual([[], 1])
      if (isDecided) await ok(close(one, (await ofPlace(one))[0]))
    }
    await runClock({ database, behaviours, log, clock: now, stop: new AbortController().signal }, world.tenants.cotton, unsignedTickets)
    for (const [index, one] of made.entries()) {
      expect(await ofWord(one)).toMatchObject([{ message: 'The photo of the signed slip has not come.' }])
      expect(await ofPlace(one)).toHaveLength(index === 0 ? 1 : 0)
    }
  })
  it('is no matter of kilograms: nobody is written to of a purchase that is not covered', async () => {
    const one = await written(away(2001))
    const codes = await world.scoped('ada', ({ db, tenant }) =>
      db.selectFrom('outbox').select('code').where('tenant_id', '=', tenant.id).where('event_id', '=', one.ticket).execute(),
    )
    expect(codes.map(({ code }: Json) => code)).not.toContain('PURCHASE_OVER')
  })
})

it('is of a moment in the past, too', async () => {
  const one = await written(away(2001), { occurredAt: at('2026-01-13') })
  expect(await ofPlace(one)).toHaveLength(1)
})
