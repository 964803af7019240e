// R12. Main crops and intercrops; what was cancelled or failed is left out unless something was picked.
import { sql } from 'kysely'
import { estimateToPurchase } from '#domain/reports/estimate-to-purchase.ts'
import { among, is, isVillage } from '../engine/conditions.ts'
import { reportQuery } from '../engine/report-query.ts'

export const query = reportQuery(estimateToPurchase, {
  past: ({ values }) => [{ table: 'farmer' }, { table: 'crop', which: () => is(sql`r.season_id`, 'uuid', values.season) ?? sql`true` }],
  joins: ({ scope }) => sql`
    join farmer as f on f.tenant_id = ${scope.tenant.id} and f.id = r.farmer_id
    left join lateral (select count(*) as n, string_agg(distinct g.rule_id, ', ') as rules from flag as g
      where g.tenant_id = ${scope.tenant.id} and g.subject_type = 'crop' and g.subject_id = r.id and g.closed_at is null) as flags on true`,
  where: ({ values }) => [
    sql`r.role in ('MAIN', 'INTERCROP')`,
    sql`(r.status not in ('CANCELLED', 'FAILED') or r.harvested_kg > 0)`,
    is(sql`r.season_id`, 'uuid', values.season),
    is(sql`r.crop_type_id`, 'uuid', values.cropType),
    isVillage(values.village),
    among(sql`r.claim_status`, values.claim),
  ],
  columns: () => ({
    memberNo: sql`f.member_no`,
    farmer: sql`f.title`,
    village: sql`r.village`,
    crop: sql`r.crop_name`,
    variety: sql`r.variety_name`,
    claim: sql`r.claim_status`,
    areaHa: sql`r.area_ha`,
    capKg: sql`r.yield_cap_kg`,
    estimatedKg: sql`r.estimated_kg`,
    harvestedKg: sql`r.harvested_kg`,
    purchasedKg: sql`r.purchased_kg`,
    harvestedShare: sql`round(r.harvested_kg / nullif(r.estimated_kg, 0), 5)`,
    purchasedShare: sql`round(r.purchased_kg / nullif(r.harvested_kg, 0), 5)`,
    leftKg: sql`r.remaining_sellable_kg`,
    findings: sql`flags.n`,
    rules: sql`flags.rules`,
  }),
  order: sql`r.village, f.member_no, r.crop_name, r.id`,
})
