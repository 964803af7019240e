// R06. One row for each crop, variety, role and claim.
import { sql } from 'kysely'
import { cropAreaStatement } from '#domain/reports/crop-area-statement.ts'
import { among, is, isVillage } from '../engine/conditions.ts'
import { reportQuery } from '../engine/report-query.ts'

export const query = reportQuery(cropAreaStatement, {
  past: ({ values }) => [{ table: 'crop', which: () => is(sql`r.season_id`, 'uuid', values.season) ?? sql`true` }],
  where: ({ values }) => [
    sql`r.status not in ('CANCELLED', 'FAILED')`,
    is(sql`r.season_id`, 'uuid', values.season),
    is(sql`r.crop_type_id`, 'uuid', values.cropType),
    isVillage(values.village),
    among(sql`r.claim_status`, values.claim),
    among(sql`r.role`, values.role),
  ],
  columns: () => ({
    crop: sql`r.crop_name`,
    variety: sql`r.variety_name`,
    role: sql`r.role`,
    claim: sql`r.claim_status`,
    areaHa: sql`sum(r.area_ha)`,
    sownHa: sql`coalesce(sum(r.area_ha) filter (where r.sowing_date is not null), 0)`,
    farmers: sql`count(distinct r.farmer_id)`,
    plots: sql`count(distinct r.parcel_id)`,
    sownFrom: sql`min(r.sowing_date)`,
    sownTo: sql`max(r.sowing_date)`,
  }),
  groupBy: () => sql`r.crop_name, r.variety_name, r.role, r.claim_status`,
  order: sql`crop, variety, role, claim`,
})
