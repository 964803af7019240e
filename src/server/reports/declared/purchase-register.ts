// R13. A ticket is a purchase that counts: what was voided or replaced is left out. Its claim is that of the link it made.
import { sql } from 'kysely'
import { purchaseRegister } from '#domain/reports/purchase-register.ts'
import { eventsThen, linksThen } from '../../store/past.ts'
import { among, inPeriod, is, isVillage } from '../engine/conditions.ts'
import { onPastDay } from '../engine/past-day.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

const kg = (name: string) => sql`(e.data->>${sql.lit(name)})::numeric`

export const query = reportQuery(purchaseRegister, {
  past: () => entered('farmer'),
  joins: ({ scope, values }) => {
    const { tenant } = scope
    const then = onPastDay(scope, values)
    return sql`
    join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = r.id and e.event_type = 'PURCHASE' and ${eventsThen(then)}
    join crop as c on c.tenant_id = ${tenant.id} and c.id = (e.data->>'cropId')::uuid
    join farmer as f on f.tenant_id = ${tenant.id} and f.id = c.farmer_id
    left join lateral (select l.claim from lot_link as l where l.tenant_id = ${tenant.id} and l.event_id = e.id and l.output_id = r.id and ${linksThen(then)} limit 1) as link on true`
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
    // As `payable` of domain/chain/purchase.ts: rounded once, at the end.
    payable: sql`round(${kg('netKg')} * (${kg('pricePerKg')} + coalesce(${kg('premiumPerKg')}, 0))) - coalesce(${kg('deductions')}, 0)`,
    confirmation: sql`e.data->>'farmerConfirmation'`,
  }),
  order: sql`e.occurred_at, e.data->>'receiptNo', e.id`,
})
