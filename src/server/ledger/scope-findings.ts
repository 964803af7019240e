// What a shipment of certified goods asks of the scope certificates of seller and buyer (BR-12 T01, T04).

import { decidedStatusAt, type Party } from '#domain/certification/party-then.ts'
import { isCertified } from '#domain/chain/claim.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Finding, Stored } from '#domain/kernel/entity.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import { flagsOfRules } from '../store/flags.ts'
import { recordsById } from '../store/get.ts'
import type { Lot } from './lots.ts'
import { whyOutOfTrade } from './party-then.ts'
import { type Holder, holderOf, isFinalBuyer, scopeCover } from './scope-cover.ts'

/** Whether a holder is covered on a day. */
export type CoverOn = (holder: Holder, day: string) => Promise<boolean>
const coverOf =
  (scope: Scope): CoverOn =>
  async (holder, day) =>
    (await scopeCover(scope, holder, day)) !== null
/** The same, asked once for each holder and day. */
export function coverOnce(scope: Scope): CoverOn {
  const known = new Map<string, Promise<boolean>>()
  return (holder, day) => {
    const key = `${holder.id} ${day}`
    const answer = known.get(key) ?? coverOf(scope)(holder, day)
    known.set(key, answer)
    return answer
  }
}

/** One finding to be decided when either side was suspended or gone by then, which the dispatch itself refuses where it is known; beside those of `scopeFindings`. */
export function partyFindings(scope: Scope, lot: Lot, buyerId: string, occurredAt: string, parties: ReadonlyMap<string, Party>): Finding[] {
  if (!isCertified(lot.claimStatus ?? 'CONVENTIONAL')) return []
  for (const id of [holderOf(lot).id, buyerId]) {
    const party = parties.get(id)
    // The lapse of a certificate is found by that certificate.
    const why = whyOutOfTrade(party, occurredAt, decidedStatusAt)
    const figures = { day: localDay(scope, occurredAt), holder: party?.title, foundLater: true }
    if (why) return [{ ruleId: 'BR-12', severity: 'REVIEW', message: why, figures, aspect: 'PARTY' }]
  }
  return []
}

/** One finding to be decided when either side has no valid certificate on the day; while it is open, no page shows the claim. */
export async function scopeFindings(
  scope: Scope,
  lot: Lot,
  buyer: Stored<Declarations['processor']>,
  occurredAt: string,
  isCovered: CoverOn = coverOf(scope),
): Promise<Finding[]> {
  if (!isCertified(lot.claimStatus ?? 'CONVENTIONAL')) return []
  const day = localDay(scope, occurredAt)
  const seller = holderOf(lot)
  const missing: string[] = []
  if (!(await isCovered(seller, day))) missing.push((await recordsById(scope, entityOf(seller.kind), [seller.id]))[0]?.title ?? '')
  if (!isFinalBuyer(buyer.types) && !(await isCovered({ kind: 'processor', id: buyer.id }, day))) missing.push(buyer.title)
  if (missing.length === 0) return []
  return [
    {
      ruleId: 'BR-12',
      severity: 'REVIEW',
      message:
        missing.length === 1
          ? phrase`${missing[0]} has no scope certificate valid on ${onDay(day)}: until this is decided, no page shows the claim of these goods.`
          : phrase`${missing[0]} and ${missing[1]} have no scope certificate valid on ${onDay(day)}: until this is decided, no page shows the claim of these goods.`,
      figures: { day, uncovered: missing.join(', ') },
    },
  ]
}

/** Of a certificate that did not hold where that became known later: the finding goes with what it follows from. */
export const foundLater = (finding: Finding): Finding => ({ ...finding, figures: { ...finding.figures, foundLater: true } })
export const isFoundLater = ({ figures }: Pick<Finding, 'figures'>): boolean => figures?.foundLater === true
/** Whether that was so of a dispatch of this lot, which is corrected: its correction is found as it was, and not for good. */
export async function wasFoundLater(scope: Scope, lotId: string, eventId: string | null): Promise<boolean> {
  const known = eventId === null ? [] : await flagsOfRules(scope, entityOf('productbatch'), lotId, ['BR-12'], [eventId])
  const ofCover = known.filter(({ aspect }) => aspect !== 'PARTY')
  return ofCover.length > 0 && ofCover.every(isFoundLater)
}
