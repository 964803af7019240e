// The records and events that a task comes from and was settled by, as its reader may open them: three statements, however many there are.
import { sql } from 'kysely'
import type { Stored } from '#domain/kernel/entity.ts'
import type { task as declared } from '#domain/work/task.ts'
import type { TaskLinks } from '#domain/work/task-links.ts'
import type { Scope } from '../scope.ts'
import { type Reference, refsOf } from '../store/references.ts'

type EventRow = TaskLinks['settledBy'][number]
type Origin = { step: string | null; crop: string | null; flock: string | null; pond: string | null; before: string | null }

/** Closed by its own event, by what did the planned step, or with the non-conformity that it corrects. */
export async function linksOfTask(scope: Scope, task: Stored<typeof declared>): Promise<TaskLinks> {
  const { db, tenant } = scope
  const { rows: events } = await sql<EventRow>`
    select e.id as "eventId", e.subject_type as entity, e.subject_id as id, e.event_type as "eventType",
      to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "occurredAt", e.recorded_by as "recordedBy", c.subject_id as "submissionId"
    from (select o.id from event as o where o.tenant_id = ${tenant.id} and o.subject_type = 'task' and o.subject_id = ${task.id} and o.event_type in ('DONE', 'VERIFIED')
        and not exists (select from event as r where r.tenant_id = ${tenant.id} and r.subject_type = 'task' and r.subject_id = ${task.id} and r.event_type = 'REOPENED'
          and r.status = 'RECORDED' and r.subject_version > o.subject_version)
      union select p.fulfilled_by_event_id::uuid from planevent as p where p.tenant_id = ${tenant.id} and p.id = ${task.planEventId}::uuid
      union select n.id from event as n where n.tenant_id = ${tenant.id} and n.subject_type = 'nonconformity' and n.subject_id = ${task.nonConformityId}::uuid and n.event_type = 'CLOSED') as s
    join event as e on e.tenant_id = ${tenant.id} and e.id = s.id and e.status = 'RECORDED'
    left join event as c on c.tenant_id = ${tenant.id} and c.id = e.cause_event_id and c.subject_type = 'submission'
    order by e.occurred_at, e.recorded_at, e.id`.execute(db)
  const { rows: origins } = await sql<Origin>`
    select p.id as step, p.pop_id as crop, p.poultry_pop_id as flock, p.aqua_pop_id as pond, b.subject_id as before
    from (select e.cause_event_id from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'task' and e.subject_id = ${task.id} and e.event_type = 'CREATED') as m
    left join event as b on b.tenant_id = ${tenant.id} and b.id = m.cause_event_id and b.subject_type = 'task'
    left join planevent as p on p.tenant_id = ${tenant.id} and p.id = ${task.planEventId}::uuid`.execute(db)
  const origin = origins[0]
  const records = [
    { entity: 'planevent', id: origin?.step },
    { entity: 'pop', id: origin?.crop },
    { entity: 'poultrypop', id: origin?.flock },
    { entity: 'aquapop', id: origin?.pond },
    { entity: 'nonconformity', id: task.nonConformityId },
    { entity: 'task', id: origin?.before },
  ].flatMap(({ entity, id }) => (id ? [{ entity, id }] : []))
  const open: Reference[] = [
    ...records,
    ...events.flatMap(({ entity, id, submissionId }) => [{ entity, id }, ...(submissionId ? [{ entity: 'submission', id: submissionId }] : [])]),
  ].map(({ entity, id }) => ({ path: 'links', target: entity, id, isOpenOnly: true }))
  const people = [task.createdBy, ...events.map(({ recordedBy }) => recordedBy)].flatMap((id): Reference[] => (id ? [{ path: 'by', target: 'user', id }] : []))
  const refs = await refsOf(scope, [...open, ...people])
  return {
    from: { ruleId: task.ruleId, records: records.filter(({ id }) => refs[id]), createdBy: task.createdBy },
    settledBy: events
      .filter(({ id }) => refs[id])
      .map((event) => ({ ...event, submissionId: event.submissionId && refs[event.submissionId] ? event.submissionId : null })),
    refs: Object.fromEntries(Object.entries(refs).map(([id, { entity, title, code }]) => [id, { entity, title, code }])),
  }
}
