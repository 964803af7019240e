// Shares of a premium: whatever the weights and the rate, they make the total to the last minor unit, and nobody is a unit away from what the kilograms say.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agreedPremium, payablePremium, premiumFor, premiumKg, sharePremium, sumsOfPremium } from './premium.ts'

const members = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 60 })
describe('a premium that is shared', () => {
  it('makes the total to the last unit, whatever the weights and the rate', () => {
    fc.assert(
      fc.property(members, fc.integer({ min: 1, max: 100_000 }), (grams, perKg) => {
        const shared = sharePremium(
          grams.map((one, index) => ({ farmerId: `f${index}`, kg: one / 1000 })),
          perKg,
        )
        const sum = grams.reduce((all, one) => all + one, 0)
        expect(shared.total).toBe(Number((BigInt(sum) * BigInt(perKg) * 2n + 1000n) / 2000n))
        expect(sumsOfPremium(shared.list)).toEqual({ kg: sum / 1000, amount: shared.total })
        for (const [index, { amount }] of shared.list.entries()) expect(Math.abs(amount - ((grams[index] ?? 0) * perKg) / 1000)).toBeLessThan(1)
      }),
      { numRuns: 1000 },
    )
  })
  it('gives the same to the same, but for one unit, and is the same in any order', () => {
    const shared = sharePremium(
      ['c', 'a', 'b'].map((farmerId) => ({ farmerId, kg: 0.333 })),
      100,
    )
    // 99.9 of 333 hundredths each: 100 in all.
    expect(shared).toEqual({
      list: [
        { farmerId: 'c', kg: 0.333, amount: 33 },
        { farmerId: 'a', kg: 0.333, amount: 34 },
        { farmerId: 'b', kg: 0.333, amount: 33 },
      ],
      kg: 0.999,
      total: 100,
    })
  })
  it('leaves out who would get nothing: of the others each gets something, and they make the total', () => {
    const small = fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(small, fc.integer({ min: 1, max: 2000 }), (grams, perKg) => {
        const all = grams.map((one, index) => ({ farmerId: `f${index}`, kg: one / 1000 }))
        const { list, kg, total } = payablePremium(all, perKg)
        expect(list.every(({ amount }) => amount >= 1)).toBe(true)
        expect(sumsOfPremium(list)).toEqual({ kg, amount: total })
        // Nobody is left out who is due a whole unit.
        const due = all.filter((one) => Math.floor(Math.round(one.kg * 1000) * perKg) >= 1000).map(({ farmerId }) => farmerId)
        expect(list.map(({ farmerId }) => farmerId)).toEqual(expect.arrayContaining(due))
      }),
      { numRuns: 500 },
    )
  })
  it('is for the kilograms that its amount makes', () => {
    for (const [kg, perKg] of [
      [30, 505],
      [0.333, 100_000],
      [4999.999, 1],
    ] as const)
      expect(premiumFor(premiumKg(premiumFor(kg, perKg), perKg), perKg)).toBe(premiumFor(kg, perKg))
  })
})

describe('the price model of a group (5.4)', () => {
  it('makes per cent of the price, or an amount for each kilogram, to the paisa', () => {
    expect(agreedPremium({ premiumType: 'PCT', premiumValue: 8 }, 72_50)).toBe(5_80)
    expect(agreedPremium({ premiumType: 'PCT', premiumValue: 7 }, 71_50)).toBe(501)
    expect(agreedPremium({ premiumType: 'PER_KG', premiumValue: 5_05 }, null)).toBe(5_05)
  })
  it('makes nothing where nothing is agreed, or the price is not known', () => {
    expect(agreedPremium({ premiumType: null, premiumValue: null }, 72_50)).toBeNull()
    expect(agreedPremium({ premiumType: 'PCT', premiumValue: 8 }, null)).toBeNull()
  })
})
