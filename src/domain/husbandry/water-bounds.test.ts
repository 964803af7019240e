// Which water is flagged, and what is told of it.
import { describe, expect, it } from 'vitest'
import { isOutOfBounds, waterTrouble } from './water-bounds.ts'

const good = { doMgL: 5, ph: 7.8, temperatureC: 27, nh3MgL: 0.01 }

describe('waterTrouble', () => {
  it('finds nothing in good water, nor in what was not measured', () => {
    expect(waterTrouble(good)).toBeNull()
    expect(waterTrouble({ ...good, nh3MgL: null })).toBeNull()
  })
  it('tells everything that is wrong at once, with what was found', () => {
    expect(waterTrouble({ ...good, doMgL: 3.4, nh3MgL: 0.34712 })).toEqual({ oxygen: 3.4, ammonia: 0.347 })
  })
})
describe('isOutOfBounds', () => {
  it.each([
    ['doMgL', 4, false],
    ['doMgL', 3.9, true],
    ['ph', 9, false],
    ['ph', 9.1, true],
    ['ph', 6.4, true],
    ['temperatureC', 33.1, true],
    ['nh3MgL', 0.06, false],
  ] as const)('of %s at %d is %s', (measure, value, expected) => {
    expect(isOutOfBounds(measure, value)).toBe(expected)
  })
})
