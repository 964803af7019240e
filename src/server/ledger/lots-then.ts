// Lots as they were: claim, tests, days of picking, status and balance, each from its own history and from its sources as those were,
// up to the crops. One reading for all lots above those that are asked for.
import { sql } from 'kysely'
import { balanceOf, toGrams } from '#domain/chain/ledger.ts'
import { inOrderOfDepth } from '#domain/chain/lot-order.ts'
import { type LotColumns, type LotFacts, lotColumns } from '#domain/chain/lot-projection.ts'
import { lotStates } from '#domain/chain/lot-states.ts'
import { openingSources } from '#domain/chain/opening-stock.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Past, Scope } from '../scope.ts'
import { stateAfter } from '../store/as-of.ts'
import { enteredIn, eventsByRecord } from '../store/events-then.ts'
import { asKnown, entriesThen, linksThen } from '../store/past.ts'
import { cropsThen } from './crops-then.ts'
import { factsOf, factsQuery, isCollected, type LotLink, linksOf, linksQuery } from './lot-readings.ts'
import type { Lot } from './lots.ts'
import { type LoweredLot, loweredNow, loweredThen, readLowered } from './lowered-then.ts'

const productbatch = entityOf('productbatch')
type PastScope = Scope & { past: Past }
type LotRow = Pick<Lot, 'id' | 'unitType' | 'cropId' | 'claimStatus'> & { isDowngraded: boolean }

/** By id; of these and of all that they were made of. */
export async function lotsThen(scope: PastScope, ids: readonly string[]): Promise<Map<string, LotColumns>> {
  const lots = await aboveThen(scope, ids)
  const all = lots.map(({ id }) => id)
  const [rows = [], facts = [], entries = [], stored = []] = await queryAll(
    scope.db,
    linksQuery(scope, all),
    factsQuery(scope, all),
    sql<{ lotId: string; account: string; kg: number }>`select e.batch_id as "lotId", e.account, sum(e.delta_kg) as kg from ledger_entry as e
      where e.tenant_id = ${scope.tenant.id} and e.batch_id = any(${all}::uuid[]) and ${entriesThen(scope)} group by e.batch_id, e.account`,
    linksQuery(asKnown(scope), all),
  )
  const histories = await eventsByRecord(scope, productbatch, all, lotStates.moves)
  const [links, given] = [linksOf(scope, rows), factsOf(facts)]
  const reading = scope.past.isKnownNow ? null : await readLowered(scope, all)
  const sources = [...rows.map(({ kind, sourceId }) => ({ kind, id: sourceId })), ...(reading?.links ?? []).map(({ kind, input }) => ({ kind, id: input }))]
  const crops = await cropsThen(scope, [
    ...new Set([...sources.flatMap(({ kind, id }) => (kind === 'crop' ? [id] : [])), ...lots.flatMap(({ cropId }) => cropId ?? [])]),
  ])
  const known = lots.map((lot): LoweredLot => {
    const events = histories.get(lot.id) ?? []
    const entered: Partial<Lot> = enteredIn(productbatch, events)
    return { ...lot, isCollected: isCollected(lot.unitType, events), entered: entered.claimStatus ?? null }
  })
  const lowered = reading ? loweredThen(scope, known, reading, crops) : loweredNow(known, linksOf(scope, stored))
  const accounts = Map.groupBy(entries, ({ lotId }) => lotId)
  const then = new Map<string, LotColumns>()
  const sourceThen = ({ kind, sourceId, ...link }: LotLink): LotFacts['sources'][number] => {
    if (kind === 'crop') {
      const crop = crops.get(sourceId)
      return {
        ...link,
        kind,
        claim: crop?.claimStatus ?? null,
        gmo: crop?.gmoStatus ?? null,
        harvestFrom: crop?.harvestStart ?? null,
        harvestTo: crop?.harvestEnd ?? null,
      }
    }
    const lot = then.get(sourceId)
    return {
      ...link,
      kind,
      claim: lot?.claimStatus ?? null,
      gmo: lot?.gmoStatus ?? null,
      schemes: lot?.schemeIds ?? null,
      harvestFrom: lot?.harvestFrom ?? null,
      harvestTo: lot?.harvestTo ?? null,
    }
  }
  const byId = new Map(lots.map((lot) => [lot.id, lot]))
  const inOrder = inOrderOfDepth([...links].flatMap(([output, own]) => own.map(({ sourceId }) => ({ input: sourceId, output }))))
  for (const id of [...all.filter((id) => !links.has(id)), ...inOrder]) {
    const lot = byId.get(id)
    const [created, ...rest] = histories.get(id) ?? []
    if (!lot || !created) continue
    const entered: Partial<Lot> = enteredIn(productbatch, [created, ...rest])
    const own = links.get(id) ?? []
    const { claimStatus = null, gmoStatus = null, producedOn = null, harvestFrom = null, harvestTo = null } = entered
    then.set(
      id,
      lotColumns({
        state: stateAfter(productbatch, lotStates, [created, ...rest]),
        sources: [...own.map(sourceThen), ...openingSources([created, ...rest], (at) => localDay(scope, at))],
        balance: balanceOf((accounts.get(id) ?? []).map(({ account, kg }) => ({ account, grams: toGrams(Number(kg)) }))),
        row: { claimStatus: own.length ? (lowered.get(id) ?? null) : claimStatus, gmoStatus, producedOn, harvestFrom, harvestTo },
        hasGivenAway: given.get(id)?.hasGivenAway === true,
        isCollected: isCollected(lot.unitType, [created]),
        isCropClosed: lot.unitType === 'FARM_LOT' && lot.cropId !== null && crops.get(lot.cropId)?.status === 'CLOSED',
      }),
    )
  }
  return then
}

/** These lots and those that they were made of; as known on an earlier day also by links that had been voided by then, as those may have lowered a claim. */
async function aboveThen(scope: PastScope, ids: readonly string[]): Promise<LotRow[]> {
  const linked = scope.past.isKnownNow ? linksThen(scope) : sql`l.recorded_at <= ${scope.past.knownBy}::timestamptz`
  const { rows } = await sql<LotRow>`
    with recursive above (id) as (
      select unnest(${[...ids]}::uuid[])
      union select l.input_id from above join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.output_id = above.id and l.input_kind = 'productbatch' and ${linked}
    )
    select b.id, b.unit_type as "unitType", b.crop_id as "cropId", b.claim_status as "claimStatus", exists (select 1 from event as e
      where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'productbatch' and e.subject_id = b.id and e.event_type = 'RELEASE' and e.status = 'RECORDED'
        and e.data->'downgrade' = 'true'::jsonb) as "isDowngraded"
    from above join productbatch as b on b.tenant_id = ${scope.tenant.id} and b.id = above.id`.execute(scope.db)
  return rows
}
