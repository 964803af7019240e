// The columns of a lot that follow from its events, from its movements, and from what it was made of (domain dictionary 4.4,
// BR-11, BR-15). Pure: the server writes the result into the row.
import type { Claim } from '../kernel/terms.ts'
import { type GmoStatus, mixedGmo } from '../rules/gmo.ts'
import { lowestClaim } from './claim.ts'
import { tcAvailable } from './kilogram-checks.ts'
import { apportion, type Balance, type Grams, sumGrams, toKg } from './ledger.ts'
import { sharedSchemes } from './lot-schemes.ts'
import { isRestricted, type LotState, type LotStatus, lotStates, restrictedBecause, resultOf } from './lot-states.ts'

/** Something that kilograms of the lot came from, as it is now. `day`: on which they came (tenant's day). */
export type LotSource = {
  kind: 'crop' | 'productbatch' | 'opening'
  /** With which they came, where that was less than the claim of their source. */
  linkClaim: Claim | null
  claim: Claim | null
  gmo: GmoStatus | null
  harvestFrom: string | null
  harvestTo: string | null
  /** Schemes that it is certified to; null: not known. */
  schemes: readonly string[] | null
  day: string
}
export type LotUnit = { unitNo: string; kg: number }
export type LotFacts = {
  state: LotState
  sources: readonly LotSource[]
  balance: Balance
  /** The row as it is: values that nothing derives stay. */
  row: { claimStatus: Claim | null; gmoStatus: GmoStatus | null; producedOn: string | null; harvestFrom: string | null; harvestTo: string | null }
  /** Kilograms went from it into other lots. */
  hasGivenAway: boolean
  /** Opened empty, so that the first goods say when it was produced. */
  isCollected: boolean
  /** A farm lot of a closed crop. */
  isCropClosed: boolean
}
export type LotColumns = {
  status: LotStatus
  claimStatus: Claim | null
  /** Null: none. */
  schemeIds: string[] | null
  gmoStatus: GmoStatus
  quarantineReason: string | null
  quarantineWords: string | null
  harvestFrom: string | null
  harvestTo: string | null
  producedOn: string | null
  onHandKg: number
  shippedKg: number
  reservedKg: number
  certifiedKg: number
  certifiableKg: number
  availableKg: number
  closedQtyKg: number
}

/** States in which the goods may be used. */
export const usableStates = ['OPEN', 'CLOSED', 'RELEASED', 'RECEIVED'] as const

export function lotColumns({ state, sources, balance, row, hasGivenAway, isCollected, isCropClosed }: LotFacts): LotColumns {
  const status = statusOf(state, balance.onHand, isCropClosed)
  const days = (name: 'harvestFrom' | 'harvestTo') => sources.flatMap((source) => source[name] ?? []).sort()
  const isEmpty = sources.length === 0
  const claimStatus = lotClaim({ isDowngraded: state.isDowngraded, sources, known: row.claimStatus, hasGivenAway, isCollected })
  const schemes = sharedSchemes(claimStatus, sources)
  return {
    status,
    claimStatus,
    schemeIds: schemes.length > 0 ? schemes : null,
    gmoStatus:
      resultOf(state, 'GMO') ?? (isEmpty ? (isCollected ? 'UNTESTED' : (row.gmoStatus ?? 'UNTESTED')) : mixedGmo(sources.map(({ gmo }) => gmo ?? 'UNTESTED'))),
    ...restrictedBecause(state),
    harvestFrom: isEmpty ? (isCollected ? null : row.harvestFrom) : (days('harvestFrom')[0] ?? null),
    harvestTo: isEmpty ? (isCollected ? null : row.harvestTo) : (days('harvestTo').at(-1) ?? null),
    producedOn: isCollected ? (sources.map(({ day }) => day).sort()[0] ?? null) : row.producedOn,
    onHandKg: toKg(balance.onHand),
    shippedKg: toKg(balance.shipped),
    reservedKg: toKg(balance.reserved),
    certifiedKg: toKg(balance.issued),
    certifiableKg: toKg(
      tcAvailable({
        onHand: balance.onHand,
        shipped: balance.shipped,
        bound: balance.reserved + balance.issued,
        isRestricted: isRestricted(state),
      }),
    ),
    availableKg: (usableStates as readonly string[]).includes(status) ? toKg(balance.available) : 0,
    closedQtyKg: toKg(balance.credited),
  }
}

/** A lot is used up when nothing is left of it; an open lot may still be filled, a farm lot until its crop is closed. */
function statusOf(state: LotState, onHand: Grams, isCropClosed: boolean): LotStatus {
  if (['CLOSED', 'RELEASED', 'RECEIVED'].includes(state.life) && onHand === 0) return 'DEPLETED'
  if (state.life === 'OPEN' && onHand === 0 && isCropClosed) return 'DEPLETED'
  return lotStates.statusOf(state)
}

type Claimed = {
  isDowngraded: boolean
  sources: readonly Pick<LotSource, 'linkClaim' | 'claim'>[]
  /** In the row before. */
  known: Claim | null
  hasGivenAway: boolean
  isCollected: boolean
}
/** BR-11: the lowest claim of what went in, as it came and as its source is now; conventional after a downgrade. It never rises once something left the lot. */
export function lotClaim({ isDowngraded, sources, known, hasGivenAway, isCollected }: Claimed): Claim | null {
  if (isDowngraded) return 'CONVENTIONAL'
  if (sources.length === 0) return isCollected ? null : known
  const derived = sourcesClaim(sources)
  return hasGivenAway && known !== null ? lowestClaim([derived, known]) : derived
}
export const sourcesClaim = (sources: Claimed['sources']): Claim =>
  lowestClaim(sources.flatMap(({ linkClaim, claim }) => [...(linkClaim ? [linkClaim] : []), claim ?? 'CONVENTIONAL']))

/**
 * Units (bales, cones) that are left of a lot: `units` are those in it by their own facts, first come first; whole ones that runs consumed
 * without naming them (`consumed`, the first ones first) are gone, too. Their weights sum to what is on hand: losses and differences at
 * receipt are spread over them.
 */
export function unitsLeft<U extends { grams: Grams }>(units: readonly U[], consumed: Grams, onHand: Grams): U[] {
  let open = consumed
  const whole = units.filter(({ grams }) => {
    if (open < grams) return true
    open -= grams
    return false
  })
  if (onHand <= 0 || whole.length === 0) return onHand <= 0 ? [] : whole
  const booked = whole.map(({ grams }) => grams)
  if (sumGrams(booked) === onHand) return whole
  const weights = apportion(onHand, booked)
  return whole.map((unit, index) => ({ ...unit, grams: weights[index] ?? 0 }))
}
