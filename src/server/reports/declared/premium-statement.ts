// R15. Rounded for each ticket, as it is paid. Of a season: tickets of its crops, and payments since its first day.
import { sql } from 'kysely'
import { premiumStatement } from '#domain/reports/premium-statement.ts'
import type { Condition } from '../../store/condition.ts'
import { eventsThen, linksThen } from '../../store/past.ts'
import { inPeriod, is, isVillage } from '../engine/conditions.ts'
import { onPastDay } from '../engine/past-day.ts'
import { reportQuery } from '../engine/report-query.ts'

const every = (conditions: readonly (Condition | null)[]) => {
  const some = conditions.filter((one) => one !== null)
  return some.length ? sql`and ${sql.join(some, sql` and `)}` : sql``
}

export const query = reportQuery(premiumStatement, {
  joins: ({ scope, values }) => {
    const { tenant } = scope
    const then = onPastDay(scope, values)
    return sql`
    join lateral (select sum(t.kg) as kg, sum(round(t.kg * t.rate)) as earned from (
        select (e.data->>'netKg')::numeric as kg, (e.data->>'premiumPerKg')::numeric as rate
        from crop as c join lot_link as h on h.tenant_id = ${tenant.id} and h.input_id = c.id and ${linksThen(then, 'h')}
        join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = h.output_id and ${linksThen(then)}
        join event as e on e.tenant_id = ${tenant.id} and e.id = l.event_id and e.event_type = 'PURCHASE' and ${eventsThen(then)} and (e.data->>'cropId')::uuid = c.id
        where c.tenant_id = ${tenant.id} and c.farmer_id = r.id and (e.data->>'premiumPerKg')::numeric > 0
          ${every([is(sql`c.season_id`, 'uuid', values.season), ...inPeriod(sql`e.occurred_at`, scope, values)])}
        group by e.id, e.data) as t) as bought on true
    left join season as s on s.tenant_id = ${tenant.id} and s.id = ${values.season}::uuid
    left join lateral (select coalesce(sum((p.data->>'amount')::numeric), 0) as paid, max((p.occurred_at at time zone ${tenant.timezone}::text)::date) as last_on,
        string_agg(p.data->>'ref', ', ' order by p.occurred_at, p.id) as refs
      from event as p where p.tenant_id = ${tenant.id} and p.subject_type = 'farmer' and p.subject_id = r.id and p.event_type = 'PAYMENT' and ${eventsThen(then, 'p')}
        and p.data->>'kind' = 'PREMIUM' and (s.start_date is null or p.occurred_at >= s.start_date) ${every(inPeriod(sql`p.occurred_at`, scope, values))}) as settled on true`
  },
  where: ({ values }) => [is(sql`r.id`, 'uuid', values.farmer), isVillage(values.village), sql`(bought.kg > 0 or settled.paid > 0)`],
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
