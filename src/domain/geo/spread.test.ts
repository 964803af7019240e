// The spread of places beside a look at every pair, and places whose distance is known.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { geodesicKm } from './geodesic.ts'
import { spreadKm } from './spread.ts'

describe('the spread of places', () => {
  it('is none of one place, of none, and of the same one twice', () => {
    expect(
      [
        [],
        [{ lon: 75, lat: 22 }],
        [
          { lon: 75, lat: 22 },
          { lon: 75, lat: 22 },
        ],
      ].map(spreadKm),
    ).toEqual([0, 0, 0])
  })
  it('is that of a degree of latitude, 110.7 km at 22 degrees, whatever lies between', () => {
    expect(
      spreadKm([
        { lon: 75, lat: 21.5 },
        { lon: 75, lat: 22.1 },
        { lon: 75.01, lat: 22 },
        { lon: 75, lat: 22.5 },
      ]),
    ).toBeCloseTo(110.73, 1)
  })
  it('is the greatest of all pairs, whatever the places of a region', () => {
    const place = fc.record({ lon: fc.double({ min: 73, max: 78, noNaN: true }), lat: fc.double({ min: 20, max: 25, noNaN: true }) })
    fc.assert(
      fc.property(fc.array(place, { maxLength: 40 }), (places) => {
        const every = places.flatMap((one) => places.map((other) => geodesicKm(one, other)))
        // Within 0.1 %: a hull on the map is no hull on the ellipsoid to the metre.
        expect(Math.abs(spreadKm(places) - Math.max(0, ...every))).toBeLessThanOrEqual(Math.max(0.002, Math.max(0, ...every) * 0.001))
      }),
      { numRuns: 300 },
    )
  })
})
