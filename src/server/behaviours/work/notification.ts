// A notification that comes again says how often, with the figures of the last time.
import { entityOf } from '#domain/entities.ts'
import { defineBehaviour } from '../../scope.ts'

export const notificationBehaviour = defineBehaviour(entityOf('notification'), {
  events: {
    REPEATED: {
      async apply(_scope, { subject, event: { data } }) {
        subject.timesSeen = data.timesSeen
        subject.headline = data.headline
        subject.params = data.params ?? []
      },
    },
  },
})
