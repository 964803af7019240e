// What the chain of kilograms (kilogram-chain.ts) reads of a past day in place of rows, which say what is now: crops and the committee's results folded from their
// events, claims and origins of lots by the links of then.
import { type RawBuilder, sql } from 'kysely'
import type { ChainOf } from '#domain/chain/kilogram-chain-answer.ts'
import { inOrderOfDepth } from '#domain/chain/lot-order.ts'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { queryAll } from '#server/db/connection.ts'
import { boundAccounts } from '../ledger/certificate-queries.ts'
import { placesOf } from '../ledger/lot-handling.ts'
import { lotsThen } from '../ledger/lots-then.ts'
import type { Past, Scope } from '../scope.ts'
import { isApprovedPerson } from '../store/approved-person.ts'
import { recordIn, seenAsOf, viewAsOf } from '../store/as-of.ts'
import { recordsById } from '../store/get.ts'
import { readFoldsAhead } from '../store/grower-then.ts'
import { entriesThen, linksThen } from '../store/past.ts'
import { readHistories } from '../store/past-histories.ts'
import { inList } from './dashboard/context.ts'
import { tablesThen } from './engine/tables-then.ts'
import { edgesAbove, type LotEdge } from './lot-graph.ts'

const crop = entityOf('crop')
type PastScope = Scope & { past: Past }
type Crop = Stored<typeof crop>
/** Crops that are folded for one answer. */
const most = 2000

/** The columns that the statement reads of a crop, by their names there. */
type CropRow = Record<string, string | number | boolean | null>
export type ChainThen = {
  crops: CropRow[]
  origins: { lot_id: string; crop_id: string; exact_kg: number }[]
  claims: { lot_id: string; claim: string | null }[]
}

/** `behind`: which crops (`r`) of a crop, a system, a plot, a farmer or the operator; of lots, places, companies and certificates it is worked out of the links of then. `seasonId` null: all seasons. Throws VALIDATION. */
export async function chainThen(scope: PastScope, of: ChainOf | null, behind: RawBuilder<unknown>, seasonId: string | null): Promise<ChainThen> {
  const which = of ? ((await behindThen(scope, of, seasonId)) ?? behind) : behind
  const { rows } = await sql<{
    id: string
  }>`select r.id from crop as r where ${inList(scope, crop, seasonId)} and ${which} order by r.id limit ${most + 1}`.execute(scope.db)
  if (rows.length > most) throw fieldProblem('subject', 'max', phrase`More than ${most} crops are behind this: too many to be worked out as of a past day.`)
  const present = await recordsById(
    scope,
    crop,
    rows.map(({ id }) => id),
  )
  await readHistories(scope, [
    [entityOf('croppingsystem'), present.map(({ croppingSystemId }) => croppingSystemId)],
    [entityOf('landparcel'), present.map(({ parcelId }) => parcelId)],
  ])
  await readFoldsAhead(scope, crop, present)
  const crops: Crop[] = []
  for (const row of present) {
    const seen = await seenAsOf(scope, crop, row)
    if (seen) crops.push({ ...seen.row, cropName: row.cropName, seasonId: row.seasonId, farmerId: row.farmerId })
  }
  const lots = await boundLots(scope, crops)
  const [edges] = await queryAll(scope.db, edgesAbove(scope, sql`select unnest(${lots}::uuid[])`))
  const then = await lotsThen(scope, lots)
  const approved = await approvedThen(scope, crops)
  return {
    crops: crops.map((one) => rowOf(one, approved.has(pair(one)))),
    origins: originsOf(lots, edges),
    claims: lots.map((id) => ({ lot_id: id, claim: then.get(id)?.claimStatus ?? null })),
  }
}

const rowOf = (one: Crop, isApproved: boolean): CropRow => ({
  ...{ id: one.id, operator_id: one.operatorId, farmer_id: one.farmerId, season_id: one.seasonId, crop_type_id: one.cropTypeId, crop_name: one.cropName },
  ...{ role: one.role, status: one.status, claim_status: one.claimStatus, area_ha: one.areaHa, excluded_ha: one.excludedHa, yield_cap_kg: one.yieldCapKg },
  ...{ estimated_kg: one.estimatedKg, harvested_kg: one.harvestedKg, retained_kg: one.retainedKg, purchased_kg: one.purchasedKg, is_approved: isApproved },
})

/** Crops (`r`) behind lots by the links of then; of a certificate those of the crop types of its group in the seasons of the goods on it then, as T08 judges it. */
async function behindThen(scope: PastScope, of: ChainOf, seasonId: string | null): Promise<RawBuilder<unknown> | null> {
  const ofLots = async (ids: readonly string[]) => sql`r.id = any(${await cropsAbove(scope, ids)}::uuid[])`
  if (of.subject === 'productbatch') return ofLots([of.id])
  if (of.subject === 'processor')
    return ofLots(
      await lotIds(
        scope,
        sql`${ofSeason(scope, seasonId)} select b.id from made join productbatch as b on b.tenant_id = ${scope.tenant.id} and b.id = made.lot_id where ${ownedBy(scope, of.id)}`,
      ),
    )
  if (of.subject === 'processingsystem') return ofLots(await lotsAt(scope, of.id, seasonId))
  if (of.subject !== 'transactioncertificate') return null
  const { row } = await viewAsOf(scope, entityOf('transactioncertificate'), of.id)
  const above = await cropsAbove(
    scope,
    row.lines.map(({ batchId }) => batchId),
  )
  return sql`(r.operator_id, r.season_id, r.crop_type_id) in (select k.operator_id, k.season_id, k.crop_type_id from crop as k
    where k.tenant_id = ${scope.tenant.id} and k.id = any(${above}::uuid[]))`
}

/** `made`: all lots that something of the crops of a season ever went into, whether its links count then or not. Null: of every season. */
const ofSeason = ({ tenant }: PastScope, seasonId: string | null) => sql`with recursive made (lot_id) as (
  select l.output_id from crop as k join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = k.id and l.input_kind = 'crop'
    where k.tenant_id = ${tenant.id} and ${seasonId === null ? sql`true` : sql`k.season_id = ${seasonId}::uuid`}
  union select l.output_id from made join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = made.lot_id and l.input_kind = 'productbatch')`
const ownedBy = ({ tenant }: PastScope, processorId: string | RawBuilder<unknown>) =>
  sql`b.tenant_id = ${tenant.id} and b.processor_id = ${processorId}::uuid and b.deleted_at is null`
async function lotIds({ db }: PastScope, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${which}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lots that lay last at a facility then: of its owner, those that lie there now, and those that something was done with there. */
async function lotsAt(scope: PastScope, systemId: string, seasonId: string | null): Promise<string[]> {
  const { tenant } = scope
  const { processorId, collectiveId } = await recordIn(scope, entityOf('processingsystem'), systemId)
  const owned = processorId
    ? ownedBy(scope, processorId)
    : sql`b.tenant_id = ${tenant.id} and b.processor_id is null and b.operator_id = ${collectiveId}::uuid and b.deleted_at is null`
  const candidates = await lotIds(
    scope,
    sql`${ofSeason(scope, seasonId)} select b.id from made join productbatch as b on b.tenant_id = ${tenant.id} and b.id = made.lot_id where ${owned}
        or (b.tenant_id = ${tenant.id} and b.processing_system_id = ${systemId}::uuid and b.deleted_at is null)
      union select made.lot_id from made join ledger_entry as e on e.tenant_id = ${tenant.id} and e.batch_id = made.lot_id
        join event as v on v.tenant_id = ${tenant.id} and v.id = e.event_id and v.subject_type = 'processingsystem' and v.subject_id = ${systemId}::uuid`,
  )
  const places = await placesOf(scope, candidates)
  return candidates.filter((id) => places.get(id)?.processingSystemId === systemId)
}

async function cropsAbove(scope: PastScope, lotIds: readonly string[]): Promise<string[]> {
  const [edges] = await queryAll(scope.db, edgesAbove(scope, sql`select unnest(${[...lotIds]}::uuid[])`))
  return [...new Set(edges.flatMap(({ from, fromKind }) => (fromKind === 'crop' ? [from] : [])))]
}

/** Lots of the group that came of these crops, of which something was bound to certificates. */
async function boundLots({ db, tenant, past }: PastScope, crops: readonly Crop[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive lot (id) as (
      select l.output_id from lot_link as l where l.tenant_id = ${tenant.id} and l.input_id = any(${crops.map(({ id }) => id)}::uuid[]) and l.input_kind = 'crop' and ${linksThen({ past })}
      union
      select l.output_id from lot join productbatch as b on b.tenant_id = ${tenant.id} and b.id = lot.id and b.processor_id is null
      join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = lot.id and l.input_kind = 'productbatch' and ${linksThen({ past })}
    )
    select distinct e.batch_id as id from lot join ledger_entry as e on e.tenant_id = ${tenant.id} and e.batch_id = lot.id
      and e.account = any(${[...boundAccounts]}::text[]) and ${entriesThen({ past })}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Of each lot the shares of its crops; a source without any counts in the proportion of the others, as in the stored origin (lot-origin.ts). */
function originsOf(lots: readonly string[], edges: readonly LotEdge[]): ChainThen['origins'] {
  const into = Map.groupBy(edges, ({ to }) => to)
  const shares = new Map<string, Map<string, number>>()
  for (const lot of inOrderOfDepth(edges.map(({ from, to }) => ({ input: from, output: to })))) {
    const own = new Map<string, number>()
    for (const { from, fromKind, kg } of into.get(lot) ?? []) {
      const parts = fromKind === 'crop' ? new Map([[from, 1]]) : (shares.get(from) ?? new Map<string, number>())
      for (const [cropId, share] of parts) own.set(cropId, (own.get(cropId) ?? 0) + kg * share)
    }
    const total = [...own.values()].reduce((sum, kg) => sum + kg, 0)
    if (total > 0) shares.set(lot, new Map([...own].map(([cropId, kg]) => [cropId, kg / total])))
  }
  return lots.flatMap((lot_id) => [...(shares.get(lot_id) ?? [])].map(([crop_id, exact_kg]) => ({ lot_id, crop_id, exact_kg })))
}

const pair = ({ farmerId, seasonId }: { farmerId: string | null; seasonId: string | null }): string => `${farmerId} ${seasonId}`

/** Growers and seasons for which the committee's approval counted for the person (decision 83): the same condition, over the records of then. */
async function approvedThen(scope: PastScope, crops: readonly Crop[]): Promise<ReadonlySet<string>> {
  const growers = crops.map(({ farmerId }) => farmerId)
  const persons = await recordsOfPersons(
    scope,
    growers.flatMap((id) => id ?? []),
  )
  const tables = await tablesThen(scope, [
    { table: 'farmer', which: () => sql`r.id = any(${persons}::uuid[])` },
    { table: 'farmerseason', which: () => sql`r.farmer_id = any(${persons}::uuid[])` },
  ])
  const { rows } = await sql<{ farmerId: string; seasonId: string }>`with ${sql.join(tables)}
    select x.farmer_id as "farmerId", x.season_id as "seasonId" from unnest(${growers}::uuid[], ${crops.map(({ seasonId }) => seasonId)}::uuid[]) as x (farmer_id, season_id)
    where ${isApprovedPerson(scope, { farmer: sql`x.farmer_id`, season: sql`x.season_id` })}`.execute(scope.db)
  return new Set(rows.map(pair))
}

/** Of farmers all records of the same persons, by mergers that count then or do not: the records that stay, and those that went into these. */
async function recordsOfPersons({ db, tenant }: PastScope, ids: readonly string[]): Promise<string[]> {
  const named = (type: string, name: string, of: ReturnType<typeof sql>) => sql`select (e.data->>${name})::uuid from event as e
    where e.tenant_id = ${tenant.id} and e.subject_type = 'farmer' and e.subject_id in (${of}) and e.event_type = ${type}`
  const { rows } = await sql<{ id: string }>`
    with asked as (select distinct unnest(${[...ids]}::uuid[]) as id),
      stays as (select id from asked union ${named('MERGED', 'survivorId', sql`select id from asked`)})
    select id from stays union ${named('TAKEN_OVER', 'mergedId', sql`select id from stays`)}`.execute(db)
  return rows.map(({ id }) => id)
}
