// What the rules of schemes look at, where it is easily looked at wrongly: crops that have ended, findings of people, rates of other ground,
// tests that were repeated, baselines of another scope, and facts of a past day.
import { beforeAll, describe, expect, it } from 'vitest'
import { cropFactsOf } from '#server/behaviours/certification/crop-facts.ts'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let now = new Date('2026-01-15T06:30:00Z')
let schemeId: string
const as = (who: string) => world.as(who, 'OP1')
const ada = () => world.as('ada', '-')
const logged: unknown[] = []
const judged = async () => {
  const context = { ...world.deps, log: (...entry: unknown[]) => void logged.push(entry), clock: () => now, stop: new AbortController().signal }
  await runClock(
    context,
    world.tenants.cotton,
    clockHandlers.filter(({ name }) => name.startsWith('rules of schemes')),
  )
  expect(logged).toEqual([])
}
const tomorrow = () => {
  now = new Date(now.getTime() + 24 * 3_600_000)
}
const rule = (code: string, check: Json, severity = 'MAJOR'): Json => ({
  ...{ code, text: `Asked by ${code}`, severity, weight: 1, correctiveDays: 30, effectOnFail: 'NONE', check },
})
const version = async (name: string, rules: Json[], more: Json = {}) =>
  (await ok(ada().post('/schemepop', { name, schemeId, cropTypeId: chain.cotton, passScore: 50, maxMajor: 1, rules, ...more }))).id
const publish = (id: string) => ok(record(ada(), 'schemepop', id, 'PUBLISHED', '2026-01-15'))
const archive = (id: string) => ok(record(ada(), 'schemepop', id, 'ARCHIVED', '2026-01-15', {}, 11))
const states = async (cropId: string) =>
  (await ok(as('ines').get(`/nonconformity?filter[cropId]=${cropId}&sort=createdAt`))).items.map(({ rule, status }: Json) => `${rule} ${status}`)
const bench = async (id: string, cropId: string, query = '') => (await ok(as('omar').get(`/schemepop/${id}/bench?cropId=${cropId}${query}`))).rules[0]
const scout = (cropId: string) => record(as('fatima'), 'crop', cropId, 'SCOUTING', '2025-08-01', { pest: 'Aphid', count: 3, unit: 'PLANT' })
const SCOUT = rule('SCOUT', { type: 'EVENT_REQUIRED', eventType: 'SCOUTING', minCount: 1, anchor: 'SOWING', fromDay: 0, toDay: 60 })

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  schemeId = await chain.standards.scheme('NPOP')
})

describe('a stage that a rule counts from', () => {
  it('is flowering when that was recorded, and not due before', async () => {
    const { cropId } = await chain.sown({ name: 'Mira' })
    const id = await version('Flowering', [
      rule('AFTER', { type: 'EVENT_REQUIRED', eventType: 'SCOUTING', minCount: 1, anchor: 'FLOWERING', fromDay: 0, toDay: 10 }),
    ])
    expect((await bench(id, cropId)).outcome).toBe('NOT_YET')
    await ok(record(as('fatima'), 'crop', cropId, 'FLOWERING', '2025-08-20', { share: 50 }))
    await ok(scout(cropId))
    expect((await bench(id, cropId)).outcome).toBe('FAILED')
    await ok(record(as('fatima'), 'crop', cropId, 'SCOUTING', '2025-08-28', { pest: 'Aphid', count: 3, unit: 'PLANT' }))
    expect((await bench(id, cropId)).outcome).toBe('MET')
    // Seen again ten days later, which moves nothing, and ten days before, which is the first; without that it is as it was.
    await ok(record(as('fatima'), 'crop', cropId, 'FLOWERING', '2025-08-30', { share: 90 }))
    expect((await bench(id, cropId)).outcome).toBe('MET')
    const { event } = await ok(record(as('fatima'), 'crop', cropId, 'FLOWERING', '2025-08-10', { share: 10 }))
    // Until the 20th, and thirty days for correction.
    expect((await bench(id, cropId)).outcome).toBe('PARTIAL')
    await ok(as('fatima').post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await bench(id, cropId)).outcome).toBe('MET')
  })
  it('answers a question by the last answer of the day, whatever was recorded last', async () => {
    const { cropId } = await chain.sown({ name: 'Kamla' })
    const id = await version('Answered', [rule('ASK', { type: 'CHECKLIST_QUESTION', evidence: [] })])
    const visit = (answer: string, hour: number) =>
      ok(record(as('ines'), 'crop', cropId, 'INTERNAL_INSPECTION', '2025-09-10', { round: 1, result: 'APPROVED', answers: [{ rule: 'ASK', answer }] }, hour))
    await visit('NO', 15)
    await visit('YES', 9)
    expect((await bench(id, cropId)).outcome).toBe('FAILED')
  })
})

describe('a crop that has ended', () => {
  it('is judged as long as goods of it may be sold, and no longer', async () => {
    const { cropId } = await chain.sown()
    await chain.picked(cropId, 300, '2025-11-25')
    const id = await version('Ended', [SCOUT])
    await publish(id)
    await ok(record(as('fatima'), 'crop', cropId, 'CROP_CLOSE', '2026-01-13', { residue: 'SHREDDED' }))
    await ok(record(as('omar'), 'crop', cropId, 'CLOSED', '2026-01-14', { reconciled: true }))
    await judged()
    expect(await states(cropId)).toEqual(['SCOUT OPEN'])
    tomorrow()
    await ok(scout(cropId))
    await judged()
    expect(await states(cropId)).toEqual(['SCOUT CLOSED'])
    await archive(id)
  })
  it('loses its non-conformities and its score when it is cancelled, or when no rules hold any more', async () => {
    const id = await version('Cancelled', [SCOUT])
    await publish(id)
    const [one, other] = [(await chain.sown({ name: 'Sita' })).cropId, (await chain.sown({ name: 'Gita' })).cropId]
    tomorrow()
    await judged()
    expect([await states(one), await states(other)]).toEqual([['SCOUT OPEN'], ['SCOUT OPEN']])
    await archive(id)
    tomorrow()
    await judged()
    expect([await states(one), await states(other)]).toEqual([['SCOUT CLOSED'], ['SCOUT CLOSED']])
  })
})

describe('findings of people', () => {
  it('keep a crop from passing as long as they are open, also as of a day of then', async () => {
    const { cropId } = await chain.sown({ name: 'Meena' })
    const id = await version('Found', [rule('SEED', { type: 'SEED_SOURCE', seedSources: ['GROUP'] })])
    const passed = async (query = '') => (await ok(as('omar').get(`/schemepop/${id}/bench?cropId=${cropId}${query}`))).isPassed
    expect(await passed()).toBe(true)
    const dayBefore = now.toISOString().slice(0, 10)
    tomorrow()
    const day = now.toISOString().slice(0, 10)
    const body = { ref: 'I-9', severity: 'CRITICAL', rule: 'STORE', description: 'Synthetic urea in the store', cropId, openedOn: day, dueOn: '2026-02-20' }
    const { id: found } = await ok(as('carla').post('/nonconformity', body))
    expect(await passed()).toBe(false)
    tomorrow()
    const next = now.toISOString().slice(0, 10)
    await ok(record(as('fatima'), 'nonconformity', found, 'ACTION_SENT', next, { action: 'Taken away', doneOn: day }, 8))
    await ok(record(as('carla'), 'nonconformity', found, 'CLOSED', next, {}, 9))
    expect(await passed()).toBe(true)
    expect([await passed(`&knownAt=${day}`), await passed(`&asOf=${dayBefore}`)]).toEqual([false, true])
  })
})

describe('rates of an input', () => {
  it('of other ground of the plot are not added, and say the same of one crop as of many', async () => {
    const { parcelId } = await chain.member({ name: 'Radha', areaHa: 2 })
    const { id: zinc } = await ok(as('ada').post('/inputitem', { name: 'Zinc', category: 'MINERAL', permission: 'ALLOWED', phiDays: 0 }))
    const [west, east] = [await chain.systemOn(parcelId, { areaHa: 1 }), await chain.systemOn(parcelId, { areaHa: 1 })]
    const [one, other] = [await chain.cropIn(west), await chain.cropIn(east)]
    for (const id of [one, other])
      await ok(
        record(as('fatima'), 'crop', id, 'SOWING', '2025-06-20', { seedLotNo: 'S-1', seedKg: 5, areaHa: 1, method: 'DIBBLING', seedTreated: 'UNTREATED' }),
      )
    const spray = (id: string, total: number) =>
      ok(record(as('fatima'), 'crop', id, 'PLANT_PROTECTION', '2025-08-01', { itemId: zinc, dosePerHa: total, unit: 'KG', total, target: 'Blight' }))
    await spray(one, 4)
    await spray(other, 5)
    const id = await version('Rates', [rule('RATE', { type: 'INPUT_MAX_RATE', itemId: zinc, kgPerHaYear: 6 })])
    expect(await bench(id, one)).toMatchObject({ outcome: 'MET', message: 'Zinc: 4 kg/ha within a year, 6 kg/ha are allowed.' })
    expect(await bench(id, other)).toMatchObject({ outcome: 'MET', message: 'Zinc: 5 kg/ha within a year, 6 kg/ha are allowed.' })
    const [alone, both] = await world.scoped('ada', async (scope) => [
      (await cropFactsOf(scope, [one], [])).get(one),
      (await cropFactsOf(scope, [one, other], [])).get(one),
    ])
    expect(both).toEqual(alone)
  })
})

describe('versions of rules', () => {
  it('are numbered by the product: the next of their name in the scheme; a number that is sent is refused', async () => {
    const rules = [rule('SEED', { type: 'SEED_SOURCE', seedSources: ['GROUP'] })]
    const number = async (id: string) => (await ok(ada().get(`/schemepop/${id}`))).versionNo
    const [one, two, other] = [await version('Numbered', rules), await version('Numbered', rules), await version('Another', rules)]
    expect([await number(one), await number(two), await number(other)]).toEqual([1, 2, 1])
    const sent = { name: 'Numbered', schemeId, cropTypeId: chain.cotton, versionNo: 7, passScore: 50, maxMajor: 1, rules }
    expect((await ada().post('/schemepop', sent)).status).toBe(400)
  })
  it('get different numbers when two are made at once', async () => {
    const rules = [rule('SEED', { type: 'SEED_SOURCE', seedSources: ['GROUP'] })]
    const body = { name: 'At once', schemeId, cropTypeId: chain.cotton, passScore: 50, maxMajor: 1, rules }
    const answers = await Promise.all([ada().post('/schemepop', body), ada().post('/schemepop', body)])
    const numbers = answers.filter(({ status }) => status < 300).map((answer) => answer.body.versionNo)
    expect(numbers.length).toBeGreaterThan(0)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(answers.filter(({ status }) => status >= 300).map(({ status }) => status)).toEqual(numbers.length === 2 ? [] : [409])
  })
})

describe('the preview of a version', () => {
  it('compares with what holds for the crop now: a version of another crop type is none', async () => {
    const { cropId } = await chain.sown({ name: 'Lila' })
    const { id: wheat } = await ok(
      as('ada').post('/croptype', {
        ...{ name: 'Wheat', scientificName: 'Triticum aestivum', lifecycle: 'ANNUAL', daysMin: 100, daysMax: 140, gmRisk: false, eudrCommodity: false },
        yieldNorms: [{ waterRegime: 'RAINFED', minKgPerHa: 300, typicalKgPerHa: 800, maxKgPerHa: 1600 }],
      }),
    )
    const failing = [rule('SEED', { type: 'SEED_SOURCE', seedSources: ['COMPANY'] })]
    await publish(await version('Scoped', failing, { cropTypeId: wheat }))
    const next = await version('Scoped', failing, { cropTypeId: null })
    const { newlyFailing } = await ok(as('omar').get(`/schemepop/${next}/impact`))
    expect(newlyFailing.map(({ crop }: Json) => crop.id)).toContain(cropId)
  })
})

describe('results of laboratories', () => {
  it('are read by a field officer as what the rule found; the test itself is not theirs to open (0058)', async () => {
    const { cropId } = await chain.sown({ name: 'Uma' })
    await chain.picked(cropId, 100, '2025-11-25')
    const [lot] = (await ok(as('omar').get(`/productbatch?filter[cropId]=${cropId}`))).items
    await ok(record(as('omar'), 'productbatch', lot.id, 'SAMPLE_TAKEN', '2025-12-01', { kind: 'GMO', sampleNo: 'F-1', laboratory: 'Lab' }))
    const result = (hour: number, of: string, sampleNo: string) =>
      record(as('omar'), 'productbatch', lot.id, 'LAB_RESULT', '2025-12-10', { kind: 'GMO', sampleNo, result: of, reportNo: 'L-1' }, hour)
    await ok(result(10, 'POSITIVE', 'F-1'))
    const id = await version('Tests', [rule('GMO', { type: 'LAB_TEST', test: 'GMO', frequency: 'EACH_SEASON' })])
    await publish(id)
    const of = async (who: string) => (await ok(as(who).get(`/crop/${cropId}/compliance`))).items.find((one: Json) => one.schemePopId === id).rules[0]
    expect(await of('fatima')).toMatchObject({ outcome: 'FAILED', message: 'GMO: the result of 2025-12-10 is positive.' })
    expect((await as('fatima').get(`/productbatch/${lot.id}`)).status).toBe(404)
    await ok(record(as('omar'), 'productbatch', lot.id, 'SAMPLE_TAKEN', '2025-12-10', { kind: 'GMO', sampleNo: 'F-2', laboratory: 'Lab' }, 11))
    await ok(result(12, 'NEGATIVE', 'F-2'))
    expect(await of('fatima')).toMatchObject({ outcome: 'MET', message: 'GMO: tested on 2025-12-10 without finding.' })
  })
  it('are of heavy metals, too: a positive one holds the lot and breaks the rule, until it is taken back or a later sample is clean (BR-15)', async () => {
    const { cropId } = await chain.sown({ name: 'Hema' })
    await chain.picked(cropId, 100, '2025-11-25')
    const [lot] = (await ok(as('omar').get(`/productbatch?filter[cropId]=${cropId}`))).items
    const kind = 'HEAVY_METALS'
    const take = (day: string, sampleNo: string) => ok(record(as('omar'), 'productbatch', lot.id, 'SAMPLE_TAKEN', day, { kind, sampleNo, laboratory: 'Lab' }))
    const found = async (day: string, sampleNo: string, result: string) => {
      const data = { kind, sampleNo, result, reportNo: 'L-7', substance: 'Lead', measured: result === 'POSITIVE' ? 0.3 : 0.1, limit: 0.2 }
      return (await ok(record(as('omar'), 'productbatch', lot.id, 'LAB_RESULT', day, data))).event.id
    }
    const id = await version('Metals', [rule('METALS', { type: 'LAB_TEST', test: kind, frequency: 'EACH_LOT' })])
    const status = async () => (await ok(as('omar').get(`/productbatch/${lot.id}`))).status
    const before = await status()
    expect(await bench(id, cropId)).toMatchObject({ outcome: 'NOT_YET', message: 'Heavy metals: 0 of 1 lot tested without finding.' })
    await take('2025-12-01', 'H-1')
    const positive = await found('2025-12-10', 'H-1', 'POSITIVE')
    expect(await bench(id, cropId)).toMatchObject({ outcome: 'FAILED', message: 'Heavy metals: the result of 2025-12-10 is positive.' })
    expect(await status()).toBe('QUARANTINED')
    expect(
      await as('ada').post(`/productbatch/${lot.id}/events`, {
        eventType: 'RELEASE',
        occurredAt: now.toISOString(),
        data: { causeClosed: 'Seen', downgrade: false },
      }),
    ).toMatchObject({ status: 422, body: { ruleId: 'BR-15' } })
    await ok(as('ada').post(`/productbatch/${lot.id}/events/${positive}/void`, { reason: 'INCORRECT_DATA', note: 'Of another lot' }))
    expect([(await bench(id, cropId)).outcome, await status()]).toEqual(['NOT_YET', before])
    await found('2025-12-11', 'H-1', 'POSITIVE')
    expect([(await bench(id, cropId)).outcome, await status()]).toEqual(['FAILED', 'QUARANTINED'])
    await take('2025-12-12', 'H-2')
    await found('2025-12-20', 'H-2', 'NEGATIVE')
    expect([(await bench(id, cropId)).outcome, await status()]).toEqual(['MET', before])
    // Of nothing but that.
    const gmo = await version('GMO besides', [rule('GMO', { type: 'LAB_TEST', test: 'GMO', frequency: 'EACH_LOT' })])
    expect((await bench(gmo, cropId)).outcome).toBe('NOT_YET')
    const { rows } = await ok(as('omar').get('/reports/laboratory-tests?kind=HEAVY_METALS'))
    expect(rows.map(({ sampleNo, result }: Json) => [sampleNo, result]).sort()).toEqual([
      ['H-1', 'POSITIVE'],
      ['H-2', 'NEGATIVE'],
    ])
  })
})

describe('a test that is taken by risk (BR-34)', () => {
  it('is asked of farmers of high risk, by the class that they have in the season, and is met by a result whenever it came', async () => {
    const start = now
    const { cropId, farmerId } = await chain.sown({ name: 'Rama' })
    await chain.picked(cropId, 100, '2025-11-25')
    const [lot] = (await ok(as('omar').get(`/productbatch?filter[cropId]=${cropId}`))).items
    const check = { type: 'LAB_TEST', test: 'RESIDUE', frequency: 'RISK' }
    const id = await version('By risk', [rule('RESIDUE', check)])
    const wide = await version('By more risk', [rule('RESIDUE', { ...check, sampledClasses: ['MEDIUM', 'HIGH'] })])
    const says = async (query = '') => {
      const { outcome, message } = await bench(id, cropId, query)
      return [outcome, message]
    }
    const none = (label: string) => ['NOT_APPLICABLE', `Pesticide residues: taken by risk. ${label}: no test is asked of this farmer.`]
    const missing = 'Pesticide residues: taken by risk. High risk: a test is asked of this farmer, and no result is recorded'
    expect(await says()).toEqual(none('Low risk'))
    // Not mapped 2, next to modified cotton 2, a large farm 1.
    const plot = {
      farmerId,
      tenure: 'OWNED',
      declaredAreaHa: 1,
      waterRegime: 'RAINFED',
      name: 'Bare',
      parcelNo: 'B',
      neighbours: [{ side: 'N', use: 'GM_COTTON', bufferM: 30 }],
    }
    await ok(as('fatima').post('/landparcel', plot))
    const edit = async (values: Json) =>
      ok(as('omar').patch(`/farmer/${farmerId}`, values, { 'if-match': `"${(await chain.view('farmer', farmerId)).version}"` }))
    await edit({ totalHoldingHa: 4 })
    expect(await says()).toEqual(none('Medium risk'))
    expect((await bench(wide, cropId)).outcome).toBe('NOT_YET')
    const finding = (ref: string, openedOn: string) =>
      ok(as('ines').post('/nonconformity', { ref, severity: 'MAJOR', rule: 'X', description: 'X', farmerId, openedOn, dueOn: '2026-06-10' }))
    // A major finding 3, after the season: of the season it is not.
    now = new Date('2026-03-10T06:30:00Z')
    await finding('RISK-1', '2026-03-05')
    expect(await says()).toEqual(none('Medium risk'))
    await finding('RISK-2', '2026-01-05')
    expect(await says()).toEqual(['FAILED', `${missing}.`])
    // Of a day of the season by what is known now, and by what was known then.
    expect(await says('&asOf=2026-02-01')).toEqual(['NOT_YET', `${missing} yet.`])
    expect(await says('&asOf=2026-02-01&knownAt=2026-02-01')).toEqual(none('Medium risk'))
    const sample = { kind: 'RESIDUE', sampleNo: 'RR-1' }
    await ok(record(as('omar'), 'productbatch', lot.id, 'SAMPLE_TAKEN', '2026-02-01', { ...sample, laboratory: 'Lab' }))
    expect((await says())[0]).toBe('NOT_YET')
    const { event } = await ok(record(as('omar'), 'productbatch', lot.id, 'LAB_RESULT', '2026-02-10', { ...sample, result: 'NEGATIVE', reportNo: 'L-RR' }))
    expect(await says()).toEqual(['MET', 'Pesticide residues: tested on 2026-02-10 without finding.'])
    await ok(as('omar').post(`/productbatch/${lot.id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await says())[0]).toBe('NOT_YET')
    now = start
  })
})
