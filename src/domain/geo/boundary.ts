// The one function that judges a boundary: the same on the phone, in the editor and on the server (BR-01).
// In: whatever polygon somebody drew, walked or uploaded. Out: the polygon as it is stored (on the lattice, closed,
// counter-clockwise, one ring) with its figures, or the first cause against it and the corner to look at.

import type { Point, Polygon, Position } from '../kernel/kinds.ts'
import { Problem } from '../kernel/problems.ts'
import { phrase } from '../messages/message.ts'
import { type Bbox, bboxOf, centroid, perimeterM, ringAreaM2, toHectares, widened } from './area.ts'
import { distanceM, geodesicM } from './contains.ts'
import { closedRing, latticeRing, signedDoubleArea } from './lattice.ts'
import { ringHash } from './ring-hash.ts'
import { areaLimitsHa, type BoundaryWarning, findFlaw, type Limits, mapLatitudeLimit, type Flaw as RingFlaw, warnings } from './validity.ts'

/** Most corners of a stored boundary (24 kB of JSON, 4 ms to judge); imports may bring more and are offered a lighter one. */
export const mostCorners = 1_000
/** How far outside the service area a plot may lie (BR-01). */
const serviceMarginM = 20_000

/** A box, or the area as it was drawn: of one ring, sound. */
export type ServiceArea = Bbox | Polygon

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
  serviceArea?: ServiceArea | null
  limits?: Limits
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

function placeFlaw(polygon: Polygon, serviceArea: ServiceArea | null): Flaw | null {
  if (!serviceArea) return null
  const ring = polygon.coordinates[0] ?? []
  if (liesWithin(serviceArea, polygon)) return null
  if (liesWithin(serviceArea, { type: 'Polygon', coordinates: [ring.map(turned)] })) return swapped
  const outside = ring.findIndex((position) => !isNear(serviceArea, position))
  return { cause: 'outside_area', vertex: Math.max(0, outside), message: 'The boundary lies more than 20 km outside the area the operator works in.' }
}

/** Why a single point (of a plot without boundary) cannot be right, or null. */
export function inspectPoint({ coordinates: [lon, lat] }: Point, serviceArea: ServiceArea | null): Flaw | null {
  if (Math.abs(lat) > mapLatitudeLimit) return { cause: 'out_of_range', message: 'The point lies outside the map.' }
  if (!serviceArea || isNear(serviceArea, [lon, lat])) return null
  return isNear(serviceArea, [lat, lon])
    ? swapped
    : { cause: 'outside_area', message: 'The point lies more than 20 km outside the area the operator works in.' }
}

const turned = ([lon, lat]: Position): Position => [lat, lon]
const isOnMap = ([, lat]: Position): boolean => Math.abs(lat) <= mapLatitudeLimit

function isNear(area: ServiceArea, position: Position): boolean {
  if (Array.isArray(area)) return isInBox(widened(area, serviceMarginM), position)
  return isOnMap(position) && distanceM(area, position) <= serviceMarginM
}

/** All corners in it or within 20 km. Mostly it is clear from the middle: a plot is small, and an area has up to a thousand corners. */
function liesWithin(area: ServiceArea, polygon: Polygon): boolean {
  const ring = polygon.coordinates[0] ?? []
  if (Array.isArray(area)) return ring.every((position) => isNear(area, position))
  if (!ring.every(isOnMap)) return false
  const middle = centroid(polygon).coordinates
  const away = distanceM(area, middle)
  const reach = Math.max(...ring.map((corner) => geodesicM(middle, corner)))
  if (away + reach <= serviceMarginM) return true
  return away - reach <= serviceMarginM && ring.every((position) => isNear(area, position))
}
const isInBox = ([west, south, east, north]: Bbox, [lon, lat]: Position): boolean => lon >= west && lat >= south && lon <= east && lat <= north

/** Widest service area in degrees: beyond it the sums of the judgement are no longer exact. */
export const widestServiceArea = 5
export const serviceAreaLimits: Limits = { minHa: 0, maxHa: Number.POSITIVE_INFINITY, widestDegrees: widestServiceArea }

/**
 * The area of an operator as it is stored, or the first cause against it: what a boundary must be, but of any size up to five degrees and with corners as close
 * and as sharp as a district has. `country`: the box of its country, outside which it does not lie.
 */
export function inspectServiceArea(polygon: Polygon, country: Bbox | null): { area: Polygon; flaw: null } | { area: null; flaw: Flaw } {
  const { boundary, flaw } = inspectBoundary(polygon, { limits: serviceAreaLimits, isStored: true })
  if (flaw) return { area: null, flaw }
  if (!country || liesWithin(country, boundary.polygon)) return { area: boundary.polygon, flaw: null }
  const [ring = []] = boundary.polygon.coordinates
  if (ring.map(turned).every((position) => isNear(country, position))) return { area: null, flaw: swapped }
  const vertex = (polygon.coordinates[0] ?? []).findIndex((position) => !isNear(country, position))
  return {
    area: null,
    flaw: { cause: 'outside_area', vertex: Math.max(0, vertex), message: 'The area lies more than 20 km outside the country of the operator.' },
  }
}

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
