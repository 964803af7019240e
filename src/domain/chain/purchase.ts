// Buying from a farmer: how much may be bought, under which claim, and what is to be paid (BR-08, BR-29).

import type { Finding } from '../kernel/entity.ts'
import type { Claim, SeasonResult } from '../kernel/terms.ts'
import { amount, kilograms, percent, phrase, type Sentence } from '../messages/message.ts'
import type { Value } from '../messages/values.ts'
import { exceeds } from '../rules/exceeds.ts'
import type { Tolerances } from '../rules/tolerances.ts'
import { block, type Verdict } from '../rules/verdict.ts'
import { isCertified, saleClaim } from './claim.ts'
import { toGrams, toKg } from './ledger.ts'

export type PurchaseCase = {
  netKg: number
  /** Of this crop before this ticket. */
  purchasedKg: number
  harvestedKg: number
  retainedKg: number
  estimatedKg: number | null
  capKg: number | null
  farmerStatus: string
  seasonResult: SeasonResult | null
  /** Where border rows are excluded (BR-13): what may be bought as certified at most, and what was. */
  border?: { certifiedCapKg: number; certifiedKg: number } | null
  claim: Claim
  hasConfirmation: boolean
  /** Receipt number of the ticket that the photo of the slip has signed before. */
  slipOf?: string | null
  /** How far from the centre it was written, by a position of this accuracy; null where one of the two places is not known. */
  place?: { distanceM: number; accuracyM: number } | null
  /** What the ticket says of its weighing; null where that is not asked: a past ticket out of a book. */
  weighing?: Weighing | null
  /** Nothing but a photo that the buyer sends says that the farmer agrees. */
  isOnPaper?: boolean
}
/** `UNKNOWN`: it has a position, and its centre has none. */
type Weighing = { position: 'GIVEN' | 'MISSING' | 'UNKNOWN'; hasScale: boolean }

/** The finding of a ticket without the farmer's word. `slipOf`: its slip has signed that ticket; `isAwaited`: it was announced, and the time is over. */
export const unconfirmed = (netKg: number, { slipOf = null, isAwaited = false }: { slipOf?: string | null; isAwaited?: boolean } = {}): Finding => ({
  ruleId: 'BR-08',
  severity: 'REVIEW',
  message: isAwaited
    ? 'The photo of the signed slip has not come.'
    : slipOf === null
      ? 'The farmer has not confirmed this ticket.'
      : phrase`The photo of the signed slip has signed ticket ${slipOf} already: it signs no other.`,
  figures: { netKg, ...(slipOf === null ? {} : { slipOf }) },
})

/** The finding of a ticket that was written elsewhere than at its centre. The position may be as far off as its accuracy says: as much is allowed for. */
export const elsewhere = ({ distanceM, accuracyM }: { distanceM: number; accuracyM: number }, mostKm: number): Finding | null =>
  distanceM - accuracyM <= mostKm * 1000
    ? null
    : {
        ruleId: 'BR-08',
        severity: 'REVIEW',
        aspect: 'PLACE',
        message: phrase`The ticket was written ${Math.ceil(distanceM / 100) / 10} km from the centre; ${mostKm} km are the most.`,
        figures: { distanceM, gpsAccuracyM: accuracyM, mostM: mostKm * 1000 },
      }

const lackingWords: Readonly<Record<Weighing['position'], readonly [withScale: Sentence | null, withoutScale: Sentence]>> = {
  GIVEN: [null, 'The ticket does not name its scale.'],
  MISSING: ['The ticket has no position: whether it was written at its centre is not known.', 'The ticket has no position and does not name its scale.'],
  UNKNOWN: ['The centre has no point: whether the ticket was written there is not known.', 'The centre has no point, and the ticket does not name its scale.'],
}
/** The finding of a ticket that does not say where, or on which scale, it was weighed: a warning, above `reviewAboveKg` to be decided. A centre without a point is no fault of the ticket. */
export function unproven(netKg: number, { position, hasScale }: Weighing, reviewAboveKg: number): Finding | null {
  const message = lackingWords[position][hasScale ? 0 : 1]
  if (message === null) return null
  const isOfTicket = position === 'MISSING' || !hasScale
  return {
    ruleId: 'BR-08',
    severity: isOfTicket && toGrams(netKg) > toGrams(reviewAboveKg) ? 'REVIEW' : 'WARN',
    aspect: 'WEIGHING',
    message,
    figures: { ticketKg: netKg, position, hasScale },
  }
}

/** The finding of a ticket that only its slip confirms: somebody else than the buyer looks at the photo. A warning, above `reviewAboveKg` to be decided. */
export const onPaper = (netKg: number, reviewAboveKg: number): Finding => ({
  ruleId: 'BR-08',
  severity: toGrams(netKg) > toGrams(reviewAboveKg) ? 'REVIEW' : 'WARN',
  aspect: 'SLIP',
  message: 'A photo of the signed slip alone confirms this ticket: somebody else than the buyer looks at it.',
  figures: { ticketKg: netKg },
})

/**
 * BR-08: Σ PURCHASE ≤ harvested − retained, and ≤ min(estimate × 1.10, ceiling). The farmer must be active. Without the
 * committee's approval the goods are booked conventional. Without the farmer's confirmation, or far from the centre: review. Without a
 * position or scale, or confirmed by a slip alone: a warning, above a weight that the programme sets review.
 */
export function checkPurchase(facts: PurchaseCase, tolerances: Tolerances): Verdict & { claim: Claim } {
  const claim = saleClaim(facts.claim, facts.seasonResult)
  const wantedKg = toKg(toGrams(facts.purchasedKg) + toGrams(facts.netKg))
  if (facts.farmerStatus !== 'ACTIVE') return { ...block('BR-08', 'Only from active members may be bought.', { farmerStatus: facts.farmerStatus }), claim }
  const { estimatedKg, capKg } = facts
  const limits: [limitKg: number, messageOf: (requested: Value, left: Value) => Sentence][] = [
    [
      toKg(toGrams(facts.harvestedKg) - toGrams(facts.retainedKg)),
      (requested, left) => phrase`The ticket asks ${requested}, but only ${left} are left of what was harvested and not kept.`,
    ],
  ]
  if (estimatedKg !== null) {
    const above = percent(tolerances.purchaseOverEstimate - 1, 0)
    limits.push([
      estimatedKg * tolerances.purchaseOverEstimate,
      (requested, left) =>
        phrase`The ticket asks ${requested}, but only ${left} are left of what the estimate allows (${kilograms(estimatedKg)} and ${above}).`,
    ])
  }
  if (capKg !== null)
    limits.push([capKg, (requested, left) => phrase`The ticket asks ${requested}, but only ${left} are left of what the yield ceiling allows.`])
  const broken = limits.filter(([limitKg]) => toGrams(wantedKg) > toGrams(limitKg)).sort(([a], [b]) => a - b)[0]
  if (broken) {
    const leftKg = Math.max(0, toKg(toGrams(broken[0]) - toGrams(facts.purchasedKg)))
    return {
      ...block('BR-08', broken[1](kilograms(facts.netKg), kilograms(leftKg)), {
        askedKg: facts.netKg,
        leftKg,
        purchasedKg: facts.purchasedKg,
        limitKg: broken[0],
      }),
      claim,
    }
  }
  const { border } = facts
  if (border && isCertified(claim) && toGrams(border.certifiedKg) + toGrams(facts.netKg) > toGrams(border.certifiedCapKg)) {
    const leftKg = Math.max(0, toKg(toGrams(border.certifiedCapKg) - toGrams(border.certifiedKg)))
    const message = phrase`The ticket asks ${kilograms(facts.netKg)}, but only ${kilograms(leftKg)} may be bought under a claim: border rows of this plot are not certified.`
    return { ...block('BR-13', message, { askedKg: facts.netKg, leftKg, purchasedKg: border.certifiedKg, limitKg: border.certifiedCapKg }), claim }
  }
  if (estimatedKg === null && isCertified(claim))
    return { ...block('BR-08', 'This crop has no approved estimate: nothing of it is bought under a claim before there is one.', { claim }), claim }
  const findings: Finding[] = []
  if (claim !== facts.claim)
    findings.push({
      ruleId: 'BR-08',
      severity: 'WARN',
      message: 'Booked as conventional: the season’s approval is missing.',
      figures: { claim: facts.claim, seasonResult: facts.seasonResult ?? 'NOT_INSPECTED' },
    })
  if (!facts.hasConfirmation) findings.push(unconfirmed(facts.netKg, { slipOf: facts.slipOf ?? null }))
  const far = facts.place ? elsewhere(facts.place, tolerances.ticketDistance) : null
  if (far) findings.push(far)
  const lacking = facts.weighing ? unproven(facts.netKg, facts.weighing, tolerances.weighingReview) : null
  if (lacking) findings.push(lacking)
  if (facts.hasConfirmation && facts.isOnPaper) findings.push(onPaper(facts.netKg, tolerances.slipReview))
  return { block: null, findings, claim }
}

export type PriceCase = {
  netKg: number
  pricePerKg: number
  premiumPerKg: number | null
  deductions: number | null
  /** Recorded by somebody who may decide for the operator. */
  hasManager: boolean
  claim: Claim
  referencePerKg: number | null
  /** The premium per kg by the price model of the group, in minor units of `currency`; null: nothing is agreed. */
  agreed?: { perKg: number; currency: string } | null
}
/** BR-29: payable = net × price + net × premium − deductions, in minor units, rounded half up once at the end. */
export const payable = ({ netKg, pricePerKg, premiumPerKg, deductions }: Pick<PriceCase, 'netKg' | 'pricePerKg' | 'premiumPerKg' | 'deductions'>): number =>
  Math.round((toGrams(netKg) * (pricePerKg + (premiumPerKg ?? 0))) / 1000) - (deductions ?? 0)

/**
 * BR-29: deductions ≤ 5 % of the price, above only on a ticket that the manager records; never so much that the farmer would owe
 * something. A premium only above conventional, a price within ± 20 % of the day's reference: WARN; so is a premium that is not what the price model of the group makes (5.4).
 * A ticket without one is paid by a distribution.
 */
export function checkPrice(facts: PriceCase, tolerances: Tolerances): Verdict {
  const warn = (message: Sentence, figures: Record<string, unknown>): Finding => ({ ruleId: 'BR-29', severity: 'WARN', message, figures })
  const priceTotal = (toGrams(facts.netKg) * facts.pricePerKg) / 1000
  const findings: Finding[] = []
  const deductions = facts.deductions ?? 0
  const figures = { deductions, priceTotal: Math.round(priceTotal), share: Math.round((deductions / priceTotal) * 10_000) / 10_000 }
  if (payable(facts) < 0)
    return block('BR-29', 'The deductions are more than the goods are paid with. Enter them in the currency’s whole units, or leave them out.', {
      ...figures,
      payable: payable(facts),
    })
  if (exceeds(deductions, priceTotal, tolerances.deductionsMax)) {
    const message = phrase`The deductions are ${percent(figures.share)} of the price.`
    if (!facts.hasManager)
      return block('BR-29', phrase`${message} Above ${percent(tolerances.deductionsMax)} the operator’s manager records the ticket.`, figures)
    findings.push(warn(message, figures))
  }
  if ((facts.premiumPerKg ?? 0) > 0 && !isCertified(facts.claim))
    findings.push(warn('Conventional goods earn no premium.', { premiumPerKg: facts.premiumPerKg }))
  const { agreed = null, premiumPerKg } = facts
  if (agreed && premiumPerKg && isCertified(facts.claim) && premiumPerKg !== agreed.perKg)
    findings.push({
      ...warn(
        phrase`The premium is ${amount(premiumPerKg, agreed.currency)} a kg; the price model of the group makes ${amount(agreed.perKg, agreed.currency)}.`,
        {
          premiumPerKg,
          agreedPerKg: agreed.perKg,
        },
      ),
      aspect: 'PREMIUM',
    })
  if (facts.referencePerKg && exceeds(Math.abs(facts.pricePerKg - facts.referencePerKg), facts.referencePerKg, tolerances.priceBand))
    findings.push(warn('The price is far from what others were paid these days.', { pricePerKg: facts.pricePerKg, referencePerKg: facts.referencePerKg }))
  return { block: null, findings }
}
