// What waits for a decision on a lot by its reader, so that its page offers none that is refused: adjustments (BR-30) and opening stock (12). Asked only where the decision is theirs.
import { mayOf } from '#domain/access.ts'
import { proposalTypes } from '#domain/chain/adjustments.ts'
import { toGrams } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import { largeAdjustments } from '../../ledger/large-adjustments.ts'
import type { Lot } from '../../ledger/lots.ts'
import { waitingOf } from '../../ledger/proposals.ts'
import type { Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'

const productbatch = entityOf('productbatch')

/** Names of events for which nothing waits. */
export async function undecidable(scope: Scope, lot: Lot): Promise<string[]> {
  const may = mayOf(scope.user, productbatch, lot)
  const among = (...names: string[]): boolean => names.some((name) => may.includes(name))
  return [
    ...(among('ADJUST_AGREED', 'ADJUST_APPROVED') ? await adjustmentsAgainst(scope, lot) : []),
    ...(among('OPENING_STOCK', 'OPENING_APPROVED') ? await openingAgainst(scope, lot) : []),
  ]
}

async function adjustmentsAgainst(scope: Scope, lot: Lot): Promise<string[]> {
  const events = await eventsOf(scope, productbatch, lot.id, [...proposalTypes, 'ADJUST_AGREED'])
  const proposals = events.filter(({ eventType }) => eventType !== 'ADJUST_AGREED')
  const isOwn = ({ recordedBy }: { recordedBy: string | null }): boolean => recordedBy === scope.user.id
  // BR-24: whoever proposed the last one decides on none.
  const isExcluded = proposalTypes.some((type) => {
    const last = proposals.findLast(({ eventType }) => eventType === type)
    return last !== undefined && isOwn(last)
  })
  const waiting = proposals.length === 0 || isExcluded ? [] : (await waitingOf(scope, lot)).filter(({ deltaKg, proposal }) => deltaKg !== 0 && !isOwn(proposal))
  const agreements = (deltaKg: number, proposalId: string) =>
    events.filter(
      ({ eventType, data }) => eventType === 'ADJUST_AGREED' && data.adjustEventId === proposalId && toGrams(data.deltaKg ?? 0) === toGrams(deltaKg),
    )
  const agreed = waiting.map(({ deltaKg, proposal }) => agreements(deltaKg, proposal.id))
  const open = waiting.filter((_, index) => !agreed[index]?.some((one) => !isOwn(one)))
  const requested = open.map(({ deltaKg }) => ({ deltaKg, at: scope.now.toISOString() }))
  const isApprovable = open.length < waiting.length || (await largeAdjustments(scope, lot, requested, false)).includes(null)
  return [...(agreed.some(({ length }) => length === 0) ? [] : ['ADJUST_AGREED']), ...(isApprovable ? [] : ['ADJUST_APPROVED'])]
}

async function openingAgainst(scope: Scope, lot: Lot): Promise<string[]> {
  if (lot.unitType === 'FARM_LOT') return ['OPENING_STOCK', 'OPENING_APPROVED']
  const proposed = (await eventsOf(scope, productbatch, lot.id, ['OPENING_STOCK'])).at(-1)
  if (!proposed) return ['OPENING_APPROVED']
  return ['OPENING_STOCK', ...(proposed.recordedBy === scope.user.id || lot.onHandKg ? ['OPENING_APPROVED'] : [])]
}
