// The claim of a crop (BR-04, BR-14): worked out from the organic clock of its plot on the day of sowing, of a perennial on the day
// of its first harvest. Pure. What happened on the plot after the crop had ended does not reach it.
import type { Claim } from '../kernel/terms.ts'
import { type PlotFact, plotClock } from '../land/plot-projection.ts'
import { conversionOf, lowestClaim, organicClaim } from './claim.ts'

export type CropClaimCase = {
  plot: readonly PlotFact[]
  monthsUnconfirmed: number
  lifecycle: 'ANNUAL' | 'PERENNIAL'
  isManagedOrganically: boolean
  /** Something prohibited was put on it, or the product lowered its claim for another reason. */
  isForfeited: boolean
  sowings: readonly string[]
  firstHarvest: string | null
  /** Null while it stands. */
  endedOn: string | null
}

/** Null before sowing. Sown again, a crop is never more than it was. */
export function cropClaim({
  plot,
  monthsUnconfirmed,
  lifecycle,
  isManagedOrganically,
  isForfeited,
  sowings,
  firstHarvest,
  endedOn,
}: CropClaimCase): Claim | null {
  if (sowings.length === 0) return null
  if (isForfeited || !isManagedOrganically) return 'CONVENTIONAL'
  const conversion = conversionOf(plotClock(plot, { monthsUnconfirmed, until: endedOn }))
  const days = lifecycle === 'PERENNIAL' ? [firstHarvest ?? (sowings.at(-1) as string)] : sowings
  return lowestClaim(days.map((day) => organicClaim(conversion, day, lifecycle)))
}

/** A claim on which goods have left the crop’s own lot may fall, and never rises. `known`: as it is in the record. */
export const claimAfterSale = (derived: Claim | null, known: Claim | null, isSold: boolean): Claim | null =>
  isSold && derived && known ? lowestClaim([derived, known]) : derived
