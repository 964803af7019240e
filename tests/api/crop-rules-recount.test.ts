// What the product says of crops by rules of each type (domain dictionary 5.2) and the score that follows (BR-17), worked out once more from what was recorded: random
// facts in random order, late, at the days of the bounds, some voided and some corrected (tests/recount/crop-events.ts, tests/recount/scheme.ts).
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { openWorld, type World } from '../harness/world.ts'
import { factsOfCrop, type Recorded } from '../recount/crop-events.ts'
import { factsOf } from '../recount/facts.ts'
import { scoreOf, verdictOf } from '../recount/scheme.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let version: Json
let people: Awaited<ReturnType<Chain['sown']>>[]
let farmLots: string[]
const as = (who: string) => world.as(who, 'OP1')
const ask = (query: ReturnType<typeof sql>) => world.scoped('ada', async ({ db }) => (await query.execute(db)).rows as Json[])
const seed = Number(process.env.RECOUNT_SEED ?? 20_261_129)

const window = (eventType: string, anchor: string, fromDay: number, toDay: number) => ({ eventType, anchor, fromDay, toDay })
const required = (minCount: number, requested: Json) => ({ type: 'EVENT_REQUIRED', minCount, ...requested })
const forbidden = (requested: Json) => ({ type: 'EVENT_FORBIDDEN', ...requested })
/** Of each type one at least, about the days and figures that are recorded below. */
const checksWith = ({ neem, copper, zinc }: Record<string, string>): Json[] => [
  required(1, window('SCOUTING', 'SOWING', 0, 40)),
  required(2, window('SCOUTING', 'FLOWERING', 0, 30)),
  required(1, window('LAND_PREP', 'SEASON_START', 0, 19)),
  required(2, { eventType: 'INTERNAL_INSPECTION' }),
  forbidden(window('PLANT_PROTECTION', 'FLOWERING', -10, 10)),
  forbidden(window('SCOUTING', 'FIRST_HARVEST', 0, 10)),
  { type: 'INPUT_ALLOWED_ONLY', itemIds: [], bannedCategories: ['SYNTH_FERTILISER'] },
  { type: 'INPUT_ALLOWED_ONLY', itemIds: [neem, copper], bannedCategories: [] },
  { type: 'INPUT_MAX_RATE', itemId: copper, kgPerHaYear: 5 },
  { type: 'INPUT_MAX_RATE', itemId: zinc, kgPerHaYear: 3 },
  { type: 'SEED_SOURCE', seedSources: ['GROUP'] },
  { type: 'NON_GM_PROOF', proofKinds: ['SEED_CERTIFICATE'] },
  { type: 'NON_GM_PROOF', proofKinds: ['GMO_TEST'] },
  { type: 'MIN_BUFFER', neighbourUses: ['GM_COTTON', 'CONVENTIONAL'], metres: 7 },
  { type: 'ROTATION', maxSeasons: 1 },
  { type: 'ROTATION', maxSeasons: 2, legumeEvery: 2 },
  { type: 'PHI', days: 30 },
  { type: 'INSPECTION_COUNT', perSeason: 2, minGapDays: 30 },
  { type: 'TRAINING_HOURS', hours: 4 },
  ...['SOIL', 'WATER'].flatMap((test) => ['EACH_SEASON', 'EACH_YEAR'].map((frequency) => ({ type: 'LAB_TEST', test, frequency }))),
  ...['EACH_LOT', 'RISK'].map((frequency) => ({ type: 'LAB_TEST', test: 'GMO', frequency })),
  ...['LOW', 'MEDIUM', 'HIGH'].map((one) => ({ type: 'LAB_TEST', test: 'HEAVY_METALS', frequency: 'RISK', sampledClasses: [one] })),
  { type: 'DOCUMENT', document: 'CONTRACT', validMonths: 12 },
  { type: 'DOCUMENT', document: 'LAND_RECORD', needs: 'ENTRY' },
  { type: 'DOCUMENT', document: 'INPUT_RECEIPT', validMonths: 5, needs: 'ENTRY' },
  { type: 'DOCUMENT', document: 'CONTRACT', validMonths: 12, needs: 'ENTRY' },
  { type: 'CHECKLIST_QUESTION', evidence: [] },
  ...['SAME_CROP', 'SAME_VARIETY', 'ANY_CROP'].map((forbids) => ({ type: 'PARALLEL_PRODUCTION', forbids })),
  { type: 'AREA_SHARE', role: 'TRAP', minShare: 0.1 },
]

/** What somebody records: of whom, on which day; and whether it is voided, or corrected by the same on another day. */
const steps = fc.record({
  of: fc.nat(2),
  kind: fc.nat(16),
  days: fc.oneof(fc.constantFrom(-1, 0, 1, 19, 29, 30, 31, 39, 40, 41, 59, 60, 61, 100, 101, 130), fc.integer({ min: -15, max: 205 })),
  hour: fc.integer({ min: 7, max: 17 }),
  size: fc.constantFrom(1, 2, 3, 4),
  outcome: fc.constantFrom('stays', 'stays', 'stays', 'voided', 'corrected'),
  moved: fc.constantFrom(-30, -1, 1, 10),
})
type Step = ReturnType<(typeof steps)['generate']>['value']

function recordable({ of, kind, size }: Step, items: string[]): [who: string, entity: string, id: string, type: string, data: Json] {
  const { cropId, systemId, parcelId, farmerId } = people[of] as (typeof people)[number]
  const itemId = items[size - 1] ?? ''
  const visit = { round: 1, result: 'APPROVED' }
  const answers = [{ rule: 'QUESTION', answer: (['YES', 'NO', 'NOT_APPLICABLE', 'YES'] as const)[size - 1] }]
  const lot = farmLots[of] ?? ''
  const all: [string, string, string, string, Json][] = [
    ['fatima', 'crop', cropId, 'SCOUTING', { pest: 'Aphid', count: size, unit: 'PLANT' }],
    ['fatima', 'crop', cropId, 'SCOUTING', { pest: 'Jassid', count: size, unit: 'PLANT' }],
    ['fatima', 'crop', cropId, 'FLOWERING', { share: 50 }],
    ['fatima', 'crop', cropId, 'PLANT_PROTECTION', { itemId, dosePerHa: size, unit: size === 4 ? 'L' : 'KG', total: size * 2, target: 'Aphid' }],
    [
      'fatima',
      'croppingsystem',
      systemId,
      'INPUT_APPLICATION',
      { itemId, dosePerHa: size, unit: 'KG', total: size, ...(size === 1 ? { areaHa: 0.5, phiDays: 10 } : {}) },
    ],
    ['fatima', 'croppingsystem', systemId, 'LAND_PREP', { operation: 'PLOUGHING' }],
    ['fatima', 'crop', cropId, 'HARVEST', { pickNo: size, kg: 20 }],
    ['ines', 'crop', cropId, 'INTERNAL_INSPECTION', { ...visit, answers }],
    ['ines', 'landparcel', parcelId, 'INTERNAL_INSPECTION', { ...visit, seasonId: chain.season }],
    ['ines', 'farmer', farmerId, 'INTERNAL_INSPECTION', { ...visit, seasonId: chain.season }],
    ['fatima', 'farmer', farmerId, 'TRAINING_ATTENDED', { topic: 'Traps', hours: size }],
    ['fatima', 'landparcel', parcelId, 'SOIL_TEST', { laboratory: 'Indore', ph: 7 }],
    ['fatima', 'landparcel', parcelId, 'WATER_TEST', { waterSource: 'well', ph: 7, ...(size > 2 ? { contaminants: 'Lead' } : {}) }],
    [
      'fatima',
      'landparcel',
      parcelId,
      'BUFFER_OBSERVED',
      { side: (['N', 'S', 'N', 'E'] as const)[size - 1], metres: 5 + size, use: size === 2 ? 'ROAD' : 'GM_COTTON' },
    ],
    [
      'fatima',
      'crop',
      cropId,
      'SEED_RECEIPT',
      {
        seedLotNo: 'S-2',
        kg: size,
        supplier: 'Group',
        ...(size > 2 ? { nonGmProof: `P-${size}`, nonGmProofKind: size > 3 ? 'GMO_TEST' : 'SEED_CERTIFICATE' } : {}),
      },
    ],
    ['pooja', 'productbatch', lot, 'SAMPLE_TAKEN', { kind: 'GMO', sampleNo: `S-${of}-${size}`, laboratory: 'Indore' }],
    [
      'pooja',
      'productbatch',
      lot,
      'LAB_RESULT',
      { kind: 'GMO', sampleNo: `S-${of}-${size}`, result: size > 2 ? 'POSITIVE' : 'NEGATIVE', reportNo: `L-${of}-${size}` },
    ],
  ]
  return all[kind] as (typeof all)[number]
}
const dayAfterSowing = (days: number): string => new Date(Date.parse('2025-06-20') + days * 86_400_000).toISOString().slice(0, 10)

/** How often each kind was recorded, voided and corrected. */
const done = new Map<string, number>()
const count = (what: string) => done.set(what, (done.get(what) ?? 0) + 1)
async function take(step: Step, items: string[]): Promise<void> {
  const [who, entity, id, type, data] = recordable(step, items)
  const [event] = [(await record(as(who), entity, id, type, dayAfterSowing(step.days), data, step.hour)).body.event]
  // Refused: what was recorded counts, whatever it is.
  if (!event) return
  count(type)
  if (step.outcome === 'voided') {
    const { status } = await as(who).post(`/${entity}/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })
    if (status < 300) count('voided')
  } else if (step.outcome === 'corrected') {
    const later = {
      eventType: type,
      occurredAt: at(dayAfterSowing(step.days + step.moved), step.hour),
      data,
      lateReason: 'From the slip',
      supersedesEventId: event.id,
    }
    const { status } = await as(who).post(`/${entity}/${id}/events`, later)
    if (status < 300) count('corrected')
  }
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const make = async (entity: string, values: Json): Promise<string> => (await ok(as('ada').post(`/${entity}`, values))).id
  const input = (name: string, category: string, permission: string, phiDays = 0) => make('inputitem', { name, category, permission, phiDays })
  const neem = await input('Neem', 'BOTANICAL', 'ALLOWED', 3)
  const copper = await input('Copper', 'MINERAL', 'RESTRICTED')
  const zinc = await input('Zinc', 'MINERAL', 'UNKNOWN')
  const urea = await input('Urea', 'SYNTH_FERTILISER', 'ALLOWED')
  const names = {
    name: 'Mung',
    scientificName: 'Vigna radiata',
    lifecycle: 'ANNUAL',
    hsCode: '0713',
    daysMin: 60,
    daysMax: 90,
    seedKgPerHaMin: 5,
    seedKgPerHaMax: 30,
  }
  const norms = [{ waterRegime: 'RAINFED', minKgPerHa: 100, typicalKgPerHa: 500, maxKgPerHa: 900 }]
  const gram = { cropTypeId: await make('croptype', { ...names, gmRisk: false, eudrCommodity: false, yieldNorms: norms }), varietyId: '' }
  gram.varietyId = await make('variety', { cropTypeId: gram.cropTypeId, name: 'PDM-139', gmStatus: 'NON_GM' })
  const cotton = { cropTypeId: chain.cotton, varietyId: chain.variety }
  const season = (year: number) =>
    make('season', { code: `KH-${year}`, name: `Kharif ${year}`, kind: 'KHARIF', startDate: `${year}-06-01`, endDate: `${year + 1}-02-28`, yieldFactor: 1 })
  const earlier = [await season(2024), await season(2023)]

  people = []
  for (const name of ['Sita', 'Gita', 'Rita']) {
    const { farmerId, parcelId } = await chain.member({ name, areaHa: 2, isInspected: false })
    const systemId = await chain.systemOn(parcelId)
    const cropId = await chain.cropIn(systemId, { areaHa: 0.9, seedSource: name === 'Rita' ? 'COMPANY' : 'GROUP' })
    people.push({ farmerId, parcelId, systemId, cropId })
  }
  const [sita, gita, rita] = people as [(typeof people)[number], (typeof people)[number], (typeof people)[number]]
  // What fields carried before: of the first cotton, of the second a legume and cotton, of the third nothing that is known.
  for (const [{ parcelId }, ...grown] of [
    [sita, cotton],
    [gita, gram, cotton],
  ] as const)
    for (const [back, of] of grown.entries()) {
      const days = { plannedSowing: `${2024 - back}-06-20`, plannedEnd: `${2025 - back}-01-31` }
      await chain.cropIn(await chain.systemOn(parcelId, { seasonId: earlier[back], ...days }), { ...of, plannedSowing: days.plannedSowing })
    }
  // A trap crop, a tenth of the system; and less than that.
  await chain.cropIn(sita.systemId, { ...gram, role: 'TRAP', areaHa: 0.1 })
  await chain.cropIn(gita.systemId, { ...gram, role: 'TRAP', areaHa: 0.0999 })
  // On other ground, not organic: mung, mung that was lost, and cotton.
  const besides: string[] = []
  for (const [{ parcelId }, of] of [
    [sita, gram],
    [gita, gram],
    [rita, cotton],
  ] as const)
    besides.push(await chain.cropIn(await chain.systemOn(parcelId, { managedOrganically: false, areaHa: 0.5 }), { ...of, areaHa: 0.5 }))
  const sowing = (kg: number, areaHa: number, more: Json = {}) => ({
    seedKg: kg,
    areaHa,
    method: 'DIBBLING',
    seedLotNo: 'S-1',
    seedTreated: 'UNTREATED',
    ...more,
  })
  await ok(record(as('fatima'), 'crop', besides[1] ?? '', 'SOWING', '2025-06-25', sowing(5, 0.5)))
  await ok(record(as('fatima'), 'crop', besides[1] ?? '', 'CROP_LOSS', '2025-08-10', { cause: 'FLOOD', share: 1 }))

  farmLots = []
  for (const [index, { cropId }] of people.entries()) {
    await ok(
      record(
        as('fatima'),
        'crop',
        cropId,
        'SOWING',
        '2025-06-20',
        sowing(5, 0.9, index === 0 ? { nonGmProof: 'GMO-1', nonGmProofKind: 'SEED_CERTIFICATE' } : {}),
      ),
    )
    await ok(record(as('fatima'), 'crop', cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'BOLL_COUNT', kgPerHa: 1200 }))
    await ok(record(as('omar'), 'crop', cropId, 'ESTIMATE_APPROVED', '2025-09-22'))
    if (index < 2) await ok(record(as('fatima'), 'crop', cropId, 'HARVEST', '2025-11-20', { pickNo: 1, kg: 20 }))
    const [lot] = await ask(sql`select id from productbatch where crop_id = ${cropId}::uuid and unit_type = 'FARM_LOT'`)
    farmLots.push(lot?.id ?? '00000000-0000-0000-0000-000000000000')
  }
  const values = { name: 'All', schemeId: await chain.standards.scheme('NPOP'), cropTypeId: chain.cotton, passScore: 50, maxMajor: 4 }
  const rules = checksWith({ neem, copper, zinc }).map((check, index) => ({
    ...{
      code: check.type === 'CHECKLIST_QUESTION' ? 'QUESTION' : `R${index}`,
      text: 'Asked',
      severity: ['MINOR', 'MAJOR', 'RECOMMENDATION'][index % 3],
      weight: 1 + (index % 5),
      correctiveDays: 10,
      effectOnFail: 'NONE',
      check,
    },
  }))
  version = await ok(world.as('ada', '-').post('/schemepop', { ...values, rules }))
  for (const step of fc.sample(steps, { seed, numRuns: 90 })) await take(step, [neem, copper, zinc, urea])
}, 240_000)

async function recorded(): Promise<Recorded> {
  const tables = ['crop', 'croppingsystem', 'landparcel', 'farmer', 'croptype', 'season', 'productbatch', 'inputitem', 'nonconformity'] as const
  const rows = {} as Recorded['rows']
  for (const table of tables) rows[table] = await ask(sql`select * from ${sql.table(table)} where deleted_at is null order by id`)
  const { events } = await factsOf({ get: async () => null, ask })
  const replaced = await ask(sql`select id, supersedes_event_id as former, extract(epoch from recorded_at)::float8 * 1000 as at from event`)
  const byId = new Map(replaced.map((one) => [one.id, one]))
  const firstRecorded = (id: string): number => {
    const { former, at: recordedAt } = byId.get(id)
    return former ? firstRecorded(former) : recordedAt
  }
  return { rows, events, today: '2026-01-15', firstRecorded }
}

describe('rules of each type', () => {
  it('say of crops what was recorded of them', async () => {
    const facts = await recorded()
    const outcomes = new Set<string>()
    for (const { cropId } of people) {
      const own = factsOfCrop(facts, cropId)
      const judged = await ok(as('omar').get(`/schemepop/${version.id}/bench?cropId=${cropId}`))
      const shown = judged.rules.map(({ code, kind, outcome, share }: Json) => [code, kind, outcome, share])
      expect(shown, `seed ${seed}`).toEqual(version.rules.map((rule: Json) => [rule.code, rule.check.type, ...verdictOf(rule, own)]))
      expect([judged.score, judged.isPassed]).toEqual(Object.values(scoreOf(version, own)))
      for (const [, kind, outcome] of shown) outcomes.add(`${kind} ${outcome}`)
    }
    // Something was voided and corrected; most types were met and failed.
    expect([...done.keys()]).toEqual(expect.arrayContaining(['voided', 'corrected', 'FLOWERING', 'LAB_RESULT', 'WATER_TEST', 'INTERNAL_INSPECTION']))
    expect([...outcomes].length).toBeGreaterThan(30)
  })
  it('make the score that is stored of a crop, once they are published', async () => {
    await ok(record(world.as('ada', '-'), 'schemepop', version.id, 'PUBLISHED', '2026-01-15'))
    const logged: unknown[] = []
    const context = { ...world.deps, log: (...entry: unknown[]) => void logged.push(entry), clock, stop: new AbortController().signal }
    await runClock(
      context,
      world.tenants.cotton,
      clockHandlers.filter(({ name }) => name.startsWith('rules of schemes')),
    )
    expect(logged).toEqual([])
    const facts = await recorded()
    for (const { cropId } of people)
      expect((await ok(as('omar').get(`/crop/${cropId}`))).complianceScore).toBe(scoreOf(version, factsOfCrop(facts, cropId)).score)
  })
})
