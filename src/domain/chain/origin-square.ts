// The square of about 10 km in which most of an origin lies: as close as the public may know (domain dictionary 13.1).
// The grid is fixed, so that asking for many lots does not close in on a plot.

const metresPerDegree = 111_195
const side = 10_000

/** `lon` and `lat` in degrees, null where nobody has mapped the place; `weight`: kilograms, or anything >= 0. */
export type Place = { lon: number | null; lat: number | null; weight: number }
/** West, south, east, north in degrees, four decimals. */
export type Square = [west: number, south: number, east: number, north: number]
export type Origin = {
  square: Square
  /** Share of the whole weight that comes from this square, 0..1; what is not mapped counts as elsewhere. */
  share: number
}

/** The grid cell that holds the most weight, and how much of the whole that is; null when nothing with weight is mapped. */
export function originSquare(places: readonly Place[]): Origin | null {
  const cells = new Map<string, { square: Square; weight: number }>()
  let whole = 0
  for (const { lon, lat, weight } of places) {
    if (!(weight > 0)) continue
    whole += weight
    if (lon === null || lat === null) continue
    const square = squareAround(lon, lat)
    const key = square.join(' ')
    cells.set(key, { square, weight: (cells.get(key)?.weight ?? 0) + weight })
  }
  // Equal cells: the one further west and south, so that the answer does not hang on the order of the plots.
  const [most] = [...cells.values()].sort((a, b) => b.weight - a.weight || a.square[0] - b.square[0] || a.square[1] - b.square[1])
  return most ? { square: most.square, share: Math.min(1, most.weight / whole) } : null
}

function squareAround(lon: number, lat: number): Square {
  const latStep = side / metresPerDegree
  const south = Math.floor(lat / latStep) * latStep
  // Columns of one row are equally wide: measured at the row's middle.
  const lonStep = latStep / Math.max(0.01, Math.cos(((south + latStep / 2) * Math.PI) / 180))
  const west = Math.floor(lon / lonStep) * lonStep
  const four = (value: number): number => Math.round(value * 10_000) / 10_000
  return [four(west), four(south), four(west + lonStep), four(south + latStep)]
}
