// Checklists of inspections: numbered by the product as packages of practices are (5.1), and of one name one version is asked at a time.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { defineBehaviour, type Scope } from '../../scope.ts'
import { recordBySystem } from '../../store/record-event.ts'

const checklist = entityOf('checklist')

/** Also after ones that were deleted: a number is used once. Of two made at once the second is refused by the key and may be sent again. */
async function nextVersion({ db, tenant }: Scope, { name }: Pick<Stored<typeof checklist>, 'name'>): Promise<number> {
  const { rows } = await sql<{ next: number }>`select coalesce(max(c.version_no), 0) + 1 as next from checklist as c
    where c.tenant_id = ${tenant.id} and c.name = ${name}`.execute(db)
  return rows[0]?.next ?? 1
}

export const checklistBehaviour = defineBehaviour(checklist, {
  async prepare(scope, { before, after }) {
    if (!before || before.name !== after.name) after.versionNo = await nextVersion(scope, after)
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
