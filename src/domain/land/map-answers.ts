// What the map's own addresses answer: outlines, overlaps, the boundaries a plot has had, and a boundary that is judged while it is drawn.
import { z } from 'zod'
import { box, count, documented, hectares, id, inUnit, moment, number, point, position, refs, text, words } from '../kernel/answer-shapes.ts'
import type { Finding } from '../kernel/entity.ts'

const shareOf = (what: string) => z.number().min(0).max(1).describe(`Share ${what}, 0 to 1.`)
export const ring = z.array(position)
export const polygon = z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) })
const figures = z.record(z.string(), number).optional()

const overlap = z
  .object({
    code: text.describe('The other plot.'),
    id: id.nullable().describe('Null when the caller may not see that plot.'),
    title: text.nullable(),
    band: z.enum(['warn', 'review', 'block', 'duplicate']).describe('1–5 %, 5–20 %, more than 20 % of the smaller plot; the same plot (BR-02).'),
    ratio: shareOf('of the smaller plot'),
    shareOfThis: shareOf('of this plot'),
    iou: shareOf('of both together'),
    sharedM2: inUnit('m²'),
    shape: z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }).nullable(),
  })
  .meta({ id: 'Overlap' })
export type OverlapView = z.infer<typeof overlap>

const outline = z.object({ id, code: text, title: text, parcelNo: text.nullable(), status: text, polygon })
export type Outline = z.infer<typeof outline>
export const neighbours = z.object({ items: z.array(outline), overlaps: z.array(overlap) }).meta({ id: 'Neighbours' })
export type Neighbours = z.infer<typeof neighbours>

const boundaryVersion = z.object({
  eventId: id,
  recordedAt: moment,
  recordedBy: id.nullable(),
  occurredAt: moment,
  method: text.nullable(),
  gpsAccuracyM: number.nullable(),
  vertexAccuracyM: z
    .array(inUnit('m').nullable())
    .nullable()
    .describe('Of each corner of the polygon, without the closing one, as the receiver said; null: of none it is known.'),
  areaHa: hectares,
  polygon: polygon.nullable().describe('Null: from here on the parcel had no boundary.'),
})
export type BoundaryVersion = z.infer<typeof boundaryVersion>
export const boundaryVersions = z.object({ items: z.array(boundaryVersion), refs }).meta({ id: 'BoundaryVersions' })

export const checkedBoundary = z
  .object({
    outcome: z.enum(['OK', 'WARN', 'REVIEW', 'BLOCK']).describe('What saving this boundary would answer.'),
    boundary: z
      .object({
        polygon,
        areaHa: number,
        perimeterM: number,
        centroid: point,
        bbox: box.describe('West, south, east, north.'),
        hash: text.describe('Fingerprint ring/1.'),
        corners: count,
        warnings: z.array(z.object({ code: text, message: text, words, vertex: count.optional(), figures })),
      })
      .nullable(),
    flaw: z.object({ cause: text, message: text, words, vertex: count.optional(), otherVertex: count.optional(), at: position.optional(), figures }).nullable(),
    overlaps: z.array(overlap).describe('Worst first. Given for a boundary with a flaw too, where it can be measured.'),
    areaDifference: z
      .object({ difference: number, findings: z.array(documented<Finding>('Finding')) })
      .nullable()
      .describe('BR-03; null without a declared area or a sound boundary.'),
    simplified: z
      .object({ polygon, iou: shareOf('of both together'), corners: count })
      .nullable()
      .describe('Offered when there are too many corners.'),
  })
  .meta({ id: 'CheckedBoundary' })
export type CheckedBoundary = z.infer<typeof checkedBoundary>
