// Boundaries and positions as WKT.
import { readGeometryText } from '../../geo/read-wkt.ts'
import { ringHash } from '../../geo/ring-hash.ts'
import type { Point, Polygon } from '../../kernel/kinds.ts'
import { type CellKind, plain, type Reading, whenRequired, wrong } from './cell-kind.ts'

export const polygonText = ({ coordinates }: Polygon): string =>
  `POLYGON (${coordinates.map((ring) => `(${ring.map((position) => position.map(degrees).join(' ')).join(', ')})`).join(', ')})`
const pointText = ({ coordinates }: Point): string => `POINT (${coordinates.map(degrees).join(' ')})`
/** Seven decimals always come back as the same lattice point. */
const degrees = (value: number): string => String(Number(value.toFixed(7)))

function readPlace(kind: 'polygon' | 'point', text: string, otherwise: string): Reading {
  const read = readGeometryText(text)
  if (read.problem) return wrong(read.problem.code, read.problem.message)
  return read[kind] ? plain(read[kind]) : wrong('geometry_type', otherwise)
}

export const polygonCell: CellKind = {
  read: (_field, text) => readPlace('polygon', text, 'A boundary is a POLYGON.'),
  write: (_field, value) => polygonText(value as Polygon),
  example: whenRequired('POLYGON ((75.6 22.1, 75.601 22.1, 75.601 22.101, 75.6 22.101, 75.6 22.1))'),
  // Whichever corner it begins with.
  isSame: (stored, given) => ringHash(stored as Polygon) === ringHash(given as Polygon),
}
export const pointCell: CellKind = {
  read: (_field, text) => readPlace('point', text, 'A position is a POINT (lon lat).'),
  write: (_field, value) => pointText(value as Point),
  example: whenRequired('POINT (75.6 22.1)'),
}
