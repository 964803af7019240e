// How much an adjustment may change the books of a lot with one approval (BR-30; docs/decisions/0096): a share of what is in them; and with others a share of all that came in. Pure.
import { toGrams, toKg } from './ledger.ts'

/** Kilograms. `adjustedKg`: by all that were approved before; `aloneKg`: by those of them to which the certification body had not agreed; `cameKg`: that came into the lot. */
export type Books = { bookKg: number; adjustedKg: number; aloneKg: number; cameKg: number }
export type TooLarge = { of: 'books'; bookKg: number } | { of: 'sum'; adjustedKg: number; cameKg: number; sumKg: number }

/**
 * Null: one approval is enough. Many small ones are no large one; what takes back earlier ones is within it, though not what the body has agreed to: without the body the books
 * are never further than the share from what it knows of.
 */
export function tooLarge(deltaKg: number, { bookKg, adjustedKg, aloneKg, cameKg }: Books, most: number): TooLarge | null {
  if (Math.abs(deltaKg) > bookKg * most) return { of: 'books', bookKg }
  for (const before of [aloneKg, adjustedKg]) {
    const sumKg = toKg(toGrams(before) + toGrams(deltaKg))
    if (Math.abs(sumKg) > Math.max(cameKg * most, Math.abs(before))) return { of: 'sum', adjustedKg: before, cameKg, sumKg }
  }
  return null
}
