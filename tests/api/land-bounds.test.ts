// Boundaries, overlaps and areas of plots at their bounds (BR-01, BR-02, BR-03), in steps of the lattice, so that shares are exact; with what is entered late,
// corrected and taken back.
import { beforeAll, describe, expect, it } from 'vitest'
import { ringAreaM2 } from '#domain/geo/area.ts'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, cropBody, type Json, ok, record } from './chain-stage.ts'
import { ring, type Stage, stageOf } from './parcel-stage.ts'

let world: World
let stage: Stage
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
beforeAll(async () => {
  world = await openWorld({ now: clock })
  stage = await stageOf(world)
  chain = await chainOf(world)
}, 120_000)

/** Free ground for each test, in steps of a ten-millionth of a degree: about a centimetre. */
let cases = 0
const elsewhere = (): number => 760_000_000 + ++cases * 1_000_000
const south = 219_000_000
/** A rectangle in steps, its south-west corner first; a side of ten thousand is about a hundred metres. */
const rectangle = (west: number, width = 10_000, height = width, from = south): Polygon => {
  const place = (x: number, y: number): Position => [x / 1e7, y / 1e7]
  const corners = [place(west, from), place(west + width, from), place(west + width, from + height), place(west, from + height)]
  return { type: 'Polygon', coordinates: [[...corners, corners[0] as Position]] }
}
const hectares = (polygon: Polygon): number => ringAreaM2(polygon.coordinates[0] as Position[]) / 10_000
const post = (boundary: Polygon, values: Record<string, unknown> = {}) => as('fatima').post('/landparcel', stage.parcel({ boundary, ...values }))
const edited = async (entity: string, id: string, values: Record<string, unknown>, who = 'omar') =>
  as(who).patch(`/${entity}/${id}`, values, { 'if-match': `"${(await chain.view(entity, id)).version}"` })
const captured = (id: string, boundary: Polygon, day: string, more: Record<string, unknown> = {}) =>
  as('fatima').post(`/landparcel/${id}/events`, { eventType: 'BOUNDARY_CAPTURED', occurredAt: at(day), data: { boundary, method: 'TAP_CORNERS' }, ...more })
const take = (entity: string, id: string, eventId: string, who = 'omar') =>
  as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const found = async (id: string, ruleId: string): Promise<string[]> =>
  (await chain.view('landparcel', id)).flags.filter((flag: Json) => flag.ruleId === ruleId).map(({ severity }: Json) => severity)

describe('a boundary at its bounds (BR-01)', () => {
  const flawed = (cause: string) => ({ status: 422, body: { ruleId: 'BR-01', fields: [expect.objectContaining({ code: cause })] } })
  /** The narrowest rectangle of that height that has as many hectares. */
  const least = (west: number, ha: number, height: number): number => {
    let width = Math.floor((ha / hectares(rectangle(west, 100_000, height))) * 100_000) - 3
    while (hectares(rectangle(west, width, height)) < ha) width++
    return width
  }
  it('has 0.01 to 100 ha, and neither a step of the lattice less nor more', async () => {
    const small = elsewhere()
    const width = least(small, 0.01, 1000)
    await refused(() => post(rectangle(small, width - 1, 1000)), flawed('too_small'))
    await ok(post(rectangle(small, width, 1000), { declaredAreaHa: 0.01 }))
    const large = elsewhere()
    const most = least(large, 100, 100_000) - 1
    await refused(() => post(rectangle(large, most + 1, 100_000)), flawed('too_large'))
    await ok(post(rectangle(large, most, 100_000), { declaredAreaHa: 100 }))
  })
  it('is walked with 10 m at best without a word, with 15 m with a warning, and not with more', async () => {
    const walk = (gpsAccuracyM: number) => post(rectangle(elsewhere()), { boundaryMethod: 'GPS_WALK', gpsAccuracyM, declaredAreaHa: 1.14 })
    expect((await ok(walk(10))).flags).toEqual([])
    expect((await ok(walk(10.1))).flags).toMatchObject([{ ruleId: 'BR-01', severity: 'WARN' }])
    const { id } = await ok(walk(15))
    expect(await found(id, 'BR-01')).toEqual(['WARN'])
    await refused(() => walk(15.1), { status: 422, body: { ruleId: 'BR-01', fields: [{ path: 'gpsAccuracyM', code: 'accuracy' }] } })
    // Said later, of the boundary as it lies: it is judged as when it is walked, and what was found of it is closed.
    const { id: unsaid } = await ok(post(rectangle(elsewhere()), { boundaryMethod: 'GPS_WALK', declaredAreaHa: 1.14 }))
    expect(await found(unsaid, 'BR-01')).toEqual(['WARN'])
    await refused(() => edited('landparcel', unsaid, { gpsAccuracyM: 15.1 }), { status: 422, body: { ruleId: 'BR-01', fields: [{ path: 'gpsAccuracyM' }] } })
    await ok(edited('landparcel', unsaid, { gpsAccuracyM: 12 }))
    expect((await chain.view('landparcel', unsaid)).flags).toMatchObject([{ ruleId: 'BR-01', figures: { cause: 'accuracy', gpsAccuracyM: 12 } }])
    await ok(edited('landparcel', unsaid, { gpsAccuracyM: 4 }))
    expect((await chain.view('landparcel', unsaid)).flags).toEqual([])
    // What an event found stays with what that event says, until it is corrected itself.
    const walked = await ok(post(rectangle(elsewhere()), { declaredAreaHa: 1.14 }))
    const line = rectangle(Math.round(walked.bbox.west * 1e7), 9990, 10_000)
    const data = (gpsAccuracyM: number) => ({ data: { boundary: line, method: 'GPS_WALK', gpsAccuracyM } })
    const { event: inaccurate } = await ok(captured(walked.id, line, '2026-01-10', data(12)))
    const open = async () => (await chain.view('landparcel', walked.id)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-01')
    const own = { eventId: inaccurate.id, figures: { cause: 'accuracy', gpsAccuracyM: 12 } }
    expect(await open()).toMatchObject([own])
    await ok(edited('landparcel', walked.id, { gpsAccuracyM: 13 }))
    expect(await open()).toMatchObject([own, { eventId: null, figures: { cause: 'accuracy', gpsAccuracyM: 13 } }])
    await ok(edited('landparcel', walked.id, { gpsAccuracyM: 5 }))
    expect(await open()).toMatchObject([own])
    await ok(captured(walked.id, line, '2026-01-10', { ...data(5), supersedesEventId: inaccurate.id, lateReason: 'Read again' }))
    expect(await open()).toEqual([])
    // Walked again, and taken back again.
    const west = (await chain.view('landparcel', id)).bbox.west
    const { event } = await ok(captured(id, rectangle(Math.round(west * 1e7)), '2026-01-10'))
    expect(await found(id, 'BR-01')).toEqual([])
    await ok(take('landparcel', id, event.id))
    expect(await found(id, 'BR-01')).toEqual(['WARN'])
  })
})

describe('a plot over another one at the bounds (BR-02)', () => {
  /** Over a plot of 10,000 steps each way, by so many columns of steps. */
  const over = (columns: number) => {
    const west = elsewhere()
    return { west, own: rectangle(west), other: rectangle(west + 10_000 - columns) }
  }
  it.each([
    [100, '1 %', null],
    [101, 'a step more', 'WARN'],
    [500, '5 %', 'WARN'],
    [501, 'a step more', 'REVIEW'],
    [2000, '20 %', 'REVIEW'],
  ] as const)('shares %i of 10,000 columns: %s', async (columns, _, severity) => {
    const { own, other } = over(columns)
    const first = await ok(post(own, { declaredAreaHa: 1.14 }))
    const second = await ok(post(other, { declaredAreaHa: 1.14 }))
    expect(await found(second.id, 'BR-02')).toEqual(severity ? [severity] : [])
    expect((await chain.view('landparcel', first.id)).status).toBe(severity === 'REVIEW' ? 'DISPUTED' : 'MAPPED')
  })
  it('is refused above 20 % of the smaller, and is the same plot from 95 % of both together', async () => {
    const { own, other } = over(2001)
    await ok(post(own, { declaredAreaHa: 1.14 }))
    await refused(() => post(other), { status: 422, body: { ruleId: 'BR-02', figures: { band: 'block' } } })
    // 9,750 columns of two plots that have 10,250 together are 95.12 %; 9,743 of 10,257 are 94.99 %.
    const west = elsewhere()
    await ok(post(rectangle(west), { declaredAreaHa: 1.14 }))
    await refused(() => post(rectangle(west + 250)), { status: 422, body: { ruleId: 'BR-02', figures: { band: 'duplicate' } } })
    await refused(() => post(rectangle(west + 257)), { status: 422, body: { ruleId: 'BR-02', figures: { band: 'block' } } })
  })
  it('stays disputed for the other plot until its manager has looked, where the boundary that overlapped is corrected; and is again when that is taken back', async () => {
    const { west, own, other } = over(1000)
    const first = await ok(post(own, { declaredAreaHa: 1.14 }))
    const second = await ok(post(other, { declaredAreaHa: 1.14 }))
    const both = async () => [await found(first.id, 'BR-02'), await found(second.id, 'BR-02')]
    expect(await both()).toEqual([['REVIEW'], ['REVIEW']])
    const { event } = await ok(captured(second.id, rectangle(west + 9600), '2026-01-12'))
    expect(await both()).toEqual([['REVIEW'], ['WARN']])
    const { event: again } = await ok(captured(second.id, rectangle(west + 9900), '2026-01-12', { supersedesEventId: event.id, lateReason: 'One corner' }))
    expect(await both()).toEqual([['REVIEW'], []])
    const resolved = { eventType: 'DISPUTE_RESOLVED', occurredAt: clock().toISOString(), data: { resolution: 'RESHAPED' } }
    await ok(as('omar').post(`/landparcel/${first.id}/events`, resolved))
    expect(await both()).toEqual([[], []])
    // A late one of before is no boundary of today.
    await ok(captured(second.id, rectangle(west + 9000), '2026-01-10', { lateReason: 'Field book' }))
    expect(await both()).toEqual([[], []])
    await ok(take('landparcel', second.id, again.id))
    expect(await both()).toEqual([['REVIEW'], ['REVIEW']])
  })
})

describe('areas at their bounds (BR-03)', () => {
  const plotOf = async (areaHa: number) => (await chain.member({ areaHa })).parcelId
  /** Without a boundary: the declared area counts. */
  const declared = async (declaredAreaHa: number) => (await ok(as('fatima').post('/landparcel', stage.parcel({ declaredAreaHa })))).id
  const full = { status: 422, body: { ruleId: 'BR-03' } }
  const plan = (parcelId: string, areaHa: number, more: Record<string, unknown> = {}) =>
    as('fatima').post('/croppingsystem', {
      ...{ parcelId, seasonId: chain.season, systemType: 'SOLE', areaHa, waterRegime: 'RAINFED', plannedSowing: '2025-06-20', plannedEnd: '2026-01-31' },
      ...{ managedOrganically: true, ...more },
    })
  it('plans of one time cover 102 % of the plot, and not a square metre more; on the next day there is room again', async () => {
    const parcelId = await declared(1)
    await ok(plan(parcelId, 0.7))
    await refused(() => plan(parcelId, 0.3201), full)
    const second = await ok(plan(parcelId, 0.32))
    await refused(() => plan(parcelId, 1, { plannedSowing: '2026-01-31', plannedEnd: '2026-02-20' }), full)
    await ok(plan(parcelId, 1.02, { plannedSowing: '2026-02-01', plannedEnd: '2026-02-20' }))
    await refused(() => edited('croppingsystem', second.id, { areaHa: 0.3201 }), full)
    await refused(() => edited('croppingsystem', second.id, { plannedEnd: '2026-02-01' }), full)
  })
  it('what is cancelled gives its room up, and is not taken back where another one has it; a smaller one in between may be', async () => {
    const parcelId = await declared(1)
    const first = await ok(plan(parcelId, 0.7))
    const { event } = await ok(record(as('omar'), 'croppingsystem', first.id, 'CANCELLED', '2026-01-10', { reason: 'No rain' }))
    const other = await ok(plan(parcelId, 0.33))
    await refused(() => take('croppingsystem', first.id, event.id), full)
    await ok(edited('croppingsystem', other.id, { areaHa: 0.32 }))
    await ok(take('croppingsystem', first.id, event.id))
  })
  it('a crop that is cancelled or lost gives its room up, and is not brought back where another one has it', async () => {
    const parcelId = await plotOf(1)
    const systemId = await chain.systemOn(parcelId)
    const crop = (areaHa: number, role: string) => as('fatima').post('/crop', cropBody(chain, systemId, { areaHa, role }))
    const { id } = await ok(crop(0.6, 'MAIN'))
    await refused(() => crop(0.4001, 'TRAP'), full)
    const { event } = await ok(record(as('omar'), 'crop', id, 'CANCELLED', '2026-01-10', { reason: 'No seed' }))
    const { id: trap } = await ok(crop(0.4001, 'TRAP'))
    await refused(() => take('crop', id, event.id), full)
    await ok(edited('crop', trap, { areaHa: 0.4 }, 'fatima'))
    await ok(take('crop', id, event.id))
    await refused(() => edited('crop', trap, { areaHa: 0.4001 }, 'fatima'), full)
  })
  it('a plot that turns out smaller than what is planned is looked at, until it is measured again or less is planned', async () => {
    // 10,000 steps each way are 1.14 ha; with 9,000 columns 1.03 ha, of which 102 % are 1.05 ha.
    const west = elsewhere()
    const plot = await ok(post(rectangle(west), { declaredAreaHa: 1.1 }))
    const system = await ok(plan(plot.id, 1.14))
    const { event } = await ok(captured(plot.id, rectangle(west, 9000, 10_000), '2026-01-10'))
    expect(await found(plot.id, 'BR-03')).toEqual(['REVIEW'])
    await refused(() => edited('croppingsystem', system.id, { areaHa: 1.06 }), full)
    await ok(edited('croppingsystem', system.id, { areaHa: 1.04 }))
    expect(await found(plot.id, 'BR-03')).toEqual([])
    await ok(take('landparcel', plot.id, event.id))
    expect(await found(plot.id, 'BR-03')).toEqual([])
    // A plan that is deleted as a mistake gives its room up, too.
    await ok(edited('croppingsystem', system.id, { areaHa: 1.14 }))
    await ok(captured(plot.id, rectangle(west, 9000, 10_000), '2026-01-11'))
    expect(await found(plot.id, 'BR-03')).toEqual(['REVIEW'])
    expect((await as('fatima').delete(`/croppingsystem/${system.id}`)).status).toBe(204)
    expect(await found(plot.id, 'BR-03')).toEqual([])
  })
  it('a declared area that is smaller than what is planned is looked at, too, where nothing is mapped', async () => {
    const parcelId = await declared(1)
    const { id } = await ok(plan(parcelId, 1))
    const smaller = await edited('landparcel', parcelId, { declaredAreaHa: 0.9 })
    expect([smaller.status, ...(await found(parcelId, 'BR-03'))]).toEqual([200, 'REVIEW'])
    await ok(edited('landparcel', parcelId, { declaredAreaHa: 0.9804 }))
    expect(await found(parcelId, 'BR-03')).toEqual([])
    await ok(edited('landparcel', parcelId, { declaredAreaHa: 0.9803 }))
    expect(await found(parcelId, 'BR-03')).toEqual(['REVIEW'])
    // The plan is given up.
    await ok(record(as('omar'), 'croppingsystem', id, 'CANCELLED', '2026-01-10', { reason: 'No rain' }))
    expect(await found(parcelId, 'BR-03')).toEqual([])
  })
  it('an area that differs by a tenth is silent, by a quarter a warning, and a square metre more above both; corrected it is gone', async () => {
    const { id, mappedAreaHa } = await ok(post(ring([0, 9000], [100, 9000], [100, 9100], [0, 9100]), { declaredAreaHa: 1 }))
    const set = async (declaredAreaHa: number) => {
      await ok(edited('landparcel', id, { declaredAreaHa }))
      return found(id, 'BR-03')
    }
    const m2 = Math.round(mappedAreaHa * 10_000)
    // The smallest number of square metres of which that many are at most that share more.
    const within = (share: number) => Math.ceil(m2 / (1 + share)) / 10_000
    expect(await set(within(0.1))).toEqual([])
    expect(await set(within(0.1) - 0.0001)).toEqual(['WARN'])
    expect(await set(within(0.25))).toEqual(['WARN'])
    expect(await set(within(0.25) - 0.0001)).toEqual(['REVIEW'])
    expect(await set(1)).toEqual([])
  })
})
