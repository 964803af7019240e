// The square of about 10 km in which an origin lies: as close as the public is told (domain dictionary 13.1).
// The grid is fixed, so that asking for many lots does not close in on a plot.

const metresPerDegree = 111_195
const side = 10_000

/** West, south, east, north of the grid cell around the weighted middle of some places; null without places. Degrees, four decimals. */
export function originSquare(places: readonly { lon: number; lat: number; weight: number }[]): [number, number, number, number] | null {
  const total = places.reduce((sum, { weight }) => sum + weight, 0)
  if (!(total > 0)) return null
  const lon = places.reduce((sum, place) => sum + place.lon * place.weight, 0) / total
  const lat = places.reduce((sum, place) => sum + place.lat * place.weight, 0) / total
  const latStep = side / metresPerDegree
  const south = Math.floor(lat / latStep) * latStep
  // Columns of one row are equally wide: measured at the row's middle.
  const lonStep = latStep / Math.max(0.01, Math.cos(((south + latStep / 2) * Math.PI) / 180))
  const west = Math.floor(lon / lonStep) * lonStep
  const four = (value: number): number => Math.round(value * 10_000) / 10_000
  return [four(west), four(south), four(west + lonStep), four(south + latStep)]
}
