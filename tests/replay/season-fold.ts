// What the domain dictionary says of a member's season (3.1, BR-21), as a fold over inspections and decisions in order of occurrence.
// Written from the dictionary alone: nothing here is imported from the product.
import type { Fact, Fold, Folded } from './engine.ts'

export type Season = {
  status: string
  result: string
  approvedOn: string | null
  inspection1On: string | null
  inspection2On: string | null
  inspectionResult: string | null
  /** Decisions that approved whom the inspector had not: to be looked at. */
  against: string[]
}

/** Twelve days apart, from 10 June 2025. */
export const dateOf = (day: number): string => new Date(Date.UTC(2025, 5, 10 + 12 * (day - 1))).toISOString().slice(0, 10)
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
const isApproved = (result: unknown): boolean => result === 'APPROVED' || result === 'CONDITIONAL'

export const foldSeason: Fold<Season> = (facts): Folded<Season> => {
  const visits: Fact[] = []
  const against: string[] = []
  let decided: Fact | undefined
  for (const fact of facts) {
    if (fact.type === 'INSPECTION') visits.push(fact)
    else {
      const last = visits.at(-1)
      if (!last) return { impossible: fact, because: 'the member was not inspected before' }
      if (isApproved(fact.data.result) && !isApproved(last.data.result)) against.push(fact.key)
      decided = fact
    }
  }
  const [first, last] = [visits[0], visits.at(-1)]
  const second = visits.find(({ day }) => first && daysBetween(dateOf(first.day), dateOf(day)) >= 30)
  return {
    state: {
      status: decided ? 'DECIDED' : 'OPEN',
      result: decided ? String(decided.data.result) : 'NOT_INSPECTED',
      approvedOn: decided ? dateOf(decided.day) : null,
      inspection1On: first ? dateOf(first.day) : null,
      inspection2On: second ? dateOf(second.day) : null,
      inspectionResult: last ? String(last.data.result) : null,
      against: against.sort(),
    },
  }
}
