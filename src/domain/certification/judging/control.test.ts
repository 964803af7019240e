// Rules about control (inspections, training, tests, documents, answers of an inspector) and about what grows with the crop. And the score of all rules together (BR-17).
import { describe, expect, it } from 'vitest'
import type { RuleCheck } from '../rule-cases.ts'
import { evaluate } from './evaluate.ts'
import type { CropFacts } from './facts.ts'
import type { SchemeRule } from './judgement.ts'
import { complianceOf } from './score.ts'

const base: CropFacts = {
  today: '2026-01-15',
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
  season: { name: 'Kharif 2025', startDate: '2025-06-01', endDate: '2026-02-28' },
  system: { areaHa: 2, isManagedOrganically: true },
  anchors: { SOWING: '2025-06-20', FLOWERING: null, FIRST_HARVEST: null, SEASON_START: '2025-06-01' },
  events: [],
  inputs: [],
  pickings: [],
  lotIds: [],
  plot: { neighbours: [], sideM: null },
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
const afterSeason = { today: '2026-03-01' }
const rule = (check: RuleCheck, more: Partial<SchemeRule> = {}): SchemeRule => ({
  code: 'R1',
  text: 'Asked',
  check,
  clauseRef: null,
  severity: 'MAJOR',
  weight: 1,
  correctiveDays: 10,
  effectOnFail: 'NONE',
  ...more,
})
type Case = readonly [what: string, check: RuleCheck, facts: Partial<CropFacts>, outcome: string, share: number, says?: string]
const judging = (cases: readonly Case[]) => {
  for (const [what, check, facts, outcome, share, says] of cases)
    it(what, () => {
      const judgement = evaluate(rule(check), { ...base, ...facts })
      expect([judgement.outcome, judgement.share]).toEqual([outcome, share])
      if (says) expect(String(judgement.explanation)).toBe(says)
      expect(String(judgement.explanation)).not.toMatch(/undefined|null|NaN|\{\{/)
    })
}

describe('INSPECTION_COUNT', () => {
  const twice: RuleCheck = { type: 'INSPECTION_COUNT', perSeason: 2, minGapDays: 30 }
  const visits = (...days: string[]): Partial<CropFacts> => ({ inspections: days.map((day) => ({ eventId: day, day })) })
  judging([
    ['thirty days apart', twice, visits('2025-08-01', '2025-08-31'), 'MET', 1],
    [
      'twenty-nine days apart, the season over',
      twice,
      { ...visits('2025-08-01', '2025-08-30'), ...afterSeason },
      'PARTIAL',
      0.5,
      'Internal inspections at least 30 days apart: 1 of 2.',
    ],
    ['recorded late, out of order', twice, visits('2025-12-01', '2025-08-01'), 'MET', 1],
    ['one so far', twice, visits('2025-08-01'), 'NOT_YET', 0],
    ['none on the last day of the season', twice, { today: '2026-02-28' }, 'NOT_YET', 0],
    ['none on the day after', twice, afterSeason, 'FAILED', 0],
    ['twice on one day', { type: 'INSPECTION_COUNT', perSeason: 2 }, { ...visits('2025-08-01', '2025-08-01'), ...afterSeason }, 'PARTIAL', 0.5],
  ])
})

describe('TRAINING_HOURS', () => {
  const four: RuleCheck = { type: 'TRAINING_HOURS', hours: 4 }
  const attended = (...hours: number[]): Partial<CropFacts> => ({ trainings: hours.map((one, at) => ({ eventId: `t${at}`, day: '2025-07-01', hours: one })) })
  judging([
    ['exactly enough', four, attended(2, 2), 'MET', 1, '4 hours of training in the season, 4 asked.'],
    ['some, the season running', four, attended(2), 'NOT_YET', 0],
    ['some, the season over', four, { ...attended(3), ...afterSeason }, 'PARTIAL', 0.5],
    ['none, the season over', four, afterSeason, 'FAILED', 0],
  ])
})

describe('LAB_TEST', () => {
  const lots = { lotIds: ['lot-1', 'lot-2'] }
  const result = (isPositive: boolean | null, lotId: string | null = 'lot-1', test: 'GMO' | 'SOIL' | 'HEAVY_METALS' = 'GMO', day = '2025-12-01') => ({
    eventId: `${day}${lotId}`,
    day,
    test,
    isPositive,
    lotId,
    isOfMixed: false,
  })
  const metals = (isPositive: boolean) => result(isPositive, 'lot-1', 'HEAVY_METALS')
  const atRisk = (riskClass: 'LOW' | 'MEDIUM' | 'HIGH') => ({ ...lots, ...afterSeason, riskClass })
  const byRisk = (...sampledClasses: ('LOW' | 'MEDIUM' | 'HIGH')[]): RuleCheck => ({ type: 'LAB_TEST', test: 'GMO', frequency: 'RISK', sampledClasses })
  const well = (source: string, isPositive: boolean, day = '2025-12-01') => ({ ...result(isPositive, null, 'GMO', day), test: 'WATER' as const, source })
  const of = (frequency: 'EACH_LOT' | 'EACH_SEASON' | 'EACH_YEAR' | 'RISK', test: 'GMO' | 'SOIL' | 'WATER' | 'HEAVY_METALS' = 'GMO'): RuleCheck => ({
    type: 'LAB_TEST',
    test,
    frequency,
  })
  judging([
    ['a clean one', of('EACH_SEASON'), { ...lots, labResults: [result(false)] }, 'MET', 1, 'GMO: tested on 2025-12-01 without finding.'],
    ['a positive one, whatever else is clean', of('EACH_SEASON'), { ...lots, labResults: [result(false), result(true, 'lot-2')] }, 'FAILED', 0],
    ['a positive one, and a clean one of the same lot after it', of('EACH_SEASON'), { ...lots, labResults: [result(true), result(false)] }, 'MET', 1],
    ['a clean one, and a positive one of the same lot after it', of('EACH_SEASON'), { ...lots, labResults: [result(false), result(true)] }, 'FAILED', 0],
    ['a positive one, and a clean one of another lot after it', of('EACH_LOT'), { ...lots, labResults: [result(true), result(false, 'lot-2')] }, 'FAILED', 0],
    [
      'a positive one, a clean one and another positive one',
      of('EACH_SEASON'),
      { ...lots, labResults: [result(true), result(false), result(true)] },
      'FAILED',
      0,
    ],
    ['water of another well tested clean after it', of('EACH_YEAR', 'WATER'), { labResults: [well('canal', true), well('well', false)] }, 'FAILED', 0],
    ['water of the same well tested clean after it', of('EACH_YEAR', 'WATER'), { labResults: [well('well', true), well('well', false)] }, 'MET', 1],
    ...(['EACH_SEASON', 'RISK', 'EACH_YEAR'] as const).map(
      (frequency) =>
        [
          `water of the same well tested clean after the season that it was found in: ${frequency}`,
          of(frequency, 'WATER'),
          { ...afterSeason, labResults: [well('well', true, '2026-02-25'), well('well', false, '2026-03-05')] },
          'MET',
          1,
        ] satisfies Parameters<typeof judging>[0][number],
    ),
    [
      'water of another well tested clean after the season',
      of('EACH_SEASON', 'WATER'),
      { ...afterSeason, labResults: [well('canal', true, '2026-02-25'), well('well', false, '2026-03-05')] },
      'FAILED',
      0,
    ],
    [
      'water found in the season before, tested clean after this one',
      of('EACH_SEASON', 'WATER'),
      { ...afterSeason, labResults: [well('well', true, '2025-05-01'), well('well', false, '2026-03-05')] },
      'FAILED',
      0,
      'Water: no result is recorded.',
    ],
    ['a positive one, and its retest awaited', of('EACH_SEASON'), { ...lots, labResults: [result(true), result(null)] }, 'FAILED', 0],
    ['awaited', of('EACH_SEASON'), { ...lots, labResults: [result(null)] }, 'NOT_YET', 0],
    ['none, the season over', of('EACH_SEASON'), { ...lots, ...afterSeason }, 'FAILED', 0],
    ['nothing picked, the season over', of('EACH_SEASON'), afterSeason, 'NOT_APPLICABLE', 0],
    ['one lot of two', of('EACH_LOT'), { ...lots, ...afterSeason, labResults: [result(false)] }, 'PARTIAL', 0.5, 'GMO: 1 of 2 lots tested without finding.'],
    ['each lot', of('EACH_LOT'), { ...lots, labResults: [result(false), result(false, 'lot-2')] }, 'MET', 1],
    ['by risk, of a class that nobody knows', of('RISK'), { ...lots, ...afterSeason }, 'NOT_CHECKED', 0],
    ['by risk, of low risk', of('RISK'), atRisk('LOW'), 'NOT_APPLICABLE', 0, 'GMO: taken by risk. Low risk: no test is asked of this farmer.'],
    ['by risk, of medium risk', of('RISK'), atRisk('MEDIUM'), 'NOT_APPLICABLE', 0],
    [
      'by risk, of high risk, without a result after the season',
      of('RISK'),
      atRisk('HIGH'),
      'FAILED',
      0,
      'GMO: taken by risk. High risk: a test is asked of this farmer, and no result is recorded.',
    ],
    ['by risk, of high risk, while the season runs', of('RISK'), { ...atRisk('HIGH'), today: '2026-02-28' }, 'NOT_YET', 0],
    ['by risk, of high risk, tested', of('RISK'), { ...atRisk('HIGH'), labResults: [result(false)] }, 'MET', 1],
    ['by risk, of high risk, sampled', of('RISK'), { ...atRisk('HIGH'), labResults: [result(null)] }, 'NOT_YET', 0],
    ['by risk, of high risk, nothing picked', of('RISK'), { ...afterSeason, riskClass: 'HIGH' }, 'NOT_APPLICABLE', 0, 'Nothing was picked.'],
    ['by risk, of low risk, found all the same', of('RISK'), { ...atRisk('LOW'), labResults: [result(true)] }, 'FAILED', 0],
    ['by risk, of a class that the rule names', byRisk('MEDIUM', 'HIGH'), atRisk('MEDIUM'), 'FAILED', 0],
    ['by risk, of a class that the rule does not name', byRisk('LOW'), atRisk('HIGH'), 'NOT_APPLICABLE', 0],
    ['by risk, of a rule that names none', byRisk(), atRisk('HIGH'), 'FAILED', 0],
    ['of the soil by risk, of high risk', of('RISK', 'SOIL'), { ...afterSeason, riskClass: 'HIGH' }, 'FAILED', 0],
    ['of the soil within a year', of('EACH_YEAR', 'SOIL'), { labResults: [result(false, null, 'SOIL', '2025-01-15')] }, 'MET', 1],
    ['of the soil a day longer ago', of('EACH_YEAR', 'SOIL'), { ...afterSeason, labResults: [result(false, null, 'SOIL', '2025-02-28')] }, 'FAILED', 0],
    ['of the soil before the season', of('EACH_SEASON', 'SOIL'), { labResults: [result(false, null, 'SOIL', '2025-05-31')] }, 'NOT_YET', 0],
    [
      'of the soil on the last day of the season',
      of('EACH_SEASON', 'SOIL'),
      { ...afterSeason, labResults: [result(false, null, 'SOIL', '2026-02-28')] },
      'MET',
      1,
    ],
    ['of the soil on the day after', of('EACH_SEASON', 'SOIL'), { ...afterSeason, labResults: [result(false, null, 'SOIL', '2026-03-01')] }, 'FAILED', 0],
    [
      'of heavy metals without a finding',
      of('EACH_SEASON', 'HEAVY_METALS'),
      { ...lots, labResults: [metals(false)] },
      'MET',
      1,
      'Heavy metals: tested on 2025-12-01 without finding.',
    ],
    ['of heavy metals with one', of('EACH_SEASON', 'HEAVY_METALS'), { ...lots, labResults: [metals(true)] }, 'FAILED', 0],
    ['of heavy metals with one, tested clean since', of('EACH_SEASON', 'HEAVY_METALS'), { ...lots, labResults: [metals(true), metals(false)] }, 'MET', 1],
    ['of heavy metals, of one lot of two', of('EACH_LOT', 'HEAVY_METALS'), { ...lots, ...afterSeason, labResults: [metals(false)] }, 'PARTIAL', 0.5],
    ['of heavy metals, tested for another thing', of('EACH_SEASON', 'HEAVY_METALS'), { ...lots, ...afterSeason, labResults: [result(false)] }, 'FAILED', 0],
  ])
})

describe('DOCUMENT and CHECKLIST_QUESTION', () => {
  const contract: RuleCheck = { type: 'DOCUMENT', document: 'CONTRACT', validMonths: 12 }
  const signed = (day: string | null): Partial<CropFacts> => ({ documents: [{ kind: 'CONTRACT', day, eventId: null, isFile: true }] })
  const typed: Partial<CropFacts> = { documents: [{ kind: 'CONTRACT', day: '2026-01-01', eventId: null, isFile: false }] }
  const record = (day: string | null): Partial<CropFacts> => ({ documents: [{ kind: 'LAND_RECORD', day, eventId: null, isFile: true }] })
  const named = (name: string, day = '2026-01-01'): Partial<CropFacts> => ({ documents: [{ kind: 'OTHER', day, eventId: null, isFile: true, name }] })
  const manual: RuleCheck = { type: 'DOCUMENT', document: 'OTHER', documentName: 'Map of the risks', validMonths: 12 }
  const diary = (validMonths: number | null): RuleCheck => ({ type: 'DOCUMENT', document: 'FIELD_DIARY', validMonths })
  const worked = (...days: string[]): Partial<CropFacts> => ({ events: days.map((day) => ({ eventId: day, day, eventType: 'INTERCULTURE' })) })
  const question: RuleCheck = { type: 'CHECKLIST_QUESTION', answers: 'YES_NO_NA', evidence: [] }
  const answered = (answer: 'YES' | 'NO' | 'NOT_APPLICABLE', day = '2025-09-01', code = 'R1') => ({
    ...{ eventId: day, day, rule: code, schemeId: null, answer },
    ...{ note: 'Seen', isRight: null, isYesOrNo: true, shown: [] },
  })
  const given = (answer: 'YES' | 'NO', more: Partial<CropFacts['answers'][number]>): Partial<CropFacts> => ({ answers: [{ ...answered(answer), ...more }] })
  const shown: RuleCheck = { type: 'CHECKLIST_QUESTION', evidence: ['PHOTO', 'DOC'] }
  const eitherWay: RuleCheck = { type: 'CHECKLIST_QUESTION', passing: ['NO'], evidence: [] }
  judging([
    ['a contract of a year ago', contract, signed('2025-01-15'), 'MET', 1],
    ['a day older', contract, signed('2025-01-14'), 'FAILED', 0],
    ['without a day', contract, signed(null), 'NOT_CHECKED', 0],
    ['without a day where none is asked', { type: 'DOCUMENT', document: 'CONTRACT' }, signed(null), 'MET', 1],
    ['not on file', contract, {}, 'FAILED', 0, 'Contract with the group: not on file.'],
    ['a day that is typed without the paper', contract, typed, 'FAILED', 0],
    ['a day that is typed, where the rule says that it is enough', { ...contract, needs: 'ENTRY' }, typed, 'MET', 1],
    ['a land record of a year ago', { type: 'DOCUMENT', document: 'LAND_RECORD', validMonths: 12 }, record('2025-01-15'), 'MET', 1],
    ['a land record a day older', { type: 'DOCUMENT', document: 'LAND_RECORD', validMonths: 12 }, record('2025-01-14'), 'FAILED', 0],
    [
      'another paper by the name of its file',
      manual,
      named('OP1 map-of-the-risks 2025.pdf'),
      'MET',
      1,
      'Map of the risks: of 2026-01-01, valid for 12 months.',
    ],
    ['another paper by a part of a word', manual, named('Map of the riskshare.pdf'), 'FAILED', 0, 'Map of the risks: not on file.'],
    ['another paper that is too old', manual, named('Map of the risks', '2025-01-14'), 'FAILED', 0],
    ['receipts where nothing was bought', { type: 'DOCUMENT', document: 'INPUT_RECEIPT' }, {}, 'NOT_APPLICABLE', 0],
    ['another paper', { type: 'DOCUMENT', document: 'OTHER' }, {}, 'NOT_CHECKED', 0],
    ['a diary', diary(1), worked('2025-12-15', '2025-07-01'), 'MET', 1, 'Field diary: records of the field: 2. The last is of 2025-12-15.'],
    ['a diary whose last entry is a day older', diary(1), worked('2025-12-14'), 'FAILED', 0],
    ['an old one where none is asked', diary(null), worked('2025-07-01'), 'MET', 1],
    ['a diary until the crop ended', diary(1), { ...worked('2025-09-20'), crop: { ...base.crop, endedOn: '2025-10-20' } }, 'MET', 1],
    ['remarks alone', diary(null), { events: [{ eventId: 'e', day: '2025-12-15', eventType: 'COMMENT' }] }, 'NOT_YET', 0],
    [
      'an empty diary of a crop that has ended',
      diary(null),
      { crop: { ...base.crop, endedOn: '2025-10-20' } },
      'FAILED',
      0,
      'Field diary: nothing is recorded.',
    ],
    ['answered yes', question, { answers: [answered('YES')] }, 'MET', 1, 'Answered on 2025-09-01: yes. Seen'],
    ['answered no', question, { answers: [answered('NO')] }, 'FAILED', 0],
    ['answered again', question, { answers: [answered('YES', '2025-10-01'), answered('NO')] }, 'MET', 1],
    ['answered no, where that passes', eitherWay, given('NO', {}), 'MET', 1],
    ['answered yes, where no alone passes', eitherWay, given('YES', {}), 'FAILED', 0],
    ['answered no, which is right by its checklist', question, given('NO', { isRight: true }), 'MET', 1],
    ['answered yes, which is wrong by its checklist', question, given('YES', { isRight: false }), 'FAILED', 0],
    ['a number within the bounds of its checklist', eitherWay, given('YES', { isRight: true, isYesOrNo: false }), 'MET', 1],
    ['with all that is to be shown', shown, given('YES', { shown: ['PHOTO', 'DOC'] }), 'MET', 1],
    [
      'without a paper that is to be shown',
      shown,
      given('YES', { shown: ['PHOTO'] }),
      'PARTIAL',
      0.5,
      'The answer of 2025-09-01 passes, and what the scheme asks to be shown with it is missing: Document.',
    ],
    ['answered wrong, whatever is shown', shown, given('NO', { shown: ['PHOTO', 'DOC'] }), 'FAILED', 0],
    ['does not apply, where yes or no is asked', { ...question, answers: 'YES_NO' }, { answers: [answered('NOT_APPLICABLE')] }, 'NOT_CHECKED', 0],
    ['does not apply', question, { answers: [answered('NOT_APPLICABLE')] }, 'NOT_APPLICABLE', 0],
    ['of another rule', question, { answers: [answered('NO', '2025-09-01', 'R2')] }, 'NOT_CHECKED', 0],
    ['in words only', { type: 'UNCLASSIFIED', kind: 'PHI' }, {}, 'NOT_CHECKED', 0],
    ['of a cancelled crop', contract, { crop: { ...base.crop, status: 'CANCELLED' } }, 'NOT_APPLICABLE', 0],
  ])
})

describe('PARALLEL_PRODUCTION and AREA_SHARE', () => {
  const parallel: RuleCheck = { type: 'PARALLEL_PRODUCTION', forbids: 'SAME_CROP' }
  const trap: RuleCheck = { type: 'AREA_SHARE', role: 'TRAP', minShare: 0.05 }
  const other = (more: Partial<CropFacts['otherCrops'][number]>): Partial<CropFacts> => ({
    otherCrops: [
      {
        code: 'CRP-9',
        cropTypeId: 'cotton',
        varietyId: 'v2',
        isManagedOrganically: false,
        isLost: false,
        isOfSystem: false,
        isLegume: false,
        role: 'MAIN',
        areaHa: 0.1,
        ...more,
      },
    ],
  })
  const ofSystem = (areaHa: number) => other({ isOfSystem: true, isManagedOrganically: true, role: 'TRAP', areaHa })
  judging([
    ['the same crop conventionally', parallel, other({}), 'FAILED', 0, 'Grown conventionally by the same farmer this season: CRP-9.'],
    ['the same crop conventionally, which was lost (BR-05)', parallel, other({ isLost: true }), 'MET', 1],
    ['the same crop organically', parallel, other({ isManagedOrganically: true }), 'MET', 1],
    ['another crop', parallel, other({ cropTypeId: 'wheat' }), 'MET', 1],
    ['another crop, where any counts', { type: 'PARALLEL_PRODUCTION', forbids: 'ANY_CROP' }, other({ cropTypeId: 'wheat' }), 'FAILED', 0],
    ['another variety, where the variety counts', { type: 'PARALLEL_PRODUCTION', forbids: 'SAME_VARIETY' }, other({}), 'MET', 1],
    ['of a conventional crop', parallel, { ...other({}), system: { ...base.system, isManagedOrganically: false } }, 'NOT_APPLICABLE', 0],
    ['exactly the share', trap, ofSystem(0.1), 'MET', 1, '0.1 ha, 5 % of the system; at least 5 % is asked.'],
    ['less than the share', trap, ofSystem(0.09), 'PARTIAL', 0.5],
    ['none', trap, {}, 'FAILED', 0],
    ['none before sowing', trap, { crop: { ...base.crop, sowingDate: null } }, 'NOT_YET', 0],
    ['of the trap crop itself', trap, { crop: { ...base.crop, role: 'TRAP' } }, 'NOT_APPLICABLE', 0],
  ])
})

describe('the score', () => {
  const training = (code: string, hours: number, more: Partial<SchemeRule> = {}) => rule({ type: 'TRAINING_HOURS', hours }, { code, ...more })
  const facts = { ...base, ...afterSeason, trainings: [{ eventId: 't', day: '2025-07-01', hours: 4 }] }
  const paper = (code: string, more: Partial<SchemeRule> = {}) => rule({ type: 'DOCUMENT', document: 'LAND_RECORD' }, { code, ...more })
  const diary = rule({ type: 'DOCUMENT', document: 'OTHER' }, { code: 'D', weight: 10 })
  const of = (...rules: SchemeRule[]) => complianceOf({ schemeId: 'npop', rules, passScore: 50, maxMajor: 1 }, facts)
  const found = (severity: 'MINOR' | 'MAJOR' | 'CRITICAL', more: Partial<CropFacts['openFindings'][number]> = {}) => ({
    ref: 'I-1',
    rule: 'STORE',
    severity,
    schemeId: null,
    ...more,
  })
  it.each([
    ['a minor one', [found('MINOR'), found('MINOR')], true],
    ['a critical one', [found('CRITICAL')], false],
    ['a critical one by the rules of this scheme', [found('CRITICAL', { schemeId: 'npop' })], false],
    ['a critical one by the rules of another scheme', [found('CRITICAL', { schemeId: 'gots' })], true],
    ['as many major ones as allowed', [found('MAJOR')], true],
    ['one major one more', [found('MAJOR'), found('MAJOR', { rule: 'FENCE' })], false],
    ['a major one of the rule that fails, which counts once', [found('MAJOR', { rule: 'B' })], true],
  ] as const)('is not passed while people have found what it does not allow: %s (BR-17)', (what, openFindings, isPassed) => {
    const rules = what.includes('the rule that fails') ? [training('A', 4, { weight: 10 }), paper('B')] : [training('A', 4)]
    expect(complianceOf({ schemeId: 'npop', rules, passScore: 50, maxMajor: 1 }, { ...facts, openFindings }).isPassed).toBe(isPassed)
  })
  it('weighs what counts and leaves out what does not (BR-17)', () => {
    // 3 × 1 + 2 × 0.5 + 5 × 0 of 3 + 2 + 5: 40.
    const { score, points, pointsPossible, rules, isPassed } = of(
      training('A', 4, { weight: 3 }),
      training('B', 5, { weight: 2 }),
      paper('C', { weight: 5 }),
      diary,
    )
    expect([score, points, pointsPossible, isPassed]).toEqual([40, 4, 10, false])
    expect(rules.map((one) => [one.rule.code, one.points])).toEqual([
      ['A', 3],
      ['B', 1],
      ['C', 0],
      ['D', null],
    ])
  })
  it('is reached by its points and not by the rounded figure, which then does not show what is needed', () => {
    const judged = (met: number, missed: number, passScore: number) => {
      const rules = [training('A', 4, { weight: met }), paper('B', { weight: missed })]
      const { score, isPassed } = complianceOf({ schemeId: 'npop', rules, passScore, maxMajor: 1 }, facts)
      return [score, isPassed]
    }
    // 1499 of 2500 are 59.96 %, 1500 are 60 %.
    expect(judged(1499, 1001, 60)).toEqual([59.9, false])
    expect(judged(1500, 1000, 60)).toEqual([60, true])
    expect(judged(1501, 999, 60)).toEqual([60, true])
    expect(judged(2, 1, 66)).toEqual([66.7, true])
    expect(judged(2, 1, 67)).toEqual([66.7, false])
    // Of 0.7 × 10 of 10, which is no exact figure.
    expect(judged(7, 3, 70)).toEqual([70, true])
    expect(judged(29, 71, 29)).toEqual([29, true])
  })
  it('has none while nothing counts', () => {
    expect(of(diary)).toMatchObject({ score: null, isPassed: null, pointsPossible: 0 })
  })
  it.each([
    ['exactly the points needed', [training('A', 4), paper('B')], 50, true],
    ['fewer', [training('A', 4, { weight: 1 }), paper('B', { weight: 2 })], 33.3, false],
    ['one major finding more than allowed', [training('A', 4, { weight: 10 }), paper('B'), paper('C')], 83.3, false],
    ['as many minor ones', [training('A', 4, { weight: 10 }), paper('B', { severity: 'MINOR' }), paper('C', { severity: 'MINOR' })], 83.3, true],
    ['a critical one', [training('A', 4, { weight: 10 }), paper('B', { severity: 'CRITICAL' })], 90.9, false],
  ] as const)('with %s', (_what, rules, score, isPassed) => {
    expect(of(...rules)).toMatchObject({ score, isPassed })
  })
})
