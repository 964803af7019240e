// Shared ground against the answers of GEOS, and the laws any overlap obeys.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Polygon, Position } from '../kernel/kinds.ts'
import { moved, plotRing, polygonOf, reversed, startedAt } from './arbitraries.ts'
import { areaM2, ringAreaM2 } from './area.ts'
import { closedRing, type LatticePoint } from './lattice.ts'
import { largestPart, overlap, overlapBand, overlapShape, shareInside, union } from './overlap.ts'
import { type Pair, pairs } from './overlap-pairs.ts'

const toPolygon = (corners: readonly LatticePoint[]): Polygon => polygonOf(closedRing(corners))

describe('overlap, on pairs that other libraries got wrong', () => {
  it.each(pairs.map((pair, index): [string, Pair] => [`${index} ${pair.kind}`, pair]))(
    '%s: the ratio and IoU that GEOS gives, and the same BR-02 band',
    (_, { a, b, ratio, iou }) => {
      const found = overlap(toPolygon(a), toPolygon(b))
      expect(found.ratio).toBeCloseTo(ratio, 5)
      expect(found.iou).toBeCloseTo(iou, 5)
      expect(overlapBand(found)).toBe(overlapBand({ ratio, iou }))
    },
  )
})

describe('overlap', () => {
  const near = fc
    .tuple(plotRing, fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 }), fc.integer({ min: 50, max: 150 }))
    .map(([ring, east, north, percent]): [Polygon, Polygon] => {
      const [lon, lat] = ring[0] as Position
      const other = ring.map(([x, y]): Position => [lon + ((x - lon) * percent) / 100, lat + ((y - lat) * percent) / 100])
      return [polygonOf(ring), polygonOf(moved(other, east / 100_000, north / 100_000))]
    })

  it('is the same both ways round, never more than either plot, and its ratios follow from its areas', () => {
    fc.assert(
      fc.property(near, ([a, b]) => {
        const [there, back] = [overlap(a, b), overlap(b, a)]
        expect(there.areaM2).toBeCloseTo(back.areaM2, 3)
        expect(there.iou).toBeCloseTo(back.iou, 9)
        expect(there.ratio).toBeCloseTo(back.ratio, 9)
        expect(there.areaM2).toBeLessThanOrEqual(Math.min(areaM2(a), areaM2(b)) * 1.0002)
        expect(there.ratio).toBeLessThanOrEqual(1)
        expect(there.ratio).toBeGreaterThanOrEqual(there.iou)
        expect(there.ratio).toBeCloseTo(Math.max(there.shareOfFirst, back.shareOfFirst), 9)
      }),
    )
  })

  it('of a plot with itself is all of it, whatever its start and direction', () => {
    fc.assert(
      fc.property(plotRing, fc.nat(40), (ring, corner) => {
        const found = overlap(polygonOf(ring), polygonOf(reversed(startedAt(ring, corner))))
        expect(found.iou).toBe(1)
        expect(found.areaM2 / ringAreaM2(ring)).toBeCloseTo(1, 4)
      }),
    )
  })

  it('is nothing for plots far apart, and for a line', () => {
    const square = polygonOf([
      [75, 22],
      [75.001, 22],
      [75.001, 22.001],
      [75, 22.001],
      [75, 22],
    ])
    expect(overlap(square, polygonOf(moved(square.coordinates[0] as Position[], 1, 0))).areaM2).toBe(0)
    expect(
      overlap(
        square,
        polygonOf([
          [75, 22],
          [75.001, 22.001],
          [75, 22],
        ]),
      ).areaM2,
    ).toBe(0)
  })

  it('refuses to clip what findFlaw would refuse as too wide (RangeError)', () => {
    const wide = polygonOf([
      [75, 22],
      [76, 22],
      [76, 23],
      [75, 22],
    ])
    expect(() => overlap(wide, wide)).toThrow(RangeError)
  })

  it('gives a sub-plot its share inside a parcel', () => {
    const parcel = polygonOf([
      [75, 22],
      [75.004, 22],
      [75.004, 22.004],
      [75, 22.004],
      [75, 22],
    ])
    expect(
      shareInside(
        polygonOf([
          [75.001, 22.001],
          [75.002, 22.001],
          [75.002, 22.002],
          [75.001, 22.001],
        ]),
        parcel,
      ),
    ).toBe(1)
    expect(
      shareInside(
        polygonOf([
          [75.003, 22],
          [75.005, 22],
          [75.005, 22.004],
          [75.003, 22.004],
          [75.003, 22],
        ]),
        parcel,
      ),
    ).toBeCloseTo(0.5, 9)
  })
})

describe('overlapShape', () => {
  it('is the shared ground, as large as the figure says', () => {
    const a = polygonOf([
      [75, 22],
      [75.004, 22],
      [75.004, 22.004],
      [75, 22.004],
      [75, 22],
    ])
    const b = polygonOf([
      [75.002, 22.002],
      [75.006, 22.002],
      [75.006, 22.006],
      [75.002, 22.006],
      [75.002, 22.002],
    ])
    const shape = overlapShape(a, b)
    expect(shape?.coordinates).toHaveLength(1)
    expect(areaM2(polygonOf(...(shape?.coordinates[0] ?? [])))).toBeCloseTo(overlap(a, b).areaM2, 0)
  })

  it('has as many parts as the ground has, and is null where there is none', () => {
    const comb = pairs.find((pair) => pair.kind.startsWith('comb')) as Pair
    expect(overlapShape(toPolygon(comb.a), toPolygon(comb.b))?.coordinates.length).toBe(3)
    const edge = pairs.find((pair) => pair.kind === 'shared edge') as Pair
    expect(overlapShape(toPolygon(edge.a), toPolygon(edge.b))).toBeNull()
  })
})

describe('union', () => {
  it('counts shared ground once and keeps a hole between four plots', () => {
    const bar = (west: number, south: number, east: number, north: number): Polygon =>
      polygonOf([
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ])
    const frame = union([bar(75, 22, 75.004, 22.001), bar(75, 22.003, 75.004, 22.004), bar(75, 22, 75.001, 22.004), bar(75.003, 22, 75.004, 22.004)])
    expect(frame?.coordinates).toHaveLength(1)
    expect(frame?.coordinates[0]).toHaveLength(2)
    expect(areaM2(polygonOf(...(frame?.coordinates[0] ?? [])))).toBeCloseTo(areaM2(bar(75, 22, 75.004, 22.004)) * 0.75, -1)
    expect(union([])).toBeNull()
  })
})

describe('largestPart', () => {
  it('keeps the larger loop of an eight and says what share it holds', () => {
    const eight: Position[] = [
      [75, 22],
      [75.003, 22.003],
      [75.003, 22],
      [75.0, 22.0030001],
      [74.999, 22.0015],
      [75, 22],
    ]
    const part = largestPart(eight)
    expect(part?.share).toBeGreaterThan(0.5)
    expect(part?.share).toBeLessThan(0.98)
  })
})

describe('overlapBand', () => {
  it.each([
    [0, 0, 'ignore'],
    [0.01, 0, 'ignore'],
    [0.0101, 0, 'warn'],
    [0.05, 0, 'warn'],
    [0.0501, 0, 'review'],
    [0.2, 0, 'review'],
    [0.2001, 0, 'block'],
    [1, 0.5, 'block'],
    [0.96, 0.95, 'duplicate'],
    [1, 1, 'duplicate'],
  ] as const)('a ratio of %f with IoU %f is %s (BR-02)', (ratio, iou, band) => {
    expect(overlapBand({ ratio, iou })).toBe(band)
  })
})
