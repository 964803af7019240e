// R23. A sample and its result are two events of a lot with one sample number; either may be there without the other. Of a sample without a
// result the days count until today.
import { sql } from 'kysely'
import { laboratoryTests } from '#domain/reports/laboratory-tests.ts'
import { todayIn } from '../../queries/organic-status.ts'
import { among, inPeriod, is } from '../engine/conditions.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

export const query = reportQuery(laboratoryTests, {
  past: () => [
    {
      table: 'productbatch',
      which: (scope) =>
        sql`exists (select 1 from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'productbatch' and e.subject_id = r.id and e.event_type in ('SAMPLE_TAKEN', 'LAB_RESULT'))`,
    },
    ...entered('product', 'processor', 'collective'),
  ],
  joins: ({ scope: { tenant } }) => {
    const events = (type: 'SAMPLE_TAKEN' | 'LAB_RESULT') => sql`(select e.id, e.occurred_at, e.data, e.data->>'sampleNo' as sample_no from event as e
      where e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = r.id and e.event_type = ${sql.lit(type)} and e.status = 'RECORDED')`
    return sql`
    join product as p on p.tenant_id = ${tenant.id} and p.id = r.product_id
    left join processor as o on o.tenant_id = ${tenant.id} and o.id = r.processor_id
    left join collective as k on k.tenant_id = ${tenant.id} and k.id = r.operator_id
    join lateral (select coalesce(s.id, t.id) as id, coalesce(s.data, t.data) as data, coalesce(s.sample_no, t.sample_no) as sample_no, s.data->>'laboratory' as laboratory,
        s.occurred_at as sampled_at, t.occurred_at as result_at, t.data->>'result' as result, t.data->>'reportNo' as report_no
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
    product: sql`p.title`,
    holder: sql`coalesce(o.title, k.title)`,
    claim: sql`r.claim_status`,
    laboratory: sql`test.laboratory`,
    sampledAt: sql`test.sampled_at`,
    resultAt: sql`test.result_at`,
    result: sql`test.result`,
    reportNo: sql`test.report_no`,
    days: sql`coalesce((test.result_at at time zone ${scope.tenant.timezone})::date, ${todayIn(scope)}) - (test.sampled_at at time zone ${scope.tenant.timezone})::date`,
    status: sql`r.status`,
  }),
  order: sql`coalesce(test.sampled_at, test.result_at), test.sample_no, test.id`,
})
