// What the chain of kilograms (kilogram-chain.ts) reads of a past day in place of rows, which say what is now: crops and the committee's results folded from their
// events, claims and origins of lots by the links of then.
import { sql } from 'kysely'
import type { ChainSubject } from '#domain/chain/kilogram-chain-answer.ts'
import { inOrderOfDepth } from '#domain/chain/lot-order.ts'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { queryAll } from '#server/db/connection.ts'
import { boundAccounts } from '../ledger/certificate-queries.ts'
import { lotsThen } from '../ledger/lots-then.ts'
import type { Past, Scope } from '../scope.ts'
import { knownAsOf, seenAsOf } from '../store/as-of.ts'
import { isLive, recordsById } from '../store/get.ts'
import { entriesThen, linksThen } from '../store/past.ts'
import { readHistories } from '../store/past-histories.ts'
import { inList } from './dashboard/context.ts'
import { edgesAbove, type LotEdge } from './lot-graph.ts'

const [crop, farmerseason] = [entityOf('crop'), entityOf('farmerseason')]
type PastScope = Scope & { past: Past }
type Crop = Stored<typeof crop>
/** Crops that are folded for one answer. */
const most = 100

/** The columns that the statement reads of a crop, by their names there. */
type CropRow = Record<string, string | number | boolean | null>
export type ChainThen = {
  crops: CropRow[]
  origins: { lot_id: string; crop_id: string; exact_kg: number }[]
  claims: { lot_id: string; claim: string | null }[]
  /** Nobody among the growers has several records: what the committee had decided on each is all that counts. */
  isApprovalKnown: boolean
}

/** `behind`: which crops (`r`); of a lot those that it came from by the links of then. Throws VALIDATION. */
export async function chainThen(scope: PastScope, of: { subject: ChainSubject; id: string } | null, behind: ReturnType<typeof sql>): Promise<ChainThen> {
  if (!of || of.subject === 'transactioncertificate')
    throw fieldProblem('subject', 'rule', 'As of a past day this is worked out of a crop, a plot, a farmer or a lot.')
  const which = of.subject === 'productbatch' ? sql`r.id = any(${await cropsAbove(scope, of.id)}::uuid[])` : behind
  const { rows } = await sql<{
    id: string
  }>`select r.id from crop as r where ${inList(scope, crop, null)} and ${which} order by r.id limit ${most + 1}`.execute(scope.db)
  if (rows.length > most) throw fieldProblem('subject', 'max', phrase`More than ${most} crops are behind this: too many to be worked out as of a past day.`)
  const present = await recordsById(
    scope,
    crop,
    rows.map(({ id }) => id),
  )
  await readHistories(scope, [
    [crop, present.map(({ id }) => id)],
    [entityOf('croppingsystem'), present.map(({ croppingSystemId }) => croppingSystemId)],
    [entityOf('landparcel'), present.map(({ parcelId }) => parcelId)],
  ])
  const crops: Crop[] = []
  for (const row of present) {
    const seen = await seenAsOf(scope, crop, row)
    if (seen) crops.push({ ...seen.row, cropName: row.cropName, seasonId: row.seasonId, farmerId: row.farmerId })
  }
  const lots = await boundLots(scope, crops)
  const [edges] = await queryAll(scope.db, edgesAbove(scope, sql`select unnest(${lots}::uuid[])`))
  const then = await lotsThen(scope, lots)
  const { approved, isKnown } = await approvedThen(scope, crops)
  return {
    crops: crops.map((one) => rowOf(one, approved.has(pair(one)))),
    origins: originsOf(lots, edges),
    claims: lots.map((id) => ({ lot_id: id, claim: then.get(id)?.claimStatus ?? null })),
    isApprovalKnown: isKnown,
  }
}

const rowOf = (one: Crop, isApproved: boolean): CropRow => ({
  ...{ id: one.id, operator_id: one.operatorId, farmer_id: one.farmerId, season_id: one.seasonId, crop_type_id: one.cropTypeId, crop_name: one.cropName },
  ...{ role: one.role, status: one.status, claim_status: one.claimStatus, area_ha: one.areaHa, excluded_ha: one.excludedHa, yield_cap_kg: one.yieldCapKg },
  ...{ estimated_kg: one.estimatedKg, harvested_kg: one.harvestedKg, retained_kg: one.retainedKg, purchased_kg: one.purchasedKg, is_approved: isApproved },
})

async function cropsAbove(scope: PastScope, lotId: string): Promise<string[]> {
  const [edges] = await queryAll(scope.db, edgesAbove(scope, sql`select ${lotId}::uuid`))
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

/** Growers and seasons for which the committee had approved. Of a person with several records (decision 83) it is not worked out which result counted. */
async function approvedThen(scope: PastScope, crops: readonly Crop[]): Promise<{ approved: ReadonlySet<string>; isKnown: boolean }> {
  const growers = crops.map(({ farmerId }) => farmerId)
  const [rows = [], merged = []] = await queryAll(
    scope.db,
    sql<{ id: string }>`select r.id from farmerseason as r where r.tenant_id = ${scope.tenant.id} and ${isLive(scope)}
      and (r.farmer_id, r.season_id) in (select * from unnest(${growers}::uuid[], ${crops.map(({ seasonId }) => seasonId)}::uuid[]))`,
    sql<{ id: string }>`select f.id from farmer as f where f.tenant_id = ${scope.tenant.id} and f.merged_into_id is not null
      and (f.id = any(${growers}::uuid[]) or f.merged_into_id = any(${growers}::uuid[])) limit 1`,
  )
  const approved = new Set<string>()
  const present = await recordsById(
    scope,
    farmerseason,
    rows.map(({ id }) => id),
  )
  await readHistories(scope, [[farmerseason, present.map(({ id }) => id)]])
  for (const row of present) {
    const result = (await knownAsOf(scope, farmerseason, row))?.row.result
    if (result === 'APPROVED' || result === 'CONDITIONAL') approved.add(pair(row))
  }
  return { approved, isKnown: merged.length === 0 }
}
