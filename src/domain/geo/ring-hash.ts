// `ring/1`: the fingerprint of a boundary, the same whatever corner it starts at, whichever way it runs and however many
// decimals it was written with. It finds the same file uploaded again; near copies are found by IoU (overlap.ts).
// Never hash at a coarser step hoping for tolerance: rounding twice breaks equality in four of ten cases.
import type { Polygon } from '../kernel/kinds.ts'
import { type LatticePoint, latticeRing, signedDoubleArea } from './lattice.ts'
import { sha256 } from './sha256.ts'

const before = (a: LatticePoint, b: LatticePoint): number => a[0] - b[0] || a[1] - b[1]

/** The points from the smallest (x, y) onwards; where that point repeats, the smallest continuation. */
function fromSmallest(points: LatticePoint[]): LatticePoint[] {
  const turned = (start: number): LatticePoint[] => [...points.slice(start), ...points.slice(0, start)]
  const smallest = points.reduce((best, point) => (before(point, best) < 0 ? point : best))
  const starts = points.flatMap((point, index) => (before(point, smallest) === 0 ? [turned(index)] : []))
  return starts.reduce((best, candidate) => {
    const differs = candidate.findIndex((point, index) => before(point, best[index] as LatticePoint) !== 0)
    return differs >= 0 && before(candidate[differs] as LatticePoint, best[differs] as LatticePoint) < 0 ? candidate : best
  })
}

/** The text that is hashed: `x y,x y,…` of the outer ring counter-clockwise, then each hole after a semicolon, sorted. */
export function ringText(polygon: Polygon): string {
  const [outer = '', ...holes] = polygon.coordinates.map((ring) => {
    const { points } = latticeRing(ring)
    if (!points.length) return ''
    if (signedDoubleArea(points) < 0) points.reverse()
    return fromSmallest(points)
      .map(([x, y]) => `${x} ${y}`)
      .join(',')
  })
  return [outer, ...holes.sort()].join(';')
}

/** 64 hexadecimal digits. Only for a ring without flaw: one that encloses nothing has no direction. */
export const ringHash = (polygon: Polygon): string => sha256(`ring/1;${ringText(polygon)}`)
