// A task of a planned event is done when what is planned was recorded. One that repeats: when it is done, the next one of its series is there, with the same people, subject and steps. When that is taken back, the next one goes
// with it, unless somebody has started, changed or commented it.
import { sql } from 'kysely'
import { canOn } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { nextDue } from '#domain/work/recurrence.ts'
import { notToVerify } from '#domain/work/task.ts'
import { type Change, defineBehaviour, type Scope } from '../../scope.ts'
import { createBySystem } from '../../store/create.ts'
import { recordsById } from '../../store/get.ts'
import { withdrawNotices } from '../../store/notify.ts'
import { markRetired } from '../../store/retire.ts'
import { requireEvidence, taskOpenedAgain } from '../../store/shown-evidence.ts'
import { tasksSpoken } from '../step-words.ts'
import { setVillage, villagesOf } from '../village-of-subject.ts'

const task = entityOf('task')
const fulfilled: readonly string[] = ['DONE_ON_TIME', 'DONE_LATE']
const isFulfilled = (status: string): boolean => fulfilled.includes(status)

/** By these a task that the product has made follows its cause. */
const ties = ['planEventId', 'nonConformityId', 'type'] as const
/** By these evidence counts that was recorded elsewhere. */
const shownBy = ['planEventId', 'type'] as const
const giverVerifies = 'Whoever gave the task verifies it, or the operator’s manager.'
const giverLessens = 'Whoever gave the task, or the operator’s manager, decides what is required to close it.'
const mayVerify = ({ user }: Scope, given: NonNullable<Change<typeof task>['before']>): boolean => given.createdBy === user.id || canOn(user, task, 'A', given)
async function prepare(scope: Scope, { before, after }: Change<typeof task>): Promise<void> {
  await setVillage(scope, before, after)
  // Nobody does away with the second person for their own work.
  if (before?.fourEyes && !after.fourEyes && !mayVerify(scope, before)) throw fieldProblem('fourEyes', 'rule', giverVerifies)
  // Nor with what they are to show for it.
  if (before?.evidence.some((one) => !after.evidence.includes(one)) && !mayVerify(scope, before)) throw fieldProblem('evidence', 'rule', giverLessens)
  // Nor by naming another step, which may have it.
  const moved = before && before.evidence.length > 0 && shownBy.find((name) => before[name] !== after[name])
  if (moved && !mayVerify(scope, before)) throw fieldProblem(moved, 'rule', giverLessens)
  if (!before?.ruleId) return
  const changed = ties.find((name) => before[name] !== after[name])
  if (changed) throw fieldProblem(changed, 'rule', 'The product has made this task of it: it stays as it is.')
}

export const taskBehaviour = defineBehaviour(task, {
  spoken: tasksSpoken,
  prepare,
  // A new one is of people alone.
  async prepareMany(scope, drafts) {
    const villages = await villagesOf(
      scope,
      drafts.map(({ after }) => after),
    )
    return {
      prepare({ after }) {
        after.village = villages.get(after.id) ?? null
      },
      accept() {},
    }
  },
  against: {
    // As its check refuses it: what is planned is not recorded yet.
    DONE: ({
      tenant,
    }) => sql<boolean>`r.type = 'PLAN_EVENT' and exists (select from planevent as p where p.tenant_id = ${tenant.id} and p.id = r.plan_event_id and p.deleted_at is null
      and p.status <> all(${[...fulfilled]}::text[]))`,
  },
  events: {
    DONE: {
      async check(scope, { subject, event }) {
        const [plan] = subject.type === 'PLAN_EVENT' && subject.planEventId ? await recordsById(scope, entityOf('planevent'), [subject.planEventId]) : []
        if (plan && !isFulfilled(plan.status)) throw ruleBlocked('6.3', phrase`${plan.title} is not recorded yet. Record it, and the task can be closed.`)
        const fulfilledBy = plan?.fulfilledByEventId ?? null
        await requireEvidence(scope, subject.evidence, { files: event.data.files ?? [], gps: event.gps }, { of: 'TASK', fulfilledBy })
      },
      // Whoever gave the first one has given those that follow: the person who closed one does not thereby verify the next.
      async apply(scope, { subject, event }) {
        if (!subject.recurrence || (await hasNext(scope, subject.id))) return
        const { id: _id, code: _code, title: _title, version: _version, createdAt: _at, updatedAt: _updated, updatedBy: _updater, ...values } = subject
        const dueDate = nextDue(
          subject.dueDate,
          localDay(scope, event.occurredAt),
          subject.recurrence,
          subject.recurrenceInterval ?? 1,
          subject.recurrenceUntil,
        )
        if (dueDate === null) return
        const checklist = (subject.checklist ?? []).map((step) => ({ ...step, done: false }))
        await createBySystem(scope, task, { ...values, dueDate, checklist, planEventId: null, ruleId: null, status: 'OPEN' }, event.id)
      },
      undo: (scope, { event }) => takeBackNext(scope, event.id),
    },
    // After its event is written, or taken back.
    REOPENED: { follow: (scope, { subject }) => taskOpenedAgain(scope, [subject.id]) },
    VERIFIED: {
      async check(scope, { subject }) {
        if (!subject.fourEyes) throw ruleBlocked('6.3', notToVerify)
        if (!mayVerify(scope, subject)) throw new Problem('FORBIDDEN', { message: giverVerifies })
      },
    },
  },
})

/** The next one is retired while it is as the product made it, and its notices are withdrawn. Nothing but those refers to a task. */
async function takeBackNext(scope: Scope, doneId: string): Promise<void> {
  const made = await scope.db
    .selectFrom('event')
    .select(['id', 'subject_id', 'subject_version'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('cause_event_id', '=', doneId)
    .where('event_type', '=', 'CREATED')
    .where('subject_type', '=', 'task')
    .executeTakeFirst()
  if (!made) return
  const [next] = await recordsById(scope, task, [made.subject_id], { lock: true })
  if (next?.version !== made.subject_version) return
  withdrawNotices(scope, made.id)
  await markRetired(scope, task, next)
}

/** Whether the next one is there already: it was done before, and opened again. One that went with a void is not. */
async function hasNext({ db, tenant }: Scope, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('event as next')
    .innerJoin('event as done', (join) => join.onRef('done.id', '=', 'next.cause_event_id').on('done.tenant_id', '=', tenant.id))
    .innerJoin('task', (join) => join.onRef('task.id', '=', 'next.subject_id').on('task.tenant_id', '=', tenant.id))
    .select('next.id')
    .where('next.tenant_id', '=', tenant.id)
    .where('next.event_type', '=', 'CREATED')
    .where('next.subject_type', '=', 'task')
    .where('done.subject_type', '=', 'task')
    .where('done.subject_id', '=', id)
    .where('done.event_type', '=', 'DONE')
    .where((where) => where.or([where('done.status', '=', 'RECORDED'), where('task.deleted_at', 'is', null)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
