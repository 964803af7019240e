// Anomaly screens at their bounds, with facts that come late, are taken back and corrected (BR-32): what each finds follows the tickets, and the sowings, pickings, boundaries and members that they
// are judged by, also where these change long after the tickets.
import { beforeAll, describe, expect, it } from 'vitest'
import { anomalies } from '#server/jobs/clock/anomalies.ts'
import { runClock } from '#server/jobs/clock.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { field } from './parcel-stage.ts'

let world: World
let chain: Chain
let days = 0
/** Thresholds that the programme has set. */
let own: Record<string, number> = {}
const now = () => new Date(clock().getTime() + days * 86_400_000)
const as = (who: string) => world.as(who, 'OP1')
/** A round some days later; what is recorded between two rounds is recorded on the day of the first. */
const look = async () => {
  days += 3
  const tenant = { ...world.tenants.cotton, config: { ...world.tenants.cotton.config, tolerances: own } }
  await runClock({ ...world.deps, clock: now, stop: new AbortController().signal }, tenant, [anomalies])
}
/** Findings of a kind, each by its measure. */
const found = async (kind: string, farmerId?: string): Promise<number[]> => {
  await look()
  const { items } = await ok(as('omar').get(`/anomaly?filter[kind]=${kind}&filter[status]=OPEN&limit=100`))
  return items.flatMap((one: Json) => (farmerId === undefined || one.farmerId === farmerId ? [one.measure] : []))
}
const undo = (entity: string, id: string, eventId: string, who = 'fatima') =>
  ok(as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }))
const inPlaceOf = (entity: string, id: string, eventId: string, eventType: string, day: string, data: Json, who = 'fatima', hour = 10) =>
  ok(as(who).post(`/${entity}/${id}/events`, { eventType, occurredAt: at(day, hour), data, lateReason: 'Read again', supersedesEventId: eventId }))
const seed = (areaHa = 1) => ({
  seedKg: 5,
  areaHa,
  method: 'DIBBLING',
  seedLotNo: 'S-1',
  seedTreated: 'UNTREATED',
  nonGmProof: 'GMO-1',
  nonGmProofKind: 'SEED_CERTIFICATE',
})
const eventOf = async (entity: string, id: string, type: string): Promise<Json> =>
  (await ok(as('ada').get(`/${entity}/${id}/events?limit=100`))).items.find(({ eventType, status }: Json) => eventType === type && status === 'RECORDED')

beforeAll(async () => {
  world = await openWorld({ now })
  chain = await chainOf(world)
}, 120_000)

describe('a delivery before anything can be picked', () => {
  it('is one on the 99th day after sowing and none on the 100th; it follows a sowing that is moved or sown again, after the ticket, too', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.picked(cropId, 500, '2025-09-25')
    const lotId = (await chain.lot()).id
    // 28 September is the hundredth day after 20 June.
    await ok(chain.buy(lotId, cropId, 51.3, '2025-09-28'))
    expect(await found('BEFORE_PICKING', farmerId)).toEqual([])
    const sowing = await eventOf('crop', cropId, 'SOWING')
    const moved = await inPlaceOf('crop', cropId, sowing.id, 'SOWING', '2025-06-21', seed())
    expect(await found('BEFORE_PICKING', farmerId)).toEqual([99])
    const back = await inPlaceOf('crop', cropId, moved.event.id, 'SOWING', '2025-06-20', seed())
    expect(await found('BEFORE_PICKING', farmerId)).toEqual([])
    const again = await ok(record(as('fatima'), 'crop', cropId, 'RESOWING', '2025-07-05', { ...seed(), reason: 'Dry spell' }))
    expect(await found('BEFORE_PICKING', farmerId)).toEqual([85])
    await undo('crop', cropId, again.event.id)
    expect(await found('BEFORE_PICKING', farmerId)).toEqual([])
    expect(back.subject.sowingDate).toBe('2025-06-20')
    // A ticket of the day before, entered last.
    const early = await ok(chain.buy(lotId, cropId, 52.7, '2025-09-27'))
    expect(await found('BEFORE_PICKING', farmerId)).toEqual([99])
    // Corrected into another month, it is found in neither.
    const { data } = (await ok(as('ada').get(`/productbatch/${lotId}/events?limit=100`))).items.find(({ id }: Json) => id === early.event.id)
    const later = await inPlaceOf('productbatch', lotId, early.event.id, 'PURCHASE', '2025-10-02', data, 'pooja')
    expect(await found('BEFORE_PICKING', farmerId)).toEqual([])
    const earlier = await inPlaceOf('productbatch', lotId, later.event.id, 'PURCHASE', '2025-09-26', data, 'pooja')
    expect(await found('BEFORE_PICKING', farmerId)).toEqual([98])
    await undo('productbatch', lotId, earlier.event.id, 'pooja')
    expect(await found('BEFORE_PICKING', farmerId)).toEqual([])
  })
})

describe('yields of one village', () => {
  it('are alike from the least number of farmers on, to the kilogram, and not when one is corrected, taken back or of another village', async () => {
    const village = 'Clones'
    const picked: { cropId: string; farmerId: string; eventId: string }[] = []
    const grow = async () => {
      const { cropId, farmerId } = await chain.sown({ village })
      picked.push({ cropId, farmerId, eventId: (await chain.picked(cropId, 700)).event.id })
    }
    for (let n = 1; n < 4; n++) await grow()
    expect(await found('YIELD_CLONES')).toEqual([])
    await grow()
    expect(await found('YIELD_CLONES')).toEqual([4])
    const [one] = picked as [{ cropId: string; farmerId: string; eventId: string }]
    const corrected = await inPlaceOf('crop', one.cropId, one.eventId, 'HARVEST', '2025-10-25', { pickNo: 1, kg: 701 })
    expect(await found('YIELD_CLONES')).toEqual([])
    const back = await inPlaceOf('crop', one.cropId, corrected.event.id, 'HARVEST', '2025-10-25', { pickNo: 1, kg: 700 })
    expect(await found('YIELD_CLONES')).toEqual([4])
    await undo('crop', one.cropId, back.event.id)
    expect(await found('YIELD_CLONES')).toEqual([])
    await ok(record(as('fatima'), 'crop', one.cropId, 'HARVEST', '2025-10-20', { pickNo: 1, kg: 700 }))
    expect(await found('YIELD_CLONES')).toEqual([4])
    const { version } = await chain.view('farmer', one.farmerId)
    await ok(as('omar').patch(`/farmer/${one.farmerId}`, { village: 'Elsewhere' }, { 'if-match': `"${version}"` }))
    expect(await found('YIELD_CLONES')).toEqual([])
  })
})

describe('weights of a centre', () => {
  it('are found fast, alike or round with the ticket that is recorded last, and not when one is corrected or taken back', async () => {
    own = { roundWeightTickets: 3, sameWeightFarmers: 2 }
    const crops: string[] = []
    for (let n = 0; n < 3; n++) {
      const { cropId } = await chain.sown()
      await chain.picked(cropId, 500 + n)
      crops.push(cropId)
    }
    const [one, two, three] = crops as [string, string, string]
    const { id: lot } = await chain.lot()
    const buy = async (cropId: string, kg: number, day: string, more: Json = {}): Promise<string> => (await ok(chain.buy(lot, cropId, kg, day, more))).event.id
    /** The ticket in place of this one, with other data. */
    const instead = async (ticket: string, day: string, change: Json): Promise<string> => {
      const { data } = (await ok(as('ada').get(`/productbatch/${lot}/events?limit=100`))).items.find(({ id }: Json) => id === ticket)
      return (await inPlaceOf('productbatch', lot, ticket, 'PURCHASE', day, { ...data, ...change }, 'pooja')).event.id
    }
    const follows = async (kind: string, measure: number, last: () => Promise<string>, day: string, away: Json, back: Json) => {
      expect(await found(kind)).toEqual([])
      const late = await last()
      expect(await found(kind)).toEqual([measure])
      const elsewhere = await instead(late, day, away)
      expect(await found(kind)).toEqual([])
      const again = await instead(elsewhere, day, back)
      expect(await found(kind)).toEqual([measure])
      await undo('productbatch', lot, again, 'pooja')
      expect(await found(kind)).toEqual([])
    }
    // Two of one minute on one scale.
    await buy(one, 41.1, '2025-12-03', { scaleId: 'F-1' })
    await buy(three, 43.3, '2025-12-04', { scaleId: 'F-1' })
    await follows('FAST_TICKETS', 2, () => buy(two, 42.2, '2025-12-03', { scaleId: 'F-1' }), '2025-12-03', { scaleId: 'F-2' }, { scaleId: 'F-1' })
    // Two farmers with the same kilograms on a day, to the gram.
    await buy(one, 60.6, '2025-12-05')
    const same = { grossKg: 62.6, netKg: 60.6 }
    await follows('SAME_WEIGHT', 2, () => buy(two, 60.6, '2025-12-05'), '2025-12-05', { grossKg: 62.601, netKg: 60.601 }, same)
    // Two of three round weights of a month are more than 60 %, one of three is not.
    await buy(one, 50, '2025-11-20')
    await buy(three, 61.5, '2025-11-21')
    const round = { grossKg: 72, netKg: 70 }
    await follows('ROUND_WEIGHTS', 0.6667, () => buy(two, 70, '2025-11-10'), '2025-11-10', { grossKg: 72.1, netKg: 70.1 }, round)
    own = {}
  })
})

describe('boundaries of one shape', () => {
  it('are found with the second plot, and no more when one is drawn again or given up', async () => {
    const { farmerId } = await chain.member()
    // Five corners: squares are alike everywhere.
    const shape = (east: number): Json => {
      const { coordinates } = field(east, 30_000)
      const [outer] = coordinates as [[number, number][]]
      const [first, second] = outer as [[number, number], [number, number]]
      return { type: 'Polygon', coordinates: [[first, [(first[0] + second[0]) / 2, first[1] - 0.0001], ...outer.slice(1)]] }
    }
    const plot = async (n: number, boundary: Json): Promise<string> =>
      (
        await ok(
          as('fatima').post('/landparcel', {
            ...{
              name: `Copy ${n}`,
              parcelNo: `C-${n}`,
              farmerId,
              tenure: 'OWNED',
              declaredAreaHa: 1,
              waterRegime: 'RAINFED',
              boundary,
              boundaryMethod: 'GPS_WALK',
              gpsAccuracyM: 4,
            },
          }),
        )
      ).id
    await plot(1, shape(0))
    expect(await found('COPIED_BOUNDARY')).toEqual([])
    const second = await plot(2, shape(3000))
    expect(await found('COPIED_BOUNDARY')).toEqual([2])
    const { version } = await chain.view('landparcel', second)
    await ok(
      as('fatima').patch(
        `/landparcel/${second}`,
        { boundary: field(3000, 30_000), boundaryMethod: 'GPS_WALK', gpsAccuracyM: 4 },
        { 'if-match': `"${version}"` },
      ),
    )
    expect(await found('COPIED_BOUNDARY')).toEqual([])
    const third = await plot(3, shape(6000))
    expect(await found('COPIED_BOUNDARY')).toEqual([2])
    const { event } = await ok(record(as('omar'), 'landparcel', third, 'RETIRED', '2026-01-15', { reason: 'Sold' }))
    expect(await found('COPIED_BOUNDARY')).toEqual([])
    await undo('landparcel', third, event.id, 'omar')
    expect(await found('COPIED_BOUNDARY')).toEqual([2])
  })
})

describe('boundaries captured from one spot', () => {
  it('are found with as many plots as the programme says, also late, and no more where one was captured elsewhere, is corrected or taken back', async () => {
    own = { stackPlots: 3 }
    const plots: [string, number][] = []
    for (const east of [20_000, 23_000, 26_000]) {
      const { farmerId } = await chain.member({ conversionStart: null })
      const values = { name: `Spot ${east}`, parcelNo: `S-${east}`, farmerId, tenure: 'OWNED', declaredAreaHa: 1, waterRegime: 'RAINFED' }
      plots.push([(await ok(as('fatima').post('/landparcel', values))).id, east])
    }
    const spot = { lat: 21.9, lng: 75.6, accuracyM: 4 }
    // About 11 m to the north of it: 15 m are one spot.
    const near = { ...spot, lat: 21.9001 }
    const capture = async ([id, east]: [string, number], gps: Json, day: string, supersedesEventId?: string): Promise<string> => {
      const data = { boundary: field(east, 40_000), method: 'GPS_WALK', gpsAccuracyM: 4 }
      const envelope = {
        eventType: 'BOUNDARY_CAPTURED',
        occurredAt: at(day),
        gps,
        lateReason: 'From the device',
        ...(supersedesEventId ? { supersedesEventId } : {}),
      }
      return (await ok(as('fatima').post(`/landparcel/${id}/events`, { ...envelope, data }))).event.id
    }
    const [one, two, three] = plots as [[string, number], [string, number], [string, number]]
    await capture(one, spot, '2026-01-10')
    await capture(two, near, '2026-01-11')
    expect(await found('GPS_STACK')).toEqual([])
    // Of a day before the others, and known last.
    const late = await capture(three, spot, '2026-01-05')
    expect(await found('GPS_STACK')).toEqual([3])
    const moved = await capture(three, { ...spot, lat: 21.9004 }, '2026-01-05', late)
    expect(await found('GPS_STACK')).toEqual([])
    const back = await capture(three, near, '2026-01-05', moved)
    expect(await found('GPS_STACK')).toEqual([3])
    // Mapped again elsewhere it is not from that spot; taken back, it is.
    const again = await capture(one, { ...spot, lat: 21.92 }, '2026-01-12')
    expect(await found('GPS_STACK')).toEqual([])
    await undo('landparcel', one[0], again)
    expect(await found('GPS_STACK')).toEqual([3])
    await undo('landparcel', three[0], back)
    expect(await found('GPS_STACK')).toEqual([])
    own = {}
  })
})
