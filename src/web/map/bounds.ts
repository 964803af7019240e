// The box around several shapes, to show them all.
import type { Bbox } from '#domain/geo/area.ts'
import type { Point, Polygon } from '#domain/kernel/kinds.ts'

/** Null for no shape. */
export function boundsOf(shapes: readonly (Polygon | Point)[]): Bbox | null {
  const positions = shapes.flatMap((shape) => (shape.type === 'Point' ? [shape.coordinates] : (shape.coordinates[0] ?? [])))
  return positions.reduce<Bbox | null>(
    (box, [lon, lat]) => (box ? [Math.min(box[0], lon), Math.min(box[1], lat), Math.max(box[2], lon), Math.max(box[3], lat)] : [lon, lat, lon, lat]),
    null,
  )
}

/** The box around several boxes as records carry them ({west, south, east, north}). */
export function boundsOfBoxes(boxes: readonly unknown[]): Bbox | null {
  const known = boxes.filter(
    (box): box is { west: number; south: number; east: number; north: number } => typeof (box as { west?: unknown } | null)?.west === 'number',
  )
  return known.reduce<Bbox | null>(
    (all, { west, south, east, north }) =>
      all ? [Math.min(all[0], west), Math.min(all[1], south), Math.max(all[2], east), Math.max(all[3], north)] : [west, south, east, north],
    null,
  )
}
