import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exceeds } from './exceeds.ts'

describe('a part of a whole', () => {
  it('at the bound is within it, and one more is above it, whatever the whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 2000 }), (thousands, permille) => {
        // As whole numbers, so that nothing here is a fraction: `permille` thousandths of `whole`.
        const whole = thousands * 1000
        const part = thousands * permille
        expect([exceeds(part, whole, permille / 1000), exceeds(part + 1, whole, permille / 1000)]).toEqual([false, true])
      }),
    )
  })
})
