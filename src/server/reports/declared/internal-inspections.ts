// R10. Inspections that were voided or replaced are left out.
import { sql } from 'kysely'
import { internalInspections } from '#domain/reports/internal-inspections.ts'
import { eventsThen, statusThen } from '../../store/past.ts'
import { among, inPeriod, is, isVillage } from '../engine/conditions.ts'
import { onPastDay } from '../engine/past-day.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

export const query = reportQuery(internalInspections, {
  past: () => entered('farmer', 'season'),
  joins: ({ scope, values }) => {
    const { tenant } = scope
    return sql`
    join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'farmer' and e.subject_id = r.id and e.event_type = 'INTERNAL_INSPECTION' and ${eventsThen(onPastDay(scope, values))}
    left join season as s on s.tenant_id = ${tenant.id} and s.id = (e.data->>'seasonId')::uuid
    left join inspection as i on i.tenant_id = ${tenant.id} and i.id = (e.data->>'inspectionId')::uuid
    left join "user" as u on u.tenant_id = ${tenant.id} and u.id = e.recorded_by`
  },
  where: ({ scope, values }) => [
    is(sql`(e.data->>'seasonId')`, 'text', values.season),
    isVillage(values.village),
    among(sql`(e.data->>'result')`, values.result),
    ...inPeriod(sql`e.occurred_at`, scope, values),
  ],
  columns: ({ scope, values }) => ({
    day: sql`(e.occurred_at at time zone ${scope.tenant.timezone}::text)::date`,
    memberNo: sql`r.member_no`,
    farmer: sql`r.title`,
    village: sql`r.village`,
    season: sql`s.title`,
    round: sql`(e.data->>'round')::int`,
    inspector: sql`u.title`,
    score: sql`i.score`,
    found: sql`case when i.id is not null then (select count(*) from nonconformity as n where n.tenant_id = ${scope.tenant.id} and n.inspection_id = i.id and n.deleted_at is null) end`,
    result: sql`e.data->>'result'`,
    findings: sql`e.data->>'findings'`,
    conditions: sql`e.data->>'conditions'`,
    openFindings: sql`(select count(*) from nonconformity as n where n.tenant_id = ${scope.tenant.id} and n.farmer_id = r.id and n.deleted_at is null
      and ${statusThen(onPastDay(scope, values), 'nonconformity', sql`n.id`, sql`n.status`)} <> 'CLOSED')`,
  }),
  order: sql`e.occurred_at, r.member_no, e.id`,
})
