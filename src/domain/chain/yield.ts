// What a field can have grown: ceiling, estimate, harvest (BR-06, BR-07). All masses in kg.

import { spelledPlace } from '../kernel/place.ts'
import type { Claim, SeasonKind, WaterRegime } from '../kernel/terms.ts'
import { kilograms, onDay, percent, phrase, word } from '../messages/message.ts'
import { toM2 } from '../rules/areas.ts'
import { exceeds, fallsShort } from '../rules/exceeds.ts'
import type { Tolerances } from '../rules/tolerances.ts'
import { block, found, pass, type Verdict } from '../rules/verdict.ts'
import { isCertified } from './claim.ts'
import { toGrams, toKg } from './ledger.ts'

/** `region`: village, block, district or state by its name; none: anywhere. */
export type YieldNorm = {
  waterRegime: WaterRegime
  season?: SeasonKind | null | undefined
  region?: string | null | undefined
  minKgPerHa: number
  typicalKgPerHa: number
  maxKgPerHa: number
}

/**
 * The norm for water regime, region and season (BR-06): of one water regime the row of the nearest region before the row for anywhere, and of one region the season's own row before
 * the row for all seasons; protective irrigation falls back on irrigated, then rain-fed. `places`: names of where the crop stands, nearest first. Null when none fits.
 */
export function normFor(norms: readonly YieldNorm[], waterRegime: WaterRegime, season: SeasonKind, places: readonly string[] = []): YieldNorm | null {
  const regions = [...places.map(spelledPlace), null]
  const regimes: WaterRegime[] = waterRegime === 'PROTECTIVE_IRRIGATION' ? ['PROTECTIVE_IRRIGATION', 'IRRIGATED', 'RAINFED'] : [waterRegime]
  for (const regime of regimes) {
    const fitting = norms.filter((norm) => norm.waterRegime === regime)
    for (const region of regions) {
      const ofRegion = fitting.filter((norm) => (norm.region ? spelledPlace(norm.region) : null) === region)
      const norm = ofRegion.find((one) => one.season === season) ?? ofRegion.find((one) => !one.season)
      if (norm) return norm
    }
  }
  return null
}

/** BR-06: yieldCapKg = areaHa × norm.max × season factor (0.5–1.2), to the kilogram below. */
export const yieldCap = (areaHa: number, norm: YieldNorm, seasonFactor: number): number =>
  Math.floor(Math.round(areaHa * norm.maxKgPerHa * seasonFactor * 1000) / 1000)

/**
 * BR-13: what of a ceiling may be sold as certified where border rows are excluded: its share of the area, to the kilogram below. `excludedHa` null or 0: all of it.
 */
export const certifiedCap = (capKg: number, areaHa: number, excludedHa: number | null): number =>
  excludedHa ? Math.floor(Math.round(capKg * Math.max(0, 1 - excludedHa / areaHa) * 1000) / 1000) : capKg

/**
 * BR-13: what may be bought of a crop as certified at most. Border rows are picked with the rest, so that their share of the area is left out of the harvest, too, which seldom
 * comes near the ceiling. Before anything is picked the ceiling alone counts; null: neither is known.
 */
export function certifiedLimit(crop: { yieldCapKg: number | null; harvestedKg: number | null; areaHa: number; excludedHa: number | null }): number | null {
  const limits = [...(crop.yieldCapKg === null ? [] : [crop.yieldCapKg]), ...(crop.excludedHa && crop.harvestedKg ? [crop.harvestedKg] : [])]
  return limits.length > 0 ? certifiedCap(Math.min(...limits), crop.areaHa, crop.excludedHa) : null
}

/** BR-06: estimate ≤ cap, else refused; above 1.3 × the median of village and water regime (kg/ha) it waits for review. */
export function checkEstimate(
  { estimateKg, capKg, areaHa, medianKgPerHa }: { estimateKg: number; capKg: number | null; areaHa: number; medianKgPerHa: number | null },
  tolerances: Tolerances,
): Verdict {
  if (capKg !== null && estimateKg > capKg) {
    return block('BR-06', phrase`The estimate of ${kilograms(estimateKg)} is above the ceiling of ${kilograms(capKg)} for this field.`, { estimateKg, capKg })
  }
  const perHa = estimateKg / areaHa
  if (medianKgPerHa && perHa > medianKgPerHa * tolerances.estimateOverMedian) {
    return found({
      ruleId: 'BR-06',
      severity: 'REVIEW',
      message: phrase`${kilograms(Math.round(perHa))} per ha is far above the village’s ${kilograms(Math.round(medianKgPerHa))}.`,
      figures: { perHaKg: Math.round(perHa), medianKgPerHa: Math.round(medianKgPerHa) },
    })
  }
  return pass
}
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  if (!sorted.length) return null
  return sorted.length % 2 ? (sorted[middle] as number) : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

/**
 * BR-07: h = Σ HARVEST / estimate. h ≤ 1 fine, ≤ 1.10 WARN, ≤ 1.25 REVIEW (with a reason and a photo), above refused until the
 * inspector estimates again; above the ceiling refused in any case. Without an approved estimate the ceiling holds, and a certified harvest
 * waits for review: nothing of it is bought under a claim (BR-08).
 */
export function checkHarvest(
  {
    claim,
    harvestedKg,
    estimatedKg,
    capKg,
    hasReason,
    hasPhoto,
  }: { claim: Claim; harvestedKg: number; estimatedKg: number | null; capKg: number | null; hasReason: boolean; hasPhoto: boolean },
  tolerances: Tolerances,
): Verdict {
  if (capKg !== null && toGrams(harvestedKg) > toGrams(capKg)) {
    return block('BR-07', phrase`All pickings together would be ${kilograms(harvestedKg)}, above the ceiling of ${kilograms(capKg)} for this field.`, {
      harvestedKg,
      capKg,
    })
  }
  if (estimatedKg === null) {
    return found({
      ruleId: 'BR-07',
      severity: isCertified(claim) ? 'REVIEW' : 'WARN',
      message: 'There is no approved estimate to compare this harvest with: nothing of it is bought under a claim until there is one.',
      figures: { harvestedKg },
    })
  }
  const ratio = estimatedKg > 0 ? harvestedKg / estimatedKg : Number.POSITIVE_INFINITY
  const figures = { harvestedKg, estimatedKg, ratio: Number.isFinite(ratio) ? Math.round(ratio * 10_000) / 10_000 : null }
  const isAbove = (share: number) => exceeds(toGrams(harvestedKg), toGrams(estimatedKg), share)
  if (!isAbove(tolerances.harvestWarn)) return pass
  const message = phrase`All pickings together are ${kilograms(harvestedKg)}, ${Number.isFinite(ratio) ? percent(ratio) : word('far more')} of the estimate of ${kilograms(estimatedKg)}.`
  if (isAbove(tolerances.harvestBlock)) return block('BR-07', phrase`${message} An inspector must estimate again first.`, figures)
  if (!isAbove(tolerances.harvestReview)) return found({ ruleId: 'BR-07', severity: 'WARN', message, figures })
  if (!hasReason) return block('BR-07', phrase`${message} Give the reason.`, figures)
  if (!hasPhoto) return block('BR-07', phrase`${message} Add a photo of what was picked.`, figures)
  return found({ ruleId: 'BR-07', severity: 'REVIEW', message, figures })
}

/** BR-19: harvest ≥ application + waiting period. `wait`: the treatment applied before it whose period ends last. */
export function checkWaitingPeriod(
  harvestOn: string,
  wait: { until: string; appliedOn: string; title: string | null } | null,
  override: string | null,
): Verdict {
  if (!wait || harvestOn >= wait.until) return pass
  const figures = { harvestOn, notBefore: wait.until, appliedOn: wait.appliedOn, item: wait.title }
  if (override)
    return found({
      ruleId: 'BR-19',
      severity: 'REVIEW',
      message: phrase`Harvested before the waiting period ended on ${onDay(wait.until)}, with the manager’s word.`,
      figures,
    })
  return block(
    'BR-19',
    phrase`The waiting period after ${wait.title ?? word('plant protection')} of ${onDay(wait.appliedOn)} ends on ${onDay(wait.until)}.`,
    figures,
  )
}

/** BR-06: certified kilograms come from a mapped plot (its boundary, or a point up to 4 ha: 3.3) and stay under a ceiling; without either, nothing is harvested under a claim. */
export function checkCertifiedBasis({ claim, capKg, isMapped }: { claim: Claim; capKg: number | null; isMapped: boolean }): Verdict {
  if (!isCertified(claim)) return pass
  if (!isMapped) return block('BR-06', 'Certified kilograms need a mapped plot: map its boundary first.', { claim })
  if (capKg === null)
    return block('BR-06', 'The programme has no yield norm for this crop and water: certified kilograms need a ceiling. An administrator adds the norm.', {
      claim,
    })
  return pass
}

/** BR-19 the other way round: a treatment recorded after the harvest it should have put off. Days YYYY-MM-DD; `until`: the first day free again. */
export function checkLateTreatment(harvestDays: readonly string[], appliedOn: string, until: string): Verdict {
  const within = harvestDays.filter((day) => day >= appliedOn && day < until).sort()
  const [first] = within
  if (!first) return pass
  return found({
    ruleId: 'BR-19',
    severity: 'REVIEW',
    message: phrase`Harvested on ${onDay(first)}, within the waiting period of a treatment on ${onDay(appliedOn)} that ends on ${onDay(until)}. The lot is held back until somebody has looked at it.`,
    figures: { appliedOn, until, harvestDays: within },
  })
}

/** BR-20: seed per hectare inside the norm of variety or crop, else WARN. */
export function checkSeedRate(seedKg: number, areaHa: number, norm: { min: number | null; max: number | null }): Verdict {
  const [grams, squareMetres] = [toGrams(seedKg), toM2(areaHa)]
  // A kilogram per hectare is a tenth of a gram per square metre.
  const isLow = norm.min !== null && fallsShort(grams, squareMetres, norm.min / 10)
  const isHigh = norm.max !== null && exceeds(grams, squareMetres, norm.max / 10)
  if (!isLow && !isHigh) return pass
  const perHa = seedKg / areaHa
  return found({
    ruleId: 'BR-20',
    severity: 'WARN',
    message: phrase`${kilograms(Math.round(perHa * 100) / 100)} of seed per ha is ${isLow ? word('below') : word('above')} the usual ${norm.min ?? 0}–${norm.max ?? '…'} kg.`,
    figures: { seedKgPerHa: perHa, ...norm },
  })
}

/** What is left to sell of a crop: harvested − purchased − retained, never below nothing (kg). */
export const remainingSellable = (harvestedKg: number, purchasedKg: number, retainedKg: number): number =>
  toKg(Math.max(0, toGrams(harvestedKg) - toGrams(purchasedKg) - toGrams(retainedKg)))
