// The ledger of kilograms (domain dictionary 4.4). Arithmetic is in whole grams: a float never decides
// whether a lot is empty. Every event's movements sum to zero over lots and outside accounts.

/** Accounts that change what physically lies there. */
export const physicalAccounts = ['PRODUCED', 'PURCHASED', 'RECEIVED', 'CONSUMED', 'SHIPPED', 'LOSS', 'ADJUST'] as const
/** Those that say what ever came into a lot. */
export const creditAccounts = ['PRODUCED', 'PURCHASED', 'RECEIVED'] as const
/**
 * Accounts that bind kilograms without moving them: positive binds, negative frees. Those of certificates bind what was sent out of a lot as well as
 * what is in it: TC_RESERVE and TC_RELEASE while a certificate is judged, TC_ISSUE once it is issued.
 */
export const restrictionAccounts = ['QUARANTINE', 'RELEASE', 'TC_RESERVE', 'TC_ISSUE', 'TC_RELEASE'] as const
/** Where kilograms come from or go to when no lot has them: the field; stock of before the books began; waste thrown away; moisture and dust; lost or found. */
export const outsideAccounts = ['FIELD', 'OPENING', 'WASTE', 'INVISIBLE', 'GONE'] as const

export type LotAccount = (typeof physicalAccounts)[number] | (typeof restrictionAccounts)[number]
export type OutsideAccount = (typeof outsideAccounts)[number]
export type Grams = number

/** One movement. `batchId` null: an outside account. */
export type Movement = { batchId: string; account: LotAccount; grams: Grams } | { batchId: null; account: OutsideAccount; grams: Grams }
export type Dated = { account: string; grams: Grams; at: string }

/** Kilograms (at most three decimals) as whole grams; throws on what is not a finite number. */
export function toGrams(kg: number): Grams {
  if (!Number.isFinite(kg)) throw new RangeError(`Not a mass: ${kg}`)
  return Math.round(kg * 1000)
}
/** Whole grams as kilograms with at most three decimals. */
export const toKg = (grams: Grams): number => grams / 1000
export const sumGrams = (parts: Iterable<Grams>): Grams => {
  let sum = 0
  for (const part of parts) sum += part
  return sum
}

/** Whether an event's movements balance: what leaves one account arrives at another. */
export const isBalanced = (movements: readonly Movement[]): boolean => sumGrams(movements.filter((one) => !isHold(one.account)).map((one) => one.grams)) === 0
const isHold = (account: string): boolean => (restrictionAccounts as readonly string[]).includes(account)
const isCredit = (account: string): boolean => creditAccounts.some((one) => one === account)
export const isPhysical = (account: string): boolean => (physicalAccounts as readonly string[]).includes(account)

/** `grams` leave lot `from` (as CONSUMED or SHIPPED) and arrive in lot `to` (as PRODUCED, PURCHASED or RECEIVED). */
export const transfer = (
  from: string,
  to: string,
  grams: Grams,
  as: { out: 'CONSUMED' | 'SHIPPED'; in: 'PRODUCED' | 'PURCHASED' | 'RECEIVED' },
): Movement[] => [
  { batchId: from, account: as.out, grams: -grams },
  { batchId: to, account: as.in, grams },
]
/** `grams` come from the field into a farm lot. */
export const harvested = (to: string, grams: Grams): Movement[] => [
  { batchId: null, account: 'FIELD', grams: -grams },
  { batchId: to, account: 'PRODUCED', grams },
]
/** `grams` that were there before the books began come into a lot. */
export const opening = (to: string, grams: Grams): Movement[] => [
  { batchId: null, account: 'OPENING', grams: -grams },
  { batchId: to, account: 'PRODUCED', grams },
]
/** A lot loses (`grams` > 0) or gains (< 0, ADJUST only) mass that no other lot has. */
export const gone = (batchId: string, grams: Grams, account: 'LOSS' | 'ADJUST' = 'LOSS', outside: OutsideAccount = 'GONE'): Movement[] => [
  { batchId, account, grams: -grams },
  { batchId: null, account: outside, grams },
]

/**
 * A run: inputs are consumed, outputs produced, waste and invisible loss leave. What is left unexplained (within
 * BR-09's tolerance, either sign) stands on INVISIBLE, so that the event balances to the gram.
 */
export function run(inputs: { batchId: string; grams: Grams }[], outputs: { batchId: string; grams: Grams }[], waste: Grams): Movement[] {
  const into = sumGrams(inputs.map((one) => one.grams))
  const invisible = into - sumGrams(outputs.map((one) => one.grams)) - waste
  return [
    ...inputs.map(({ batchId, grams }): Movement => ({ batchId, account: 'CONSUMED', grams: -grams })),
    ...outputs.map(({ batchId, grams }): Movement => ({ batchId, account: 'PRODUCED', grams })),
    ...(waste ? [{ batchId: null, account: 'WASTE', grams: waste } as Movement] : []),
    ...(invisible ? [{ batchId: null, account: 'INVISIBLE', grams: invisible } as Movement] : []),
  ]
}
/** The same movements with their signs turned: what voiding an event posts beside them (BR-26). */
export const reversed = (movements: readonly Movement[]): Movement[] => movements.map((one) => ({ ...one, grams: -one.grams }))

/** `shipped`: sent out of it. `reserved`, `issued`: of what is in it and was sent out of it, bound by certificates that are judged, and by issued ones. */
export type Balance = { onHand: Grams; shipped: Grams; reserved: Grams; issued: Grams; available: Grams; credited: Grams }
/** What certificates bind beyond what was sent out stays in the lot. */
export const freeOf = ({ onHand, shipped, reserved, issued }: Omit<Balance, 'available' | 'credited'>): Grams =>
  Math.max(0, onHand - Math.max(0, reserved + issued - shipped))
/** What a lot's movements say: on hand, sent, bound, free, and everything it was ever credited with. */
export function balanceOf(entries: readonly { account: string; grams: Grams }[]): Balance {
  const sum = (accounts: (account: string) => boolean) => sumGrams(entries.filter((one) => accounts(one.account)).map((one) => one.grams))
  const onHand = sum(isPhysical)
  const [shipped, issued] = [-sum((account) => account === 'SHIPPED') || 0, sum((account) => account === 'TC_ISSUE')]
  const reserved = sum(isHold) - issued
  return { onHand, shipped, reserved, issued, available: freeOf({ onHand, shipped, reserved, issued }), credited: sum(isCredit) }
}

/**
 * The lowest physical balance a lot ever had, in the order of time, and when: BR-09 and 4.4 want it never below zero, not only
 * at the end. Posting asks the database the same question; tests hold its answer against this one. Movements of one instant
 * count together, because one event books its parts at once.
 */
export function lowestBalance(entries: readonly Dated[]): { grams: Grams; at: string | null } {
  const moments = new Map<number, { at: string; grams: Grams }>()
  for (const { account, grams, at } of entries) {
    if (!isPhysical(account)) continue
    const instant = Date.parse(at)
    const stored = moments.get(instant)
    moments.set(instant, { at, grams: (stored?.grams ?? 0) + grams })
  }
  let balance = 0
  let lowest: { grams: Grams; at: string | null } = { grams: 0, at: null }
  for (const [, { at, grams }] of [...moments].sort(([a], [b]) => a - b)) {
    balance += grams
    if (balance < lowest.grams) lowest = { grams: balance, at }
  }
  return lowest
}

/**
 * Divides `total` grams in the proportion of `weights` (>= 0, not all 0) so that the parts sum to it exactly:
 * largest remainder, earlier parts first when equal.
 */
export function apportion(total: Grams, weights: readonly number[]): Grams[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (!(whole > 0)) throw new RangeError('Nothing to divide by')
  const exact = weights.map((weight) => (total * weight) / whole)
  const parts = exact.map(Math.floor)
  let left = total - sumGrams(parts)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder) {
    if (left <= 0) break
    parts[index] = (parts[index] ?? 0) + 1
    left -= 1
  }
  return parts
}
