// Fields of the events by which goods, or the crop in the field, are sampled and tested (domain dictionary 3.5, 4.4, BR-15).
import { attachments, choice, date, derived, documentNo, longText, optional, quantity, reference, text } from './kinds.ts'
import { lotTests } from './lot-tests.ts'

/** What is known of a kind of test; UNTESTED: no sample was taken. */
export const gmoStatuses = {
  UNTESTED: ['Not tested', 'neutral'],
  PENDING: ['Result awaited', 'pending'],
  NEGATIVE: ['Negative', 'success'],
  POSITIVE: ['Positive', 'error'],
} as const
export const testKind = () => choice('Test', lotTests)
export const sampleNo = () => documentNo('Sample no.', { max: 40 })
export const sampleFields = () => ({ kind: testKind(), sampleNo: sampleNo(), laboratory: text('Laboratory', { max: 80 }) })
/** `measured`, `limit`: mg/kg. */
export const resultFields = () => ({
  kind: testKind(),
  sampleNo: sampleNo(),
  result: choice('Result', { NEGATIVE: ['Negative', 'success'], POSITIVE: ['Positive', 'error'] }),
  reportNo: text('Report', { max: 60 }),
  // Of GMO a screening by IWA 32:2019 (dictionary 4.2).
  method: optional(text('Method', { max: 80 })),
  substance: optional(text('Substance', { max: 80 })),
  measured: optional(quantity('Measured', 'mg/kg', { min: 0, max: 1_000_000, decimals: 4 })),
  limit: optional(quantity('Limit', 'mg/kg', { min: 0, max: 1_000_000, decimals: 4, help: 'Of the scheme or the law. Above it the result is positive.' })),
  reportedOn: optional(date('Reported on')),
  files: attachments(),
})
/** The certification body’s part of taking a positive result back. */
export const dismissalFields = () => ({
  kind: testKind(),
  reportNo: text('Report', { max: 60 }),
  reason: longText('Reason', { max: 500 }),
  certificationBodyId: derived(reference('Certification body', 'certificationbody')),
  files: attachments(),
})
