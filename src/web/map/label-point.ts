// Where to write inside a plot: the middle of the widest stretch through its centre. The centre itself may lie
// outside a bent plot, and a figure beside the plot belongs to the neighbour.
import { centroid } from '#domain/geo/area.ts'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'

/** A position inside the outer ring, on the latitude of its centre of area where that crosses the ring. Null for an empty ring. */
export function labelPoint(polygon: Polygon): Position | null {
  const ring = polygon.coordinates[0] ?? []
  if (ring.length < 4) return null
  const [, lat] = centroid(polygon).coordinates
  const crossings = ring
    .slice(0, -1)
    .flatMap(([x1, y1], index): number[] => {
      const [x2, y2] = ring[index + 1] as Position
      // Half-open, so that a corner exactly on the line counts once.
      return y1 <= lat !== y2 <= lat ? [x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)] : []
    })
    .sort((a, b) => a - b)
  let best: [number, number] | null = null
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const [from, to] = [crossings[i] as number, crossings[i + 1] as number]
    if (!best || to - from > best[1] - best[0]) best = [from, to]
  }
  return best ? [(best[0] + best[1]) / 2, lat] : null
}
