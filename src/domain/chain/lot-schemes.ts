// The schemes that the goods of a lot are certified to, from the farm on (domain dictionary 4.4 schemeIds; docs/decisions/0167): those that everything in it shares. Pure.
import { type DatedCertificate, type ValidityEvent, validityOn } from '../certification/scope-validity.ts'
import type { Claim } from '../kernel/terms.ts'
import { isCertified } from './claim.ts'

/** A scope certificate of the group that grew the goods. */
export type SchemeCertificate = DatedCertificate & { schemeId: string; events: readonly ValidityEvent[] }

/** Schemes under which something picked on `day` (YYYY-MM-DD where the programme works) was certified: a certificate was in force then. In the order of their ids. */
export const schemesOn = (certificates: readonly SchemeCertificate[], day: string): string[] =>
  [...new Set(certificates.flatMap(({ schemeId, events, ...one }) => (validityOn(one, events, day) === 'VALID' ? [schemeId] : [])))].sort()

/** Of a lot with this claim: what its inputs share. Conventional goods are of no scheme, and of goods from before the programme none is known. */
export function sharedSchemes(claim: Claim | null, inputs: readonly { schemes: readonly string[] | null }[]): string[] {
  const [first, ...others] = inputs
  if (!first || !isCertified(claim ?? 'CONVENTIONAL')) return []
  return [...(first.schemes ?? [])].filter((scheme) => others.every(({ schemes }) => schemes?.includes(scheme))).sort()
}
