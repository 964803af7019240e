// A package of practices: the calendar of a crop in days from sowing (domain dictionary 5.1). A published version is
// never changed, so that a crop can always be compared with what was asked of it.
import { entity } from '../kernel/entity.ts'
import { choice, choices, date, derived, flag, integer, optional, quantity, reference, references, rows, text, variant, words } from '../kernel/kinds.ts'
import { planEvidence } from '../kernel/plan.ts'
import { circleOf, lastOffsets } from '../kernel/plan-schedule.ts'
import { publicationOfVersions, publicationStates } from '../kernel/publication.ts'
import { boundChecks, boundsField } from '../kernel/step-bounds.ts'
import { packageTextChecks, packageTexts, stepTexts } from '../kernel/step-texts.ts'
import { cropOperations, plannedCropEvents, seasonKinds, waterRegimes } from '../kernel/terms.ts'
import { givenAnchors } from './given-anchors.ts'
import { conditionParts, stepOfBefore } from './step-conditions.ts'
import { cropFigures } from './step-figures.ts'

export const pop = entity('pop', {
  label: 'POP',
  plural: 'POPs',
  group: 'Administration',
  about: 'Packages of practices: what is done in a crop, how many days from sowing, and with what.',
  belongsTo: { operator: 'collectiveId', atOperator: 'THEIRS_AND_OPEN' },
  codePrefix: 'POP',
  duplicable: true,
  fields: {
    name: text('Name', { max: 120, search: true, sort: true }),
    localName: optional(text('Name in own script', { max: 120, search: true })),
    ...packageTexts,
    cropTypeId: reference('Crop type', 'croptype'),
    varietyIds: references('Varieties', 'variety', { help: 'Empty: for every variety.' }),
    collectiveId: optional(reference('Operator', 'collective', { fixed: true, help: 'Empty: for the whole programme.' })),
    regions: words('Regions', { max: 30, help: 'Villages, blocks, districts or states. Empty: for any.' }),
    waterRegimes: choices('Water', waterRegimes),
    season: optional(choice('Season', seasonKinds, { filter: true })),
    versionNo: derived(integer('Version', { min: 1, max: 1000, sort: true })),
    basedOnId: optional(reference('Made from', 'pop', { fixed: true })),
    durationDays: integer('Duration', { min: 30, max: 400, unit: 'days' }),
    validFrom: date('Valid from', { sort: true }),
    validTo: optional(date('Valid to')),
    inputItemIds: references('Allowed inputs', 'inputitem'),
    planEvents: rows(
      'Calendar',
      {
        code: text('Code', { max: 40 }),
        name: text('Name', { max: 120 }),
        eventType: choice('Event', plannedCropEvents),
        anchor: choice('Counted from', {
          SOWING: 'Sowing',
          GERMINATION: 'Germination',
          FLOWERING: 'Flowering',
          FIRST_HARVEST: 'First picking',
          SEASON_START: 'First day of the season',
          PREVIOUS: 'Another step',
        }),
        anchorCode: optional(text('Code of that step', { max: 40 })),
        offsetDays: integer('Day', { min: -120, max: 400, unit: 'days' }),
        windowBefore: integer('Days before', { max: 60, unit: 'days', initial: 0 }),
        windowAfter: integer('Days after', { max: 60, unit: 'days', initial: 0 }),
        repeatEveryDays: optional(integer('Again every', { min: 1, max: 60, unit: 'days' })),
        repeatCount: optional(integer('How often', { min: 1, max: 30 })),
        mandatory: flag('Must be done', { initial: true }),
        weight: integer('Weight in the score', { min: 1, max: 10, initial: 1 }),
        itemId: optional(reference('Input', 'inputitem')),
        dosePerHa: optional(quantity('Dose per ha', 'per ha', { min: 0.001, max: 100_000 })),
        operation: optional(choice('Operation', cropOperations)),
        sownAs: choices(
          'Sown as',
          { INTERCROP: 'Intercrop', BORDER: 'Border', TRAP: 'Trap crop', REFUGE: 'Refuge', COVER: 'Cover crop' },
          { min: 0, help: 'Of another crop on the same ground. Empty: of this crop.' },
        ),
        condition: optional(variant('Only if', conditionParts)),
        bounds: boundsField(cropFigures),
        params: optional(text('Figures in words', { max: 200, help: 'Judged by nothing: what is to be compared with what is recorded are bounds.' })),
        evidence: choices('Evidence', planEvidence, { min: 0 }),
        ...stepTexts,
      },
      { min: 1, max: 200, formerRows: stepOfBefore },
    ),
    publishedOn: derived(date('Published on', { sort: true })),
    stepCount: derived(integer('Steps', { sort: true })),
  },
  unique: [['name', 'versionNo']],
  // Versions of one name, however it is spelled.
  keys: { seriesKey: 'text' },
  lookups: [['seriesKey', 'versionNo']],
  title: (row) => `${row.name}, v${row.versionNo}`,
  subtitle: ['cropTypeId', 'season'],
  list: ['cropTypeId', 'regions', 'season', 'versionNo', 'stepCount', 'status', 'updatedAt'],
  form: {
    'Package of practices': ['name', 'localName', 'language', 'names', 'cropTypeId', 'varietyIds', 'collectiveId', 'basedOnId'],
    'Where and when': ['regions', 'waterRegimes', 'season', 'durationDays', 'validFrom', 'validTo'],
    Calendar: ['planEvents'],
    Inputs: ['inputItemIds'],
  },
  states: publicationStates,
  editableIn: ['DRAFT'],
  events: publicationOfVersions(['ADMIN', 'OPERATOR_MANAGER'], 'pop'),
  checks: [
    ...packageTextChecks,
    ...boundChecks(cropFigures),
    { path: 'validTo', code: 'min', message: 'The last day comes after the first.', fails: (row) => !!row.validTo && row.validTo <= row.validFrom },
    {
      path: 'planEvents',
      code: 'rule',
      message: 'Two steps have the same code.',
      fails: (row) => new Set(row.planEvents.map(({ code }) => code)).size < row.planEvents.length,
    },
    {
      path: 'planEvents',
      code: 'required',
      message: 'A step counted from another one names it by its code.',
      fails: (row) =>
        row.planEvents.some(
          ({ anchor, anchorCode, code }) => anchor === 'PREVIOUS' && (anchorCode === code || !row.planEvents.some((other) => other.code === anchorCode)),
        ),
    },
    {
      path: 'planEvents',
      code: 'rule',
      message: 'Steps are counted from one another in a circle: none of them would ever be due.',
      fails: (row) => circleOf(row.planEvents).length > 1,
    },
    {
      path: 'planEvents',
      code: 'rule',
      message: 'A repeated step needs both: how often, and every how many days.',
      fails: (row) => row.planEvents.some(({ repeatEveryDays, repeatCount }) => !repeatEveryDays !== !repeatCount),
    },
    {
      path: 'durationDays',
      code: 'min',
      message: 'A step lies after the end of the package.',
      fails: (row) => lastOffsets(row.planEvents, givenAnchors).some((day) => day > row.durationDays),
    },
  ],
})
