// The charts of /dashboard that are drawn further down the page (domain dictionary 11.1), in one message to the database.
import { type RawBuilder, sql } from 'kysely'
import type { SeasonCharts, VillageSteps } from '#domain/reports/season-charts-answer.ts'
import { queryAll } from '#server/db/connection.ts'
import { isNoMistake } from '../queries/mistaken-findings.ts'
import type { Scope } from '../scope.ts'
import { type Context, inSeasonList, inWholeList, sees, tickets, visits } from './dashboard/context.ts'
import { isOfSeason, ofSeason } from './dashboard/crops.ts'
import { dashboardContext } from './season-indicators.ts'

/** `seasonId` null = all seasons. Throws FORBIDDEN for roles without dashboards, NOT_FOUND for a season out of reach. */
export async function seasonCharts(scope: Scope, seasonId: string | null): Promise<SeasonCharts> {
  const context = await dashboardContext(scope, seasonId)
  const requested = {
    areas: areasQuestion(context),
    steps: stepsQuestion(context),
    clauses: clausesQuestion(context),
    inspectors: inspectorsQuestion(context),
    deliveries: deliveriesQuestion(context),
  }
  const [areas, steps, clauses, inspectors, deliveries, [funnel]] = await queryAll(
    scope.db,
    requested.areas,
    requested.steps,
    requested.clauses,
    requested.inspectors,
    requested.deliveries,
    funnelQuestion(context),
  )
  return {
    areas: requested.areas && [...areas],
    steps: requested.steps && villagesOf(steps),
    clauses: requested.clauses && clausesOf(clauses),
    inspectors: requested.inspectors && [...inspectors],
    deliveries: requested.deliveries && [...deliveries],
    funnel: funnel ?? null,
  }
}

/** Seasons drawn beside each other. */
const mostSeasons = 8

type AreaRow = NonNullable<SeasonCharts['areas']>[number]
function areasQuestion(context: Context): RawBuilder<AreaRow> | null {
  if (!sees(context, 'crop')) return null
  const { tenant } = context.scope
  return sql<AreaRow>`
    select s.id as "seasonId", s.title as season, s.start_date as "startDate", r.crop_type_id as "cropTypeId", r.claim_status as claim, sum(r.area_ha) as "areaHa"
    from crop as r join (select s.id, s.title, s.start_date from season as s where s.tenant_id = ${tenant.id} and s.deleted_at is null
      order by s.start_date desc, s.id limit ${sql.lit(mostSeasons)}) as s on s.id = r.season_id
    where ${inWholeList(context, 'crop')} and r.role = 'MAIN' and r.status not in ('CANCELLED', 'FAILED')
    group by s.id, s.title, s.start_date, r.crop_type_id, r.claim_status order by s.start_date, s.id, r.crop_type_id, r.claim_status`
}

type StepRow = VillageSteps['weeks'][number] & { village: string }
/** What was left out or does not apply is not drawn. Weeks begin on Monday. */
function stepsQuestion(context: Context): RawBuilder<StepRow> | null {
  if (!sees(context, 'planevent')) return null
  return sql<StepRow>`
    select r.village, date_trunc('week', r.due)::date as "from", count(*) filter (where r.status = 'DONE_ON_TIME') as "onTime",
      count(*) filter (where r.status in ('DONE_LATE', 'MISSED')) as late, count(*) filter (where r.status = 'DUE') as due, count(*) filter (where r.status = 'PLANNED') as planned
    from planevent as r ${ofSeason(context)}
    where ${inSeasonList(context, 'planevent')} and r.village is not null and r.status not in ('SKIPPED', 'NOT_APPLICABLE') and ${isOfSeason(context)}
    group by 1, 2 order by 1, 2`
}
const villagesOf = (rows: readonly StepRow[]): VillageSteps[] =>
  [...Map.groupBy(rows, ({ village }) => village)]
    .map(([village, weeks]) => ({ village, weeks: weeks.map(({ village: _, ...week }) => week) }))
    .sort((one, other) => lateOf(other) - lateOf(one) || (one.village < other.village ? -1 : 1))
const lateOf = ({ weeks }: VillageSteps): number => weeks.reduce((sum, { late }) => sum + late, 0)

type ClauseRow = { clause: string; rules: string[]; severity: NonNullable<SeasonCharts['clauses']>[number]['severities'][number]['severity']; count: number }
/** Of the season's crops; what is about no crop, by the day it was opened. */
function clausesQuestion(context: Context): RawBuilder<ClauseRow> | null {
  if (!sees(context, 'nonconformity')) return null
  const { scope, season } = context
  const ofThis = season
    ? sql`(c.season_id = ${season.id}::uuid or (c.id is null and r.opened_on between ${season.startDate}::date and ${season.endDate}::date))`
    : sql`true`
  return sql<ClauseRow>`
    select coalesce(r.clause, r.rule) as clause, array_agg(distinct r.rule) as rules, r.severity, count(*) as count
    from nonconformity as r left join crop as c on c.tenant_id = ${scope.tenant.id} and c.id = r.crop_id
    where ${inWholeList(context, 'nonconformity')} and ${ofThis} and ${isNoMistake(scope, 'r')} group by coalesce(r.clause, r.rule), r.severity`
}
function clausesOf(rows: readonly ClauseRow[]): NonNullable<SeasonCharts['clauses']> {
  const total = (severities: readonly { count: number }[]) => severities.reduce((sum, { count }) => sum + count, 0)
  return [...Map.groupBy(rows, ({ clause }) => clause)]
    .map(([clause, severities]) => ({
      clause,
      rules: [...new Set(severities.flatMap(({ rules }) => rules))].sort(),
      severities: severities.map(({ severity, count }) => ({ severity, count })),
    }))
    .sort((one, other) => total(other.severities) - total(one.severities) || (one.clause < other.clause ? -1 : 1))
}

type InspectorRow = NonNullable<SeasonCharts['inspectors']>[number]
/** Whoever recorded an inspection did it (BR-24). A farmer counts once in each round. */
function inspectorsQuestion(context: Context): RawBuilder<InspectorRow> | null {
  if (!sees(context, 'farmer', 'farmerseason')) return null
  const { scope } = context
  const round = sql`(v.data->>'round')::int`
  return sql<InspectorRow>`
    select v.recorded_by as "inspectorId", coalesce(u.title, '') as inspector, count(distinct v.farmer_id) filter (where ${round} = 1) as first,
      count(distinct v.farmer_id) filter (where ${round} > 1) as second
    from ${visits(context)} as v left join "user" as u on u.tenant_id = ${scope.tenant.id} and u.id = v.recorded_by
    group by v.recorded_by, u.title order by 3 desc, 4 desc, 2, 1`
}

type DeliveryRow = NonNullable<SeasonCharts['deliveries']>[number]
/** By the day where the programme works. */
function deliveriesQuestion(context: Context): RawBuilder<DeliveryRow> | null {
  if (!sees(context, 'productbatch', 'crop')) return null
  return sql<DeliveryRow>`
    select (e.occurred_at at time zone ${context.scope.tenant.timezone}::text)::date as day, c.crop_type_id as "cropTypeId",
      sum((e.data->>'netKg')::numeric) as kg, count(*) as tickets
    from ${tickets(context)} group by 1, 2 order by 1, 2`
}

/** Each step counts members of the step before. */
function funnelQuestion(context: Context): RawBuilder<NonNullable<SeasonCharts['funnel']>> | null {
  if (!sees(context, 'farmer', 'landparcel', 'farmerseason', 'crop')) return null
  const { scope, season } = context
  const id = scope.tenant.id
  const inSeason = (table: 's' | 'c') => (season ? sql`and ${sql.ref(`${table}.season_id`)} = ${season.id}::uuid` : sql``)
  return sql<NonNullable<SeasonCharts['funnel']>>`
    select count(*) as farmers, count(*) filter (where mapped) as mapped, count(*) filter (where mapped and approved) as approved,
      count(*) filter (where mapped and approved and delivered) as delivered
    from (select
        exists (select from landparcel as p where p.tenant_id = ${id} and p.farmer_id = r.id and p.deleted_at is null and p.status <> 'RETIRED' and p.geo_hash is not null) as mapped,
        exists (select from farmerseason as s where s.tenant_id = ${id} and s.farmer_id = r.id ${inSeason('s')} and s.deleted_at is null and s.result in ('APPROVED', 'CONDITIONAL')) as approved,
        exists (select from crop as c where c.tenant_id = ${id} and c.farmer_id = r.id ${inSeason('c')} and c.deleted_at is null and c.purchased_kg > 0) as delivered
      from farmer as r where ${inWholeList(context, 'farmer')} and r.status = 'ACTIVE') as f`
}
