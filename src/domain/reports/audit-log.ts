// R29: who recorded or changed what, and when.
import { entities } from '../entities.ts'
import { addDays } from '../kernel/day.ts'
import type { AnyEntity, EventSpec } from '../kernel/entity.ts'
import { choice, choices, date, longText, optional, text, time } from '../kernel/kinds.ts'
import { pastDay } from './parameters.ts'
import { report } from './report.ts'

const entityLabels: Readonly<Record<string, string>> = Object.fromEntries(entities.map(({ name, label }: AnyEntity) => [name, label]))
/** What the product records about every record by itself. */
const ofEveryRecord = { CREATED: 'Created', EDITED: 'Changed', DELETED: 'Taken back', EVENT_VOIDED: 'Event taken back' } as const
/** An event type of several entities has one label here. */
const eventLabels: Readonly<Record<string, string>> = Object.fromEntries([
  ...entities.flatMap(({ events }: AnyEntity) => Object.entries<EventSpec>(events).map(([type, { label }]) => [type, label] as const)),
  ...Object.entries(ofEveryRecord),
])

export const auditLog = report('audit-log', {
  code: 'R29',
  title: 'Audit log',
  about:
    'Every event and every changed field with who recorded it, when and from where, and which personal data were taken out for what; newest first. Network addresses and the role somebody had at the time are not recorded.',
  group: 'Records',
  on: 'auditlog',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'CERTIFICATION_BODY_AUDITOR'],
  fileRoles: ['ADMIN'],
  parameters: { from: optional(date('From')), to: optional(date('To')), entity: optional(choices('Records', entityLabels)), ...pastDay },
  initial: (today) => ({ from: addDays(today, -30) }),
  columns: {
    at: time('Recorded at'),
    who: text('Recorded by', { max: 161, namesPerson: true }),
    source: text('Source'),
    entity: choice('Kind of record', entityLabels),
    record: text('Name', { max: 161, namesPerson: true }),
    event: choice('What', eventLabels),
    occurredAt: time('Occurred at'),
    field: text('Field'),
    before: longText('Before'),
    after: longText('After'),
    status: choice('Status', { RECORDED: 'Recorded', VOIDED: 'Voided', WITH_CAUSE: 'Voided with its cause', SUPERSEDED: 'Replaced' }),
    reason: longText('Reason'),
  },
  formats: ['xlsx', 'csv', 'pdf', 'json'],
})
