// R19: the certificates of single sales.
import { transactioncertificate } from '../certification/transactioncertificate.ts'
import { choice, choices, date, kilograms, optional, text, time } from '../kernel/kinds.ts'
import { pastDay, period } from './parameters.ts'
import { report, statesOf } from './report.ts'

export const certificateRegister = report('certificate-register', {
  code: 'R19',
  title: 'Transaction certificate register',
  about: 'Every transaction certificate with its parties, goods, weights and days. The period is that of the last shipment.',
  group: 'Certificates',
  on: 'transactioncertificate',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'PROCESSOR_USER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { status: optional(choices('Status', statesOf(transactioncertificate))), ...period, ...pastDay },
  columns: {
    tcNo: text('Certificate no.'),
    sellerRef: text('Seller’s reference'),
    status: choice('Status', statesOf(transactioncertificate)),
    seller: text('Seller', { max: 161 }),
    buyer: text('Buyer', { max: 161 }),
    body: text('Certification body', { max: 161 }),
    products: text('Products', { max: 500 }),
    hsCodes: text('HS code', { max: 500 }),
    claims: text('Claim', { max: 200 }),
    netKg: kilograms('Net', { min: 0 }),
    certifiedKg: kilograms('Certified', { min: 0 }),
    firstShipment: date('First shipment'),
    lastShipment: date('Last shipment'),
    submittedAt: time('Submitted at'),
    issuedAt: time('Issued at'),
    inputs: text('Certificates of what went in', { max: 1000 }),
  },
  totals: ['netKg', 'certifiedKg'],
  formats: ['pdf', 'xlsx', 'csv', 'json'],
})
