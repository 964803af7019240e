// Whether a person is asked which step an event is for (BR-18: outside every window → ask): it did none, and a step that is open could take it.
// Of crops, flocks and ponds alike.
import { isDoneBy, type PlanFact, type PlannedOccurrence, type PlannedStatus, plannedStatus } from './plan-engine.ts'
import { occurrenceKey } from './plan-schedule.ts'

// SKIPPED of one that nobody left out: its days are over, and it need not be done.
const open: readonly PlannedStatus[] = ['PLANNED', 'DUE', 'MISSED', 'SKIPPED']

type Plan = {
  planned: readonly PlannedOccurrence[]
  facts: readonly PlanFact[]
  /** Steps that somebody left out, by their keys. */
  leftOut: ReadonlySet<string> | undefined
  today: string
  endedOn: string | null
}

/**
 * A step that somebody left out, that asks for another operation or input, or that another record does takes nothing. One whose days are over takes nothing
 * any more once another event after them could have done it and did another step, or was for none.
 */
export function isInQuestion({ planned, facts, leftOut, ...on }: Plan, eventId: string): boolean {
  const does = new Set(planned.flatMap(({ doneBy }) => doneBy?.eventId ?? []))
  const fact = facts.find(({ id }) => id === eventId)
  if (!fact || does.has(eventId)) return false
  const settled = facts.filter(({ id, day, isForNone }) => id !== eventId && day <= fact.day && (isForNone || does.has(id)))
  const isOpen = (one: PlannedOccurrence): boolean => {
    if (one.doneBy !== null || leftOut?.has(occurrenceKey(one))) return false
    return open.includes(plannedStatus(one, { ...on, isLeftOut: false, isJudged: one.step.isJudged ?? false }))
  }
  const isOver = ({ step, to }: PlannedOccurrence): boolean => settled.some((other) => other.day > to && isDoneBy(step, other))
  return planned.some((one) => isDoneBy(one.step, fact) && isOpen(one) && !isOver(one))
}
