// Certificates, non-conformities and sanctions (domain dictionary 9).
import { sanctions } from '../certification/schemes.ts'
import { clock, event, member, notices, to } from './notice.ts'

const severities = { MINOR: 'Minor', MAJOR: 'Major', CRITICAL: 'Critical' }
const holder = to('OPERATOR_MANAGER', 'PROCESSOR_USER')
const seller = holder
const corrected = ['ACTION_SENT', 'CLOSED'] as const

export const certificationNotices = notices({
  NC_OPENED: {
    on: [event('nonconformity', 'CREATED')],
    to: [...to('FIELD_OFFICER', 'OPERATOR_MANAGER'), member],
    by: ['PUSH', 'SMS'],
    severity: 'WARN',
    once: 'event',
    asks: corrected,
    text: 'Non-conformity {{record}} was opened ({{severity}}): to be corrected by {{dueOn}}.',
    shows: { severity: { of: severities }, dueOn: 'date' },
  },
  NC_DUE: {
    on: [clock('non-conformities due')],
    to: [...to('FIELD_OFFICER', 'OPERATOR_MANAGER'), member],
    by: ['PUSH', 'SMS'],
    severity: 'WARN',
    once: 'key',
    asks: corrected,
    text: 'Non-conformity {{record}} is to be corrected by {{dueOn}}.',
    shows: { dueOn: 'date' },
  },
  NC_OVERDUE: {
    on: [clock('non-conformities overdue')],
    to: [...to('FIELD_OFFICER', 'OPERATOR_MANAGER'), member],
    by: ['PUSH', 'SMS'],
    severity: 'CRITICAL',
    once: 'key',
    asks: corrected,
    text: 'Non-conformity {{record}} was to be corrected by {{dueOn}} and is still open.',
    shows: { dueOn: 'date' },
  },
  SANCTION: {
    on: [event('nonconformity', 'SANCTION_IMPOSED')],
    to: [...to('OPERATOR_MANAGER'), { role: 'CERTIFICATION_BODY_AUDITOR', if: ({ subject }) => subject.sanction === 'EXPULSION' }, member],
    by: ['MAIL', 'IVR_VOICE'],
    severity: 'CRITICAL',
    once: 'event',
    asks: corrected,
    text: 'Non-conformity {{record}} led to a sanction: {{sanction}}.',
    shows: { sanction: { of: sanctions } },
  },
  SANCTION_PROPOSED: {
    on: [event('nonconformity', 'ESCALATED'), event('nonconformity', 'ESCALATED_BY_RULE')],
    // The next role after whoever closes one of its severity (5.2).
    to: [
      { role: 'OPERATOR_MANAGER' },
      { role: 'INTERNAL_INSPECTOR', if: ({ subject }) => subject.severity === 'MINOR' },
      { role: 'CERTIFICATION_BODY_AUDITOR', if: ({ subject }) => subject.severity === 'MAJOR' || subject.severity === 'CRITICAL' },
      { role: 'ADMIN', if: ({ subject }) => subject.severity === 'CRITICAL' },
    ],
    by: ['MAIL'],
    severity: 'WARN',
    once: 'event',
    asks: ['SANCTIONED', 'ACTION_SENT', 'CLOSED'],
    text: 'A sanction is proposed for non-conformity {{record}}: {{sanction}}.',
    shows: { sanction: { of: sanctions } },
  },
  SC_EXPIRING: {
    on: [clock('scope certificates expiring')],
    to: [...holder, ...to('ADMIN', 'CERTIFICATION_BODY_AUDITOR')],
    by: ['MAIL'],
    severity: 'WARN',
    once: 'key',
    text: 'Scope certificate {{record}} ends on {{validTo}}, in {{days}} days.',
    shows: { validTo: 'date', days: 'number' },
  },
  SC_LAPSED: {
    on: [event('scopecertificate', 'EXPIRED')],
    to: [...holder, ...to('ADMIN', 'CERTIFICATION_BODY_AUDITOR')],
    by: ['MAIL'],
    severity: 'CRITICAL',
    once: 'event',
    text: 'Scope certificate {{record}} has expired: nothing is sold under its claim any more.',
  },
  TC_SUBMITTED: {
    on: [event('transactioncertificate', 'SUBMITTED')],
    to: to('CERTIFICATION_BODY_AUDITOR'),
    by: ['MAIL'],
    severity: 'INFO',
    once: 'event',
    asks: ['CORRECTION', 'ISSUED', 'REJECTED', 'CANCELLED'],
    text: 'Transaction certificate {{record}} waits for your review.',
  },
  TC_CORRECTION: {
    on: [event('transactioncertificate', 'CORRECTION_ASKED')],
    to: seller,
    by: ['MAIL'],
    severity: 'WARN',
    once: 'event',
    asks: ['SUBMITTED', 'CANCELLED'],
    text: 'Transaction certificate {{record}} is to be corrected.',
  },
  TC_ISSUED: {
    on: [event('transactioncertificate', 'ISSUED')],
    to: seller,
    by: ['MAIL'],
    severity: 'SUCCESS',
    once: 'event',
    text: 'Transaction certificate {{record}} is issued.',
  },
  TC_REJECTED: {
    on: [event('transactioncertificate', 'REJECTED')],
    to: seller,
    by: ['MAIL'],
    severity: 'CRITICAL',
    once: 'event',
    text: 'Transaction certificate {{record}} is rejected.',
  },
  TC_WITHDRAWN: {
    on: [event('transactioncertificate', 'WITHDRAWN')],
    to: [...seller, ...to('PURCHASE_OFFICER', 'BRAND_VIEWER')],
    by: ['MAIL'],
    severity: 'CRITICAL',
    once: 'event',
    text: 'Transaction certificate {{record}} is withdrawn: what was made of the goods must be held back.',
  },
  TC_AGEING: {
    on: [],
    to: [...to('CERTIFICATION_BODY_AUDITOR'), ...seller],
    by: ['MAIL'],
    severity: 'WARN',
    once: 'key',
    text: 'Transaction certificate {{record}} has been under review for more than 14 days.',
  },
})
