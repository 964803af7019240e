// What an uploaded file says about one plot, before anything is judged: the geometry as written and the words beside it.
// Readers (GeoJSON, KML, WKT) give shapes; a shape that cannot be a plot carries the reason and does not stop the others.

import type { Point, Polygon, Position } from '../kernel/kinds.ts'
import { type FieldProblem, Problem } from '../kernel/problems.ts'
import { phrase, type Sentence, word } from '../messages/message.ts'

export type Shape = {
  /** The geometry's own name, if it has one. */
  name: string | null
  properties: Record<string, unknown>
  polygon: Polygon | null
  /** Where only a point was given. */
  point: Point | null
  problem: FieldProblem | null
}

/** Most positions of one ring that a file may bring; what is above mostCorners is offered a lighter line. */
export const mostPositions = 5_000

export const shapeProblem = (code: string, message: Sentence): FieldProblem => ({ path: 'boundary', code, message })
export const unreadable = (message: Sentence): Problem => new Problem('MALFORMED', { message })

type Geometry = Pick<Shape, 'polygon' | 'point' | 'problem'>
const refused = (code: string, message: Sentence): Geometry => ({ polygon: null, point: null, problem: shapeProblem(code, message) })

/** A position of any file format: longitude, latitude, and whatever height follows is dropped. Null when it is not one. */
function toPosition(value: unknown): Position | null {
  if (!Array.isArray(value) || value.length < 2) return null
  const [lon, lat] = value
  return typeof lon === 'number' && typeof lat === 'number' && Number.isFinite(lon) && Number.isFinite(lat) ? [lon, lat] : null
}

/** One or more polygons (outer ring and holes each) to the geometry of one plot. */
export function fromPolygons(polygons: readonly unknown[]): Geometry {
  if (!polygons.length) return refused('no_boundary', 'There is no boundary here.')
  if (polygons.length > 1)
    return refused('multi_polygon', phrase`${polygons.length} separate areas: one parcel is one area. Please bring them as parcels of their own.`)
  const rings = polygons[0]
  if (!Array.isArray(rings) || !rings.length) return refused('no_boundary', 'The boundary is empty.')
  const coordinates: Position[][] = []
  for (const ring of rings as unknown[]) {
    if (!Array.isArray(ring)) return refused('format', 'The boundary is not a list of positions.')
    if (ring.length > mostPositions + 1) return refused('too_many_points', phrase`${ring.length - 1} corners; at most ${mostPositions} are read.`)
    const positions = ring.map(toPosition)
    if (positions.length < 4) return refused('too_few_points', 'A boundary needs at least three different corners.')
    if (positions.some((position) => position === null)) return refused('format', phrase`Position ${positions.indexOf(null) + 1} is not a pair of numbers.`)
    coordinates.push(positions as Position[])
  }
  return { polygon: { type: 'Polygon', coordinates }, point: null, problem: null }
}

export function fromPoint(value: unknown): Geometry {
  const position = toPosition(value)
  return position ? { polygon: null, point: { type: 'Point', coordinates: position }, problem: null } : refused('format', 'The point is not a pair of numbers.')
}

/** Any GeoJSON geometry object to the geometry of one plot. */
export function fromGeometry(geometry: unknown): Geometry {
  if (typeof geometry !== 'object' || geometry === null) return refused('no_boundary', 'There is no boundary here.')
  const { type, coordinates, geometries } = geometry as { type?: unknown; coordinates?: unknown; geometries?: unknown }
  const list = Array.isArray(coordinates) ? (coordinates as unknown[]) : []
  if (type === 'Polygon') return fromPolygons([list])
  if (type === 'MultiPolygon') return fromPolygons(list)
  if (type === 'Point') return fromPoint(coordinates)
  if (type === 'GeometryCollection' && Array.isArray(geometries)) {
    const polygons = (geometries as { type?: unknown; coordinates?: unknown }[]).filter((one) => one?.type === 'Polygon')
    return fromPolygons(polygons.map((one) => one.coordinates))
  }
  return refused('geometry_type', phrase`${typeof type === 'string' ? type.slice(0, 40) : word('This geometry')} is not an area. A boundary is a Polygon.`)
}
