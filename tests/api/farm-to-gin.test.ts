// How far the fields of goods lie from the gin (BR-16, T14), by real tickets and plots: at the bound on either side, by an ellipsoid of its own, from the
// middle by kilograms, with a ticket that comes late, is corrected and taken back, and a plot that is drawn anew.
import geodesic from 'geographiclib-geodesic'
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let lotId: string
let draftId: string
/** The middle of the near plot, and of the one 40 km to the east of it. */
let near: Place
let far: Place
let farCrop: string
let farPlot: string
type Place = { lon: number; lat: number }
const as = (who: string) => world.as(who, 'OP1')
const ellipsoid = geodesic.Geodesic.WGS84
const from = (place: Place, azimuth: number, km: number): Place => {
  const { lat2 = 0, lon2 = 0 } = ellipsoid.Direct(place.lat, place.lon, azimuth, km * 1000)
  return { lon: Math.round(lon2 * 1e7) / 1e7, lat: Math.round(lat2 * 1e7) / 1e7 }
}
const kmBetween = (one: Place, other: Place) => (ellipsoid.Inverse(one.lat, one.lon, other.lat, other.lon).s12 ?? 0) / 1000
/** A place so far along the shortest way between the plots. */
const along = (share: number): Place => {
  const { s12 = 0, azi1 = 0 } = ellipsoid.Inverse(near.lat, near.lon, far.lat, far.lon)
  return from(near, azi1, (s12 / 1000) * share)
}
const middleOf = async (parcelId: string): Promise<Place> => {
  const { centroid } = await chain.view('landparcel', parcelId)
  return { lon: centroid.coordinates[0], lat: centroid.coordinates[1] }
}
const ginAt = async ({ lon, lat }: Place) => {
  const { version } = await chain.view('processingsystem', chain.gin)
  await ok(as('ada').patch(`/processingsystem/${chain.gin}`, { point: { type: 'Point', coordinates: [lon, lat] } }, { 'if-match': `"${version}"` }))
}
const distance = async (id = draftId): Promise<{ outcome: string; km: number | null; furthestKm: number | null }> => {
  const { checks } = await ok(as('omar').get(`/transactioncertificate/${id}/checks`))
  const { outcome, inputs } = checks.find((one: Json) => one.code === 'T14')
  const value = (label: string) => inputs.find((one: Json) => one.label === label)?.value ?? null
  return { outcome, km: value('From the centre of the plots'), furthestKm: value('From the furthest plot') }
}

/** A field around a place, some 100 m wide. */
const squareAt = ({ lon, lat }: Place) => {
  const corner = (east: number, north: number) => [Math.round((lon + east) * 1e7) / 1e7, Math.round((lat + north) * 1e7) / 1e7]
  const [a, b] = [0.00048, 0.00045]
  return { type: 'Polygon', coordinates: [[corner(-a, -b), corner(a, -b), corner(a, b), corner(-a, b), corner(-a, -b)]] }
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
  const first = await chain.sown()
  const second = await chain.member({ name: 'Sita' })
  near = await middleOf(first.parcelId)
  const body = { name: 'Far field', parcelNo: 'F', farmerId: second.farmerId, tenure: 'OWNED', declaredAreaHa: 1, waterRegime: 'RAINFED' }
  farPlot = (await ok(as('fatima').post('/landparcel', { ...body, boundary: squareAt(from(near, 90, 40)), boundaryMethod: 'GPS_WALK', gpsAccuracyM: 4 }))).id
  far = await middleOf(farPlot)
  await ok(record(as('omar'), 'landparcel', farPlot, 'CONVERSION_STARTED', '2022-01-10', { startedOn: '2022-01-10' }))
  await ok(record(as('carla'), 'landparcel', farPlot, 'CONVERSION_CONFIRMED', '2026-01-10', { startedOn: '2022-01-10', document: 'NC-1' }))
  farCrop = await chain.cropIn(await chain.systemOn(farPlot))
  const sowing = {
    seedKg: 5,
    areaHa: 1,
    method: 'DIBBLING',
    seedLotNo: 'S-1',
    seedTreated: 'UNTREATED',
    nonGmProof: 'GMO-2025-11',
    nonGmProofKind: 'SEED_CERTIFICATE',
  }
  await ok(record(as('fatima'), 'crop', farCrop, 'SOWING', '2025-06-20', sowing))
  await chain.decide('APPROVED', first.farmerId, second.farmerId)
  await chain.picked(first.cropId, 600)
  await chain.picked(farCrop, 600)
  lotId = (await chain.lot()).id
  await ok(chain.buy(lotId, first.cropId, 300))
  const sent = [{ dispatchId: '', lotId, partId: '', kg: 300, invoiceNo: 'INV-D', date: '2025-12-01' }]
  const shipments = [{ date: '2025-12-01', invoiceNo: 'INV-D', invoiceDate: '2025-12-01', mode: 'ROAD', grossKg: 300, netKg: 300 }]
  const { version } = await chain.view('processor', chain.ginner)
  await ok(as('ada').patch(`/processor/${chain.ginner}`, { types: ['GINNER'], point: null }, { 'if-match': `"${version}"` }))
  draftId = (await sales.draft(sent, { shipments })).id
}, 120_000)

describe('the distance from farm to gin', () => {
  it('is not known while the place of the gin is not, which is reviewed', async () => {
    expect(await distance()).toEqual({ outcome: 'REVIEW', km: null, furthestKm: null })
  })
  it.each([
    [0, 'north'],
    [90, 'east'],
    [225, 'south-west'],
  ])('is within 500 km a metre and a half below them, and not above (%i°, %s)', async (azimuth) => {
    for (const [km, outcome] of [
      [499.9985, 'OK'],
      [500.0015, 'REVIEW'],
    ] as const) {
      await ginAt(from(near, azimuth, km))
      const found = await distance()
      expect(found.outcome).toBe(outcome)
      expect(Math.abs((found.km ?? 0) - km)).toBeLessThan(0.0011)
    }
  })
  it('is that of the middle by kilograms: with a ticket that comes late, then as it is corrected, then as it is taken back', async () => {
    const gin = from(near, 270, 495)
    await ginAt(gin)
    expect((await distance()).outcome).toBe('OK')
    // A third of the way would be 508 km; a quarter, by kilograms, is 505.
    const { event } = await ok(chain.buy(lotId, farCrop, 100, '2025-11-02'))
    const expected = async (share: number, outcome: string) => {
      const found = await distance()
      expect(found.outcome).toBe(outcome)
      expect(Math.abs((found.km ?? 0) - kmBetween(along(share), gin))).toBeLessThan(0.02)
      expect(Math.abs((found.furthestKm ?? 0) - kmBetween(far, gin))).toBeLessThan(0.0011)
    }
    await expected(100 / 400, 'REVIEW')
    const { data } = (await ok(as('pooja').get(`/productbatch/${lotId}/events`))).items.find(({ id }: Json) => id === event.id)
    const again = { occurredAt: event.occurredAt, data: { ...data, grossKg: 22, netKg: 20 }, lateReason: 'Slip read again', supersedesEventId: event.id }
    const corrected = await ok(as('pooja').post(`/productbatch/${lotId}/events`, { eventType: 'PURCHASE', ...again }))
    await expected(20 / 320, 'OK')
    await ok(as('pooja').post(`/productbatch/${lotId}/events/${corrected.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await distance()).toMatchObject({ outcome: 'OK' })
    expect(Math.abs(((await distance()).furthestKm ?? 0) - 495)).toBeLessThan(0.0011)
  })
})
