// What one approval is enough for, alone and with others.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tooLarge } from './adjustment-bounds.ts'

const of = (deltaKg: number, adjustedKg: number, aloneKg: number, runKg = aloneKg) =>
  tooLarge(deltaKg, { bookKg: 1000 + adjustedKg, adjustedKg, aloneKg, runKg, runBookKg: 1000 + adjustedKg - runKg, cameKg: 1000 }, 0.03)

describe('an adjustment', () => {
  it('is within 3 % of the books, and of what came in with those before', () => {
    expect(of(30, 0, 0)).toBeNull()
    expect(of(30.001, 0, 0)).toEqual({ of: 'books', bookKg: 1000 })
    expect(of(10.001, 20, 20)).toEqual({ of: 'sum', adjustedKg: 20, cameKg: 1000, sumKg: 30.001 })
    expect(of(-29, 30, 30)).toBeNull()
  })
  it('is within 3 % of the books with those since goods last moved', () => {
    const left = (deltaKg: number, runKg: number) =>
      tooLarge(deltaKg, { bookKg: 50 + runKg, adjustedKg: runKg, aloneKg: runKg, runKg, runBookKg: 50, cameKg: 1000 }, 0.03)
    expect([left(-1.5, 0), left(0.1, 1.4), left(-1.4, 1.4)]).toEqual([null, null, null])
    expect(left(-0.101, -1.4)).toEqual({ of: 'run', adjustedKg: -1.4, bookKg: 50, sumKg: -1.501 })
  })
  it('does not take back step by step what the body has agreed to', () => {
    expect(of(-29, 100, 0)).toBeNull()
    expect(of(-29, 71, -29)).toEqual({ of: 'sum', adjustedKg: -29, cameKg: 1000, sumKg: -58 })
    expect(of(1, 100, 0)).toMatchObject({ of: 'sum', sumKg: 101 })
  })
  it('of any sequence, with the body’s and goods that leave between, never moves the books by more than 3 % of what came in, or of what was left, without the body', () => {
    const step = fc.record({ grams: fc.integer({ min: -120_000, max: 120_000 }), by: fc.constantFrom('MANAGER', 'MANAGER', 'MANAGER', 'BODY', 'GOODS') })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.array(step, { maxLength: 60 }), (cameKg, steps) => {
        // In grams, by itself.
        let [book, agreed, alone, sent] = [cameKg * 1000, 0, 0, 0]
        let run = { grams: 0, book }
        for (const { grams, by } of steps) {
          const moved = by === 'GOODS' ? -Math.abs(grams) : grams
          if (book + moved < 0) continue
          const inKg = {
            bookKg: book / 1000,
            adjustedKg: (agreed + alone) / 1000,
            aloneKg: alone / 1000,
            runKg: run.grams / 1000,
            runBookKg: run.book / 1000,
            cameKg,
          }
          if (by === 'MANAGER' && tooLarge(grams / 1000, inKg, 0.03)) continue
          book += moved
          if (by === 'GOODS') sent -= moved
          else if (by === 'BODY') agreed += moved
          else alone += moved
          run = by === 'MANAGER' ? { ...run, grams: run.grams + moved } : { grams: 0, book }
          expect(Math.abs(alone)).toBeLessThanOrEqual(cameKg * 30 + 1e-6)
          expect(Math.abs(run.grams)).toBeLessThanOrEqual(run.book * 0.03 + 1e-6)
          expect(book).toBe(cameKg * 1000 + agreed + alone - sent)
        }
      }),
      { seed: 30, numRuns: 2000 },
    )
  })
})
