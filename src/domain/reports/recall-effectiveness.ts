// R21: recalls and drills, with the four figures of BR-27 and how long they took.
import { choice, choices, flag, integer, kilograms, optional, share, text, time } from '../kernel/kinds.ts'
import { recallcase } from '../processing/recallcase.ts'
import { pastDay, period } from './parameters.ts'
import { report, statesOf } from './report.ts'

const { cause, outcome } = recallcase.fields

export const recallEffectiveness = report('recall-effectiveness', {
  code: 'R21',
  title: 'Recalls and drills',
  about:
    'Every recall and drill: kilograms affected, located and returned by the answers of the holders, sent out and restricted; whom it asked and who has answered, and how many minutes passed until the last answer.',
  group: 'Trade and stock',
  on: 'recallcase',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { kind: optional(choices('Kind', { RECALL: 'Recall', DRILL: 'Drill' })), ...period, ...pastDay },
  columns: {
    code: text('Code'),
    isDrill: flag('Drill'),
    cause,
    begins: text('From', { max: 161 }),
    openedAt: time('Opened at'),
    lots: integer('Lots'),
    affectedKg: kilograms('Affected', { min: 0 }),
    foundKg: kilograms('Found', { min: 0 }),
    locatedKg: kilograms('Located', { min: 0 }),
    returnedKg: kilograms('Returned', { min: 0 }),
    shippedKg: kilograms('Sent out', { min: 0 }),
    restrictedKg: kilograms('Restricted', { min: 0 }),
    holders: integer('Holders asked'),
    answers: integer('Holders answered'),
    effectiveness: share('Effectiveness'),
    minutes: integer('Until all had answered', { unit: 'min' }),
    containedMinutes: integer('Until contained', { unit: 'min' }),
    outcome,
    status: choice('Status', statesOf(recallcase)),
  },
  totals: ['affectedKg', 'locatedKg', 'returnedKg'],
  charts: [],
  formats: ['pdf', 'xlsx', 'json'],
})
