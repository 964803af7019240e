// R13. A ticket is a purchase that counts: what was voided or replaced is left out. Its claim is that of the link it made.
// A payment names no ticket: as accounts are settled, the oldest debt first. A person is one account, whatever records were merged into it.
import { sql } from 'kysely'
import { purchaseRegister } from '#domain/reports/purchase-register.ts'
import type { Scope } from '../../scope.ts'
import { eventsThen, linksThen } from '../../store/past.ts'
import { among, inPeriod, is, isVillage } from '../engine/conditions.ts'
import { onPastDay } from '../engine/past-day.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

const kg = (name: string) => sql`(e.data->>${sql.lit(name)})::numeric`
// As `payable` of domain/chain/purchase.ts: rounded once, at the end.
const payable = sql`round(${kg('netKg')} * (${kg('pricePerKg')} + coalesce(${kg('premiumPerKg')}, 0))) - coalesce(${kg('deductions')}, 0)`
const premium = sql`round(${kg('netKg')} * coalesce(${kg('premiumPerKg')}, 0))`

/** What was paid of each ticket (`id`), of all tickets of a person, whatever is listed. */
function settledTickets(then: Scope, farmerId: string | null) {
  const { tenant, operator } = then
  const person = sql`coalesce(f.merged_into_id, f.id)`
  const ofPerson = farmerId
    ? sql`and ${person} = (select coalesce(y.merged_into_id, y.id) from farmer as y where y.tenant_id = ${tenant.id} and y.id = ${farmerId}::uuid)`
    : sql``
  const ofOperator = operator ? sql`and f.operator_id = ${operator.id}::uuid` : sql``
  /** Of the debts of a person in their order, what is left of a payment for this one. */
  const settled = (debt: 'price' | 'premium') =>
    sql`least(${sql.ref(`t.${debt}`)}, greatest(0, p.${sql.ref(debt)} - (sum(${sql.ref(`t.${debt}`)}) over (partition by t.person order by t.at, t.id) - ${sql.ref(`t.${debt}`)})))`
  return sql`(select t.id, ${settled('price')} + ${settled('premium')} as paid
    from (select ${person} as person, e.id, e.occurred_at as at, greatest(0, ${payable} - ${premium}) as price, ${premium} as premium
      from farmer as f join crop as c on c.tenant_id = ${tenant.id} and c.farmer_id = f.id
      join lot_link as h on h.tenant_id = ${tenant.id} and h.input_id = c.id and ${linksThen(then, 'h')}
      join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = h.output_id and ${linksThen(then)}
      join event as e on e.tenant_id = ${tenant.id} and e.id = l.event_id and e.event_type = 'PURCHASE' and ${eventsThen(then)} and (e.data->>'cropId')::uuid = c.id
      where f.tenant_id = ${tenant.id} ${ofOperator} ${ofPerson} group by 1, e.id, e.occurred_at, e.data) as t
    join (select ${person} as person, coalesce(sum((e.data->>'amount')::numeric) filter (where e.data->>'kind' <> 'PREMIUM'), 0) as price,
        coalesce(sum((e.data->>'amount')::numeric) filter (where e.data->>'kind' = 'PREMIUM'), 0) as premium
      from farmer as f join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'farmer' and e.subject_id = f.id and e.event_type = 'PAYMENT' and ${eventsThen(then)}
      where f.tenant_id = ${tenant.id} ${ofOperator} ${ofPerson} group by 1) as p on p.person = t.person)`
}

export const query = reportQuery(purchaseRegister, {
  past: () => entered('farmer', 'productbatch'),
  joins: ({ scope, values }) => {
    const { tenant } = scope
    const then = onPastDay(scope, values)
    return sql`
    join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = r.id and e.event_type = 'PURCHASE' and ${eventsThen(then)}
    join crop as c on c.tenant_id = ${tenant.id} and c.id = (e.data->>'cropId')::uuid
    join farmer as f on f.tenant_id = ${tenant.id} and f.id = c.farmer_id
    left join lateral (select l.claim from lot_link as l where l.tenant_id = ${tenant.id} and l.event_id = e.id and l.output_id = r.id and ${linksThen(then)} limit 1) as link on true
    left join ${settledTickets(then, values.farmer)} as settled on settled.id = e.id`
  },
  where: ({ scope, values }) => [
    sql`r.unit_type <> 'FARM_LOT'`,
    is(sql`r.season_id`, 'uuid', values.season),
    is(sql`f.id`, 'uuid', values.farmer),
    isVillage(values.village, sql`f.village`),
    among(sql`link.claim`, values.claim),
    ...inPeriod(sql`e.occurred_at`, scope, values),
  ],
  columns: () => ({
    receiptNo: sql`e.data->>'receiptNo'`,
    at: sql`e.occurred_at`,
    memberNo: sql`f.member_no`,
    farmer: sql`f.title`,
    village: sql`f.village`,
    lot: sql`r.title`,
    claim: sql`link.claim`,
    grossKg: kg('grossKg'),
    tareKg: kg('tareKg'),
    netKg: kg('netKg'),
    moisture: kg('moisture'),
    pricePerKg: kg('pricePerKg'),
    premiumPerKg: kg('premiumPerKg'),
    deductions: kg('deductions'),
    payable,
    paid: sql`coalesce(settled.paid, 0)`,
    confirmation: sql`e.data->>'farmerConfirmation'`,
  }),
  order: sql`e.occurred_at, e.data->>'receiptNo', e.id`,
})
