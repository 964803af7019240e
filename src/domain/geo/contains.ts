// Where a point lies: inside a plot or not, and how far from it (GEO_MISMATCH: an event recorded more than 500 m away).
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import type { Polygon, Position } from '../kernel/kinds.ts'
import { metreRuler } from './area.ts'
import { geodesicKm } from './geodesic.ts'

/** Inside or on the boundary. */
export const containsPoint = (polygon: Polygon, position: Position): boolean => booleanPointInPolygon(position, polygon)

export const geodesicM = ([lon, lat]: Position, [otherLon, otherLat]: Position): number => 1000 * geodesicKm({ lon, lat }, { lon: otherLon, lat: otherLat })

/**
 * Metres on the ellipsoid from a position to the polygon, 0 inside and on the line; sides are straight in degrees, as GeoJSON has them. The nearest place is found
 * twice: as the ground is at the position, and as it is half way to what that found; within 1e-5 at 20 km, also of an area of several degrees.
 */
export function distanceM(polygon: Polygon, position: Position): number {
  const ring = polygon.coordinates[0] ?? []
  if (!ring.length || containsPoint(polygon, position)) return 0
  const first = nearestOn(ring, position, position[1])
  return geodesicM(position, nearestOn(ring, position, (first[1] + position[1]) / 2))
}

/** The place on the line that is nearest by the ruler of this latitude. */
function nearestOn(ring: readonly Position[], [lon, lat]: Position, latitude: number): Position {
  const { kx, ky } = metreRuler(latitude)
  let [nearest, least] = [ring[0] as Position, Infinity]
  for (let i = 0; i + 1 < ring.length; i++) {
    const [from, to] = [ring[i] as Position, ring[i + 1] as Position]
    const [x, y] = [(to[0] - from[0]) * kx, (to[1] - from[1]) * ky]
    const length = x * x + y * y
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((lon - from[0]) * kx * x + (lat - from[1]) * ky * y) / length))
    const foot: Position = [from[0] + along * (to[0] - from[0]), from[1] + along * (to[1] - from[1])]
    const far = ((lon - foot[0]) * kx) ** 2 + ((lat - foot[1]) * ky) ** 2
    if (far < least) [nearest, least] = [foot, far]
  }
  return nearest
}
