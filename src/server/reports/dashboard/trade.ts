// Figures of goods and money: price and premium, payments in time, kilograms that can still be certified, GMO tests.
import { type RawBuilder, sql } from 'kysely'
import type { Claim } from '#domain/kernel/terms.ts'
import type { Tolerances } from '#domain/rules/tolerances.ts'
import { type Context, inSeasonList, sees, tickets } from './context.ts'

export type PriceRow = { cropTypeId: string; perKg: number; premiumPerKg: number | null; due: number; paid: number; hasPayments: boolean }

/**
 * Tickets of the season. What a payment was for is not recorded, so payments of a farmer since the season began count for his oldest tickets first;
 * a ticket is due `paymentDue` days after it was written. Minor units.
 */
export function pricesQuestion(context: Context, { paymentDue }: Pick<Tolerances, 'paymentDue'>): RawBuilder<PriceRow> | null {
  if (!sees(context, 'productbatch', 'crop')) return null
  const { scope, season } = context
  const kg = sql`(e.data->>'netKg')::numeric`
  const of = (name: string) => sql`coalesce((e.data->>${sql.lit(name)})::numeric, 0)`
  const term = sql`make_interval(days => ${paymentDue}::int)`
  const payments = sql`from event as p where p.tenant_id = ${scope.tenant.id} and p.subject_type = 'farmer' and p.event_type = 'PAYMENT' and p.status = 'RECORDED'
    and p.data->>'kind' in ('PRICE', 'ADVANCE') ${season ? sql`and p.occurred_at >= ${season.startDate}::date` : sql``}`
  return sql<PriceRow>`
    with bought as (
      select c.crop_type_id, c.farmer_id, e.occurred_at as at, ${kg} as kg, ${of('pricePerKg')} as price, ${of('premiumPerKg')} as premium,
        coalesce((select l.claim from lot_link as l where l.tenant_id = ${scope.tenant.id} and l.event_id = e.id and l.output_id = r.id and l.voided_at is null limit 1), 'CONVENTIONAL') as claim,
        sum(round(${kg} * ${of('pricePerKg')}) - ${of('deductions')}) over (partition by c.farmer_id order by e.occurred_at, e.id) as owed
      from ${tickets(context)}),
    judged as (select b.*, b.at + ${term} <= ${scope.now.toISOString()}::timestamptz as is_due,
        b.owed <= coalesce((select sum((p.data->>'amount')::numeric) ${payments} and p.subject_id = b.farmer_id and p.occurred_at <= b.at + ${term}), 0) as is_paid,
        exists (select ${payments} and p.subject_id = b.farmer_id) as has_payments
      from bought as b)
    select crop_type_id as "cropTypeId", sum(kg * price) / nullif(sum(kg), 0) as "perKg",
      sum(kg * premium) filter (where claim <> 'CONVENTIONAL') / nullif(sum(kg) filter (where claim <> 'CONVENTIONAL'), 0) as "premiumPerKg",
      count(*) filter (where is_due) as due, count(*) filter (where is_due and is_paid) as paid, bool_or(has_payments) as "hasPayments"
    from judged group by crop_type_id`
}

type CertifiableRow = { product: string; claim: Claim | null; kg: number }

/** Certified goods in lots and sent out of them that no transaction certificate binds (BR-12 T05). */
export function certifiableQuestion(context: Context): RawBuilder<CertifiableRow> | null {
  if (!sees(context, 'productbatch')) return null
  const { tenant } = context.scope
  return sql<CertifiableRow>`
    select p.title as product, r.claim_status as claim, sum(r.certifiable_kg) as kg
    from productbatch as r join product as p on p.tenant_id = ${tenant.id} and p.id = r.product_id
    where ${inSeasonList(context, 'productbatch')} and r.unit_type <> 'FARM_LOT' and r.processor_id is null and r.claim_status <> 'CONVENTIONAL' and r.certifiable_kg > 0
      and r.status not in ('VOIDED', 'DISPOSED', 'QUARANTINED', 'RECALLED')
    group by 1, 2 order by 3 desc, 1, 2`
}

type TestRow = { done: number; positive: number }

export function testsQuestion(context: Context): RawBuilder<TestRow> | null {
  if (!sees(context, 'productbatch')) return null
  const { tenant } = context.scope
  return sql<TestRow>`
    select count(*) as done, count(*) filter (where e.data->>'result' = 'POSITIVE') as positive
    from productbatch as r join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = r.id
      and e.event_type = 'LAB_RESULT' and e.status = 'RECORDED' and e.data->>'kind' = 'GMO'
    where ${inSeasonList(context, 'productbatch')}`
}
