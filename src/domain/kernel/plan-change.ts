// What another package of practices would move on a plan: the same for crops, flocks and ponds (domain dictionary 5.1; animal 9.3).
import type { PlannedOccurrence } from './plan-engine.ts'
import { occurrenceKey } from './plan-schedule.ts'

/**
 * Numbers of steps: done ones stay, and those that were missed before the day of the change; of the open ones those that are new, that are new and missed at once because their days
 * are over, that are due on another day, or no longer asked for.
 */
export type PlanChange = { done: number; missed: number; added: number; overdue: number; moved: number; dropped: number }

/** `followed`: the package that `after` follows, from `today` on. */
export function planChange(before: readonly PlannedOccurrence[], after: readonly PlannedOccurrence[], followed: string, today: string): PlanChange {
  const requested = (plan: readonly PlannedOccurrence[]): Map<string, PlannedOccurrence> =>
    new Map(plan.filter(({ step, doneBy }) => step.applies || doneBy).map((one) => [occurrenceKey(one), one]))
  const [old, next] = [requested(before), requested(after)]
  const open = [...next].filter(([, { doneBy }]) => !doneBy)
  const added = open.filter(([key]) => !old.has(key))
  const isOverdue = ({ step, to }: PlannedOccurrence): boolean => to < today && step.mandatory && !step.isJudged
  return {
    done: next.size - open.length,
    missed: open.filter(([, { packageId, step }]) => packageId !== followed && step.mandatory && !step.isJudged).length,
    added: added.filter(([, one]) => !isOverdue(one)).length,
    overdue: added.filter(([, one]) => isOverdue(one)).length,
    moved: open.filter(([key, { due }]) => old.has(key) && old.get(key)?.due !== due).length,
    dropped: [...old].filter(([key, { doneBy }]) => !doneBy && !next.has(key)).length,
  }
}
