// The committee's part of a member's season row: what the latest decision says, by the day on which it was taken (domain
// dictionary 3.1). Pure; recording a decision and taking one back call the same function.
import type { SeasonResult } from '../kernel/terms.ts'

export type DecisionFact = {
  eventType: string
  /** UTC, ISO 8601. */
  occurredAt: string
  /** Tenant-local day. */
  day: string
  recordedBy: string | null
  data: Readonly<Record<string, unknown>>
}
export type SeasonDecision = {
  status: 'OPEN' | 'DECIDED'
  result: SeasonResult
  conditions: string | null
  approvedOn: string | null
  approvedBy: string | null
  listHash: string | null
}

/** `facts`: in order of recording; of two decisions of one moment the one recorded later counts. */
export function seasonDecision(facts: readonly DecisionFact[]): SeasonDecision {
  const last = facts
    .filter(({ eventType }) => eventType === 'DECIDED')
    .reduce<DecisionFact | null>((latest, one) => (latest && latest.occurredAt > one.occurredAt ? latest : one), null)
  if (!last) return { status: 'OPEN', result: 'NOT_INSPECTED', conditions: null, approvedOn: null, approvedBy: null, listHash: null }
  return {
    status: 'DECIDED',
    result: last.data.result as SeasonResult,
    conditions: (last.data.conditions as string | null | undefined) ?? null,
    approvedOn: last.day,
    approvedBy: last.recordedBy,
    listHash: (last.data.listHash as string | null | undefined) ?? null,
  }
}
