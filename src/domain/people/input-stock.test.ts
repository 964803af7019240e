// The stock of inputs of a group.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstShortage, type InputMovement } from './input-stock.ts'

const moved = (isBought: boolean, kg: number, day: number, itemId = 'cake'): InputMovement => ({
  itemId,
  isBought,
  kg,
  at: new Date(day * 86_400_000).toISOString(),
})

describe('firstShortage', () => {
  it('is the first moment at which more is handed out than there is, whenever that was recorded', () => {
    expect(firstShortage([moved(true, 100, 1), moved(false, 100, 2)], 'cake')).toBeNull()
    expect(firstShortage([moved(true, 100, 1), moved(false, 101, 2)], 'cake')).toMatchObject({ haveKg: 100, neededKg: 101 })
    expect(firstShortage([moved(false, 10, 1), moved(true, 100, 2)], 'cake')).toMatchObject({ haveKg: 0, neededKg: 10 })
    expect(firstShortage([moved(false, 10, 2), moved(true, 10, 2)], 'cake')).toBeNull()
    expect(firstShortage([moved(true, 100, 1, 'neem'), moved(false, 1, 2)], 'cake')).toMatchObject({ haveKg: 0 })
  })
  it('of before a moment refuses nothing that there was enough for since', () => {
    const before = [moved(false, 100, 1), moved(true, 130, 3)]
    expect(firstShortage([...before, moved(false, 30, 4)], 'cake')).toMatchObject({ at: '1970-01-02T00:00:00.000Z', haveKg: 0, neededKg: 100 })
    const from = (kg: number, day: number) => firstShortage([...before, moved(false, kg, day)], 'cake', new Date(day * 86_400_000).toISOString())
    expect(from(30, 4)).toBeNull()
    expect(from(30.001, 4)).toMatchObject({ haveKg: 30, neededKg: 30.001 })
    // Of what was handed out before it was there, nothing is left.
    expect(from(1, 2)).toMatchObject({ haveKg: 0, neededKg: 1 })
    expect(from(1, 1)).toMatchObject({ haveKg: 0 })
  })
  it('that is no larger than before a change is not one of that change', () => {
    const rest = [moved(true, 100, 1), moved(false, 70, 5)]
    const before = [...rest, moved(false, 60, 3)]
    const corrected = (kg: number, day = 3) => firstShortage([...rest, moved(false, kg, day)], 'cake', moved(false, kg, Math.min(day, 3)).at, before)
    expect(firstShortage([...rest, moved(false, 50, 3)], 'cake', moved(false, 50, 3).at)).toMatchObject({ haveKg: 50, neededKg: 70 })
    for (const kg of [1, 50, 60]) expect(corrected(kg)).toBeNull()
    expect(corrected(60.001)).toMatchObject({ haveKg: 39.999, neededKg: 70 })
    expect(corrected(101)).toMatchObject({ haveKg: 100, neededKg: 101 })
    // Later than it was: less is short at no moment.
    expect(corrected(60, 4)).toBeNull()
    expect(firstShortage([...before, moved(false, 1, 6)], 'cake', moved(false, 1, 6).at, before)).toMatchObject({ haveKg: 0, neededKg: 1 })
  })
  it('is there exactly when a sum to some moment is below zero, in any order of recording', () => {
    const movement = fc.record({ isBought: fc.boolean(), kg: fc.integer({ min: 1, max: 50 }), day: fc.integer({ min: 0, max: 6 }) })
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 12 }), (drawn) => {
        const sums = [0, 1, 2, 3, 4, 5, 6].map((last) => drawn.reduce((sum, { isBought, kg, day }) => (day <= last ? sum + (isBought ? kg : -kg) : sum), 0))
        const movements = drawn.map(({ isBought, kg, day }) => moved(isBought, kg, day))
        expect(firstShortage(movements, 'cake') !== null).toBe(sums.some((sum) => sum < 0))
        expect(firstShortage(movements.toReversed(), 'cake') === null).toBe(firstShortage(movements, 'cake') === null)
      }),
    )
  })
})
