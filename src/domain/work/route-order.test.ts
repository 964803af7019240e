// The order of a day's places: the same ones, each time the nearest that is left, by a distance worked out here on a sphere.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { routeOrder } from './route-order.ts'

type Place = { lon: number; lat: number }
const radians = (degrees: number): number => (degrees * Math.PI) / 180
/** On a sphere: the angle between two directions. */
function sphereKm(one: Place, other: Place): number {
  const direction = ({ lon, lat }: Place) => [
    Math.cos(radians(lat)) * Math.cos(radians(lon)),
    Math.cos(radians(lat)) * Math.sin(radians(lon)),
    Math.sin(radians(lat)),
  ]
  const [a, b] = [direction(one), direction(other)]
  return 6371.0088 * 2 * Math.asin(Math.min(1, Math.hypot(...a.map((value, axis) => value - (b[axis] ?? 0))) / 2))
}
/** The ellipsoid and a sphere differ by less than 0.6 %. */
const unsure = 1.012
const place: fc.Arbitrary<Place> = fc
  .record({ lon: fc.integer({ min: 70_000, max: 80_000 }), lat: fc.integer({ min: 15_000, max: 28_000 }) })
  .map(({ lon, lat }) => ({ lon: lon / 1000, lat: lat / 1000 }))
const stops = fc.array(place, { maxLength: 40 }).map((places) => places.map((one, no) => ({ no, place: one })))

describe('routeOrder', () => {
  it('has the same stops, each once', () => {
    fc.assert(
      fc.property(stops, fc.option(place), (all, start) => {
        const order = routeOrder(all, start).map(({ stop }) => stop)
        expect(order).toHaveLength(all.length)
        expect(new Set(order)).toEqual(new Set(all))
      }),
    )
  })
  it('goes to the nearest first, and on to the nearest of those that are left', () => {
    fc.assert(
      fc.property(stops, place, (all, start) => {
        const left = new Set(all)
        let at = start
        for (const { stop, km } of routeOrder(all, start)) {
          const nearest = Math.min(...[...left].map((one) => sphereKm(at, one.place)))
          expect(sphereKm(at, stop.place)).toBeLessThanOrEqual(nearest * unsure + 1e-6)
          expect(Math.abs((km ?? Number.NaN) - sphereKm(at, stop.place))).toBeLessThanOrEqual(0.006 * (km ?? 0) + 1e-6)
          left.delete(stop)
          at = stop.place
        }
      }),
    )
  })
  it('leaves the first one first where no start is known, and equals in their order', () => {
    const here = { lon: 75.6, lat: 22.1 }
    const [a, b, c] = [
      { no: 'a', place: { lon: 75.7, lat: 22.1 } },
      { no: 'b', place: here },
      { no: 'c', place: here },
    ]
    expect(routeOrder([a, b, c], null).map(({ stop, km }) => [stop.no, km === null])).toEqual([
      ['a', true],
      ['b', false],
      ['c', false],
    ])
    expect(routeOrder([a, b, c], here).map(({ stop }) => stop.no)).toEqual(['b', 'c', 'a'])
    expect(routeOrder([], here)).toEqual([])
  })
})
