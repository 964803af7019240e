// One inspection of a farmer: planned, carried out with a checklist, signed, reviewed (domain dictionary 3.1, 5.2, 5.4; BR-21, BR-24).
// Answers are events; what stands here of them is projected. Submitting an internal one records the visit on the farmer, and with
// it the season's result: there is no second truth.
import type { Choosable } from '../kernel/choosable.ts'
import { openSeasons } from '../kernel/choosable.ts'
import { type EventNeed, entity } from '../kernel/entity.ts'
import { attachments, choice, date, derived, integer, longText, optional, reference, share, text } from '../kernel/kinds.ts'
import { inspectionResults } from '../kernel/terms.ts'
import { answerLines, sentAnswers } from './inspection-answers.ts'
import { inspectionKinds, inspectionReasons } from './inspection-terms.ts'

const members: readonly Choosable[] = [
  { field: 'status', is: ['ACTIVE', 'SUSPENDED'], isRefusedElsewhere: true, why: 'Who is no member yet, or no more, is left out.' },
]
const published: readonly Choosable[] = [{ field: 'status', is: ['PUBLISHED'], isRefusedElsewhere: true, why: 'Only published checklists are asked.' }]
const ofFarmer: readonly Choosable[] = [{ field: 'farmerId', same: 'farmerId', why: 'Plots of other farmers are left out.' }]

const assigned: EventNeed = { why: 'Another inspector is assigned.', on: ['inspectorId'], fails: ({ inspectorId }, who) => inspectorId !== who.id }
const reviewer: EventNeed = {
  why: 'An internal inspection is reviewed by the operator’s manager, one of the certification body by its auditors.',
  on: ['kind'],
  fails: ({ kind }, who) => !who.grants.some(({ role }) => role === (kind === 'EXTERNAL' ? 'CERTIFICATION_BODY_AUDITOR' : 'OPERATOR_MANAGER')),
}
const inspectors = ['INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'] as const

export const inspection = entity('inspection', {
  label: 'Inspection',
  plural: 'Inspections',
  group: 'Work',
  about: 'Inspections of farmers by the internal control and by the certification body: who goes when, what was asked, what was found.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'INS',
  fields: {
    kind: choice('By', inspectionKinds, { fixed: true, filter: true, initial: 'INTERNAL' }),
    farmerId: reference('Farmer', 'farmer', { fixed: true, choosable: members }),
    seasonId: reference('Season', 'season', { fixed: true, choosable: openSeasons }),
    round: integer('Round', { min: 1, max: 12, initial: 1, fixed: true }),
    checklistId: reference('Checklist', 'checklist', { choosable: published }),
    plannedOn: date('Planned for', { sort: true, fixed: true }),
    parcelId: optional(reference('Land parcel', 'landparcel', { choosable: ofFarmer })),
    note: optional(longText('Note for the inspector', { max: 500 })),
    farmerName: derived(text('Name', { max: 161, search: true, sort: true, namesPerson: true })),
    village: derived(text('Village', { max: 60, search: true, filter: true })),
    inspectorId: derived(reference('Inspector', 'user')),
    reason: derived(choice('Chosen because', inspectionReasons, { filter: true })),
    startedOn: derived(date('Carried out on', { sort: true })),
    submittedOn: derived(date('Submitted on', { sort: true })),
    reviewedOn: derived(date('Reviewed on')),
    reviewedBy: derived(reference('Reviewed by', 'user')),
    result: derived(choice('Inspector’s result', inspectionResults, { filter: true })),
    conditions: derived(longText('Conditions', { max: 500 })),
    summary: derived(longText('Summary', { max: 1000 })),
    score: derived(share('Score')),
    questionCount: derived(integer('Questions')),
    answeredCount: derived(integer('Answered')),
    findingCount: derived(integer('Findings')),
    answers: derived(answerLines),
  },
  unique: [['farmerId', 'seasonId', 'kind', 'round']],
  uniqueIn: ['PLANNED', 'IN_PROGRESS', 'SUBMITTED', 'APPROVED'],
  lookups: [['inspectorId', 'plannedOn']],
  title: (row) => row.farmerName ?? 'Inspection',
  subtitle: ['seasonId', 'village'],
  list: ['kind', 'seasonId', 'village', 'plannedOn', 'inspectorId', 'result', 'findingCount', 'status'],
  form: { Inspection: ['kind', 'farmerId', 'seasonId', 'round'], Plan: ['plannedOn', 'checklistId', 'parcelId', 'note'] },
  startsOn: { by: ['createdAt', 'plannedOn'] },
  states: {
    PLANNED: { label: 'Planned', tone: 'neutral' },
    IN_PROGRESS: { label: 'In progress', tone: 'progress' },
    SUBMITTED: { label: 'To be reviewed', tone: 'pending' },
    APPROVED: { label: 'Reviewed', tone: 'success' },
    CANCELLED: { label: 'Cancelled', tone: 'neutral' },
  },
  final: ['CANCELLED'],
  thereFrom: 'ENTRY',
  editableIn: ['PLANNED'],
  retireNeeds: [
    {
      why: 'What a round has planned is cancelled, with a reason, and not deleted.',
      on: ['reason'],
      fails: ({ reason }) => reason !== 'BY_HAND',
    },
  ],
  events: {
    STARTED: {
      label: 'Begin the inspection',
      help: 'On the farm, by the inspector who is assigned: not the farmer’s field officer, nor a relative.',
      fields: {},
      from: ['PLANNED'],
      to: 'IN_PROGRESS',
      roles: inspectors,
      requiresIndependence: true,
      needs: [assigned],
      icon: 'play_arrow',
    },
    ASSIGNED: {
      label: 'Assign an inspector',
      fields: { inspectorId: reference('Inspector', 'user'), plannedOn: optional(date('Planned for')) },
      from: ['PLANNED'],
      right: 'approve',
      roles: ['OPERATOR_MANAGER'],
      icon: 'person_add',
    },
    MOVED: {
      label: 'Move to another day',
      fields: { plannedOn: date('Planned for'), reason: optional(text('Reason', { max: 200 })) },
      from: ['PLANNED'],
      roles: ['OPERATOR_MANAGER', ...inspectors],
      icon: 'edit_calendar',
    },
    ANSWERED: {
      label: 'Answer questions',
      fields: { answers: sentAnswers },
      from: ['IN_PROGRESS'],
      roles: inspectors,
      needs: [assigned],
      icon: 'fact_check',
    },
    SUBMITTED: {
      label: 'Sign and submit',
      help: 'Every question is answered. From now on the answers hold still; the visit counts for the season.',
      fields: {
        result: choice('Result', inspectionResults),
        conditions: optional(longText('Conditions', { max: 500 })),
        summary: optional(longText('Summary', { max: 1000 })),
        signedBy: choice('Signed by', {
          FARMER: 'The farmer',
          FAMILY: 'Somebody of the family',
          REFUSED: 'Nobody: the signature was refused',
        }),
        farmerSignature: attachments({ label: 'Signature of the farmer', max: 1, personal: true }),
        inspectorSignature: attachments({ label: 'Signature of the inspector', max: 1, personal: true }),
      },
      from: ['IN_PROGRESS'],
      to: 'SUBMITTED',
      roles: inspectors,
      needs: [assigned],
      icon: 'draw',
    },
    REVIEWED: {
      label: 'Review',
      help: 'By somebody who did not carry it out. To return it, take the submission back with what is missing.',
      fields: { comment: optional(longText('Comment', { max: 500 })) },
      from: ['SUBMITTED'],
      to: 'APPROVED',
      roles: ['OPERATOR_MANAGER', 'CERTIFICATION_BODY_AUDITOR'],
      excludesActorOf: ['SUBMITTED'],
      needs: [reviewer],
      icon: 'verified',
    },
    CANCELLED: {
      label: 'Cancel',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['PLANNED'],
      to: 'CANCELLED',
      roles: ['OPERATOR_MANAGER', ...inspectors],
      icon: 'block',
    },
  },
})
