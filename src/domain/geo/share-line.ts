// A line across the ground that two plots both claim, which leaves each its part: from where the boundaries meet to where they meet again. Both
// plots get the very same points on it, so that no ground lies between them or in both.
import type { Polygon, Position } from '../kernel/kinds.ts'
import { inspectBoundary } from './boundary.ts'
import { closedRing, type LatticePoint, latticeRing, toDegrees } from './lattice.ts'
import { groundOutside, overlap, overlapShape } from './overlap.ts'
import { tidied } from './tidy.ts'

export type Halves = { line: Position[]; first: Polygon; second: Polygon }

/** Lattice steps (about two centimetres) within which the middle of an edge lies on a boundary. */
const onLine = 2
type Owner = 'first' | 'second' | 'both'

/** Null where the boundaries meet more than twice, or what would be left of a plot is no boundary by itself. */
export function halvesOf(a: Polygon, b: Polygon): Halves | null {
  const shape = overlapShape(a, b)
  const [only, ...more] = shape?.coordinates ?? []
  if (!only || more.length > 0 || only.length !== 1) return null
  const shared = latticeRing(only[0] ?? []).points
  const ends = endsOf(shared, latticeRing(a.coordinates[0] ?? []).points, latticeRing(b.coordinates[0] ?? []).points)
  if (!ends) return null
  // What lies along the boundary of the second is deep in the first, and stays with it.
  const first = leftOf(a, ends.alongFirst)
  const second = leftOf(b, ends.alongSecond)
  if (!first || !second || overlap(first, second).ratio > 0.001) return null
  return { line: ends.line.map(toDegrees), first, second }
}

/** Where each half of the shared ground begins and ends: middles of what both boundaries have in common, or the corner where they cross. */
function endsOf(shared: readonly LatticePoint[], a: readonly LatticePoint[], b: readonly LatticePoint[]) {
  const owners = shared.map((point, at): Owner | null => {
    const middle = between(point, shared[(at + 1) % shared.length] as LatticePoint)
    const [isFirst, isSecond] = [isOn(a, middle), isOn(b, middle)]
    return isFirst && isSecond ? 'both' : isFirst ? 'first' : isSecond ? 'second' : null
  })
  // Started where the first's own part begins, its edges come in one run, and so do the second's.
  const start = owners.findIndex((owner, at) => owner === 'first' && lastOwn(owners, at) === 'second')
  if (start < 0 || owners.includes(null)) return null
  const turned = [...owners.slice(start), ...owners.slice(0, start)]
  const corners = [...shared.slice(start), ...shared.slice(0, start)]
  const own = turned.filter((owner) => owner !== 'both')
  if (own.filter((owner, at) => owner !== own[(at + 1) % own.length]).length !== 2) return null
  const [lastFirst, firstSecond, lastSecond] = [turned.lastIndexOf('first'), turned.indexOf('second'), turned.lastIndexOf('second')]
  const at = (index: number): LatticePoint => corners[index % corners.length] as LatticePoint
  const path = (from: number, to: number): LatticePoint[] => Array.from({ length: to - from + 1 }, (_, step) => at(from + step))
  const leaving = middleOf(path(lastFirst + 1, firstSecond))
  const returning = middleOf(path(lastSecond + 1, corners.length))
  return {
    line: [leaving.point, returning.point],
    alongFirst: [returning.point, ...returning.after, ...path(1, lastFirst), ...leaving.before, leaving.point],
    alongSecond: [leaving.point, ...leaving.after, ...path(firstSecond + 1, lastSecond), ...returning.before, returning.point],
  }
}
const lastOwn = (owners: readonly (Owner | null)[], at: number): Owner | null | undefined =>
  [...owners.slice(at), ...owners.slice(0, at)].findLast((owner) => owner !== 'both')

/** The point half way along a path, with its corners before and after that. */
function middleOf(path: readonly LatticePoint[]): { before: LatticePoint[]; point: LatticePoint; after: LatticePoint[] } {
  const lengths = path.slice(1).map((point, at) => distance(path[at] as LatticePoint, point))
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2
  for (const [at, length] of lengths.entries()) {
    if (left <= length && length > 0) {
      const [from, to] = [path[at] as LatticePoint, path[at + 1] as LatticePoint]
      const share = left / length
      const point: LatticePoint = [Math.round(from[0] + (to[0] - from[0]) * share), Math.round(from[1] + (to[1] - from[1]) * share)]
      return { before: path.slice(0, at + 1), point, after: path.slice(at + 1) }
    }
    left -= length
  }
  return { before: [], point: path[0] as LatticePoint, after: [] }
}

/** The plot without the half that goes to the other; null when that is no sound boundary. */
function leftOf(plot: Polygon, half: readonly LatticePoint[]): Polygon | null {
  const ground = groundOutside(plot, { type: 'Polygon', coordinates: [closedRing(latticeRing(half.map(toDegrees)).points)] })
  const [only, ...more] = ground?.coordinates ?? []
  if (!only || more.length > 0 || only.length !== 1) return null
  return inspectBoundary({ type: 'Polygon', coordinates: [tidied(only[0] ?? [])] }).boundary?.polygon ?? null
}

const between = (one: LatticePoint, other: LatticePoint): LatticePoint => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]
const distance = (one: LatticePoint, other: LatticePoint): number => Math.hypot(one[0] - other[0], one[1] - other[1])
function isOn(ring: readonly LatticePoint[], point: LatticePoint): boolean {
  return ring.some((from, at) => {
    const to = ring[(at + 1) % ring.length] as LatticePoint
    const length = distance(from, to)
    if (length === 0) return false
    const along = ((point[0] - from[0]) * (to[0] - from[0]) + (point[1] - from[1]) * (to[1] - from[1])) / length ** 2
    if (along < 0 || along > 1) return false
    return distance(point, [from[0] + (to[0] - from[0]) * along, from[1] + (to[1] - from[1]) * along]) <= onLine
  })
}
