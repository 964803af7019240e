// How often one caller may do one thing: a token bucket for each, in memory. Each process counts for itself: it
// protects its own time and memory, and several have that many times more of both. What must hold for all is in attempts.ts.

export type Rate = {
  /** How many at once. */
  burst: number
  /** How many more each minute. */
  perMinute: number
}
export type Limiter = {
  /** Seconds to wait, 0 when the call may go on. */
  take(who: string, rate: Rate): number
  /** The same without taking anything. */
  look(who: string, rate: Rate): number
}

/** More callers than this at a time share no memory of ours: the longest unseen are forgotten. */
const maxRemembered = 20_000

/** `clock` in milliseconds. */
export function createLimiter(clock: () => number): Limiter {
  const buckets = new Map<string, { left: number; at: number }>()
  const leftOf = (who: string, { burst, perMinute }: Rate, now: number): number => {
    const bucket = buckets.get(who) ?? { left: burst, at: now }
    return Math.min(burst, bucket.left + (Math.max(0, now - bucket.at) / 60_000) * perMinute)
  }
  return {
    look(who, rate) {
      const left = leftOf(who, rate, clock())
      return left >= 1 ? 0 : waitS(left, rate)
    },
    take(who, { burst, perMinute }) {
      const now = clock()
      const left = leftOf(who, { burst, perMinute }, now)
      // Put back at the end, so that the map's order is the order of last use.
      buckets.delete(who)
      buckets.set(who, { left: left >= 1 ? left - 1 : left, at: now })
      const [oldest] = buckets.keys()
      if (buckets.size > maxRemembered && oldest !== undefined) buckets.delete(oldest)
      return left >= 1 ? 0 : waitS(left, { burst, perMinute })
    },
  }
}

/** Whole seconds until a bucket with less than one in it has one. */
export const waitS = (left: number, { perMinute }: Rate): number => Math.ceil(((1 - left) / perMinute) * 60)

/**
 * Who counts as one caller. Whoever has an IPv6 address has its whole network of 2^64 addresses, so that counts as one;
 * an IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is that IPv4 address.
 */
export function callerOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':')
    groups.push(...Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => '0'), ...last)
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
