// Neighbours share a line: a corner close to a neighbour's boundary belongs on it, not beside it.
import { metreRuler } from '#domain/geo/area.ts'
import { containsPoint } from '#domain/geo/contains.ts'
import { shortSideM } from '#domain/geo/validity.ts'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'
import { type Corner, onLattice } from './sketch.ts'

type Snapped = { position: Position; distanceM: number }

/** Nearest place on a neighbour's line; its corner instead, when that is hardly farther (corners are what people agree on). */
export function nearestOnBoundary(position: Position, polygon: Polygon, preferCornerM = 2): Snapped | null {
  const ring = polygon.coordinates[0] ?? []
  const ruler = metreRuler(position[1])
  let line: Snapped | null = null
  let corner: Snapped | null = null
  for (let i = 0; i + 1 < ring.length; i++) {
    const [from, to] = [ring[i], ring[i + 1]] as [Position, Position]
    const at = nearestOnSide(position, from, to, ruler)
    if (!line || at.distanceM < line.distanceM) line = at
    const end = { position: from, distanceM: ruler.distance(position, from) }
    if (!corner || end.distanceM < corner.distanceM) corner = end
  }
  return corner && line && corner.distanceM <= line.distanceM + preferCornerM ? corner : line
}

function nearestOnSide(position: Position, from: Position, to: Position, ruler: ReturnType<typeof metreRuler>): Snapped {
  const [dx, dy] = [(to[0] - from[0]) * ruler.kx, (to[1] - from[1]) * ruler.ky]
  const [px, py] = [(position[0] - from[0]) * ruler.kx, (position[1] - from[1]) * ruler.ky]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length))
  return { position: [from[0] + along * (to[0] - from[0]), from[1] + along * (to[1] - from[1])], distanceM: Math.hypot(px - along * dx, py - along * dy) }
}

/** The nearest place on any neighbour's line within `withinM`, or null. */
export function snapTo(position: Position, neighbours: readonly { polygon: Polygon }[], withinM: number): Position | null {
  const found = neighbours.flatMap(({ polygon }) => nearestOnBoundary(position, polygon, withinM / 2) ?? []).sort((a, b) => a.distanceM - b.distanceM)[0]
  return found && found.distanceM <= withinM ? onLattice(found.position) : null
}

/**
 * Corners that lie in the neighbour's plot, or within `snapRangeM` of its line, moved onto the line; the rest stay.
 * Two corners that would fall closer to each other than a boundary may have them (BR-01) become one. Null when fewer than three would be left.
 */
export function snapToShared(corners: readonly Corner[], neighbour: Polygon, snapRangeM = 3): Corner[] | null {
  const moved = corners.map((corner): Corner => {
    const near = nearestOnBoundary(corner.position, neighbour)
    if (!near || (near.distanceM > snapRangeM && !containsPoint(neighbour, corner.position))) return corner
    return { position: onLattice(near.position), accuracyM: null }
  })
  const ruler = metreRuler(moved[0]?.position[1] ?? 0)
  const distinct = moved.filter((corner, index) => {
    const next = moved[(index + 1) % moved.length]
    return !next || ruler.distance(corner.position, next.position) >= shortSideM
  })
  return distinct.length < 3 ? null : distinct
}
