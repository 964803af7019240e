// Where a point lies: inside a plot or not, and how far from it (GEO_MISMATCH: an event recorded more than 500 m away).
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import type { Polygon, Position } from '../kernel/kinds.ts'
import { metreRuler } from './area.ts'

/** Inside or on the boundary. */
export const containsPoint = (polygon: Polygon, position: Position): boolean => booleanPointInPolygon(position, polygon)

/** Metres from a position to the plot; 0 inside and on the line. Within 2e-4 of the ellipsoidal distance. */
export function distanceM(polygon: Polygon, position: Position): number {
  const ring = polygon.coordinates[0] ?? []
  if (!ring.length || containsPoint(polygon, position)) return 0
  const corners = ring.length - 1 || 1
  const meanLatitude = ring.slice(0, corners).reduce((sum, [, lat]) => sum + lat, 0) / corners
  const ruler = metreRuler((meanLatitude + position[1]) / 2)
  let nearest = Infinity
  for (let i = 0; i + 1 < ring.length; i++) nearest = Math.min(nearest, ruler.pointToSegmentDistance(position, ring[i] as Position, ring[i + 1] as Position))
  return nearest
}
