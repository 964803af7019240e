// How much two boundaries share, and where (BR-02). The clipping library stays behind this file: it is the best of those
// tried, but young, so the pairs in overlap-pairs.ts are its contract. It is 28 kB; load it with the boundary editor.
// Clipping runs on the lattice times 100 (0.1 mm) because at 1 cm a kilometre-long sliver is off by square metres.
// Drafts that cross themselves are read by the even-odd rule, so that a figure can be shown while drawing.
import { booleanOp, ClipType, FillRule, type Paths64 } from 'clipper2-ts'
import type { Polygon, Position } from '../kernel/kinds.ts'
import { type Bbox, bboxOf, boxesTouch, squareMetresPerDegree } from './area.ts'
import { closedRing, type LatticePoint, latticeRing, relativeTo, stepsPerDegree } from './lattice.ts'
import { widestDegrees } from './validity.ts'

const finer = 100
const unitsPerDegree = stepsPerDegree * finer

export type MultiPolygon = { type: 'MultiPolygon'; coordinates: Position[][][] }
export type Overlap = {
  /** Shared area in m². */
  areaM2: number
  /** Shared area / area of the smaller of the two: BR-02's r, 0..1. */
  ratio: number
  /** Shared area / area of the first, 0..1. */
  shareOfFirst: number
  /** Shared area / area of both together, 0..1: 1 = the same plot. */
  iou: number
}
export const nothingShared: Overlap = { areaM2: 0, ratio: 0, shareOfFirst: 0, iou: 0 }

/** Polygon in clipping units around `origin`; refuses what the doubles inside the library could not carry exactly. */
function paths(polygon: Polygon, origin: LatticePoint): Paths64 {
  return polygon.coordinates.map((ring) =>
    relativeTo(origin, latticeRing(ring).points).map(([x, y]) => {
      if (Math.abs(x) > widestDegrees * stepsPerDegree || Math.abs(y) > widestDegrees * stepsPerDegree)
        throw new RangeError('Too wide to clip: judge the boundary first.')
      return { x: x * finer, y: y * finer }
    }),
  )
}
const clip = (kind: ClipType, subject: Paths64, other: Paths64 | null, rule: FillRule = FillRule.EvenOdd): Paths64 => booleanOp(kind, subject, other, rule)

function doubleArea(path: Paths64[number]): number {
  let sum = 0
  let before = path.at(-1) ?? { x: 0, y: 0 }
  for (const point of path) {
    sum += before.x * point.y - point.x * before.y
    before = point
  }
  return sum
}
/** Area of a clip result in square units; holes come out negative and are so taken off. */
const planeArea = (result: Paths64): number => Math.abs(result.reduce((sum, path) => sum + doubleArea(path), 0)) / 2

/** Middle of the box around both: keeps every coordinate of two touching plots within the clipping range. */
function commonOrigin(boxes: readonly Bbox[]): LatticePoint {
  const middle = (low: number, high: number): number => Math.round(((low + high) / 2) * stepsPerDegree)
  return [
    middle(Math.min(...boxes.map((box) => box[0])), Math.max(...boxes.map((box) => box[2]))),
    middle(Math.min(...boxes.map((box) => box[1])), Math.max(...boxes.map((box) => box[3]))),
  ]
}

/**
 * What `a` and `b` share. Ratios are plane ratios in one frame, so no ellipsoid enters them; never divide areaM2 by a stored hectare figure.
 * Throws RangeError for a boundary wider than 0.09° (findFlaw refuses those).
 */
export function overlap(a: Polygon, b: Polygon): Overlap {
  const [boxA, boxB] = [bboxOf(a), bboxOf(b)]
  if (!boxesTouch(boxA, boxB)) return nothingShared
  const origin = commonOrigin([boxA, boxB])
  const [pathsA, pathsB] = [paths(a, origin), paths(b, origin)]
  const shared = planeArea(clip(ClipType.Intersection, pathsA, pathsB))
  const [areaA, areaB] = [pathsA, pathsB].map((own) => planeArea(clip(ClipType.Union, own, null))) as [number, number]
  if (shared === 0 || areaA === 0 || areaB === 0) return nothingShared
  return {
    areaM2: (shared / unitsPerDegree ** 2) * squareMetresPerDegree(origin[1] / stepsPerDegree),
    ratio: Math.min(1, shared / Math.min(areaA, areaB)),
    shareOfFirst: Math.min(1, shared / areaA),
    iou: Math.min(1, shared / (areaA + areaB - shared)),
  }
}

/** The ground of all of them together; null of none. Throws RangeError for boundaries further apart than can be clipped. */
export function unionOf(polygons: readonly Polygon[]): MultiPolygon | null {
  if (polygons.length === 0) return null
  const origin = commonOrigin(polygons.map(bboxOf))
  return toMultiPolygon(
    clip(
      ClipType.Union,
      polygons.flatMap((polygon) => paths(polygon, origin)),
      null,
      FillRule.NonZero,
    ),
    origin,
  )
}

/** Share of `inner` that lies inside `outer`, 0..1 (a sub-plot must lie inside its parcel to 99 %). */
export const shareInside = (inner: Polygon, outer: Polygon): number => overlap(inner, outer).shareOfFirst

/** The shared ground itself, for hatching on the map; null when there is none. */
export function overlapShape(a: Polygon, b: Polygon): MultiPolygon | null {
  const [boxA, boxB] = [bboxOf(a), bboxOf(b)]
  if (!boxesTouch(boxA, boxB)) return null
  const origin = commonOrigin([boxA, boxB])
  return toMultiPolygon(clip(ClipType.Intersection, paths(a, origin), paths(b, origin)), origin)
}

/** The ground of the first that the second does not cover; null when nothing is left. */
export function groundOutside(a: Polygon, b: Polygon): MultiPolygon | null {
  const origin = commonOrigin([a, b].map(bboxOf))
  return toMultiPolygon(clip(ClipType.Difference, paths(a, origin), paths(b, origin)), origin)
}

/** The ground that any of these cover. All must lie within 0.09° of their common middle. */
export function union(polygons: readonly Polygon[]): MultiPolygon | null {
  if (!polygons.length) return null
  const origin = commonOrigin(polygons.map(bboxOf))
  let covered: Paths64 = []
  for (const polygon of polygons) covered = clip(ClipType.Union, covered, clip(ClipType.Union, paths(polygon, origin), null), FillRule.NonZero)
  return toMultiPolygon(covered, origin)
}

/** A tangled walk made plain: filled wherever it goes round at least once. `share`: how much of that ground the largest part holds, 0..1. */
export function largestPart(ring: readonly Position[]): { ring: Position[]; share: number } | null {
  const polygon: Polygon = { type: 'Polygon', coordinates: [[...ring]] }
  const origin = commonOrigin([bboxOf(polygon)])
  const outers = clip(ClipType.Union, paths(polygon, origin), null, FillRule.NonZero).filter((path) => doubleArea(path) > 0)
  const largest = outers.reduce<Paths64[number] | null>((best, path) => (best && doubleArea(best) >= doubleArea(path) ? best : path), null)
  if (!largest) return null
  return { ring: backToRing(largest, origin), share: doubleArea(largest) / outers.reduce((sum, path) => sum + doubleArea(path), 0) }
}

const backToRing = (path: Paths64[number], origin: LatticePoint): Position[] =>
  closedRing(path.map(({ x, y }): LatticePoint => [origin[0] + Math.round(x / finer), origin[1] + Math.round(y / finer)]))

/** Groups a clip result's outer rings (counter-clockwise) with the holes inside them. */
function toMultiPolygon(result: Paths64, origin: LatticePoint): MultiPolygon | null {
  const outers = result.filter((path) => doubleArea(path) > 0)
  const groups = outers.map((outer) => ({ outer, rings: [backToRing(outer, origin)] }))
  for (const hole of result.filter((path) => doubleArea(path) < 0)) {
    const around = groups.filter((group) => boxHolds(group.outer, hole)).sort((a, b) => doubleArea(a.outer) - doubleArea(b.outer))[0]
    around?.rings.push(backToRing(hole, origin))
  }
  const coordinates = groups.map((group) => group.rings).filter((rings) => (rings[0]?.length ?? 0) >= 4)
  return coordinates.length ? { type: 'MultiPolygon', coordinates } : null
}
function boxHolds(outer: Paths64[number], inner: Paths64[number]): boolean {
  const range = (path: Paths64[number], axis: 'x' | 'y'): [number, number] => [
    Math.min(...path.map((point) => point[axis])),
    Math.max(...path.map((point) => point[axis])),
  ]
  return (['x', 'y'] as const).every((axis) => range(outer, axis)[0] <= range(inner, axis)[0] && range(outer, axis)[1] >= range(inner, axis)[1])
}

/** BR-02. `ignore`: neighbours' lines never meet exactly. `duplicate`: the same plot again, whatever its ratio. */
export type OverlapBand = 'ignore' | 'warn' | 'review' | 'block' | 'duplicate'
/** Upper ends of the bands as shares of the smaller plot, and the IoU from which two boundaries are the same plot (defaults of BR-02). */
export const overlapLimits = { ignore: 0.01, warn: 0.05, review: 0.2, duplicateIou: 0.95 } as const

export function overlapBand(
  { ratio, iou }: Pick<Overlap, 'ratio' | 'iou'>,
  limits: Readonly<Record<keyof typeof overlapLimits, number>> = overlapLimits,
): OverlapBand {
  if (iou >= limits.duplicateIou) return 'duplicate'
  if (ratio <= limits.ignore) return 'ignore'
  if (ratio <= limits.warn) return 'warn'
  return ratio <= limits.review ? 'review' : 'block'
}
