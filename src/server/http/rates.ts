// How often one caller may ask. Without signing in: the tenant's settings, session calls, the pages behind QR codes, high enough for a hall full of
// phones behind one address, far below a flood. Signed in: for each sign-in.
import { createHash } from 'node:crypto'
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

/** A phone whose token has ended asks a few times and signs in; a hall of them does so at once. */
export const refusedRate: Rate = { burst: 300, perMinute: 300 }

/** More sign-ins than this at a time share no memory of ours: the longest unseen are forgotten, and counted by address until they are answered again. */
const mostKnown = 20_000

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64')

/**
 * Whoever is answered 401 again and again is refused before anything is looked up: calls without a token, and calls with one that nobody has been let in by yet, each counted by
 * address. A sign-in that was let in is refused by no address, whoever else is behind it: it has a rate of its own (limitCallsOfSignIn). Throws TOO_MANY with Retry-After.
 */
export function limitRefusedCalls({
  isBehindProxy,
  clock,
  rate = refusedRate,
}: {
  isBehindProxy: boolean
  clock: () => number
  rate?: Rate
}): MiddlewareHandler {
  const limiter = createLimiter(clock)
  /** Sign-ins that were let in, in order of last use. */
  const known = new Set<string>()
  return async (context, next) => {
    const token = context.req.header('authorization')
    const signIn = token ? digestOf(token) : null
    const caller = `${signIn ? 'token' : 'none'} ${callerOf(addressOf(context, isBehindProxy))}`
    const wait = signIn && known.has(signIn) ? 0 : limiter.look(caller, rate)
    if (wait > 0) throw new Problem('TOO_MANY', { headers: { 'retry-after': String(wait) } })
    await next()
    if (signIn) known.delete(signIn)
    if (context.res.status === 401) limiter.take(caller, rate)
    else if (signIn && context.res.status < 400) known.add(signIn)
    const [oldest] = known
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
  }
}

/**
 * What one sign-in may ask, whatever becomes of it: counted by the token as it came, before anything is looked up. Whoever makes tokens up is answered 401 and
 * counted by address (limitRefusedCalls). Throws TOO_MANY with Retry-After.
 */
export function limitCallsOfSignIn({ clock, rate }: { clock: () => number; rate: Rate }): MiddlewareHandler {
  const limiter = createLimiter(clock)
  return async (context, next) => {
    const token = context.req.header('authorization')
    const wait = token ? limiter.take(digestOf(token), rate) : 0
    if (wait > 0) throw new Problem('TOO_MANY', { headers: { 'retry-after': String(wait) } })
    await next()
  }
}
