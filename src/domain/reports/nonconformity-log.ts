// R11: what was found against the rules, and what became of it.
import { nonconformity } from '../certification/nonconformity.ts'
import { choice, choices, date, integer, optional, text } from '../kernel/kinds.ts'
import { severities } from '../kernel/terms.ts'
import { pastDay, period } from './parameters.ts'
import { report, statesOf } from './report.ts'

/** As the event that escalates has them. */
const sanctions = nonconformity.events.ESCALATED.fields.sanction

export const nonconformityLog = report('nonconformity-log', {
  code: 'R11',
  title: 'Non-conformities and sanctions',
  about: 'What was found against the rules, by severity: when it was opened, due and closed, for how long, and which sanction it led to.',
  group: 'Inspections',
  on: 'nonconformity',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { severity: optional(choices('Severity', severities)), status: optional(choices('Status', statesOf(nonconformity))), ...period, ...pastDay },
  columns: {
    ref: text('Reference'),
    severity: choice('Severity', severities),
    rule: text('Rule'),
    clause: text('Clause'),
    farmer: text('Farmer', { max: 161, namesPerson: true }),
    subject: text('Plot, crop or lot', { max: 161 }),
    openedOn: date('Opened on'),
    dueOn: date('To be corrected by'),
    closedOn: date('Closed on'),
    days: integer('Days open', { unit: 'days' }),
    overdue: integer('Days overdue', { unit: 'days' }),
    sanction: { ...sanctions, label: 'Sanction' },
    status: choice('Status', statesOf(nonconformity)),
  },
  formats: ['pdf', 'xlsx', 'csv', 'json'],
})
