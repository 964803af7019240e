// How much an adjustment may change the books of a lot with one approval (BR-30; docs/decisions/0096): a share of what was in them just before; so do those between which no goods came
// or went, together; and all of them a share of what came in. Pure.
import { toGrams, toKg } from './ledger.ts'

/**
 * Kilograms. `bookKg`: just before the adjustment. `adjustedKg`: by all that were approved; `aloneKg`: by those of them to which the certification body had not agreed;
 * `runKg`: by those of these between which and this one no goods came or went; `runBookKg`: in the books just before the first of them. `cameKg`: that came into the lot.
 */
export type Books = { bookKg: number; adjustedKg: number; aloneKg: number; runKg: number; runBookKg: number; cameKg: number }
export type TooLarge =
  | { of: 'books'; bookKg: number }
  | { of: 'sum'; adjustedKg: number; cameKg: number; sumKg: number }
  | { of: 'run'; adjustedKg: number; bookKg: number; sumKg: number }

const sumOf = (beforeKg: number, deltaKg: number): number => toKg(toGrams(beforeKg) + toGrams(deltaKg))
/** What takes back earlier ones is within it. */
const isBeyond = (sumKg: number, mostKg: number, beforeKg: number): boolean => Math.abs(sumKg) > Math.max(mostKg, Math.abs(beforeKg))

/**
 * Null: one approval is enough. Many small ones are no large one; what takes back earlier ones is within it, though not what the body has agreed to: without the body the books
 * are never further than the share from what it knows of.
 */
export function tooLarge(deltaKg: number, { bookKg, adjustedKg, aloneKg, runKg, runBookKg, cameKg }: Books, most: number): TooLarge | null {
  if (Math.abs(deltaKg) > bookKg * most) return { of: 'books', bookKg }
  for (const before of [aloneKg, adjustedKg]) {
    const sumKg = sumOf(before, deltaKg)
    if (isBeyond(sumKg, cameKg * most, before)) return { of: 'sum', adjustedKg: before, cameKg, sumKg }
  }
  const sumKg = sumOf(runKg, deltaKg)
  return isBeyond(sumKg, runBookKg * most, runKg) ? { of: 'run', adjustedKg: runKg, bookKg: runBookKg, sumKg } : null
}
