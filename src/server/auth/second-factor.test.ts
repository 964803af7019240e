import { describe, expect, it } from 'vitest'
import { isByTwoFactors } from './second-factor.ts'

describe('isByTwoFactors', () => {
  it.each([
    [{ amr: ['mfa'] }],
    [{ amr: ['pwd', 'otp'] }],
    [{ amr: ['pwd', 'hwk', 'user'] }],
    [{ firebase: { sign_in_provider: 'password', sign_in_second_factor: 'phone' } }],
  ])('believes %j', (claims) => {
    expect(isByTwoFactors(claims)).toBe(true)
  })
  it.each([
    [undefined],
    [{}],
    [{ amr: 'mfa' }],
    [{ amr: ['pwd'] }],
    [{ amr: ['pwd', 'pin'] }],
    [{ amr: ['otp'] }],
    [{ acr: '1' }],
    [{ firebase: 'phone' }],
    [{ firebase: { sign_in_provider: 'password' } }],
  ])('does not believe %j', (claims) => {
    expect(isByTwoFactors(claims)).toBe(false)
  })
})
