// R17. One row for each output of a run that counts. The band is the facility's own for the product, else that of the process.
import { sql } from 'kysely'
import { processNorms } from '#domain/chain/norms.ts'
import { processingYield } from '#domain/reports/processing-yield.ts'
import { eventsThen } from '../../store/past.ts'
import { among, inPeriod, is } from '../engine/conditions.ts'
import { onPastDay } from '../engine/past-day.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

const inputOf = (event: string) => sql`(select sum((i->>'kg')::numeric) from jsonb_array_elements(${sql.ref(`${event}.data`)}->'inputs') as i)`

export const query = reportQuery(processingYield, {
  past: () => entered('processingsystem', 'product'),
  joins: ({ scope, values }) => {
    const { tenant } = scope
    const then = onPastDay(scope, values)
    return sql`
    join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = r.id and e.event_type = 'PROCESS_RUN' and ${eventsThen(then)}
    cross join lateral jsonb_array_elements(e.data->'outputs') with ordinality as o(line, place)
    join product as p on p.tenant_id = ${tenant.id} and p.id = (o.line->>'productId')::uuid
    cross join lateral (select ${inputOf('e')} as kg, (o.line->>'kg')::numeric / nullif(${inputOf('e')}, 0) as share) as run
    left join lateral (select n->>'min' as low, n->>'max' as high from jsonb_array_elements(r.norms) as n where n->>'productId' = o.line->>'productId' limit 1) as own on true
    cross join lateral (select (${JSON.stringify(processNorms)}::jsonb -> (e.data->>'process') -> 'outputs' -> p.material) as norm) as usual
    cross join lateral (select coalesce(own.low, usual.norm->>'min')::numeric as low, coalesce(own.high, usual.norm->>'max')::numeric as high) as band
    left join lateral (select avg(x.share) as mean, stddev_samp(x.share) as deviation from (
      select (q->>'kg')::numeric / nullif(${inputOf('h')}, 0) as share
      from event as h cross join lateral jsonb_array_elements(h.data->'outputs') as q
      where h.tenant_id = ${tenant.id} and h.subject_type = 'processingsystem' and h.subject_id = r.id and h.event_type = 'PROCESS_RUN' and ${eventsThen(then, 'h')}
        and h.data->>'process' = e.data->>'process' and q->>'productId' = o.line->>'productId' and (h.occurred_at, h.id) < (e.occurred_at, e.id)
      order by h.occurred_at desc, h.id desc limit 30) as x) as before on true`
  },
  where: ({ scope, values }) => [
    is(sql`r.id`, 'uuid', values.facility),
    among(sql`(e.data->>'process')`, values.process),
    ...inPeriod(sql`e.occurred_at`, scope, values),
  ],
  columns: () => ({
    facility: sql`r.title`,
    at: sql`e.occurred_at`,
    process: sql`e.data->>'process'`,
    product: sql`p.title`,
    inputKg: sql`case when o.place = 1 then run.kg end`,
    outputKg: sql`(o.line->>'kg')::numeric`,
    share: sql`round(run.share, 5)`,
    bandFrom: sql`band.low`,
    bandTo: sql`band.high`,
    isInBand: sql`run.share between band.low and band.high`,
    meanShare: sql`round(before.mean, 5)`,
    sigmas: sql`round((run.share - before.mean) / nullif(before.deviation, 0), 1)`,
    wasteKg: sql`case when o.place = 1 then (e.data->>'wasteKg')::numeric end`,
    invisibleKg: sql`case when o.place = 1 then (e.data->>'invisibleKg')::numeric end`,
  }),
  order: sql`e.occurred_at, e.id, o.place`,
})
