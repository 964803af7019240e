// A planned event remembers which event did it, so that taking that one back opens the plan again (BR-18).
import { entityOf } from '#domain/entities.ts'
import { defineBehaviour, type EventBehaviour } from '../../scope.ts'

const planevent = entityOf('planevent')

const done: EventBehaviour<typeof planevent, 'DONE_ON_TIME' | 'DONE_LATE'> = {
  async settle(_scope, { subject, event }, isVoided) {
    subject.fulfilledByEventId = isVoided ? null : event.data.eventId
  },
}

export const planeventBehaviour = defineBehaviour(planevent, { events: { DONE_ON_TIME: done, DONE_LATE: done } })
