// The figures of /dashboard (11.1) that say how a season is controlled: the plan, points, non-conformities, estimates, kilograms by claim, tests and
// certificates. What is expected is counted here from what the test recorded; late and voided facts, and other operators, are tried.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { createBySystem } from '#server/store/create.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { onCertificate } from './certificate-stage.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, salesOf, tcNo } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let empty: { indicators: Json; charts: Json; summary: Json }
const crops: { farmerId: string; parcelId: string; cropId: string }[] = []
const by = (name: string) => world.as(name, 'OP1')
const report = (name: string, who = 'omar', operator = 'OP1') => ok(world.as(who, operator).get(`/reports/season-${name}?seasonId=${chain.season}`))
const all = async (entity: string, query = ''): Promise<Json[]> => (await ok(by('omar').get(`/${entity}?limit=200${query}`))).items

async function estimate(cropId: string, kgPerHa: number): Promise<void> {
  await ok(record(by('fatima'), 'crop', cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'BOLL_COUNT', kgPerHa }))
  await ok(record(by('omar'), 'crop', cropId, 'ESTIMATE_APPROVED', '2025-09-22'))
}
type Status = Stored<ReturnType<typeof entityOf<'planevent'>>>['status']
/** A planned step of a crop as the clock leaves it. */
const step = (cropId: string, status: Status, due: string, values: Record<string, unknown> = {}) =>
  world.scoped('ada', async (scope) => {
    const planevent = entityOf('planevent')
    const row = { ...sampleOf(planevent), operatorId: world.places.cotton.OP1?.id ?? '', cropId, due, mandatory: true, village: 'Bistan', status, ...values }
    return (await createBySystem(scope, planevent, row)).row
  })
const finding = (ref: string, severity: string, clause: string, openedOn: string, cropId: string): Promise<Json> =>
  ok(
    by('ines').post('/nonconformity', { ref, severity, rule: 'Buffer strip', clause, description: 'Seen on the round', cropId, openedOn, dueOn: '2026-02-20' }),
  )

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
  empty = { indicators: await report('indicators'), charts: await report('charts'), summary: await report('summary') }
  for (const conversionStart of ['2022-01-10', '2022-01-10', null]) crops.push(await chain.sown({ village: 'Bistan', conversionStart }))
}, 120_000)
const crop = (index: number): string => crops[index]?.cropId ?? ''

describe('before anything was recorded', () => {
  it('shares are none, not nought', () => {
    const { indicators, charts, summary } = empty
    expect(indicators.plan).toEqual({ onTime: 0, late: 0, missed: 0, due: 0 })
    expect(indicators.compliance).toEqual({ score: null, judged: 0, failing: 0 })
    expect(indicators.nonConformities).toEqual({ bySeverity: [], medianDays: null })
    expect(indicators.certificates).toEqual({ byState: [], medianDays: null, collectiveId: world.places.cotton.OP1?.id })
    expect([indicators.tests, indicators.certifiable, indicators.cropTypes]).toEqual([{ done: 0, positive: 0 }, [], []])
    expect([charts.steps, charts.clauses, summary.cropTypes]).toEqual([[], [], []])
  })
})

describe('POP on time and its heat strip', () => {
  it('count mandatory steps that have come due, of crops of the season', async () => {
    await step(crop(0), 'DONE_ON_TIME', '2025-07-01')
    await step(crop(0), 'DONE_ON_TIME', '2025-07-03')
    await step(crop(1), 'DONE_LATE', '2025-07-02')
    await step(crop(1), 'MISSED', '2025-07-09')
    await step(crop(1), 'DUE', '2026-01-14')
    await step(crop(1), 'PLANNED', '2026-02-20')
    await step(crop(1), 'SKIPPED', '2025-07-09')
    await step(crop(1), 'MISSED', '2025-07-09', { mandatory: false, village: 'Nimrani' })
    expect((await report('indicators')).plan).toEqual({ onTime: 2, late: 1, missed: 1, due: 1 })
    // Weeks begin on Monday: 30 June, 7 July, 12 January, 16 February.
    expect((await report('charts')).steps).toEqual([
      {
        village: 'Bistan',
        weeks: [
          { from: '2025-06-30', onTime: 2, late: 1, due: 0, planned: 0 },
          { from: '2025-07-07', onTime: 0, late: 1, due: 0, planned: 0 },
          { from: '2026-01-12', onTime: 0, late: 0, due: 1, planned: 0 },
          { from: '2026-02-16', onTime: 0, late: 0, due: 0, planned: 1 },
        ],
      },
      { village: 'Nimrani', weeks: [{ from: '2025-07-07', onTime: 0, late: 1, due: 0, planned: 0 }] },
    ])
    expect((await report('indicators', 'ada', 'OP2')).plan).toEqual({ onTime: 0, late: 0, missed: 0, due: 0 })
  })
})

describe('open non-conformities and their Pareto', () => {
  it('count what is open by severity, with the median of its days, and every one by clause', async () => {
    await finding('N-1', 'MAJOR', '3.8', '2026-01-05', crop(0))
    await finding('N-2', 'MAJOR', '3.8', '2026-01-11', crop(0))
    await finding('N-3', 'MINOR', '3.14', '2025-12-26', crop(1))
    const closed = await finding('N-4', 'CRITICAL', '3.8', '2025-12-01', crop(1))
    await ok(record(by('omar'), 'nonconformity', closed.id, 'ACTION_SENT', '2026-01-10', { action: 'Strip widened', doneOn: '2026-01-09' }))
    const end = await ok(record(by('carla'), 'nonconformity', closed.id, 'CLOSED', '2026-01-12', { comment: 'Seen' }))
    const open = async () => {
      const { bySeverity, medianDays } = (await report('indicators')).nonConformities
      return { medianDays, ...Object.fromEntries(bySeverity.map((one: Json) => [one.severity, one.open])) }
    }
    // Open for 10, 4 and 20 days on 15 January.
    expect(await open()).toEqual({ medianDays: 10, MAJOR: 2, MINOR: 1 })
    expect(await all('nonconformity', '&filter[status]=OPEN,ACTION_SENT,ESCALATED,SANCTIONED')).toHaveLength(3)
    const clauses = async () =>
      (await report('charts')).clauses.map(({ clause, severities }: Json) => [clause, severities.reduce((sum: number, { count }: Json) => sum + count, 0)])
    expect(await clauses()).toEqual([
      ['3.8', 3],
      ['3.14', 1],
    ])
    // What an audit found that was recorded by mistake was never found; what it found is counted while it stands.
    const group = world.places.cotton.OP1?.id as string
    const audit = await ok(
      record(by('carla'), 'collective', group, 'EXTERNAL_AUDIT', '2026-01-14', {
        ...{ bodyId: world.places.cotton['CB-NIMAR']?.id, from: '2026-01-12', until: '2026-01-13', farmerIds: [crops[0]?.farmerId] },
        findings: [{ severity: 'MAJOR', rule: 'Bills', clause: '9.9', description: 'None since August.', dueOn: '2026-02-28', farmerId: crops[0]?.farmerId }],
      }),
    )
    const sorted = async () => (await clauses()).sort()
    expect(await sorted()).toEqual([
      ['3.14', 1],
      ['3.8', 3],
      ['9.9', 1],
    ])
    await ok(by('carla').post(`/collective/${group}/events/${audit.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await sorted()).toEqual([
      ['3.14', 1],
      ['3.8', 3],
    ])
    // The closing turns out wrong: open for 45 days again.
    await ok(by('carla').post(`/nonconformity/${closed.id}/events/${end.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await open()).toEqual({ medianDays: 15, MAJOR: 2, MINOR: 1, CRITICAL: 1 })
    expect((await report('indicators', 'ada', 'OP2')).nonConformities.bySeverity).toEqual([])
    expect((await report('charts', 'paul', '-')).clauses ?? []).toEqual([])
  })
})

describe('estimates, harvests and purchases', () => {
  it('are sums by claim, against the ceiling, with the outliers of the village (BR-06)', async () => {
    await estimate(crop(0), 800)
    await estimate(crop(1), 820)
    // Far above the others: it waits for a decision, and counts once it is approved.
    await ok(record(by('fatima'), 'crop', crop(2), 'YIELD_ESTIMATE', '2025-09-20', { method: 'BOLL_COUNT', kgPerHa: 1200 }))
    await ok(record(by('fatima'), 'crop', crop(0), 'HARVEST', '2025-10-25', { pickNo: 1, kg: 500 }))
    const wrong = await ok(record(by('fatima'), 'crop', crop(0), 'HARVEST', '2025-11-15', { pickNo: 2, kg: 90 }))
    await ok(by('fatima').post(`/crop/${crop(0)}/events/${wrong.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(record(by('fatima'), 'crop', crop(2), 'HARVEST', '2025-10-26', { pickNo: 1, kg: 700 }))
    const { id } = await chain.lot()
    await chain.decide('APPROVED', crops[0]?.farmerId ?? '')
    await ok(chain.buy(id, crop(0), 300))
    const [cotton] = (await report('summary')).cropTypes
    const sums = (claim: string) => {
      const { areaHa, capKg, estimatedKg, harvestedKg, purchasedKg } = cotton.claims.find((one: Json) => one.claim === claim)
      return { areaHa, capKg, estimatedKg, harvestedKg, purchasedKg }
    }
    // A ceiling is 1,600 kg/ha × the season's factor of 1.
    expect(sums('ORGANIC')).toEqual({ areaHa: 2, capKg: 3200, estimatedKg: 1620, harvestedKg: 500, purchasedKg: 300 })
    expect(sums('CONVENTIONAL')).toEqual({ areaHa: 1, capKg: 1600, estimatedKg: 0, harvestedKg: 700, purchasedKg: 0 })
    // Above 1.3 × the median of 800 and 820.
    expect((await report('indicators')).cropTypes[0].outliers).toBe(1)
    expect((await report('summary', 'ada', 'OP2')).cropTypes).toEqual([])
  })
  it('say of how much of the area of the crop the seed is proven to be free of GM', async () => {
    expect((await report('indicators')).cropTypes[0].proof).toEqual({ done: 3, of: 3 })
    const { parcelId } = await chain.member({ conversionStart: null })
    const cropId = await chain.cropIn(await chain.systemOn(parcelId))
    expect((await report('indicators')).cropTypes[0].proof).toEqual({ done: 3, of: 4 })
    await ok(
      record(by('fatima'), 'crop', cropId, 'SOWING', '2025-06-22', { seedKg: 5, areaHa: 1, method: 'DIBBLING', seedLotNo: 'S-9', seedTreated: 'UNTREATED' }),
    )
    expect((await report('indicators')).cropTypes[0].proof).toEqual({ done: 3, of: 4 })
  })
})

describe('plots by claim', () => {
  it('are counted with their hectares and the box that holds them', async () => {
    const { plots } = await report('summary')
    const listed = await all('landparcel')
    expect(plots).toMatchObject({ count: listed.length, mapped: listed.filter(({ hasBoundary }) => hasBoundary).length })
    for (const claim of ['ORGANIC', 'CONVENTIONAL'])
      expect(plots.claims.find((one: Json) => one.claim === claim).plots).toBe(listed.filter(({ organicStatus }) => organicStatus === claim).length)
    const [west, south, east, north] = plots.box
    const corners: [number, number][] = (await Promise.all(listed.map(({ id }) => ok(by('omar').get(`/landparcel/${id}`))))).flatMap(
      ({ boundary }) => boundary.coordinates[0],
    )
    const [lngs, lats] = [corners.map(([lng]) => lng), corners.map(([, lat]) => lat)]
    for (const [side, corner] of [
      [west, Math.min(...lngs)],
      [south, Math.min(...lats)],
      [east, Math.max(...lngs)],
      [north, Math.max(...lats)],
    ] as const)
      expect(side).toBeCloseTo(corner, 6)
  })
})

describe('tests and certificates', () => {
  it('count GMO tests with a result, until it is taken back', async () => {
    const { id } = await chain.lot()
    await ok(chain.buy(id, crop(0), 100))
    const test = (sampleNo: string, kind: string, result: string, day: string) =>
      record(by('pooja'), 'productbatch', id, 'LAB_RESULT', day, { kind, sampleNo, result, reportNo: `L-${sampleNo}` })
    for (const [sampleNo, kind] of [
      ['S1', 'GMO'],
      ['S2', 'GMO'],
      ['S3', 'RESIDUE'],
    ])
      await ok(record(by('pooja'), 'productbatch', id, 'SAMPLE_TAKEN', '2025-11-06', { kind, sampleNo, laboratory: 'Indore' }))
    await ok(test('S1', 'GMO', 'NEGATIVE', '2025-11-12'))
    await ok(test('S3', 'RESIDUE', 'NEGATIVE', '2025-11-12'))
    expect((await report('indicators')).tests).toEqual({ done: 1, positive: 0 })
    const { event } = await ok(test('S2', 'GMO', 'POSITIVE', '2025-11-13'))
    expect((await report('indicators')).tests).toEqual({ done: 2, positive: 1 })
    await ok(by('omar').post(`/productbatch/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA', note: 'Read wrongly' }))
    expect((await report('indicators')).tests).toEqual({ done: 1, positive: 0 })
    expect((await report('indicators', 'ada', 'OP2')).tests).toEqual({ done: 0, positive: 0 })
  })
  it('say how long the scope certificate lasts, and how long a certificate took', async () => {
    // ORG/1 ends on 31 March: 75 days from 15 January.
    expect((await report('indicators')).scope).toEqual({ valid: 1, daysLeft: 75 })
    const lotId = await sales.lot(200)
    await sales.draft([await sales.send(lotId, 20)])
    for (const [from, until] of [
      ['2026-01-05', '2026-01-08'],
      ['2026-01-06', '2026-01-13'],
    ] as const) {
      const { id } = await sales.draft([await sales.send(lotId, 40)])
      const late = (day: string) => ({ occurredAt: at(day), lateReason: 'Letter of the body' })
      await ok(sales.act(by('omar'), id, 'SUBMITTED', {}, late(from)))
      await ok(sales.act(by('carla'), id, 'REVIEW_STARTED', {}, late(from)))
      await ok(sales.act(by('carla'), id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Seen' }, late(until)))
    }
    const { certificates, certifiable } = await report('indicators')
    expect(Object.fromEntries(certificates.byState.map(({ status, count }: Json) => [status, count]))).toEqual({ DRAFT: 1, ISSUED: 2 })
    expect(certificates.medianDays).toBe(5)
    const lots = (await all('productbatch')).filter(({ unitType, processorId }) => unitType !== 'FARM_LOT' && !processorId)
    const free = lots.reduce((sum, { certifiableKg }) => sum + (certifiableKg ?? 0), 0)
    expect(certifiable.reduce((sum: number, { kg }: Json) => sum + kg, 0)).toBeCloseTo(free, 3)
    expect((await report('indicators', 'ada', 'OP2')).certificates.byState).toEqual([])
  })
  it('count the days to the end of the scope certificate that ends first of those in force: not of one to come, suspended, proposed or of somebody else', async () => {
    const group = { collectiveId: world.places.cotton.OP1?.id as string }
    const scope = async () => (await report('indicators')).scope
    const days = (until: string) => (Date.parse(until) - Date.parse('2026-01-15')) / 86_400_000
    await chain.standards.certify({ processorId: chain.ginner }, { validTo: '2026-01-20' })
    await ok(by('omar').post('/scopecertificate', await chain.standards.input(group, { validTo: '2026-01-25' })))
    await chain.standards.certify(group, { validFrom: '2026-02-01', validTo: '2026-02-03' })
    expect(await scope()).toEqual({ valid: 1, daysLeft: 75 })
    // Of the last day there are none left.
    const { id } = await chain.standards.certify(group, { validTo: '2026-01-15' })
    expect(await scope()).toEqual({ valid: 2, daysLeft: 0 })
    const suspended = await ok(onCertificate(by('carla'), id, 'SUSPENDED', '2025-12-20'))
    expect(await scope()).toEqual({ valid: 1, daysLeft: 75 })
    await ok(by('carla').post(`/scopecertificate/${id}/events/${suspended.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await scope()).toEqual({ valid: 2, daysLeft: 0 })
    await ok(onCertificate(by('carla'), id, 'WITHDRAWN', '2026-01-10'))
    const next = await chain.standards.certify(group, { validTo: '2026-02-14' })
    expect(await scope()).toEqual({ valid: 2, daysLeft: days('2026-02-14') })
    await ok(onCertificate(by('carla'), next.id, 'WITHDRAWN', '2026-01-14'))
    expect((await report('indicators', 'ada', 'OP2')).scope).toEqual({ valid: 0, daysLeft: null })
  })
  it('count certificates by the state that they are in, and days of what was issued only: a void gives both back', async () => {
    const figures = async (): Promise<[Record<string, number>, number | null]> => {
      const { byState, medianDays } = (await report('indicators')).certificates
      return [Object.fromEntries(byState.map(({ status, count }: Json) => [status, count])), medianDays]
    }
    const lotId = await sales.lot(100)
    const { id } = await sales.draft([await sales.send(lotId, 30)])
    const late = (day: string) => ({ occurredAt: at(day), lateReason: 'Letter of the body' })
    await ok(sales.act(by('omar'), id, 'SUBMITTED', {}, late('2026-01-02')))
    await ok(sales.act(by('carla'), id, 'REVIEW_STARTED', {}, late('2026-01-02')))
    expect(await figures()).toEqual([{ DRAFT: 1, ISSUED: 2, UNDER_REVIEW: 1 }, 5])
    const issue = await ok(sales.act(by('carla'), id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Seen' }, late('2026-01-14')))
    // 3, 7 and 12 days.
    expect(await figures()).toEqual([{ DRAFT: 1, ISSUED: 3 }, 7])
    const end = await ok(sales.act(by('carla'), id, 'WITHDRAWN', { reason: 'Audit' }))
    expect(await figures()).toEqual([{ DRAFT: 1, ISSUED: 2, WITHDRAWN: 1 }, 7])
    await ok(by('carla').post(`/transactioncertificate/${id}/events/${end.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(by('carla').post(`/transactioncertificate/${id}/events/${issue.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await figures()).toEqual([{ DRAFT: 1, ISSUED: 2, UNDER_REVIEW: 1 }, 5])
  })
})
