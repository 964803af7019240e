// BR-11: which of the events that filled a lot mixed claims, by the order in which they occurred. Pure.
import type { Finding } from '../kernel/entity.ts'
import type { Claim } from '../kernel/terms.ts'
import { lowestClaim } from './claim.ts'

/** What came into the lot by one event. */
export type Filling = { eventId: string; at: string; claim: Claim }

/** One finding for each event whose goods had another claim than those in the lot, or than one another. `fillings` in any order. */
export function mixingFindings(fillings: readonly Filling[]): (Finding & { eventId: string })[] {
  const events = [...Map.groupBy(fillings, ({ eventId }) => eventId)].sort(
    ([oneId, [one]], [otherId, [other]]) => Date.parse(one?.at ?? '') - Date.parse(other?.at ?? '') || (oneId < otherId ? -1 : 1),
  )
  const findings: (Finding & { eventId: string })[] = []
  let inLot: Claim[] = []
  for (const [eventId, came] of events) {
    const claims = [...new Set([...inLot, ...came.map(({ claim }) => claim)])]
    if (claims.length > 1)
      findings.push({ eventId, ruleId: 'BR-11', severity: 'WARN', message: 'Claims were mixed on purpose; the lowest counts.', figures: { claims } })
    inLot = [lowestClaim(claims)]
  }
  return findings
}
