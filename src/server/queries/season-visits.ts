// The internal inspections of a season at an operator, at home, on plots and on crops, by one statement.
import { sql } from 'kysely'
import type { Result } from '#domain/people/committee.ts'
import type { Scope } from '../scope.ts'
import { recordsOfMembers } from '../store/records-of-person.ts'

/** `inspectionId`: the inspection with a checklist that caused the visit. */
export type SeasonVisit = {
  farmerId: string
  day: string
  result: Result
  conditions: string | null
  inspectorId: string | null
  inspector: string
  inspectionId: string | null
}

/**
 * In their order of occurrence. `only`: active members, with the visits to records that were merged into theirs, or whoever is or was one, each record by itself.
 * The caller has asked who may see them.
 */
export async function visitsOfSeason(scope: Scope, operatorId: string, seasonId: string, only: 'ACTIVE' | 'ALL'): Promise<SeasonVisit[]> {
  const { db, tenant } = scope
  const { rows } = await sql<SeasonVisit>`
    with members as (select f.id from farmer as f where f.tenant_id = ${tenant.id} and f.operator_id = ${operatorId}::uuid and f.deleted_at is null
        and ${only === 'ACTIVE' ? sql`f.status = 'ACTIVE'` : sql`true`}),
    records as ${only === 'ACTIVE' ? recordsOfMembers(scope) : sql`(select m.id, m.id as record_id from members as m)`},
    subjects as (select 'farmer' as type, m.record_id as id, m.id as farmer_id from records as m
      union all select 'landparcel', p.id, m.id from records as m join landparcel as p on p.tenant_id = ${tenant.id} and p.farmer_id = m.record_id
      union all select 'crop', c.id, m.id from records as m join crop as c on c.tenant_id = ${tenant.id} and c.farmer_id = m.record_id and c.season_id = ${seasonId}::uuid)
    select s.farmer_id as "farmerId", (e.occurred_at at time zone ${tenant.timezone}::text)::date as day, e.data->>'result' as result, e.data->>'conditions' as conditions,
      e.recorded_by as "inspectorId", coalesce(u.title, '') as inspector, e.data->>'inspectionId' as "inspectionId"
    from subjects as s join event as e on e.tenant_id = ${tenant.id} and e.subject_type = s.type and e.subject_id = s.id and e.event_type = 'INTERNAL_INSPECTION' and e.status = 'RECORDED'
      and (s.type = 'crop' or e.data->>'seasonId' = ${seasonId})
    left join "user" as u on u.tenant_id = ${tenant.id} and u.id = e.recorded_by
    order by e.occurred_at, e.recorded_at, e.id`.execute(db)
  return rows
}
