// What a scheme says of its transaction certificates in place of the programme (domain dictionary 5.2, 7 BR-12, BR-12a, BR-16): refusals, each figure at its bound, whose
// it is not, and that a scheme which says something else later leaves what was submitted or sent back as it was (decision 0125).
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'
import { type Sales, type Sent, salesOf, tcNo } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let lot: string
let npop: string
/** Days that the clock of these tests has gone on. */
let later = 0
const now = () => new Date(clock().getTime() + later * 86_400_000)
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)

const scheme = (): Promise<Json> => chain.view('scheme', npop)
const patch = async (values: Json, who = 'ada') => as(who).patch(`/scheme/${npop}`, values, { 'if-match': `"${(await scheme()).version}"` })
/** The scheme with these tolerances and no others. */
const says = (tolerances: Json) => ok(patch({ tolerances }))
const checkOf = async (id: string, code: string): Promise<Json> =>
  (await ok(as('omar').get(`/transactioncertificate/${id}/checks`))).checks.find((check: Json) => check.code === code)
const outcome = async (sent: readonly Sent[], code: string): Promise<string> => (await checkOf((await sales.draft(sent)).id, code)).outcome
const day = (days: number): string => new Date(clock().getTime() + days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  world = await openWorld({ now })
  chain = await chainOf(world)
  sales = salesOf(chain)
  npop = await chain.standards.scheme('NPOP')
  lot = await sales.lot(3000)
}, 120_000)

describe('tolerances of a scheme', () => {
  it.each([
    [{ tcShipments: 0 }, 'tolerances.tcShipments', 'min'],
    [{ tcShipments: 101 }, 'tolerances.tcShipments', 'max'],
    [{ tcSpan: 4 }, 'tolerances.tcSpan', 'max'],
    [{ tcSubmission: 366 }, 'tolerances.tcSubmission', 'max'],
    [{ tcReservation: 0.5 }, 'tolerances.tcReservation', 'type'],
    [{ tcGap: 1.1 }, 'tolerances.tcGap', 'max'],
    [{ tcGap: -0.1 }, 'tolerances.tcGap', 'min'],
    [{ ginDistance: 'far' }, 'tolerances.ginDistance', 'type'],
    [{ harvestBlock: 1.3 }, 'tolerances.harvestBlock', 'unknown'],
    [[], 'tolerances', 'type'],
  ])('refuses %j (400 %s %s)', async (tolerances, path, code) => {
    await refused(() => patch({ tolerances }), { status: 400, body: { code: 'VALIDATION', fields: [{ path, code }] } })
  })
  it('are changed by administrators (403)', async () => {
    await refused(() => patch({ tolerances: { tcSubmission: 10 } }, 'omar'), { status: 403, body: { code: 'FORBIDDEN' } })
  })
  it('are read in the history of the scheme, with before and after', async () => {
    await says({ tcGap: 0.01 })
    await says({ tcGap: 0.02 })
    const { items } = await ok(as('ada').get(`/scheme/${npop}/history?limit=1`))
    expect(items[0].data.changes.tolerances).toMatchObject({ from: { tcGap: 0.01 }, to: { tcGap: 0.02 } })
  })
  it('T17: are the days to its submission, to the day; empty again, those of the programme', async () => {
    const sent = await sales.send(lot, 10, undefined, day(-10))
    await says({ tcSubmission: 10 })
    expect(await outcome([sent], 'T17')).toBe('OK')
    await says({ tcSubmission: 9 })
    expect(await outcome([sent], 'T17')).toBe('REVIEW')
    await says({ tcSubmission: null })
    expect(await outcome([sent], 'T17')).toBe('OK')
    await says(null)
    expect(await outcome([sent], 'T17')).toBe('OK')
  })
  it('T11: are the shipments and the months between them', async () => {
    const three = [
      await sales.send(lot, 5, undefined, '2025-11-30'),
      await sales.send(lot, 5, undefined, '2025-12-29'),
      await sales.send(lot, 5, undefined, day(0)),
    ]
    await says({ tcShipments: 3, tcSpan: 2 })
    expect(await outcome(three, 'T11')).toBe('OK')
    await says({ tcShipments: 2, tcSpan: 2 })
    expect(await checkOf((await sales.draft(three)).id, 'T11')).toMatchObject({ outcome: 'REVIEW', message: expect.stringContaining('2 are the most') })
    await says({ tcSpan: 1 })
    expect(await outcome(three.slice(0, 2), 'T11')).toBe('OK')
    expect(await outcome(three, 'T11')).toBe('REVIEW')
  })
  it('T14: is the way from the plots to the gin', async () => {
    const { version } = await chain.view('processor', chain.ginner)
    const point = { type: 'Point', coordinates: [75.6, 20.5] }
    await ok(as('ada').patch(`/processor/${chain.ginner}`, { types: ['GINNER'], point }, { 'if-match': `"${version}"` }))
    const sent = await sales.send(lot, 5)
    await says(null)
    const { inputs } = await checkOf((await sales.draft([sent])).id, 'T14')
    const km = inputs.find(({ label }: Json) => label === 'From the centre of the plots').value
    expect(km).toBeGreaterThan(50)
    await says({ ginDistance: Math.ceil(km) })
    expect(await outcome([sent], 'T14')).toBe('OK')
    await says({ ginDistance: Math.ceil(km) - 1 })
    expect(await outcome([sent], 'T14')).toBe('REVIEW')
  })
  it('count for certificates of this scheme alone', async () => {
    const sent = await sales.send(lot, 5, undefined, day(-10))
    await says({ tcSubmission: 1 })
    const other = await chain.standards.certify({ collectiveId: world.places.cotton.OP1?.id as string }, { scheme: 'EU_ORG' })
    const { id } = await sales.draft([sent], { schemeId: await chain.standards.scheme('EU_ORG'), sellerScopeId: other.id, buyerScopeId: null })
    expect(await checkOf(id, 'T17')).toMatchObject({ outcome: 'OK' })
    expect(await outcome([sent], 'T17')).toBe('REVIEW')
  })
})

describe('a scheme that says something else later', () => {
  it('leaves a certificate that was submitted to what it said then, and its issue too', async () => {
    await says({ tcSubmission: 10 })
    const sent = await sales.send(lot, 10, undefined, day(-10))
    const { id } = await sales.submitted([sent])
    later = 3
    await says({ tcSubmission: 5 })
    expect(await checkOf(id, 'T17')).toMatchObject({ outcome: 'OK', inputs: expect.arrayContaining([expect.objectContaining({ value: 10, unit: 'days' })]) })
    await ok(sales.act(as('carla'), id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Papers seen' }, { occurredAt: now().toISOString() }))
    const { judged } = await ok(as('omar').get(`/transactioncertificate/${id}/checks`))
    expect(judged.flatMap(({ checks }: Json) => checks.filter(({ code }: Json) => code === 'T17').map((check: Json) => check.outcome))).toEqual(['OK', 'OK'])
    // Who submits from now on, does so by the new figure.
    expect(await outcome([await sales.send(lot, 10, undefined, day(-10))], 'T17')).toBe('REVIEW')
    later = 0
  })
  it('leaves what is reserved for one to be corrected until the day of then', async () => {
    await says({ tcReservation: 12 })
    const { id } = await sales.submitted([await sales.send(lot, 10)])
    const { event } = await ok(sales.act(as('carla'), id, 'CORRECTION_ASKED', { note: 'Net weight is missing' }))
    const until = day(12)
    expect((await chain.view('transactioncertificate', id)).reservedUntil).toBe(until)
    later = 1
    await says({ tcReservation: 40 })
    // Whatever is written on it next projects it anew.
    await ok(as('omar').post(`/transactioncertificate/${id}/events`, { eventType: 'SUBMITTED', occurredAt: now().toISOString(), data: {} }))
    const [last] = (await ok(as('omar').get(`/transactioncertificate/${id}/events?filter[eventType]=SUBMITTED`))).items
    await ok(as('omar').post(`/transactioncertificate/${id}/events/${last.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await chain.view('transactioncertificate', id)).toMatchObject({ status: 'CORRECTION', reservedUntil: until })
    expect(event.eventType).toBe('CORRECTION_ASKED')
    later = 0
  })
})
