// Planning a round of inspections (BR-34, BR-21): who is visited and why, by whom, and when. Pure and repeatable: the same members,
// inspectors and seed give the same plan.

import { sha256 } from '../geo/sha256.ts'
import { addDays } from '../kernel/day.ts'
import type { RiskClass } from '../rules/risk.ts'
import type { InspectionReason } from './inspection-terms.ts'

export type Member = { id: string; village: string; riskClass: RiskClass; isLargeFarm: boolean }
export type Chosen = { id: string; village: string; reason: InspectionReason }
export type Way = 'ALL' | 'RISK'

/** Everybody; or all of high risk and as many of the others as asked, drawn by the hash of the seed and their id. */
export function choose(members: readonly Member[], way: Way, random: number, seed: string): Chosen[] {
  if (way === 'ALL') return members.map(({ id, village }) => ({ id, village, reason: 'ALL' }))
  const high = members.filter(({ riskClass }) => riskClass === 'HIGH')
  const others = members
    .filter(({ riskClass }) => riskClass !== 'HIGH')
    .map((one) => ({ one, lot: sha256(`${seed}:${one.id}`) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : a.lot > b.lot ? 1 : 0))
    .slice(0, Math.max(0, random))
  return [
    ...high.map(({ id, village }) => ({ id, village, reason: 'HIGH_RISK' as const })),
    ...others.map(({ one: { id, village } }) => ({ id, village, reason: 'RANDOM' as const })),
  ]
}

export type PlannedVisit = Chosen & { inspectorId: string; plannedOn: string }

/**
 * Village by village, each visit by the inspector without a conflict who has the fewest so far; `perDay` visits of an inspector a day, from
 * `from` on. `mayVisit`: whether this person may inspect there. Whoever nobody may visit is left over.
 */
export function assign(
  chosen: readonly Chosen[],
  inspectorIds: readonly string[],
  mayVisit: (inspectorId: string, farmerId: string) => boolean,
  { from, perDay }: { from: string; perDay: number },
): { visits: PlannedVisit[]; left: Chosen[] } {
  const load = new Map(inspectorIds.map((id) => [id, 0]))
  const visits: PlannedVisit[] = []
  const left: Chosen[] = []
  const inVillages = [...chosen].sort((a, b) => (a.village < b.village ? -1 : a.village > b.village ? 1 : a.id < b.id ? -1 : 1))
  for (const one of inVillages) {
    const [inspectorId] = inspectorIds.filter((id) => mayVisit(id, one.id)).sort((a, b) => (load.get(a) ?? 0) - (load.get(b) ?? 0) || (a < b ? -1 : 1))
    if (inspectorId === undefined) {
      left.push(one)
      continue
    }
    const before = load.get(inspectorId) ?? 0
    load.set(inspectorId, before + 1)
    visits.push({ ...one, inspectorId, plannedOn: addDays(from, Math.floor(before / perDay)) })
  }
  return { visits, left }
}
