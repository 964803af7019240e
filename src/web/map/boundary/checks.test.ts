// The live checks must say what the server will say, and a snapped corner must end the overlap it was snapped to end.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metreRuler } from '#domain/geo/area.ts'
import { overlap } from '#domain/geo/overlap.ts'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'
import { checkSketch, type Neighbour } from './checks.ts'
import { type Corner, cornersOf, polygonOf } from './sketch.ts'
import { nearestOnBoundary, snapTo, snapToShared } from './snap.ts'

const { kx, ky } = metreRuler(22.13)
/** A corner so many metres east and north of a field near Kasrawad. */
const at = (east: number, north: number, accuracyM: number | null = null): Corner => ({ position: [75.6 + east / kx, 22.13 + north / ky], accuracyM })
const plot = (east: number, north: number, width: number, height: number): Polygon =>
  polygonOf([at(east, north), at(east + width, north), at(east + width, north + height), at(east, north + height)]) as Polygon
const corners = (polygon: Polygon) => cornersOf(polygon)
const neighbour = (polygon: Polygon): Neighbour => ({ id: 'n', title: 'P-115', polygon })

describe('checkSketch', () => {
  it('says that corners are missing before it says anything else', () => {
    expect(checkSketch([at(0, 0), at(100, 0)], [])).toMatchObject({ polygon: null, areaHa: 0, blockedBy: ['corners'] })
  })
  it('blocks a boundary that crosses itself and says where', () => {
    const bowTie = [at(0, 0), at(100, 100), at(100, 0), at(0, 100)]
    const { flaw, blockedBy } = checkSketch(bowTie, [])
    expect(blockedBy).toContain('flaw')
    expect(flaw?.cause).toBe('crossing')
    expect(flaw?.at?.[0]).toBeCloseTo(at(50, 50).position[0], 6)
  })
  it('blocks a corner within half a metre of the next one, marks it, and still knows what the boundary overlaps', () => {
    const { flaw, blockedBy, overlaps } = checkSketch([at(0, 0), at(100, 0), at(100, 0.4), at(100, 100), at(0, 100)], [neighbour(plot(90, 0, 100, 100))])
    expect({ blockedBy, message: String(flaw?.message) }).toEqual({
      blockedBy: ['flaw'],
      message: 'Corner 2 lies less than 0.5 m from the next one. Remove one of the two.',
    })
    expect(flaw?.at?.[0]).toBeCloseTo(at(100, 0).position[0], 6)
    expect(overlaps[0]?.band).toBe('review')
  })
  it('blocks a walk whose median accuracy is above 15 m and warns above 10 m', () => {
    const walk = (accuracy: number) => [at(0, 0, accuracy), at(100, 0, accuracy), at(100, 100, accuracy), at(0, 100, accuracy)]
    expect(checkSketch(walk(16), [])).toMatchObject({ accuracy: { verdict: 'block' }, blockedBy: ['accuracy'] })
    expect(checkSketch(walk(12), [])).toMatchObject({ accuracy: { verdict: 'warn', medianM: 12 }, blockedBy: [] })
  })
  it.each([
    [0.5, undefined, []],
    [3, 'warn', []],
    [10, 'review', []],
    [40, 'block', ['overlap']],
    [99, 'duplicate', ['overlap']],
  ])('bands an overlap of %f per cent as %s', (percent, band, blockedBy) => {
    const checks = checkSketch(corners(plot(0, 0, 100, 100)), [neighbour(plot(100 - percent, 0, 100, 100))])
    expect(checks.overlaps[0]?.band).toBe(band)
    expect(checks.blockedBy).toEqual(blockedBy)
    if (band) expect(checks.overlaps[0]?.ratio).toBeCloseTo(percent / 100, 3)
  })
  it('measures a hectare as a hectare and compares it with what was declared', () => {
    const checks = checkSketch(corners(plot(0, 0, 100, 100)), [], { declaredHa: 0.8 })
    expect(checks.areaHa).toBeCloseTo(1, 3)
    expect(checks.declaredDiff).toBeCloseTo(0.25, 3)
    expect(checks.blockedBy).toEqual([])
  })
})

describe('nearestOnBoundary', () => {
  it('is never farther than the nearest corner and always on the line', () => {
    const square = plot(0, 0, 100, 100)
    fc.assert(
      fc.property(fc.double({ min: -200, max: 300, noNaN: true }), fc.double({ min: -200, max: 300, noNaN: true }), (east, north) => {
        const found = nearestOnBoundary(at(east, north).position, square, 0)
        const [x, y] = [((found?.position[0] ?? 0) - 75.6) * kx, ((found?.position[1] ?? 0) - 22.13) * ky]
        const toLine = Math.min(Math.abs(x), Math.abs(x - 100), Math.abs(y), Math.abs(y - 100))
        expect(toLine).toBeLessThan(0.05)
        expect(found?.distanceM).toBeCloseTo(Math.hypot(x - east, y - north), 1)
      }),
    )
  })
  it('prefers the corner people agreed on when it is hardly farther', () => {
    const found = nearestOnBoundary(at(100.5, 1).position, plot(0, 0, 100, 100))
    expect(found?.position[0]).toBeCloseTo(at(100, 0).position[0], 8)
    expect(found?.position[1]).toBe(22.13)
  })
})

describe('snapTo', () => {
  it('leaves a position alone that is too far from every neighbour', () =>
    expect(snapTo(at(-30, 50).position, [neighbour(plot(0, 0, 100, 100))], 5)).toBeNull())
  it('moves a near one onto the line', () => {
    const snapped = snapTo(at(-3, 50).position, [neighbour(plot(0, 0, 100, 100))], 5) as Position
    expect((snapped[0] - 75.6) * kx).toBeCloseTo(0, 1)
  })
})

describe('snapToShared', () => {
  it('ends an overlap by one dragged corner', () => {
    const mine = [at(0, 0), at(100, 0), at(118, 50), at(100, 100), at(0, 100)]
    const other = plot(100, 0, 100, 100)
    expect(overlap(polygonOf(mine) as Polygon, other).ratio).toBeGreaterThan(0.05)
    const snapped = snapToShared(mine, other) as Corner[]
    expect(overlap(polygonOf(snapped) as Polygon, other).ratio).toBeLessThan(0.001)
    expect(snapped.filter((corner) => mine.some((one) => one.position === corner.position))).toHaveLength(2)
  })
  it('gives nothing back when the plot would vanish', () =>
    expect(snapToShared([at(99.9, 50), at(100, 50.1), at(100.1, 50)], plot(100, 0, 100, 100), 5)).toBeNull())
})
