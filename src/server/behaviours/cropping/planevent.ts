// A planned event remembers which event did it, so that taking that one back opens the plan again, and why somebody left it out (BR-18).
// Steps of a package are brought to what was recorded of their crop, flock or pond whenever a person decides about one of them.
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import { defineBehaviour, type EventBehaviour, type EventChange, type Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { atEndOfStep } from '../../store/step.ts'
import { settleFreed } from '../awaited-evidence.ts'
import { settleAnimalPlanLater } from '../husbandry/animal-plans.ts'
import { stepsSpoken } from '../step-words.ts'
import { settlePlanTasks } from '../work/caused-tasks.ts'
import { settlePlanLater } from './crop-plans.ts'

const planevent = entityOf('planevent')

const done: EventBehaviour<typeof planevent, 'DONE_ON_TIME' | 'DONE_LATE'> = {
  async settle(_scope, { subject, event }, isVoided) {
    subject.fulfilledByEventId = isVoided ? null : event.data.eventId
  },
}
/** What was to be done and was not is missed: leaving it out afterwards would only have it counted no more (11.1). */
async function refuseMissed(scope: Scope, { subject, event }: EventChange<typeof planevent, 'SKIPPED'>): Promise<void> {
  const { mandatory, windowEnd } = subject
  if (mandatory && windowEnd !== null && localDay(scope, event.occurredAt) > windowEnd)
    throw ruleBlocked('BR-18', phrase`Its days ended on ${onDay(windowEnd)}: it was missed, and is not left out any more.`, { windowEnd })
}
const decided: Pick<EventBehaviour<typeof planevent, 'SKIPPED' | 'REOPENED'>, 'settle'> = {
  async settle(scope, { subject }) {
    const decisions = await eventsOf(scope, planevent, subject.id, ['SKIPPED', 'REOPENED'])
    const last = decisions.sort((one, other) => Date.parse(one.occurredAt) - Date.parse(other.occurredAt)).at(-1)
    subject.leftOutBecause = last?.eventType === 'SKIPPED' ? last.data.reason : null
    if (subject.popId && subject.cropId) await settlePlanLater(scope, subject.cropId)
    if (subject.poultryPopId && subject.poultryBatchId) await settleAnimalPlanLater(scope, 'poultrybatch', subject.poultryBatchId)
    if (subject.aquaPopId && subject.aquaCropId) await settleAnimalPlanLater(scope, 'aquacrop', subject.aquaCropId)
  },
}

export const planeventBehaviour = defineBehaviour(planevent, {
  spoken: stepsSpoken,
  freed: (scope, fileIds) => atEndOfStep(scope, `shown by ${[...fileIds].sort().join()}`, () => settleFreed(scope, fileIds)),
  projected: (scope, before, after) => settlePlanTasks(scope, [{ before, after }]),
  events: { DONE_ON_TIME: done, DONE_LATE: done, SKIPPED: { ...decided, check: refuseMissed }, REOPENED: decided },
})
