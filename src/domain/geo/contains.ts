// Where a point lies: inside a plot or not, and how far from it (GEO_MISMATCH: an event recorded more than 500 m away).
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import type { Polygon, Position } from '../kernel/kinds.ts'
import { metreRuler } from './area.ts'
import { geodesicKm } from './geodesic.ts'

/** Inside or on the boundary. */
export const containsPoint = (polygon: Polygon, position: Position): boolean => booleanPointInPolygon(position, polygon)

export const geodesicM = ([lon, lat]: Position, [otherLon, otherLat]: Position): number => 1000 * geodesicKm({ lon, lat }, { lon: otherLon, lat: otherLat })

/**
 * Metres on the ellipsoid from a position to the polygon, 0 inside and on the line; sides are straight in degrees, as GeoJSON has them. The nearest place of each
 * side is found twice: as the ground is at the position, and as it is half way to what that found; within 2e-5 at 40 km, also of an area of several degrees.
 */
export function distanceM(polygon: Polygon, position: Position): number {
  const ring = polygon.coordinates[0] ?? []
  if (!ring.length || containsPoint(polygon, position)) return 0
  let [nearest, least] = [ring[0] as Position, Infinity]
  for (let i = 0; i + 1 < ring.length; i++) {
    const side = [ring[i] as Position, ring[i + 1] as Position] as const
    const halfWay = (footOn(side, position, position[1])[1] + position[1]) / 2
    const foot = footOn(side, position, halfWay)
    const { kx, ky } = metreRuler(halfWay)
    const far = ((position[0] - foot[0]) * kx) ** 2 + ((position[1] - foot[1]) * ky) ** 2
    if (far < least) [nearest, least] = [foot, far]
  }
  return geodesicM(position, nearest)
}

/** The place on the side that is nearest by the ruler of this latitude. */
function footOn([from, to]: readonly [Position, Position], [lon, lat]: Position, latitude: number): Position {
  const { kx, ky } = metreRuler(latitude)
  const [x, y] = [(to[0] - from[0]) * kx, (to[1] - from[1]) * ky]
  const length = x * x + y * y
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((lon - from[0]) * kx * x + (lat - from[1]) * ky * y) / length))
  return [from[0] + along * (to[0] - from[0]), from[1] + along * (to[1] - from[1])]
}
