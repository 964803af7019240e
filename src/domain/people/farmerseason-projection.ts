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
  /** Live until then, and as it was from then on (BR-17). */
  complianceScore: number | null
}

/** `facts`: in order of recording; of two decisions of one moment the one recorded later counts. */
export function seasonDecision(facts: readonly DecisionFact[]): SeasonDecision {
  const last = facts
    .filter(({ eventType }) => eventType === 'DECIDED')
    .reduce<DecisionFact | null>((latest, one) => (latest && latest.occurredAt > one.occurredAt ? latest : one), null)
  const isSanctioned = sanctionsIn(facts)
  if (!last)
    return {
      status: 'OPEN',
      result: isSanctioned ? 'SANCTIONED' : 'NOT_INSPECTED',
      conditions: null,
      approvedOn: null,
      approvedBy: null,
      listHash: null,
      complianceScore: null,
    }
  return {
    status: 'DECIDED',
    result: isSanctioned ? 'SANCTIONED' : (last.data.result as SeasonResult),
    conditions: (last.data.conditions as string | null | undefined) ?? null,
    approvedOn: last.day,
    approvedBy: last.recordedBy,
    listHash: (last.data.listHash as string | null | undefined) ?? null,
    complianceScore: (last.data.complianceScore as number | null | undefined) ?? null,
  }
}

/** Whether a sanction of the season is imposed and not lifted: whatever the committee decided, nothing is sold as certified (BR-08). */
function sanctionsIn(facts: readonly DecisionFact[]): boolean {
  const open = new Set<unknown>()
  const inOrder = facts
    .map((fact, at) => ({ fact, at }))
    .sort((a, b) => (a.fact.occurredAt < b.fact.occurredAt ? -1 : a.fact.occurredAt > b.fact.occurredAt ? 1 : a.at - b.at))
  for (const { fact } of inOrder) {
    if (fact.eventType === 'SANCTIONED') open.add(fact.data.nonconformityId)
    if (fact.eventType === 'SANCTION_LIFTED') open.delete(fact.data.nonconformityId)
  }
  return open.size > 0
}
