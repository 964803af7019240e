// Two plots that share a hedge share one line: what is close falls onto it, what is not stays where it was walked.
import { describe, expect, it } from 'vitest'
import { metreRuler } from '#domain/geo/area.ts'
import { containsPoint } from '#domain/geo/contains.ts'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'
import { nearestOnBoundary, snapTo, snapToShared } from './snap.ts'

const ruler = metreRuler(22.13)
const at = (east: number, north: number): Position => [75.6 + east / ruler.kx, 22.13 + north / ruler.ky]
const box = (from: number, to: number): Polygon => ({ type: 'Polygon', coordinates: [[at(from, 0), at(to, 0), at(to, 100), at(from, 100), at(from, 0)]] })
const off = (position: Position | null | undefined, east: number, north: number) => (position ? ruler.distance(position, at(east, north)) : Number.NaN)
/** 100 m to the west of the line at 0. */
const west = box(-100, 0)
const corner = (east: number, north: number) => ({ position: at(east, north), accuracyM: 3 })

describe('nearestOnBoundary', () => {
  it('finds the place on the side, not only its ends', () => {
    const found = nearestOnBoundary(at(4, 50), west)
    expect(found?.distanceM).toBeCloseTo(4, 3)
    expect(off(found?.position, 0, 50)).toBeLessThan(0.01)
  })
  it('prefers a corner that is hardly farther', () => expect(off(nearestOnBoundary(at(1, 98.5), west)?.position, 0, 100)).toBeLessThan(0.01))
})

describe('snapTo', () => {
  it('takes the nearest of several neighbours', () =>
    expect(off(snapTo(at(2.2, 50), [{ polygon: west }, { polygon: box(3, 90) }], 3), 3, 50)).toBeLessThan(0.02))
  it('leaves what is farther than asked', () => expect(snapTo(at(4, 50), [{ polygon: west }], 3)).toBeNull())
})

describe('snapToShared', () => {
  it('moves corners near the line or inside the neighbour onto the line, and only those', () => {
    const mine = [corner(-8, 10), corner(80, 10), corner(80, 90), corner(2, 90)]
    const moved = snapToShared(mine, west) ?? []
    expect([off(moved[0]?.position, 0, 10), off(moved[3]?.position, 0, 90)].every((metres) => metres < 0.02)).toBe(true)
    expect(moved.slice(1, 3)).toEqual(mine.slice(1, 3))
    expect(containsPoint(west, at(-8, 10))).toBe(true)
  })
  it('no longer claims the receiver’s accuracy for what was moved', () =>
    expect(snapToShared([corner(1, 10), corner(80, 10), corner(80, 90)], west)?.map(({ accuracyM }) => accuracyM)).toEqual([null, 3, 3]))
  it('makes one corner of two that fall together, or within half a metre of each other', () => {
    expect(snapToShared([corner(-1, -1), corner(1, 0.5), corner(80, 10), corner(80, 90)], west)).toHaveLength(3)
    for (const [apart, left] of [
      [0.4, 3],
      [0.6, 4],
    ] as const)
      expect(snapToShared([corner(1, 50), corner(80, 10), corner(80, 90), corner(2, 50 + apart)], west)).toHaveLength(left)
  })
  it('gives up when nothing would be left', () => expect(snapToShared([corner(-1, 99.5), corner(-0.5, 100), corner(0.4, 100.2)], west)).toBeNull())
})
