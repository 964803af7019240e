// A task that repeats: when it is done, the next one of its series is there, with the same people, subject and steps.
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { nextDue } from '#domain/work/recurrence.ts'
import { defineBehaviour, type Scope } from '../../scope.ts'
import { createBySystem } from '../../store/create.ts'

const task = entityOf('task')

export const taskBehaviour = defineBehaviour(task, {
  events: {
    DONE: {
      async apply(scope, { subject, event }) {
        if (!subject.recurrence || (await hasNext(scope, subject.id))) return
        const {
          id: _id,
          code: _code,
          title: _title,
          version: _version,
          createdAt: _at,
          createdBy: _by,
          updatedAt: _updated,
          updatedBy: _updater,
          ...values
        } = subject
        const dueDate = nextDue(
          subject.dueDate,
          localDay(scope, event.occurredAt),
          subject.recurrence,
          subject.recurrenceInterval ?? 1,
          subject.recurrenceUntil,
        )
        if (dueDate === null) return
        const checklist = (subject.checklist ?? []).map((step) => ({ ...step, done: false }))
        await createBySystem(scope, task, { ...values, dueDate, checklist, planEventId: null, status: 'OPEN' }, event.id)
      },
    },
  },
})

/** Whether the next one is there already: it was done before, and opened again. */
async function hasNext({ db, tenant }: Scope, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('event as next')
    .innerJoin('event as done', (join) => join.onRef('done.id', '=', 'next.cause_event_id').on('done.tenant_id', '=', tenant.id))
    .select('next.id')
    .where('next.tenant_id', '=', tenant.id)
    .where('next.event_type', '=', 'CREATED')
    .where('next.subject_type', '=', 'task')
    .where('done.subject_type', '=', 'task')
    .where('done.subject_id', '=', id)
    .where('done.event_type', '=', 'DONE')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
