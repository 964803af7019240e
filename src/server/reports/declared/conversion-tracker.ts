// R04. The steps lie 12 and 24 months, and those of the scheme, after the day from which conversion counts; the calendar is that of the day that is given, which may be one to come, else that of the day of the report.
import { type RawBuilder, sql } from 'kysely'
import { conversionTracker } from '#domain/reports/conversion-tracker.ts'
import { conversionSince, organicFrom, organicStatusOn, todayIn } from '../../queries/organic-status.ts'
import { among, isVillage, onDays } from '../engine/conditions.ts'
import { type ReportContext, reportQuery } from '../engine/report-query.ts'

const dayOf = ({ scope, values }: ReportContext<typeof conversionTracker>): RawBuilder<string> =>
  values.countedOn === null ? todayIn(scope) : sql<string>`${values.countedOn}::date`
const step = (months: number) => sql`(${conversionSince} + make_interval(months => ${sql.lit(months)}))::date`
const nextOn = (day: RawBuilder<string>) => sql<string>`case when r.conversion_start is null then null when ${day} < ${conversionSince} then ${conversionSince}
  when ${day} < least(${step(12)}, ${organicFrom}) then least(${step(12)}, ${organicFrom}) when ${day} < least(${step(24)}, ${organicFrom}) then least(${step(24)}, ${organicFrom})
  when ${day} < ${organicFrom} then ${organicFrom} end`

const blockers = ({ scope: { tenant } }: ReportContext<typeof conversionTracker>) => sql`array_remove(array[
  case when r.conversion_start is null then 'NOT_ENTERED' end,
  case when r.conversion_counts_from > r.conversion_start then 'START_UNCONFIRMED' end,
  case when r.retro_months > 0 and r.retro_confirmed_at is null then 'MONTHS_UNCONFIRMED' end,
  case when r.boundary is null then 'NO_BOUNDARY' end,
  case when r.status = 'DISPUTED' then 'DISPUTED' end,
  case when r.lease_to < ${organicFrom} then 'LEASE_ENDS' end,
  case when exists (select from flag as g where g.tenant_id = ${tenant.id} and g.subject_type = 'landparcel' and g.subject_id = r.id and g.closed_at is null
    and g.severity = 'REVIEW') then 'FINDING' end], null)`

export const query = reportQuery(conversionTracker, {
  past: () => [{ table: 'farmer' }, { table: 'landparcel' }],
  joins: ({ scope: { tenant } }) => sql`join farmer as f on f.tenant_id = ${tenant.id} and f.id = r.farmer_id`,
  where: (context) => [
    sql`r.status <> 'RETIRED'`,
    isVillage(context.values.village),
    among(organicStatusOn(dayOf(context)), context.values.claim),
    ...onDays(nextOn(dayOf(context)), { from: null, to: context.values.nextBefore }),
    context.values.blocked ? sql`cardinality(${blockers(context)}) > 0` : null,
  ],
  columns: (context) => {
    const day = dayOf(context)
    return {
      code: sql`r.code`,
      parcel: sql`r.title`,
      farmer: sql`f.title`,
      village: sql`r.village`,
      areaHa: sql`coalesce(r.mapped_area_ha, r.declared_area_ha)`,
      countsFrom: sql`${conversionSince}`,
      months: sql`case when ${conversionSince} <= ${day} then
        (extract(year from age(${day}, ${conversionSince})) * 12 + extract(month from age(${day}, ${conversionSince})))::int end`,
      claim: organicStatusOn(day),
      next: sql`case when r.conversion_start is null then null when ${day} >= ${organicFrom} then null else ${organicStatusOn(nextOn(day))} end`,
      nextOn: nextOn(day),
      daysLeft: sql`${nextOn(day)} - ${day}`,
      blockers: blockers(context),
      status: sql`r.status`,
    }
  },
  order: sql`r.village, r.code, r.id`,
})
