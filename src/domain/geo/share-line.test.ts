import { describe, expect, it } from 'vitest'
import type { Polygon, Position } from '../kernel/kinds.ts'
import { areaHa } from './area.ts'
import { overlap } from './overlap.ts'
import { halvesOf } from './share-line.ts'

/** Ten-millionths of a degree from a corner near Kasrawad. */
const shape = (...corners: [number, number][]): Polygon => ({
  type: 'Polygon',
  coordinates: [[...corners, corners[0] as [number, number]].map(([x, y]): Position => [(756_100_000 + x) / 1e7, (221_200_000 + y) / 1e7])],
})
const square = (x: number, y: number, width: number, height = width): Polygon => shape([x, y], [x + width, y], [x + width, y + height], [x, y + height])
const corners = ({ coordinates }: Polygon): string[] =>
  (coordinates[0] ?? [])
    .slice(1)
    .map(([x, y]) => `${Math.round(x * 1e7) - 756_100_000} ${Math.round(y * 1e7) - 221_200_000}`)
    .sort()

describe('halvesOf', () => {
  it('divides a shared strip down its middle, where the ends of the plots lie on one line', () => {
    const halves = halvesOf(square(0, 0, 10_000), square(9000, 0, 10_000))
    expect(halves && corners(halves.first)).toEqual(corners(square(0, 0, 9500, 10_000)))
    expect(halves && corners(halves.second)).toEqual(corners(square(9500, 0, 9500, 10_000)))
  })
  it('joins the two points where corners lie over each other, and each side keeps what is its own', () => {
    const [a, b] = [square(0, 0, 10_000), square(8000, 6000, 10_000)]
    const halves = halvesOf(a, b)
    expect(halves && corners(halves.first)).toEqual(corners(shape([0, 0], [10_000, 0], [10_000, 6000], [8000, 10_000], [0, 10_000])))
    expect(halves && corners(halves.second)).toEqual(corners(shape([10_000, 6000], [18_000, 6000], [18_000, 16_000], [8000, 16_000], [8000, 10_000])))
    expect(halves && overlap(halves.first, halves.second).areaM2).toBe(0)
    // Each gives half of the shared 2000 by 4000: the sum of both is the ground of both together.
    const both = areaHa(a) + areaHa(b) - overlap(a, b).areaM2 / 10_000
    expect(halves && areaHa(halves.first) + areaHa(halves.second)).toBeCloseTo(both, 3)
  })
  it('is the same from either side', () => {
    const [a, b] = [square(0, 0, 10_000), square(8000, 6000, 10_000)]
    const [one, other] = [halvesOf(a, b), halvesOf(b, a)]
    expect(one && corners(one.first)).toEqual(other && corners(other.second))
  })
  it('offers nothing where one lies within the other, across it, or apart', () => {
    expect(halvesOf(square(0, 0, 10_000), square(4000, 4000, 1000))).toBeNull()
    expect(halvesOf(square(0, 4000, 10_000, 2000), square(4000, 0, 2000, 10_000))).toBeNull()
    expect(halvesOf(square(0, 0, 1000), square(5000, 0, 1000))).toBeNull()
  })
})
