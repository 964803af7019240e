// Certificates, non-conformities and sanctions (domain dictionary 9).
import { sanctions } from '../kernel/sanctions.ts'
import { clock, event, member, notices, type Occasion, service, to } from './notice.ts'

const severities = { MINOR: 'Minor', MAJOR: 'Major', CRITICAL: 'Critical' }
const holder = to('OPERATOR_MANAGER', 'PROCESSOR_USER')
const seller = holder
/** Who corrects it; of a company its own people (docs/decisions/0150). */
const correct = [...to('FIELD_OFFICER', 'OPERATOR_MANAGER', 'PROCESSOR_USER'), member]
/** The body that closes what it found at a company. */
const isOfCompany = ({ subject }: Occasion): boolean => Boolean(subject.processorId)
const ofCompany = { role: 'CERTIFICATION_BODY_AUDITOR', if: isOfCompany } as const
const corrected = ['ACTION_SENT', 'CLOSED'] as const

export const certificationNotices = notices({
  NC_OPENED: {
    on: [event('nonconformity', 'CREATED')],
    to: correct,
    by: ['PUSH', 'SMS'],
    severity: 'WARN',
    once: 'event',
    ownOnce: 'day',
    asks: corrected,
    text: 'Non-conformity {{record}} was opened ({{severity}}): to be corrected by {{dueOn}}.',
    many: '{{count}} non-conformities were opened by the rules of schemes.',
    shows: { severity: { of: severities }, dueOn: 'date' },
  },
  NC_DUE: {
    on: [clock('non-conformities due')],
    to: correct,
    by: ['PUSH', 'SMS'],
    severity: 'WARN',
    once: 'day',
    asks: corrected,
    text: 'Non-conformity {{record}} is to be corrected by {{dueOn}}.',
    many: '{{count}} non-conformities are to be corrected within a week.',
    shows: { dueOn: 'date' },
  },
  NC_OVERDUE: {
    on: [clock('non-conformities overdue')],
    to: [...correct, ofCompany],
    by: ['PUSH', 'SMS'],
    severity: 'CRITICAL',
    once: 'day',
    asks: corrected,
    text: 'Non-conformity {{record}} was to be corrected by {{dueOn}} and is still open.',
    many: '{{count}} non-conformities were to be corrected and are still open.',
    shows: { dueOn: 'date' },
  },
  NC_UNCHECKED: {
    on: [clock('corrections unchecked')],
    // Who closes one of its severity (5.2), and the manager.
    to: [
      { role: 'OPERATOR_MANAGER' },
      { role: 'INTERNAL_INSPECTOR', if: ({ subject }) => subject.severity === 'MAJOR' },
      { role: 'CERTIFICATION_BODY_AUDITOR', if: (occasion) => occasion.subject.severity === 'CRITICAL' || isOfCompany(occasion) },
    ],
    by: ['MAIL'],
    severity: 'WARN',
    once: 'key',
    asks: ['OPEN', 'ESCALATED', 'SANCTIONED', 'CLOSED'],
    text: 'The correction of non-conformity {{record}} was reported {{days}} days ago and nobody has looked at it.',
    shows: { days: 'number' },
  },
  SANCTION: {
    on: [event('nonconformity', 'SANCTION_IMPOSED')],
    to: [...to('OPERATOR_MANAGER', 'PROCESSOR_USER'), { role: 'CERTIFICATION_BODY_AUDITOR', if: ({ subject }) => subject.sanction === 'EXPULSION' }, member],
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
      { role: 'CERTIFICATION_BODY_AUDITOR', if: (occasion) => ['MAJOR', 'CRITICAL'].includes(String(occasion.subject.severity)) || isOfCompany(occasion) },
      // Of a company there is nobody but the body and the administrator (BR-24: two people).
      { role: 'ADMIN', if: (occasion) => occasion.subject.severity === 'CRITICAL' || isOfCompany(occasion) },
    ],
    by: ['MAIL'],
    severity: 'WARN',
    once: 'event',
    // A correction that is reported leaves it to be decided.
    asks: ['OPEN', 'SANCTIONED', 'CLOSED'],
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
  TC_DOUBTED: {
    on: [service('src/server/ledger/certificate-findings.ts')],
    to: [...to('CERTIFICATION_BODY_AUDITOR'), ...seller],
    by: ['MAIL'],
    severity: 'CRITICAL',
    once: 'key',
    asks: { rules: ['T01', 'T04', 'T05', 'T07', 'T08', 'T10', 'T13', 'T15'] },
    text: 'Transaction certificate {{record}} is in doubt: by what is known since it was issued, check {{check}} fails.',
    shows: { check: 'text' },
  },
  TC_AGEING: {
    on: [clock('certificates under review')],
    to: [...to('CERTIFICATION_BODY_AUDITOR'), ...seller],
    by: ['MAIL'],
    severity: 'WARN',
    once: 'key',
    text: 'Transaction certificate {{record}} has been under review for more than 14 days.',
  },
})
