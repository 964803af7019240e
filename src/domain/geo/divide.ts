// A plot divided along a line, and plots that lie beside each other joined to one (domain dictionary 3.3). On the lattice: both parts
// have the same points on the cut, so that no ground lies between them or in both.
import type { Polygon, Position } from '../kernel/kinds.ts'
import type { Sentence } from '../messages/message.ts'
import { ringAreaM2 } from './area.ts'
import { inspectBoundary } from './boundary.ts'
import { closedRing, type LatticePoint, latticeRing, orientation, relativeTo, toDegrees } from './lattice.ts'
import { unionOf } from './overlap.ts'
import { tidied } from './tidy.ts'

/** Corners of the line that divides a plot. */
export const mostLinePoints = 200
/** Of the area of plots that are divided or joined what may go with corners that no boundary has. */
const lostAtMost = 0.01
/** Lattice steps (a little more than half a metre) within which the line is taken to pass through a corner of the plot. */
const cornerSteps = 50

export type Division = { parts: readonly [Polygon, Polygon]; flaw: null } | { parts: null; flaw: Sentence }
const refused = (flaw: Sentence): Division => ({ parts: null, flaw })

/** `along`: place on the line (segment and share of it); `edge`, `share`: place on the ring. */
type Crossing = { along: number; segment: number; edge: number; share: number; point: LatticePoint }

/**
 * The two parts of a plot's boundary left and right of a line that crosses it from outside to outside. Each part is a sound boundary
 * (BR-01), counter-clockwise; together they are the plot without the corners that no boundary may have, but for the centimetre to which the ends of the line are rounded.
 */
export function dividePolygon(polygon: Polygon, line: readonly Position[]): Division {
  // A boundary that was stored before its corners were judged may have such ones anywhere; its parts have none.
  const sound = withoutLoss(polygon.coordinates[0] ?? [])
  if (!sound) return refused(lossy)
  const ring = latticeRing(sound).points
  const cut = latticeRing(line).points
  const first = ring[0]
  if (!first || ring.length < 3) return refused('This plot has no boundary to divide.')
  if (cut.length < 2) return refused('Draw a line of two points at least, right across the plot.')
  const corners = relativeTo(first, ring)
  const found = crossingsOf(corners, relativeTo(first, cut))
  if (found.length < 2) return refused('The line does not cross the plot: begin outside it and end outside it.')
  const [one, two, ...more] = found
  if (!one || !two || more.length > 0)
    return refused('The line crosses the boundary more than twice. Draw it straight across, and divide a part again afterwards.')
  const inner = relativeTo(first, cut).slice(one.segment + 1, two.segment + 1)
  const rings = [
    [one.point, ...between(corners, one, two), two.point, ...[...inner].reverse()],
    [two.point, ...between(corners, two, one), one.point, ...inner],
  ] as const
  const parts = rings.map((points) => inspectBoundary(polygonOf(points, first)))
  const flaw = parts.find((part) => part.flaw)?.flaw
  if (flaw?.cause === 'short_side' || flaw?.cause === 'sharp_angle')
    return refused('The line leaves corners closer than half a metre to each other, or sharper than one degree. Draw it a little farther from them.')
  if (flaw) return refused(flaw.message)
  const [left, right] = parts.map(({ boundary }) => boundary?.polygon)
  return left && right ? { parts: [left, right], flaw: null } : refused('The line does not cross the plot: begin outside it and end outside it.')
}

const lossy =
  'The boundary of this plot has corners sharper than one degree, or closer than half a metre to each other, and loses ground without them. Have its boundary corrected first.'
/** The ring without the corners that no boundary may have; null where it loses or gains ground by that. */
function withoutLoss(line: readonly Position[]): Position[] | null {
  const ring = tidied(line)
  const wholeM2 = ringAreaM2(line)
  return Math.abs(ringAreaM2(ring) - wholeM2) > wholeM2 * lostAtMost ? null : ring
}

const polygonOf = (points: readonly LatticePoint[], origin: LatticePoint): Polygon => {
  const there = points.map(([x, y]): LatticePoint => [x + origin[0], y + origin[1]])
  return { type: 'Polygon', coordinates: [closedRing(latticeRing(there.map(toDegrees)).points)] }
}

/** Where the line crosses the ring, in the order of the line. A line through a corner crosses one of its two edges, never both or none. */
function crossingsOf(ring: readonly LatticePoint[], line: readonly LatticePoint[]): Crossing[] {
  const found: Crossing[] = []
  for (let segment = 0; segment + 1 < line.length; segment++) {
    const [a, b] = [line[segment] as LatticePoint, line[segment + 1] as LatticePoint]
    for (let edge = 0; edge < ring.length; edge++) {
      const [p, q] = [ring[edge] as LatticePoint, ring[(edge + 1) % ring.length] as LatticePoint]
      if (isLeft(a, b, p) === isLeft(a, b, q) || isLeft(p, q, a) === isLeft(p, q, b)) continue
      const share = part(cross(a, b, p), cross(a, b, q))
      const raw: LatticePoint = [Math.round(p[0] + (q[0] - p[0]) * share), Math.round(p[1] + (q[1] - p[1]) * share)]
      const point = near(raw, p) ? p : near(raw, q) ? q : raw
      found.push({ along: segment + part(cross(p, q, a), cross(p, q, b)), segment, edge, share, point })
    }
  }
  return found.sort((one, other) => one.along - other.along)
}
const isLeft = (a: LatticePoint, b: LatticePoint, c: LatticePoint): boolean => orientation(a, b, c) > 0
const cross = (a: LatticePoint, b: LatticePoint, c: LatticePoint): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
/** Where a value that goes from one to the other passes zero, 0..1. */
const part = (from: number, to: number): number => (from === to ? 0 : from / (from - to))
const near = (one: LatticePoint, other: LatticePoint): boolean => Math.hypot(one[0] - other[0], one[1] - other[1]) <= cornerSteps

/** Corners of the ring from one crossing on to the next, in the ring's direction. */
function between(ring: readonly LatticePoint[], from: Crossing, to: Crossing): LatticePoint[] {
  const isBehind = from.edge === to.edge && to.share < from.share
  const count = from.edge === to.edge ? (isBehind ? ring.length : 0) : (to.edge - from.edge + ring.length) % ring.length
  return Array.from({ length: count }, (_, at) => ring[(from.edge + 1 + at) % ring.length] as LatticePoint)
}

/** One boundary around plots that lie beside each other; null where they do not make one piece without a hole, or not without losing ground. */
export function joinPolygons(polygons: readonly Polygon[]): Polygon | null {
  const joined = unionOf(polygons)
  const [outer, ...others] = joined?.coordinates ?? []
  if (!outer || others.length > 0 || outer.length > 1) return null
  const ring = outer[0] && withoutLoss(outer[0])
  if (!ring) return null
  return inspectBoundary({ type: 'Polygon', coordinates: [ring] }).boundary?.polygon ?? null
}
