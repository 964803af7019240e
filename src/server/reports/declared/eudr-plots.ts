// R26. With a season or a crop type: the plots on which that was grown. Boundaries are stored counter-clockwise, closed, without holes and with seven decimals.
import { sql } from 'kysely'
import { eudrPlots } from '#domain/reports/eudr-plots.ts'
import { is, isVillage } from '../engine/conditions.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

const area = sql`coalesce(r.mapped_area_ha, r.declared_area_ha)`
const fault = sql`case when r.boundary is null and r.point is null then 'NO_PLACE' when r.boundary is null and ${area} > 4 then 'POINT_TOO_LARGE' end`

export const query = reportQuery(eudrPlots, {
  past: ({ values }) => [
    { table: 'farmer' },
    { table: 'landparcel' },
    { table: 'crop', which: () => is(sql`r.season_id`, 'uuid', values.season) ?? sql`true` },
    ...entered('collective'),
  ],
  joins: ({ scope: { tenant }, values }) => {
    const which = [
      sql`c.tenant_id = ${tenant.id} and c.parcel_id = r.id and c.deleted_at is null and c.status not in ('CANCELLED', 'FAILED')`,
      ...[is(sql`c.season_id`, 'uuid', values.season), is(sql`c.crop_type_id`, 'uuid', values.cropType)].filter((one) => one !== null),
    ]
    return sql`
    join farmer as f on f.tenant_id = ${tenant.id} and f.id = r.farmer_id
    left join collective as k on k.tenant_id = ${tenant.id} and k.id = r.operator_id
    left join lateral (select count(*) as n, string_agg(distinct c.crop_name, ', ' order by c.crop_name) as names, min(c.harvest_start) as first, max(c.harvest_end) as last,
      sum(c.harvested_kg) as kg from crop as c where ${sql.join(which, sql` and `)}) as grown on true`
  },
  where: ({ values }) => [
    sql`r.status <> 'RETIRED'`,
    isVillage(values.village),
    values.season || values.cropType ? sql`grown.n > 0` : null,
    values.declarable ? sql`${fault} is null` : null,
  ],
  columns: () => ({
    ProducerName: sql`concat_ws(', ', k.title, f.member_no)`,
    ProducerCountry: sql`f.country`,
    ProductionPlace: sql`concat_ws(', ', r.village, f.block, f.district)`,
    Area: sql`round(${area}, 2)`,
    code: sql`r.code`,
    crops: sql`left(grown.names, 200)`,
    harvestFrom: sql`grown.first`,
    harvestTo: sql`grown.last`,
    kg: sql`grown.kg`,
    mappedHa: sql`r.mapped_area_ha`,
    fault,
    geometry: sql`case when ${fault} is null then coalesce(r.boundary, r.point) end`,
  }),
  order: sql`r.code, r.id`,
})
