// What is wrong or doubtful about a boundary while it is being made: the server's own rules (BR-01, BR-02, BR-03),
// run at each move, so that nobody learns after saving what could be seen while drawing.

import { ringAreaM2, toHectares } from '#domain/geo/area.ts'
import { type BoundaryOptions, type Flaw, inspectBoundary } from '#domain/geo/boundary.ts'
import { type MultiPolygon, type Overlap, type OverlapBand, overlap, overlapBand, overlapShape } from '#domain/geo/overlap.ts'
import { walkAccuracy } from '#domain/geo/simplify.ts'
import type { BoundaryWarning } from '#domain/geo/validity.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { type Corner, polygonOf, ringOf } from './sketch.ts'

export type Neighbour = { id: string; title: string; note?: string; polygon: Polygon }
export type FoundOverlap = Overlap & { neighbour: Neighbour; band: Exclude<OverlapBand, 'ignore'>; shape: MultiPolygon | null }

export type SketchChecks = {
  /** Null while there are fewer than three corners. */
  polygon: Polygon | null
  areaHa: number
  flaw: Flaw | null
  warnings: BoundaryWarning[]
  /** Largest first; lines that merely never meet exactly (BR-02: up to 1 %) are left out. */
  overlaps: FoundOverlap[]
  accuracy: ReturnType<typeof walkAccuracy>
  /** Mapped against declared: -0.1 = a tenth less than declared. */
  declaredDiff: number | null
  /** Why it cannot be saved, in order of weight; empty = it can. */
  blockedBy: ('corners' | 'flaw' | 'accuracy' | 'overlap')[]
}

/** Declared and mapped area may differ by this much before somebody should look (BR-03). */
export const declaredLimits = { warn: 0.1, review: 0.25 } as const

export function checkSketch(
  corners: readonly Corner[],
  neighbours: readonly Neighbour[],
  { declaredHa, ...options }: BoundaryOptions & { declaredHa?: number | null } = {},
): SketchChecks {
  const polygon = polygonOf(corners)
  const judged = polygon ? inspectBoundary(polygon, options) : null
  const areaHa = polygon ? (judged?.boundary?.areaHa ?? toHectares(ringAreaM2(ringOf(corners)))) : 0
  const overlaps = polygon && canClip(judged?.flaw ?? null) ? findOverlaps(polygon, neighbours) : []
  const accuracy = walkAccuracy(corners.flatMap((corner) => (corner.accuracyM === null ? [] : [corner.accuracyM])))
  const blockedBy: SketchChecks['blockedBy'] = []
  if (!polygon) blockedBy.push('corners')
  if (judged?.flaw) blockedBy.push('flaw')
  if (accuracy?.verdict === 'block') blockedBy.push('accuracy')
  if (overlaps.some((one) => one.band === 'block' || one.band === 'duplicate')) blockedBy.push('overlap')
  return {
    polygon: judged?.boundary?.polygon ?? polygon,
    areaHa,
    flaw: judged?.flaw ?? null,
    warnings: judged?.boundary?.warnings ?? [],
    overlaps,
    accuracy,
    blockedBy,
    declaredDiff: declaredHa && polygon ? (areaHa - declaredHa) / declaredHa : null,
  }
}

// A crossing draft still has an overlap to show; one that is not even a ring on this map has none.
const canClip = (flaw: Flaw | null): boolean =>
  flaw === null || ['crossing', 'spike', 'short_side', 'sharp_angle', 'too_small', 'too_large', 'outside_area'].includes(flaw.cause)

function findOverlaps(polygon: Polygon, neighbours: readonly Neighbour[]): FoundOverlap[] {
  return neighbours
    .flatMap((neighbour): FoundOverlap[] => {
      const shared = overlap(polygon, neighbour.polygon)
      const band = shared.areaM2 > 0 ? overlapBand(shared) : 'ignore'
      return band === 'ignore' ? [] : [{ ...shared, neighbour, band, shape: overlapShape(polygon, neighbour.polygon) }]
    })
    .sort((a, b) => b.ratio - a.ratio)
}
