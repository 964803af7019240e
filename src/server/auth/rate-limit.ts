// How often one caller may do one thing: a token bucket for each, in memory. Each process counts for
// itself, so with several processes the limit is that many times higher; it stops floods, not thrift.

export type Rate = {
  /** How many at once. */
  burst: number
  /** How many more each minute. */
  perMinute: number
}
export type Limiter = {
  /** Seconds to wait, 0 when the call may go on. */
  take(who: string, rate: Rate): number
}

/** More callers than this at a time share no memory of ours: the longest unseen are forgotten. */
const maxRemembered = 20_000

/** `clock` in milliseconds. */
export function createLimiter(clock: () => number): Limiter {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    take(who, { burst, perMinute }) {
      const now = clock()
      const bucket = buckets.get(who) ?? { left: burst, at: now }
      const left = Math.min(burst, bucket.left + (Math.max(0, now - bucket.at) / 60_000) * perMinute)
      // Put back at the end, so that the map's order is the order of last use.
      buckets.delete(who)
      buckets.set(who, { left: left >= 1 ? left - 1 : left, at: now })
      if (buckets.size > maxRemembered) buckets.delete(buckets.keys().next().value as string)
      return left >= 1 ? 0 : Math.ceil(((1 - left) / perMinute) * 60)
    },
  }
}
