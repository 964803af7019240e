// A planned event remembers which event did it, so that taking that one back opens the plan again (BR-18).
import type { Behaviour, EventBehaviour } from '../../scope.ts'

const done: EventBehaviour = {
  async settle(_scope, { subject, event }, isVoided) {
    subject.fulfilledByEventId = isVoided ? null : event.data.eventId
  },
}

export const planeventBehaviour: Behaviour = { events: { DONE_ON_TIME: done, DONE_LATE: done } }
