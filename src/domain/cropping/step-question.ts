// Whether a person is asked which step an event is for (BR-18: outside every window → ask): it did none, and a step that is open could take it.
import { isDoneBy, type PlannedOccurrence, type PlannedStatus, plannedStatus } from '../kernel/plan-engine.ts'
import { occurrenceKey } from '../kernel/plan-schedule.ts'
import { type CropPlanInput, cropPlan, factEntry } from './crop-plan.ts'

// SKIPPED of one that nobody left out: its days are over, and it need not be done.
const open: readonly PlannedStatus[] = ['PLANNED', 'DUE', 'MISSED', 'SKIPPED']

/**
 * A step that somebody left out, that asks for another operation or input, or that another crop does takes nothing. One whose days are over takes nothing
 * any more once another event after them could have done it and did another step, or was for none.
 */
export function isStepInQuestion(input: CropPlanInput, eventId: string, on: { today: string; endedOn: string | null }): boolean {
  const facts = input.facts.map(factEntry)
  const planned = cropPlan(input)
  const does = new Set(planned.flatMap(({ doneBy }) => doneBy?.eventId ?? []))
  const fact = facts.find(({ id }) => id === eventId)
  if (!fact || does.has(eventId)) return false
  const settled = facts.filter(({ id, day, isForNone }) => id !== eventId && day <= fact.day && (isForNone || does.has(id)))
  const isOpen = (one: PlannedOccurrence): boolean => {
    if (one.doneBy !== null || input.leftOut?.has(occurrenceKey(one))) return false
    return open.includes(plannedStatus(one, { ...on, isLeftOut: false, isJudged: one.step.isJudged ?? false }))
  }
  const isOver = ({ step, to }: PlannedOccurrence): boolean => settled.some((other) => other.day > to && isDoneBy(step, other))
  return planned.some((one) => isDoneBy(one.step, fact) && isOpen(one) && !isOver(one))
}
