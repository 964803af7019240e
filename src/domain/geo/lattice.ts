// The lattice: every coordinate is rounded once, at intake, to 1e-7 degree (about 1 cm), and stored so.
// All predicates then work on small integers and are exact, and phone and server agree to the bit.
// This is the only file that knows the step; rounding a second time elsewhere breaks hashes and answers.
import type { Polygon, Position } from '../kernel/kinds.ts'

/** Lattice steps in one degree. */
export const stepsPerDegree = 10_000_000
const fullTurn = 360 * stepsPerDegree

/** A position in lattice steps; both numbers are integers and fit int4. */
export type LatticePoint = readonly [x: number, y: number]

// Adding zero turns -0 into 0, which would otherwise differ in deep comparisons.
const steps = (degrees: number): number => Math.round(degrees * stepsPerDegree) + 0
export const toLattice = ([lon, lat]: Position): LatticePoint => [steps(lon), steps(lat)]
/** Degrees with at most seven decimals; toLattice() gives the same integers back. */
export const toDegrees = ([x, y]: LatticePoint): Position => [x / stepsPerDegree, y / stepsPerDegree]

/** A ring without its closing point and without equal neighbours. `from[i]` is the index of points[i] in the ring it was made of. */
export type LatticeRing = { points: LatticePoint[]; from: number[] }

const same = (a: LatticePoint | undefined, b: LatticePoint | undefined): boolean => a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1]

/** Rounds a GeoJSON ring (closed or not) and drops the closing point and every point equal to the one before it. */
export function latticeRing(ring: readonly Position[]): LatticeRing {
  const points: LatticePoint[] = []
  const from: number[] = []
  ring.forEach((position, index) => {
    const point = toLattice(position)
    if (same(points.at(-1), point)) return
    points.push(point)
    from.push(index)
  })
  while (points.length > 1 && same(points[0], points.at(-1))) {
    points.pop()
    from.pop()
  }
  return { points, from }
}

/** Back to a closed GeoJSON ring. */
export function closedRing(points: readonly LatticePoint[]): Position[] {
  const positions = points.map(toDegrees)
  const first = positions[0]
  return first ? [...positions, [first[0], first[1]]] : []
}

/** Points as differences from `origin`; the shorter way round at the antimeridian. */
export function relativeTo(origin: LatticePoint, points: readonly LatticePoint[]): LatticePoint[] {
  return points.map(([x, y]) => {
    const dx = x - origin[0]
    return [dx > fullTurn / 2 ? dx - fullTurn : dx < -fullTurn / 2 ? dx + fullTurn : dx, y - origin[1]]
  })
}

/** Twice the signed area in square steps; positive = counter-clockwise. Exact for anything as small as a plot (findFlaw refuses wider). */
export function signedDoubleArea(points: readonly LatticePoint[]): number {
  const origin = points[0]
  if (!origin) return 0
  let sum = 0
  let [px, py] = [0, 0]
  for (const [x, y] of relativeTo(origin, points)) {
    sum += px * y - x * py
    px = x
    py = y
  }
  return sum
}

/** Which side of the line a→b the point c lies on: 1 left, -1 right, 0 on it. Exact while the points span less than 9 degrees. */
export function orientation(a: LatticePoint, b: LatticePoint, c: LatticePoint): -1 | 0 | 1 {
  // Two exact products; their comparison is exact although their difference might not be.
  const left = (b[0] - a[0]) * (c[1] - a[1])
  const right = (b[1] - a[1]) * (c[0] - a[0])
  return left > right ? 1 : left < right ? -1 : 0
}

/** The polygon on the lattice, rings closed, repeated points dropped. Says nothing about its validity. */
export const onLattice = (polygon: Polygon): Polygon => ({
  type: 'Polygon',
  coordinates: polygon.coordinates.map((ring) => closedRing(latticeRing(ring).points)),
})
