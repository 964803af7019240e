// Random crops for rules of schemes: days at and around every bound, stages that were not recorded, facts of others and of earlier seasons.
import fc from 'fast-check'
import type { CropFacts, InputUse } from '#domain/certification/judging/facts.ts'
import type { SchemeRule } from '#domain/certification/judging/judgement.ts'

const sowing = '2025-06-20'
const season = { name: 'Kharif 2025', startDate: '2025-06-01', endDate: '2026-02-28' }
const plus = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
/** Days that lie about bounds of thirty, and others. */
const offset = fc.oneof(fc.constantFrom(-1, 0, 1, 9, 10, 11, 29, 30, 31, 39, 40, 41, 59, 60, 61), fc.integer({ min: -30, max: 320 }))
const day = offset.map((days) => plus(sowing, days))
const often = <T>(value: fc.Arbitrary<T>, nothing: T): fc.Arbitrary<T> =>
  fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constant(nothing) })
const few = <T>(one: fc.Arbitrary<T>, maxLength = 4): fc.Arbitrary<T[]> => fc.array(one, { maxLength })
const inOrder = <T extends { day: string }>(list: T[]): T[] => list.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
const eventTypes = ['SCOUTING', 'INTERCULTURE', 'PLANT_PROTECTION', 'LAND_PREP'] as const
const items = ['neem', 'copper', 'urea'] as const
const categories = ['BOTANICAL', 'MINERAL', 'SYNTH_FERTILISER'] as const
const uses = ['GM_COTTON', 'CONVENTIONAL', 'ROAD', 'ORGANIC'] as const
const permission = fc.constantFrom('ALLOWED', 'RESTRICTED', 'PROHIBITED', 'UNKNOWN')
const claimless = fc.constantFrom(null, 'npop', 'gots')

const input: fc.Arbitrary<InputUse> = fc
  .record({
    item: fc.constantFrom(0, 1, 2),
    day: fc.oneof(
      day,
      day.map((one) => plus(one, -365)),
    ),
    permission: fc.oneof({ weight: 3, arbitrary: fc.constant('ALLOWED' as const) }, permission),
    bySchemes: fc.dictionary(fc.constantFrom('npop', 'gots'), permission, { maxKeys: 1 }),
    isPlantProtection: fc.boolean(),
    kgPerHa: often(fc.constantFrom(1, 2, 2.001, 3, 4), null),
    // The crop stands on 2 of the 3 ha of its system.
    place: fc.constantFrom('crop', 'system', 'beside', 'earlier', 'earlier crop'),
    outsideHa: fc.constantFrom(0, 0.5, 1, 1.9, 2, null),
  })
  .map(({ item, place, outsideHa, ...use }) => {
    const isOfCrop = place === 'crop' || place === 'system'
    return {
      ...use,
      ...{ eventId: 'use', itemId: items[item] ?? '', itemName: items[item] ?? '', category: categories[item] ?? null, isOfCrop },
      bySchemes: { ...use.bySchemes },
      ground: {
        season: isOfCrop || place === 'beside' ? 'now' : 'before',
        system: place === 'beside' ? 'other' : 'own',
        crop: place.endsWith('crop') ? place : null,
      },
      // All of the crop lies outside another system of its season.
      outsideHa: place === 'crop' ? 0 : place === 'beside' && outsideHa !== null ? 2 : outsideHa,
    }
  })

const occurrence = <T extends object>(more: fc.Arbitrary<T>) => fc.tuple(day, more).map(([on, rest]) => ({ eventId: on, day: on, ...rest }))
const otherCrop = fc.record({
  code: fc.constant('CRP-9'),
  cropTypeId: fc.constantFrom('cotton', 'gram'),
  varietyId: fc.constantFrom('v1', 'v2'),
  isManagedOrganically: fc.boolean(),
  isLost: fc.boolean(),
  isOfSystem: fc.boolean(),
  isLegume: fc.boolean(),
  role: fc.constantFrom('MAIN', 'INTERCROP', 'TRAP', 'BORDER'),
  areaHa: fc.constantFrom(0.1, 0.149, 0.15, 0.2),
})

export const crops: fc.Arbitrary<CropFacts> = fc.record({
  today: fc.oneof(day, fc.constantFrom('2025-12-01', '2026-02-28', '2026-03-01')),
  crop: fc.record({
    ...{
      id: fc.constant('crop'),
      code: fc.constant('CRP-1'),
      cropName: fc.constant('Cotton'),
      cropTypeId: fc.constant('cotton'),
      varietyId: fc.constant('v1'),
    },
    status: fc.constantFrom('GROWING', 'HARVESTING', 'HARVESTED', 'FAILED', 'CANCELLED'),
    role: often(fc.constantFrom('MAIN', 'INTERCROP', 'TRAP'), 'MAIN'),
    areaHa: fc.constant(2),
    ...{ isPerennial: fc.boolean(), isLegume: fc.boolean(), hasGmRisk: fc.boolean() },
    seedSource: fc.constantFrom('OWN_SAVED', 'GROUP', 'COMPANY', 'EXCHANGE'),
    sowingDate: often(fc.constant(sowing), null),
    endedOn: fc.option(day),
  }),
  season: fc.constant(season),
  system: fc.record({ areaHa: fc.constant(3), isManagedOrganically: fc.boolean() }),
  anchors: fc.record({
    SOWING: often(fc.constant(sowing), null),
    FLOWERING: fc.option(day),
    FIRST_HARVEST: fc.option(day),
    SEASON_START: fc.constant(season.startDate),
  }),
  events: few(occurrence(fc.record({ eventType: fc.constantFrom(...eventTypes) })), 8).map(inOrder),
  inputs: few(input, 5).map(inOrder),
  pickings: few(occurrence(fc.record({ kg: fc.constant(100), isWaitOverridden: fc.boolean() }))).map(inOrder),
  lotIds: fc.subarray(['lot-1', 'lot-2']),
  plot: fc.record({
    neighbours: few(fc.record({ side: fc.constantFrom('N', 'E', 'S', 'W'), use: fc.constantFrom(...uses), bufferM: fc.constantFrom(0, 6.9, 7, 7.1) })),
    sideM: fc.option(fc.constant({ N: 100, E: 200, S: 100, W: 200 })),
  }),
  earlierSeasons: few(
    fc.constantFrom('cotton', 'gram', 'wheat', '').map((one) => ({ name: '', startDate: '', cropTypeIds: one ? [one] : [], hasLegume: one === 'gram' })),
    6,
  ),
  otherCrops: few(otherCrop),
  inspections: few(occurrence(fc.constant({})), 5),
  trainings: few(occurrence(fc.record({ hours: fc.constantFrom(0.5, 1.5, 2, 2.1) }))),
  riskClass: fc.constantFrom('LOW', 'MEDIUM', 'HIGH'),
  labResults: few(
    occurrence(
      fc.oneof(
        fc.record({
          test: fc.constantFrom('GMO', 'RESIDUE', 'HEAVY_METALS'),
          isPositive: fc.constantFrom(true, false, null),
          lotId: fc.constantFrom('lot-1', 'lot-2'),
          isOfMixed: fc.boolean(),
        }),
        fc.record({
          test: fc.constant('WATER'),
          isPositive: fc.boolean(),
          lotId: fc.constant(null),
          source: fc.constantFrom('well', 'canal'),
          isOfMixed: fc.constant(false),
        }),
        fc.record({ test: fc.constant('SOIL'), isPositive: fc.constant(false), lotId: fc.constant(null), isOfMixed: fc.constant(false) }),
      ),
    ),
    5,
  ).map(inOrder) as fc.Arbitrary<CropFacts['labResults']>,
  documents: few(
    fc.record({
      kind: fc.constantFrom('LAND_RECORD', 'CONTRACT', 'INPUT_RECEIPT', 'FIELD_DIARY', 'OTHER'),
      isFile: fc.boolean(),
      name: fc.constantFrom('Map', 'Receipt'),
      day: fc.option(fc.oneof(day, fc.constantFrom('2024-12-01', '2024-11-30', '2025-02-28', '2025-03-01'))),
      eventId: fc.constant(null),
    }),
  ),
  gmProofs: few(
    fc.record({
      kind: fc.constantFrom('SEED_CERTIFICATE', 'GMO_TEST', 'SUPPLIER_STATEMENT', null),
      number: fc.constantFrom('N', ''),
      eventId: fc.constant(null),
    }),
  ),
  answers: few(
    occurrence(
      fc.record({
        rule: fc.constantFrom('R13', 'R13', 'R1'),
        schemeId: claimless,
        answer: fc.constantFrom('YES', 'NO', 'NOT_APPLICABLE'),
        isRight: fc.option(fc.boolean()),
        isYesOrNo: fc.boolean(),
        shown: fc.subarray<'PHOTO' | 'DOC'>(['PHOTO', 'DOC']),
        note: fc.constant(null),
      }),
    ),
  ).map(inOrder),
  openFindings: few(
    fc.record({
      ref: fc.constant('I-1'),
      rule: fc.constantFrom('R0', 'R1', 'STORE'),
      severity: fc.constantFrom('MINOR', 'MAJOR', 'CRITICAL'),
      schemeId: claimless,
    }),
    2,
  ),
})

const windowed = {
  eventType: fc.constantFrom(...eventTypes, 'INTERNAL_INSPECTION'),
  anchor: fc.constantFrom('SOWING', 'FLOWERING', 'FIRST_HARVEST', 'SEASON_START'),
  fromDay: fc.option(fc.constantFrom(0, -10, 10)),
  toDay: fc.option(fc.constantFrom(30, 40, 60)),
}
const checks = {
  EVENT_REQUIRED: fc.record({ type: fc.constant('EVENT_REQUIRED'), minCount: fc.integer({ min: 1, max: 3 }), ...windowed }),
  EVENT_FORBIDDEN: fc.record({ type: fc.constant('EVENT_FORBIDDEN'), ...windowed }),
  INPUT_ALLOWED_ONLY: fc.record({ type: fc.constant('INPUT_ALLOWED_ONLY'), itemIds: fc.subarray([...items]), bannedCategories: fc.subarray([...categories]) }),
  INPUT_MAX_RATE: fc.record({ type: fc.constant('INPUT_MAX_RATE'), itemId: fc.constantFrom(...items), kgPerHaYear: fc.constantFrom(2, 3, 5, 6) }),
  SEED_SOURCE: fc.record({ type: fc.constant('SEED_SOURCE'), seedSources: fc.subarray(['OWN_SAVED', 'GROUP', 'COMPANY', 'EXCHANGE'], { minLength: 1 }) }),
  NON_GM_PROOF: fc.record({
    type: fc.constant('NON_GM_PROOF'),
    proofKinds: fc.subarray(['SEED_CERTIFICATE', 'GMO_TEST', 'SUPPLIER_STATEMENT'], { minLength: 1 }),
  }),
  MIN_BUFFER: fc.record({ type: fc.constant('MIN_BUFFER'), neighbourUses: fc.subarray([...uses], { minLength: 1 }), metres: fc.constant(7) }),
  ROTATION: fc.record({ type: fc.constant('ROTATION'), maxSeasons: fc.integer({ min: 1, max: 3 }), legumeEvery: fc.option(fc.integer({ min: 1, max: 4 })) }),
  PHI: fc.record({ type: fc.constant('PHI'), days: fc.constantFrom(0, 10, 30) }),
  INSPECTION_COUNT: fc.record({
    type: fc.constant('INSPECTION_COUNT'),
    perSeason: fc.integer({ min: 1, max: 3 }),
    minGapDays: fc.option(fc.constantFrom(1, 10, 30)),
  }),
  TRAINING_HOURS: fc.record({ type: fc.constant('TRAINING_HOURS'), hours: fc.constantFrom(0.5, 2, 4, 4.1) }),
  LAB_TEST: fc.record({
    type: fc.constant('LAB_TEST'),
    test: fc.constantFrom('RESIDUE', 'GMO', 'HEAVY_METALS', 'SOIL', 'WATER'),
    frequency: fc.constantFrom('EACH_LOT', 'EACH_SEASON', 'EACH_YEAR', 'RISK', 'RISK'),
    sampledClasses: fc.option(fc.subarray(['LOW', 'MEDIUM', 'HIGH'])),
  }),
  DOCUMENT: fc.record({
    type: fc.constant('DOCUMENT'),
    document: fc.constantFrom('LAND_RECORD', 'CONTRACT', 'INPUT_RECEIPT', 'FIELD_DIARY', 'OTHER'),
    documentName: fc.option(fc.constant('Map')),
    validMonths: fc.option(fc.constantFrom(1, 3, 12)),
    needs: fc.option(fc.constantFrom('FILE', 'ENTRY')),
  }),
  CHECKLIST_QUESTION: fc.record({
    type: fc.constant('CHECKLIST_QUESTION'),
    answers: fc.constantFrom('YES_NO', 'YES_NO_NA'),
    passing: fc.option(fc.subarray(['YES', 'NO'])),
    evidence: fc.subarray(['PHOTO', 'DOC']),
  }),
  PARALLEL_PRODUCTION: fc.record({ type: fc.constant('PARALLEL_PRODUCTION'), forbids: fc.constantFrom('SAME_CROP', 'SAME_VARIETY', 'ANY_CROP') }),
  AREA_SHARE: fc.record({ type: fc.constant('AREA_SHARE'), role: fc.constantFrom('TRAP', 'BORDER'), minShare: fc.constantFrom(0.05, 0.1, 0.0333) }),
} as const satisfies { readonly [K in Exclude<SchemeRule['check']['type'], 'UNCLASSIFIED'>]: fc.Arbitrary<unknown> }
export const checkTypes = Object.keys(checks) as (keyof typeof checks)[]

const ruleOf = (type: keyof typeof checks): fc.Arbitrary<SchemeRule> =>
  fc
    .record({
      check: checks[type] as fc.Arbitrary<SchemeRule['check']>,
      severity: fc.constantFrom('RECOMMENDATION', 'MINOR', 'MAJOR', 'CRITICAL'),
      weight: fc.integer({ min: 1, max: 10 }),
      correctiveDays: fc.constantFrom(0, 10, 30),
    })
    .map((rule) => ({ code: 'R0', text: 'Asked', clauseRef: null, effectOnFail: 'NONE', ...rule }))
/** Of each type one rule, for a crop. */
export const rulesOfEachType = fc.tuple(...checkTypes.map(ruleOf)).map((rules) => rules.map((rule, at) => ({ ...rule, code: `R${at}` })))
