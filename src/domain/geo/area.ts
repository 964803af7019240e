// Measures on the WGS84 ellipsoid: area, perimeter, centroid, bounding box. The ellipsoid's curvature is taken
// at the ring's mean latitude (cheap-ruler): within 4e-5 of the geodesic area up to 60° of latitude.
// Sums run over integers, so the start vertex and the direction of a ring cannot change its area by a single bit.
import CheapRuler from 'cheap-ruler'
import type { Point, Polygon, Position } from '../kernel/kinds.ts'
import { type LatticePoint, latticeRing, relativeTo, signedDoubleArea, stepsPerDegree, toDegrees } from './lattice.ts'

/** West, south, east, north in degrees. */
export type Bbox = [west: number, south: number, east: number, north: number]

/** A ruler in metres for places around this latitude. `kx`, `ky`: metres per degree of longitude and latitude. */
export const metreRuler = (latitude: number): CheapRuler => new CheapRuler(latitude, 'meters')

const meanLatitude = (points: readonly LatticePoint[]): number => points.reduce((sum, point) => sum + point[1], 0) / points.length / stepsPerDegree

/** Square metres in one square degree at this latitude: what a plane area in degrees is multiplied by. */
export function squareMetresPerDegree(latitude: number): number {
  const { kx, ky } = metreRuler(latitude)
  return kx * ky
}

/** Area inside one ring in m², direction ignored. A ring that crosses itself gives its lobes' difference. */
export function ringAreaM2(ring: readonly Position[]): number {
  const { points } = latticeRing(ring)
  if (points.length < 3) return 0
  return (Math.abs(signedDoubleArea(points)) / 2 / stepsPerDegree ** 2) * squareMetresPerDegree(meanLatitude(points))
}

/** Area of a polygon in m², holes taken out. */
export function areaM2(polygon: Polygon): number {
  const [outer = [], ...holes] = polygon.coordinates
  return Math.max(0, ringAreaM2(outer) - holes.reduce((sum, hole) => sum + ringAreaM2(hole), 0))
}

/** Hectares to the square metre (four decimals), as every area of the product is stored. */
export const toHectares = (squareMetres: number): number => Math.round(squareMetres) / 10_000
export const areaHa = (polygon: Polygon): number => toHectares(areaM2(polygon))

/** Length of the outer ring in metres, to the decimetre. */
export function perimeterM(polygon: Polygon): number {
  const { points } = latticeRing(polygon.coordinates[0] ?? [])
  if (points.length < 2) return 0
  const { kx, ky } = metreRuler(meanLatitude(points))
  const origin = points[0] as LatticePoint
  const local = relativeTo(origin, points)
  let sum = 0
  local.forEach(([x, y], index) => {
    const [nextX, nextY] = local[(index + 1) % local.length] as LatticePoint
    sum += Math.hypot((nextX - x) * kx, (nextY - y) * ky)
  })
  return Math.round((sum / stepsPerDegree) * 10) / 10
}

/** Centre of area of the outer ring, on the lattice; the middle of the box when the ring encloses nothing. */
export function centroid(polygon: Polygon): Point {
  const { points } = latticeRing(polygon.coordinates[0] ?? [])
  const origin = points[0]
  if (!origin) return { type: 'Point', coordinates: [0, 0] }
  let [doubleArea, sumX, sumY, px, py] = [0, 0, 0, 0, 0]
  for (const [x, y] of relativeTo(origin, points)) {
    const cross = px * y - x * py
    doubleArea += cross
    sumX += (px + x) * cross
    sumY += (py + y) * cross
    px = x
    py = y
  }
  if (doubleArea === 0) {
    const [west, south, east, north] = bboxOf(polygon)
    return { type: 'Point', coordinates: [(west + east) / 2, (south + north) / 2] }
  }
  const centre: LatticePoint = [Math.round(origin[0] + sumX / (3 * doubleArea)), Math.round(origin[1] + sumY / (3 * doubleArea))]
  return { type: 'Point', coordinates: toDegrees(centre) }
}

/** Bounding box of the outer ring, on the lattice. Not for rings across the antimeridian, which are refused at intake. */
export function bboxOf(polygon: Polygon): Bbox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of latticeRing(polygon.coordinates[0] ?? []).points) {
    west = Math.min(west, x)
    east = Math.max(east, x)
    south = Math.min(south, y)
    north = Math.max(north, y)
  }
  return [west / stepsPerDegree, south / stepsPerDegree, east / stepsPerDegree, north / stepsPerDegree]
}

export const boxesTouch = (a: Bbox, b: Bbox): boolean => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]

/** The box widened by this many metres on each side. */
export function widened([west, south, east, north]: Bbox, metres: number): Bbox {
  const { kx, ky } = metreRuler((south + north) / 2)
  return [west - metres / kx, south - metres / ky, east + metres / kx, north + metres / ky]
}
