// Inside or not, and how far away.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '../kernel/kinds.ts'
import { plotRing, polygonOf } from './arbitraries.ts'
import { metreRuler } from './area.ts'
import { containsPoint, distanceM } from './contains.ts'

const square = polygonOf([
  [75, 22],
  [75.002, 22],
  [75.002, 22.002],
  [75, 22.002],
  [75, 22],
])

describe('containsPoint', () => {
  it('counts the corner, the side and the middle as inside, and nothing beyond', () => {
    expect(containsPoint(square, [75, 22])).toBe(true)
    expect(containsPoint(square, [75.001, 22])).toBe(true)
    expect(containsPoint(square, [75.001, 22.001])).toBe(true)
    expect(containsPoint(square, [75.001, 21.9999])).toBe(false)
  })

  it('leaves holes out', () => {
    const ringed = polygonOf(square.coordinates[0] as Position[], [
      [75.0005, 22.0005],
      [75.0015, 22.0005],
      [75.0015, 22.0015],
      [75.0005, 22.0015],
      [75.0005, 22.0005],
    ])
    expect(containsPoint(ringed, [75.001, 22.001])).toBe(false)
  })
})

describe('distanceM', () => {
  it('is nothing inside and on the line', () => {
    expect(distanceM(square, [75.001, 22.001])).toBe(0)
    expect(distanceM(square, [75, 22])).toBe(0)
  })

  it('is measured at a right angle to a side, and to the corner beyond it', () => {
    const { kx, ky } = metreRuler(22)
    expect(distanceM(square, [75.001, 21.995])).toBeCloseTo(0.005 * ky, 1)
    expect(distanceM(square, [74.997, 21.996])).toBeCloseTo(Math.hypot(0.003 * kx, 0.004 * ky), 0)
  })

  it('is never more than to the nearest corner, and positive outside', () => {
    fc.assert(
      fc.property(plotRing, fc.integer({ min: 500, max: 5000 }), fc.integer({ min: -5000, max: 5000 }), (ring, east, north) => {
        const [lon, lat] = ring[0] as Position
        const place: Position = [lon + 0.02 + east / 1e6, lat + north / 1e6]
        const distance = distanceM(polygonOf(ring), place)
        const toCorners = ring.map((corner) => metreRuler((lat + place[1]) / 2).distance(corner, place))
        expect(distance).toBeGreaterThan(0)
        expect(distance).toBeLessThanOrEqual(Math.min(...toCorners) * 1.001)
      }),
    )
  })
})

describe('the distance of a wide area', () => {
  /** A ring around the middle, as wide as several degrees, at any latitude of the tropics and beyond, with bays. */
  const wide = fc
    .record({ lat: fc.integer({ min: -50, max: 50 }), reaches: fc.array(fc.integer({ min: 20, max: 200 }), { minLength: 5, maxLength: 24 }) })
    .map(({ lat, reaches }) => {
      const corners = reaches.map((reach, at): Position => {
        const angle = (2 * Math.PI * at) / reaches.length
        return [75 + (reach / 100) * Math.cos(angle), lat + (reach / 100) * Math.sin(angle)]
      })
      return { lat, polygon: polygonOf([...corners, corners[0] as Position]) }
    })
  /** On a sphere of the radius that the ellipsoid has at that latitude and in that direction; by the haversine. */
  const haversineM = ([lon1, lat1]: Position, [lon2, lat2]: Position): number => {
    const radians = (degrees: number) => (degrees * Math.PI) / 180
    const [a, e2] = [6_378_137, 0.00669437999014]
    const middle = radians((lat1 + lat2) / 2)
    const w = Math.sqrt(1 - e2 * Math.sin(middle) ** 2)
    const [meridian, normal] = [(a * (1 - e2)) / w ** 3, a / w]
    const [north, east] = [radians(lat2 - lat1), radians(lon2 - lon1) * Math.cos(middle)]
    const length = north ** 2 + east ** 2
    const radius = length === 0 ? a : length / (north ** 2 / meridian + east ** 2 / normal)
    const half = Math.sin(north / 2) ** 2 + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * Math.sin(radians(lon2 - lon1) / 2) ** 2
    return 2 * radius * Math.asin(Math.sqrt(half))
  }
  /** The least of the distances to many places of each side, then to many around the best of them. */
  const searched = (ring: readonly Position[], place: Position): number => {
    let least = Infinity
    for (let i = 0; i + 1 < ring.length; i++) {
      const [from, to] = [ring[i] as Position, ring[i + 1] as Position]
      const at = (share: number): number => haversineM(place, [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])])
      let [low, high] = [0, 1]
      for (let round = 0; round < 6; round++) {
        const shares = Array.from({ length: 41 }, (_, step) => low + ((high - low) * step) / 40)
        const best = shares.reduce((one, other) => (at(other) < at(one) ? other : one))
        least = Math.min(least, at(best))
        const width = (high - low) / 40
        ;[low, high] = [Math.max(0, best - width), Math.min(1, best + width)]
      }
    }
    return least
  }
  it('is what a search along its sides finds, to a metre in twenty kilometres', () => {
    fc.assert(
      fc.property(wide, fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }), fc.integer({ min: 10, max: 250 }), ({ lat, polygon }, angle, reach) => {
        const place: Position = [75 + (reach / 100) * Math.cos(angle), lat + (reach / 100) * Math.sin(angle)]
        const distance = distanceM(polygon, place)
        fc.pre(distance < 40_000)
        if (containsPoint(polygon, place)) expect(distance).toBe(0)
        else expect(Math.abs(distance - searched(polygon.coordinates[0] as Position[], place))).toBeLessThan(0.2 + distance * 5e-5)
      }),
      { numRuns: 400 },
    )
  })
})
