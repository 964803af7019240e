import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GmoStatus, mixedGmo } from './gmo.ts'

const status = fc.constantFrom<GmoStatus>('UNTESTED', 'PENDING', 'NEGATIVE', 'POSITIVE')

describe('mixedGmo (BR-15)', () => {
  it('keeps a positive result whatever it is mixed with, and calls negative only what is negative throughout', () => {
    fc.assert(
      fc.property(fc.array(status), (parts) => {
        const whole = mixedGmo(parts)
        expect(whole === 'POSITIVE').toBe(parts.includes('POSITIVE'))
        expect(whole === 'NEGATIVE').toBe(parts.length > 0 && new Set(parts).size === 1 && parts[0] === 'NEGATIVE')
      }),
    )
  })
  it('does not depend on the order or on mixing in steps', () => {
    fc.assert(
      fc.property(fc.array(status, { minLength: 1 }), fc.array(status, { minLength: 1 }), (some, others) => {
        const whole = mixedGmo([...some, ...others])
        expect(mixedGmo([...others, ...some])).toBe(whole)
        expect(mixedGmo([mixedGmo(some), mixedGmo(others)])).toBe(whole)
      }),
    )
  })
})
