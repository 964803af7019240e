import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { originSquare } from './origin-square.ts'

const nimar = fc.record({
  lon: fc.double({ min: 74, max: 77, noNaN: true }),
  lat: fc.double({ min: 21, max: 23, noNaN: true }),
  weight: fc.integer({ min: 1, max: 1000 }),
})

describe('originSquare', () => {
  it('knows nothing of no place, and nothing of places without weight', () => {
    expect(originSquare([])).toBeNull()
    expect(originSquare([{ lon: 75, lat: 22, weight: 0 }])).toBeNull()
  })
  it('is about ten kilometres wide and high, and holds the middle', () => {
    fc.assert(
      fc.property(nimar, (place) => {
        const [west, south, east, north] = originSquare([place]) as [number, number, number, number]
        expect(place.lon).toBeGreaterThanOrEqual(west - 1e-4)
        expect(place.lon).toBeLessThanOrEqual(east + 1e-4)
        expect(place.lat).toBeGreaterThanOrEqual(south - 1e-4)
        expect(place.lat).toBeLessThanOrEqual(north + 1e-4)
        expect((north - south) * 111.195).toBeCloseTo(10, 1)
        expect((east - west) * 111.195 * Math.cos((place.lat * Math.PI) / 180)).toBeCloseTo(10, 0)
      }),
    )
  })
  it('is one of a fixed grid: two plots of one cell cannot be told apart', () => {
    expect(originSquare([{ lon: 75.601, lat: 22.131, weight: 1 }])).toEqual(originSquare([{ lon: 75.606, lat: 22.136, weight: 7 }]))
  })
})
