// Shapefile in: the shapes of a .shp and the words beside them in its .dbf, as desktop maps have exported plots for thirty years. A field name has
// ten characters at most there, which is why columns can be assigned by hand. What is in metres of some grid would land in the wrong place: refused.
import { fromGeometry, type Shape, unreadable } from '#domain/geo/shapes.ts'

/** Bytes of each part. `prj`: its coordinate system in words; `cpg`: the character set of the table. */
export type ShapefileParts = { shp: Uint8Array; dbf: Uint8Array | null; prj: string | null; cpg: string | null }
type Table = { columns: { name: string; type: string; at: number; length: number }[]; headerBytes: number; rowBytes: number; rows: number }
type Pair = [number, number]

const fileMark = 9994
const shpHeader = 100
/** Each kind with its shapes of heights and measures, which follow the positions and are dropped. */
const kinds: Readonly<Record<number, 'Point' | 'LineString' | 'Polygon' | 'MultiPoint'>> = {
  1: 'Point',
  11: 'Point',
  21: 'Point',
  3: 'LineString',
  13: 'LineString',
  23: 'LineString',
  5: 'Polygon',
  15: 'Polygon',
  25: 'Polygon',
  8: 'MultiPoint',
  18: 'MultiPoint',
  28: 'MultiPoint',
}
const damaged = () => unreadable('This shapefile cannot be read: a part of it is damaged or cut off.')
const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Shapes in their order, of rows that are not deleted. Throws MALFORMED for a damaged part and for coordinates of another system. */
export function* readShapefile({ shp, dbf, prj, cpg }: ShapefileParts): Generator<Shape> {
  const shapes = view(shp)
  if (shapes.byteLength < shpHeader || shapes.getInt32(0) !== fileMark) throw damaged()
  refuseOtherSystem(shapes, prj)
  const words = dbf ? wordsOf(dbf, cpg) : null
  for (let at = shpHeader, row = 0; at < shapes.byteLength; row++) {
    if (at + 12 > shapes.byteLength) throw damaged()
    const length = shapes.getInt32(at + 4) * 2
    if (length < 4 || at + 8 + length > shapes.byteLength) throw damaged()
    const properties = words ? words(row) : {}
    if (properties) {
      const { name } = properties
      yield {
        name: typeof name === 'string' ? name : null,
        properties,
        ...fromGeometry(geometryOf(new DataView(shapes.buffer, shapes.byteOffset + at + 8, length))),
      }
    }
    at += 8 + length
  }
}

/** By its words; without them by whether its corners can be degrees at all. */
function refuseOtherSystem(shapes: DataView, prj: string | null): void {
  const box = [36, 44, 52, 60].map((at) => shapes.getFloat64(at, true))
  const isDegrees = box.every((value, index) => Math.abs(value) <= (index % 2 ? 90 : 180))
  const isWgs84 = prj === null || (/^\s*GEOG(CS|CRS)\s*\[/i.test(prj) && /WGS[ _]*(19)?84|World Geodetic System 1984/i.test(prj))
  if (!isDegrees || !isWgs84) throw unreadable('Only WGS84 longitude and latitude are read; please export the file in EPSG:4326.')
}

function geometryOf(record: DataView): unknown {
  const kind = record.getInt32(0, true)
  if (kind === 0) return null
  const type = kinds[kind]
  if (type === 'Point') {
    if (record.byteLength < 20) throw damaged()
    return { type, coordinates: pairAt(record, 4) }
  }
  if (type !== 'Polygon') return { type: type ?? 'MultiPatch' }
  if (record.byteLength < 44) throw damaged()
  const [parts, points] = [record.getInt32(36, true), record.getInt32(40, true)]
  const first = 44 + parts * 4
  if (parts < 0 || points < 0 || first + points * 16 > record.byteLength) throw damaged()
  const starts = Array.from({ length: parts }, (_, index) => record.getInt32(44 + index * 4, true))
  const rings = starts.map((start, index) => {
    const end = starts[index + 1] ?? points
    if (start < 0 || end < start || end > points) throw damaged()
    return Array.from({ length: end - start }, (_, step) => pairAt(record, first + (start + step) * 16))
  })
  return { type: 'MultiPolygon', coordinates: areasOf(rings) }
}
const pairAt = (record: DataView, at: number): Pair => [record.getFloat64(at, true), record.getFloat64(at + 8, true)]

/** An outer ring runs clockwise, its holes the other way round and after it. A file in which none runs clockwise has no holes. */
function areasOf(rings: readonly Pair[][]): Pair[][][] {
  const areas: Pair[][][] = []
  const isAnyOuter = rings.some(isClockwise)
  for (const ring of rings) {
    const around = areas.at(-1)
    if (around && isAnyOuter && !isClockwise(ring)) around.push(ring)
    else areas.push([ring])
  }
  return areas
}
function isClockwise(ring: readonly Pair[]): boolean {
  let twice = 0
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
    twice += x * nextY - nextX * y
  }
  return twice < 0
}

/** Reads the words of a row by its number; null for one that was deleted, nothing for one that the table has not. */
function wordsOf(dbf: Uint8Array, cpg: string | null): (row: number) => Record<string, unknown> | null {
  const table = tableOf(dbf)
  const decode = decoderOf(cpg)
  return (row) => {
    if (row >= table.rows) return {}
    const start = table.headerBytes + row * table.rowBytes
    if (start + table.rowBytes > dbf.byteLength) throw damaged()
    if (dbf[start] === '*'.charCodeAt(0)) return null
    return Object.fromEntries(
      table.columns.map(({ name, type, at, length }) => [name, cellOf(type, decode(dbf.subarray(start + at, start + at + length)).trim())]),
    )
  }
}

function tableOf(dbf: Uint8Array): Table {
  const head = view(dbf)
  if (head.byteLength < 33) throw damaged()
  const [rows, headerBytes, rowBytes] = [head.getUint32(4, true), head.getUint16(8, true), head.getUint16(10, true)]
  const columns: Table['columns'] = []
  let at = 1
  for (let from = 32; from + 32 <= headerBytes && dbf[from] !== 0x0d; from += 32) {
    if (from + 32 > head.byteLength) throw damaged()
    const name = String.fromCharCode(...dbf.subarray(from, from + 11)).replace(/\0.*$/s, '')
    const length = head.getUint8(from + 16)
    columns.push({ name, type: String.fromCharCode(head.getUint8(from + 11)), at, length })
    at += length
  }
  if (rowBytes < at || headerBytes > head.byteLength) throw damaged()
  return { columns, headerBytes, rowBytes, rows }
}

/** As its .cpg says; without one UTF-8, and what is none is Windows’ Latin. */
function decoderOf(cpg: string | null): (bytes: Uint8Array) => string {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const latin = new TextDecoder('windows-1252')
  if (cpg !== null && /8859-?1$|1252|latin-?1|^ansi/i.test(cpg.trim())) return (bytes) => latin.decode(bytes)
  return (bytes) => {
    try {
      return utf8.decode(bytes)
    } catch {
      return latin.decode(bytes)
    }
  }
}

function cellOf(type: string, text: string): unknown {
  if (text === '') return null
  if (type === 'D') return /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : text
  if (type === 'L') return /^[TY]$/i.test(text) ? true : /^[FN]$/i.test(text) ? false : null
  // A figure that was wider than its column is stars.
  if (type === 'N' || type === 'F') return /^\*+$/.test(text) ? null : text
  // Of a memo only its place in another file is here.
  return type === 'M' ? null : text
}
