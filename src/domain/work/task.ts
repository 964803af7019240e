// Something somebody is to do by a day (domain dictionary 6.3). Being overdue is a matter of the calendar, not a state.
import { type Acting, entity } from '../kernel/entity.ts'
import { attachments, choice, choices, date, derived, flag, integer, longText, optional, point, quantity, reference, rows, text } from '../kernel/kinds.ts'
import { planEvidence } from '../kernel/plan.ts'
import { productWords } from '../kernel/product-words.ts'

/** Whoever may give one. */
const givers = ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'PURCHASE_OFFICER', 'PROCESSOR_USER', 'CERTIFICATION_BODY_AUDITOR'] as const
/** Whoever may be given one does it. */
const doers = [...givers, 'FARMER'] as const
/** Who verifies what others gave. */
const manages = ({ grants }: Acting): boolean => grants.some(({ role }) => role === 'ADMIN' || role === 'OPERATOR_MANAGER')
export const notToVerify = 'No second person was asked for: what is done is done.'

export const task = entity('task', {
  label: 'Task',
  plural: 'Tasks',
  group: 'Work',
  about: 'What is to be done, by whom and until when.',
  belongsTo: { operator: 'operatorId', processor: 'processorId', person: 'assigneeId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'TSK',
  fields: {
    subject: text('What is to be done', { max: 160, search: true, sort: true }),
    type: choice(
      'Kind',
      {
        VISIT: 'Visit',
        INSPECTION: 'Inspection',
        PLAN_EVENT: 'Planned event',
        CORRECTIVE_ACTION: 'Correction',
        SAMPLE: 'Sample',
        DOCUMENT: 'Document',
        TRAINING: 'Training',
        DATA_FIX: 'Correction of data',
        TC_STEP: 'Step of a transaction certificate',
        OTHER: 'Other',
      },
      { filter: true },
    ),
    priority: choice(
      'Priority',
      { P1: ['1, at once', 'error'], P2: ['2, high', 'pending'], P3: ['3, ordinary', 'neutral'], P4: ['4, low', 'neutral'] },
      { initial: 'P3', filter: true },
    ),
    dueDate: date('Due on', { sort: true }),
    assigneeId: optional(
      reference('For', 'user', { choosable: [{ field: 'status', is: ['INVITED', 'ACTIVE'], why: 'People who are suspended or have left are left out.' }] }),
    ),
    team: optional(text('Team', { max: 60, filter: true })),
    details: optional(longText('Details')),
    checklist: rows('Checklist', { item: text('Step', { max: 200 }), done: flag('Done', { initial: false }) }, { max: 50 }),
    farmerId: optional(reference('Farmer', 'farmer')),
    parcelId: optional(reference('Land parcel', 'landparcel')),
    cropId: optional(reference('Crop', 'crop')),
    processorId: optional(reference('Processor', 'processor')),
    productBatchId: optional(reference('Product batch', 'productbatch')),
    productionSystemId: optional(reference('Production system', 'productionsystem')),
    nonConformityId: optional(reference('Non-conformity', 'nonconformity')),
    planEventId: optional(reference('Planned event', 'planevent')),
    transactionCertificateId: optional(reference('Transaction certificate', 'transactioncertificate')),
    // Of the member whom it is about, by the server.
    village: derived(text('Village', { max: 60, filter: true })),
    location: optional(point('Place')),
    recurrence: optional(choice('Repeats', { DAILY: 'Every day', WEEKLY: 'Every week', MONTHLY: 'Every month', YEARLY: 'Every year' })),
    recurrenceInterval: optional(integer('Every how many', { min: 1, max: 99 })),
    recurrenceUntil: optional(date('Until')),
    evidence: choices('Evidence', planEvidence, { min: 0 }),
    fourEyes: flag('To be verified by another person', { initial: false }),
    estimateHours: optional(quantity('Estimated time', 'h', { min: 0.1, max: 1000, decimals: 1 })),
    // By it the product knows what it has made.
    ruleId: derived(text('From rule', { max: 20, filter: true })),
  },
  title: (row) => row.subject,
  subtitle: ['type', 'dueDate'],
  list: ['dueDate', 'type', 'priority', 'assigneeId', 'farmerId', 'cropId', 'status'],
  form: {
    Task: ['subject', 'type', 'priority', 'dueDate', 'assigneeId', 'team', 'details', 'checklist'],
    'What it is about': [
      'farmerId',
      'parcelId',
      'cropId',
      'processorId',
      'productBatchId',
      'productionSystemId',
      'nonConformityId',
      'planEventId',
      'transactionCertificateId',
      'location',
    ],
    'Repetition and proof': ['recurrence', 'recurrenceInterval', 'recurrenceUntil', 'evidence', 'fourEyes', 'estimateHours'],
  },
  startsOn: { by: ['createdAt', 'dueDate'] },
  states: {
    OPEN: { label: 'Open', tone: 'pending' },
    IN_PROGRESS: { label: 'Being done', tone: 'progress' },
    BLOCKED: { label: 'Blocked', tone: 'error' },
    DONE: { label: 'Done', tone: 'success' },
    VERIFIED: { label: 'Verified', tone: 'success' },
    CANCELLED: { label: 'Cancelled', tone: 'neutral' },
  },
  final: ['VERIFIED', 'CANCELLED'],
  thereFrom: 'ENTRY',
  retireNeeds: [
    {
      why: 'The product has made this task of what is open: it is done or cancelled, not deleted.',
      on: ['ruleId'],
      fails: ({ ruleId }) => ruleId !== null,
    },
  ],
  events: {
    STARTED: { label: 'Begin', fields: {}, from: ['OPEN', 'BLOCKED'], to: 'IN_PROGRESS', roles: doers, icon: 'play_arrow' },
    DONE: {
      label: 'Done',
      fields: {
        outcome: optional(longText('Outcome', { max: 1000 })),
        eventId: optional(text('Event that did it', { max: 36 })),
        files: attachments(),
      },
      from: ['OPEN', 'IN_PROGRESS', 'BLOCKED'],
      to: 'DONE',
      roles: doers,
      withPosition: true,
      oneByOneWith: 'evidence',
      icon: 'done_all',
    },
    BLOCKED: {
      label: 'Cannot go on',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['OPEN', 'IN_PROGRESS'],
      to: 'BLOCKED',
      roles: doers,
      icon: 'pan_tool',
    },
    VERIFIED: {
      label: 'Verify',
      help: 'By whoever gave it or the operator’s manager, and not by who did it.',
      fields: { comment: optional(longText('Comment', { max: 500 })) },
      from: ['DONE'],
      to: 'VERIFIED',
      roles: givers,
      needs: [
        { why: notToVerify, on: ['fourEyes'], fails: ({ fourEyes }) => fourEyes !== true },
        {
          why: 'Whoever gave the task verifies it, or the operator’s manager.',
          on: ['createdBy'],
          fails: ({ createdBy }, who) => createdBy !== who.id && !manages(who),
        },
      ],
      excludesActorOf: ['DONE'],
      icon: 'verified',
    },
    REOPENED: { label: 'Open again', fields: { reason: longText('Reason', { max: 500 }) }, from: ['DONE'], to: 'OPEN', icon: 'undo' },
    CANCELLED: {
      label: 'Cancel',
      fields: { reason: longText('Reason', { max: 500, wordsIn: 'words' }), words: productWords },
      from: ['OPEN', 'IN_PROGRESS', 'BLOCKED'],
      to: 'CANCELLED',
      icon: 'cancel',
    },
    COMMENT: { label: 'Comment', fields: { text: longText('Comment', { max: 1000 }) }, roles: doers, icon: 'feedback' },
  },
  checks: [
    {
      path: 'planEventId',
      code: 'required',
      message: 'Say which planned event it is.',
      fails: (row) => row.type === 'PLAN_EVENT' && row.planEventId === null,
    },
    {
      path: 'recurrence',
      code: 'rule',
      message: 'A planned event is done once; its package plans the next one.',
      fails: (row) => row.type === 'PLAN_EVENT' && !!row.recurrence,
    },
    { path: 'assigneeId', code: 'required', message: 'Say who does it: a person or a team.', fails: (row) => !row.assigneeId && !row.team },
    {
      path: 'recurrenceUntil',
      code: 'min',
      message: 'It repeats until a day after the first one.',
      fails: (row) => !!row.recurrenceUntil && row.recurrenceUntil <= row.dueDate,
    },
    {
      path: 'recurrence',
      code: 'required',
      message: 'Say how it repeats.',
      fails: (row) => !row.recurrence && (row.recurrenceInterval !== null || row.recurrenceUntil !== null),
    },
  ],
})
