// A shapefile written from its published description, for tests of the reader: polygons or points with a table of texts.

type Ring = readonly (readonly [number, number])[]
export type ShapefileRow = { rings?: readonly Ring[]; point?: readonly [number, number]; line?: true; words: Record<string, string>; isDeleted?: true }
export const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'
export const utm43 = `PROJCS["WGS_1984_UTM_Zone_43N",${wgs84},PROJECTION["Transverse_Mercator"]]`

const double = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 8)
  for (const [index, value] of values.entries()) bytes.writeDoubleLE(value, index * 8)
  return bytes
}
const int = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value, index * 4)
  return bytes
}
const big = (...values: number[]): Buffer => int(...values).swap32()

function recordOf({ rings, point, line }: ShapefileRow): Buffer {
  if (line) return Buffer.concat([int(3), double(0, 0, 0, 0), int(0, 0)])
  if (point) return Buffer.concat([int(1), double(...point)])
  if (!rings) return int(0)
  const starts = rings.map((_, index) => rings.slice(0, index).reduce((sum, { length }) => sum + length, 0))
  const points = rings.flat()
  return Buffer.concat([int(5), double(0, 0, 0, 0), int(rings.length, points.length), int(...starts), double(...points.flat())])
}

export function shpOf(rows: readonly ShapefileRow[]): Buffer {
  const records = rows.map((row, index) => {
    const body = recordOf(row)
    return Buffer.concat([big(index + 1, body.length / 2), body])
  })
  const points = rows.flatMap(({ rings, point }) => [...(rings ?? []).flat(), ...(point ? [point] : [])])
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const length = 100 + records.reduce((sum, { length: bytes }) => sum + bytes, 0)
  const box = points.length ? double(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)) : double(0, 0, 0, 0)
  return Buffer.concat([big(9994, 0, 0, 0, 0, 0, length / 2), int(1000, 5), box, double(0, 0, 0, 0), ...records])
}

/** `types`: of columns that are no text (C). */
export function dbfOf(rows: readonly ShapefileRow[], encoding: BufferEncoding = 'utf8', types: Record<string, string> = {}): Buffer {
  const names = [...new Set(rows.flatMap(({ words }) => Object.keys(words)))]
  const width = 40
  const head = Buffer.alloc(32)
  head.writeUInt8(3, 0)
  head.writeUInt32LE(rows.length, 4)
  head.writeUInt16LE(32 + names.length * 32 + 1, 8)
  head.writeUInt16LE(1 + names.length * width, 10)
  const columns = names.map((name) => {
    const column = Buffer.alloc(32)
    column.write(name.slice(0, 10), 0, 'latin1')
    column.write(types[name] ?? 'C', 11, 'latin1')
    column.writeUInt8(width, 16)
    return column
  })
  const lines = rows.map(({ words, isDeleted }) => {
    const line = Buffer.alloc(1 + names.length * width, ' ')
    if (isDeleted) line.write('*', 0)
    for (const [index, name] of names.entries()) line.write(words[name] ?? '', 1 + index * width, width, encoding)
    return line
  })
  return Buffer.concat([head, ...columns, Buffer.from([0x0d]), ...lines, Buffer.from([0x1a])])
}
