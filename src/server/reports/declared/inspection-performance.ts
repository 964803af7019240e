// R25. Overlooked: it passed with this inspector, and the next inspection of the farm in the season, by another one, did not. Minutes: from one
// inspection to the next of the same day, when at most four hours lie between.
import { sql } from 'kysely'
import { inspectionPerformance } from '#domain/reports/inspection-performance.ts'
import { eventsThen } from '../../store/past.ts'
import { inPeriod, is } from '../engine/conditions.ts'
import { onPastDay } from '../engine/past-day.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

export const query = reportQuery(inspectionPerformance, {
  past: () => entered('user'),
  joins: ({ scope, values }) => {
    const { tenant } = scope
    const then = onPastDay(scope, values)
    return sql`
    join lateral (select e.*, lead(e.recorded_by) over w as next_by, lead(e.data->>'result') over w as next_result from event as e
      where e.tenant_id = ${tenant.id} and e.subject_type = 'farmer' and e.subject_id = r.id and e.event_type = 'INTERNAL_INSPECTION' and ${eventsThen(then)}
      window w as (partition by e.data->>'seasonId' order by e.occurred_at, e.id)) as e on true
    left join "user" as u on u.tenant_id = ${tenant.id} and u.id = e.recorded_by
    left join lateral (select extract(epoch from min(n.occurred_at) - e.occurred_at) / 60 as minutes from event as n
      where n.tenant_id = ${tenant.id} and n.recorded_by = e.recorded_by and n.subject_type = 'farmer' and n.event_type = 'INTERNAL_INSPECTION' and ${eventsThen(then, 'n')}
        and n.occurred_at > e.occurred_at and n.occurred_at <= e.occurred_at + interval '4 hours') as gap on true`
  },
  where: ({ scope, values }) => [is(sql`(e.data->>'seasonId')`, 'text', values.season), ...inPeriod(sql`e.occurred_at`, scope, values)],
  columns: ({ scope: { tenant } }) => {
    const passed = sql`e.data->>'result' in ('APPROVED')`
    const again = sql`(${passed} and e.next_by is distinct from e.recorded_by and e.next_result is not null)`
    const overlooked = sql`(${again} and e.next_result in ('SANCTIONED', 'REJECTED', 'CONDITIONAL'))`
    const photo = sql`(jsonb_typeof(e.data->'files') = 'array' and e.data->'files' <> '[]')`
    const day = sql`(e.occurred_at at time zone ${tenant.timezone}::text)::date`
    const median = sql`percentile_cont(0.5) within group (order by gap.minutes)`
    return {
      inspector: sql`u.title`,
      inspections: sql`count(*)`,
      farms: sql`count(distinct r.id)`,
      days: sql`count(distinct ${day})`,
      notPassed: sql`count(*) filter (where not ${passed})`,
      notPassedShare: sql`round(count(*) filter (where not ${passed})::numeric / count(*), 4)`,
      again: sql`count(*) filter (where ${again})`,
      overlooked: sql`count(*) filter (where ${overlooked})`,
      overlookedShare: sql`round(count(*) filter (where ${overlooked})::numeric / nullif(count(*) filter (where ${again}), 0), 4)`,
      minutes: sql`round(${median}::numeric)`,
      withPosition: sql`round(count(e.gps)::numeric / count(*), 4)`,
      withPhoto: sql`round(count(*) filter (where ${photo})::numeric / count(*), 4)`,
      first: sql`min(${day})`,
      last: sql`max(${day})`,
      signs: sql`array_remove(array[
        case when count(distinct r.id) >= 20 and count(*) filter (where not ${passed}) = 0 then 'ALL_PASSED' end,
        case when ${median} < 15 then 'HURRIED' end,
        case when count(*) filter (where ${overlooked}) * 5 >= count(*) filter (where ${again}) and count(*) filter (where ${overlooked}) > 0 then 'OVERLOOKED' end,
        case when count(e.gps) * 2 < count(*) then 'NOT_THERE' end], null)`,
    }
  },
  groupBy: () => sql`e.recorded_by, u.title`,
  order: sql`farms desc, inspector, inspections, first`,
})
