// Packages of practices and rules of schemes: how many steps, and since when published (5.1, 5.2; animal 9).
import { localDay } from '#domain/kernel/day.ts'
import type { Behaviour } from '../scope.ts'

export const publicationBehaviour: Behaviour = {
  async prepare(_scope, { after }) {
    if ('planEvents' in after) after.stepCount = Array.isArray(after.planEvents) ? after.planEvents.length : 0
  },
  events: {
    PUBLISHED: {
      async settle(scope, { subject, event }, isVoided) {
        subject.publishedOn = isVoided ? null : localDay(scope, event.occurredAt)
      },
    },
  },
}
