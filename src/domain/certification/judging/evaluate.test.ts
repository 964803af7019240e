// Every kind of rule: met, failed, at its bound, and where it means something late, not applicable and not due. A fact that was taken back
// is not among the facts: each case without it is the case of a voided event.
import { describe, expect, it } from 'vitest'
import type { RuleCheck } from '../rule-cases.ts'
import { evaluate } from './evaluate.ts'
import type { CropFacts, InputUse } from './facts.ts'
import type { SchemeRule } from './judgement.ts'

const season = { name: 'Kharif 2025', startDate: '2025-06-01', endDate: '2026-02-28' }
const base: CropFacts = {
  today: '2025-12-01',
  crop: {
    id: 'crop-1',
    code: 'CRP-1',
    status: 'HARVESTING',
    role: 'MAIN',
    areaHa: 2,
    cropTypeId: 'cotton',
    varietyId: 'v1',
    cropName: 'Cotton',
    isPerennial: false,
    isLegume: false,
    hasGmRisk: true,
    seedSource: 'COMPANY',
    sowingDate: '2025-06-20',
    endedOn: null,
  },
  season,
  system: { areaHa: 2, isManagedOrganically: true },
  anchors: { SOWING: '2025-06-20', FLOWERING: null, FIRST_HARVEST: '2025-11-01', SEASON_START: season.startDate },
  events: [{ eventId: 'sow', day: '2025-06-20', eventType: 'SOWING' }],
  inputs: [],
  pickings: [{ eventId: 'pick', day: '2025-11-01', kg: 300, isWaitOverridden: false }],
  lotIds: ['lot-1'],
  plot: { neighbours: [], sideM: { N: 100, E: 200, S: 100, W: 200 } },
  earlierSeasons: [],
  otherCrops: [],
  inspections: [],
  trainings: [],
  riskClass: null,
  labResults: [],
  documents: [],
  gmProofs: [],
  answers: [],
  openFindings: [],
}
type Case = readonly [what: string, check: RuleCheck, facts: Partial<CropFacts>, outcome: string, share: number, says?: string]
const rule = (check: RuleCheck): SchemeRule => ({
  code: 'R1',
  text: 'Asked',
  check,
  clauseRef: null,
  severity: 'MAJOR',
  weight: 1,
  correctiveDays: 10,
  effectOnFail: 'NONE',
})
const judge = (check: RuleCheck, facts: Partial<CropFacts>) => evaluate(rule(check), { ...base, ...facts })
const ended = (day: string): Partial<CropFacts> => ({ today: '2026-03-01', crop: { ...base.crop, status: 'HARVESTED', endedOn: day } })
const judging = (cases: readonly Case[]) => {
  for (const [what, check, facts, outcome, share, says] of cases)
    it(what, () => {
      const judgement = judge(check, facts)
      expect([judgement.outcome, judgement.share]).toEqual([outcome, share])
      if (says) expect(String(judgement.explanation)).toBe(says)
      expect(String(judgement.explanation)).not.toMatch(/undefined|null|NaN|\{\{/)
    })
}
const event = (eventType: string, day: string) => ({ eventId: `${eventType} ${day}`, eventType, day })

describe('EVENT_REQUIRED', () => {
  const weeding: RuleCheck = { type: 'EVENT_REQUIRED', eventType: 'INTERCULTURE', minCount: 2, anchor: 'SOWING', fromDay: 0, toDay: 40 }
  // The window is 20 June to 30 July 2025, the time for correction ends on 9 August.
  const weeded = (...days: string[]): Partial<CropFacts> => ({ events: days.map((day) => event('INTERCULTURE', day)) })
  judging([
    ['on its first and last day', weeding, weeded('2025-06-20', '2025-07-30'), 'MET', 1, 'Weeding, thinning, earthing up: 2 recorded, 2 asked.'],
    ['a day too early', weeding, weeded('2025-06-19', '2025-07-30'), 'PARTIAL', 0.5],
    ['late, on the last day of correction', weeding, weeded('2025-07-01', '2025-08-09'), 'PARTIAL', 0.7],
    ['a day after correction', weeding, weeded('2025-07-01', '2025-08-10'), 'PARTIAL', 0.5],
    ['only after correction', weeding, weeded('2025-08-10'), 'FAILED', 0],
    ['never', weeding, {}, 'FAILED', 0, 'Weeding, thinning, earthing up: not recorded until 2025-07-30, 2 asked.'],
    [
      'twice, once outside the bounds of the package',
      weeding,
      { events: [event('INTERCULTURE', '2025-07-01'), { ...event('INTERCULTURE', '2025-07-02'), isPartly: true }] },
      'PARTIAL',
      0.5,
      'Weeding, thinning, earthing up: 2 recorded, 1 of them within the bounds of the package, 2 asked.',
    ],
    [
      'twice within them, once outside',
      weeding,
      { events: [event('INTERCULTURE', '2025-07-01'), { ...event('INTERCULTURE', '2025-07-02'), isPartly: true }, event('INTERCULTURE', '2025-07-03')] },
      'MET',
      1,
    ],
    [
      'once outside them, while there are days left',
      weeding,
      { today: '2025-07-10', events: [event('INTERCULTURE', '2025-07-01'), { ...event('INTERCULTURE', '2025-07-02'), isPartly: true }] },
      'NOT_YET',
      0,
    ],
    ['on the last day of the window', weeding, { today: '2025-07-30' }, 'NOT_YET', 0],
    ['on the day after it', weeding, { today: '2025-07-31' }, 'FAILED', 0],
    ['before sowing', weeding, { anchors: { ...base.anchors, SOWING: null } }, 'NOT_YET', 0],
    ['counted from a stage that was never recorded', { ...weeding, anchor: 'FLOWERING' }, ended('2026-01-10'), 'NOT_CHECKED', 0],
    ['of a crop that was lost before', weeding, { crop: { ...base.crop, status: 'FAILED', endedOn: '2025-07-10' } }, 'NOT_APPLICABLE', 0],
    [
      'of a crop that was lost before, done in time all the same',
      weeding,
      { ...weeded('2025-06-21', '2025-07-01'), crop: { ...base.crop, status: 'FAILED', endedOn: '2025-07-10' } },
      'MET',
      1,
    ],
    ['of a crop that was lost after', weeding, { crop: { ...base.crop, status: 'FAILED', endedOn: '2025-08-10' } }, 'FAILED', 0],
    ['without days, while the crop stands', { type: 'EVENT_REQUIRED', eventType: 'SCOUTING', minCount: 1 }, {}, 'NOT_YET', 0],
    ['without days, after its end', { type: 'EVENT_REQUIRED', eventType: 'SCOUTING', minCount: 1 }, ended('2026-01-10'), 'FAILED', 0],
    [
      'inspections of farmer and plot count',
      { type: 'EVENT_REQUIRED', eventType: 'INTERNAL_INSPECTION', minCount: 1 },
      { inspections: [{ eventId: 'i', day: '2025-08-01' }] },
      'MET',
      1,
    ],
  ])
  it('rests on the events that it counts', () => {
    expect(judge(weeding, weeded('2025-06-20', '2025-07-30', '2025-09-01')).evidence).toEqual(['INTERCULTURE 2025-06-20', 'INTERCULTURE 2025-07-30'])
  })
})

describe('EVENT_FORBIDDEN', () => {
  const spraying: RuleCheck = { type: 'EVENT_FORBIDDEN', eventType: 'PLANT_PROTECTION', anchor: 'FIRST_HARVEST', fromDay: -10, toDay: 0 }
  judging([
    ['not done', spraying, {}, 'MET', 1],
    ['done on its first day', spraying, { events: [event('PLANT_PROTECTION', '2025-10-22')] }, 'FAILED', 0],
    ['done a day before', spraying, { events: [event('PLANT_PROTECTION', '2025-10-21')] }, 'MET', 1],
    ['before it begins', spraying, { today: '2025-10-21' }, 'NOT_YET', 0],
    ['before picking', spraying, { anchors: { ...base.anchors, FIRST_HARVEST: null } }, 'NOT_YET', 0],
  ])
})

const used = (more: Partial<InputUse> = {}): InputUse => ({
  eventId: 'use',
  day: '2025-09-01',
  isOfCrop: true,
  bySchemes: {},
  isPlantProtection: true,
  itemId: 'neem',
  itemName: 'Neem oil',
  category: 'BOTANICAL',
  permission: 'ALLOWED',
  kgPerHa: 5,
  ground: { season: 'now', system: 'own', crop: 'crop-1' },
  outsideHa: 0,
  ...more,
})

describe('INPUT_ALLOWED_ONLY', () => {
  const banned: RuleCheck = { type: 'INPUT_ALLOWED_ONLY', itemIds: [], bannedCategories: ['SYNTH_FERTILISER'] }
  const list: RuleCheck = { type: 'INPUT_ALLOWED_ONLY', itemIds: ['neem'], bannedCategories: [] }
  judging([
    ['nothing used', banned, {}, 'MET', 1],
    ['nothing used before sowing', banned, { crop: { ...base.crop, sowingDate: null } }, 'NOT_YET', 0],
    ['an allowed one', banned, { inputs: [used()] }, 'MET', 1, 'All inputs are allowed: Neem oil.'],
    [
      'of a forbidden category',
      banned,
      { inputs: [used(), used({ itemName: 'Urea', category: 'SYNTH_FERTILISER' })] },
      'FAILED',
      0,
      'Urea, used on 2025-09-01, is of a forbidden category: Synthetic fertiliser.',
    ],
    ['prohibited by the programme', banned, { inputs: [used({ permission: 'PROHIBITED' })] }, 'FAILED', 0],
    ['not known to the programme', banned, { inputs: [used({ permission: 'UNKNOWN' })] }, 'NOT_CHECKED', 0],
    ['on the list of the scheme, whatever the programme says', list, { inputs: [used({ permission: 'UNKNOWN' })] }, 'MET', 1],
    ['not on the list of the scheme', list, { inputs: [used({ itemId: 'other', itemName: 'Copper' })] }, 'FAILED', 0],
    ['on an earlier crop of the plot', list, { inputs: [used({ itemId: 'other', isOfCrop: false })] }, 'MET', 1],
  ])
})

describe('INPUT_MAX_RATE', () => {
  const copper: RuleCheck = { type: 'INPUT_MAX_RATE', itemId: 'copper', kgPerHaYear: 6 }
  const kg = (kgPerHa: number | null, day: string): InputUse => used({ itemId: 'copper', itemName: 'Copper', kgPerHa, day, eventId: day })
  const onSystem = (kgPerHa: number, day: string, outsideHa: number): InputUse => ({
    ...kg(kgPerHa, day),
    ground: { season: 'now', system: 'own', crop: null },
    outsideHa,
  })
  const earlier = (kgPerHa: number, system: string, outsideHa: number): InputUse => ({
    ...kg(kgPerHa, '2025-02-01'),
    ...{ isOfCrop: false, eventId: system, ground: { season: 'before', system, crop: null }, outsideHa },
  })
  judging([
    ['not used', copper, { inputs: [used()] }, 'NOT_APPLICABLE', 0],
    ['exactly the rate', copper, { inputs: [kg(4, '2025-07-01'), kg(2, '2025-09-01')] }, 'MET', 1],
    ['a gram above it', copper, { inputs: [kg(4, '2025-07-01'), kg(2.001, '2025-09-01')] }, 'FAILED', 0],
    ['a year apart', copper, { inputs: [kg(5, '2024-09-01'), kg(5, '2025-09-01')] }, 'MET', 1],
    ['a day less than a year apart', copper, { inputs: [kg(5, '2024-09-02'), kg(5, '2025-09-01')] }, 'FAILED', 0],
    ['by volume', copper, { inputs: [kg(null, '2025-09-01')] }, 'NOT_CHECKED', 0],
    ['by volume, and above the rate without it', copper, { inputs: [kg(null, '2025-08-01'), kg(7, '2025-09-01')] }, 'FAILED', 0],
    // The crop stands on 2 ha of 3.
    ['on all of the system and on the crop', copper, { inputs: [kg(4, '2025-07-01'), onSystem(3, '2025-08-01', 0)] }, 'FAILED', 0],
    ['on a part of the system too large to miss the crop', copper, { inputs: [kg(4, '2025-07-01'), onSystem(3, '2025-08-01', 1.9)] }, 'FAILED', 0],
    ['on a part that may lie beside the crop', copper, { inputs: [kg(4, '2025-07-01'), onSystem(3, '2025-08-01', 2)] }, 'NOT_CHECKED', 0],
    [
      'on parts of which the two heavy ones surely meet, a light one not',
      copper,
      { inputs: [onSystem(1, '2025-07-01', 0.5), onSystem(4, '2025-08-01', 0.8), onSystem(3, '2025-09-01', 0.9)] },
      'FAILED',
      0,
    ],
    ['on two parts that together may miss each other', copper, { inputs: [onSystem(4, '2025-07-01', 1), onSystem(3, '2025-08-01', 1)] }, 'NOT_CHECKED', 0],
    ['on a part, within the rate with all that may have met it', copper, { inputs: [kg(4, '2025-07-01'), onSystem(2, '2025-08-01', 2)] }, 'MET', 1],
    ['on all of the plot in the season before', copper, { inputs: [kg(4, '2025-07-01'), earlier(3, 'a', 0)] }, 'FAILED', 0],
    ['on half of the plot in the season before', copper, { inputs: [kg(4, '2025-07-01'), earlier(3, 'a', 2)] }, 'NOT_CHECKED', 0],
    [
      'on two halves of the plot in the season before, which never meet',
      copper,
      { inputs: [kg(3, '2025-07-01'), earlier(3, 'a', 2), earlier(3, 'b', 2)] },
      'MET',
      1,
    ],
  ])
})

describe('PHI', () => {
  const wait: RuleCheck = { type: 'PHI', days: 15 }
  judging([
    [
      'on the last day of waiting',
      wait,
      { inputs: [used({ day: '2025-10-18' })] },
      'FAILED',
      0,
      'Picked on 2025-11-01, 14 days after Neem oil; 15 days have to pass.',
    ],
    ['on the first day after', wait, { inputs: [used({ day: '2025-10-17' })] }, 'MET', 1],
    ['sprayed after picking', wait, { inputs: [used({ day: '2025-11-02' })] }, 'NOT_APPLICABLE', 0],
    ['compost is no plant protection', wait, { inputs: [used({ day: '2025-10-30', isPlantProtection: false })] }, 'NOT_APPLICABLE', 0],
    ['not picked yet', wait, { pickings: [], inputs: [used()] }, 'NOT_YET', 0, 'Picking is allowed from 2025-09-16.'],
    ['never picked', wait, { pickings: [], ...ended('2026-01-01') }, 'NOT_APPLICABLE', 0],
    [
      'picked early by the manager’s decision',
      wait,
      { inputs: [used({ day: '2025-10-30' })], pickings: [{ eventId: 'p', day: '2025-11-01', kg: 3, isWaitOverridden: true }] },
      'PARTIAL',
      0.5,
    ],
    [
      'a second picking too early',
      wait,
      { inputs: [used({ day: '2025-11-05' })], pickings: [...base.pickings, { eventId: 'p2', day: '2025-11-10', kg: 3, isWaitOverridden: false }] },
      'FAILED',
      0,
    ],
  ])
})

describe('SEED_SOURCE and NON_GM_PROOF', () => {
  const source: RuleCheck = { type: 'SEED_SOURCE', seedSources: ['COMPANY', 'GROUP'] }
  const proof: RuleCheck = { type: 'NON_GM_PROOF', proofKinds: ['SEED_CERTIFICATE'] }
  const test = (day: string, isPositive: boolean, isOfMixed = false) => ({ eventId: day, day, test: 'GMO' as const, isPositive, lotId: 'lot-1', isOfMixed })
  const retested = (isOfMixed: boolean): Partial<CropFacts> => ({ labResults: [test('2025-11-20', true), test('2025-11-25', false, isOfMixed)] })
  const gmo = (isPositive: boolean | null): Partial<CropFacts> => ({
    labResults: [{ eventId: 'l', day: '2025-11-20', test: 'GMO', isPositive, lotId: 'lot-1', isOfMixed: false }],
  })
  const paper = { gmProofs: [{ kind: 'SEED_CERTIFICATE', number: 'SC-77', eventId: 'sow' } as const] }
  judging([
    ['an allowed source', source, {}, 'MET', 1],
    [
      'another source',
      source,
      { crop: { ...base.crop, seedSource: 'OWN_SAVED' } },
      'FAILED',
      0,
      'Source of the seed: Own, saved; allowed is Bought or From the group.',
    ],
    ['planned only', source, { crop: { ...base.crop, seedSource: 'OWN_SAVED', sowingDate: null } }, 'NOT_YET', 0],
    ['no GM risk', proof, { crop: { ...base.crop, hasGmRisk: false } }, 'NOT_APPLICABLE', 0],
    ['a certificate', proof, paper, 'MET', 1],
    ['a certificate, a positive test and a clean one of the same lot after it', proof, { ...paper, ...retested(false) }, 'MET', 1],
    ['a clean one of a lot it was mixed into', proof, { ...paper, ...retested(true) }, 'FAILED', 0],
    ['a certificate and a positive test', proof, { ...paper, ...gmo(true) }, 'FAILED', 0, 'The GMO test of 2025-11-20 is positive.'],
    ['no proof', proof, {}, 'FAILED', 0],
    ['no proof before sowing', proof, { crop: { ...base.crop, sowingDate: null } }, 'NOT_YET', 0],
    [
      'a proof of another kind',
      { type: 'NON_GM_PROOF', proofKinds: ['GMO_TEST', 'SUPPLIER_STATEMENT'] },
      paper,
      'FAILED',
      0,
      'SC-77 is recorded as proof (Seed certificate); the scheme accepts GMO test report or Statement of the supplier.',
    ],
    [
      'a number without its kind',
      proof,
      { gmProofs: [{ kind: null, number: 'SC-77', eventId: 'sow' }] },
      'FAILED',
      0,
      'SC-77 is recorded as proof, and nothing states of which kind it is; the scheme accepts Seed certificate. Correct the sowing, and choose the kind.',
    ],
    ['a number without its kind beside a certificate', proof, { gmProofs: [{ kind: null, number: 'X', eventId: null }, ...paper.gmProofs] }, 'MET', 1],
    [
      'a certificate as a file alone',
      proof,
      { gmProofs: [{ kind: 'SEED_CERTIFICATE', number: '', eventId: 'sow' }] },
      'MET',
      1,
      'Proof that the seed is not genetically modified: Seed certificate, as a file.',
    ],
  ])
})

describe('MIN_BUFFER', () => {
  const buffer: RuleCheck = { type: 'MIN_BUFFER', neighbourUses: ['GM_COTTON', 'CONVENTIONAL'], metres: 7 }
  const near = (bufferM: number, use: 'GM_COTTON' | 'ROAD' = 'GM_COTTON') => ({ plot: { ...base.plot, neighbours: [{ side: 'N' as const, use, bufferM }] } })
  judging([
    ['not recorded', buffer, {}, 'NOT_CHECKED', 0],
    ['a road', buffer, near(0, 'ROAD'), 'NOT_APPLICABLE', 0],
    ['exactly as wide', buffer, near(7), 'MET', 1],
    // 100 m × (7 − 5) m = 200 m² = 0.02 ha (BR-13).
    [
      'too narrow',
      buffer,
      near(5),
      'FAILED',
      0,
      'Buffer too narrow: North (GM cotton): 5 m; 7 m asked. About 0.02 ha at the border are not harvested as certified.',
    ],
    ['too narrow beside a plot without boundary', buffer, { plot: { ...near(6.9).plot, sideM: null } }, 'FAILED', 0],
  ])
})

describe('ROTATION', () => {
  const twice: RuleCheck = { type: 'ROTATION', maxSeasons: 2 }
  const legume: RuleCheck = { type: 'ROTATION', maxSeasons: 5, legumeEvery: 3 }
  const seasons = (...crops: string[]): Partial<CropFacts> => ({
    earlierSeasons: crops.map((one, at) => ({ name: `S${at}`, startDate: `20${24 - at}-06-01`, cropTypeIds: one ? [one] : [], hasLegume: one === 'gram' })),
  })
  judging([
    ['nothing known', twice, {}, 'NOT_CHECKED', 0],
    ['the second season', twice, seasons('cotton', 'wheat'), 'MET', 1],
    ['the third season', twice, seasons('cotton', 'cotton'), 'FAILED', 0, 'Cotton stands on this plot for 3 seasons in a row; at most 2 are allowed.'],
    ['fallow between does not count', twice, seasons('cotton', '', 'cotton'), 'FAILED', 0],
    ['one season known, the same crop', twice, seasons('cotton'), 'NOT_CHECKED', 0],
    ['a perennial', twice, { crop: { ...base.crop, isPerennial: true } }, 'NOT_APPLICABLE', 0],
    ['a legume two seasons ago', legume, seasons('wheat', 'gram'), 'MET', 1],
    ['a legume three seasons ago', legume, seasons('wheat', 'maize', 'gram'), 'PARTIAL', 0.5],
    ['too little known', legume, seasons('wheat'), 'NOT_YET', 0],
    [
      'a legume between the rows',
      legume,
      {
        ...seasons('wheat', 'maize'),
        otherCrops: [
          {
            code: 'X',
            cropTypeId: 'gram',
            varietyId: 'g',
            isManagedOrganically: true,
            isLost: false,
            isOfSystem: true,
            isLegume: true,
            role: 'INTERCROP',
            areaHa: 1,
          },
        ],
      },
      'MET',
      1,
    ],
    [
      'a legume at the border alone',
      legume,
      {
        ...seasons('wheat', 'maize'),
        otherCrops: [
          {
            code: 'X',
            cropTypeId: 'gram',
            varietyId: 'g',
            isManagedOrganically: true,
            isLost: false,
            isOfSystem: true,
            isLegume: true,
            role: 'BORDER',
            areaHa: 1,
          },
        ],
      },
      'PARTIAL',
      0.5,
    ],
    ['a border row itself', twice, { ...seasons('cotton', 'cotton'), crop: { ...base.crop, role: 'BORDER' } }, 'NOT_APPLICABLE', 0],
    ['the first season', twice, seasons('wheat', 'wheat'), 'MET', 1, 'Cotton stands on this plot for 1 season in a row; at most 2 are allowed.'],
  ])
})
