// Tasks that follow from what is open: a critical step of a package that is due (BR-18), a non-conformity that is to be corrected (5.2).
// The clock makes them (jobs/clock/caused-tasks.ts); here they are brought to what became of their cause, in sets (docs/decisions/0100).
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { type Rewritten, updateMany } from '../../store/write-many.ts'

const task = entityOf('task')
type Task = Stored<typeof task>
type PlanRow = Stored<ReturnType<typeof entityOf<'planevent'>>>
type Finding = Stored<ReturnType<typeof entityOf<'nonconformity'>>>

/** The rule in whose name the product makes a task, by the field that names its cause. */
export const ruleOf = { planEventId: 'BR-18', nonConformityId: '5.2' } as const
export type Cause = keyof typeof ruleOf
export const causeColumns = { planEventId: sql.ref('plan_event_id'), nonConformityId: sql.ref('non_conformity_id') } as const
const notRequested = 'It is not to be done any more.'
const takenBack = 'What was recorded was taken back.'

/** Of a task `t`: the product has made it for this cause. One that people have made of the same cause is theirs. */
export const isProducts = (cause: Cause) => sql`t.rule_id = ${ruleOf[cause]} and t.created_by is null`

/** What a task of this cause shall be. `dueDate`: null leaves it. `eventId`: what did it. */
type Wanted = { state: 'open' | 'done' | 'cancelled'; dueDate: string | null; eventId?: string | null; isAgain?: boolean }

/** After planned steps were written. One that was never due has none. */
export async function settlePlanTasks(scope: Scope, changes: readonly { before: PlanRow; after: PlanRow }[]): Promise<void> {
  const changed = changes.filter(
    ({ before, after }) =>
      (before.status !== after.status || before.windowEnd !== after.windowEnd || isLessShown(before, after) || isLessShown(after, before)) &&
      !(before.status === 'PLANNED' && before.version === 1),
  )
  await settle(scope, 'planEventId', new Map(changed.map(({ before, after }) => [after.id, wantedOfStep(after, before)])))
}
/** Whether something that was shown for it is not shown any more. */
const isLessShown = (before: PlanRow, after: PlanRow): boolean => (after.evidenceMissing ?? []).some((one) => !before.evidenceMissing?.includes(one))
const isDoneStep = ({ status }: PlanRow): boolean => status === 'DONE_ON_TIME' || status === 'DONE_LATE'
/** Done without what is to be shown for it, its task waits for that; one that was closed with it stays closed while no less is shown. */
function wantedOfStep(step: PlanRow, before: PlanRow): Wanted {
  const { status, windowEnd, fulfilledByEventId } = step
  if (isDoneStep(step))
    return step.evidenceMissing?.length
      ? { state: 'open', dueDate: windowEnd, isAgain: isDoneStep(before) && isLessShown(before, step) }
      : { state: 'done', dueDate: null, eventId: fulfilledByEventId }
  if (status === 'SKIPPED' || status === 'NOT_APPLICABLE') return { state: 'cancelled', dueDate: null }
  return { state: 'open', dueDate: windowEnd }
}

/** After a non-conformity was decided on or edited. Of one whose correction was returned it is to be done again. */
export async function settleFindingTask(scope: Scope, before: Finding, after: Finding): Promise<void> {
  const dueDate = dueOf(after)
  if (before.status === after.status && dueOf(before) === dueDate) return
  const isAgain = before.status === 'CLOSED' || after.status === 'OPEN'
  if (after.status === 'CLOSED') await settle(scope, 'nonConformityId', new Map([[after.id, { state: 'done', dueDate: null }]]))
  else await settle(scope, 'nonConformityId', new Map([[after.id, { state: 'open', dueDate }]]), isAgain)
}
const aboutOfFinding = ['farmerId', 'cropId', 'parcelId', 'productBatchId', 'productionSystemId'] as const
/** After an edit of what a non-conformity is about: its task is about the same, and whoever had it as the officer of the former member gives it to that of the new one. */
export async function moveFindingTask(scope: Scope, before: Finding, after: Finding): Promise<void> {
  if (aboutOfFinding.every((name) => before[name] === after[name])) return
  const { rows } = await sql<{ id: string; formerOfficerId: string | null; officerId: string | null }>`select t.id, f.field_officer_id as "formerOfficerId",
      u.id as "officerId" from task as t
    left join farmer as f on f.tenant_id = ${scope.tenant.id} and f.id = t.farmer_id
    left join farmer as g on g.tenant_id = ${scope.tenant.id} and g.id = ${after.farmerId}::uuid
    left join "user" as u on u.tenant_id = ${scope.tenant.id} and u.id = g.field_officer_id and u.status in ('INVITED', 'ACTIVE') and u.deleted_at is null
    where t.tenant_id = ${scope.tenant.id} and t.non_conformity_id = ${after.id}::uuid and ${isProducts('nonConformityId')} and t.deleted_at is null order by t.id`.execute(
    scope.db,
  )
  if (rows.length === 0) return
  const found = new Map(rows.map((row) => [row.id, row]))
  const { farmerId, cropId, parcelId, productBatchId, productionSystemId } = after
  const about = { farmerId, cropId, parcelId, productBatchId, productionSystemId }
  const changes = (await recordsById(scope, task, [...found.keys()], { lock: true })).map((row) => {
    const { formerOfficerId = null, officerId = null } = found.get(row.id) ?? {}
    const isOfficers = before.farmerId !== after.farmerId && row.assigneeId !== null && row.assigneeId === formerOfficerId
    return { before: row, after: { ...row, ...about, assigneeId: isOfficers ? officerId : row.assigneeId }, event: null }
  })
  updateMany(scope, task, changes, [...aboutOfFinding, 'assigneeId'])
}
/** A sanction that is in force has a day of its own. */
const dueOf = ({ status, sanctionDueOn, dueOn }: Finding): string => (status === 'SANCTIONED' && sanctionDueOn ? sanctionDueOn : dueOn)
export const dueOfFinding = sql`case when n.status = 'SANCTIONED' then coalesce(n.sanction_due_on, n.due_on) else n.due_on end`

async function settle(scope: Scope, cause: Cause, wanted: ReadonlyMap<string, Wanted>, isAgain = true): Promise<void> {
  if (wanted.size === 0) return
  const { rows } = await sql<{
    id: string
  }>`select t.id from task as t where t.tenant_id = ${scope.tenant.id} and t.${causeColumns[cause]} = any(${[...wanted.keys()]}::uuid[])
    and ${isProducts(cause)} and t.status not in ('VERIFIED', 'CANCELLED') and t.deleted_at is null order by t.id`.execute(scope.db)
  if (rows.length === 0) return
  const tasks = await recordsById(
    scope,
    task,
    rows.map(({ id }) => id),
    { lock: true },
  )
  updateMany(
    scope,
    task,
    tasks.flatMap((before) => {
      const one = wanted.get(before[cause] ?? '')
      return one ? (changeOf(scope, before, one, one.isAgain ?? isAgain) ?? []) : []
    }),
    ['dueDate'],
    // What the product does in somebody's name is not taken for what they do, whatever the words.
    'SYSTEM',
  )
}

function changeOf(scope: Scope, before: Task, { state, dueDate, eventId }: Wanted, isAgain: boolean): Rewritten<typeof task> | null {
  const occurredAt = scope.now.toISOString()
  const isOpen = ['OPEN', 'IN_PROGRESS', 'BLOCKED'].includes(before.status)
  const to = (status: 'DONE' | 'CANCELLED' | 'OPEN', eventType: string, data: Record<string, unknown>, due = before.dueDate) => ({
    before,
    after: { ...before, status, dueDate: due },
    event: { eventType, occurredAt, data },
  })
  if (state === 'done') return isOpen ? to('DONE', 'DONE', eventId ? { eventId } : {}) : null
  if (state === 'cancelled') return isOpen ? to('CANCELLED', 'CANCELLED', { reason: notRequested }) : null
  const due = dueDate ?? before.dueDate
  if (before.status === 'DONE') return isAgain ? to('OPEN', 'REOPENED', { reason: takenBack }, due) : null
  if (due === before.dueDate) return null
  const changes = { dueDate: { from: before.dueDate, to: due } }
  return { before, after: { ...before, dueDate: due }, event: { eventType: 'EDITED', occurredAt, data: { changes } } }
}

/** Goes with its cause, which was entered by mistake. */
export async function retireTasks({ db, tenant, now }: Scope, cause: Cause, ids: readonly string[]): Promise<void> {
  await sql`with gone as (update task as t set deleted_at = ${now}::timestamptz where t.tenant_id = ${tenant.id} and t.${causeColumns[cause]} = any(${ids}::uuid[])
      and ${isProducts(cause)} and t.deleted_at is null returning t.id)
    delete from search_token as t using gone where t.tenant_id = ${tenant.id} and t.entity = 'task' and t.record_id = gone.id`.execute(db)
}
