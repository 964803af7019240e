// Submissions, tasks and what is unlikely in the figures (domain dictionary 9).
import { clock, event, notices, person, to } from './notice.ts'

const decided = ['AUTO_APPROVED', 'APPROVED', 'APPLIED', 'RETURNED', 'REJECTED'] as const
/** Of a planned step that is due, and of a non-conformity, its officer reads already. */
export const rulesOfCauses = ['BR-18', '5.2'] as const
const isReadOfCause = ({ changes }: Readonly<Record<string, unknown>>): boolean => rulesOfCauses.some((rule) => rule === (changes as Change)?.ruleId?.to)
type Change = { ruleId?: { to?: unknown } } | undefined
const done = ['DONE', 'VERIFIED', 'CANCELLED'] as const

export const workNotices = notices({
  SUB_RECEIVED: {
    on: [event('submission', 'CREATED'), event('submission', 'RESUBMITTED')],
    to: to('OPERATOR_MANAGER', 'INTERNAL_INSPECTOR'),
    by: [],
    severity: 'INFO',
    once: 'day',
    asks: decided,
    text: '{{record}} came in and waits for a review.',
    many: '{{count}} submissions came in and wait for a review.',
  },
  SUB_STALE: {
    on: [clock('submissions waiting')],
    to: to('OPERATOR_MANAGER', 'INTERNAL_INSPECTOR'),
    by: ['MAIL'],
    severity: 'WARN',
    once: 'key',
    asks: decided,
    text: '{{record}} has waited for a review for more than three days.',
  },
  SUB_RETURNED: {
    on: [event('submission', 'RETURNED'), event('submission', 'SPLIT', ({ data }) => data.rest !== 'REJECT')],
    to: [person('createdBy')],
    by: ['PUSH'],
    severity: 'WARN',
    once: 'event',
    asks: ['RESUBMITTED', 'IN_REVIEW', ...decided.slice(0, 3), 'REJECTED'],
    text: '{{record}} was returned: something is missing.',
  },
  SUB_REJECTED: {
    on: [event('submission', 'REJECTED'), event('submission', 'SPLIT', ({ data }) => data.rest === 'REJECT')],
    to: [person('createdBy')],
    by: ['PUSH'],
    severity: 'WARN',
    once: 'event',
    text: '{{record}} was rejected.',
  },
  SUB_CONFLICT: {
    on: [event('submission', 'CONFLICT')],
    to: [person('createdBy')],
    by: ['PUSH'],
    severity: 'WARN',
    once: 'event',
    text: '{{record}} does not fit what was changed meanwhile.',
  },
  TASK_ASSIGNED: {
    on: [event('task', 'CREATED', ({ data }) => !isReadOfCause(data)), event('task', 'EDITED', ({ data }) => Object.hasOwn(data.changes ?? {}, 'assigneeId'))],
    to: [person('assigneeId')],
    by: ['PUSH'],
    severity: 'INFO',
    once: 'event',
    asks: done,
    text: 'A task for you, due on {{dueDate}}: {{record}}.',
    shows: { dueDate: 'date' },
  },
  TASK_OVERDUE: {
    on: [clock('tasks overdue')],
    to: [person('assigneeId'), person('createdBy')],
    by: ['PUSH'],
    severity: 'WARN',
    once: 'key',
    asks: done,
    text: '{{record}} was to be done by {{dueDate}}.',
    shows: { dueDate: 'date' },
  },
  // Not of the dictionary: its states wait for somebody (6.2), who has to hear of it. Its author cannot approve it, and hears that it does not go out yet.
  MESSAGE_APPROVAL: {
    on: [event('mobilenotification', 'SUBMITTED', ({ statusAfter }) => statusAfter === 'PENDING_APPROVAL'), event('mobilenotification', 'APPROVAL_NEEDED')],
    to: [...to('OPERATOR_MANAGER', 'ADMIN'), person('createdBy')],
    by: ['PUSH'],
    severity: 'WARN',
    once: 'event',
    asks: ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'PARTIAL', 'FAILED', 'CANCELLED'],
    informs: 'createdBy',
    text: 'The message {{record}} waits for an approval before it goes out.',
  },
  FILE_AWAITED: {
    on: [clock('files that did not come')],
    to: [{ requested: true }],
    by: ['PUSH'],
    severity: 'WARN',
    once: 'key',
    text: '{{record}} names a picture or document that has not come for a week. Send it from the device that has it.',
  },
  ANOMALY_DIGEST: {
    on: [clock('anomalies of the week')],
    to: to('OPERATOR_MANAGER', 'ADMIN'),
    by: ['MAIL'],
    severity: 'WARN',
    once: 'key',
    text: 'Unlikely figures of the week in {{record}}: {{findings}}.',
    shows: { findings: 'number' },
  },
})
