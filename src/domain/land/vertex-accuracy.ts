// How accurate the receiver was at each corner of a boundary (domain dictionary 3.3): sent with the boundary, in its order, and read with the version that it belongs to.
import { latticeRing } from '../geo/lattice.ts'
import type { Polygon } from '../kernel/kinds.ts'

/** Metres at a corner; null: it was not walked to. */
export type VertexAccuracy = { metres?: number | null | undefined }

/** Corners of the outer ring as it was sent, without the position that closes it. */
export const cornersSent = ({ coordinates: [ring = []] }: Polygon): number => {
  const [first, last] = [ring[0], ring.at(-1)]
  const isClosed = ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
  return isClosed ? ring.length - 1 : ring.length
}

/** The same for the boundary as it is stored, which has no corner twice in a row. */
export const accuraciesStored = ({ coordinates: [ring = []] }: Polygon, sent: readonly VertexAccuracy[]): (number | null)[] =>
  latticeRing(ring).from.map((index) => sent[index]?.metres ?? null)
