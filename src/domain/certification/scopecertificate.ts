// What an operator or processor is certified for, until when and by whom (domain dictionary 5.3). It is proposed first, and
// valid when somebody else has confirmed it: its certification body, or an administrator who has checked it. Suspended,
// withdrawn or expired, it supports no claim (scope-validity.ts, BR-12 T01).
import { addDays, fullMonths } from '../kernel/day.ts'
import { type EventNeed, entity } from '../kernel/entity.ts'
import { attachments, choice, date, derived, documentNo, hectares, integer, lines, longText, optional, reference, rows, text } from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'

/** What a certificate can be for: conventional goods need none. */
const certifiedClaims = { IC1: claims.IC1, IC2: claims.IC2, IC3: claims.IC3, ORGANIC: claims.ORGANIC }

const inTerm: EventNeed = {
  why: 'Its last day has passed: it has expired.',
  on: ['validity'],
  fails: ({ validity }) => validity === 'EXPIRED',
}

export const scopecertificate = entity('scopecertificate', {
  label: 'Scope certificate',
  plural: 'Scope certificates',
  group: 'Administration',
  about: 'Certificates of operators and processors: the scheme, the products and the days on which they hold.',
  notice: 'What is entered here is a proposal. It counts when its certification body, or an administrator who has checked it, has confirmed it.',
  belongsTo: { operator: 'collectiveId', atOperator: 'THEIRS', processor: 'processorId', certificationBody: 'certificationBodyId' },
  codePrefix: 'SCC',
  fields: {
    scNo: documentNo('Certificate no.', { max: 40, search: true, sort: true }),
    schemeId: reference('Scheme', 'scheme', { fixed: true }),
    certificationBodyId: reference('Certification body', 'certificationbody', { fixed: true }),
    collectiveId: optional(reference('Operator', 'collective', { fixed: true })),
    processorId: optional(reference('Processor', 'processor', { fixed: true })),
    issueDate: date('Issued on', { sort: true }),
    validFrom: date('Valid from'),
    validTo: date('Valid to', { sort: true, help: 'The last day; after it the certificate has expired by itself.' }),
    annex: lines(
      'Annex',
      {
        productId: reference('Product', 'product'),
        claimStatus: optional(choice('Claim', certifiedClaims, { help: 'The highest claim under which it is sold; empty: every claim.' })),
        processingSystemId: optional(reference('Facility', 'processingsystem', { help: 'Where this is handled; empty: everywhere at the holder.' })),
      },
      { max: 100, help: 'What may be sold under the certificate: one line for each product, claim and facility.' },
    ),
    sites: rows(
      'Sites',
      { name: text('Name', { max: 80 }), place: optional(text('Place', { max: 60 })), teId: optional(text('TE-ID', { max: 20 })) },
      { max: 50 },
    ),
    farmersCount: optional(integer('Farmers', { max: 100_000 })),
    areaHa: optional(hectares('Area', { max: 1_000_000, isInHectares: true })),
    claimMix: optional(
      rows(
        'Area by claim',
        { claimStatus: choice('Claim', certifiedClaims), areaHa: hectares('Area', { max: 1_000_000, isInHectares: true }) },
        { max: 4, help: 'As the certificate states it.' },
      ),
    ),
    validity: derived(
      choice(
        'Validity',
        {
          PROPOSED: ['Proposed', 'pending'],
          NOT_YET: ['Not valid yet', 'pending'],
          VALID: ['Valid', 'success'],
          EXPIRING: ['Expiring', 'pending'],
          SUSPENDED: ['Suspended', 'error'],
          EXPIRED: ['Expired', 'neutral'],
          WITHDRAWN: ['Withdrawn', 'error'],
          REJECTED: ['Rejected', 'error'],
        },
        { filter: true, help: 'On the day on which it is read: a valid one is expiring from 60 days before its last day.' },
      ),
    ),
    documentNo: optional(text('Document', { max: 80 })),
    files: attachments(),
  },
  unique: [['certificationBodyId', 'scNo']],
  title: (row) => row.scNo,
  subtitle: ['schemeId', 'validTo'],
  list: ['schemeId', 'certificationBodyId', 'collectiveId', 'processorId', 'validFrom', 'validTo', 'status'],
  form: {
    Certificate: ['scNo', 'schemeId', 'certificationBodyId', 'collectiveId', 'processorId', 'issueDate', 'validFrom', 'validTo', 'documentNo', 'files'],
    Scope: ['annex', 'sites', 'farmersCount', 'areaHa', 'claimMix'],
  },
  states: {
    PROPOSED: { label: 'Proposed', tone: 'pending' },
    VALID: { label: 'Valid', tone: 'success' },
    SUSPENDED: { label: 'Suspended', tone: 'error' },
    EXPIRED: { label: 'Expired', tone: 'neutral' },
    WITHDRAWN: { label: 'Withdrawn', tone: 'error' },
    REJECTED: { label: 'Rejected', tone: 'error' },
  },
  // What was confirmed stays as it was confirmed; another scope or another term is another certificate.
  editableIn: ['PROPOSED'],
  final: ['WITHDRAWN', 'EXPIRED', 'REJECTED'],
  events: {
    CONFIRMED: {
      label: 'Confirm',
      help: 'By the certification body, or by an administrator who has checked it; not by the person who entered it. From then on it is valid.',
      fields: { checkedAgainst: text('Checked against', { max: 200, help: 'The certificate itself, or the public register of the certification body.' }) },
      from: ['PROPOSED'],
      to: 'VALID',
      right: 'approve',
      roles: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR'],
      excludesActorOf: ['created', 'EDITED'],
      icon: 'verified',
    },
    REJECTED: {
      label: 'Reject',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['PROPOSED'],
      to: 'REJECTED',
      right: 'approve',
      roles: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR'],
      icon: 'block',
    },
    SUSPENDED: {
      label: 'Suspend',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['VALID'],
      to: 'SUSPENDED',
      right: 'approve',
      roles: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR'],
      needs: [inTerm],
      icon: 'block',
    },
    REINSTATED: {
      label: 'Reinstate',
      fields: { reason: longText('What was corrected', { max: 500 }) },
      from: ['SUSPENDED'],
      to: 'VALID',
      right: 'approve',
      roles: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR'],
      needs: [inTerm],
      icon: 'undo',
    },
    WITHDRAWN: {
      label: 'Withdraw',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['VALID', 'SUSPENDED'],
      to: 'WITHDRAWN',
      right: 'approve',
      roles: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR'],
      needs: [inTerm],
      icon: 'logout',
    },
    EXPIRED: { label: 'Expired', fields: {}, from: ['VALID', 'SUSPENDED'], to: 'EXPIRED', system: 'clock', icon: 'edit_calendar' },
  },
  checks: [
    {
      path: 'collectiveId',
      code: 'rule',
      message: 'A certificate is held either by an operator or by a processor.',
      fails: (row) => !row.collectiveId === !row.processorId,
    },
    {
      path: 'claimMix',
      code: 'rule',
      message: 'A claim stands here twice.',
      fails: ({ claimMix }) => !!claimMix && new Set(claimMix.map((one) => one.claimStatus)).size < claimMix.length,
    },
    {
      path: 'claimMix',
      code: 'max',
      message: 'Together this is more than the area of the certificate.',
      fails: ({ claimMix, areaHa }) => !!claimMix && areaHa !== null && claimMix.reduce((sum, one) => sum + one.areaHa, 0) > areaHa + 1e-9,
    },
    { path: 'validTo', code: 'min', message: 'It is valid to a day after the one it is valid from.', fails: (row) => row.validTo <= row.validFrom },
    {
      path: 'validTo',
      code: 'max',
      message: 'A scope certificate is valid for 18 months at most.',
      fails: (row) => row.validTo > row.validFrom && fullMonths(row.validFrom, addDays(row.validTo, -1)) >= 18,
    },
  ],
})
