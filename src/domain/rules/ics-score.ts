// The score of an internal control (domain dictionary 5.4, "Risk and ICS score"; docs/decisions/0157): how far four things that are measured anyway are what
// they should be. An assumption: the dictionary names the score and no formula. Pure.
import type { RiskClass } from './risk.ts'
import type { Tolerances } from './tolerances.ts'

export const scoreParts = {
  COVERAGE: 'Active members inspected in the season',
  DETECTION: 'Non-conformities that the first inspection had found',
  SPREAD: 'Inspectors who find what others find at the same risk',
  CORRECTION: 'Non-conformities corrected by their day',
} as const
export type ScorePart = keyof typeof scoreParts
/** `done` of `of`; nothing to measure where `of` is 0. */
export type Measured = { done: number; of: number }
export type IcsScore = {
  /** 0 to 100, whole; null while less than two parts are measured. */
  score: number | null
  /** Of the control: LOW from `icsGood`, HIGH below `icsPoor`. */
  risk: RiskClass | null
  parts: (Measured & { part: ScorePart; share: number | null })[]
}

/** Of one part nothing is said of the whole. */
const fewestParts = 2

/** An inspector within 95 % of what was to be expected counts whole, one within 99.8 % half, another not (the limits of the funnel plot). One alone is compared with nobody. */
export function spreadOf(places: readonly string[]): Measured {
  if (places.length < 2) return { done: 0, of: 0 }
  const worth = (place: string): number => (place === 'INSIDE' ? 1 : place.startsWith('MANY_') ? 0 : 0.5)
  return { done: places.reduce((sum, place) => sum + worth(place), 0), of: places.length }
}

/** The mean of the parts that are measured, each as heavy as the others. */
export function icsScore(measured: Readonly<Record<ScorePart, Measured>>, { icsGood, icsPoor }: Pick<Tolerances, 'icsGood' | 'icsPoor'>): IcsScore {
  const parts = (Object.keys(scoreParts) as ScorePart[]).map((part) => {
    const { done, of } = measured[part]
    return { part, done, of, share: of > 0 ? Math.min(1, done / of) : null }
  })
  const known = parts.flatMap(({ share }) => share ?? [])
  if (known.length < fewestParts) return { score: null, risk: null, parts }
  const score = Math.round((100 * known.reduce((sum, one) => sum + one, 0)) / known.length)
  return { score, risk: score >= icsGood ? 'LOW' : score < icsPoor ? 'HIGH' : 'MEDIUM', parts }
}
