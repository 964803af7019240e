// Words on a map: on the wished side, on the other, or below, and never over an edge.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeNote } from './note-place.ts'

describe('placeNote', () => {
  it('turns to the other side at an edge', () => {
    expect(placeNote('right', { x: 100, words: 150, map: 600 })).toEqual({ left: 116, side: 'right' })
    expect(placeNote('right', { x: 500, words: 150, map: 600 })).toEqual({ left: 334, side: 'left' })
    expect(placeNote('left', { x: 100, words: 150, map: 600 })).toEqual({ left: 116, side: 'right' })
  })
  it('stands below, inside the map, where neither side has room: on a small map the words were cut at its left edge', () => {
    expect(placeNote('right', { x: 160, words: 190, map: 300 })).toEqual({ left: 65, side: 'below' })
    expect(placeNote('right', { x: 160, words: 190, map: 300, isLow: true })).toEqual({ left: 65, side: 'above' })
    expect(placeNote('right', { x: 20, words: 290, map: 300 })).toEqual({ left: 4, side: 'below' })
  })
  it('goes out of the map with its place, and stays in the middle of what it names', () => {
    expect(placeNote('right', { x: -50, words: 30, map: 300 })).toEqual({ left: -34, side: 'right' })
    expect(placeNote('centre', { x: 10, words: 60, map: 300 })).toEqual({ left: -20, side: 'centre' })
  })
  it('is never cut of a place on the map while there is room for it at all', () => {
    const sizes = fc.record({ x: fc.integer({ min: 0, max: 300 }), words: fc.integer({ min: 1, max: 292 }), map: fc.integer({ min: 300, max: 900 }) })
    fc.assert(
      fc.property(sizes, fc.constantFrom('left' as const, 'right' as const), (room, anchor) => {
        const { left } = placeNote(anchor, room)
        expect(left).toBeGreaterThanOrEqual(4)
        expect(left + room.words).toBeLessThanOrEqual(room.map - 4)
      }),
    )
  })
})
