// Whether a person is asked which step an event is for (BR-18: outside every window → ask): it did none, and a step that is open could take it.
// Of crops, flocks and ponds alike; at the form before it is recorded, of what came otherwise by a finding afterwards.
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
export const isInQuestion = (plan: Plan, eventId: string): boolean => questionsOf(plan, new Set([eventId])).length > 0

/** The same of many events of one plan: those of them that are in question. What its recorder says is for none is not. */
export function questionsOf({ planned, facts, leftOut, ...on }: Plan, eventIds: ReadonlySet<string>): PlanFact[] {
  const does = new Set(planned.flatMap(({ doneBy }) => doneBy?.eventId ?? []))
  const isOpen = (one: PlannedOccurrence): boolean => {
    if (one.doneBy !== null || leftOut?.has(occurrenceKey(one))) return false
    return open.includes(plannedStatus(one, { ...on, isLeftOut: false, isJudged: one.step.isJudged ?? false }))
  }
  const waiting = planned.filter(isOpen)
  const others = facts.filter(({ id, isForNone }) => isForNone || does.has(id))
  const isOver = ({ step, to }: PlannedOccurrence, fact: PlanFact): boolean =>
    others.some((other) => other.id !== fact.id && other.day <= fact.day && other.day > to && isDoneBy(step, other))
  return facts.filter(
    (fact) => eventIds.has(fact.id) && !fact.isForNone && !does.has(fact.id) && waiting.some((one) => isDoneBy(one.step, fact) && !isOver(one, fact)),
  )
}
