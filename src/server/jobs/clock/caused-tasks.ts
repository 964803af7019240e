// Tasks of what is open, made in sets (6.3; docs/decisions/0100): one for each critical step of a package that is due, and one for each non-conformity
// that is not closed. A step that was missed while nothing ran makes none. Two workers at once are one after the other: the causes are locked first.
import { type RawBuilder, sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { criticalWeight, type Evidence } from '#domain/kernel/plan.ts'
import { type Cause, causeColumns, dueOfFinding, isProducts, ruleOf } from '../../behaviours/work/caused-tasks.ts'
import type { Scope } from '../../scope.ts'
import type { Given } from '../../store/create.ts'
import { createManyBySystem } from '../../store/write-many.ts'
import type { ClockHandler } from './handler.ts'

const task = entityOf('task')
/** So many in one set. */
const setSize = 500

/** Of a task `t`, newest first: what people or the product have done with it last. */
const endOf = (tenantId: number, types: readonly string[], column: 'source' | 'recorded_at') =>
  sql`(select e.${sql.ref(column)} from event as e where e.tenant_id = ${tenantId} and e.subject_type = 'task' and e.subject_id = t.id
    and e.event_type = any(${[...types]}::text[]) and e.status = 'RECORDED' order by e.subject_version desc limit 1)`
/**
 * Ended, and yet to be done again: cancelled by the product itself, or verified before the cause was open again. A planned step that is due
 * cannot have been done when its task was; a finding was closed, returned or taken back since.
 */
const isPast = (cause: Cause, tenantId: number) =>
  sql`(t.status = 'CANCELLED' and ${endOf(tenantId, ['CANCELLED'], 'source')} = 'SYSTEM' or t.status = 'VERIFIED' and ${
    cause === 'planEventId'
      ? sql`true`
      : sql`exists (select from event as f where f.tenant_id = ${tenantId} and f.subject_type = 'nonconformity' and f.subject_id = t.non_conformity_id
      and f.event_type in ('CLOSED', 'CURED', 'ACTION_RETURNED', 'SANCTION_REFUSED', 'EVENT_VOIDED') and f.recorded_at >= ${endOf(tenantId, ['DONE'], 'recorded_at')})`
  })`
/** Those of this cause that have none: neither one to be done nor one that people have ended or deleted. */
const without = (cause: Cause, id: RawBuilder<unknown>, tenantId: number) => sql<boolean>`not exists (select from task as t where t.tenant_id = ${tenantId}
  and t.${causeColumns[cause]} = ${id} and ${isProducts(cause)} and (t.deleted_at is not null or not ${isPast(cause, tenantId)}))`

type Made = Pick<Given<typeof task>, 'assigneeId' | 'farmerId' | 'cropId' | 'parcelId' | 'productBatchId' | 'productionSystemId' | 'village'> & {
  operatorId: string
  causeId: string
  subject: string
  dueDate: string
  priority: 'P1' | 'P2' | 'P3'
  details?: string | null
  evidence?: Evidence[] | null
  team: string
}
type Source = {
  name: string
  cause: Cause
  type: 'PLAN_EVENT' | 'CORRECTIVE_ACTION'
  /** Open causes, called `c`, as `from … where …`. */
  open(tenantId: number): RawBuilder<unknown>
  /** The tasks of these causes. */
  tasksOf(scope: Scope, ids: readonly string[]): RawBuilder<Made>
}

/** The person, while they work here. */
const active = (tenantId: number, id: RawBuilder<unknown>) =>
  sql`(select u.id from "user" as u where u.tenant_id = ${tenantId} and u.id = ${id} and u.status in ('INVITED', 'ACTIVE') and u.deleted_at is null)`
/** The first of its managers by name. */
const managerOf = (tenantId: number, operatorId: RawBuilder<unknown>) =>
  sql`(select u.id from "user" as u where u.tenant_id = ${tenantId} and u.status = 'ACTIVE' and u.deleted_at is null and exists (select from jsonb_array_elements(u.roles) as g
    where g->>'role' = 'OPERATOR_MANAGER' and g->'operatorIds' ? ${operatorId}::text) order by u.name, u.id limit 1)`

const makerOf = ({ name, cause, type, open, tasksOf }: Source): ClockHandler => {
  const waiting = (tenantId: number) => sql`${open(tenantId)} and ${without(cause, sql.ref('c.id'), tenantId)}`
  return {
    name,
    stage: 'consequence',
    async due({ db, tenant }, after, limit) {
      const { rows } = await sql<{ id: string }>`select distinct c.operator_id as id ${waiting(tenant.id)}
        and (${after}::uuid is null or c.operator_id > ${after}::uuid) order by 1 limit ${limit}`.execute(db)
      return rows.map(({ id }) => id)
    },
    async carryOut(scope, operatorId) {
      for (;;) {
        const { rows: locked } = await sql<{ id: string }>`select c.id ${waiting(scope.tenant.id)} and c.operator_id = ${operatorId}::uuid
          order by c.id limit ${setSize} for update of c`.execute(scope.db)
        if (locked.length === 0) return
        // Read again behind the locks: another worker may have made them meanwhile.
        const ids = locked.map(({ id }) => id)
        const { rows } = await sql<Made>`select m.* from (${tasksOf(scope, ids)}) as m where ${without(cause, sql.ref('m.causeId'), scope.tenant.id)}
          order by m."causeId"`.execute(scope.db)
        await createManyBySystem(
          scope,
          task,
          rows.map(({ causeId, assigneeId, team, evidence, ...values }) => ({
            ...values,
            [cause]: causeId,
            type,
            ruleId: ruleOf[cause],
            assigneeId,
            team: assigneeId ? null : team,
            fourEyes: false,
            checklist: [],
            evidence: evidence ?? [],
            status: 'OPEN',
          })),
        )
        if (locked.length < setSize) return
      }
    },
  }
}

export const tasksOfPlans = makerOf({
  name: 'tasks of planned steps',
  cause: 'planEventId',
  type: 'PLAN_EVENT',
  open: (
    tenantId,
  ) => sql`from planevent as c where c.tenant_id = ${tenantId} and c.status = 'DUE' and c.weight >= ${criticalWeight} and c.window_end is not null
    and coalesce(c.pop_id, c.poultry_pop_id, c.aqua_pop_id) is not null and c.operator_id is not null and c.deleted_at is null`,
  tasksOf: (
    { tenant },
    ids,
  ) => sql<Made>`select p.id as "causeId", p.operator_id as "operatorId", left(p.title, 160) as subject, p.window_end::text as "dueDate", 'P3' as priority,
      p.instruction as details, p.evidence, 'Field officers' as team, ${active(tenant.id, sql`f.field_officer_id`)} as "assigneeId", p.farmer_id as "farmerId", p.crop_id as "cropId",
      k.parcel_id as "parcelId", coalesce(f.village, p.village) as village
    from planevent as p left join farmer as f on f.tenant_id = ${tenant.id} and f.id = p.farmer_id left join crop as k on k.tenant_id = ${tenant.id} and k.id = p.crop_id
    where p.tenant_id = ${tenant.id} and p.id = any(${ids}::uuid[]) and p.status = 'DUE'`,
})

/**
 * Of a member their officer corrects it, of everything else the manager of the operator. What is a company's has no task: its people read the non-conformity itself
 * (docs/decisions/0150). Whoever reads tasks does not thereby read findings: what was found stays with the finding.
 */
export const tasksOfFindings = makerOf({
  name: 'tasks of non-conformities',
  cause: 'nonConformityId',
  type: 'CORRECTIVE_ACTION',
  open: (tenantId) =>
    sql`from nonconformity as c where c.tenant_id = ${tenantId} and c.status <> 'CLOSED' and c.operator_id is not null and c.deleted_at is null`,
  tasksOf: (
    { tenant },
    ids,
  ) => sql<Made>`select n.id as "causeId", n.operator_id as "operatorId", left(n.title, 160) as subject, (${dueOfFinding})::text as "dueDate",
      case n.severity when 'CRITICAL' then 'P1' when 'MAJOR' then 'P2' else 'P3' end as priority,
      case when n.farmer_id is null then 'OPERATOR_MANAGER' else 'Field officers' end as team,
      case when f.id is not null then ${active(tenant.id, sql`f.field_officer_id`)}
        else ${managerOf(tenant.id, sql`n.operator_id`)} end as "assigneeId",
      n.farmer_id as "farmerId", n.parcel_id as "parcelId", n.crop_id as "cropId", n.product_batch_id as "productBatchId", n.production_system_id as "productionSystemId", n.village
    from nonconformity as n left join farmer as f on f.tenant_id = ${tenant.id} and f.id = n.farmer_id
    where n.tenant_id = ${tenant.id} and n.id = any(${ids}::uuid[]) and n.status <> 'CLOSED'`,
})
