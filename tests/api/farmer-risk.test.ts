// The risk of a farmer by what is recorded (BR-34): each factor just below and at its bound, with its points, and gone again with what is voided, corrected or taken away.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { field } from './parcel-stage.ts'

let world: World
let chain: Chain
let now = clock()
const as = (who: string) => world.as(who, 'OP1')
const named: Record<string, string> = {
  'In the first year of membership.': 'FIRST_YEAR',
  'Genetically modified cotton stands next to a plot.': 'GM_NEIGHBOUR',
  'The same crop is grown conventionally, too.': 'PARALLEL',
  'A major or critical non-conformity within two years.': 'MAJOR_FINDING',
  'The estimate lies far above the median of the village.': 'YIELD',
  'A plot has no mapped boundary.': 'NO_POLYGON',
  'A large farm.': 'LARGE_FARM',
  'Much of what is recorded comes late.': 'LATE_EVENTS',
}
const risk = async (farmerId: string): Promise<{ points: number; riskClass: string; reasons: string[] }> => {
  const { risk: found } = (await ok(as('omar').get(`/reports/farmers-summary?farmerIds=${farmerId}`))).items[0]
  return { ...found, reasons: found.reasons.map(({ message }: Json) => named[message] ?? message).sort() }
}
const factors = async (farmerId: string) => (await risk(farmerId)).reasons
const edit = async (entity: string, id: string, values: Record<string, unknown>, who = 'fatima') =>
  ok(as(who).patch(`/${entity}/${id}`, values, { 'if-match': `"${(await chain.view(entity, id)).version}"` }))
const undo = (entity: string, id: string, eventId: string, who = 'ada') =>
  ok(as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }))

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
}, 120_000)

describe('the risk of a farmer (15 January 2026)', () => {
  it('counts the first year of membership: of whoever joined within a year, not of a year ago', async () => {
    const { farmerId } = await chain.member()
    expect(await risk(farmerId)).toMatchObject({ points: 0, riskClass: 'LOW', reasons: [] })
    await edit('farmer', farmerId, { joinedOn: '2025-01-15' }, 'omar')
    expect(await factors(farmerId)).toEqual([])
    await edit('farmer', farmerId, { joinedOn: '2025-01-16' }, 'omar')
    expect(await risk(farmerId)).toMatchObject({ points: 2, reasons: ['FIRST_YEAR'] })
  })
  it('counts a large farm from 4 ha on', async () => {
    const { farmerId } = await chain.member()
    await edit('farmer', farmerId, { totalHoldingHa: 3.9999 }, 'omar')
    expect(await factors(farmerId)).toEqual([])
    await edit('farmer', farmerId, { totalHoldingHa: 4 }, 'omar')
    expect(await risk(farmerId)).toMatchObject({ points: 1, reasons: ['LARGE_FARM'] })
  })
  it('counts a neighbour with genetically modified cotton, and none of a plot that is retired; and a plot that is not mapped', async () => {
    const { farmerId } = await chain.member()
    const body = { farmerId, tenure: 'OWNED', declaredAreaHa: 1, waterRegime: 'RAINFED' }
    const plot = await ok(
      as('fatima').post('/landparcel', {
        ...body,
        name: 'Edge',
        parcelNo: 'E',
        boundary: field(0, 6000),
        boundaryMethod: 'GPS_WALK',
        gpsAccuracyM: 4,
        neighbours: [{ side: 'N', use: 'GM_COTTON', bufferM: 30 }],
      }),
    )
    expect(await risk(farmerId)).toMatchObject({ points: 2, reasons: ['GM_NEIGHBOUR'] })
    const bare = await ok(as('fatima').post('/landparcel', { ...body, name: 'Bare', parcelNo: 'B' }))
    expect(await risk(farmerId)).toMatchObject({ points: 4, riskClass: 'MEDIUM', reasons: ['GM_NEIGHBOUR', 'NO_POLYGON'] })
    await ok(record(as('omar'), 'landparcel', plot.id, 'RETIRED', '2026-01-10', { reason: 'Sold' }))
    await edit('landparcel', bare.id, { boundary: field(0, 7000), boundaryMethod: 'GPS_WALK', gpsAccuracyM: 4 })
    expect(await factors(farmerId)).toEqual([])
  })
  it('counts the same crop grown organically and not, until the other one is cancelled', async () => {
    const { farmerId } = await chain.sown()
    const before = await factors(farmerId)
    const body = { name: 'River', parcelNo: 'R', farmerId, tenure: 'OWNED', declaredAreaHa: 1, waterRegime: 'RAINFED' }
    const { id } = await ok(as('fatima').post('/landparcel', { ...body, boundary: field(0, 8000), boundaryMethod: 'GPS_WALK', gpsAccuracyM: 4 }))
    const other = await chain.cropIn(await chain.systemOn(id, { managedOrganically: false }))
    expect(await factors(farmerId)).toEqual([...before, 'PARALLEL'].sort())
    await ok(record(as('omar'), 'crop', other, 'CANCELLED', '2025-07-01', { reason: 'Not sown' }))
    expect(await factors(farmerId)).toEqual(before)
  })
  it('counts a major or critical non-conformity of the last 24 months, no minor one, none that is older, and none whose audit was a mistake', async () => {
    const { farmerId } = await chain.member()
    const finding = (ref: string, severity: string, openedOn: string) =>
      ok(as('ines').post('/nonconformity', { ref, severity, rule: 'X', description: 'X', farmerId, openedOn, dueOn: '2026-03-10' }))
    await finding('R-1', 'MINOR', '2026-01-10')
    await finding('R-2', 'MAJOR', '2024-01-15')
    expect(await factors(farmerId)).toEqual([])
    const audit = (severity: string, more: Record<string, unknown> = {}) =>
      ok(
        as('carla').post(`/collective/${world.places.cotton.OP1?.id}/events`, {
          ...{ eventType: 'EXTERNAL_AUDIT', occurredAt: at('2026-01-14'), ...more },
          data: {
            ...{ bodyId: world.places.cotton['CB-NIMAR']?.id, from: '2026-01-12', until: '2026-01-13', farmerIds: [farmerId] },
            findings: [{ severity, rule: 'NPOP 3.2.2', description: 'No bills since August.', dueOn: '2026-02-28', farmerId }],
          },
        }),
      )
    const { event } = await audit('CRITICAL')
    expect(await risk(farmerId)).toMatchObject({ points: 3, reasons: ['MAJOR_FINDING'] })
    const corrected = await audit('MINOR', { supersedesEventId: event.id })
    expect(await factors(farmerId)).toEqual([])
    const again = await audit('MAJOR', { supersedesEventId: corrected.event.id })
    expect(await factors(farmerId)).toEqual(['MAJOR_FINDING'])
    await undo('collective', world.places.cotton.OP1?.id as string, again.event.id, 'carla')
    expect(await factors(farmerId)).toEqual([])
    await finding('R-3', 'MAJOR', '2024-01-16')
    expect(await factors(farmerId)).toEqual(['MAJOR_FINDING'])
  })
  it('counts an estimate above 1.3 times the median of the village, not at it, and no more once that is taken back', async () => {
    // Of 0.7 ha, of which no kilogram per hectare is a whole number.
    const grower = async (kgPerHa: number) => {
      const grown = await chain.sown({ village: 'Yield', areaHa: 0.7 })
      const { event } = await ok(record(as('fatima'), 'crop', grown.cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'BOLL_COUNT', kgPerHa }))
      const findings = (await chain.view('crop', grown.cropId)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-06')
      for (const { id } of findings) await ok(as('omar').post(`/crop/${grown.cropId}/findings/${id}/close`, { reason: 'ACCEPTED', note: 'Counted twice' }))
      const approval = await ok(record(as('omar'), 'crop', grown.cropId, 'ESTIMATE_APPROVED', '2025-09-22'))
      return { ...grown, estimateId: event.id, approvalId: approval.event.id }
    }
    for (const kgPerHa of [900, 1000, 1000, 1000]) await grower(kgPerHa)
    const atBound = await grower(1300)
    expect(await factors(atBound.farmerId)).not.toContain('YIELD')
    const above = await grower(1302)
    expect(await factors(above.farmerId)).toContain('YIELD')
    await undo('crop', above.cropId, above.approvalId, 'omar')
    expect(await factors(above.farmerId)).not.toContain('YIELD')
  })
  it('counts what an audit of before the others found when it is recorded last, by its own day, until that is taken back', async () => {
    const { farmerId } = await chain.member()
    const audit = (severity: string, from: string, until: string) =>
      ok(
        as('carla').post(`/collective/${world.places.cotton.OP1?.id}/events`, {
          ...{ eventType: 'EXTERNAL_AUDIT', occurredAt: at(until, 18), lateReason: 'The report came by post' },
          data: {
            ...{ bodyId: world.places.cotton['CB-NIMAR']?.id, from, until, farmerIds: [farmerId] },
            findings: [{ severity, rule: 'NPOP 3.2.2', description: 'No bills.', dueOn: '2026-03-28', farmerId }],
          },
        }),
      )
    await audit('MINOR', '2026-01-12', '2026-01-13')
    expect(await factors(farmerId)).toEqual([])
    // 15 January 2024 is older than 24 months, the next day is not.
    await audit('MAJOR', '2024-01-14', '2024-01-15')
    expect(await factors(farmerId)).toEqual([])
    const { event } = await audit('MAJOR', '2024-01-15', '2024-01-16')
    expect(await risk(farmerId)).toMatchObject({ points: 3, reasons: ['MAJOR_FINDING'] })
    await undo('collective', world.places.cotton.OP1?.id as string, event.id, 'carla')
    expect(await factors(farmerId)).toEqual([])
  })
  it('counts records of crops of which more than 30 % came late, not of exactly so many, and none that was taken back; a correction is as late as what it corrects', async () => {
    const { parcelId, farmerId } = await chain.member()
    const cropId = await chain.cropIn(await chain.systemOn(parcelId))
    const sowing = {
      seedKg: 5,
      areaHa: 1,
      method: 'DIBBLING',
      seedLotNo: 'S-1',
      seedTreated: 'UNTREATED',
      nonGmProof: 'GMO-1',
      nonGmProofKind: 'SEED_CERTIFICATE',
    }
    await ok(record(as('fatima'), 'crop', cropId, 'SOWING', '2025-06-20', sowing))
    const weeded = async (day: string): Promise<string> =>
      (await ok(record(as('fatima'), 'crop', cropId, 'INTERCULTURE', day, { operation: 'WEEDING' }))).event.id
    await weeded('2025-08-01')
    await weeded('2025-12-31')
    for (let day = 2; day <= 8; day++) await weeded(`2026-01-0${day}`)
    // Three of ten: the 31st is fifteen days ago.
    expect(await factors(farmerId)).toEqual([])
    const late = await weeded('2025-08-20')
    expect(await factors(farmerId)).toEqual(['LATE_EVENTS'])
    await undo('crop', cropId, late)
    expect(await factors(farmerId)).toEqual([])
    // Corrected, what came late is not in time, nor late what came in time, whenever that is put right.
    const corrected = (eventId: string, day: string) =>
      ok(
        as('fatima').post(`/crop/${cropId}/events`, {
          ...{ eventType: 'INTERCULTURE', occurredAt: at(day), data: { operation: 'HOEING' }, lateReason: 'Misread', supersedesEventId: eventId },
        }),
      )
    const { items } = await ok(as('fatima').get(`/crop/${cropId}/events?limit=100`))
    const inTime = items.find(({ occurredAt, status }: Json) => status === 'RECORDED' && occurredAt.startsWith('2026-01-08'))
    now = new Date('2026-02-10T06:30:00Z')
    const once = await corrected(inTime.id, '2026-01-08')
    await corrected(once.event.id, '2026-01-07')
    expect(await factors(farmerId)).toEqual([])
    const moved = await weeded('2025-08-22')
    expect(await factors(farmerId)).toEqual(['LATE_EVENTS'])
    await corrected(moved, '2025-08-23')
    expect(await factors(farmerId)).toEqual(['LATE_EVENTS'])
    now = clock()
  })
})
