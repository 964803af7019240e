// The one function that judges a boundary: the same on the phone, in the editor and on the server (BR-01).
// In: whatever polygon somebody drew, walked or uploaded. Out: the polygon as it is stored (on the lattice, closed,
// counter-clockwise, one ring) with its figures, or the first cause against it and the corner to look at.

import type { Point, Polygon, Position } from '../kernel/kinds.ts'
import { Problem } from '../kernel/problems.ts'
import { phrase } from '../messages/message.ts'
import { type Bbox, bboxOf, centroid, perimeterM, ringAreaM2, toHectares, widened } from './area.ts'
import { closedRing, latticeRing, signedDoubleArea } from './lattice.ts'
import { ringHash } from './ring-hash.ts'
import { areaLimitsHa, type BoundaryWarning, findFlaw, mapLatitudeLimit, type Flaw as RingFlaw, warnings } from './validity.ts'

/** Most corners of a stored boundary (24 kB of JSON, 4 ms to judge); imports may bring more and are offered a lighter one. */
export const mostCorners = 1_000
/** How far outside the service area a plot may lie (BR-01). */
const serviceMarginM = 20_000

export type Flaw = Omit<RingFlaw, 'cause'> & { cause: RingFlaw['cause'] | 'holes' | 'too_many_points' | 'outside_area' | 'swapped_axes' }

export type Boundary = {
  polygon: Polygon
  areaHa: number
  perimeterM: number
  centroid: Point
  bbox: Bbox
  /** `ring/1`, 64 hexadecimal digits. */
  hash: string
  corners: number
  warnings: BoundaryWarning[]
}
export type BoundaryOptions = {
  /** Where the operator works; a boundary more than 20 km outside is refused. Null or absent: not checked. */
  serviceArea?: Bbox | null
  limits?: { minHa: number; maxHa: number }
  /** It is the boundary of a plot already (`findFlaw`). */
  isStored?: boolean
}
export type Judgement = { boundary: Boundary; flaw: null } | { boundary: null; flaw: Flaw }

/** Judges without throwing, for live checks while drawing. */
export function inspectBoundary(
  polygon: Polygon,
  { serviceArea, limits = { minHa: areaLimitsHa.min, maxHa: areaLimitsHa.max }, isStored = false }: BoundaryOptions = {},
): Judgement {
  const ring = polygon.coordinates[0] ?? []
  const flaw = formFlaw(polygon, ring) ?? swappedRange(ring) ?? findFlaw(ring, limits, { isStored }) ?? placeFlaw(polygon, serviceArea ?? null)
  return flaw ? { boundary: null, flaw } : { boundary: measured(ring), flaw: null }
}

/** Judges or throws RULE_BLOCKED (BR-01) with one field problem: path `at`, the cause as code, vertex and figures as params. */
export function judgeBoundary(polygon: Polygon, options: BoundaryOptions & { at?: string } = {}): Boundary {
  const { boundary, flaw } = inspectBoundary(polygon, options)
  if (flaw) throw boundaryProblem(flaw, options.at)
  return boundary
}

export function boundaryProblem({ cause, message, figures = {}, ...where }: Flaw, at = 'boundary'): Problem {
  return new Problem('RULE_BLOCKED', {
    ruleId: 'BR-01',
    message,
    figures: { ...where, ...figures },
    fields: [{ path: at, code: cause, message, params: { ...where, ...figures } }],
  })
}

function formFlaw(polygon: Polygon, ring: readonly Position[]): Flaw | null {
  if (polygon.coordinates.length > 1)
    return { cause: 'holes', message: 'A boundary is one outer line; please draw what is cut out as a parcel of its own, or leave it in.' }
  const corners = ring.length - 1
  if (corners > mostCorners)
    return {
      cause: 'too_many_points',
      figures: { corners, most: mostCorners },
      message: phrase`The boundary has ${corners} corners; at most ${mostCorners} are kept. Please simplify it.`,
    }
  return null
}

/** Latitudes no map has beside longitudes that could be latitudes: somebody wrote them the other way round. */
function swappedRange(ring: readonly Position[]): Flaw | null {
  return ring.length > 0 && ring.every(([lon, lat]) => Math.abs(lat) > 90 && Math.abs(lat) <= 180 && Math.abs(lon) <= 90) ? swapped : null
}
const swapped: Flaw = { cause: 'swapped_axes', vertex: 0, message: 'Latitude and longitude look swapped: positions are written longitude first.' }

function placeFlaw(polygon: Polygon, serviceArea: Bbox | null): Flaw | null {
  if (!serviceArea) return null
  const area = widened(serviceArea, serviceMarginM)
  const [west, south, east, north] = bboxOf(polygon)
  if (holds(area, [west, south, east, north])) return null
  if (holds(area, [south, west, north, east])) return swapped
  const outside = (polygon.coordinates[0] ?? []).findIndex(([lon, lat]) => !holds(area, [lon, lat, lon, lat]))
  return { cause: 'outside_area', vertex: Math.max(0, outside), message: 'The boundary lies more than 20 km outside the area the operator works in.' }
}

/** Why a single point (of a plot without boundary) cannot be right, or null. */
export function inspectPoint({ coordinates: [lon, lat] }: Point, serviceArea: Bbox | null): Flaw | null {
  if (Math.abs(lat) > mapLatitudeLimit) return { cause: 'out_of_range', message: 'The point lies outside the map.' }
  if (!serviceArea) return null
  const area = widened(serviceArea, serviceMarginM)
  if (holds(area, [lon, lat, lon, lat])) return null
  return holds(area, [lat, lon, lat, lon])
    ? swapped
    : { cause: 'outside_area', message: 'The point lies more than 20 km outside the area the operator works in.' }
}
const holds = (outer: Bbox, inner: Bbox): boolean => inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]

/** Repairs what needs no question (rounding, repeated points, direction) and measures. Only for a ring without flaw. */
function measured(ring: readonly Position[]): Boundary {
  const { points } = latticeRing(ring)
  // Reversed around its first corner, so that a person finds the corner they began with where it was.
  if (signedDoubleArea(points) < 0) points.splice(1, points.length - 1, ...points.slice(1).reverse())
  const outer = closedRing(points)
  const polygon: Polygon = { type: 'Polygon', coordinates: [outer] }
  return {
    polygon,
    areaHa: toHectares(ringAreaM2(outer)),
    perimeterM: perimeterM(polygon),
    centroid: centroid(polygon),
    bbox: bboxOf(polygon),
    hash: ringHash(polygon),
    corners: points.length,
    warnings: warnings(ring),
  }
}
