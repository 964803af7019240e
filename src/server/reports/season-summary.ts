// The season in summary, in a handful of queries whatever its size: counts by state, open findings, and the
// sums of the crops the person may see. The lists behind every figure use the same conditions.
import { type RawBuilder, sql } from 'kysely'
import { can } from '#domain/access.ts'
import { addUp, type Sums, summaryEntities } from '#domain/cropping/season-summary.ts'
import type { CropTypeSums, Plots, SeasonSummary, Week } from '#domain/cropping/season-summary-answer.ts'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { StatusCounts } from '#domain/kernel/status-counts.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { organicStatusNow } from '../queries/organic-status.ts'
import type { Scope } from '../scope.ts'
import { getRecord } from '../store/get.ts'
import { inList as where, within } from './dashboard/context.ts'
import { statusCountsOf } from './status-counts.ts'

/** `seasonId` null = all seasons. Throws FORBIDDEN for roles without dashboards, NOT_FOUND for a season out of reach. */
export async function seasonSummary(scope: Scope, seasonId: string | null): Promise<SeasonSummary> {
  if (!can(scope.user, 'dashboard', 'V')) throw new Problem('FORBIDDEN')
  if (seasonId !== null) await getRecord(scope, entityOf('season'), seasonId)
  const seen = summaryEntities.filter((name) => can(scope.user, name, 'L')).map((name) => entityOf(name))
  const statusCounts: StatusCounts[] = []
  for (const entity of seen) statusCounts.push(await statusCountsOf(scope, entity, within(entity, seasonId)))
  const sees = (entity: string) => seen.some(({ name }) => name === entity)
  return { statusCounts, plots: sees('landparcel') ? await plotsOf(scope) : null, cropTypes: sees('crop') ? await cropTypesOf(scope, seasonId) : [] }
}

type PlotRow = {
  claim: Claim | null
  plots: number
  mapped: number
  areaHa: number
  west: number | null
  south: number | null
  east: number | null
  north: number | null
}

async function plotsOf(scope: Scope): Promise<Plots> {
  const { rows } = await sql<PlotRow>`
    select ${organicStatusNow(scope)} as claim, count(*) as plots, count(r.bbox) as mapped, sum(coalesce(r.mapped_area_ha, r.declared_area_ha)) as "areaHa",
      min((r.bbox->>'west')::float8) as west, min((r.bbox->>'south')::float8) as south,
      max((r.bbox->>'east')::float8) as east, max((r.bbox->>'north')::float8) as north
    from landparcel as r where ${where(scope, entityOf('landparcel'), null)} and r.status <> 'RETIRED' group by 1 order by 1`.execute(scope.db)
  const sides = rows.flatMap(({ west, south, east, north }) =>
    west === null || south === null || east === null || north === null ? [] : [{ west, south, east, north }],
  )
  return {
    count: rows.reduce((sum, { plots }) => sum + plots, 0),
    mapped: rows.reduce((sum, { mapped }) => sum + mapped, 0),
    claims: rows.map(({ claim, plots, areaHa }) => ({ claim, plots, areaHa })),
    box: sides.length
      ? [
          Math.min(...sides.map(({ west }) => west)),
          Math.min(...sides.map(({ south }) => south)),
          Math.max(...sides.map(({ east }) => east)),
          Math.max(...sides.map(({ north }) => north)),
        ]
      : null,
  }
}

type ClaimRow = Sums & { cropTypeId: string; name: string; claim: Claim | null }

async function cropTypesOf(scope: Scope, seasonId: string | null): Promise<CropTypeSums[]> {
  // As the report behind it (R12): of what was cancelled or failed there is neither estimate nor ceiling unless something was picked.
  const crops = sql`${where(scope, entityOf('crop'), seasonId)} and (r.status not in ('CANCELLED', 'FAILED') or r.harvested_kg > 0)`
  const { rows } = await sql<ClaimRow>`
    select r.crop_type_id as "cropTypeId", max(r.crop_name) as name, r.claim_status as claim,
      count(*) filter (where r.status not in ('CANCELLED', 'FAILED')) as crops,
      coalesce(sum(r.area_ha) filter (where r.role = 'MAIN' and r.status not in ('CANCELLED', 'FAILED')), 0) as "areaHa",
      coalesce(sum(r.yield_cap_kg), 0) as "capKg", coalesce(sum(r.estimated_kg), 0) as "estimatedKg",
      coalesce(sum(r.harvested_kg), 0) as "harvestedKg", coalesce(sum(r.purchased_kg), 0) as "purchasedKg",
      coalesce(sum(r.retained_kg), 0) as "retainedKg", coalesce(sum(r.remaining_sellable_kg), 0) as "leftKg"
    from crop as r where ${crops} and r.role in ('MAIN', 'INTERCROP') group by r.crop_type_id, r.claim_status order by r.claim_status`.execute(scope.db)
  const weeks = await weeksOf(scope, crops)
  return [...Map.groupBy(rows, ({ cropTypeId }) => cropTypeId)]
    .map(
      ([cropTypeId, parts]): CropTypeSums => ({
        cropTypeId,
        name: parts[0]?.name ?? '',
        claims: parts.map(({ cropTypeId: _, name: __, ...sums }) => sums),
        weeks: (weeks.get(cropTypeId) ?? []).map(({ cropTypeId: _, ...week }) => week),
      }),
    )
    .sort((one, other) => addUp(other.claims).areaHa - addUp(one.claims).areaHa)
}

/** Weeks begin on Monday in the programme's time zone. A purchase takes from the farm lot that a crop's harvests filled. */
async function weeksOf(scope: Scope, crops: RawBuilder<unknown>): Promise<Map<string, (Week & { cropTypeId: string })[]>> {
  const { rows } = await sql<Week & { cropTypeId: string }>`
    with seen as (select r.id, r.crop_type_id from crop as r where ${crops} and r.role in ('MAIN', 'INTERCROP')),
    moved (crop_type_id, at, harvested, purchased) as (
      select seen.crop_type_id, e.occurred_at, (e.data->>'kg')::numeric, 0
      from seen join event as e on e.tenant_id = ${scope.tenant.id} and e.subject_type = 'crop' and e.subject_id = seen.id
        and e.event_type = 'HARVEST' and e.status = 'RECORDED'
      union all
      select farm.crop_type_id, e.occurred_at, 0, l.kg
      from (select distinct seen.crop_type_id, f.output_id as lot_id from seen join lot_link as f on f.tenant_id = ${scope.tenant.id} and f.input_id = seen.id and f.voided_at is null) as farm
        join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.input_id = farm.lot_id and l.voided_at is null
        join event as e on e.tenant_id = ${scope.tenant.id} and e.id = l.event_id and e.event_type = 'PURCHASE' and e.status = 'RECORDED'
    )
    select crop_type_id as "cropTypeId", date_trunc('week', at at time zone ${scope.tenant.timezone})::date as "from",
      sum(harvested) as "harvestedKg", sum(purchased) as "purchasedKg"
    from moved group by 1, 2 order by 2`.execute(scope.db)
  return Map.groupBy(rows, ({ cropTypeId }) => cropTypeId)
}
