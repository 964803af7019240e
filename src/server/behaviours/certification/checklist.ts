// Checklists of inspections: numbered by the product as packages of practices are (5.1), and of one name one version is asked at a time.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { seriesKey } from '#domain/kernel/series-key.ts'
import { defineBehaviour } from '../../scope.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { numberVersion, seriesKeys } from '../publication.ts'

const checklist = entityOf('checklist')

export const checklistBehaviour = defineBehaviour(checklist, {
  async prepare(scope, { before, after }) {
    await numberVersion(scope, 'checklist', before, after)
    after.questionCount = after.questions.length
  },
  keys: seriesKeys,
  events: {
    PUBLISHED: {
      /** The one that was asked until now is overtaken; inspections that began with it go on with it. */
      async apply(scope, { subject, event }) {
        const others = await scope.db
          .selectFrom('checklist')
          .select('id')
          .where('tenant_id', '=', scope.tenant.id)
          .where(sql<string>`series_key`, '=', seriesKey(subject.name))
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
