// R23. A sample and its result are two events of a lot with one sample number; either may be there without the other. Of a sample without a
// result the days count until today.
import { sql } from 'kysely'
import { laboratoryTests } from '#domain/reports/laboratory-tests.ts'
import { todayIn } from '../../queries/organic-status.ts'
import type { Scope } from '../../scope.ts'
import { among, inPeriod, is } from '../engine/conditions.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

/** Events of the lot since the result. */
const after = (
  { tenant }: Scope,
  type: string,
) => sql`select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = r.id
  and e.event_type = ${type} and e.status = 'RECORDED' and e.occurred_at >= test.result_at`
/** As `isPositive` of domain/chain/lot-states.ts: of a sample that was taken later, for the same substance where the negative one names one. */
const laterNegative = ({
  tenant,
}: Scope) => sql`select from event as n join event as s on s.tenant_id = ${tenant.id} and s.subject_type = 'productbatch' and s.subject_id = r.id
  and s.event_type = 'SAMPLE_TAKEN' and s.status = 'RECORDED' and upper(s.data->>'sampleNo') = upper(n.data->>'sampleNo') and s.data->>'kind' = n.data->>'kind'
  where n.tenant_id = ${tenant.id} and n.subject_type = 'productbatch' and n.subject_id = r.id and n.event_type = 'LAB_RESULT' and n.status = 'RECORDED'
    and n.data->>'kind' = test.data->>'kind' and n.data->>'result' = 'NEGATIVE' and s.occurred_at > coalesce(test.sampled_at, test.result_at)
    and (coalesce(trim(n.data->>'substance'), '') = '' or lower(trim(n.data->>'substance')) = lower(trim(test.substance)))`

export const query = reportQuery(laboratoryTests, {
  past: () => [
    {
      table: 'productbatch',
      which: (scope) =>
        sql`exists (select 1 from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'productbatch' and e.subject_id = r.id and e.event_type in ('SAMPLE_TAKEN', 'LAB_RESULT'))`,
    },
    ...entered('product', 'processor', 'collective', 'crop'),
  ],
  joins: ({ scope: { tenant } }) => {
    const events = (type: 'SAMPLE_TAKEN' | 'LAB_RESULT') => sql`(select e.id, e.occurred_at, e.data, e.data->>'sampleNo' as sample_no from event as e
      where e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = r.id and e.event_type = ${sql.lit(type)} and e.status = 'RECORDED')`
    return sql`
    left join crop as c on c.tenant_id = ${tenant.id} and c.id = r.crop_id
    join product as p on p.tenant_id = ${tenant.id} and p.id = r.product_id
    left join processor as o on o.tenant_id = ${tenant.id} and o.id = r.processor_id
    left join collective as k on k.tenant_id = ${tenant.id} and k.id = r.operator_id
    join lateral (select coalesce(s.id, t.id) as id, coalesce(s.data, t.data) as data, coalesce(s.sample_no, t.sample_no) as sample_no, s.data->>'laboratory' as laboratory,
        s.occurred_at as sampled_at, t.occurred_at as result_at, t.data->>'result' as result, t.data->>'reportNo' as report_no, t.data->>'method' as method, t.data->>'substance' as substance
      from ${events('SAMPLE_TAKEN')} as s full join ${events('LAB_RESULT')} as t on upper(t.sample_no) = upper(s.sample_no) and t.data->>'kind' = s.data->>'kind') as test on true`
  },
  where: ({ scope, values }) => [
    is(sql`r.season_id`, 'uuid', values.season),
    among(sql`r.claim_status`, values.claim),
    among(sql`test.data->>'kind'`, values.kind),
    ...inPeriod(sql`coalesce(test.sampled_at, test.result_at)`, scope, values),
  ],
  columns: ({ scope }) => ({
    sampleNo: sql`test.sample_no`,
    kind: sql`test.data->>'kind'`,
    lot: sql`r.title`,
    crop: sql`c.title`,
    product: sql`p.title`,
    holder: sql`coalesce(o.title, k.title)`,
    claim: sql`r.claim_status`,
    laboratory: sql`test.laboratory`,
    method: sql`test.method`,
    sampledAt: sql`test.sampled_at`,
    resultAt: sql`test.result_at`,
    result: sql`test.result`,
    reportNo: sql`test.report_no`,
    days: sql`coalesce((test.result_at at time zone ${scope.tenant.timezone})::date, ${todayIn(scope)}) - (test.sampled_at at time zone ${scope.tenant.timezone})::date`,
    action: sql`case when test.result = 'POSITIVE' then case
      when exists (${after(scope, 'DISPOSAL')}) then 'DISPOSED'
      when exists (${after(scope, 'RELEASE')} and (e.data->>'downgrade')::boolean) then 'DOWNGRADED'
      when exists (${laterNegative(scope)}) then 'RETESTED' else 'RESTRICTED' end end`,
    status: sql`r.status`,
  }),
  order: sql`coalesce(test.sampled_at, test.result_at), test.sample_no, test.id`,
})
