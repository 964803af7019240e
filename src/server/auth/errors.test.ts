// The table between the sign-in library's errors and the specification's, and how often one caller may call.
import { CallbackRouteError, MissingCSRF, MissingSecret } from '@auth/core/errors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { authErrors, describeAuthError } from './errors.ts'
import { callerOf, createLimiter } from './rate-limit.ts'

describe('authErrors', () => {
  it.each([
    ['UnknownError', 'UNKNOWN_ERROR'],
    ['OAuthCallbackError', 'OAUTH_CALLBACK_ERROR'],
    ['AccountNotLinkedError', 'ACCOUNT_NOT_LINKED_ERROR'],
    ['MissingAPIRouteError', 'MISSING_NEXTAUTH_API_ROUTE_ERROR'],
    ['MissingSecretError', 'NO_SECRET'],
    ['MissingAuthorizeError', 'CALLBACK_CREDENTIALS_HANDLER_ERROR'],
    ['MissingAdapterError', 'EMAIL_REQUIRES_ADAPTER_ERROR'],
    ['MissingAdapterMethodsError', 'MISSING_ADAPTER_METHODS_ERROR'],
    ['UnsupportedStrategyError', 'CALLBACK_CREDENTIALS_JWT_ERROR'],
    ['InvalidCallbackUrl', 'INVALID_CALLBACK_URL_ERROR'],
    ['CLIENT_FETCH_ERROR', 'CLIENT_FETCH_ERROR'],
    ['CLIENT_SESSION_ERROR', 'CLIENT_SESSION_ERROR'],
  ])('has %s with code %s', (name, code) => {
    expect(Object.values(authErrors)).toContainEqual(expect.objectContaining({ name, code }))
  })
})

describe('describeAuthError', () => {
  it('speaks of an error of the library in the specification’s words, without its advertisement', () => {
    expect(describeAuthError(new MissingSecret('Please define a `secret`'))).toEqual({
      name: 'MissingSecretError',
      code: 'NO_SECRET',
      isFault: true,
      message: 'Please define a `secret`.',
    })
  })
  it('names the real reason that lies under several causes', () => {
    const error = new CallbackRouteError(new Error('outer', { cause: new TypeError('inner') }) as never, { provider: 'oidc' } as never)
    expect(describeAuthError(error)).toMatchObject({ name: 'CallbackRouteError', url: 'OAuthCallbackError', cause: 'TypeError: inner' })
  })
  it.each([[new Error('boom')], ['a string'], [null], [Object.assign(new Error('x'), { type: 'toString' })]])(
    'calls anything else UnknownError: %s',
    (error) => {
      expect(describeAuthError(error)).toMatchObject({ name: 'UnknownError', isFault: true })
    },
  )
  it('does not follow a chain of causes that bites its tail', () => {
    const error: Error = new MissingCSRF('x')
    Object.assign(error, { cause: error })
    expect(describeAuthError(error).name).toBe('MissingCSRF')
  })
})

describe('createLimiter', () => {
  it('never lets more through than the burst and what time has added, whatever the order of calls', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 20_000 }), { maxLength: 200 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 60 }),
        (pauses, burst, perMinute) => {
          let now = 0
          const limiter = createLimiter(() => now)
          let passed = 0
          for (const pause of pauses) {
            now += pause
            if (limiter.take('somebody', { burst, perMinute }) === 0) passed++
          }
          expect(passed).toBeLessThanOrEqual(burst + (now / 60_000) * perMinute + 1e-6)
        },
      ),
    )
  })
  it('tells how many seconds to wait, after which the next call goes through', () => {
    let now = 0
    const limiter = createLimiter(() => now)
    const rate = { burst: 1, perMinute: 6 }
    expect([limiter.take('a', rate), limiter.take('a', rate), limiter.take('b', rate)]).toEqual([0, 10, 0])
    now = 10_000
    expect(limiter.take('a', rate)).toBe(0)
  })
  it('takes a clock that was set back for no time passed', () => {
    let now = 100_000
    const limiter = createLimiter(() => now)
    limiter.take('a', { burst: 1, perMinute: 60 })
    now = 0
    expect(limiter.take('a', { burst: 1, perMinute: 60 })).toBeGreaterThan(0)
  })
})

describe('callerOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('counts %s as %s', (address, caller) => expect(callerOf(address)).toBe(caller))
})
