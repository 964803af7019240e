// The frame of packages of practices for flocks and ponds (animal 9): stages, targets and what is done on which day. Crops
// have their own in cropping/pop.ts; only anchor, doses and targets differ.
import { type ChoiceTable, choice, choices, date, derived, flag, integer, optional, quantity, reference, rows, text, words } from '../kernel/kinds.ts'
import { planEvidence } from '../kernel/plan.ts'
import { lastOffsets, type PackageStep } from '../kernel/plan-schedule.ts'
import { boundsField, type Figures } from '../kernel/step-bounds.ts'
import { packageTextChecks, packageTexts, type StepTexts, stepTexts } from '../kernel/step-texts.ts'
import { seasonKinds } from '../kernel/terms.ts'
import { managementTypes, medicineClasses } from './animal-terms.ts'

type PopOptions<A extends ChoiceTable, E extends ChoiceTable> = { self: string; anchors: A; eventTypes: E; figures: Figures }

/** Fields of either kind: `anchors` days are counted from, `eventTypes` that may be planned, `figures` of them that may have bounds. */
export const animalPopFields = <const A extends ChoiceTable, const E extends ChoiceTable>({ self, anchors, eventTypes, figures }: PopOptions<A, E>) => ({
  name: text('Name', { max: 120, search: true, sort: true }),
  localName: optional(text('Name in own script', { max: 120, search: true })),
  ...packageTexts,
  collectiveId: optional(reference('Operator', 'collective', { fixed: true, help: 'Empty: for the whole programme.' })),
  regions: words('Regions', { max: 30 }),
  season: optional(choice('Season', seasonKinds)),
  managementType: choice('Keeping', managementTypes, { filter: true }),
  organic: flag('Organic', { initial: false, filter: true }),
  versionNo: derived(integer('Version', { min: 1, max: 1000, sort: true })),
  basedOnId: optional(reference('Made from', self, { fixed: true })),
  durationDays: integer('Duration', { min: 1, max: 900, unit: 'days', sort: true }),
  anchor: choice('Counted from', anchors),
  validFrom: date('Valid from', { sort: true }),
  validTo: optional(date('Valid to')),
  stages: rows(
    'Stages',
    {
      name: text('Name', { max: 80 }),
      fromDay: integer('From day', { min: -60, max: 900 }),
      toDay: integer('To day', { min: -60, max: 900 }),
      goal: optional(text('Goal', { max: 200 })),
    },
    { min: 1, max: 20 },
  ),
  targets: rows(
    'Targets',
    {
      day: integer('Day', { max: 900 }),
      weightG: optional(quantity('Weight', 'g', { max: 50_000, decimals: 2 })),
      cumulativeFcr: optional(quantity('Feed conversion', 'kg/kg', { max: 10, decimals: 2 })),
      mortalityPct: optional(quantity('Deaths', '%', { max: 100, decimals: 1 })),
      survivalPct: optional(quantity('Surviving', '%', { max: 100, decimals: 1 })),
      feedGPerHeadDay: optional(quantity('Feed per head and day', 'g', { max: 10_000, decimals: 1 })),
      waterMl: optional(quantity('Water per head and day', 'mL', { max: 100_000, decimals: 0 })),
      hdepPct: optional(quantity('Laying', '%', { max: 110, decimals: 1 })),
      lightHours: optional(quantity('Light', 'h', { max: 24, decimals: 1 })),
      temperatureC: optional(quantity('Temperature', '°C', { min: -20, max: 60, decimals: 1 })),
      doMinMgL: optional(quantity('Oxygen, at least', 'mg/L', { max: 25, decimals: 1 })),
    },
    { max: 200, help: 'Between two days, on a straight line.' },
  ),
  planEvents: rows(
    'Calendar',
    {
      code: text('Code', { max: 40 }),
      name: text('Name', { max: 120 }),
      eventType: choice('Event', eventTypes),
      stage: optional(text('Stage', { max: 80 })),
      anchorCode: optional(text('Counted from the step', { max: 40, help: 'Empty: from the beginning.' })),
      offsetDays: integer('Day', { min: -60, max: 900, unit: 'days' }),
      windowBefore: integer('Days before', { max: 60, unit: 'days', initial: 0 }),
      windowAfter: integer('Days after', { max: 60, unit: 'days', initial: 0 }),
      repeatEveryDays: optional(integer('Again every', { min: 1, max: 60, unit: 'days' })),
      repeatUntilDay: optional(integer('Until day', { max: 900 })),
      timesPerDay: optional(integer('Times a day', { min: 1, max: 24 })),
      feedItemId: optional(reference('Feed', 'feeditem')),
      medicineId: optional(reference('Medicine', 'medicine')),
      medicineClass: optional(choice('Class of medicine', medicineClasses)),
      itemId: optional(reference('Input', 'inputitem')),
      route: optional(text('Given', { max: 60 })),
      dose: optional(quantity('Dose', 'unit', { max: 1_000_000 })),
      doseUnit: optional(choice('Unit', { KG: 'kg', G: 'g', L: 'L', ML: 'mL', COUNT: 'pieces' })),
      doseBasis: optional(
        choice('Dose for', {
          PER_BIRD: 'One bird',
          PER_1000_BIRDS: '1,000 birds',
          PER_L_WATER: 'One litre of water',
          PER_KG_BIOMASS: 'One kg of fish',
          PCT_BIOMASS: 'Per cent of the biomass',
          PER_HA: 'One hectare',
          PER_M2: 'One square metre',
          PER_M3: 'One cubic metre',
          FIXED: 'Once, whatever the size',
        }),
      ),
      bounds: boundsField(figures),
      expected: optional(text('Expected', { max: 120 })),
      condition: optional(text('Only if', { max: 200 })),
      mandatory: flag('Must be done', { initial: true }),
      critical: flag('Critical', { initial: false }),
      weight: integer('Weight in the score', { min: 1, max: 10, initial: 1 }),
      evidence: choices('Evidence', planEvidence, { min: 0 }),
      ...stepTexts,
    },
    { min: 1, max: 300 },
  ),
  publishedOn: derived(date('Published on', { sort: true })),
  stepCount: derived(integer('Steps', { sort: true })),
})

/** Sections of the form; `own`: for which birds or fish it is. */
export const animalPopForm = <const O extends readonly string[]>(own: O) =>
  ({
    'Package of practices': ['name', 'localName', 'language', 'names', ...own, 'managementType', 'organic', 'collectiveId', 'basedOnId'],
    'Where and when': ['regions', 'season', 'durationDays', 'anchor', 'validFrom', 'validTo'],
    Stages: ['stages', 'targets'],
    Calendar: ['planEvents'],
  }) as const

type Stage = { fromDay: number; toDay: number }
type Step = StepTexts & { anchorCode?: string | null | undefined; offsetDays: number; repeatUntilDay?: number | null | undefined }
type Row = {
  validFrom: string
  validTo: string | null
  language: string | null
  names: readonly { language: string; name: string }[] | null
  durationDays: number
  stages: readonly Stage[]
  targets: readonly { day: number }[]
  planEvents: readonly Step[]
}

const overlap = (stages: readonly Stage[]): boolean => {
  const inOrder = [...stages].sort((one, other) => one.fromDay - other.fromDay)
  return inOrder.some((stage, at) => at > 0 && stage.fromDay <= (inOrder[at - 1] as Stage).toDay)
}

/** As steps of any package are counted, each once: repeats have a last day of their own. */
const countedFromFirst = ({ code, anchorCode, offsetDays }: Row['planEvents'][number]): PackageStep => ({
  ...{ code, anchorCode: anchorCode ?? null, offsetDays, eventType: '', windowBefore: 0, windowAfter: 0, mandatory: true },
  anchor: anchorCode ? 'PREVIOUS' : 'START',
})

export const animalPopChecks = [
  ...packageTextChecks,
  { path: 'validTo', code: 'min', message: 'The last day comes after the first.', fails: (row: Row) => !!row.validTo && row.validTo <= row.validFrom },
  { path: 'stages', code: 'min', message: 'A stage ends before it begins.', fails: (row: Row) => row.stages.some(({ fromDay, toDay }) => toDay < fromDay) },
  { path: 'stages', code: 'rule', message: 'Two stages share a day.', fails: (row: Row) => overlap(row.stages) },
  {
    path: 'targets',
    code: 'rule',
    message: 'There are two targets for one day.',
    fails: (row: Row) => new Set(row.targets.map(({ day }) => day)).size < row.targets.length,
  },
  {
    path: 'planEvents',
    code: 'rule',
    message: 'Two steps have the same code.',
    fails: (row: Row) => new Set(row.planEvents.map(({ code }) => code)).size < row.planEvents.length,
  },
  {
    path: 'planEvents',
    code: 'required',
    message: 'A step counted from another one names it by its code.',
    fails: (row: Row) =>
      row.planEvents.some(({ anchorCode, code }) => !!anchorCode && (anchorCode === code || !row.planEvents.some((other) => other.code === anchorCode))),
  },
  {
    path: 'durationDays',
    code: 'min',
    message: 'A step lies after the end of the package.',
    fails: (row: Row) =>
      row.planEvents.some(({ repeatUntilDay }) => (repeatUntilDay ?? 0) > row.durationDays) ||
      lastOffsets(row.planEvents.map(countedFromFirst), {}).some((day) => day > row.durationDays),
  },
] as const
