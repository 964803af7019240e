// In which order a day's places are gone to: always on to the nearest that is left. Not the shortest way there is, but one that whoever goes it understands,
// and that does not turn round when a place is added behind. By the shortest line over the ground; roads are not known.
import { geodesicKm, type Place } from '../geo/geodesic.ts'

/** `km`: from the one before, or from the start; null for the first one where no start is known. */
export type Leg<Stop> = { stop: Stop; km: number | null }

/** The same stops in order. Of those equally far away the one that came first stays first; without a start, the first one is gone to first. */
export function routeOrder<Stop extends { place: Place }>(stops: readonly Stop[], start: Place | null): Leg<Stop>[] {
  const left = [...stops]
  const legs: Leg<Stop>[] = []
  let at = start
  while (left.length > 0) {
    const [index, km] = at ? nearest(left, at) : [0, null]
    const [stop] = left.splice(index, 1)
    if (!stop) break
    legs.push({ stop, km })
    at = stop.place
  }
  return legs
}

function nearest(stops: readonly { place: Place }[], from: Place): [index: number, km: number] {
  let best: [number, number] = [0, Number.POSITIVE_INFINITY]
  for (const [index, { place }] of stops.entries()) {
    const km = geodesicKm(from, place)
    if (km < best[1]) best = [index, km]
  }
  return best
}
