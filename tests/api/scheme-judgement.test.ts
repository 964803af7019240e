// The rules of a scheme on real crops: each kind finds its facts where people record them, and finds others when they are voided, recorded late
// or corrected. Of drafts on the bench, and of published versions on the crop.
import { beforeAll, describe, expect, it } from 'vitest'
import { cropFactsOf } from '#server/behaviours/certification/crop-facts.ts'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record, uploadedSlip } from './chain-stage.ts'

let world: World
let chain: Chain
let now = new Date('2026-01-15T06:30:00Z')
let farmerId: string
let parcelId: string
let systemId: string
let cropId: string
let schemePopId: string
let neem: string
let copper: string
const as = (who: string) => world.as(who, 'OP1')
const rule = (code: string, check: Json, more: Json = {}): Json => ({
  ...{ code, text: `Asked by ${code}`, severity: 'MAJOR', weight: 1, correctiveDays: 30, effectOnFail: 'NONE', check },
  ...more,
})
const checks: Json = {
  EVENT_REQUIRED: { eventType: 'SCOUTING', minCount: 1, anchor: 'SOWING', fromDay: 0, toDay: 60 },
  EVENT_FORBIDDEN: { eventType: 'IRRIGATION' },
  INPUT_ALLOWED_ONLY: { itemIds: [], bannedCategories: ['SYNTH_FERTILISER'] },
  INPUT_MAX_RATE: () => ({ itemId: copper, kgPerHaYear: 6 }),
  SEED_SOURCE: { seedSources: ['GROUP'] },
  NON_GM_PROOF: { proofKinds: ['SEED_CERTIFICATE'] },
  MIN_BUFFER: { neighbourUses: ['GM_COTTON'], metres: 7 },
  ROTATION: { maxSeasons: 2 },
  PHI: { days: 20 },
  INSPECTION_COUNT: { perSeason: 2, minGapDays: 30 },
  TRAINING_HOURS: { hours: 4 },
  LAB_TEST: { test: 'GMO', frequency: 'EACH_LOT' },
  DOCUMENT: { document: 'CONTRACT', validMonths: 60 },
  CHECKLIST_QUESTION: { answers: 'YES_NO', evidence: [] },
  PARALLEL_PRODUCTION: { forbids: 'SAME_CROP' },
  AREA_SHARE: { role: 'BORDER', minShare: 0.05 },
}
const rulesOf = (): Json[] => Object.entries(checks).map(([type, check]) => rule(type, { type, ...(typeof check === 'function' ? check() : (check as Json)) }))
const bench = (query = '', who = 'omar') => as(who).get(`/schemepop/${schemePopId}/bench?cropId=${cropId}${query}`)
/** Outcome of one rule, and why. */
const on = async (code: string, query = ''): Promise<string> => {
  const { rules } = await ok(bench(query))
  const { outcome, message } = rules.find((one: Json) => one.code === code)
  return `${outcome} ${message}`
}
const input = (name: string, category: string, permission: string, more: Json = {}) =>
  ok(as('ada').post('/inputitem', { name, category, permission, phiDays: 0, ...more }))

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  ;({ farmerId, parcelId, systemId, cropId } = await chain.sown())
  const contractFiles = [await uploadedSlip(as('fatima'))]
  const { version } = await ok(as('fatima').get(`/farmer/${farmerId}`))
  await ok(as('fatima').patch(`/farmer/${farmerId}`, { contractFiles }, { 'if-match': `"${version}"` }))
  neem = (await input('Neem oil', 'BOTANICAL', 'ALLOWED')).id
  copper = (await input('Copper', 'MINERAL', 'RESTRICTED')).id
  const schemeId = await chain.standards.scheme('NPOP')
  const { id } = await ok(
    world.as('ada', '-').post('/schemepop', { name: 'Cotton', schemeId, cropTypeId: chain.cotton, passScore: 60, maxMajor: 3, rules: rulesOf() }),
  )
  schemePopId = id
})
const spray = (itemId: string, day: string, total = 1, unit = 'KG') =>
  record(as('fatima'), 'crop', cropId, 'PLANT_PROTECTION', day, { itemId, dosePerHa: total, unit, total, target: 'Aphids' })
const voided = (entity: string, id: string, eventId: string, who = 'omar') =>
  as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' })

describe('the bench', () => {
  it('refuses what is not there, not ours and not asked (404, 400), and writes nothing', async () => {
    const before = await rowCounts(world)
    const nobody = '0190a0a0-0000-7000-8000-00000000dead'
    expect((await as('omar').get(`/schemepop/${nobody}/bench?cropId=${cropId}`)).status).toBe(404)
    expect((await as('omar').get(`/schemepop/${schemePopId}/bench?cropId=${nobody}`)).status).toBe(404)
    expect((await as('omar').get(`/schemepop/${schemePopId}/bench`)).status).toBe(400)
    expect((await bench('&moon=1')).status).toBe(400)
    expect((await bench('&asOf=yesterday')).status).toBe(400)
    expect((await bench('&asOf=2020-01-01&knownAt=2020-01-01')).status).toBe(404)
    expect((await bench('', 'paul')).status).toBeGreaterThanOrEqual(403)
    expect((await ok(bench())).status).toBe('DRAFT')
    expect(await rowCounts(world)).toEqual(before)
  })
  it('says of each rule of a draft what it found', async () => {
    const { rules, score, points, pointsPossible } = await ok(bench())
    expect(Object.fromEntries(rules.map((one: Json) => [one.code, one.outcome]))).toEqual({
      EVENT_REQUIRED: 'FAILED',
      EVENT_FORBIDDEN: 'MET',
      INPUT_ALLOWED_ONLY: 'MET',
      INPUT_MAX_RATE: 'NOT_APPLICABLE',
      SEED_SOURCE: 'MET',
      NON_GM_PROOF: 'MET',
      MIN_BUFFER: 'NOT_CHECKED',
      ROTATION: 'NOT_CHECKED',
      PHI: 'NOT_YET',
      INSPECTION_COUNT: 'NOT_YET',
      TRAINING_HOURS: 'NOT_YET',
      LAB_TEST: 'NOT_YET',
      DOCUMENT: 'MET',
      CHECKLIST_QUESTION: 'NOT_CHECKED',
      PARALLEL_PRODUCTION: 'MET',
      AREA_SHARE: 'FAILED',
    })
    // Six of eight rules that count.
    expect([points, pointsPossible, score]).toEqual([6, 8, 75])
    expect(await on('EVENT_REQUIRED')).toBe('FAILED Scouting: not recorded until 2025-08-19, 1 asked.')
  })
})

describe('facts', () => {
  it('recorded late count by their day, and leave when they are voided', async () => {
    const { event } = await ok(record(as('fatima'), 'crop', cropId, 'SCOUTING', '2025-08-19', { pest: 'Aphid', count: 3, unit: 'PLANT' }))
    expect(await on('EVENT_REQUIRED')).toBe('MET Scouting: 1 recorded, 1 asked.')
    await ok(voided('crop', cropId, event.id, 'fatima'))
    expect(await on('EVENT_REQUIRED')).toMatch(/^FAILED/)
    await ok(record(as('fatima'), 'crop', cropId, 'SCOUTING', '2025-09-18', { pest: 'Aphid', count: 3, unit: 'PLANT' }))
    expect(await on('EVENT_REQUIRED')).toBe('PARTIAL Scouting: done 30 days after 2025-08-19, within the 30 days for correction.')
  })
  it('of inputs come from crop and system, by what they weigh for a hectare', async () => {
    await ok(spray(copper, '2025-08-01', 4))
    await ok(record(as('fatima'), 'croppingsystem', systemId, 'INPUT_APPLICATION', '2025-09-01', { itemId: copper, dosePerHa: 2, unit: 'KG', total: 2 }))
    expect(await on('INPUT_MAX_RATE')).toBe('MET Copper: 6 kg/ha within a year, 6 kg/ha are allowed.')
    const { event } = await ok(spray(copper, '2025-09-02', 500, 'G'))
    expect(await on('INPUT_MAX_RATE')).toBe('FAILED Copper: 6.5 kg/ha within a year, 6 kg/ha are allowed.')
    await ok(voided('crop', cropId, event.id, 'fatima'))
    expect(await on('INPUT_ALLOWED_ONLY')).toBe('MET All inputs are allowed: Copper.')
  })
  it('of picking and what was sprayed before it', async () => {
    await ok(spray(neem, '2025-10-06', 1, 'L'))
    expect(await on('PHI')).toBe('NOT_YET Picking is allowed from 2025-10-26.')
    await chain.picked(cropId, 300, '2025-10-25')
    expect(await on('PHI')).toBe('FAILED Picked on 2025-10-25, 19 days after Neem oil; 20 days have to pass.')
  })
  it('of the plot’s borders, as they were observed last', async () => {
    await ok(record(as('ines'), 'landparcel', parcelId, 'BUFFER_OBSERVED', '2025-08-01', { side: 'N', use: 'GM_COTTON', metres: 5 }))
    // The plot is 100 m wide: 100 m × 2 m.
    expect(await on('MIN_BUFFER')).toMatch(/^FAILED Buffer too narrow: North \(GM cotton\): 5 m; 7 m asked\. About 0\.0(2|19\d|20\d) ha/)
    await ok(record(as('ines'), 'landparcel', parcelId, 'BUFFER_OBSERVED', '2025-09-01', { side: 'N', use: 'GM_COTTON', metres: 8 }))
    expect(await on('MIN_BUFFER')).toBe('MET The narrowest buffer is 8 m wide, 7 m asked.')
  })
  it('of control: inspections of farmer and crop, answers, training', async () => {
    await ok(record(as('ines'), 'crop', cropId, 'INTERNAL_INSPECTION', '2025-09-08', { round: 1, result: 'APPROVED' }))
    expect(await on('INSPECTION_COUNT')).toBe('NOT_YET Internal inspections at least 30 days apart: 1 of 2.')
    const answers = [{ rule: 'CHECKLIST_QUESTION', answer: 'NO', note: 'Store is shared' }]
    const { event } = await ok(record(as('ines'), 'crop', cropId, 'INTERNAL_INSPECTION', '2025-11-09', { round: 2, result: 'CONDITIONAL', answers }))
    expect(await on('INSPECTION_COUNT')).toBe('MET Internal inspections at least 30 days apart: 2 of 2.')
    expect(await on('CHECKLIST_QUESTION')).toBe('FAILED Answered on 2025-11-09: no. Store is shared')
    await ok(voided('crop', cropId, event.id, 'ines'))
    expect(await on('CHECKLIST_QUESTION')).toMatch(/^NOT_CHECKED/)
    await ok(record(as('fatima'), 'farmer', farmerId, 'TRAINING_ATTENDED', '2025-07-01', { topic: 'Compost', hours: 4 }))
    await ok(record(as('fatima'), 'farmer', farmerId, 'TRAINING_ATTENDED', '2025-05-31', { topic: 'Before the season', hours: 8 }))
    expect(await on('TRAINING_HOURS')).toBe('MET 4 hours of training in the season, 4 asked.')
  })
  it('of tests of lots that hold the harvest, not of a mixed lot that may be somebody else’s', async () => {
    const lot = await chain.lot()
    await ok(chain.buy(lot.id, cropId, 200))
    const sample = (sampleNo: string) => record(as('pooja'), 'productbatch', lot.id, 'SAMPLE_TAKEN', '2025-11-10', { kind: 'GMO', sampleNo, laboratory: 'Lab' })
    await ok(sample('G-1'))
    expect(await on('LAB_TEST')).toBe('NOT_YET GMO: 0 of 1 lot tested without finding.')
    const result = (sampleNo: string, of: string) =>
      record(
        as('pooja'),
        'productbatch',
        lot.id,
        'LAB_RESULT',
        '2025-11-20',
        { kind: 'GMO', sampleNo, result: of, reportNo: 'L-7' },
        sampleNo === 'G-1' ? 10 : 12,
      )
    await ok(result('G-1', 'NEGATIVE'))
    expect(await on('LAB_TEST')).toBe('MET GMO: 1 of 1 lot tested without finding.')
    await ok(sample('G-2'))
    await ok(result('G-2', 'POSITIVE'))
    expect(await on('NON_GM_PROOF')).toMatch(/^MET/)
  })
  it('of what else the farmer grows, and what stood here before', async () => {
    const other = await chain.member({ name: 'Conventional' })
    expect(other.farmerId).not.toBe(farmerId)
    const { id } = await ok(
      as('ada').post('/season', { code: 'RB-2024', name: 'Rabi 2024', kind: 'RABI', startDate: '2024-10-01', endDate: '2025-04-30', yieldFactor: 1 }),
    )
    const before = await chain.systemOn(parcelId, { seasonId: id, plannedSowing: '2024-10-10', plannedEnd: '2025-03-31' })
    await chain.cropIn(before, { plannedSowing: '2024-10-10' })
    expect(await on('ROTATION')).toBe('NOT_CHECKED Only 1 earlier season of this plot is recorded; 2 are needed to judge.')
    const second = await ok(
      as('fatima').post('/landparcel', { name: 'Second', parcelNo: 'B', farmerId, tenure: 'OWNED', declaredAreaHa: 0.5, waterRegime: 'RAINFED' }),
    )
    const conventional = await chain.systemOn(second.id, { managedOrganically: false, areaHa: 0.5 })
    const conventionalCrop = await chain.cropIn(conventional, { areaHa: 0.5 })
    expect(await on('PARALLEL_PRODUCTION')).toMatch(/^FAILED Grown conventionally by the same farmer this season: CRP-/)
    await ok(record(as('fatima'), 'crop', conventionalCrop, 'CANCELLED', '2025-06-21', { reason: 'Not sown' }))
    expect(await on('PARALLEL_PRODUCTION')).toMatch(/^MET/)
  })
})

describe('a past day', () => {
  it('is judged by what had happened', async () => {
    // On 20 August the window of scouting had just ended; nothing was sprayed with neem, nothing picked.
    expect(await on('EVENT_REQUIRED', '&asOf=2025-08-19')).toBe('NOT_YET Scouting: 0 recorded so far, 1 asked until 2025-08-19.')
    expect(await on('EVENT_REQUIRED', '&asOf=2025-08-20')).toBe('FAILED Scouting: not recorded until 2025-08-19, 1 asked.')
    expect(await on('MIN_BUFFER', '&asOf=2025-08-20')).toBe(
      // Nobody had mapped the plot then: its border is that of a square of one hectare.
      'FAILED Buffer too narrow: North (GM cotton): 5 m; 7 m asked. About 0.02 ha at the border are not harvested as certified.',
    )
    expect(await on('INPUT_MAX_RATE', '&asOf=2025-08-20')).toBe('MET Copper: 4 kg/ha within a year, 6 kg/ha are allowed.')
    expect((await ok(bench('&asOf=2025-08-20'))).day).toBe('2025-08-20')
  })
  it('and by what was known: voided events count as long as they were not', async () => {
    now = new Date('2026-01-16T06:30:00Z')
    const { event } = await ok(record(as('fatima'), 'crop', cropId, 'IRRIGATION', '2025-09-01', { method: 'DRIP', mm: 10 }))
    now = new Date('2026-01-17T06:30:00Z')
    await ok(voided('crop', cropId, event.id, 'fatima'))
    expect(await on('EVENT_FORBIDDEN')).toMatch(/^MET/)
    expect(await on('EVENT_FORBIDDEN', '&knownAt=2026-01-16')).toBe('FAILED Irrigation: recorded on 2025-09-01, which the rule forbids.')
    expect(await on('EVENT_FORBIDDEN', '&knownAt=2026-01-15')).toMatch(/^MET/)
  })
  it('of today is the present', async () => {
    const [past, present] = [await ok(bench('&asOf=2026-01-17')), await ok(bench())]
    expect(past.rules.map(({ message, ...one }: Json) => one)).toEqual(present.rules.map(({ message, ...one }: Json) => one))
  })
})

describe('published rules', () => {
  const compliance = (who = 'omar') => ok(as(who).get(`/crop/${cropId}/compliance`))
  it('hold for the crops of whoever is registered to the scheme; drafts hold for nobody', async () => {
    expect((await compliance()).items).toEqual([])
    await ok(record(world.as('ada', '-'), 'schemepop', schemePopId, 'PUBLISHED', '2026-01-17'))
    const { items } = await compliance()
    const { rules, score } = await ok(bench())
    expect(items).toEqual([expect.objectContaining({ schemePopId, rules, score })])
  })
  it('of another crop type or another scheme do not', async () => {
    const otherScheme = await chain.standards.scheme('GOTS')
    const { id: wheat } = await ok(
      as('ada').post('/croptype', {
        ...{ name: 'Wheat', scientificName: 'Triticum aestivum', lifecycle: 'ANNUAL', daysMin: 100, daysMax: 140, gmRisk: false, eudrCommodity: false },
        yieldNorms: [{ waterRegime: 'RAINFED', minKgPerHa: 300, typicalKgPerHa: 800, maxKgPerHa: 1600 }],
      }),
    )
    for (const [name, schemeId, cropTypeId] of [
      ['Of GOTS', otherScheme, chain.cotton],
      ['Of wheat', await chain.standards.scheme('NPOP'), wheat],
    ]) {
      const { id } = await ok(
        world.as('ada', '-').post('/schemepop', { name, schemeId, cropTypeId, passScore: 80, maxMajor: 2, rules: [rule('R', { type: 'PHI', days: 3 })] }),
      )
      await ok(record(world.as('ada', '-'), 'schemepop', id, 'PUBLISHED', '2026-01-17'))
    }
    expect((await compliance()).items.map((one: Json) => one.schemePopId)).toEqual([schemePopId])
  })
  it('are judged by the latest version of the same name', async () => {
    const { name, schemeId } = await ok(as('omar').get(`/schemepop/${schemePopId}`))
    const next = {
      name,
      schemeId,
      cropTypeId: chain.cotton,
      passScore: 10,
      maxMajor: 9,
      rules: [rule('R', { type: 'SEED_SOURCE', seedSources: ['COMPANY'] })],
    }
    const { id } = await ok(world.as('ada', '-').post('/schemepop', next))
    await ok(record(world.as('ada', '-'), 'schemepop', id, 'PUBLISHED', '2026-01-17'))
    const { items } = await compliance()
    expect(items.map((one: Json) => [one.schemePopId, one.score, one.isPassed])).toEqual([[id, 0, false]])
  })
})

describe('many crops', () => {
  it('are read by as many statements as one', async () => {
    const others = [await chain.sown({ name: 'Sita' }), await chain.sown({ name: 'Gita' })].map((one) => one.cropId)
    const sent = async (ids: readonly string[], versions: Parameters<typeof cropFactsOf>[2] = []) =>
      world.scoped('ada', async (scope) => {
        let facts = new Map<string, unknown>()
        const messages = await messagesOf(async () => {
          facts = await cropFactsOf(scope, ids, versions)
        })
        expect([...facts.keys()].sort()).toEqual([...ids].sort())
        return { statements: statementsIn(messages).length, messages: messages.length }
      })
    const one = await sent([cropId])
    expect(one).toEqual({ statements: 9, messages: 3 })
    expect(await sent([cropId, ...others])).toEqual(one)
    // With the class of their growers, where a rule takes a test by risk.
    const byRisk = [{ rules: [rule('BY_RISK', { type: 'LAB_TEST', test: 'GMO', frequency: 'RISK' })] }]
    expect(await sent([cropId], byRisk)).toEqual({ statements: 10, messages: 4 })
    expect(await sent([cropId, ...others], byRisk)).toEqual({ statements: 10, messages: 4 })
    // With the files behind them, where a rule is judged by those.
    const byFiles = [{ rules: [rule('CONTRACT', { type: 'DOCUMENT', document: 'CONTRACT' })] }]
    expect(await sent([cropId], byFiles)).toEqual({ statements: 10, messages: 4 })
    expect(await sent([cropId, ...others], byFiles)).toEqual({ statements: 10, messages: 4 })
  })
})
