// Distances against Karney's algorithm, which has its own code and no iteration in common.
import fc from 'fast-check'
import geodesic from 'geographiclib-geodesic'
import { describe, expect, it } from 'vitest'
import { centreOf, geodesicKm } from './geodesic.ts'

const karney = (one: { lon: number; lat: number }, other: { lon: number; lat: number }): number =>
  (geodesic.Geodesic.WGS84.Inverse(one.lat, one.lon, other.lat, other.lon).s12 ?? 0) / 1000
const places = (latitude: number) =>
  fc.record({ lon: fc.double({ min: -180, max: 180, noNaN: true }), lat: fc.double({ min: -latitude, max: latitude, noNaN: true }) })

describe('the distance between two places', () => {
  it('is nothing from a place to itself, and the same both ways', () => {
    fc.assert(
      fc.property(places(89), places(89), (one, other) => {
        expect(geodesicKm(one, one)).toBe(0)
        expect(geodesicKm(one, other)).toBeCloseTo(geodesicKm(other, one), 6)
      }),
    )
  })
  it('is that of the ellipsoid to the centimetre, up to a quarter of the globe and more', () => {
    fc.assert(
      fc.property(places(80), places(80), (one, other) => {
        const expected = karney(one, other)
        fc.pre(expected < 15_000)
        expect(Math.abs(geodesicKm(one, other) - expected)).toBeLessThan(1e-5)
      }),
      { numRuns: 500 },
    )
  })
  it('has an answer for places that lie opposite each other', () => {
    expect(geodesicKm({ lon: 0, lat: 0 }, { lon: 179.9, lat: 0.1 }) / karney({ lon: 0, lat: 0 }, { lon: 179.9, lat: 0.1 })).toBeCloseTo(1, 2)
  })
})

describe('the middle of places', () => {
  it('of two lies on the shortest way between them, as far along it as the weight of the other, close by', () => {
    fc.assert(
      fc.property(
        places(60),
        fc.double({ min: 0, max: 360, noNaN: true }),
        fc.double({ min: 1, max: 100_000, noNaN: true }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (one, azimuth, metres, share) => {
          const direct = (s: number) => {
            const { lat2 = 0, lon2 = 0 } = geodesic.Geodesic.WGS84.Direct(one.lat, one.lon, azimuth, s)
            return { lon: lon2, lat: lat2 }
          }
          const middle = centreOf([
            { ...one, weight: 1 - share },
            { ...direct(metres), weight: share },
          ])
          // The ellipsoid bends a little differently in each direction: within 0.1 % of the way.
          expect(middle && karney(middle, direct(metres * share)) * 1000).toBeLessThan(0.1 + metres * 0.001)
        },
      ),
    )
  })
  it('is there of places on both sides of the date line, and of none there is none', () => {
    expect(
      centreOf([
        { lon: 179, lat: 0, weight: 1 },
        { lon: -179, lat: 0, weight: 1 },
      ]),
    ).toEqual({ lon: 180, lat: 0 })
    expect([centreOf([]), centreOf([{ lon: 1, lat: 1, weight: 0 }])]).toEqual([null, null])
  })
})
