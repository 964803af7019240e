// What anybody may ask without signing in is limited for each caller: the tenant's settings, session calls, the
// pages behind QR codes. High enough for a hall full of phones behind one address, far below a flood.
import type { MiddlewareHandler } from 'hono'
import { Problem } from '#domain/kernel/problems.ts'
import { callerOf, createLimiter, type Rate } from '#server/auth/rate-limit.ts'
import { addressOf } from './sign-in-routes.ts'

/** Ten a second for a minute. One page asks three to five times. Counted by each process for itself, whose time it protects: nothing here can be guessed. */
export const publicRate: Rate = { burst: 600, perMinute: 600 }

/** Throws TOO_MANY with Retry-After. `clock` in milliseconds. */
export function limitPublicCalls({ isBehindProxy, clock, rate = publicRate }: { isBehindProxy: boolean; clock: () => number; rate?: Rate }): MiddlewareHandler {
  const limiter = createLimiter(clock)
  return async (context, next) => {
    const wait = limiter.take(callerOf(addressOf(context, isBehindProxy)), rate)
    if (wait > 0) throw new Problem('TOO_MANY', { headers: { 'retry-after': String(wait) } })
    await next()
  }
}
