// R03. The organic status is that of today; retired plots are listed only when they are asked for.
import { sql } from 'kysely'
import { parcelRegister } from '#domain/reports/parcel-register.ts'
import { conversionSince, organicStatusNow, todayIn } from '../../queries/organic-status.ts'
import { among, isVillage } from '../engine/conditions.ts'
import { reportQuery } from '../engine/report-query.ts'

export const query = reportQuery(parcelRegister, {
  past: () => [{ table: 'farmer' }, { table: 'landparcel' }],
  joins: ({ scope }) => sql`join farmer as f on f.tenant_id = ${scope.tenant.id} and f.id = r.farmer_id`,
  where: ({ scope, values }) => [
    isVillage(values.village),
    among(organicStatusNow(scope), values.claim),
    among(sql`r.boundary_method`, values.method),
    among(sql`r.status`, values.status) ?? sql`r.status <> 'RETIRED'`,
  ],
  columns: ({ scope }) => ({
    code: sql`r.code`,
    name: sql`r.name`,
    farmer: sql`f.title`,
    village: sql`r.village`,
    tenure: sql`r.tenure`,
    surveyNo: sql`r.survey_no`,
    declaredHa: sql`r.declared_area_ha`,
    mappedHa: sql`r.mapped_area_ha`,
    difference: sql`r.area_difference`,
    method: sql`r.boundary_method`,
    accuracyM: sql`r.gps_accuracy_m`,
    claim: organicStatusNow(scope),
    // Full months of the calendar; none before the first day of conversion.
    months: sql`case when ${conversionSince} <= ${todayIn(scope)} then
      (extract(year from age(${todayIn(scope)}, ${conversionSince})) * 12 + extract(month from age(${todayIn(scope)}, ${conversionSince})))::int end`,
    leaseTo: sql`r.lease_to`,
    status: sql`r.status`,
    boundary: sql`coalesce(r.boundary, r.point)`,
  }),
  order: sql`r.village, r.code, r.id`,
})
