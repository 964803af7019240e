// Figures of members and their land: active farmers, plots, inspections and approval, months to organic, and how complete the records are.
import { type RawBuilder, sql } from 'kysely'
import type { ConversionBucket, Part, QualityPart, SeasonIndicators } from '#domain/reports/season-indicators-answer.ts'
import { organicFrom, todayIn } from '../../queries/organic-status.ts'
import { auditEvents } from '../../store/event-view.ts'
import { type Context, inSeasonList, inWholeList, sees, visits } from './context.ts'

type Farmers = { active: number; women: number; joined: number; groupMax: number | null; phone: number; consent: number; contract: number }

/** Of members who are active: what BR-22 counts. */
export function farmersQuestion(context: Context): RawBuilder<Farmers> | null {
  if (!sees(context, 'farmer')) return null
  const { scope, season } = context
  const joined = season ? sql`r.joined_on between ${season.startDate}::date and ${season.endDate}::date` : sql`false`
  // As a figure of scope certificates, which only those see who list them.
  const limit = sees(context, 'scopecertificate')
    ? sql`(select min(s.group_max) from scopecertificate as t join scheme as s on s.tenant_id = ${scope.tenant.id} and s.id = t.scheme_id
        where t.tenant_id = ${scope.tenant.id} and t.deleted_at is null and t.status in ('PROPOSED', 'VALID', 'SUSPENDED') and t.collective_id = ${scope.operator?.id ?? null}::uuid
      )`
    : sql`null`
  return sql<Farmers>`
    select count(*) as active, count(*) filter (where r.gender = 'F') as women, count(*) filter (where ${joined}) as joined,
      count(r.phone) as phone, count(r.contract_signed_on) as contract,
      count(*) filter (where jsonb_path_exists(r.consent, '$[*] ? (@.purpose == "CERTIFICATION" && (!exists(@.withdrawnAt) || @.withdrawnAt == null))')) as consent,
      ${limit} as "groupMax"
    from farmer as r where ${inWholeList(context, 'farmer')} and r.status = 'ACTIVE'`
}

type ParcelRow = { bucket: ConversionBucket; plots: number; mapped: number; verified: number; areaHa: number }

/** By months until annual crops of the plot are organic (BR-04). */
export function parcelsQuestion(context: Context): RawBuilder<ParcelRow> | null {
  if (!sees(context, 'landparcel')) return null
  const within = (months: number) => sql`${organicFrom} - make_interval(months => ${sql.lit(months)}) <= ${todayIn(context.scope)}`
  return sql<ParcelRow>`
    select case when r.conversion_start is null then 'NOT_STARTED' when ${within(0)} then 'ORGANIC' when ${within(6)} then 'UNDER_6'
        when ${within(12)} then 'UNDER_12' when ${within(18)} then 'UNDER_18' else 'UNDER_24' end as bucket,
      count(*) as plots, count(r.geo_hash) as mapped, count(*) filter (where r.status = 'VERIFIED') as verified,
      sum(coalesce(r.mapped_area_ha, r.declared_area_ha)) as "areaHa"
    from landparcel as r where ${inWholeList(context, 'landparcel')} and r.status <> 'RETIRED' group by 1`
}

type InspectionRow = NonNullable<SeasonIndicators['inspections']>

/** Of active members: inspected in the first and in a second round, and decided on. Without a season a member counts who has it in any. */
export function inspectionsQuestion(context: Context): RawBuilder<InspectionRow> | null {
  if (!sees(context, 'farmer', 'farmerseason')) return null
  const { tenant } = context.scope
  return sql<InspectionRow>`
    with members as (select r.id from farmer as r where ${inWholeList(context, 'farmer')} and r.status = 'ACTIVE'),
    results as (select r.farmer_id, bool_or(r.inspection1_on is not null) as first, bool_or(r.inspection2_on is not null) as second,
        bool_or(r.result in ('APPROVED', 'CONDITIONAL')) as approved, bool_or(r.status = 'DECIDED') as decided
      from farmerseason as r where ${inSeasonList(context, 'farmerseason')} and r.tenant_id = ${tenant.id} group by r.farmer_id)
    select count(*) as active, count(*) filter (where s.first) as first, count(*) filter (where s.second) as second,
      count(*) filter (where s.approved) as approved, count(*) filter (where s.decided) as decided
    from members as m left join results as s on s.farmer_id = m.id`
}

type RecordedRow = { recorded: number; onTime: number; inspections: number; withPhoto: number }
/** As `lateMs` of the store: later than this a person is asked why. */
const lateDays = 14

/**
 * What was recorded of the season's crops, and inspections of its members. What an import brought was written down elsewhere, in time or not; that a record
 * was made or edited is no event of the field, and always in time.
 */
export function recordedQuestion(context: Context): RawBuilder<RecordedRow> | null {
  if (!sees(context, 'crop', 'farmer', 'landparcel')) return null
  const { scope } = context
  const isOwn = sql`source <> 'IMPORT' and recorded_by is not null`
  return sql<RecordedRow>`
    with seen as (select * from ${visits(context)} as v),
    facts as (
      select e.source, e.recorded_by, e.occurred_at, e.recorded_at
      from crop as r join event as e on e.tenant_id = ${scope.tenant.id} and e.subject_type = 'crop' and e.subject_id = r.id and e.status = 'RECORDED'
        and e.event_type not in (${sql.join(['INTERNAL_INSPECTION', ...auditEvents].map((type) => sql.lit(type)))})
      where ${inSeasonList(context, 'crop')}
      union all select source, recorded_by, occurred_at, recorded_at from seen)
    select count(*) as recorded, count(*) filter (where recorded_at - occurred_at <= make_interval(days => ${sql.lit(lateDays)})) as "onTime",
      (select count(*) from seen) as inspections, (select count(*) from seen where has_photo) as "withPhoto"
    from facts where ${isOwn}`
}

export const farmersOf = (rows: readonly Farmers[]): SeasonIndicators['farmers'] => {
  const [row] = rows
  return row ? { active: row.active, women: row.women, joined: row.joined, groupMax: row.groupMax } : null
}

const sum = (rows: readonly ParcelRow[], name: 'plots' | 'mapped' | 'verified'): number => rows.reduce((total, row) => total + row[name], 0)
export const parcelsOf = (rows: readonly ParcelRow[]): NonNullable<SeasonIndicators['parcels']> => ({
  live: sum(rows, 'plots'),
  mapped: sum(rows, 'mapped'),
  verified: sum(rows, 'verified'),
})
export const conversionOf = (rows: readonly ParcelRow[]): NonNullable<SeasonIndicators['conversion']> =>
  rows.map(({ bucket, areaHa, plots }) => ({ bucket, areaHa: Math.round(areaHa * 10_000) / 10_000, plots }))

/** The mean of the shares that are known (11.1); null when there is none. */
export function qualityOf([farmers]: readonly Farmers[], parcels: readonly ParcelRow[], [recorded]: readonly RecordedRow[]): SeasonIndicators['quality'] {
  const found: readonly (readonly [QualityPart, Part | null])[] = [
    ['boundary', parcels.length ? { done: sum(parcels, 'mapped'), of: sum(parcels, 'plots') } : null],
    ['phone', farmers ? { done: farmers.phone, of: farmers.active } : null],
    ['consent', farmers ? { done: farmers.consent, of: farmers.active } : null],
    ['contract', farmers ? { done: farmers.contract, of: farmers.active } : null],
    ['onTime', recorded ? { done: recorded.onTime, of: recorded.recorded } : null],
    ['photo', recorded ? { done: recorded.withPhoto, of: recorded.inspections } : null],
  ]
  const parts = found.flatMap(([part, one]) => (one ? [{ part, ...one }] : []))
  if (parts.length === 0) return null
  const shares = parts.flatMap(({ done, of }) => (of > 0 ? [done / of] : []))
  return { index: shares.length ? shares.reduce((total, one) => total + one, 0) / shares.length : null, parts }
}
