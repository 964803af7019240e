// Which checks of a certificate that was issued would stop or doubt it by what is known now, and did not when it was issued (BR-12). Pure. Judged are those
// whose facts can become known late: the others look at the certificate itself, at what the product refuses to change, or at the daily books of the seller.

import { type LateCheck, lateChecks } from '../rules/late-checks.ts'
import type { Tolerances } from '../rules/tolerances.ts'
import type { Check, CheckCode, CheckOutcome } from './certificate-check.ts'
import { certificateChecks } from './certificate-checks.ts'
import type { CertificateFacts } from './certificate-facts.ts'

type Late = Check & { code: LateCheck }
const isLate = (check: Check): check is Late => lateChecks.some((code) => code === check.code)

const gravity: Readonly<Record<CheckOutcome, number>> = { OK: 0, REVIEW: 1, BLOCK: 2 }

/**
 * `atIssue`: what the checks said then. Restricted goods are for T07 alone; compositions of products are judged at issue alone; and a body that was suspended since
 * leaves what it had issued valid (5.3). What tickets without an estimate or a list that is not signed leave to be reviewed of a
 * season (T08) is no fact about this certificate; nor is that the conversion of a plot began anew since (T10).
 */
export function worsened(facts: CertificateFacts, tolerances: Tolerances, atIssue: Partial<Record<CheckCode, CheckOutcome>>): Late[] {
  const free = facts.lots.map((lot) => ({ ...lot, isRestricted: false }))
  const lines = facts.lines.map((line) => ({ ...line, organicShare: 1 }))
  const inputs = facts.inputs.map((input) => ({ ...input, isIssued: input.isIssued || input.isReplaced === true }))
  const now = certificateChecks({ ...facts, lines, inputs }, tolerances)
  const unrestricted = certificateChecks({ ...facts, lines, inputs, lots: free }, tolerances)
  return now
    .map((check, place) => (check.code === 'T05' ? (unrestricted[place] ?? check) : check))
    .filter(isLate)
    .filter(({ code, outcome }) => gravity[outcome] > gravity[atIssue[code] ?? 'BLOCK'] && ((code !== 'T08' && code !== 'T10') || outcome === 'BLOCK'))
}
