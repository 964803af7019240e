// What is worked out from boundaries (a walk that was repaired, plots that were joined, a line through shared ground) loses the corners that no
// boundary may have (BR-01): those within half a metre of the next one or sharper than a degree. What a person drew is never altered so.
import type { Position } from '../kernel/kinds.ts'
import { closedRing, latticeRing } from './lattice.ts'
import { doubtfulCorners } from './validity.ts'

/** The same closed ring without such corners, one after the other; three are left in any case. */
export function tidied(ring: readonly Position[]): Position[] {
  let { points } = latticeRing(ring)
  while (points.length > 3) {
    const { short, sharp } = doubtfulCorners(closedRing(points))
    const worst = short[0] ?? sharp[0]
    if (worst === undefined) break
    points = latticeRing(closedRing(points.toSpliced(worst, 1))).points
  }
  return closedRing(points)
}
