// From a GPS walk to a boundary: 98 of 100 raw walks cross themselves. In this order, in local metres, it came out
// sound every time it was tried: gate on accuracy, a corner every 5 m, Visvalingam to 5 m², union, largest part.
// When the largest part holds too little (a figure of eight) nothing is repaired: the person is asked.

import type { Polygon, Position } from '../kernel/kinds.ts'
import type { Sentence } from '../messages/message.ts'
import { areaM2, metreRuler } from './area.ts'
import { closedRing, type LatticePoint, latticeRing, relativeTo, stepsPerDegree } from './lattice.ts'
import { largestPart, overlap } from './overlap.ts'
import { tidied } from './tidy.ts'
import { isClippable, lineFlaw, shapeFlaw } from './validity.ts'

const cornerEveryM = 5
const leastTriangleM2 = 5
/** Share of the walked ground that the largest part must hold for a repair to be honest. */
export const minimumShareLeft = 0.98
/** A reading less accurate than this many metres is not a corner; the same limit blocks a whole walk by its median. */
export const accuracyLimitM = 15
const accuracyWarnM = 10

/** One GPS reading; without accuracy it is taken as it is. */
export type Reading = { position: Position; accuracyM?: number }
export type RepairedWalk =
  | {
      polygon: Polygon /** share of the walked ground that is left, 0..1 */
      share: number
      readingsUsed: number
      readingsDropped: number
      areaHaBefore: number
    }
  | { refused: 'too_few_readings' | 'tangled'; message: Sentence; share?: number }

/** Turns the readings of a walk around a plot into a ring without crossings, or says why it cannot. */
export function repairWalk(readings: readonly Reading[]): RepairedWalk {
  const used = readings.filter((reading) => reading.accuracyM === undefined || reading.accuracyM <= accuracyLimitM)
  const { points } = latticeRing(used.map((reading) => reading.position))
  const thinned = visvalingam(thin(points), leastTriangleM2)
  if (thinned.length < 3) return { refused: 'too_few_readings', message: 'Too few good readings to make a boundary: please walk the plot again.' }
  const largest = largestPart(closedRing(thinned))
  const ring = largest ? tidied(largest.ring) : null
  if (!largest || !ring || largest.share < minimumShareLeft || lineFlaw(ring)) {
    return {
      refused: 'tangled',
      message: 'The walked line falls into several parts: please move the corners by hand or walk again.',
      ...(largest && { share: largest.share }),
    }
  }
  const before = areaM2({ type: 'Polygon', coordinates: [closedRing(points)] }) / 10_000
  return {
    polygon: { type: 'Polygon', coordinates: [ring] },
    share: largest.share,
    readingsUsed: used.length,
    readingsDropped: readings.length - used.length,
    areaHaBefore: before,
  }
}

/** What the accuracy of a GPS walk means: median up to 10 m is good, above 15 m nothing can be built on it. */
export function walkAccuracy(accuraciesM: readonly number[]): { medianM: number; verdict: 'good' | 'warn' | 'block' } | null {
  if (!accuraciesM.length) return null
  const sorted = [...accuraciesM].sort((a, b) => a - b)
  const half = sorted.length >> 1
  const medianM = sorted.length % 2 ? (sorted[half] as number) : ((sorted[half - 1] as number) + (sorted[half] as number)) / 2
  return { medianM, verdict: medianM > accuracyLimitM ? 'block' : medianM > accuracyWarnM ? 'warn' : 'good' }
}

export type Simplified = { polygon: Polygon /** how much of the original it still is, 0..1 */; iou: number; corners: number }
/**
 * A boundary with too many corners (an imported file) made lighter: at most `most` corners. Null when it cannot be done without
 * tangling, and for a line that is tangled already or wider than a plot: there is no plot in it to keep.
 */
export function simplifyBoundary(polygon: Polygon, most: number): Simplified | null {
  const drawn = polygon.coordinates[0] ?? []
  if (!isClippable(drawn)) return null
  let fewer = latticeRing(drawn).points
  for (let threshold = leastTriangleM2; threshold < 1e6; threshold *= 4) {
    fewer = visvalingam(fewer, threshold)
    if (fewer.length > most) continue
    const closed = closedRing(fewer)
    if (!isClippable(closed)) return null
    const whole = shapeFlaw(closed) ? largestPart(closed)?.ring : closed
    const ring = whole && tidied(whole)
    if (!ring || lineFlaw(ring)) return null
    const lighter: Polygon = { type: 'Polygon', coordinates: [ring] }
    return { polygon: lighter, iou: overlap(polygon, lighter).iou, corners: ring.length - 1 }
  }
  return null
}

/** Lattice steps to metres around the first point. */
function toMetres(points: readonly LatticePoint[]): [number, number][] {
  const origin = points[0]
  if (!origin) return []
  const { kx, ky } = metreRuler(origin[1] / stepsPerDegree)
  return relativeTo(origin, points).map(([x, y]) => [(x / stepsPerDegree) * kx, (y / stepsPerDegree) * ky])
}

/** Keeps a point only when it is 5 m from the last one left; the end must also keep its distance from the start. */
function thin(points: readonly LatticePoint[]): LatticePoint[] {
  const metres = toMetres(points)
  const remaining: number[] = []
  const apart = (a: number, b: number): boolean => {
    const [[ax, ay], [bx, by]] = [metres[a] as [number, number], metres[b] as [number, number]]
    return Math.hypot(ax - bx, ay - by) >= cornerEveryM
  }
  points.forEach((_, index) => {
    if (!remaining.length || apart(remaining.at(-1) as number, index)) remaining.push(index)
  })
  while (remaining.length > 1 && !apart(remaining.at(-1) as number, remaining[0] as number)) remaining.pop()
  return remaining.map((index) => points[index] as LatticePoint)
}

/** Drops, one by one, the corner whose triangle with its neighbours is smallest, while it is below `leastM2`. Never below three. */
function visvalingam(points: readonly LatticePoint[], leastM2: number): LatticePoint[] {
  const metres = toMetres(points)
  const ring = points.map((_, index) => index)
  const triangle = (at: number): number => {
    const [a, b, c] = [-1, 0, 1].map((step) => metres[ring[(at + step + ring.length) % ring.length] as number]) as [
      [number, number],
      [number, number],
      [number, number],
    ]
    return Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2
  }
  const areas = ring.map((_, at) => triangle(at))
  while (ring.length > 3) {
    let smallest = 0
    for (let at = 1; at < areas.length; at++) if ((areas[at] as number) < (areas[smallest] as number)) smallest = at
    if ((areas[smallest] as number) >= leastM2) break
    ring.splice(smallest, 1)
    areas.splice(smallest, 1)
    for (const at of [(smallest - 1 + ring.length) % ring.length, smallest % ring.length]) areas[at] = triangle(at)
  }
  return ring.map((index) => points[index] as LatticePoint)
}
