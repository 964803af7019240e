// The water regime of a cropping system: what was typed with it, and the changes that a second person approved since (BR-06,
// BR-24). Pure; recording and taking back call the same function.
import type { WaterRegime } from '../kernel/terms.ts'
import { sinceTyped } from '../kernel/typed-facts.ts'

export type WaterFact = { id: string; eventType: string; occurredAt: string; data: Readonly<Record<string, unknown>> }
export type WaterProjection = {
  waterRegime: WaterRegime | null /** Which proposal each approval decided on; null: on none. */
  approvals: Map<string, string | null>
}

/** `facts`: in order of recording. An approval decides on the latest proposal before it that had been recorded by then. */
export function waterProjection(facts: readonly WaterFact[]): WaterProjection {
  const { typed, later } = sinceTyped(facts, 'waterRegime')
  const projection: WaterProjection = { waterRegime: typed as WaterRegime | null, approvals: new Map() }
  const proposals: { id: string; regime: WaterRegime; isDecided: boolean }[] = []
  const recorded = facts.map(({ id }) => id)
  for (const { id, eventType, data } of later) {
    if (eventType === 'WATER_CHANGE_PROPOSED') proposals.push({ id, regime: data.waterRegime as WaterRegime, isDecided: false })
    if (eventType !== 'WATER_CHANGE_APPROVED') continue
    const decided = proposals.findLast((one) => recorded.indexOf(one.id) < recorded.indexOf(id) && !one.isDecided)
    projection.approvals.set(id, decided?.id ?? null)
    if (!decided) continue
    decided.isDecided = true
    projection.waterRegime = decided.regime
  }
  return projection
}
