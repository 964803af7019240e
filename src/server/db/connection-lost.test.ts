// Which errors mean that the connection is of no more use, so that the call is answered with 503 and tried again.
import { describe, expect, it } from 'vitest'
import { isConnectionLost } from './postgres.ts'

const errorOf = (message: string, more: Record<string, unknown> = {}) => Object.assign(new Error(message), more)

describe('a lost connection', () => {
  it.each([
    errorOf('This socket has been ended by the other party', { code: 'EPIPE' }),
    errorOf('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' }),
    errorOf('terminating connection due to administrator command', { code: '57P01' }),
    errorOf('Connection terminated unexpectedly'),
  ])('is $message', (error) => expect(isConnectionLost(error)).toBe(true))
  it.each([errorOf('duplicate key', { code: '23505' }), errorOf('Something else'), null])('is not %s', (error) => expect(isConnectionLost(error)).toBe(false))
})
