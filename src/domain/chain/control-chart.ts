// The control chart of a line (domain dictionary 11.2, BR-10): limits of mean ± 2σ from its own history, and the rolling mean of 30 runs that shows
// a drift before a single run leaves the limits. Pure.
import { driftWindow } from './mass-balance.ts'

/** Shares 0..1. `lower`, `upper`: mean ± sigmas × σ of the runs that the limits are from. `from`: how many those are. */
export type ControlLimits = { mean: number; sigma: number; lower: number; upper: number; from: number }

/** Fewer say nothing about how much runs differ. */
export const fewestRuns = 5

/**
 * `shares`: main out-turn of each run, oldest first. Once there are as many runs before the latest 30, the limits are those of the history before them, so that a
 * drift does not move them; until then of all runs. Null for fewer than five.
 */
export function controlLimits(shares: readonly number[], sigmas: number): ControlLimits | null {
  const isLong = shares.length >= 2 * driftWindow
  const history = isLong ? shares.slice(0, -driftWindow) : shares
  if (history.length < fewestRuns) return null
  const mean = history.reduce((sum, share) => sum + share, 0) / history.length
  // Of a sample: the spread of few runs is not taken for smaller than it is.
  const sigma = Math.sqrt(history.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (history.length - 1))
  return { mean, sigma, lower: mean - sigmas * sigma, upper: mean + sigmas * sigma, from: history.length }
}

/** For each run the mean of the 30 runs up to it; null where there are fewer. */
export function rollingMeans(shares: readonly number[]): (number | null)[] {
  let sum = 0
  return shares.map((share, index) => {
    sum += share - (shares[index - driftWindow] ?? 0)
    return index + 1 < driftWindow ? null : sum / driftWindow
  })
}
