// The map index: zoom-14 tiles of the web map as numbers in Z-order, so that every tile of any zoom is one range of cells
// and a plain btree answers "what is here" under row security, where a spatial index would be switched off.
import type { Position } from '../kernel/kinds.ts'
import type { Bbox } from './area.ts'
import { mapLatitudeLimit } from './validity.ts'

export const cellZoom = 14
const tilesAcross = 2 ** cellZoom
/** A plot touches one or two cells; thousands mean that a boundary was not judged before it came here. */
const mostCells = 4096

export type CellRange = [from: number, to: number]

/** Spreads 14 bits to every second bit. */
function spread(value: number): number {
  let bits = value & 0x3fff
  bits = (bits | (bits << 8)) & 0x00ff00ff
  bits = (bits | (bits << 4)) & 0x0f0f0f0f
  bits = (bits | (bits << 2)) & 0x33333333
  return (bits | (bits << 1)) & 0x55555555
}
/** Z-order number of a tile: x in the even bits, y in the odd. */
export const zOrder = (x: number, y: number): number => spread(x) | (spread(y) << 1)

const clampTile = (value: number): number => Math.min(tilesAcross - 1, Math.max(0, Math.floor(value)))
const tileX = (lon: number): number => clampTile(((lon + 180) / 360) * tilesAcross)
function tileY(lat: number): number {
  const limited = Math.min(mapLatitudeLimit, Math.max(-mapLatitudeLimit, lat))
  const radians = (limited * Math.PI) / 180
  return clampTile(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * tilesAcross)
}

/** The cell a position lies in: a number below 2^28. */
export const cellOf = ([lon, lat]: Position): number => zOrder(tileX(lon), tileY(lat))
/** The cell of a box's middle: where its parcel is counted, once. */
export const homeCell = ([west, south, east, north]: Bbox): number => cellOf([(west + east) / 2, (south + north) / 2])

/** Every cell a box touches, ascending. Throws RangeError for boxes no plot has. */
export function cellsOfBox([west, south, east, north]: Bbox): number[] {
  const [left, right, top, bottom] = [tileX(west), tileX(east), tileY(north), tileY(south)]
  if ((right - left + 1) * (bottom - top + 1) > mostCells) throw new RangeError('This box touches too many cells to be a plot.')
  const cells: number[] = []
  for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) cells.push(zOrder(x, y))
  return cells.sort((a, b) => a - b)
}

/** The cells of one map tile; a tile closer than zoom 14 gets its parent cell, and the box filter does the rest. */
export function tileRange(z: number, x: number, y: number): CellRange {
  if (z > cellZoom) {
    const parent = zOrder(Math.floor(x / 2 ** (z - cellZoom)), Math.floor(y / 2 ** (z - cellZoom)))
    return [parent, parent]
  }
  const size = 4 ** (cellZoom - z)
  const start = zOrder(x, y) * size
  return [start, start + size - 1]
}

/** Box of a tile in degrees, widened by `buffer` tile widths on every side (64/4096 for what the encoder draws beyond the edge). */
export function tileBox(z: number, x: number, y: number, buffer = 0): Bbox {
  const across = 2 ** z
  const lon = (column: number): number => (column / across) * 360 - 180
  const lat = (row: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / across))) * 180) / Math.PI
  return [lon(x - buffer), lat(y + 1 + buffer), lon(x + 1 + buffer), lat(y - buffer)]
}

/** At most `most` ascending ranges that cover a box, and more around it when the box is awkward: keep the box filter beside them. */
export function boxRanges([west, south, east, north]: Bbox, most = 6): CellRange[] {
  const [left, right, top, bottom] = [tileX(west), tileX(east), tileY(north), tileY(south)]
  const side = (z: number): number => 2 ** (cellZoom - z)
  const touches = ({ z, x, y }: Quad): boolean => x * side(z) <= right && (x + 1) * side(z) > left && y * side(z) <= bottom && (y + 1) * side(z) > top
  const isInside = ({ z, x, y }: Quad): boolean =>
    x * side(z) >= left && (x + 1) * side(z) - 1 <= right && y * side(z) >= top && (y + 1) * side(z) - 1 <= bottom
  let cover: Quad[] = [{ z: 0, x: 0, y: 0 }]
  // A quad that lies inside the box is never split, or a box as large as the world would be cut into all its cells.
  while (cover.some((quad) => quad.z < cellZoom && !isInside(quad))) {
    const tighter = cover.flatMap((quad) => (quad.z === cellZoom || isInside(quad) ? [quad] : quarters(quad).filter(touches)))
    if (merged(tighter.map(quadRange)).length > most) break
    cover = tighter
  }
  return merged(cover.map(quadRange))
}

type Quad = { z: number; x: number; y: number }
const quarters = ({ z, x, y }: Quad): Quad[] => [0, 1, 2, 3].map((corner) => ({ z: z + 1, x: 2 * x + (corner & 1), y: 2 * y + (corner >> 1) }))
const quadRange = ({ z, x, y }: Quad): CellRange => tileRange(z, x, y)

function merged(ranges: CellRange[]): CellRange[] {
  const joined: CellRange[] = []
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}
