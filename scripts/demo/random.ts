// Seeded chance and exact division: the same seed gives the same programme to the last gram,
// and parts always add up to the whole they were cut from.

export type Random = {
  /** 0 <= x < 1 */
  next(): number
  between(min: number, max: number): number
  int(min: number, max: number): number
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
  /** Another stream for one topic: more draws there do not change what is drawn here. */
  fork(topic: string): Random
}

export function random(seed: number): Random {
  let state = seed >>> 0
  // mulberry32: 32 bits of state, good enough for scenery.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    between: (min, max) => min + next() * (max - min),
    pick: (list) => list[int(0, list.length - 1)] as (typeof list)[number],
    shuffle: (list) => {
      const mixed = [...list]
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = int(0, last)
        const swapped = mixed[last] as (typeof mixed)[number]
        mixed[last] = mixed[other] as (typeof mixed)[number]
        mixed[other] = swapped
      }
      return mixed
    },
    fork: (topic) => random([...topic].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), seed ^ 0x811c9dc5)),
  }
}

/**
 * Divides `total` in the proportion of `weights` into multiples of `unit` that add up to it exactly
 * (largest remainders first). Throws when `total` is no multiple of `unit`.
 */
export function apportion(total: number, weights: readonly number[], unit = 1): number[] {
  const units = Math.round(total / unit)
  if (Math.abs(units * unit - total) > unit / 1000) throw new RangeError(`${total} is no multiple of ${unit}`)
  const weight = weights.reduce((sum, one) => sum + one, 0)
  const exact = weights.map((one) => (units * one) / weight)
  const parts = exact.map(Math.floor)
  const left = units - parts.reduce((sum, one) => sum + one, 0)
  const byRemainder = exact.map((value, index) => ({ index, rest: value - Math.floor(value) })).sort((a, b) => b.rest - a.rest || a.index - b.index)
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1
  // Multiples of 0.01 and the like are rounded back to what is written on paper.
  return parts.map((part) => Number((part * unit).toFixed(4)))
}

export const sum = (numbers: readonly number[]): number => Number(numbers.reduce((total, one) => total + one, 0).toFixed(4))
