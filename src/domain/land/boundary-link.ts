// A link by which somebody without an account draws the boundary of one plot (domain dictionary 13.2): what the link opens, and what is sent by it.
// What is sent waits as a submission; the plot itself is not written.
import { z } from 'zod'
import { box, day, moment, text } from '../kernel/answer-shapes.ts'
import { uuid } from '../kernel/checks/references.ts'
import { schemaOf } from '../kernel/field-schemas.ts'
import { polygon } from '../kernel/kinds.ts'

export const linkDays = 7
export const linkSubmits = 3
const shape = schemaOf(polygon('Boundary'))

export const boundaryLink = z
  .object({
    path: text.describe('Address of the page, on the host of the programme.'),
    until: moment,
    submits: z.int().describe('How often something may be sent by it.'),
  })
  .meta({ id: 'BoundaryLink' })
export type BoundaryLink = z.infer<typeof boundaryLink>

export const linkedPlot = z
  .object({
    mode: z.enum(['NEW', 'EDIT']).describe('EDIT: the plot has a boundary.'),
    initials: text.describe('Of the grower.'),
    village: text.nullable(),
    parcelNo: text,
    until: moment,
    left: z.int().describe('How often something may still be sent.'),
    boundary: shape.nullable(),
    neighbours: z.array(shape).describe('Outlines around it or, before it has a boundary, around what else the grower has; without whose they are.'),
    around: box
      .nullable()
      .describe('West, south, east and north of where the map opens, in degrees; null where outlines show it, and where nothing of the village is on the map.'),
  })
  .meta({ id: 'LinkedPlot' })
export type LinkedPlot = z.infer<typeof linkedPlot>

export const drawnBoundary = z.strictObject({
  token: z.string().max(600),
  /** Chosen by the device, so that sending it again is the same. */
  id: uuid,
  boundary: shape,
  boundaryMethod: z.enum(['GPS_WALK', 'TAP_CORNERS', 'DESKTOP_DRAW', 'IMPORT']),
  gpsAccuracyM: z.number().min(0).max(1000).nullable().optional(),
  mappedAt: day.nullable().optional(),
})
export type DrawnBoundary = z.infer<typeof drawnBoundary>
export const drawnReceipt = z.object({ left: z.int() }).meta({ id: 'DrawnReceipt' })
export type DrawnReceipt = z.infer<typeof drawnReceipt>

/** `Ravi Kumar Patel` is R. K. P. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 4)
    .map((word) => `${[...word][0]?.toLocaleUpperCase()}.`)
    .join(' ')
