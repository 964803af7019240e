// R10. Inspections that were voided or replaced are left out.
import { sql } from 'kysely'
import { internalInspections } from '#domain/reports/internal-inspections.ts'
import type { Scope } from '../../scope.ts'
import { eventsThen, statusThen } from '../../store/past.ts'
import { among, inPeriod, is, isVillage } from '../engine/conditions.ts'
import { onPastDay } from '../engine/past-day.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

const isPast = ({ asOf, knownAt }: { asOf: string | null; knownAt: string | null }): boolean => asOf !== null || knownAt !== null
/** As the internal control counts them: without recommendations, and without what the product closed because the inspection was taken back. */
const foundBy = ({
  tenant,
}: Scope) => sql`case when i.id is not null then (select count(*) from nonconformity as n where n.tenant_id = ${tenant.id} and n.inspection_id = i.id and n.deleted_at is null
      and n.severity <> 'RECOMMENDATION' and not exists (select from event as c where c.tenant_id = ${tenant.id} and c.subject_type = 'nonconformity' and c.subject_id = n.id
        and c.event_type = 'CURED' and c.status = 'RECORDED' and n.status = 'CLOSED')) end`

export const query = reportQuery(internalInspections, {
  past: () => entered('farmer', 'season', 'user'),
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
    // Of now alone: no event of then has them.
    score: isPast(values) ? sql`null::numeric` : sql`i.score`,
    found: isPast(values) ? sql`null::int` : foundBy(scope),
    result: sql`e.data->>'result'`,
    findings: sql`e.data->>'findings'`,
    conditions: sql`e.data->>'conditions'`,
    openFindings: sql`(select count(*) from nonconformity as n where n.tenant_id = ${scope.tenant.id} and n.farmer_id = r.id and n.deleted_at is null
      and ${statusThen(onPastDay(scope, values), 'nonconformity', sql`n.id`, sql`n.status`)} <> 'CLOSED')`,
  }),
  order: sql`e.occurred_at, r.member_no, e.id`,
})
