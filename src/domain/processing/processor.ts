// A company that buys, handles or processes what farmers sell (domain dictionary 4.1).
import { auditNotices, auditResults } from '../kernel/audits.ts'
import { certifiedFields } from '../kernel/certified.ts'
import { entity } from '../kernel/entity.ts'
import { attachments, choice, choices, date, derived, flag, longText, optional, point, reference, references, text } from '../kernel/kinds.ts'
import { contacts, regionFields } from '../kernel/place.ts'

/** GS1 check digit of GLN and GTIN: weights 3 and 1 from the right. */
export function hasGs1CheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0)
  return /^\d+$/.test(digits) && sum % 10 === 0
}

export const processor = entity('processor', {
  label: 'Processor',
  plural: 'Processors',
  group: 'Processing',
  about: 'Collection centres, gins, spinners and buyers that handle the programme’s goods.',
  belongsTo: { operator: 'allowedOperators', atOperator: 'EVERY', isOpenWithoutOperator: true, processor: 'id' },
  codePrefix: 'PRC',
  fields: {
    legalName: text('Legal name', { max: 120, search: true, sort: true }),
    tradeName: optional(text('Trade name', { max: 80, search: true })),
    types: choices('What it does', {
      COLLECTION_CENTRE: 'Collection centre',
      GINNER: 'Ginner',
      SPINNER: 'Spinner',
      KNITTER: 'Knitter',
      WEAVER: 'Weaver',
      DYER: 'Dyer',
      GARMENT: 'Garment maker',
      OIL_MILL: 'Oil mill',
      TRADER: 'Trader',
      BRAND: 'Brand',
    }),
    taxId: optional(text('GSTIN', { pattern: /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, hint: 'Fifteen characters, like 23ABCDE1234F1Z5.' })),
    regNo: optional(text('Registration no.', { max: 40 })),
    address: text('Address', { max: 200 }),
    ...regionFields,
    point: optional(point('Place')),
    teId: optional(text('TE-ID', { max: 20 })),
    gln: optional(text('GLN', { pattern: /^\d{13}$/, hint: 'Thirteen digits.' })),
    contacts,
    isConventional: optional(
      flag('Conventional goods only', { writableBy: ['ADMIN'], help: 'It handles no goods with a claim, and needs no scope certificate to be active.' }),
    ),
    allowedOperators: references('May buy from', 'collective', { help: 'Empty: from every operator.' }),
    subcontractorOf: optional(
      references('Works under contract for', 'processor', {
        max: 20,
        help: 'The companies whose goods it handles as their subcontractor. One certification body certifies both.',
        choosable: [{ field: 'status', is: ['APPLICANT', 'ACTIVE', 'SUSPENDED'], why: 'Companies that have left are left out.' }],
      }),
    ),
    ...certifiedFields,
    files: attachments(),
  },
  unique: [['taxId'], ['teId'], ['legalName']],
  title: (row) => row.tradeName ?? row.legalName,
  subtitle: ['types', 'district'],
  list: ['code', 'types', 'district', 'certificateNo', 'certificateValidTo', 'certificateStatus', 'status'],
  form: {
    Company: ['legalName', 'tradeName', 'types', 'isConventional', 'taxId', 'regNo', 'teId', 'gln', 'files'],
    Place: ['address', 'district', 'state', 'pin', 'country', 'point'],
    People: ['contacts', 'allowedOperators', 'subcontractorOf'],
  },
  beforeAdmission: ['APPLICANT'],
  states: {
    APPLICANT: { label: 'Applicant', tone: 'pending' },
    ACTIVE: { label: 'Active', tone: 'success' },
    SUSPENDED: { label: 'Suspended', tone: 'error' },
    EXITED: { label: 'Exited', tone: 'neutral' },
  },
  final: ['EXITED'],
  events: {
    ACTIVATED: {
      label: 'Activate',
      help: 'Needs a scope certificate in force, or that it handles conventional goods only; a brand that only sells to consumers needs neither.',
      fields: {},
      from: ['APPLICANT'],
      to: 'ACTIVE',
      right: 'approve',
      roles: ['ADMIN'],
      icon: 'verified',
    },
    SUSPENDED: {
      label: 'Suspend',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['ACTIVE'],
      to: 'SUSPENDED',
      right: 'approve',
      roles: ['ADMIN'],
      icon: 'block',
    },
    REINSTATED: {
      label: 'Reinstate',
      fields: { reason: longText('What was corrected', { max: 500 }) },
      from: ['SUSPENDED'],
      to: 'ACTIVE',
      right: 'approve',
      roles: ['ADMIN'],
      icon: 'undo',
    },
    SCOPE_LAPSED: {
      label: 'Suspended: no scope certificate in force',
      fields: {},
      from: ['ACTIVE'],
      to: 'SUSPENDED',
      system: 'clock',
      icon: 'block',
    },
    SCOPE_RESTORED: { label: 'Scope certificate in force again', fields: {}, from: ['SUSPENDED'], to: 'ACTIVE', system: 'clock', icon: 'undo' },
    EXITED: {
      label: 'Record exit',
      help: 'Only when it holds no stock.',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['ACTIVE', 'SUSPENDED'],
      to: 'EXITED',
      right: 'approve',
      roles: ['ADMIN'],
      icon: 'logout',
    },
    AUDIT: {
      label: 'Audit',
      help: 'By the certification body. An audit with a checklist is planned as a record of its own and is noted here once it is signed.',
      fields: {
        kind: choice('Kind', auditNotices),
        result: choice('Result', auditResults),
        nextDueOn: optional(date('Next audit by')),
        // Of before: what was found is a non-conformity, which fewer people read than the company (docs/decisions/0150).
        findings: derived(longText('Findings')),
        files: derived(attachments()),
        auditId: derived(reference('Audit', 'companyaudit')),
        certificationBodyId: derived(reference('Certification body', 'certificationbody')),
      },
      roles: ['CERTIFICATION_BODY_AUDITOR'],
      icon: 'fact_check',
    },
    CONTRACT_SIGNED: {
      label: 'Contract signed',
      fields: { reference: text('Contract', { max: 80 }), validTo: optional(date('Valid to')), files: attachments() },
      icon: 'draw',
    },
  },
  checks: [{ path: 'gln', code: 'format', message: 'The check digit of this GLN is wrong.', fails: (row) => !!row.gln && !hasGs1CheckDigit(row.gln) }],
})
