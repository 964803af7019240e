// A recall (domain dictionary BR-27): which lots have goods of a lot, a unit or a plot, who holds them, and what the holders answer.
// It goes OPEN, CONTAINED, CLOSED by events. A drill asks the same of the same people and restricts nothing.
import { entity } from '../kernel/entity.ts'
import { choice, derived, documentNo, flag, integer, kilograms, longText, optional, reference, references, share, text, time } from '../kernel/kinds.ts'
import { readableBy, recallcaseEvents } from './recallcase-events.ts'

export const recallcase = entity('recallcase', {
  label: 'Recall',
  plural: 'Recalls',
  group: 'Processing',
  about: 'Recalls and drills: where goods of a lot or a plot are, who holds them, and who has answered.',
  notice: 'Every lot with these goods is restricted at once, wherever it is, and its holders are asked for what they have. A drill restricts nothing.',
  belongsTo: { operator: 'operatorId', processor: 'processorIds' },
  codePrefix: 'RCL',
  fields: {
    isDrill: flag('Drill', { initial: false, fixed: true, filter: true, help: 'Holders are asked and the time is taken; no lot is restricted.' }),
    cause: choice(
      'Cause',
      {
        GMO: 'Genetic modification found',
        RESIDUE: 'Residue found',
        FOREIGN_MATTER: 'Foreign matter',
        CLAIM: 'Claim does not hold',
        QUALITY: 'Quality',
        DRILL: 'Drill',
        OTHER: 'Other',
      },
      { filter: true },
    ),
    reason: longText('What was found', { max: 500 }),
    batchId: optional(reference('From the lot', 'productbatch', { fixed: true })),
    unitNo: optional(documentNo('Unit no.', { max: 20, fixed: true, help: 'One bale or cone of the lot alone.' })),
    parcelId: optional(reference('From the plot', 'landparcel', { fixed: true })),
    testEventId: optional(
      text('Laboratory result', {
        fixed: true,
        pattern: /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
        hint: 'Id of the result of a test of the lot.',
      }),
    ),
    processorIds: derived(references('Holders', 'processor', { readableBy })),
    isWithOperator: derived(flag('With the operator')),
    openedAt: derived(time('Opened at', { sort: true })),
    tracedAt: derived(time('Traced at')),
    answeredAt: derived(time('All answered at')),
    containedAt: derived(time('Contained at')),
    closedAt: derived(time('Closed at', { sort: true })),
    traceMs: derived(integer('Trace took', { unit: 'ms', max: 10_000_000 })),
    lotsCount: derived(integer('Lots', { max: 1_000_000 })),
    holdersCount: derived(integer('Holders asked', { max: 10_000 })),
    answersCount: derived(integer('Holders answered', { max: 10_000 })),
    affectedKg: derived(kilograms('Affected', { min: 0, sort: true, help: 'In the books of the lots: what lies there, travels or was lost.' })),
    foundKg: derived(kilograms('Found', { min: 0, help: 'That lies somewhere or travels, by the books.' })),
    restrictedKg: derived(kilograms('Restricted', { min: 0 })),
    shippedKg: derived(kilograms('Sent out', { min: 0, help: 'By whoever had the goods where the recall begins.' })),
    locatedKg: derived(kilograms('Located', { min: 0, help: 'By the answers of the holders.' })),
    returnedKg: derived(kilograms('Returned', { min: 0, help: 'By the answers of the holders.' })),
    effectiveness: derived(share('Effectiveness', { help: 'Located and returned, of what is affected (BR-27).' })),
    outcome: derived(
      choice(
        'Ended with',
        { RELEASE: ['Lots released', 'success'], HOLD: ['Lots held back', 'error'], DISPOSE: ['Lots disposed of', 'neutral'] },
        { filter: true },
      ),
    ),
  },
  title: (row) => (row.isDrill ? `Drill: ${row.reason}` : row.reason).slice(0, 120),
  subtitle: ['batchId', 'parcelId'],
  list: ['code', 'cause', 'isDrill', 'batchId', 'affectedKg', 'restrictedKg', 'answersCount', 'effectiveness', 'openedAt', 'status'],
  form: { 'What is recalled': ['batchId', 'unitNo', 'parcelId', 'testEventId'], Why: ['isDrill', 'cause', 'reason'] },
  states: {
    OPEN: { label: 'Open', tone: 'error' },
    CONTAINED: { label: 'Contained', tone: 'progress' },
    CLOSED: { label: 'Closed', tone: 'neutral' },
  },
  final: ['CLOSED'],
  events: recallcaseEvents,
  checks: [
    { path: 'batchId', code: 'rule', message: 'A recall begins at a lot or at a plot.', fails: (row) => !row.batchId === !row.parcelId },
    { path: 'unitNo', code: 'rule', message: 'Name the lot that the unit is of.', fails: (row) => !!row.unitNo && !row.batchId },
    { path: 'testEventId', code: 'rule', message: 'Name the lot that was tested.', fails: (row) => !!row.testEventId && !row.batchId },
    { path: 'cause', code: 'rule', message: 'Only a drill has this cause.', fails: (row) => row.cause === 'DRILL' && !row.isDrill },
  ],
})
