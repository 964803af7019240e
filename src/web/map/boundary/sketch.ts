// A boundary while it is being made: corners in order, where each came from, and every step back.
// Pure, so that drawing, walking, typing and pasting are one thing to the rest of the screen and to the tests.
import { latticeRing, toDegrees, toLattice } from '#domain/geo/lattice.ts'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'

/** Accuracy in metres as the receiver said; null for corners that were drawn or typed. */
export type Corner = { position: Position; accuracyM: number | null }
/** How the boundary was made (domain dictionary 2.1); mixed ways count as the last one that moved a corner. */
export type SketchMethod = 'GPS_WALK' | 'TAP_CORNERS' | 'DESKTOP_DRAW' | 'IMPORT'
type Step = { corners: readonly Corner[]; method: SketchMethod | null }
export type Sketch = Step & { past: readonly Step[] }

export type SketchAction =
  /** The whole ring as the map or a file gives it; corners that did not move keep their accuracy. */
  | { type: 'drawn'; positions: readonly Position[]; method: SketchMethod }
  /** A reading of the receiver, already let through the gate. */
  | { type: 'walked'; corner: Corner }
  | { type: 'moved'; index: number; position: Position }
  | { type: 'inserted'; after: number }
  | { type: 'removed'; index: number }
  | { type: 'undone' }
  | { type: 'restarted'; corners: readonly Corner[] }

const mostSteps = 200

export const startSketch = (corners: readonly Corner[] = []): Sketch => ({ corners, method: null, past: [] })

/** Corners of a stored polygon's outer ring, without the closing one. */
export function cornersOf(polygon: Polygon | null | undefined, accuracies: readonly (number | null)[] = []): Corner[] {
  const { points, from } = latticeRing(polygon?.coordinates[0] ?? [])
  return points.map((point, index) => ({ position: toDegrees(point), accuracyM: accuracies[from[index] ?? index] ?? null }))
}

export const ringOf = (corners: readonly Corner[]): Position[] => {
  const positions = corners.map((corner) => corner.position)
  const first = positions[0]
  return first ? [...positions, first] : []
}

/** The GeoJSON polygon, or null while there are fewer than three corners. */
export const polygonOf = (corners: readonly Corner[]): Polygon | null => (corners.length < 3 ? null : { type: 'Polygon', coordinates: [ringOf(corners)] })

export function sketchReducer(sketch: Sketch, action: SketchAction): Sketch {
  switch (action.type) {
    case 'drawn':
      return stepTo(sketch, carryAccuracies(sketch.corners, action.positions), action.method)
    case 'walked':
      return stepTo(sketch, [...sketch.corners, { ...action.corner, position: onLattice(action.corner.position) }], 'GPS_WALK')
    case 'moved':
      return stepTo(
        sketch,
        sketch.corners.map((corner, index) => (index === action.index ? { position: onLattice(action.position), accuracyM: null } : corner)),
        sketch.method ?? 'DESKTOP_DRAW',
      )
    case 'inserted':
      return stepTo(sketch, withMiddle(sketch.corners, action.after), sketch.method ?? 'DESKTOP_DRAW')
    case 'removed':
      return stepTo(
        sketch,
        sketch.corners.filter((_, index) => index !== action.index),
        sketch.method ?? 'DESKTOP_DRAW',
      )
    case 'undone': {
      const last = sketch.past.at(-1)
      return last ? { ...last, past: sketch.past.slice(0, -1) } : sketch
    }
    case 'restarted':
      return startSketch(action.corners)
  }
}

/** What the receiver said at each corner of this ring, null where nobody walked to it; undefined: at none. */
export function accuraciesAlong(corners: readonly Corner[], polygon: Polygon): { metres: number | null }[] | undefined {
  const along = carryAccuracies(corners, polygon.coordinates[0] ?? []).map(({ accuracyM }) => ({ metres: accuracyM }))
  return along.some(({ metres }) => metres !== null) ? along : undefined
}

export const onLattice = (position: Position): Position => toDegrees(toLattice(position))
const placeOf = (position: Position): string => toLattice(position).join()

function stepTo(sketch: Sketch, corners: readonly Corner[], method: SketchMethod): Sketch {
  const unchanged =
    corners.length === sketch.corners.length &&
    corners.every((corner, index) => placeOf(corner.position) === placeOf(sketch.corners[index]?.position ?? [0, 0]))
  // A click on a corner without moving it is not a step to take back.
  if (unchanged) return sketch
  return { corners, method, past: [...sketch.past, { corners: sketch.corners, method: sketch.method }].slice(-mostSteps) }
}

function carryAccuracies(before: readonly Corner[], ring: readonly Position[]): Corner[] {
  const known = new Map(before.map((corner) => [placeOf(corner.position), corner.accuracyM]))
  return latticeRing(ring).points.map((point) => ({ position: toDegrees(point), accuracyM: known.get(point.join()) ?? null }))
}

function withMiddle(corners: readonly Corner[], after: number): Corner[] {
  const [from, to] = [corners[after], corners[(after + 1) % corners.length]]
  if (!from || !to) return [...corners]
  const middle: Corner = { position: onLattice([(from.position[0] + to.position[0]) / 2, (from.position[1] + to.position[1]) / 2]), accuracyM: null }
  return [...corners.slice(0, after + 1), middle, ...corners.slice(after + 1)]
}
