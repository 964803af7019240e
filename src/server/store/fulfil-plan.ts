// An event that says which planned event it fulfils (`planEventId`): the plan must wait for just this, on just this record,
// and is closed by it; taking the event back opens the plan again (domain dictionary 1.3, BR-18).
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, RecordedEvent, Row, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { Scope } from '../scope.ts'
import { findRecord } from './get.ts'

export const planevent = entityOf('planevent')
type Plan = Stored<typeof planevent>

/** Whether it follows from a package: then what does it is folded from events, not recorded on it. */
export const isOfPackage = ({ popId, poultryPopId, aquaPopId }: Plan): boolean => popId !== null || poultryPopId !== null || aquaPopId !== null

/**
 * The open plan of this subject that waits for this type of event, locked. `supersedes`: an event that is replaced by this one; what it did
 * of a package is open again at the end of the step. Throws VALIDATION at `planEventId`.
 */
export async function openPlan(
  scope: Scope,
  entity: AnyEntity,
  subject: Row,
  eventType: string,
  planId: string,
  supersedes: string | null | undefined,
): Promise<Plan> {
  const plan = await findRecord(scope, planevent, planId.toLowerCase(), { lock: true, by: 'any' })
  const isOurs = plan && isAbout(plan, entity, subject)
  if (!isOurs) throw fieldProblem('planEventId', 'missing', 'Nothing of this name is planned here.')
  if (plan.eventType !== eventType) throw fieldProblem('planEventId', 'rule', 'Another event is planned there.')
  const isDoneByReplaced = typeof supersedes === 'string' && plan.fulfilledByEventId === supersedes
  if (planevent.final?.includes(plan.status) && !isDoneByReplaced) throw fieldProblem('planEventId', 'taken', 'This planned event is closed already.')
  return plan
}

const isAbout = (plan: Row, entity: AnyEntity, subject: Row): boolean =>
  Object.entries(planevent.fields).some(([name, field]) => field.target === entity.name && plan[name] === subject.id)

/** What happens to the plan: done within its window (by the day on which the event happened there), or before or after it. */
export const fulfilment = (plan: Plan, event: RecordedEvent): 'DONE_ON_TIME' | 'DONE_LATE' => {
  const day = new Date(Date.parse(event.occurredAt) + event.occurredOffsetMin * 60_000).toISOString().slice(0, 10)
  return (plan.windowEnd !== null && day > plan.windowEnd) || (plan.windowStart !== null && day < plan.windowStart) ? 'DONE_LATE' : 'DONE_ON_TIME'
}
