// What differs between an inspection of a farmer and an audit of a company on the screens that both are worked on: who signs, and what it may come to.

import { type AnswerLine, proposedResult } from '#domain/certification/inspection-projection.ts'
import { auditResults } from '#domain/kernel/audits.ts'
import type { Tone } from '#domain/kernel/field.ts'
import { inspectionResults } from '#domain/kernel/terms.ts'

export type VisitTerms = {
  results: Readonly<Record<string, readonly [string, Tone]>>
  propose(lines: readonly AnswerLine[]): string
  signers: Readonly<Record<string, string>>
  /** Field of the event, and its label. */
  theirs: readonly [string, string]
  own: string
  done: string
  /** It says by when the next one is. */
  hasNext: boolean
}

const ofFarmer: VisitTerms = {
  results: inspectionResults,
  propose: proposedResult,
  signers: { FARMER: 'The farmer', FAMILY: 'Somebody of the family', REFUSED: 'Nobody: the signature was refused' },
  theirs: ['farmerSignature', 'Signature of the farmer'],
  own: 'Signature of the inspector',
  done: /* i18n */ 'The inspection is submitted.',
  hasNext: false,
}
const passed = { APPROVED: 'PASSED', CONDITIONAL: 'CONDITIONAL', REJECTED: 'FAILED' } as const
const ofCompany: VisitTerms = {
  results: auditResults,
  propose: (lines) => passed[proposedResult(lines)],
  signers: { COMPANY: 'Somebody of the company', REFUSED: 'Nobody: the signature was refused' },
  theirs: ['companySignature', 'Signature of the company'],
  own: 'Signature of the auditor',
  done: /* i18n */ 'The audit is submitted.',
  hasNext: true,
}
export const termsOf = (entity: string): VisitTerms => (entity === 'companyaudit' ? ofCompany : ofFarmer)
