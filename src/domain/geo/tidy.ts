// What is worked out from boundaries (a walk that was repaired, plots that were joined, a line through shared ground, a plot that is divided) loses the corners
// that no boundary may have (BR-01): of two within half a metre the one that changes less, and those sharper than a degree. What a person drew is never altered so.
import type { Position } from '../kernel/kinds.ts'
import { closedRing, type LatticePoint, latticeRing } from './lattice.ts'
import { doubtfulCorners } from './validity.ts'

/** The same closed ring without such corners, one after the other; three are left in any case. Of a curve every corner is left that is far enough from the one before. */
export function tidied(ring: readonly Position[]): Position[] {
  let { points } = latticeRing(ring)
  while (points.length > 3) {
    const { short, sharp } = doubtfulCorners(closedRing(points))
    const worst = short[0] === undefined ? sharp[0] : lesserOf(points, short[0])
    if (worst === undefined) break
    points = latticeRing(closedRing(points.toSpliced(worst, 1))).points
  }
  return closedRing(points)
}

/** Of this corner and the next one, that which makes the smaller triangle with its neighbours. */
function lesserOf(points: readonly LatticePoint[], first: number): number {
  const next = (first + 1) % points.length
  return triangle(points, first) < triangle(points, next) ? first : next
}
function triangle(points: readonly LatticePoint[], at: number): number {
  const [a, b, c] = [-1, 0, 1].map((step) => points[(at + step + points.length) % points.length]) as [LatticePoint, LatticePoint, LatticePoint]
  return Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
}
