// Checklists of inspections: numbered by the product as packages of practices are (5.1), and of one name one version is asked at a time.
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { defineBehaviour } from '../../scope.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { nextVersion } from '../publication.ts'

const checklist = entityOf('checklist')

export const checklistBehaviour = defineBehaviour(checklist, {
  async prepare(scope, { before, after }) {
    if (!before || before.name !== after.name) after.versionNo = await nextVersion(scope, 'checklist', after.name)
    after.questionCount = after.questions.length
  },
  events: {
    PUBLISHED: {
      /** The one that was asked until now is overtaken; inspections that began with it go on with it. */
      async apply(scope, { subject, event }) {
        const others = await scope.db
          .selectFrom('checklist')
          .select('id')
          .where('tenant_id', '=', scope.tenant.id)
          .where('name', '=', subject.name)
          .where('status', '=', 'PUBLISHED')
          .where('id', '!=', subject.id)
          .where('deleted_at', 'is', null)
          .execute()
        for (const { id } of others)
          await recordBySystem(scope, checklist, id, { eventType: 'SUPERSEDED', occurredAt: event.occurredAt, data: {}, causeEventId: event.id })
      },
      async settle(scope, { subject, event }, isVoided) {
        subject.publishedOn = isVoided ? null : localDay(scope, event.occurredAt)
      },
    },
  },
})
