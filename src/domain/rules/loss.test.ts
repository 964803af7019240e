import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkLoss } from './loss.ts'
import { defaultTolerances as tolerances } from './tolerances.ts'

describe('checkLoss (4.4)', () => {
  it('passes up to 1 % of what went in, and above it only for the manager, with a review', () => {
    expect(checkLoss({ lostKg: 10, creditedKg: 1000, hasManager: false }, tolerances)).toEqual({ block: null, findings: [] })
    expect(checkLoss({ lostKg: 10.1, creditedKg: 1000, hasManager: false }, tolerances).block).toMatchObject({ ruleId: '4.4', figures: { share: 0.0101 } })
    expect(checkLoss({ lostKg: 10.1, creditedKg: 1000, hasManager: true }, tolerances)).toMatchObject({ block: null, findings: [{ severity: 'REVIEW' }] })
  })
  it('does not care in how many pieces a lot is lost', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 30 }), (pieces) => {
        const whole = pieces.reduce((sum, kg) => sum + kg, 0)
        const refused = pieces.some(
          (_, n) => checkLoss({ lostKg: pieces.slice(0, n + 1).reduce((sum, kg) => sum + kg, 0), creditedKg: 5000, hasManager: false }, tolerances).block,
        )
        expect(refused).toBe(whole > 50)
      }),
    )
  })
})
