// How far places lie apart at most: the two that are furthest from each other are corners of the hull around all of them, so that thousands of places cost little more than one look at each.
import { geodesicKm, type Place } from './geodesic.ts'

/** Kilometres between the two places that lie furthest apart, to the metre; 0 for fewer than two. */
export function spreadKm(places: readonly Place[]): number {
  const corners = hullOf(places)
  let most = 0
  for (const [index, one] of corners.entries()) for (const other of corners.slice(index + 1)) most = Math.max(most, geodesicKm(one, other))
  return Math.round(most * 1000) / 1000
}

/** Corners of the convex hull (Andrew's monotone chain), in degrees: what lies between two places on the map lies nearer to any third than one of them. */
function hullOf(places: readonly Place[]): Place[] {
  const sorted = places.toSorted((one, other) => one.lon - other.lon || one.lat - other.lat)
  if (sorted.length < 3) return sorted
  return [...chainOf(sorted), ...chainOf(sorted.toReversed())]
}
function chainOf(sorted: readonly Place[]): Place[] {
  const chain: Place[] = []
  for (const place of sorted) {
    while (chain.length >= 2 && !turnsLeft(chain.at(-2), chain.at(-1), place)) chain.pop()
    chain.push(place)
  }
  return chain.slice(0, -1)
}
const turnsLeft = (a: Place | undefined, b: Place | undefined, c: Place): boolean =>
  a !== undefined && b !== undefined && (b.lon - a.lon) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lon - a.lon) > 0
