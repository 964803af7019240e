// What a rule of a scheme says in figures, by its kind (domain dictionary 5.2): the product can compare these with what was recorded,
// a sentence it cannot. Windows are days from an anchor of the crop, as in a package of practices.

import type { Fields, ValueOf } from '../kernel/field.ts'
import { gmProofKinds } from '../kernel/gm-proof.ts'
import { choice, choices, integer, optional, quantity, reference, references, share, text, type variant } from '../kernel/kinds.ts'
import { planEvidence } from '../kernel/plan.ts'
import { inputCategories, neighbourUses, plannedCropEvents } from '../kernel/terms.ts'
import { phrase, type Sentence } from '../messages/message.ts'
import { riskLabels } from '../rules/risk.ts'
import { ruleTextCheck } from './rule-text.ts'

/** What a rule of a scheme can ask for (domain dictionary 5.2); all but a checklist question are checked by the product. */
const ruleTypes = {
  EVENT_REQUIRED: 'Event required',
  EVENT_FORBIDDEN: 'Event forbidden',
  INPUT_ALLOWED_ONLY: 'Only allowed inputs',
  INPUT_MAX_RATE: 'Highest rate of an input',
  SEED_SOURCE: 'Seed source',
  NON_GM_PROOF: 'Proof of non-GM seed',
  MIN_BUFFER: 'Smallest buffer',
  ROTATION: 'Rotation',
  PHI: 'Waiting period before harvest',
  INSPECTION_COUNT: 'Number of inspections',
  TRAINING_HOURS: 'Hours of training',
  LAB_TEST: 'Laboratory test',
  DOCUMENT: 'Document',
  CHECKLIST_QUESTION: 'Question of the checklist',
  PARALLEL_PRODUCTION: 'Parallel production',
  AREA_SHARE: 'Share of the area',
} as const

/** A rule of before its figures had fields of their own: its words stand as they were entered, until somebody enters it anew. */
export const ruleCaseLabels = { ...ruleTypes, UNCLASSIFIED: 'In words, to be entered anew' } as const

/** Named by several kinds: one field each, so that it keeps its value when another of them is chosen. */
const eventType = choice('Event', {
  ...plannedCropEvents,
  RESOWING: 'Sowing again',
  CROP_LOSS: 'Crop loss',
  RETAINED: 'Kept by the farmer',
  BIODIVERSITY_OBS: 'Biodiversity seen',
})
const item = reference('Input', 'inputitem')
const window = {
  anchor: optional(
    choice('Counted from', { SOWING: 'Sowing', FLOWERING: 'Flowering', FIRST_HARVEST: 'First picking', SEASON_START: 'First day of the season' }),
  ),
  fromDay: optional(integer('Earliest day', { min: -400, max: 400, unit: 'days' })),
  toDay: optional(integer('Latest day', { min: -400, max: 400, unit: 'days' })),
}

export const ruleCases = {
  EVENT_REQUIRED: { eventType, minCount: integer('How often at least', { min: 1, max: 100, initial: 1 }), ...window },
  EVENT_FORBIDDEN: { eventType, ...window },
  INPUT_ALLOWED_ONLY: {
    itemIds: references('Allowed inputs', 'inputitem', { help: 'Empty: every input that is not of a forbidden category.' }),
    bannedCategories: choices('Forbidden categories', inputCategories, { min: 0 }),
  },
  INPUT_MAX_RATE: { itemId: item, kgPerHaYear: quantity('Highest yearly rate', 'kg/ha', { min: 0.001, max: 100_000 }) },
  SEED_SOURCE: { seedSources: choices('Allowed sources', { OWN_SAVED: 'Own, saved', GROUP: 'From the group', COMPANY: 'Bought', EXCHANGE: 'Exchanged' }) },
  NON_GM_PROOF: {
    proofKinds: choices('Accepted proofs', gmProofKinds),
  },
  MIN_BUFFER: { neighbourUses: choices('Next to', neighbourUses), metres: quantity('Smallest width', 'm', { max: 1000, decimals: 1 }) },
  ROTATION: {
    maxSeasons: integer('Seasons of the same crop at most', { min: 1, max: 20, initial: 1 }),
    legumeEvery: optional(integer('A legume every', { min: 1, max: 20, unit: 'seasons' })),
  },
  PHI: { days: integer('Wait at least', { max: 365, unit: 'days', help: 'From the last plant protection to the first picking.' }) },
  INSPECTION_COUNT: {
    perSeason: integer('Inspections in a season', { min: 1, max: 20, initial: 1 }),
    minGapDays: optional(integer('Days between them', { min: 1, max: 365, unit: 'days' })),
  },
  TRAINING_HOURS: { hours: quantity('Hours of a farmer in a season', 'hours', { min: 0.5, max: 200, decimals: 1 }) },
  LAB_TEST: {
    test: choice('Test', { RESIDUE: 'Pesticide residues', GMO: 'GMO', HEAVY_METALS: 'Heavy metals', SOIL: 'Soil', WATER: 'Water' }),
    frequency: choice('Taken', { EACH_LOT: 'Of each lot', EACH_SEASON: 'Once a season', EACH_YEAR: 'Once a year', RISK: 'By risk' }),
    sampling: optional(text('Sampling', { max: 200 })),
    sampledClasses: optional(choices('Farmers tested by risk', riskLabels, { min: 0, help: 'Of a test by risk; empty: those of high risk.' })),
  },
  DOCUMENT: {
    document: choice('Document', {
      LAND_RECORD: 'Land record',
      CONTRACT: 'Contract with the group',
      INPUT_RECEIPT: 'Receipts of inputs',
      FIELD_DIARY: 'Field diary',
      OTHER: 'Other',
    }),
    // What has no file of its own among the fields: found by the name of its file.
    documentName: optional(
      text('Name of the document', { max: 60, help: 'Of another document: the name of the file that is attached to the farmer or the group.' }),
    ),
    validMonths: optional(integer('Valid for', { min: 1, max: 240, unit: 'months' })),
    needs: optional(
      choice('On file', { FILE: 'The document itself', ENTRY: 'Its number or day is enough' }, { help: 'Empty: the document itself, as a file.' }),
    ),
  },
  CHECKLIST_QUESTION: {
    answers: optional(choice('Answered with', { YES_NO: 'Yes or no', YES_NO_NA: 'Yes, no or not applicable', NUMBER: 'A number', TEXT: 'Words' })),
    passing: optional(
      choices(
        'Answers that pass',
        { YES: 'Yes', NO: 'No' },
        { min: 0, help: 'Empty: yes, or what the checklist says is right. A number passes by the bounds of the checklist.' },
      ),
    ),
    evidence: choices('Evidence', planEvidence, { min: 0 }),
  },
  PARALLEL_PRODUCTION: { forbids: choice('Not on other land', { SAME_CROP: 'The same crop', SAME_VARIETY: 'The same variety', ANY_CROP: 'Any crop' }) },
  AREA_SHARE: { role: choice('Of', { TRAP: 'Trap crop', BORDER: 'Border' }), minShare: share('Smallest share') },
  UNCLASSIFIED: { kind: choice('Was entered as', ruleTypes), figures: optional(text('Figures', { max: 300 })) },
} as const satisfies Readonly<Record<keyof typeof ruleCaseLabels, Fields>>

export const ruleParts = { on: 'type', choice: choice('Rule type', ruleCaseLabels), cases: ruleCases } as const

/** What a rule checks, with the figures of its kind. */
export type RuleCheck = ValueOf<ReturnType<typeof variant<'type', keyof typeof ruleCases, typeof ruleCases>>>
type Rule = { code: string; check: RuleCheck }
type Rules = { rules: readonly Rule[] }
const lacksName = ({ check }: Rule): boolean => check.type === 'DOCUMENT' && check.document === 'OTHER' && !check.documentName
const isGiven = (day: number | null | undefined): day is number => day !== null && day !== undefined
const endsEarly = ({ check }: Rule): boolean => 'fromDay' in check && isGiven(check.fromDay) && isGiven(check.toDay) && check.toDay < check.fromDay
const lacksAnchor = ({ check }: Rule): boolean => ('fromDay' in check || 'toDay' in check) && !check.anchor && (isGiven(check.fromDay) || isGiven(check.toDay))
/** Where rules fail: the field of each, in words that name the rule. */
const failing =
  (fails: (rule: Rule) => boolean, field: string, words: (code: string) => Sentence) =>
  ({ rules }: Rules): { path: string; message: Sentence }[] =>
    rules.flatMap((rule, index) => (fails(rule) ? [{ path: `rules.${index}.check.${field}`, message: words(rule.code) }] : []))
/** Judged by the server alone: a browser has no checks of what it fetches later. */
export const ruleChecks = [
  ruleTextCheck,
  {
    path: 'rules',
    code: 'rule',
    message: 'The window of a rule ends before it begins.',
    fails: ({ rules }: Rules) => rules.some(endsEarly),
    places: failing(endsEarly, 'toDay', (code) => phrase`The window of rule ${code} ends before it begins.`),
  },
  {
    path: 'rules',
    code: 'required',
    message: 'The days of a window are counted from something: choose it.',
    fails: ({ rules }: Rules) => rules.some(lacksAnchor),
    places: failing(lacksAnchor, 'anchor', (code) => phrase`The days of rule ${code} are counted from something: choose it.`),
  },
  {
    path: 'rules',
    code: 'required',
    message: 'Name the other document that a rule asks for.',
    fails: ({ rules }: Rules) => rules.some(lacksName),
    places: failing(lacksName, 'documentName', (code) => phrase`Name the document that rule ${code} asks for.`),
  },
] as const

// Rules of before their figures had fields of their own, a kind and a text: a migration brought the stored ones to the form of today in
// the same way, recorded events stay as they were (docs/decisions/0023-recorded-events-keep-former-codes.md).
type Values = Readonly<Record<string, unknown>>
const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

/** A question asks for nothing but its text; of every other kind the figures stay the words that they were. */
export function ruleOfBefore(rule: Values): Values {
  if ('check' in rule || typeof rule.type !== 'string') return rule
  const { type, params, ...rest } = rule
  const figures = isBlank(params) ? {} : { figures: params }
  const check = type === 'CHECKLIST_QUESTION' && isBlank(params) ? { type, evidence: [] } : { type: 'UNCLASSIFIED', kind: type, ...figures }
  return { ...rest, check }
}
