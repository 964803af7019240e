// What the reports on the chain answer: the trace of a lot or a plot, the ledger of a lot, the runs of a line. The server makes these and
// the screens draw them by the types of these schemas, so that neither side can misread the other.
import { z } from 'zod'
import { box, count, day, flag, hectares, id, keyOf, kg, moment, point, share, text } from '../kernel/answer-shapes.ts'
import type { Point } from '../kernel/kinds.ts'
import { type Claim, claims, materials, processes } from '../kernel/terms.ts'

export const direction = z.enum(['back', 'forward'])
export type Direction = z.infer<typeof direction>
export type TraceNode = {
  id: string
  kind: 'parcel' | 'crop' | 'productbatch'
  title: string
  code: string
  /** Product of a lot, crop of a field. */
  product: string | null
  /** What of this node belongs to the trace (kg). Back: of the root; forward: of this node, what came from the root. */
  kg: number
  /** Share 0..1 of the traced thing that came through here (back), or of this that came from it (forward). */
  share: number
  claim: Claim | null
  status: string
  unitType: string | null
  place: string | null
  /** Day: sown, made. */
  at: string | null
  point: Point | null
  /** False: out of this reader's reach; there is no page to open. */
  isOpen: boolean
}
export type TraceEdge = { from: string; to: string; kg: number; eventId: string | null; eventType: string }
const isOpen = flag.describe('False: out of the caller’s reach.')
const placeOfOrigin = {
  parcelId: id,
  code: text,
  name: text.nullable(),
  village: text.nullable(),
  farmer: text.nullable(),
  farmerId: id.nullable(),
  point: point.nullable(),
  areaHa: hectares.nullable(),
  isOpen,
}
const plot = z.object({ ...placeOfOrigin, kg: kg.describe('Parts sum to the traced lot, to the gram.'), share, claim: keyOf(claims), status: text })
/** A plot in an answer: what a list of plots shows, and its state. */
export type PlotAnswer = z.infer<typeof plot>
export type TracePlot = Omit<PlotAnswer, 'claim' | 'status'>
export type PlaceOfOrigin = Omit<TracePlot, 'kg' | 'share'>
const root = z.object({ id, kind: z.enum(['productbatch', 'landparcel']), title: text, code: text, kg })
export type TraceRoot = z.infer<typeof root>
/** A trace as the screens draw it, made from the answer by `traceOf`. */
export type Trace = {
  root: TraceRoot
  direction: Direction
  nodes: TraceNode[]
  edges: TraceEdge[]
  /** Plots behind the root, heaviest first; their kg sum to the root's, to the gram. Empty when forward. */
  parcels: TracePlot[]
}

/** Which plots a lot came from: heaviest first, their kg sum to the lot's, to the gram. */
export const lotOrigin = z.object({ root, parcels: z.array(plot) }).meta({ id: 'LotOrigin' })
export type LotOrigin = z.infer<typeof lotOrigin>
const node = {
  id,
  title: text,
  code: text,
  kg: kg.describe('Back: kilograms of the traced lot that came through here. Forward: kilograms of this that came from the traced thing.'),
  share,
  claim: keyOf(claims).nullable(),
  status: text,
  at: day.nullable(),
  isOpen,
}
/** A trace as the server sends it: plots, crops and lots, and edges by their positions in that order (plots first). */
export const traceAnswer = z
  .object({
    root,
    direction,
    parcels: z.array(plot).describe('Back: all plots of origin. Forward from a plot: that plot.'),
    crops: z.array(
      z.object({ ...node, product: text.nullable(), place: text.nullable(), plot: count.describe('Position of its plot; all its kilograms come from there.') }),
    ),
    lots: z.array(
      z.object({
        ...node,
        unitType: text.nullable(),
        product: count.nullable().describe('Position in products.'),
        place: count.nullable().describe('Position in places.'),
      }),
    ),
    products: z.array(text),
    places: z.array(z.object({ title: text, point: point.nullable() })),
    events: z.array(z.object({ id, eventType: text })),
    edges: z.array(box.describe('From and to (positions over plots, crops and lots, in this order), kilograms, position of the event.')),
  })
  .meta({ id: 'Trace' })
export type TraceAnswer = z.infer<typeof traceAnswer>

export const lotLedger = z
  .object({
    batchId: id,
    title: text,
    onHandKg: kg,
    reservedKg: kg,
    availableKg: kg,
    totals: z.record(z.string(), kg).describe('Sums by account; events taken back cancel out.'),
    items: z
      .array(
        z.object({
          id,
          at: moment,
          account: text,
          deltaKg: kg,
          balanceKg: kg,
          event: z.object({ id, eventType: text, subjectType: text, subjectId: id, status: text }),
          lots: z.array(z.object({ eventId: id, id, title: text, deltaKg: kg })).describe('Other lots of the same event.'),
        }),
      )
      .describe('Oldest first.'),
    isCut: flag.describe('Only the newest 2,000 lines are shown.'),
  })
  .meta({ id: 'Ledger' })
export type LotLedger = z.infer<typeof lotLedger>
export type LedgerLine = LotLedger['items'][number]

/** Usual out-turn of a material. */
export const band = z.object({ material: keyOf(materials), min: z.number(), max: z.number() })
export const runHistory = z
  .object({
    items: z
      .array(
        z.object({
          id,
          at: moment,
          process: keyOf(processes),
          inputKg: kg,
          wasteKg: kg,
          invisibleKg: kg,
          outputs: z.array(z.object({ productId: id, product: text, material: keyOf(materials), kg, share: z.number() })),
          material: keyOf(materials).nullable().describe('What of its process was made; null when nothing of it was.'),
          share: share.nullable().describe('Of that material.'),
        }),
      )
      .describe('Oldest first.'),
    norm: band.nullable().describe('Usual band of the main output.'),
    meanShare: share.nullable(),
    throughputKg30Days: kg,
  })
  .meta({ id: 'RunHistory' })
export type RunHistory = z.infer<typeof runHistory>
export type PastRun = RunHistory['items'][number]
