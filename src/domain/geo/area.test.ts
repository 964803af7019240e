// Area, perimeter, centre and box against the ellipsoid's own answer (GeographicLib), all over the map.
import fc from 'fast-check'
import geodesic from 'geographiclib-geodesic'
import { describe, expect, it } from 'vitest'
import type { Position } from '../kernel/kinds.ts'
import { moved, plotRing, polygonOf, reversed, startedAt } from './arbitraries.ts'
import { areaHa, areaM2, bboxOf, boxesTouch, centroid, perimeterM, ringAreaM2, toHectares, widened } from './area.ts'
import { containsPoint } from './contains.ts'

/** The ellipsoid's own answer: Karney's algorithm, sides bent to geodesics. */
function oracle(ring: readonly Position[]): { area: number; perimeter: number } {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false)
  for (const [lon, lat] of ring.slice(0, -1)) polygon.AddPoint(lat, lon)
  const { area, perimeter } = polygon.Compute(false, true) as { area: number; perimeter: number }
  return { area: Math.abs(area), perimeter }
}

describe('area', () => {
  it('is the ellipsoid area to 2e-4 on every plot up to 60° of latitude', () => {
    fc.assert(
      fc.property(plotRing, (ring) => {
        const { area } = oracle(ring)
        expect(Math.abs(ringAreaM2(ring) - area) / area).toBeLessThan(2e-4)
      }),
      { numRuns: 500 },
    )
  })

  it('is not the area of a sphere: a square of 0.001° near Kasrawad has 1.1424 ha, not 1.1453', () => {
    const square = polygonOf([
      [75.6, 22.13],
      [75.601, 22.13],
      [75.601, 22.131],
      [75.6, 22.131],
      [75.6, 22.13],
    ])
    expect(areaHa(square)).toBe(1.1424)
    expect(oracle(square.coordinates[0] as Position[]).area).toBeCloseTo(11_423.9, 0)
  })

  it('does not change by a bit with the corner it starts at or the direction it runs', () => {
    fc.assert(
      fc.property(plotRing, fc.nat(40), (ring, corner) => {
        expect(ringAreaM2(startedAt(ring, corner))).toBe(ringAreaM2(ring))
        expect(ringAreaM2(reversed(ring))).toBe(ringAreaM2(ring))
      }),
    )
  })

  it('is right across the 180th meridian', () => {
    const [here, there] = [
      [
        [75, 10],
        [75.01, 10],
        [75.01, 10.01],
        [75, 10.01],
        [75, 10],
      ],
      [
        [179.995, 10],
        [-179.995, 10],
        [-179.995, 10.01],
        [179.995, 10.01],
        [179.995, 10],
      ],
    ] as [Position[], Position[]]
    expect(ringAreaM2(there)).toBeCloseTo(ringAreaM2(here), 3)
  })

  it('takes holes out', () => {
    const outer: Position[] = [
      [0, 0],
      [0.01, 0],
      [0.01, 0.01],
      [0, 0.01],
      [0, 0],
    ]
    const hole: Position[] = [
      [0.002, 0.002],
      [0.004, 0.002],
      [0.004, 0.004],
      [0.002, 0.004],
      [0.002, 0.002],
    ]
    expect(areaM2(polygonOf(outer, hole))).toBeCloseTo(ringAreaM2(outer) - ringAreaM2(hole), 6)
  })

  it('keeps hectares to the square metre', () => {
    expect(toHectares(12_345.6)).toBe(1.2346)
  })

  it('is zero for fewer than three corners', () => {
    expect(ringAreaM2([])).toBe(0)
    expect(
      ringAreaM2([
        [1, 1],
        [2, 2],
        [1, 1],
      ]),
    ).toBe(0)
  })
})

describe('perimeter', () => {
  it('is the ellipsoid length to 2e-4 and a decimetre', () => {
    fc.assert(
      fc.property(plotRing, (ring) => {
        const { perimeter } = oracle(ring)
        expect(Math.abs(perimeterM(polygonOf(ring)) - perimeter)).toBeLessThan(perimeter * 2e-4 + 0.1)
      }),
    )
  })
})

describe('centroid and box', () => {
  it('put the centre of a plot inside its box, and inside the plot when it is a square', () => {
    fc.assert(
      fc.property(plotRing, (ring) => {
        const [west, south, east, north] = bboxOf(polygonOf(ring))
        const [lon, lat] = centroid(polygonOf(ring)).coordinates
        expect(lon >= west && lon <= east && lat >= south && lat <= north).toBe(true)
      }),
    )
    const square = polygonOf([
      [75, 22],
      [75.002, 22],
      [75.002, 22.002],
      [75, 22.002],
      [75, 22],
    ])
    expect(centroid(square).coordinates).toEqual([75.001, 22.001])
    expect(containsPoint(square, centroid(square).coordinates)).toBe(true)
  })

  it('move with the plot', () => {
    const ring: Position[] = [
      [75, 22],
      [75.003, 22],
      [75.001, 22.002],
      [75, 22],
    ]
    const [lon, lat] = centroid(polygonOf(ring)).coordinates
    const [movedLon, movedLat] = centroid(polygonOf(moved(ring, 1, -2))).coordinates
    expect(movedLon - lon).toBeCloseTo(1, 6)
    expect(movedLat - lat).toBeCloseTo(-2, 6)
  })

  it('fall back to the middle of the box for a line', () => {
    expect(
      centroid(
        polygonOf([
          [0, 0],
          [2, 2],
          [0, 0],
        ]),
      ).coordinates,
    ).toEqual([1, 1])
  })

  it('say that boxes sharing an edge touch, and widen by metres', () => {
    expect(boxesTouch([0, 0, 1, 1], [1, 0, 2, 1])).toBe(true)
    expect(boxesTouch([0, 0, 1, 1], [1.1, 0, 2, 1])).toBe(false)
    const [west, south, east, north] = widened([75, 22, 75, 22], 1000)
    expect(
      ringAreaM2([
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ]),
    ).toBeCloseTo(4_000_000, -3)
  })
})
