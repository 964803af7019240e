// One audit of a company by its certification body (domain dictionary 4.1, AUDIT; section 8, "inspection, NC"): planned, carried out with a checklist, signed,
// reviewed. It is the body's record; the company reads it once it is signed, so that an unannounced one stays so (docs/decisions/0150).

import { auditNotices, auditResults } from '../kernel/audits.ts'
import { type EventNeed, entity } from '../kernel/entity.ts'
import { attachments, choice, date, derived, integer, longText, optional, reference, share, text } from '../kernel/kinds.ts'
import { answerLines, sentAnswers } from './inspection-answers.ts'

const assigned: EventNeed = { why: 'Another auditor is assigned.', on: ['inspectorId'], fails: ({ inspectorId }, who) => inspectorId !== who.id }
const auditors = ['CERTIFICATION_BODY_AUDITOR'] as const

export const companyaudit = entity('companyaudit', {
  label: 'Company audit',
  plural: 'Company audits',
  group: 'Work',
  about: 'Audits of companies by their certification body: who goes when, what was asked, what was found.',
  belongsTo: { processor: 'processorId', certificationBody: 'certificationBodyId', buyer: { field: 'processorId', states: ['SUBMITTED', 'APPROVED'] } },
  codePrefix: 'AUD',
  fields: {
    processorId: reference('Company', 'processor', {
      fixed: true,
      filter: true,
      choosable: [{ field: 'status', is: ['APPLICANT', 'ACTIVE', 'SUSPENDED'], why: 'Companies that have left are left out.' }],
    }),
    processingSystemId: optional(
      reference('Unit', 'processingsystem', {
        help: 'Empty: the whole company.',
        choosable: [{ field: 'processorId', same: 'processorId', why: 'Units of other companies are left out.' }],
      }),
    ),
    kind: choice('Kind', auditNotices, { fixed: true, filter: true }),
    checklistId: reference('Checklist', 'checklist', {
      choosable: [
        { field: 'status', is: ['PUBLISHED'], isRefusedElsewhere: true, why: 'Only published checklists are asked.' },
        { field: 'kind', is: ['COMPANY'], isRefusedElsewhere: true, why: 'Checklists of inspections of farmers are left out.' },
      ],
    }),
    plannedOn: date('Planned for', { sort: true, fixed: true }),
    note: optional(longText('Note for the auditor', { max: 500 })),
    companyName: derived(text('Company', { max: 161, search: true, sort: true })),
    certificationBodyId: derived(reference('Certification body', 'certificationbody')),
    inspectorId: derived(reference('Auditor', 'user')),
    startedOn: derived(date('Carried out on', { sort: true })),
    submittedOn: derived(date('Submitted on', { sort: true })),
    reviewedOn: derived(date('Reviewed on')),
    reviewedBy: derived(reference('Reviewed by', 'user')),
    result: derived(choice('Result', auditResults, { filter: true })),
    conditions: derived(longText('Conditions', { max: 500 })),
    summary: derived(longText('Summary', { max: 1000 })),
    nextDueOn: derived(date('Next audit by', { sort: true })),
    score: derived(share('Score')),
    questionCount: derived(integer('Questions')),
    answeredCount: derived(integer('Answered')),
    findingCount: derived(integer('Findings')),
    answers: derived(answerLines),
  },
  title: (row) => row.companyName ?? 'Company audit',
  subtitle: ['kind', 'plannedOn'],
  list: ['processingSystemId', 'kind', 'plannedOn', 'inspectorId', 'result', 'findingCount', 'nextDueOn', 'status'],
  form: { Audit: ['processorId', 'processingSystemId', 'kind'], Plan: ['plannedOn', 'checklistId', 'note'] },
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
  events: {
    STARTED: {
      label: 'Begin the audit',
      help: 'At the company, by the auditor who is assigned: nobody who works for it or is not independent of it.',
      fields: {},
      from: ['PLANNED'],
      to: 'IN_PROGRESS',
      roles: auditors,
      needs: [assigned],
      icon: 'play_arrow',
    },
    ASSIGNED: {
      label: 'Assign an auditor',
      fields: { inspectorId: reference('Auditor', 'user'), plannedOn: optional(date('Planned for')) },
      from: ['PLANNED'],
      roles: auditors,
      icon: 'person_add',
    },
    MOVED: {
      label: 'Move to another day',
      fields: { plannedOn: date('Planned for'), reason: optional(text('Reason', { max: 200 })) },
      from: ['PLANNED'],
      roles: auditors,
      icon: 'edit_calendar',
    },
    ANSWERED: {
      label: 'Answer questions',
      fields: { answers: sentAnswers },
      from: ['IN_PROGRESS'],
      roles: auditors,
      needs: [assigned],
      icon: 'fact_check',
    },
    SUBMITTED: {
      label: 'Sign and submit',
      help: 'Every question is answered. From now on the answers hold still, and the company reads them.',
      fields: {
        result: choice('Result', auditResults),
        conditions: optional(longText('Conditions', { max: 500 })),
        summary: optional(longText('Summary', { max: 1000 })),
        nextDueOn: optional(date('Next audit by')),
        signedBy: choice('Signed by', { COMPANY: 'Somebody of the company', REFUSED: 'Nobody: the signature was refused' }),
        companySignature: attachments({ label: 'Signature of the company', max: 1 }),
        inspectorSignature: attachments({ label: 'Signature of the auditor', max: 1 }),
      },
      from: ['IN_PROGRESS'],
      to: 'SUBMITTED',
      roles: auditors,
      needs: [assigned],
      icon: 'draw',
    },
    REVIEWED: {
      label: 'Review',
      help: 'By an auditor who did not carry it out. To return it, take the submission back with what is missing.',
      fields: { comment: optional(longText('Comment', { max: 500 })) },
      from: ['SUBMITTED'],
      to: 'APPROVED',
      roles: auditors,
      excludesActorOf: ['SUBMITTED'],
      icon: 'verified',
    },
    CANCELLED: {
      label: 'Cancel',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['PLANNED'],
      to: 'CANCELLED',
      roles: auditors,
      icon: 'block',
    },
  },
})
