// What a group has agreed on as premium (domain dictionary 5.4, priceModel), read where one is paid: as it is now.
import { sql } from 'kysely'
import { agreedPremium, type PriceModel } from '#domain/chain/premium.ts'
import { currencyOf } from '#domain/tenancy/tenant.ts'
import type { Scope } from '../../scope.ts'

async function modelOf({ db, tenant }: Scope, operatorId: string | null) {
  const found = await db
    .selectFrom('collective')
    .select(['premium_type as premiumType', 'premium_value as premiumValue'])
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', operatorId)
    .executeTakeFirst()
  return found ?? { premiumType: null, premiumValue: null }
}

/** For goods at this price (minor units for each kilogram), by the model as it was read with the seller; null: nothing is agreed. */
export function agreedFor({ tenant }: Pick<Scope, 'tenant'>, model: PriceModel, pricePerKg: number): { perKg: number; currency: string } | null {
  const perKg = agreedPremium(model, pricePerKg)
  return perKg === null ? null : { perKg, currency: currencyOf(tenant.config) }
}

/** For what the group bought under a claim in the season, at its mean price by kilograms; null: nothing is agreed, or it hangs on a price and nothing was bought. */
export async function agreedOfSeason(scope: Scope, operatorId: string, seasonId: string): Promise<number | null> {
  const model = await modelOf(scope, operatorId)
  if (model.premiumType !== 'PCT') return agreedPremium(model, null)
  const { tenant } = scope
  const { rows } = await sql<{ price: number | null }>`
    select (sum((e.data->>'netKg')::numeric * (e.data->>'pricePerKg')::numeric) / nullif(sum((e.data->>'netKg')::numeric), 0))::float8 as price
    from crop as c
    join productbatch as l on l.tenant_id = ${tenant.id} and l.crop_id = c.id and l.unit_type = 'FARM_LOT' and l.deleted_at is null
    join lot_link as k on k.tenant_id = ${tenant.id} and k.input_id = l.id and k.voided_at is null
    join event as e on e.tenant_id = ${tenant.id} and e.id = k.event_id and e.event_type = 'PURCHASE' and e.status = 'RECORDED'
    where c.tenant_id = ${tenant.id} and c.operator_id = ${operatorId}::uuid and c.season_id = ${seasonId}::uuid and c.purchased_kg > 0 and c.deleted_at is null
      and coalesce(k.claim, l.claim_status) <> 'CONVENTIONAL'`.execute(scope.db)
  return agreedPremium(model, rows[0]?.price ?? null)
}
