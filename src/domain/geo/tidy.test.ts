// Whatever is left has no corner that a boundary may not have, and next to no ground is lost.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Position } from '../kernel/kinds.ts'
import { plotRing, polygonOf } from './arbitraries.ts'
import { ringAreaM2 } from './area.ts'
import { joinPolygons } from './divide.ts'
import { overlap } from './overlap.ts'
import { tidied } from './tidy.ts'
import { findFlaw, lineFlaw } from './validity.ts'

it('leaves a sound plot as it is, and takes out corners that were set beside its own', () => {
  fc.assert(
    fc.property(plotRing, fc.nat(20), fc.integer({ min: 1, max: 20 }), (ring, corner, steps) => {
      fc.pre(lineFlaw(ring) === null)
      expect(tidied(ring)).toEqual(ring)
      const at = corner % (ring.length - 1)
      const [lon, lat] = ring[at] as Position
      const doubled = ring.toSpliced(at + 1, 0, [lon + steps / 1e7, lat])
      fc.pre(findFlaw(doubled, undefined, { isStored: true }) === null)
      const left = tidied(doubled)
      expect(lineFlaw(left)).toBeNull()
      expect(overlap(polygonOf(left), polygonOf(ring)).iou).toBeGreaterThan(0.97)
    }),
  )
})

it('leaves of a curve the corners that are far enough from each other, and its ground', () => {
  const metres = { min: 15, max: 60, noNaN: true }
  fc.assert(
    // An ellipse that is walked with a corner every few centimetres to a metre.
    fc.property(fc.double(metres), fc.double(metres), fc.integer({ min: 60, max: 900 }), fc.nat(899), (wide, high, corners, from) => {
      const ring = Array.from({ length: corners + 1 }, (_, at): Position => {
        const angle = (2 * Math.PI * ((at + from) % corners)) / corners
        return [75.6 + (wide * Math.cos(angle)) / 103_000, 22.1 + (high * Math.sin(angle)) / 110_700]
      })
      const left = tidied(ring)
      expect(lineFlaw(left)).toBeNull()
      expect(Math.abs(ringAreaM2(left) / ringAreaM2(ring) - 1)).toBeLessThan(0.01)
      expect(overlap(polygonOf(left), polygonOf(ring)).iou).toBeGreaterThan(0.99)
    }),
  )
})

it('joins plots whose corners were taken a hand apart', () => {
  const west = polygonOf([
    [75.6, 22.1],
    [75.601, 22.1],
    [75.601, 22.101],
    [75.6, 22.101],
    [75.6, 22.1],
  ])
  const east = polygonOf([
    [75.6009999, 22.100002],
    [75.602, 22.1],
    [75.602, 22.101],
    [75.6009999, 22.101002],
    [75.6009999, 22.100002],
  ])
  const joined = joinPolygons([west, east])
  expect(joined && findFlaw(joined.coordinates[0] ?? [])).toBeNull()
  // Where corners 0.22 m apart become one, a triangle of 11 m² may go at each end of 1.1 ha.
  expect(joined && overlap(joined, west).ratio).toBeGreaterThan(0.997)
})
