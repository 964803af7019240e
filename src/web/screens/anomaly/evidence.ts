// Evidence of an anomaly for drawing: how often each figure occurs, and where the places lie to each other. Pure.
export type EvidenceRow = {
  entity: string
  recordId: string
  eventId: string | null
  farmerId: string | null
  at: string | null
  value: number | null
  place: { coordinates: readonly [number, number] } | null
}
export type Bar = { value: number; count: number; isRound: boolean }

/** One bar for each figure, in their order; of more than `most` the most frequent. */
export function barsOf(evidence: readonly EvidenceRow[], most = 24): Bar[] {
  const counts = new Map<number, number>()
  for (const { value } of evidence) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, most)
    .sort(([one], [other]) => one - other)
    .map(([value, count]) => ({ value, count, isRound: Math.round(value * 1000) % 10_000 === 0 }))
}

/** Places in px, to one scale, and the metres of a px; null where there are fewer than two. */
export function dotsOf(
  evidence: readonly EvidenceRow[],
  width: number,
  height: number,
  margin: number,
): { dots: { id: string; x: number; y: number }[]; metresPerPx: number } | null {
  const places = evidence.flatMap(({ recordId, place }) => (place ? [{ id: recordId, lng: place.coordinates[0], lat: place.coordinates[1] }] : []))
  if (places.length < 2) return null
  const [west, east] = [Math.min(...places.map(({ lng }) => lng)), Math.max(...places.map(({ lng }) => lng))]
  const [south, north] = [Math.min(...places.map(({ lat }) => lat)), Math.max(...places.map(({ lat }) => lat))]
  const perDegree = 111_320
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const [wide, high] = [(east - west) * perDegree * shrink, (north - south) * perDegree]
  // A stack of a few metres is not blown up to the width of the drawing.
  const metresPerPx = Math.max(wide / (width - 2 * margin), high / (height - 2 * margin), 0.2)
  return {
    metresPerPx,
    dots: places.map(({ id, lng, lat }) => ({
      id,
      x: width / 2 + ((lng - (west + east) / 2) * perDegree * shrink) / metresPerPx,
      y: height / 2 - ((lat - (south + north) / 2) * perDegree) / metresPerPx,
    })),
  }
}
