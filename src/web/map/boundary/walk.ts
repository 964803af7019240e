// Walking a plot with the phone's receiver: which readings count, when a corner is set by itself, and the raw trace stored
// as evidence. The arithmetic is here; the receiver is in use-walk.ts.
import { metreRuler } from '#domain/geo/area.ts'
import { accuracyLimitM } from '#domain/geo/simplify.ts'
import type { Position } from '#domain/kernel/kinds.ts'

/** A reading as the receiver gave it; `at` in milliseconds. */
export type Fix = { position: Position; accuracyM: number; at: number }

/** good: up to 5 m · fair: up to 10 · weak: up to 15, still taken · refused: worse (domain dictionary 13.2). */
export type FixGrade = 'good' | 'fair' | 'weak' | 'refused'
export function gradeFix(accuracyM: number): FixGrade {
  if (!(accuracyM >= 0) || accuracyM > accuracyLimitM) return 'refused'
  return accuracyM <= 5 ? 'good' : accuracyM <= 10 ? 'fair' : 'weak'
}

const everyM = 5
const everyMs = 3_000
/** A person who stands still must not pile up corners: after 3 s a reading counts only when it moved this far. */
const leastM = 1

/** Whether this reading becomes part of the walked line: 5 m on, or 3 s later and at least a step away. */
export function countsAsNext(last: Fix | undefined, fix: Fix): boolean {
  if (gradeFix(fix.accuracyM) === 'refused') return false
  if (!last) return true
  const metres = metreRuler(fix.position[1]).distance(last.position, fix.position)
  return metres >= everyM || (fix.at - last.at >= everyMs && metres >= leastM)
}

/** Several readings at one corner weighed by their accuracy: better than the last one alone. Null when none is good enough. */
export function averageFix(fixes: readonly Fix[]): Fix | null {
  const good = fixes.filter((fix) => gradeFix(fix.accuracyM) !== 'refused')
  const last = good.at(-1)
  if (!last) return null
  const weights = good.map((fix) => 1 / Math.max(1, fix.accuracyM) ** 2)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = (axis: 0 | 1) => good.reduce((sum, fix, index) => sum + fix.position[axis] * (weights[index] ?? 0), 0) / total
  return { position: [mean(0), mean(1)], accuracyM: Math.min(...good.map((fix) => fix.accuracyM)), at: last.at }
}

/** Ring of a circle in degrees, for drawing how far off a reading may be. */
export function circle([lon, lat]: Position, radiusM: number, corners = 36): Position[] {
  const { kx, ky } = metreRuler(lat)
  return Array.from({ length: corners + 1 }, (_, index): Position => {
    const angle = (index % corners) * ((2 * Math.PI) / corners)
    return [lon + (Math.cos(angle) * radiusM) / kx, lat + (Math.sin(angle) * radiusM) / ky]
  })
}
