// R15. Rounded for each ticket, as it is paid. Of a season: tickets of its crops, payments that name it, and those that name none since its first day. A ticket without a
// rate of its own earns what the group pays out for the season: at the rate paid to the member, or at the last one.
// A person is one row: what was bought of and paid to a record that was merged counts for the one that stays, as it is paid (premium-paid.ts).
import { sql } from 'kysely'
import { premiumStatement } from '#domain/reports/premium-statement.ts'
import type { Condition } from '../../store/condition.ts'
import { eventsThen, linksThen } from '../../store/past.ts'
import { inPeriod, is, isVillage } from '../engine/conditions.ts'
import { onPastDay } from '../engine/past-day.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

const every = (conditions: readonly (Condition | null)[]) => {
  const some = conditions.filter((one) => one !== null)
  return some.length ? sql`and ${sql.join(some, sql` and `)}` : sql``
}

export const query = reportQuery(premiumStatement, {
  past: () => entered('farmer', 'season'),
  joins: ({ scope, values }) => {
    const { tenant } = scope
    const then = onPastDay(scope, values)
    const ofPerson = sql`(select y.id from farmer as y where y.tenant_id = ${tenant.id} and (y.id = r.id or y.merged_into_id = r.id))`
    return sql`
    join lateral (select sum(t.kg) as kg, sum(round(t.kg * t.rate)) as earned from (
        select (e.data->>'netKg')::numeric as kg, case when (e.data->>'premiumPerKg')::numeric > 0 then (e.data->>'premiumPerKg')::numeric
          when coalesce(l.claim, o.claim_status) <> 'CONVENTIONAL' then coalesce(own.rate, d.rate) end as rate
        from crop as c join lot_link as h on h.tenant_id = ${tenant.id} and h.input_id = c.id and ${linksThen(then, 'h')}
        join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = h.output_id and ${linksThen(then)}
        join event as e on e.tenant_id = ${tenant.id} and e.id = l.event_id and e.event_type = 'PURCHASE' and ${eventsThen(then)} and (e.data->>'cropId')::uuid = c.id
        left join productbatch as o on o.tenant_id = ${tenant.id} and o.id = l.input_id
        left join lateral (select sum((p.data->>'amount')::numeric) / nullif(sum((p.data->>'kg')::numeric), 0) as rate from event as p
          where p.tenant_id = ${tenant.id} and p.subject_type = 'farmer' and p.subject_id in ${ofPerson} and p.event_type = 'PAYMENT' and ${eventsThen(then, 'p')}
            and p.data->>'kind' = 'PREMIUM' and p.data->>'causeEventId' is not null and p.data->>'seasonId' = c.season_id::text) as own on true
        left join lateral (select (d.data->>'perKg')::numeric as rate from event as d
          where d.tenant_id = ${tenant.id} and d.subject_type = 'collective' and d.subject_id = c.operator_id and d.event_type = 'PREMIUM_DISTRIBUTION' and ${eventsThen(then, 'd')}
            and d.data->>'seasonId' = c.season_id::text order by d.occurred_at desc, d.id desc limit 1) as d on true
        where c.tenant_id = ${tenant.id} and c.farmer_id in ${ofPerson}
          ${every([is(sql`c.season_id`, 'uuid', values.season), ...inPeriod(sql`e.occurred_at`, scope, values)])}
        group by e.id, e.data, l.claim, o.claim_status, own.rate, d.rate) as t where t.rate > 0) as bought on true
    left join season as s on s.tenant_id = ${tenant.id} and s.id = ${values.season}::uuid
    left join lateral (select coalesce(sum((p.data->>'amount')::numeric), 0) as paid, max((p.occurred_at at time zone ${tenant.timezone}::text)::date) as last_on,
        string_agg(p.data->>'ref', ', ' order by p.occurred_at, p.id) as refs
      from event as p where p.tenant_id = ${tenant.id} and p.subject_type = 'farmer' and p.subject_id in ${ofPerson} and p.event_type = 'PAYMENT' and ${eventsThen(then, 'p')}
        and p.data->>'kind' = 'PREMIUM' and (s.start_date is null or case when p.data->>'seasonId' is null then p.occurred_at >= s.start_date else p.data->>'seasonId' = s.id::text end) ${every(inPeriod(sql`p.occurred_at`, scope, values))}) as settled on true`
  },
  where: ({ scope: { tenant }, values }) => [
    sql`r.merged_into_id is null`,
    values.farmer
      ? sql`r.id = (select coalesce(y.merged_into_id, y.id) from farmer as y where y.tenant_id = ${tenant.id} and y.id = ${values.farmer}::uuid)`
      : null,
    isVillage(values.village),
    sql`(bought.kg > 0 or settled.paid > 0)`,
  ],
  columns: () => ({
    memberNo: sql`r.member_no`,
    farmer: sql`r.title`,
    village: sql`r.village`,
    kg: sql`coalesce(bought.kg, 0)`,
    perKg: sql`round(bought.earned / nullif(bought.kg, 0))`,
    earned: sql`coalesce(bought.earned, 0)`,
    paid: sql`settled.paid`,
    open: sql`coalesce(bought.earned, 0) - settled.paid`,
    lastPaidOn: sql`settled.last_on`,
    reference: sql`left(settled.refs, 500)`,
  }),
  order: sql`r.village, r.member_no, r.id`,
})
