// Divided ground is all there and nowhere twice; joined again it is the plot that was divided.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Polygon, Position } from '../kernel/kinds.ts'
import { areaM2, metreRuler } from './area.ts'
import { dividePolygon, joinPolygons } from './divide.ts'
import { overlap } from './overlap.ts'
import { findFlaw } from './validity.ts'

const origin: Position = [75.61, 22.12]
const { kx, ky } = metreRuler(origin[1])
const place = (east: number, north: number): Position => [origin[0] + east / kx, origin[1] + north / ky]
const ring = (...corners: [number, number][]): Polygon => ({
  type: 'Polygon',
  coordinates: [[...corners, corners[0] as [number, number]].map(([east, north]) => place(east, north))],
})
const square = ring([0, 0], [100, 0], [100, 100], [0, 100])
const flawOf = (line: Position[], polygon = square) => String(dividePolygon(polygon, line).flaw ?? '')

describe('dividePolygon', () => {
  it('refuses a line that does not cross the plot, or ends inside it', () => {
    expect(flawOf([place(-10, 120), place(110, 120)])).toMatch('does not cross')
    expect(flawOf([place(-10, 50), place(50, 50)])).toMatch('does not cross')
    expect(flawOf([place(50, 50)])).toMatch('two points at least')
  })
  it('refuses a line that crosses the boundary more than twice', () => {
    const horseshoe = ring([0, 0], [100, 0], [100, 100], [70, 100], [70, 30], [30, 30], [30, 100], [0, 100])
    expect(flawOf([place(-10, 60), place(110, 60)], horseshoe)).toMatch('more than twice')
  })
  it('refuses a part that is too small to be a plot (BR-01)', () => expect(dividePolygon(square, [place(-1, 0.2), place(101, 0.2)]).parts).toBeNull())
  it('goes through corners', () => {
    const { parts } = dividePolygon(square, [place(-10, -10), place(110, 110)])
    expect(parts?.map((part) => Math.round(areaM2(part)))).toEqual([5000, 5000])
    expect(parts?.map(({ coordinates }) => coordinates[0]?.length)).toEqual([4, 4])
  })
  it('follows the corners of the line, and may come back to the edge it came from', () => {
    const { parts } = dividePolygon(square, [place(20, -10), place(20, 40), place(60, 40), place(60, -10)])
    expect(parts?.map((part) => Math.round(areaM2(part))).sort((a, b) => a - b)).toEqual([1600, 8400])
  })
  it('divides a plot that was stored with a short side: its parts have none, and next to all of its ground', () => {
    const stored = ring([0, 0], [100, 0], [100, 0.3], [100, 100], [0, 100])
    const { parts } = dividePolygon(stored, [place(40, -20), place(40, 120)])
    expect(parts?.map(({ coordinates }) => findFlaw(coordinates[0] ?? []))).toEqual([null, null])
    expect(parts?.map((part) => Math.round(areaM2(part))).sort((a, b) => a - b)).toEqual([4000, 6000])
  })
  it('refuses a stored plot that would lose ground with a corner sharper than a degree', () => {
    /** 11 m by 73 m, with a point of 727 m on top: 803 m² and 3,999 m². */
    const spiked = ring([0, 0], [11, 0], [11, 73], [5.5, 800], [0, 73])
    expect(Math.round(areaM2(spiked) / 100)).toBe(48)
    const across = [place(5.5, -20), place(5.5, 820)]
    expect(flawOf(across, spiked)).toMatch('loses ground without them')
    expect(dividePolygon(spiked, across).parts).toBeNull()
    // A corner as sharp that has next to no ground goes.
    const hair = ring([0, 0], [100, 0], [100, 100], [60, 100], [59.7, 140], [59.4, 100], [0, 100])
    const { parts } = dividePolygon(hair, [place(30, -20), place(30, 120)])
    expect(parts?.map((part) => Math.round(areaM2(part))).sort((a, b) => a - b)).toEqual([3000, 7000])
  })
  it('loses no ground and gives none twice, whatever the line; joined again it is the plot', () => {
    const metres = fc.integer({ min: 15, max: 85 })
    fc.assert(
      fc.property(metres, metres, metres, metres, (from, to, east, north) => {
        const { parts } = dividePolygon(square, [place(from, -20), place(east, north), place(to, 120)])
        if (!parts) return
        const [one, two] = parts
        expect(areaM2(one) + areaM2(two)).toBeCloseTo(areaM2(square), 0)
        expect(overlap(one, two).areaM2).toBeLessThan(0.5)
        const joined = joinPolygons([one, two])
        expect(joined && overlap(joined, square).iou).toBeGreaterThan(0.9999)
      }),
    )
  })
})
describe('joinPolygons', () => {
  it('has all the ground of plots with curves of many corners, but for what no boundary may have', () => {
    /** A rectangle whose far end is a half circle with a corner every 0.3 m. */
    const rounded = (toward: 1 | -1): Polygon => {
      const count = Math.round((Math.PI * 25) / 0.3)
      const curve = Array.from({ length: count + 1 }, (_, at): [number, number] => {
        const angle = (Math.PI * at) / count
        return [toward * (100 + 25 * Math.sin(angle)), 25 - 25 * Math.cos(angle)]
      })
      const line: [number, number][] = [[0, 0], ...curve, [0, 50]]
      return ring(...(toward > 0 ? line : line.reverse()))
    }
    const [east, west] = [rounded(1), rounded(-1)]
    const joined = joinPolygons([east, west])
    const sumM2 = areaM2(east) + areaM2(west)
    expect(Math.abs((joined ? areaM2(joined) : 0) / sumM2 - 1)).toBeLessThan(0.005)
  })
  it('refuses plots that do not touch, and a ring around a hole', () => {
    expect(joinPolygons([square, ring([150, 0], [250, 0], [250, 100], [150, 100])])).toBeNull()
    const around = [
      ring([0, 0], [90, 0], [90, 30], [0, 30]),
      ring([0, 60], [90, 60], [90, 90], [0, 90]),
      ring([0, 30], [30, 30], [30, 60], [0, 60]),
      ring([60, 30], [90, 30], [90, 60], [60, 60]),
    ]
    expect(joinPolygons(around)).toBeNull()
  })
})
