// The shortest way between two places on the ellipsoid WGS84 (Vincenty's inverse formula), and the middle of several places: what distances of rules are
// measured by (1.2, BR-16).

export type Place = { lon: number; lat: number }

/** Metres: axes of WGS84, and its flattening. */
const equator = 6_378_137
const flattening = 1 / 298.257223563
const pole = equator * (1 - flattening)
const degrees = (angle: number): number => (angle * 180) / Math.PI
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Kilometres, to a millimetre. Where the formula finds no answer, of places nearly opposite on the globe: by a sphere, within 0.6 %. */
export function geodesicKm(one: Place, other: Place): number {
  const lon = radians(other.lon - one.lon)
  const [tan1, tan2] = [(1 - flattening) * Math.tan(radians(one.lat)), (1 - flattening) * Math.tan(radians(other.lat))]
  const [cos1, cos2] = [1 / Math.hypot(1, tan1), 1 / Math.hypot(1, tan2)]
  const [sin1, sin2] = [tan1 * cos1, tan2 * cos2]
  let lambda = lon
  for (let round = 0; round < 200; round++) {
    const [sinLambda, cosLambda] = [Math.sin(lambda), Math.cos(lambda)]
    const sinSigma = Math.hypot(cos2 * sinLambda, cos1 * sin2 - sin1 * cos2 * cosLambda)
    if (sinSigma === 0) return 0
    const cosSigma = sin1 * sin2 + cos1 * cos2 * cosLambda
    const sigma = Math.atan2(sinSigma, cosSigma)
    const sinAlpha = (cos1 * cos2 * sinLambda) / sinSigma
    const cos2Alpha = 1 - sinAlpha ** 2
    const cosMiddle = cos2Alpha === 0 ? 0 : cosSigma - (2 * sin1 * sin2) / cos2Alpha
    const c = (flattening / 16) * cos2Alpha * (4 + flattening * (4 - 3 * cos2Alpha))
    const before = lambda
    lambda = lon + (1 - c) * flattening * sinAlpha * (sigma + c * sinSigma * (cosMiddle + c * cosSigma * (2 * cosMiddle ** 2 - 1)))
    if (Math.abs(lambda - before) > 1e-12) continue
    const u2 = (cos2Alpha * (equator ** 2 - pole ** 2)) / pole ** 2
    const a = 1 + (u2 / 16_384) * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)))
    const b = (u2 / 1024) * (256 + u2 * (-128 + u2 * (74 - 47 * u2)))
    const inner = cosSigma * (2 * cosMiddle ** 2 - 1) - (b / 6) * cosMiddle * (4 * sinSigma ** 2 - 3) * (4 * cosMiddle ** 2 - 3)
    return (pole * a * (sigma - b * sinSigma * (cosMiddle + (b / 4) * inner))) / 1000
  }
  const half = Math.sin(radians(other.lat - one.lat) / 2) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(lon / 2) ** 2
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** The middle of places by their weights: of the directions in which they lie, so that it is the same on either side of any meridian. Null: of no weight. */
export function centreOf(places: readonly (Place & { weight: number })[]): Place | null {
  let [x, y, z, all] = [0, 0, 0, 0]
  for (const { lon, lat, weight } of places) {
    x += weight * Math.cos(radians(lat)) * Math.cos(radians(lon))
    y += weight * Math.cos(radians(lat)) * Math.sin(radians(lon))
    z += weight * Math.sin(radians(lat))
    all += weight
  }
  if (all <= 0) return null
  return { lon: degrees(Math.atan2(y, x)), lat: degrees(Math.atan2(z, Math.hypot(x, y))) }
}
