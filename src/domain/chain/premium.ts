// The premium of a season shared among the members whose goods earned it (domain dictionary 5.4, PREMIUM_DISTRIBUTION): each by kilograms, in whole
// minor units, so that the amounts make the total to the last one.
import { toGrams, toKg } from './ledger.ts'

export type PremiumOf = { farmerId: string; kg: number; amount: number }

/** Minor units of money for these kilograms, rounded half up once. */
const dueFor = (grams: number, perKg: number): number => Math.round((grams * perKg) / 1000)

/** Each amount is what the kilograms say, rounded down; what rounding leaves of the total goes to those who lost most by it, one unit each. */
export function sharePremium(members: readonly { farmerId: string; kg: number }[], perKg: number): { list: PremiumOf[]; kg: number; total: number } {
  const parts = members.map(({ farmerId, kg }) => {
    const thousandths = toGrams(kg) * perKg
    return { farmerId, kg, amount: Math.floor(thousandths / 1000), lost: thousandths % 1000 }
  })
  const grams = members.reduce((sum, { kg }) => sum + toGrams(kg), 0)
  const total = dueFor(grams, perKg)
  let left = total - parts.reduce((sum, { amount }) => sum + amount, 0)
  for (const part of parts.toSorted((one, other) => other.lost - one.lost || (one.farmerId < other.farmerId ? -1 : 1))) {
    if (left <= 0) break
    part.amount++
    left--
  }
  return { list: parts.map(({ farmerId, kg, amount }) => ({ farmerId, kg, amount })), kg: toKg(grams), total }
}

/** The same of those who get something at all: less than half of the smallest coin is no payment, and its kilograms wait for another one. */
export function payablePremium(members: readonly { farmerId: string; kg: number }[], perKg: number): ReturnType<typeof sharePremium> {
  const shared = sharePremium(members, perKg)
  const paid = shared.list.filter(({ amount }) => amount > 0)
  return paid.length === shared.list.length ? shared : payablePremium(paid, perKg)
}

/** What the rows of a list make together. */
export const sumsOfPremium = (list: readonly Pick<PremiumOf, 'kg' | 'amount'>[]): { kg: number; amount: number } => ({
  kg: toKg(list.reduce((sum, { kg }) => sum + toGrams(kg), 0)),
  amount: list.reduce((sum, { amount }) => sum + amount, 0),
})

/** Kilograms whose premium an amount is at this rate, whole grams: what rounding leaves of them is due less than one unit of money. */
export const premiumKg = (amount: number, perKg: number): number => toKg(Math.floor((amount * 1000) / perKg))

/** What is due to somebody for these kilograms. */
export const premiumFor = (kg: number, perKg: number): number => dueFor(toGrams(kg), perKg)

/** What a group and its buyer have agreed on (domain dictionary 5.4, priceModel): per cent of the price, or minor units for each kilogram. */
export type PriceModel = { premiumType: 'PCT' | 'PER_KG' | null; premiumValue: number | null }

/** The premium per kg that the model makes, in minor units, rounded half up; null where nothing is agreed, or where it hangs on a price that is not known. */
export function agreedPremium({ premiumType, premiumValue }: PriceModel, pricePerKg: number | null): number | null {
  if (premiumType === null || premiumValue === null) return null
  if (premiumType === 'PER_KG') return premiumValue
  return pricePerKg === null ? null : Math.round((pricePerKg * premiumValue) / 100)
}
