// Where the things of a report lie, on paper: their positions in a frame, north up, with a line of a round length beside them. A map for orientation, which
// needs no tiles of anybody; the GeoJSON of the report has the places themselves.
import type { Point } from '#domain/kernel/kinds.ts'
import { deriveColours } from '#domain/tenancy/brand-colours.ts'
import { headingOf } from './cell-text.ts'
import { colour, margin, type Paper } from './paper.ts'
import type { ReportDocument } from './report-document.ts'

const frame = { width: 320, height: 150, room: 14 } as const
/** Kilometres to a degree of latitude, on a sphere: within half a per cent. */
const kmPerDegree = 111.2
const roundLengths = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]

export type Drawing = { dots: { x: number; y: number }[]; barKm: number; barWidth: number }

/** Dots of these positions in points of the frame, in one scale for both directions, and a round length of at most a third of its width. Null where there is none. */
export function drawingOf(points: readonly Point[]): Drawing | null {
  if (points.length === 0) return null
  const lats = points.map(({ coordinates: [, lat] }) => lat)
  const lngs = points.map(({ coordinates: [lng] }) => lng)
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lngs), Math.max(...lngs)]
  const kmPerLng = kmPerDegree * Math.cos((((south + north) / 2) * Math.PI) / 180)
  const inner = { width: frame.width - 2 * frame.room, height: frame.height - 2 * frame.room }
  // A single place has a kilometre around it.
  const [spanX, spanY] = [Math.max(1, (east - west) * kmPerLng), Math.max(1, (north - south) * kmPerDegree)]
  const perKm = Math.min(inner.width / spanX, inner.height / spanY)
  const [middleX, middleY] = [(west + east) / 2, (south + north) / 2]
  const dots = points.map(({ coordinates: [lng, lat] }) => ({
    x: frame.width / 2 + (lng - middleX) * kmPerLng * perKm,
    y: frame.height / 2 - (lat - middleY) * kmPerDegree * perKm,
  }))
  const barKm = roundLengths.findLast((km) => km * perKm <= frame.width / 3) ?? 0.1
  return { dots, barKm, barWidth: barKm * perKm }
}

/** Answers where the drawing ends; nothing is drawn of a report without positions. */
export function drawMap(paper: Paper, { report, whole, reader, colours }: ReportDocument, top: number): number {
  const { map: name = '' } = report
  const column = report.columns[name]
  const drawing = column && drawingOf(whole.rows.flatMap((row) => (isPoint(row[name]) ? [row[name]] : [])))
  if (!column || !drawing) return top
  const { doc } = paper
  const { secondaryInk } = deriveColours(colours)
  let y = top
  if (y + frame.height + 23 > paper.bottom) {
    doc.addPage()
    y = margin
  }
  paper.line(headingOf(column, reader), margin, y, { fontSize: 8.5, weight: 600 })
  y += 15
  doc.rect(margin, y, frame.width, frame.height).lineWidth(0.6).stroke(colour.line)
  for (const dot of drawing.dots) doc.circle(margin + dot.x, y + dot.y, 2.2).fill(secondaryInk)
  const right = margin + frame.width - 8
  doc.polygon([right - 4, y + 16], [right, y + 6], [right + 4, y + 16]).fill(colour.quiet)
  paper.line('N', right - 2.5, y + 17, { fontSize: 7, fill: colour.quiet })
  const base = y + frame.height - 7
  doc
    .moveTo(margin + 8, base)
    .lineTo(margin + 8 + drawing.barWidth, base)
    .lineWidth(1)
    .stroke(colour.quiet)
  paper.line(`${drawing.barKm} km`, margin + 12 + drawing.barWidth, base - 6, { fontSize: 7, fill: colour.quiet })
  return y + frame.height + 8
}

const isPoint = (value: unknown): value is Point => typeof value === 'object' && value !== null && 'coordinates' in value
