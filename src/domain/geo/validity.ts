// Is this ring a boundary at all (BR-01)? The first cause found wins and names the vertex, so that a person who is
// drawing sees where. Own code, because the libraries tried pass rings that cross themselves or refuse sound ones;
// whether it is a ring is decided on lattice integers, exactly. Softer doubts are warnings() and never stop anyone.

import type { Position } from '../kernel/kinds.ts'
import { phrase, type Sentence } from '../messages/message.ts'
import { metreRuler, ringAreaM2 } from './area.ts'
import { type LatticePoint, latticeRing, orientation, relativeTo, signedDoubleArea, stepsPerDegree, toDegrees } from './lattice.ts'

/** Web Mercator ends here; a parcel beyond cannot be drawn on the map. */
export const mapLatitudeLimit = 85.05
/** Widest boundary in degrees (about 9 km): beyond it neither clipping nor a plot makes sense. */
export const widestDegrees = 0.09
export const areaLimitsHa = { min: 0.01, max: 100 } as const

export type FlawCause =
  | 'not_a_number'
  | 'out_of_range'
  | 'not_closed'
  | 'too_few_points'
  | 'antimeridian'
  | 'too_wide'
  | 'spike'
  | 'crossing'
  | 'short_side'
  | 'sharp_angle'
  | 'too_small'
  | 'too_large'
/** `vertex` and `otherVertex` are indexes in the given ring, from 0; `at` is where to put the mark. */
export type Flaw = { cause: FlawCause; message: Sentence; vertex?: number; otherVertex?: number; at?: Position; figures?: Record<string, number> }

/** `widestDegrees`: of something that is no plot (a service area); absent: of a plot. */
export type Limits = { minHa: number; maxHa: number; widestDegrees?: number }

/**
 * The first reason why this ring cannot be a boundary, or null. Area limits come last, in hectares. O(n²): 4 ms at 1,000 vertices.
 * `isStored`: it is the boundary of a plot already, and close or sharp corners do not take it away.
 */
export function findFlaw(
  ring: readonly Position[],
  limits: Limits = { minHa: areaLimitsHa.min, maxHa: areaLimitsHa.max },
  { isStored = false }: { isStored?: boolean } = {},
): Flaw | null {
  const badNumber = ring.findIndex(([lon, lat]) => !Number.isFinite(lon) || !Number.isFinite(lat))
  if (badNumber >= 0) return { cause: 'not_a_number', vertex: badNumber, message: phrase`Corner ${badNumber + 1} has a coordinate that is not a number.` }
  const far = ring.findIndex(([lon, lat]) => Math.abs(lon) > 180 || Math.abs(lat) > mapLatitudeLimit)
  if (far >= 0)
    return {
      cause: 'out_of_range',
      vertex: far,
      message: phrase`Corner ${far + 1} lies outside the map: longitude goes from -180 to 180, latitude from -${mapLatitudeLimit} to ${mapLatitudeLimit}.`,
    }
  return openEnd(ring) ?? (isStored ? shapeFlaw(ring, limits.widestDegrees) : lineFlaw(ring)) ?? areaFlaw(ring, limits)
}

function openEnd(ring: readonly Position[]): Flaw | null {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || ring.length < 2) return { cause: 'too_few_points', message: 'A boundary needs at least three different corners.' }
  const [from, to] = latticeRing([first, last]).points
  return from && to
    ? { cause: 'not_closed', vertex: ring.length - 1, at: last, message: 'The boundary is not closed: its last position must be the same as its first.' }
    : null
}

/** Everything about the line itself, area aside: its shape, and no corners that are closer to each other or sharper than any of a plot. */
export const lineFlaw = (ring: readonly Position[]): Flaw | null => shapeFlaw(ring) ?? cornerFlaw(ring)

/** Enough points, no wider than a plot, no spike, no crossing. */
export function shapeFlaw(ring: readonly Position[], widest = widestDegrees): Flaw | null {
  const { points: absolute, from } = latticeRing(ring)
  const vertex = (index: number): number => from[index % from.length] as number
  const origin = absolute[0]
  if (!origin || new Set(absolute.map(String)).size < 3) return { cause: 'too_few_points', message: 'A boundary needs at least three different corners.' }
  const wide = tooWide(absolute, vertex, widest)
  if (wide) return wide
  const points = relativeTo(origin, absolute)
  const spike = findSpike(points)
  if (spike !== null)
    return {
      cause: 'spike',
      vertex: vertex(spike),
      at: toDegrees(absolute[spike] as LatticePoint),
      message: phrase`The boundary runs back on itself at corner ${vertex(spike) + 1}.`,
    }
  const [crossing] = findCrossings(points, 1)
  if (!crossing) return null
  const [first, second] = crossing
  const [x, y] = meetingPoint(points, first, second)
  return {
    cause: 'crossing',
    vertex: vertex(first),
    otherVertex: vertex(second),
    at: toDegrees([origin[0] + x, origin[1] + y]),
    message: phrase`The boundary touches or crosses itself: the side after corner ${vertex(first) + 1} meets the side after corner ${vertex(second) + 1}.`,
  }
}

function cornerFlaw(ring: readonly Position[]): Flaw | null {
  const { short, sharp } = doubtfulCorners(ring)
  const at = (vertex: number) => ({ vertex, at: ring[vertex] as Position })
  if (short[0] !== undefined)
    return {
      cause: 'short_side',
      ...at(short[0]),
      message: phrase`Corner ${short[0] + 1} lies less than ${shortSideM} m from the next one. Remove one of the two.`,
    }
  if (sharp[0] !== undefined)
    return { cause: 'sharp_angle', ...at(sharp[0]), message: phrase`Corner ${sharp[0] + 1} is sharper than ${sharpAngleDegrees}°: a spike. Move or remove it.` }
  return null
}

function tooWide(points: readonly LatticePoint[], vertex: (index: number) => number, widest = widestDegrees): Flaw | null {
  const middle = [0, 1].map((axis) => points.map((point) => point[axis] as number).sort((a, b) => a - b)[points.length >> 1] as number)
  for (const axis of [0, 1] as const) {
    const values = points.map((point) => point[axis])
    const span = values.reduce((most, value) => Math.max(most, value), -Infinity) - values.reduce((least, value) => Math.min(least, value), Infinity)
    if (span <= widest * stepsPerDegree) continue
    if (axis === 0 && span > 180 * stepsPerDegree) return { cause: 'antimeridian', message: 'The boundary crosses the 180th meridian; please split it there.' }
    const distances = values.map((value) => Math.abs(value - (middle[axis] as number)))
    const farthest = distances.indexOf(distances.reduce((most, value) => Math.max(most, value), 0))
    return {
      cause: 'too_wide',
      vertex: vertex(farthest),
      at: toDegrees(points[farthest] as LatticePoint),
      message:
        widest === widestDegrees
          ? phrase`The boundary is wider than a plot can be (about 9 km); please look at corner ${vertex(farthest) + 1}.`
          : phrase`The area is wider than ${widest} degrees; please look at corner ${vertex(farthest) + 1}.`,
    }
  }
  return null
}

/** Index of a point where the line turns back exactly on itself, or null. */
function findSpike(points: readonly LatticePoint[]): number | null {
  const n = points.length
  for (let i = 0; i < n; i++) {
    const [a, b, c] = [points[(i + n - 1) % n] as LatticePoint, points[i] as LatticePoint, points[(i + 1) % n] as LatticePoint]
    const forward = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
    if (forward < 0 && orientation(a, b, c) === 0) return i
  }
  return null
}

/** More crossings than a walk or a slip of the hand leaves: clipping takes seconds by then, and its result means nothing. */
const mostCrossings = 100
/** Whether a line, sound or not, may be clipped: no wider than a plot and not tangled. O(n²) at worst: 50 ms at 5,000 vertices. */
export function isClippable(ring: readonly Position[]): boolean {
  const { points, from } = latticeRing(ring)
  const [origin] = points
  if (!origin || tooWide(points, (index) => from[index] as number)) return false
  return findCrossings(relativeTo(origin, points), mostCrossings + 1).length <= mostCrossings
}

/** The first pairs of sides (at most `most`) that are no neighbours and share a point, each side named by its start. */
function findCrossings(points: readonly LatticePoint[], most: number): [number, number][] {
  const found: [number, number][] = []
  const n = points.length
  const ring = [...points, points[0] as LatticePoint]
  for (let i = 0; i < n - 2; i++) {
    const a = ring[i] as LatticePoint
    const b = ring[i + 1] as LatticePoint
    const minX = Math.min(a[0], b[0])
    const maxX = Math.max(a[0], b[0])
    const minY = Math.min(a[1], b[1])
    const maxY = Math.max(a[1], b[1])
    // The last side is a neighbour of the first.
    const end = i === 0 ? n - 1 : n
    // The innermost loop of every judgement: no objects are made in it.
    for (let j = i + 2; j < end; j++) {
      const c = ring[j] as LatticePoint
      const d = ring[j + 1] as LatticePoint
      if ((c[0] > maxX && d[0] > maxX) || (c[0] < minX && d[0] < minX) || (c[1] > maxY && d[1] > maxY) || (c[1] < minY && d[1] < minY)) continue
      if (sidesTouch(a, b, c, d) && found.push([i, j]) >= most) return found
    }
  }
  return found
}

const within = (a: LatticePoint, b: LatticePoint, p: LatticePoint): boolean =>
  p[0] >= Math.min(a[0], b[0]) && p[0] <= Math.max(a[0], b[0]) && p[1] >= Math.min(a[1], b[1]) && p[1] <= Math.max(a[1], b[1])

function sidesTouch(a: LatticePoint, b: LatticePoint, c: LatticePoint, d: LatticePoint): boolean {
  const [abc, abd, cda, cdb] = [orientation(a, b, c), orientation(a, b, d), orientation(c, d, a), orientation(c, d, b)]
  if (abc !== abd && cda !== cdb) return true
  return (abc === 0 && within(a, b, c)) || (abd === 0 && within(a, b, d)) || (cda === 0 && within(c, d, a)) || (cdb === 0 && within(c, d, b))
}

/** Where two touching sides meet, rounded to the lattice: good enough to put a mark there. */
function meetingPoint(points: readonly LatticePoint[], first: number, second: number): LatticePoint {
  const n = points.length
  const [a, b, c, d] = [points[first], points[(first + 1) % n], points[second], points[(second + 1) % n]] as [
    LatticePoint,
    LatticePoint,
    LatticePoint,
    LatticePoint,
  ]
  const slope = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
  if (slope === 0) return within(a, b, c) ? c : within(a, b, d) ? d : a
  const along = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / slope
  return [Math.round(a[0] + along * (b[0] - a[0])), Math.round(a[1] + along * (b[1] - a[1]))]
}

function areaFlaw(ring: readonly Position[], { minHa, maxHa }: Limits): Flaw | null {
  const areaHa = ringAreaM2(ring) / 10_000
  if (areaHa < minHa)
    return {
      cause: 'too_small',
      figures: { areaHa, minHa },
      message: phrase`The boundary encloses ${Number(areaHa.toFixed(4))} ha; a parcel has at least ${minHa} ha.`,
    }
  if (areaHa > maxHa)
    return {
      cause: 'too_large',
      figures: { areaHa, maxHa },
      message: phrase`The boundary encloses ${Number(areaHa.toFixed(1))} ha; a parcel has at most ${maxHa} ha.`,
    }
  return null
}

/** `vertex`: index in the given ring, from 0. */
export type BoundaryWarning = {
  code: 'triangle' | 'clockwise' | 'repeated_point' | 'short_side' | 'sharp_angle' | 'many_points'
  message: Sentence
  vertex?: number
  figures?: Record<string, number>
}

/** Corners closer to each other than this are one corner (BR-01). */
export const shortSideM = 0.5
const sharpAngleDegrees = 1
/** A walk's result longer than this is odd: the longest of 400 simulated bad walks had 359 left. */
export const manyPoints = 500

/** BR-01's softer causes for a ring that has no flaw, and what became a flaw since it was stored. One warning of each kind at most, with how many there are. */
export function warnings(ring: readonly Position[]): BoundaryWarning[] {
  const { points } = latticeRing(ring)
  const n = points.length
  const found: BoundaryWarning[] = []
  if (n === 3) found.push({ code: 'triangle', message: 'Only three corners: some registers want four. Is a corner missing?' })
  if (signedDoubleArea(points) < 0) found.push({ code: 'clockwise', message: 'Drawn clockwise; it has been turned round.' })
  if (ring.length - 1 > n) found.push({ code: 'repeated_point', figures: { count: ring.length - 1 - n }, message: 'Repeated positions were dropped.' })
  if (n > manyPoints) found.push({ code: 'many_points', figures: { count: n }, message: phrase`${n} corners: please simplify the boundary.` })
  const { short, sharp } = doubtfulCorners(ring)
  if (short[0] !== undefined)
    found.push({
      code: 'short_side',
      vertex: short[0],
      figures: { count: short.length },
      message: phrase`Corners closer than ${shortSideM} m to each other.`,
    })
  if (sharp[0] !== undefined)
    found.push({
      code: 'sharp_angle',
      vertex: sharp[0],
      figures: { count: sharp.length },
      message: phrase`A corner sharper than ${sharpAngleDegrees}°.`,
    })
  return found
}

/** Corners within half a metre of the next one, and those sharper than a degree, by their places in the ring. */
export function doubtfulCorners(ring: readonly Position[]): { short: number[]; sharp: number[] } {
  const { points, from } = latticeRing(ring)
  const n = points.length
  const { kx, ky } = metreRuler(ring[0]?.[1] ?? 0)
  const sides = points.map(([x, y], i): [number, number] => {
    const [nextX, nextY] = points[(i + 1) % n] as LatticePoint
    return [((nextX - x) * kx) / stepsPerDegree, ((nextY - y) * ky) / stepsPerDegree]
  })
  const given = (index: number): number => from[index] as number
  return {
    short: indexesWhere(sides, ([dx, dy]) => Math.hypot(dx, dy) < shortSideM).map(given),
    sharp: indexesWhere(sides, (side, i) => turnBackDegrees(sides[(i + n - 1) % n] as [number, number], side) < sharpAngleDegrees).map(given),
  }
}

const indexesWhere = <T>(list: readonly T[], test: (item: T, index: number) => boolean): number[] =>
  list.flatMap((item, index) => (test(item, index) ? [index] : []))

/** Inner angle between two sides in degrees: 180 = straight on, 0 = straight back. */
function turnBackDegrees([ax, ay]: [number, number], [bx, by]: [number, number]): number {
  return 180 - (Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by)) * 180) / Math.PI
}
