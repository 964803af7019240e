// What one approval is enough for, alone and with others.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tooLarge } from './adjustment-bounds.ts'

const of = (deltaKg: number, adjustedKg: number, aloneKg: number) => tooLarge(deltaKg, { bookKg: 1000 + adjustedKg, adjustedKg, aloneKg, cameKg: 1000 }, 0.03)

describe('an adjustment', () => {
  it('is within 3 % of the books, and of what came in with those before', () => {
    expect(of(30, 0, 0)).toBeNull()
    expect(of(30.001, 0, 0)).toEqual({ of: 'books', bookKg: 1000 })
    expect(of(10.001, 20, 20)).toEqual({ of: 'sum', adjustedKg: 20, cameKg: 1000, sumKg: 30.001 })
    expect(of(-29, 30, 30)).toBeNull()
  })
  it('does not take back step by step what the body has agreed to', () => {
    expect(of(-29, 100, 0)).toBeNull()
    expect(of(-29, 71, -29)).toEqual({ of: 'sum', adjustedKg: -29, cameKg: 1000, sumKg: -58 })
    expect(of(1, 100, 0)).toMatchObject({ of: 'sum', sumKg: 101 })
  })
  it('of any sequence, with the body’s between, never moves the books by more than 3 % of what came in without the body', () => {
    const step = fc.record({ grams: fc.integer({ min: -120_000, max: 120_000 }), isAgreed: fc.boolean() })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.array(step, { maxLength: 60 }), (cameKg, steps) => {
        // In grams, by itself.
        let [book, agreed, alone] = [cameKg * 1000, 0, 0]
        for (const { grams, isAgreed } of steps) {
          if (book + grams < 0) continue
          const books = { bookKg: book / 1000, adjustedKg: (agreed + alone) / 1000, aloneKg: alone / 1000, cameKg }
          if (!isAgreed && tooLarge(grams / 1000, books, 0.03)) continue
          book += grams
          if (isAgreed) agreed += grams
          else alone += grams
          expect(Math.abs(alone)).toBeLessThanOrEqual(cameKg * 30 + 1e-6)
          expect(book).toBe(cameKg * 1000 + agreed + alone)
        }
      }),
      { seed: 30, numRuns: 2000 },
    )
  })
})
