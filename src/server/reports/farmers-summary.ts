// What a list shows of each farmer beside his own record, for one page of it: six queries whatever the page, each led by
// the index on the farmer (the events' by their subject).

import { sql } from 'kysely'
import { can } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { phrase } from '#domain/messages/message.ts'
import { mostFarmersAtOnce, visitEvents } from '#domain/people/farmers-summary.ts'
import type { FarmerApproval, FarmerCrop, FarmersSummary } from '#domain/people/farmers-summary-answer.ts'
import type { Risk } from '#domain/rules/risk.ts'
import { risksOf } from '../queries/farmer-risk.ts'
import { organicStatusNow } from '../queries/organic-status.ts'
import type { Scope } from '../scope.ts'
import { getRecord, isUuid } from '../store/get.ts'
import { conditions } from '../store/list.ts'

/**
 * In the order asked for; farmers out of reach are left out. `seasonId` null = approval of the newest season, kilograms of all.
 * Throws VALIDATION for ids that are none or too many, NOT_FOUND for a season out of reach, FORBIDDEN without the right to list farmers.
 */
export async function farmersSummary(scope: Scope, farmerIds: readonly string[], seasonId: string | null): Promise<FarmersSummary> {
  if (!can(scope.user, 'farmer', 'L')) throw new Problem('FORBIDDEN')
  if (farmerIds.length === 0 || farmerIds.length > mostFarmersAtOnce || !farmerIds.every(isUuid))
    throw new Problem('VALIDATION', { fields: [{ path: 'farmerIds', code: 'max', message: phrase`1 to ${mostFarmersAtOnce} ids, separated by commas.` }] })
  if (seasonId !== null) await getRecord(scope, entityOf('season'), seasonId)
  const seen = await seenOf(scope, farmerIds)
  const sees = (name: string) => can(scope.user, name, 'L')
  const plots = sees('landparcel') ? await plotsOf(scope, seen) : null
  const approvals = sees('farmerseason') ? await approvalsOf(scope, seen, seasonId) : new Map<string, FarmerApproval>()
  const crops = sees('crop') ? await cropsOf(scope, seen, seasonId) : new Map<string, FarmerCrop[]>()
  const risks = sees('inspection') ? await risksOf(scope, seen) : null
  const visits = await visitsOf(scope, seen)
  return {
    items: seen.map((farmerId) => {
      const claims = plots?.get(farmerId) ?? []
      const total = (name: 'plots' | 'areaHa') => claims.reduce((sum, one) => sum + one[name], 0)
      return {
        farmerId,
        plots: plots && {
          count: total('plots'),
          areaHa: Math.round(total('areaHa') * 10_000) / 10_000,
          claims: claims.map(({ claim, areaHa }) => ({ claim, areaHa })),
        },
        approval: approvals.get(farmerId) ?? null,
        crops: crops.get(farmerId) ?? [],
        risk: riskWords(risks?.get(farmerId)),
        lastVisitOn: visits.get(farmerId) ?? null,
      }
    }),
  }
}

const riskWords = (risk: Risk | undefined) =>
  risk ? { riskClass: risk.riskClass, points: risk.points, reasons: risk.reasons.map(({ points, message }) => ({ points, message })) } : null

async function seenOf(scope: Scope, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from farmer as r where ${where(scope, 'farmer')} and r.id = any(${[...ids]}::uuid[])`.execute(scope.db)
  const seen = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => seen.has(id))
}

/** What limits the list of this entity, in every season. */
const where = (scope: Scope, name: string) => sql.join(conditions(scope, entityOf(name), { q: null, filters: [] }), sql` and `)
/** Rows of these farmers, and of the season where one is asked for. */
const ofFarmers = (ids: readonly string[], seasonId: string | null = null) =>
  sql`r.farmer_id = any(${[...ids]}::uuid[]) and ${seasonId === null ? sql`true` : sql`r.season_id = ${seasonId}::uuid`}`

type PlotRow = { farmerId: string; claim: Claim | null; plots: number; areaHa: number }

async function plotsOf(scope: Scope, ids: readonly string[]): Promise<Map<string, PlotRow[]>> {
  const { rows } = await sql<PlotRow>`
    select r.farmer_id as "farmerId", ${organicStatusNow(scope)} as claim, count(*) as plots, sum(coalesce(r.mapped_area_ha, r.declared_area_ha)) as "areaHa"
    from landparcel as r where ${where(scope, 'landparcel')} and ${ofFarmers(ids)} and r.status <> 'RETIRED'
    group by 1, 2 order by 4 desc, 2`.execute(scope.db)
  return Map.groupBy(rows, ({ farmerId }) => farmerId)
}

async function approvalsOf(scope: Scope, ids: readonly string[], seasonId: string | null): Promise<Map<string, FarmerApproval>> {
  const { rows } = await sql<{ farmerId: string; status: string; inspected: FarmerApproval['inspected'] | null; result: FarmerApproval['result'] | null }>`
    select distinct on (r.farmer_id) r.farmer_id as "farmerId", r.status, r.inspection_result as inspected, r.result
    from farmerseason as r where ${where(scope, 'farmerseason')} and ${ofFarmers(ids, seasonId)}
    order by r.farmer_id, r.created_at desc, r.id desc`.execute(scope.db)
  return new Map(
    rows.map(({ farmerId, status, inspected, result }) => [
      farmerId,
      { isDecided: status === 'DECIDED', inspected: inspected ?? 'NOT_INSPECTED', result: result ?? 'NOT_INSPECTED' },
    ]),
  )
}

async function cropsOf(scope: Scope, ids: readonly string[], seasonId: string | null): Promise<Map<string, FarmerCrop[]>> {
  const { rows } = await sql<FarmerCrop & { farmerId: string }>`
    select r.farmer_id as "farmerId", r.crop_type_id as "cropTypeId", max(r.crop_name) as name,
      sum(r.yield_cap_kg) filter (where r.status not in ('CANCELLED', 'FAILED')) as "capKg",
      sum(r.estimated_kg) filter (where r.status not in ('CANCELLED', 'FAILED')) as "estimatedKg",
      coalesce(sum(r.harvested_kg), 0) as "harvestedKg", coalesce(sum(r.purchased_kg), 0) as "purchasedKg"
    from crop as r where ${where(scope, 'crop')} and ${ofFarmers(ids, seasonId)} and r.role in ('MAIN', 'INTERCROP')
    group by r.farmer_id, r.crop_type_id
    order by greatest(coalesce(sum(r.yield_cap_kg), 0), coalesce(sum(r.harvested_kg), 0)) desc, r.crop_type_id`.execute(scope.db)
  const byFarmer = Map.groupBy(rows, ({ farmerId }) => farmerId)
  return new Map([...byFarmer].map(([farmerId, crops]) => [farmerId, crops.map(({ farmerId: _, ...crop }) => crop)]))
}

async function visitsOf(scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ farmerId: string; lastOn: string }>`
    select e.subject_id as "farmerId", (max(e.occurred_at) at time zone ${scope.tenant.timezone})::date as "lastOn"
    from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'farmer' and e.subject_id = any(${[...ids]}::uuid[])
      and e.event_type = any(${[...visitEvents]}::text[]) and e.status = 'RECORDED'
    group by e.subject_id`.execute(scope.db)
  return new Map(rows.map(({ farmerId, lastOn }) => [farmerId, lastOn]))
}
