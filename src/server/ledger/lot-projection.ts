// The projection of a lot, fed from the database: its balance as the step leaves it, what it was made of as that is now, its units.
import { sql } from 'kysely'
import { z } from 'zod'
import { type Grams, toGrams } from '#domain/chain/ledger.ts'
import { type LotColumns, type LotUnit, lotColumns, unitsLeft } from '#domain/chain/lot-projection.ts'
import type { LotState } from '#domain/chain/lot-states.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import { together } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { entriesThen, linksThen } from '../store/past.ts'
import { isBeforeReplacement } from '../store/step.ts'
import { judgeLots } from './judge-lots.ts'
import { factsOf, factsQuery, isCollected, type LotReading, linksOf, linksQuery } from './lot-readings.ts'
import type { Lot } from './lots.ts'
import { lotsThen } from './lots-then.ts'
import { balanceInStep, beforeStep, markProjected, readingInStep } from './step-ledger.ts'

/**
 * The columns of a lot as its history, its movements and its sources say. What the step has posted is judged before it is written into a lot.
 * In a scope of the past everything is as it was then.
 */
export async function projectLot(scope: Scope, lot: Lot, history: readonly HistoryEvent[], state: LotState): Promise<Partial<Lot>> {
  const columns = scope.past ? (await lotsThen({ ...scope, past: scope.past }, [lot.id])).get(lot.id) : await columnsNow(scope, lot, history, state)
  const at = (eventType: string) => history.findLast((event) => event.eventType === eventType)
  const [received, revoked] = [at('RECEIVED'), at('QR_REVOKED')]
  const initial = unitsAtStart(history)
  return {
    ...columns,
    receivedAt: received ? iso(received.occurredAt) : null,
    qrRevokedAt: revoked ? iso(revoked.recordedAt) : null,
    ...(initial.length ? { units: await unitsOf(scope, lot.id, initial, toGrams(columns?.onHandKg ?? 0)) } : {}),
  }
}

async function columnsNow(scope: Scope, lot: Lot, history: readonly HistoryEvent[], state: LotState): Promise<LotColumns> {
  const isFinal = !isBeforeReplacement(scope)
  if (isFinal) await judgeLots(scope)
  const { links, hasGivenAway, isCropClosed } = (isFinal ? readingInStep(scope, lot) : undefined) ?? (await readLot(scope, lot))
  const row = beforeStep(scope, lot)
  const columns = lotColumns({
    state,
    sources: links,
    balance: balanceInStep(scope, lot),
    row: { claimStatus: row.claimStatus, gmoStatus: row.gmoStatus, producedOn: lot.producedOn, harvestFrom: lot.harvestFrom, harvestTo: lot.harvestTo },
    hasGivenAway,
    isCollected: isCollected(lot.unitType, history),
    isCropClosed,
  })
  if (isFinal) markProjected(scope, lot)
  return columns
}

const iso = (at: string): string => new Date(at).toISOString()
/** The units in the data of CREATED. */
const createdWith = z.object({
  changes: z.object({ units: z.object({ to: z.array(z.object({ unitNo: z.string(), kg: z.number() })).nullish() }).optional() }).optional(),
})
function unitsAtStart(history: readonly HistoryEvent[]): LotUnit[] {
  const created = history.find(({ eventType }) => eventType === 'CREATED')
  return created ? (createdWith.parse(created.data).changes?.units?.to ?? []) : []
}

/** What it was made of, what was made of it and whether its crop is closed. */
async function readLot(scope: Scope, lot: Lot): Promise<Pick<LotReading, 'links' | 'hasGivenAway' | 'isCropClosed'>> {
  const [links = [], facts = []] = await together(scope.db, linksQuery(scope, [lot.id]), factsQuery(scope, [lot.id]))
  const { hasGivenAway, isCropClosed } = factsOf(facts).get(lot.id) ?? {}
  return { links: linksOf(scope, links).get(lot.id) ?? [], hasGivenAway: hasGivenAway === true, isCropClosed: isCropClosed === true }
}

async function unitsOf(scope: Scope, lotId: string, initial: readonly LotUnit[], onHand: Grams): Promise<LotUnit[]> {
  const [parts = [], [runs] = []] = await together(
    scope.db,
    sql<{ unitNo: string }>`select unit.value->>'unitNo' as "unitNo" from lot_link as l
    join event as v on v.tenant_id = ${scope.tenant.id} and v.id = l.event_id and v.event_type in ('SPLIT', 'DISPATCH')
    join event as c on c.tenant_id = ${scope.tenant.id} and c.subject_type = 'productbatch' and c.subject_id = l.output_id and c.event_type = 'CREATED'
    cross join jsonb_array_elements(case when jsonb_typeof(c.data->'changes'->'units'->'to') = 'array' then c.data->'changes'->'units'->'to' else '[]'::jsonb end) as unit
    where l.tenant_id = ${scope.tenant.id} and l.input_id = ${lotId}::uuid and ${linksThen(scope)}`,
    sql<{
      kg: number
    }>`select coalesce(-sum(e.delta_kg), 0) as kg from ledger_entry as e join event as v on v.tenant_id = ${scope.tenant.id} and v.id = e.event_id and v.event_type <> 'SPLIT'
    where e.tenant_id = ${scope.tenant.id} and e.batch_id = ${lotId}::uuid and e.account = 'CONSUMED' and ${entriesThen(scope)}`,
  )
  return unitsLeft(initial, new Set(parts.map(({ unitNo }) => unitNo)), toGrams(runs?.kg ?? 0), onHand)
}
