import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Origin, originSquare } from './origin-square.ts'

const nimar = fc.record({
  lon: fc.double({ min: 74, max: 77, noNaN: true }),
  lat: fc.double({ min: 21, max: 23, noNaN: true }),
  weight: fc.integer({ min: 1, max: 1000 }),
})

describe('originSquare', () => {
  it('knows nothing of no place, and nothing of places without weight', () => {
    expect(originSquare([])).toBeNull()
    expect(originSquare([{ lon: 75, lat: 22, weight: 0 }])).toBeNull()
    expect(originSquare([{ lon: null, lat: null, weight: 5 }])).toBeNull()
  })
  it('is about ten kilometres wide and high, and holds the middle', () => {
    fc.assert(
      fc.property(nimar, (place) => {
        const { square, share } = originSquare([place]) as Origin
        const [west, south, east, north] = square
        expect(share).toBe(1)
        expect(place.lon).toBeGreaterThanOrEqual(west - 1e-4)
        expect(place.lon).toBeLessThanOrEqual(east + 1e-4)
        expect(place.lat).toBeGreaterThanOrEqual(south - 1e-4)
        expect(place.lat).toBeLessThanOrEqual(north + 1e-4)
        expect((north - south) * 111.195).toBeCloseTo(10, 1)
        expect((east - west) * 111.195 * Math.cos((place.lat * Math.PI) / 180)).toBeCloseTo(10, 0)
      }),
    )
  })
  it('is where most of it grew, not between two places, and says how much; what is not mapped is not in it', () => {
    const [kasrawad, bhikangaon] = [
      { lon: 75.601, lat: 22.131 },
      { lon: 75.961, lat: 21.861 },
    ]
    const origin = originSquare([
      { ...kasrawad, weight: 500 },
      { ...bhikangaon, weight: 300 },
      { lon: null, lat: null, weight: 200 },
    ]) as Origin
    expect(origin).toEqual({ square: originSquare([{ ...kasrawad, weight: 1 }])?.square, share: 0.5 })
  })
  it('always holds at least one of the places, with its share, in whatever order they come', () => {
    fc.assert(
      fc.property(fc.array(nimar, { minLength: 1, maxLength: 8 }), (places) => {
        const { square, share } = originSquare(places) as Origin
        const [west, south, east, north] = square
        const inside = places.filter(({ lon, lat }) => lon >= west - 1e-4 && lon <= east + 1e-4 && lat >= south - 1e-4 && lat <= north + 1e-4)
        const sum = (some: readonly { weight: number }[]) => some.reduce((total, { weight }) => total + weight, 0)
        expect(inside.length).toBeGreaterThan(0)
        expect(share).toBeLessThanOrEqual(sum(inside) / sum(places) + 1e-9)
        expect(share).toBeGreaterThanOrEqual(1 / places.length - 1e-9)
        expect(originSquare([...places].reverse())).toEqual({ square, share: expect.closeTo(share, 9) })
      }),
    )
  })
  it('is one of a fixed grid: two plots of one cell cannot be told apart', () => {
    expect(originSquare([{ lon: 75.601, lat: 22.131, weight: 1 }])).toEqual(originSquare([{ lon: 75.606, lat: 22.136, weight: 7 }]))
  })
})
