// R05. Overlaps are those of the open finding, as they were measured when the boundary was taken (BR-02); the corner that closes the ring is not counted.
import { sql } from 'kysely'
import { boundaryQuality } from '#domain/reports/boundary-quality.ts'
import { todayIn } from '../../queries/organic-status.ts'
import { among, isVillage } from '../engine/conditions.ts'
import { reportQuery } from '../engine/report-query.ts'

export const query = reportQuery(boundaryQuality, {
  past: () => [{ table: 'farmer' }, { table: 'landparcel' }],
  joins: ({ scope: { tenant } }) => sql`
    join farmer as f on f.tenant_id = ${tenant.id} and f.id = r.farmer_id
    left join lateral (select count(*) as n, string_agg(distinct g.rule_id, ', ' order by g.rule_id) as rules from flag as g
      where g.tenant_id = ${tenant.id} and g.subject_type = 'landparcel' and g.subject_id = r.id and g.closed_at is null and g.rule_id in ('BR-01', 'BR-02', 'BR-03')) as found on true
    left join lateral (select string_agg(o->>'code', ', ' order by (o->>'overlapShare')::numeric desc, o->>'code') as partners,
        max((o->>'overlapShare')::numeric) as share, sum((o->>'overlapM2')::numeric) as m2
      from flag as g cross join lateral jsonb_array_elements(case when jsonb_typeof(g.figures->'overlaps') = 'array' then g.figures->'overlaps' else '[]'::jsonb end) as o
      where g.tenant_id = ${tenant.id} and g.subject_type = 'landparcel' and g.subject_id = r.id and g.closed_at is null and g.rule_id = 'BR-02') as shared on true`,
  where: ({ values }) => [
    among(sql`r.status`, values.status) ?? sql`r.status <> 'RETIRED'`,
    isVillage(values.village),
    among(sql`r.boundary_method`, values.method),
    values.findings ? sql`found.n > 0` : null,
    values.unmapped ? sql`r.boundary is null` : null,
  ],
  columns: ({ scope }) => ({
    code: sql`r.code`,
    parcel: sql`r.title`,
    farmer: sql`f.title`,
    village: sql`r.village`,
    declaredHa: sql`r.declared_area_ha`,
    mappedHa: sql`r.mapped_area_ha`,
    difference: sql`r.area_difference`,
    rules: sql`found.rules`,
    findings: sql`coalesce(found.n, 0)`,
    partners: sql`shared.partners`,
    overlapShare: sql`shared.share`,
    overlapM2: sql`shared.m2`,
    method: sql`r.boundary_method`,
    accuracyM: sql`r.gps_accuracy_m`,
    vertices: sql`jsonb_array_length(r.boundary->'coordinates'->0) - 1`,
    ageDays: sql`greatest(0, ${todayIn(scope)} - r.mapped_at)`,
    version: sql`r.boundary_version`,
    status: sql`r.status`,
    boundary: sql`coalesce(r.boundary, r.point)`,
  }),
  order: sql`r.village, r.code, r.id`,
})
