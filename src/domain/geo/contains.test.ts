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
