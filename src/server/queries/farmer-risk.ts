// Facts of BR-34 for many farmers by one statement, and the risk that follows from them, today or on a day of before. Nothing is stored: whatever
// is recorded late, corrected or taken back changes it at once.
import { type RawBuilder, sql } from 'kysely'
import { localDay, zonedEndOfDay } from '#domain/kernel/day.ts'
import { type Risk, type RiskClass, riskOf } from '#domain/rules/risk.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import type { Scope } from '../scope.ts'
import { eventsThen } from '../store/past.ts'
import { isNoMistake } from './mistaken-findings.ts'

/** `until`: the moment at which the day ends, or now. */
type Requested = { id: string; day: string; until: Date }
type FactsRow = {
  id: string
  day: string
  isFirstYear: boolean
  gmNeighbours: number
  parallelCrops: number
  majorFindings: number
  yieldOfMedian: number | null
  plotsWithoutPolygon: number
  isLargeFarm: boolean
  lateShare: number | null
}

/** By farmer. The caller has asked who may see them. Compared are estimates of the newest season of each crop type in the village. */
export async function risksOf(scope: Scope, farmerIds: readonly string[]): Promise<Map<string, Risk>> {
  const today = { day: localDay(scope), until: scope.now }
  const risks = await risksAt(
    scope,
    farmerIds.map((id) => ({ id, ...today })),
    sql`true`,
  )
  return new Map(risks.map(([{ id }, risk]) => [id, risk]))
}

/**
 * What rules that take tests by risk go by: the class of each farmer today, or on the last day of a season that is over, by farmer and last day. What joined, stood
 * next to a plot, was mapped and was estimated is as it is recorded last. What the product itself found by such a rule makes nobody be tested.
 */
export async function riskClassesThen(
  scope: Scope,
  grown: readonly { farmerId: string; endDate: string }[],
): Promise<(of: (typeof grown)[number]) => RiskClass | null> {
  const today = localDay(scope)
  const endOf = ({ farmerId: id, endDate }: (typeof grown)[number]): Requested =>
    endDate < today ? { id, day: endDate, until: zonedEndOfDay(endDate, scope.tenant.timezone) } : { id, day: today, until: scope.now }
  const isNoMissingTest = sql<boolean>`not (n.created_by is null and exists (select from schemepop as v cross join jsonb_array_elements(v.rules) as r
    where v.tenant_id = ${scope.tenant.id} and v.id = n.scheme_pop_id and r->>'code' = n.rule and r->'check'->>'type' = 'LAB_TEST' and r->'check'->>'frequency' = 'RISK'))`
  const risks = new Map((await risksAt(scope, grown.map(endOf), isNoMissingTest)).map(([{ id, day }, { riskClass }]) => [`${id} ${day}`, riskClass]))
  return (of) => {
    const { id, day } = endOf(of)
    return risks.get(`${id} ${day}`) ?? null
  }
}

/** `counts`: which non-conformities (`n`) do. */
async function risksAt(scope: Scope, requested: readonly Requested[], counts: RawBuilder<unknown>): Promise<[Pick<Requested, 'id' | 'day'>, Risk][]> {
  if (requested.length === 0) return []
  const [tenant, today, ids] = [scope.tenant.id, localDay(scope), sql`${requested.map(({ id }) => id)}::uuid[]`]
  const known = scope.past ? sql`n.created_at <= ${scope.past.knownBy}::timestamptz` : sql`true`
  const { rows } = await sql<FactsRow>`
    with requested as (
      select distinct a.id, a.day, a.until from unnest(${ids}, ${requested.map(({ day }) => day)}::date[], ${requested.map(({ until }) => until.toISOString())}::timestamptz[]) as a (id, day, until)
    ), grown as (
      select c.farmer_id, c.village, c.operator_id, c.crop_type_id, c.season_id, sum(c.estimated_kg) / nullif(sum(c.area_ha), 0) as rate
      from crop as c where c.tenant_id = ${tenant} and c.deleted_at is null and c.estimated_kg is not null and c.role in ('MAIN', 'INTERCROP')
        and c.operator_id = any(select f.operator_id from farmer as f where f.tenant_id = ${tenant} and f.id = any(${ids}))
      group by 1, 2, 3, 4, 5
    ), medians as (
      select operator_id, village, crop_type_id, season_id, percentile_cont(0.5) within group (order by rate) as median, count(*) as growers
      from grown group by 1, 2, 3, 4
    )
    select f.id, a.day::text as day, coalesce(f.joined_on > (a.day - interval '1 year'), false) as "isFirstYear", f.separate_inspection as "isLargeFarm",
      (select count(*) from landparcel as p, jsonb_array_elements(coalesce(p.neighbours, '[]')) as n
        where p.tenant_id = ${tenant} and p.farmer_id = f.id and p.status <> 'RETIRED' and p.deleted_at is null and n->>'use' = 'GM_COTTON') as "gmNeighbours",
      (select count(*) from landparcel as p where p.tenant_id = ${tenant} and p.farmer_id = f.id and p.status <> 'RETIRED' and p.deleted_at is null
        and p.boundary is null) as "plotsWithoutPolygon",
      (select count(*) from crop as a join croppingsystem as sa on sa.tenant_id = ${tenant} and sa.id = a.cropping_system_id and not sa.managed_organically
        join crop as b on b.tenant_id = ${tenant} and b.farmer_id = f.id and b.crop_type_id = a.crop_type_id and b.season_id = a.season_id and b.id <> a.id
          and b.status <> 'CANCELLED' and b.deleted_at is null
        join croppingsystem as sb on sb.tenant_id = ${tenant} and sb.id = b.cropping_system_id and sb.managed_organically
        where a.tenant_id = ${tenant} and a.farmer_id = f.id and a.status <> 'CANCELLED' and a.deleted_at is null) as "parallelCrops",
      (select count(*) from nonconformity as n where n.tenant_id = ${tenant} and n.farmer_id in (select x.id from farmer as x where x.tenant_id = ${tenant} and (x.id = f.id or x.merged_into_id = f.id)) and n.deleted_at is null
        and n.severity in ('MAJOR', 'CRITICAL') and n.opened_on > (a.day - interval '24 months') and n.opened_on <= a.day and ${known} and ${counts} and ${isNoMistake(scope, 'n')}) as "majorFindings",
      (select max(g.rate / nullif(m.median, 0)) from grown as g join medians as m on m.operator_id = g.operator_id and m.village is not distinct from g.village
        and m.crop_type_id = g.crop_type_id and m.season_id = g.season_id and m.growers >= 3
        join season as n on n.tenant_id = ${tenant} and n.id = g.season_id where g.farmer_id = f.id and (a.day >= ${today}::date or n.start_date <= a.day)) as "yieldOfMedian",
      (select avg(case when ${firstRecorded(tenant)} - e.occurred_at > interval '14 days' then 1.0 else 0.0 end) from event as e
        where e.tenant_id = ${tenant} and e.subject_type = 'crop' and ${eventsThen(scope)} and e.event_type not in ('CREATED', 'EDITED', 'DELETED', 'EVENT_VOIDED')
          and e.subject_id in (select c.id from crop as c where c.tenant_id = ${tenant} and c.farmer_id = f.id) and e.occurred_at > a.until - interval '1 year' and e.occurred_at <= a.until) as "lateShare"
    from requested as a join farmer as f on f.tenant_id = ${tenant} and f.id = a.id`.execute(scope.db)
  const bounds = tolerancesOf(scope.tenant.config.tolerances)
  return rows.map(({ id, day, ...facts }) => [
    { id, day },
    riskOf({ ...facts, yieldOfMedian: numberOf(facts.yieldOfMedian), lateShare: numberOf(facts.lateShare) }, bounds),
  ])
}

/** When the event `e` was recorded, or the one that it was put in place of at last: a correction is as late as what it corrects. */
const firstRecorded = (tenant: number) => sql`case when e.supersedes_event_id is null then e.recorded_at else (
  with recursive former(supersedes, recorded_at) as (
    select e.supersedes_event_id, e.recorded_at
    union all select x.supersedes_event_id, x.recorded_at from former join event as x on x.tenant_id = ${tenant} and x.id = former.supersedes
  ) select min(former.recorded_at) from former) end`

const numberOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))
