// Words about a plot stand in the plot.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containsPoint } from '#domain/geo/contains.ts'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'
import { labelPoint } from './label-point.ts'

const polygon = (...ring: Position[]): Polygon => ({ type: 'Polygon', coordinates: [[...ring, ring[0] as Position]] })

describe('labelPoint', () => {
  it('has no place in an empty ring', () => expect(labelPoint({ type: 'Polygon', coordinates: [[]] })).toBeNull())
  it('is the middle of a square', () => {
    const [lon, lat] = labelPoint(polygon([75, 22], [75.01, 22], [75.01, 22.01], [75, 22.01])) as Position
    expect(lon).toBeCloseTo(75.005, 9)
    expect(lat).toBeCloseTo(22.005, 6)
  })
  it('lies inside a U whose centre lies outside', () => {
    const u = polygon([75, 22], [75.03, 22], [75.03, 22.03], [75.025, 22.03], [75.025, 22.003], [75.004, 22.003], [75.004, 22.03], [75, 22.03])
    expect(containsPoint(u, labelPoint(u) as Position)).toBe(true)
  })
  it('lies inside any star-shaped plot', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.001, max: 0.01, noNaN: true }), { minLength: 3, maxLength: 20 }), (radii) => {
        const star = polygon(
          ...radii.map(
            (radius, index): Position => [
              75 + radius * Math.cos((index / radii.length) * 2 * Math.PI),
              22 + radius * Math.sin((index / radii.length) * 2 * Math.PI),
            ],
          ),
        )
        const at = labelPoint(star)
        expect(at && containsPoint(star, at)).toBe(true)
      }),
    )
  })
})
