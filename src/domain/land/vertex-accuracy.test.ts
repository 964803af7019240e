// Accuracies stay with their corners: a closing position is no corner, and one that repeats the corner before it goes with its accuracy.
import { describe, expect, it } from 'vitest'
import type { Polygon } from '../kernel/kinds.ts'
import { accuraciesStored, cornersSent } from './vertex-accuracy.ts'

const polygon = (...ring: [number, number][]): Polygon => ({ type: 'Polygon', coordinates: [ring] })
const square: [number, number][] = [
  [75, 22],
  [75.001, 22],
  [75.001, 22.001],
  [75, 22.001],
]

describe('corners that were sent', () => {
  it('are counted without the position that closes the ring, closed or not', () => {
    expect([cornersSent(polygon(...square, [75, 22])), cornersSent(polygon(...square)), cornersSent(polygon())]).toEqual([4, 4, 0])
  })
})
describe('accuracies of the stored boundary', () => {
  it('are those of its corners, null where none was measured', () => {
    expect(accuraciesStored(polygon(...square, [75, 22]), [{ metres: 3 }, {}, { metres: 5.5 }, { metres: null }])).toEqual([3, null, 5.5, null])
  })
  it('lose those of corners that repeat the one before', () => {
    const [first, second, ...rest] = square as [[number, number], [number, number], ...[number, number][]]
    const repeated = polygon(first, second, second, ...rest, first)
    expect(
      accuraciesStored(
        repeated,
        [1, 2, 99, 3, 4].map((metres) => ({ metres })),
      ),
    ).toEqual([1, 2, 3, 4])
  })
})
