// What the reports on the chain answer: the trace of a lot or a plot, the ledger of a lot, the runs of a line.
// The server makes these and the screens draw them; types alone, so that neither side can misread the other.
import type { Point } from '../kernel/kinds.ts'
import type { Claim, Material, Process } from '../kernel/terms.ts'

export type Direction = 'back' | 'forward'
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
export type PlaceOfOrigin = {
  parcelId: string
  code: string
  name: string | null
  village: string | null
  farmer: string | null
  farmerId: string | null
  point: Point | null
  areaHa: number | null
  isOpen: boolean
}
export type TracePlot = PlaceOfOrigin & { kg: number; share: number }
export type TraceRoot = { id: string; kind: 'productbatch' | 'landparcel'; title: string; code: string; kg: number }
/** A trace as the screens draw it, made from the answer by `traceOf`. */
export type Trace = {
  root: TraceRoot
  direction: Direction
  nodes: TraceNode[]
  edges: TraceEdge[]
  /** Plots behind the root, heaviest first; their kg sum to the root's, to the gram. Empty when forward. */
  parcels: TracePlot[]
}

/** A plot in an answer: what a list of plots shows, and its state. */
export type PlotAnswer = TracePlot & { claim: Claim; status: string }
/** Which plots a lot came from: heaviest first, their kg sum to the lot's, to the gram. */
export type LotOrigin = { root: TraceRoot; parcels: PlotAnswer[] }
/** A trace as the server sends it: plots, crops and lots, and edges by their positions in that order (plots first). */
export type TraceAnswer = {
  root: TraceRoot
  direction: Direction
  /** Back: all plots of origin. Forward from a plot: that plot. */
  parcels: PlotAnswer[]
  /** `plot`: its position. All kilograms of a crop come from there. */
  crops: (Pick<TraceNode, 'id' | 'title' | 'code' | 'product' | 'kg' | 'share' | 'claim' | 'status' | 'place' | 'at' | 'isOpen'> & { plot: number })[]
  /** `product` and `place`: positions in the lists below. */
  lots: (Pick<TraceNode, 'id' | 'title' | 'code' | 'kg' | 'share' | 'claim' | 'status' | 'unitType' | 'at' | 'isOpen'> & {
    product: number | null
    place: number | null
  })[]
  products: string[]
  places: { title: string; point: Point | null }[]
  events: { id: string; eventType: string }[]
  /** From, to, kilograms, event. */
  edges: [number, number, number, number][]
}

export type LedgerLine = {
  id: string
  at: string
  account: string
  deltaKg: number
  balanceKg: number
  event: { id: string; eventType: string; subjectType: string; subjectId: string; status: string }
  /** Other lots of the same event. */
  lots: { id: string; title: string; deltaKg: number }[]
}
export type LotLedger = {
  batchId: string
  title: string
  onHandKg: number
  reservedKg: number
  availableKg: number
  /** Σ by account (kg), for the picture of where the kilograms went; taken-back events cancel out. */
  totals: Record<string, number>
  /** Oldest first. */
  items: LedgerLine[]
  /** True: there are more movements than these, the newest. */
  isCut: boolean
}

export type PastRun = {
  id: string
  at: string
  process: Process
  inputKg: number
  wasteKg: number
  invisibleKg: number
  outputs: { productId: string; product: string; material: Material; kg: number; share: number }[]
  /** Share 0..1 of what its process is run for. */
  share: number | null
}
export type RunHistory = {
  /** Oldest first. */
  items: PastRun[]
  /** Usual band of the main output. */
  norm: { material: Material; min: number; max: number } | null
  meanShare: number | null
  throughputKg30Days: number
}
