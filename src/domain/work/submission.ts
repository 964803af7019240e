// What was captured on a phone or a public page and waits to be looked at (domain dictionary 6.1). What was sent is stored
// as it was; nothing of it is in force before somebody else has approved it.
import { answerOfBefore, answerParts } from '#answer-cases'
import { entity } from '../kernel/entity.ts'
import { attachments, choice, derived, integer, lines, longText, optional, point, quantity, reference, rows, text, time, variant } from '../kernel/kinds.ts'
import { captureForms } from './capture-forms.ts'

const answer = { field: text('Field', { max: 80 }), value: optional(variant('Value', answerParts)) }
/** Never one's own (BR-24). */
const notOwn = ['created'] as const
const reviewers = ['ADMIN', 'OPERATOR_MANAGER', 'INTERNAL_INSPECTOR', 'PURCHASE_OFFICER'] as const

export const submission = entity('submission', {
  label: 'Submission',
  plural: 'Submissions',
  group: 'Work',
  about: 'What came in from phones and public pages, and what was decided about it.',
  belongsTo: {
    operator: 'operatorId',
    processor: 'processorId',
    person: 'createdBy',
    farmer: 'farmerId',
    kinds: { field: 'formCode', of: { INTERNAL_INSPECTOR: ['INSPECTION'], PURCHASE_OFFICER: ['PURCHASE'] } },
  },
  codePrefix: 'SUB',
  fields: {
    formCode: choice('Form', captureForms, { fixed: true, filter: true }),
    formVersion: integer('Version of the form', { min: 1, max: 1000, fixed: true }),
    answers: lines('What was captured', answer, { min: 1, max: 200, fixed: true, formerRows: answerOfBefore }),
    targetType: optional(text('Meant for', { max: 40, fixed: true, filter: true })),
    targetId: optional(text('Record', { max: 36, fixed: true, filter: true })),
    targetVersion: optional(integer('Version seen', { min: 1, fixed: true })),
    farmerId: optional(reference('Farmer', 'farmer', { fixed: true })),
    processorId: optional(reference('Processor', 'processor', { fixed: true })),
    deviceId: text('Device', { max: 80, fixed: true }),
    appVersion: optional(text('Version of the app', { max: 40, fixed: true })),
    capturedAt: time('Captured at', { sort: true, fixed: true }),
    position: optional(point('Captured where', { fixed: true, personal: true })),
    gpsAccuracyM: optional(quantity('GPS accuracy', 'm', { max: 1000, decimals: 1, fixed: true })),
    attachments: rows(
      'Attachments',
      { name: text('Name', { max: 120 }), kind: choice('Kind', { PHOTO: 'Photo', AUDIO: 'Sound', DOC: 'Document' }) },
      { max: 20 },
    ),
    files: attachments(),
    reviewNote: optional(longText('Note of the reviewer', { max: 1000 })),
    receivedAt: derived(time('Received at', { sort: true })),
    autoChecks: derived(
      rows('Checked by itself', {
        ruleId: text('Rule', { max: 20 }),
        outcome: choice('Outcome', { INFO: 'Note', WARN: 'Warning', REVIEW: 'To be looked at', BLOCK: 'Refused' }),
      }),
    ),
    reviewerId: derived(reference('Reviewed by', 'user')),
    reviewedAt: derived(time('Reviewed at', { sort: true })),
    resultType: derived(text('Made', { max: 40 })),
    resultId: derived(text('Record made', { max: 36 })),
  },
  // In English, for exports and searches; screens say the form's name in the reader's language.
  title: (row) => captureForms[row.formCode],
  subtitle: ['farmerId', 'capturedAt'],
  list: ['capturedAt', 'farmerId', 'reviewerId', 'status'],
  form: {
    Form: ['formCode', 'formVersion', 'targetType', 'targetId', 'targetVersion', 'farmerId', 'processorId'],
    Content: ['answers', 'attachments', 'files'],
    Capture: ['deviceId', 'appVersion', 'capturedAt', 'position', 'gpsAccuracyM'],
    Review: ['reviewNote'],
  },
  states: {
    RECEIVED: { label: 'Received', tone: 'pending' },
    WAITING_FILES: { label: 'Waiting for its photos', tone: 'pending' },
    IN_REVIEW: { label: 'Under review', tone: 'progress' },
    RETURNED: { label: 'Returned', tone: 'error' },
    RESUBMITTED: { label: 'Sent again', tone: 'pending' },
    AUTO_APPROVED: { label: 'Approved automatically', tone: 'success' },
    APPROVED: { label: 'Approved', tone: 'success' },
    APPLIED: { label: 'Applied', tone: 'success' },
    APPLY_FAILED: { label: 'Could not be carried out', tone: 'error' },
    CONFLICT: { label: 'Conflict', tone: 'error' },
    REJECTED: { label: 'Rejected', tone: 'error' },
  },
  final: ['APPLIED', 'REJECTED'],
  events: {
    FILES_AWAITED: { label: 'Waiting for photos', fields: {}, from: ['RECEIVED'], to: 'WAITING_FILES', system: true, icon: 'edit_calendar' },
    REVIEW_STARTED: {
      label: 'Begin the review',
      fields: {},
      from: ['RECEIVED', 'WAITING_FILES', 'RESUBMITTED', 'CONFLICT'],
      to: 'IN_REVIEW',
      right: 'approve',
      roles: reviewers,
      icon: 'search',
    },
    APPROVED: {
      label: 'Approve',
      help: 'Never one’s own.',
      fields: { comment: optional(longText('Comment', { max: 500 })) },
      from: ['RECEIVED', 'RESUBMITTED', 'IN_REVIEW'],
      to: 'APPROVED',
      right: 'approve',
      roles: reviewers,
      excludesActorOf: notOwn,
      icon: 'verified',
    },
    RETURNED: {
      label: 'Return',
      fields: { comment: longText('What is missing', { max: 1000 }) },
      from: ['RECEIVED', 'RESUBMITTED', 'IN_REVIEW', 'CONFLICT'],
      to: 'RETURNED',
      right: 'approve',
      roles: reviewers,
      icon: 'undo',
    },
    REJECTED: {
      label: 'Reject',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['RECEIVED', 'WAITING_FILES', 'RESUBMITTED', 'IN_REVIEW', 'RETURNED', 'CONFLICT', 'APPLY_FAILED'],
      to: 'REJECTED',
      right: 'approve',
      roles: reviewers,
      icon: 'block',
    },
    RESUBMITTED: {
      label: 'Send again',
      fields: {
        answers: rows('What was captured', answer, { min: 1, max: 200, formerRows: answerOfBefore }),
      },
      from: ['RETURNED'],
      to: 'RESUBMITTED',
      icon: 'send',
    },
    COMMENT: {
      label: 'Comment',
      fields: { text: longText('Comment', { max: 1000 }) },
      roles: [...reviewers, 'FIELD_OFFICER', 'PROCESSOR_USER', 'FARMER'],
      icon: 'feedback',
    },
    AUTO_APPROVED: { label: 'Approved automatically', fields: {}, from: ['RECEIVED', 'WAITING_FILES'], to: 'AUTO_APPROVED', system: true, icon: 'verified' },
    APPLIED: {
      label: 'Applied',
      fields: { resultType: text('Made', { max: 40 }), resultId: text('Record made', { max: 36 }) },
      from: ['APPROVED', 'AUTO_APPROVED', 'APPLY_FAILED'],
      to: 'APPLIED',
      system: true,
      icon: 'done_all',
    },
    APPLY_FAILED: {
      label: 'Could not be carried out',
      fields: { problem: longText('Why', { max: 1000 }) },
      from: ['APPROVED', 'AUTO_APPROVED'],
      to: 'APPLY_FAILED',
      system: true,
      icon: 'dangerous',
    },
    CONFLICT: {
      label: 'Conflict',
      fields: { serverVersion: integer('Version now', { min: 1 }) },
      from: ['RECEIVED', 'IN_REVIEW', 'APPROVED', 'AUTO_APPROVED'],
      to: 'CONFLICT',
      system: true,
      icon: 'warning',
    },
  },
})
