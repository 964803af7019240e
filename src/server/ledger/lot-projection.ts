// The projection of a lot, fed from the database: its balance as the step leaves it, what it was made of as that is now, its units.
import { z } from 'zod'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { type LotColumns, lotColumns } from '#domain/chain/lot-projection.ts'
import type { LotState } from '#domain/chain/lot-states.ts'
import { openingSources } from '#domain/chain/opening-stock.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { isBeforeReplacement } from '../store/step.ts'
import { judgeLots } from './judge-lots.ts'
import { factsOf, factsQuery, isCollected, type LotReading, linksOf, linksQuery } from './lot-readings.ts'
import type { Lot } from './lots.ts'
import { lotsThen } from './lots-then.ts'
import { balanceInStep, beforeStep, markProjected, readingInStep } from './step-ledger.ts'
import { unitsOfLot } from './units.ts'

/**
 * The columns of a lot as its history, its movements and its sources say. What the step has posted is judged before it is written into a lot.
 * In a scope of the past everything is as it was then.
 */
export async function projectLot(scope: Scope, lot: Lot, history: readonly HistoryEvent[], state: LotState): Promise<Partial<Lot>> {
  const columns = scope.past ? (await lotsThen({ ...scope, past: scope.past }, [lot.id])).get(lot.id) : await columnsNow(scope, lot, history, state)
  const at = (eventType: string) => history.findLast((event) => event.eventType === eventType)
  const [received, revoked] = [at('RECEIVED'), at('QR_REVOKED')]
  // Goods come into a lot as units when it is made, or are packed into them there.
  const hasUnits = !!lot.units?.length || history.some(({ eventType, data }) => eventType === 'REPACK' || (eventType === 'CREATED' && isMadeOfUnits(data)))
  const units = hasUnits ? await unitsOfLot(scope, lot.id, toGrams(columns?.onHandKg ?? 0)) : []
  return {
    ...columns,
    receivedAt: received ? iso(received.occurredAt) : null,
    lyingSince: received ? localDay(scope, received.occurredAt) : (columns?.producedOn ?? null),
    qrRevokedAt: revoked ? iso(revoked.recordedAt) : null,
    ...(hasUnits ? { units: units.map(({ unitNo, grams }) => ({ unitNo, kg: toKg(grams) })) } : {}),
  }
}

async function columnsNow(scope: Scope, lot: Lot, history: readonly HistoryEvent[], state: LotState): Promise<LotColumns> {
  const isFinal = !isBeforeReplacement(scope)
  if (isFinal) await judgeLots(scope)
  const { links, hasGivenAway, isCropClosed } = (isFinal ? readingInStep(scope, lot) : undefined) ?? (await readLot(scope, lot))
  const row = beforeStep(scope, lot)
  const columns = lotColumns({
    state,
    sources: [...links, ...openingSources(history, (at) => localDay(scope, at))],
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
/** The data of a CREATED with units. */
const createdWith = z.object({ changes: z.object({ units: z.object({ to: z.array(z.unknown()).min(1) }) }) })
const isMadeOfUnits = (data: HistoryEvent['data']): boolean => createdWith.safeParse(data).success

/** What it was made of, what was made of it and whether its crop is closed. */
async function readLot(scope: Scope, lot: Lot): Promise<Pick<LotReading, 'links' | 'hasGivenAway' | 'isCropClosed'>> {
  const [links = [], facts = []] = await queryAll(scope.db, linksQuery(scope, [lot.id]), factsQuery(scope, [lot.id]))
  const { hasGivenAway, isCropClosed } = factsOf(facts).get(lot.id) ?? {}
  return { links: linksOf(scope, links).get(lot.id) ?? [], hasGivenAway: hasGivenAway === true, isCropClosed: isCropClosed === true }
}
