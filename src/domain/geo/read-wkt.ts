// Well-known text, as the `wkt` column of parcel tables carries it: POLYGON ((lon lat, …)), MULTIPOLYGON of one part, POINT;
// in any case, with SRID=4326; before and Z, M or ZM values behind. A cell that starts with { is read as GeoJSON.
import { phrase, type Sentence } from '../messages/message.ts'
import { fromGeometry, fromPoint, fromPolygons, mostPositions, type Shape, shapeProblem } from './shapes.ts'

type Geometry = Pick<Shape, 'polygon' | 'point' | 'problem'>
const refused = (code: string, message: Sentence): Geometry => ({ polygon: null, point: null, problem: shapeProblem(code, message) })

/** Fifty characters a position are ample. */
const longestText = mostPositions * 50

/** The geometry of one table cell; what cannot be read comes back as a problem, never as an exception. */
export function readGeometryText(text: string): Geometry {
  const trimmed = text.trim()
  if (!trimmed) return refused('no_boundary', 'There is no boundary here.')
  if (trimmed.length > longestText) return refused('too_many_points', phrase`At most ${mostPositions} corners are read.`)
  if (!trimmed.startsWith('{')) return readWkt(trimmed)
  try {
    const value = JSON.parse(trimmed) as { type?: unknown; geometry?: unknown }
    return fromGeometry(value.type === 'Feature' ? value.geometry : value)
  } catch {
    return refused('format', 'This is neither well-known text nor GeoJSON.')
  }
}

export function readWkt(text: string): Geometry {
  const srid = /^SRID\s*=\s*(\d+)\s*;\s*/i.exec(text)
  if (srid && srid[1] !== '4326') return refused('format', phrase`Coordinate system ${srid[1]} is not read; only WGS84 (4326) longitude and latitude.`)
  const head = /^([A-Z]+?)\s*(?:ZM|Z|M)?\s*(EMPTY|\()/i.exec(text.slice(srid?.[0].length ?? 0))
  if (!head) return refused('format', 'This is not well-known text like POLYGON ((75.6 22.1, …)).')
  const [kind, body] = [head[1]?.toUpperCase(), text.slice((srid?.[0].length ?? 0) + head[0].length - 1)]
  if (head[2]?.toUpperCase() === 'EMPTY') return refused('no_boundary', 'The boundary is empty.')
  const lists = nestedLists(body)
  if (!lists) return refused('format', 'The brackets or numbers of this text do not fit.')
  if (kind === 'POLYGON') return fromPolygons([lists])
  if (kind === 'MULTIPOLYGON') return fromPolygons(lists)
  if (kind === 'POINT') return fromPoint(lists[0])
  return refused('geometry_type', phrase`${kind} is not an area. A boundary is a POLYGON.`)
}

type Nested = (number[] | Nested)[]
/** `((1 2, 3 4), (…))` as nested lists of positions; null when brackets or numbers do not fit. */
function nestedLists(text: string): Nested | null {
  const open: Nested[] = []
  let whole: Nested | null = null
  for (const token of text.match(/[()]|[^(),]+|,/g) ?? []) {
    if (whole) return token.trim() ? null : whole
    if (token === '(') open.push([])
    else if (token === ')') {
      const list = open.pop()
      if (!list) return null
      const parent = open.at(-1)
      if (parent) parent.push(list)
      else whole = list
    } else if (token !== ',' && token.trim()) {
      const numbers = token.trim().split(/\s+/).map(Number)
      const list = open.at(-1)
      if (!list || numbers.some((value) => !Number.isFinite(value))) return null
      list.push(numbers)
    }
  }
  return whole
}
