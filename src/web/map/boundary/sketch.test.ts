// Whatever a person does to a boundary can be taken back, and a corner the receiver measured stays measured until it is moved.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '#domain/kernel/kinds.ts'
import { accuraciesAlong, cornersOf, polygonOf, type SketchAction, sketchReducer, startSketch } from './sketch.ts'

const square: Position[] = [
  [75.6, 22.13],
  [75.602, 22.13],
  [75.602, 22.132],
  [75.6, 22.132],
  [75.6, 22.13],
]
const drawn = sketchReducer(startSketch(), { type: 'drawn', positions: square, method: 'DESKTOP_DRAW' })

const never = (): never => {
  throw new Error('There is a polygon')
}

describe('polygonOf', () => {
  it('has no polygon before the third corner', () => {
    expect(polygonOf(startSketch().corners)).toBeNull()
    expect(polygonOf(drawn.corners.slice(0, 2))).toBeNull()
  })
  it('closes the ring it gives', () => expect(polygonOf(drawn.corners)?.coordinates).toEqual([square]))
})

describe('cornersOf', () => {
  it('gives no corner for a parcel without a boundary', () => expect(cornersOf(null)).toEqual([]))
  it('reads back what polygonOf wrote, with the accuracies', () => {
    expect(cornersOf(polygonOf(drawn.corners), [3, 4, 5, 6]).map((corner) => corner.accuracyM)).toEqual([3, 4, 5, 6])
  })
})

describe('accuraciesAlong', () => {
  const walked = square
    .slice(0, 4)
    .reduce((sketch, position, index) => sketchReducer(sketch, { type: 'walked', corner: { position, accuracyM: index + 3 } }), startSketch())
  it('has none of corners that nobody walked to', () => expect(accuraciesAlong(drawn.corners, { type: 'Polygon', coordinates: [square] })).toBeUndefined())
  it('follows the corners of the ring that is saved, whichever way round it goes, with nothing at one that was moved', () => {
    const turned = [square[0], ...square.slice(1, 4).reverse(), square[0]] as Position[]
    expect(accuraciesAlong(walked.corners, { type: 'Polygon', coordinates: [turned] })).toEqual([3, 6, 5, 4].map((metres) => ({ metres })))
    const moved = sketchReducer(walked, { type: 'moved', index: 1, position: [75.6025, 22.1301] })
    expect(accuraciesAlong(moved.corners, polygonOf(moved.corners) ?? never())).toEqual([3, null, 5, 6].map((metres) => ({ metres })))
  })
})

describe('sketchReducer', () => {
  it('does not count a click that moved nothing as a step', () => {
    expect(sketchReducer(drawn, { type: 'drawn', positions: square, method: 'DESKTOP_DRAW' })).toBe(drawn)
  })
  it('leaves an empty sketch alone when there is nothing to take back', () => expect(sketchReducer(startSketch(), { type: 'undone' })).toEqual(startSketch()))
  it('keeps the accuracy of walked corners when another corner is dragged', () => {
    let sketch = startSketch()
    for (const [index, position] of square.slice(0, 4).entries()) sketch = sketchReducer(sketch, { type: 'walked', corner: { position, accuracyM: index + 3 } })
    const dragged = sketchReducer(sketch, { type: 'drawn', positions: [square[0] as Position, [75.6025, 22.1301], ...square.slice(2)], method: 'DESKTOP_DRAW' })
    expect(dragged.corners.map((corner) => corner.accuracyM)).toEqual([3, null, 5, 6])
    expect(dragged.method).toBe('DESKTOP_DRAW')
  })
  it('puts a new corner in the middle of a side, the last side included', () => {
    expect(sketchReducer(drawn, { type: 'inserted', after: 3 }).corners.at(-1)?.position).toEqual([75.6, 22.131])
  })
  it('takes back every step in order', () => {
    const point = fc.tuple(fc.double({ min: 75, max: 76, noNaN: true }), fc.double({ min: 22, max: 23, noNaN: true }))
    const action: fc.Arbitrary<SketchAction> = fc.oneof(
      fc.record({ type: fc.constant('walked' as const), corner: fc.record({ position: point, accuracyM: fc.double({ min: 0, max: 15, noNaN: true }) }) }),
      fc.record({ type: fc.constant('moved' as const), index: fc.nat(5), position: point }),
      fc.record({ type: fc.constant('inserted' as const), after: fc.nat(5) }),
      fc.record({ type: fc.constant('removed' as const), index: fc.nat(5) }),
    )
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        let sketch = drawn
        for (const one of actions) sketch = sketchReducer(sketch, one)
        while (sketch.past.length > drawn.past.length) sketch = sketchReducer(sketch, { type: 'undone' })
        expect(sketch.corners).toEqual(drawn.corners)
      }),
    )
  })
})
