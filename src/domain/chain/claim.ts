// Organic status: derived from dates at sowing, lowered by what it is mixed with, never typed (BR-04, BR-11).

import { addDays, fullMonths, monthsBefore } from '../kernel/day.ts'
import type { Claim, SeasonResult } from '../kernel/terms.ts'
import { type ConversionMonths, usualMonths } from '../land/plot-projection.ts'
import { phrase } from '../messages/message.ts'
import type { Verdict } from '../rules/verdict.ts'
import { block, found, pass } from '../rules/verdict.ts'

/** Low to high; the lowest of what goes in is what comes out. */
export const claimRank: Readonly<Record<Claim, number>> = { CONVENTIONAL: 0, IC1: 1, IC2: 2, IC3: 3, ORGANIC: 4 }
export const isCertified = (claim: Claim): boolean => claimRank[claim] > 0
/** The lowest claim of several; of none: conventional, because nothing vouches for it. */
export const lowestClaim = (claims: readonly Claim[]): Claim =>
  claims.reduce<Claim | null>((low, claim) => (low === null || claimRank[claim] < claimRank[low] ? claim : low), null) ?? 'CONVENTIONAL'

export type Conversion = {
  /** Day on which the parcel entered the scheme; null = not in one. */
  registeredOn: string | null
  lastProhibitedInputOn: string | null
  /** Months recognised by the certification body, 0..12. */
  retroMonths: number | null
  /** Until goods are organic, as the scheme asked when the parcel entered it; absent: as BR-04 says. */
  months?: ConversionMonths
}
/** What BR-04 needs of a plot. A start long ago and recognised months count once the certification body has confirmed them (3.3). */
export const conversionOf = (parcel: Readonly<Record<string, unknown>>): Conversion => ({
  registeredOn: parcel.conversionStart ? ((parcel.conversionCountsFrom ?? parcel.conversionStart) as string) : null,
  lastProhibitedInputOn: (parcel.lastProhibitedInputOn as string | null | undefined) ?? null,
  retroMonths: parcel.retroConfirmedAt ? ((parcel.retroMonths as number | null | undefined) ?? null) : null,
  months: {
    ANNUAL: (parcel.conversionMonths as number | null | undefined) ?? usualMonths.ANNUAL,
    PERENNIAL: (parcel.conversionMonthsPerennial as number | null | undefined) ?? usualMonths.PERENNIAL,
  },
})

/** BR-04: S = max(registration, last prohibited input + 1 day) − recognised months; null outside a scheme. */
export function conversionStart({ registeredOn, lastProhibitedInputOn, retroMonths }: Conversion): string | null {
  if (!registeredOn) return null
  const afterInput = lastProhibitedInputOn ? addDays(lastProhibitedInputOn, 1) : registeredOn
  return monthsBefore(afterInput > registeredOn ? afterInput : registeredOn, retroMonths ?? 0)
}

/**
 * BR-04: m = full months from S to sowing (annual) or to the first harvest (perennial). m < 0 or no scheme: conventional; from the months of the
 * scheme on (usually 24 for annual, 36 for perennial crops) organic; before that 0–11 IC1, 12–23 IC2, then IC3.
 */
export function organicClaim(conversion: Conversion, on: string, lifecycle: 'ANNUAL' | 'PERENNIAL' = 'ANNUAL'): Claim {
  const start = conversionStart(conversion)
  const months = start === null ? -1 : fullMonths(start, on)
  if (months < 0) return 'CONVENTIONAL'
  if (months >= (conversion.months ?? usualMonths)[lifecycle]) return 'ORGANIC'
  if (months < 12) return 'IC1'
  return months < 24 ? 'IC2' : 'IC3'
}

export const isInConversion = (claim: Claim): boolean => isCertified(claim) && claim !== 'ORGANIC'

/** BR-04: goods in conversion are sold as that when they were picked `months` (of the scheme) or more after conversion began. */
export const isSellableInConversion = (claim: Claim, conversion: Conversion, pickedOn: string, months: number): boolean => {
  const start = conversionStart(conversion)
  return !isInConversion(claim) || months === 0 || (start !== null && fullMonths(start, pickedOn) >= months)
}

/** BR-04, BR-08: a claim is worth its name only when the committee approved the farmer for the season. */
export const saleClaim = (claim: Claim, result: SeasonResult | null): Claim => (result === 'APPROVED' || result === 'CONDITIONAL' ? claim : 'CONVENTIONAL')

/**
 * BR-11, segregated custody: the output has the lowest claim of its inputs. Different claims need the explicit
 * word that the higher is given up; conventional goods never meet certified ones.
 */
export function mixing(claims: readonly Claim[], { downgradeConfirmed }: { downgradeConfirmed: boolean }): Verdict & { claim: Claim } {
  const claim = lowestClaim(claims)
  const kinds = [...new Set(claims)]
  if (kinds.length < 2) return { ...pass, claim }
  const figures = { claims: kinds }
  if (!isCertified(claim))
    return { ...block('BR-11', 'Conventional goods may not be mixed with certified ones. Keep them in a lot of their own.', figures), claim }
  if (!downgradeConfirmed)
    return { ...block('BR-11', 'These lots have different claims. Keep them apart, or confirm that the lowest claim counts for all.', figures), claim }
  return { ...found({ ruleId: 'BR-11', severity: 'WARN', message: 'Claims were mixed on purpose; the lowest counts.', figures }), claim }
}

/** Two things of a line last at the same time; those that only touch follow each other. What happens at a moment starts and ends then. */
export const isAtOnce = (one: { startedAt: string; endedAt: string }, other: { startedAt: string; endedAt: string }): boolean =>
  Date.parse(one.startedAt) < Date.parse(other.endedAt) && Date.parse(other.startedAt) < Date.parse(one.endedAt)

/**
 * BR-11: a line that is cleaned between claims must have been cleaned within `hours` before a certified run that
 * follows a run of a lower claim (or the first known run), and runs nothing of a lower claim while that lasts. Times are ISO 8601.
 * `claimsAtOnce`: of what goes through the line during the run.
 */
export function changeover(
  line: { segregation: string; lastRunClaim: Claim | null; lastRunAt: string | null; lastCleaningAt: string | null; claimsAtOnce?: readonly Claim[] },
  claim: Claim,
  startedAt: string,
  hours: number,
): Verdict {
  if (line.segregation !== 'CLEANED_CHANGEOVER' || !isCertified(claim)) return pass
  const lower = lowestClaim([claim, ...(line.claimsAtOnce ?? [])])
  if (lower !== claim)
    return block('BR-11', 'Goods of a lower claim went through this line during this run. One claim at a time, and a cleaning between them.', {
      claims: [claim, lower],
      startedAt,
    })
  if (line.lastRunClaim && claimRank[line.lastRunClaim] >= claimRank[claim]) return pass
  const start = Date.parse(startedAt)
  const cleaned = line.lastCleaningAt ? Date.parse(line.lastCleaningAt) : Number.NaN
  const isFresh = cleaned <= start && start - cleaned <= hours * 3_600_000 && !(line.lastRunAt && cleaned < Date.parse(line.lastRunAt))
  return isFresh
    ? pass
    : block('BR-11', phrase`This line was not cleaned in the ${hours} hours before the run. Record the cleaning first.`, {
        lastCleaningAt: line.lastCleaningAt,
        lastRunClaim: line.lastRunClaim,
        startedAt,
      })
}
