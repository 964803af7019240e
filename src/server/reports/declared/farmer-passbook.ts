// R14. A delivery comes to what its ticket says (BR-29). Of a season: deliveries of its crops, and what was handed out and paid since its first day.
import { sql } from 'kysely'
import { farmerPassbook } from '#domain/reports/farmer-passbook.ts'
import { eventsThen, linksThen } from '../../store/past.ts'
import { inPeriod, is, isVillage } from '../engine/conditions.ts'
import { onPastDay } from '../engine/past-day.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

const amount = (name: string) => sql`coalesce((e.data->>${sql.lit(name)})::numeric, 0)`

export const query = reportQuery(farmerPassbook, {
  past: () => entered('farmer', 'inputitem', 'crop', 'season'),
  joins: ({ scope, values }) => {
    const { tenant } = scope
    const then = onPastDay(scope, values)
    const isSince = values.season
      ? sql`and e.occurred_at >= (select s.start_date from season as s where s.tenant_id = ${tenant.id} and s.id = ${values.season}::uuid)`
      : sql``
    return sql`
    join lateral (
      select distinct on (e.id) e.id, e.occurred_at as at, 'DELIVERY' as kind, c.title as what, e.data->>'receiptNo' as reference, (e.data->>'netKg')::numeric as kg,
        round(${amount('netKg')} * (${amount('pricePerKg')} + ${amount('premiumPerKg')})) - ${amount('deductions')} as earned, 0::numeric as paid
      from crop as c join lot_link as h on h.tenant_id = ${tenant.id} and h.input_id = c.id and ${linksThen(then, 'h')}
      join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = h.output_id and ${linksThen(then)}
      join event as e on e.tenant_id = ${tenant.id} and e.id = l.event_id and e.event_type = 'PURCHASE' and ${eventsThen(then)} and (e.data->>'cropId')::uuid = c.id
      where c.tenant_id = ${tenant.id} and c.farmer_id = r.id ${values.season ? sql`and c.season_id = ${values.season}::uuid` : sql``}
      union all
      select e.id, e.occurred_at, case when e.event_type = 'PAYMENT' then 'PAYMENT' else 'INPUT' end, i.title, coalesce(e.data->>'ref', e.data->>'lotNo'),
        (e.data->>'kg')::numeric, 0, case when e.event_type = 'PAYMENT' then ${amount('amount')} else 0 end
      from event as e left join inputitem as i on i.tenant_id = ${tenant.id} and i.id = (e.data->>'itemId')::uuid
      where e.tenant_id = ${tenant.id} and e.subject_type = 'farmer' and e.subject_id = r.id and e.event_type in ('PAYMENT', 'INPUT_DISTRIBUTED') and ${eventsThen(then)} ${isSince}
    ) as x on true`
  },
  where: ({ scope, values }) => [is(sql`r.id`, 'uuid', values.farmer), isVillage(values.village), ...inPeriod(sql`x.at`, scope, values)],
  columns: () => ({
    memberNo: sql`r.member_no`,
    farmer: sql`r.title`,
    at: sql`x.at`,
    kind: sql`x.kind`,
    what: sql`x.what`,
    reference: sql`x.reference`,
    kg: sql`x.kg`,
    earned: sql`x.earned`,
    paid: sql`x.paid`,
    balance: sql`sum(x.earned - x.paid) over (partition by r.id order by x.at, x.id)`,
  }),
  order: sql`r.member_no, r.id, x.at, x.id`,
})
