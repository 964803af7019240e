// R22: what holds until when.
import { scopecertificate } from '../certification/scopecertificate.ts'
import { choice, choices, date, hectares, integer, optional, text } from '../kernel/kinds.ts'
import { countedOn, pastDay } from './parameters.ts'
import { report, statesOf } from './report.ts'

export const scopeExpiry = report('scope-expiry', {
  code: 'R22',
  title: 'Scope certificates and their expiry',
  about: 'Who holds which scope certificate of which body and scheme, until when, and how many days are left.',
  group: 'Certificates',
  on: 'scopecertificate',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'PROCESSOR_USER', 'CERTIFICATION_BODY_AUDITOR', 'READ_ONLY_VIEWER'],
  parameters: {
    ...countedOn,
    endsBefore: optional(date('Ends on or before')),
    status: optional(choices('Status', statesOf(scopecertificate))),
    ...pastDay,
  },
  columns: {
    scNo: text('Certificate no.'),
    holder: text('Holder', { max: 161 }),
    holderKind: choice('Kind', { OPERATOR: 'Operator', PROCESSOR: 'Processor' }),
    body: text('Certification body', { max: 161 }),
    scheme: text('Scheme', { max: 161 }),
    validFrom: date('Valid from'),
    validTo: date('Valid to'),
    daysLeft: integer('Days left', { min: -100_000, unit: 'days' }),
    farmers: integer('Farmers'),
    areaHa: hectares('Area', { min: 0 }),
    status: choice('Status', statesOf(scopecertificate)),
  },
  isInHectares: true,
  formats: ['pdf', 'xlsx', 'csv', 'json'],
})
