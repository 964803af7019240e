import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apportion, balanceOf, gone, harvested, isBalanced, lowestBalance, type Movement, reversed, run, sumGrams, toGrams, toKg, transfer } from './ledger.ts'

const grams = fc.integer({ min: 1, max: 10_000_000_000 })

describe('toGrams', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuses %s', (kg) => expect(() => toGrams(kg)).toThrow(RangeError))
  it('comes back unchanged for every mass with three decimals', () => {
    fc.assert(fc.property(grams, (value) => void expect(toGrams(toKg(value))).toBe(value)))
  })
  it('adds a tenth and two tenths to three tenths', () => expect(toGrams(0.1) + toGrams(0.2)).toBe(toGrams(0.3)))
})

describe('movements', () => {
  const lot = fc.constantFrom('a', 'b', 'c', 'd')
  const parts = fc.array(fc.record({ batchId: lot, grams }), { minLength: 1, maxLength: 6 })
  it('sum to zero over lots and outside accounts, whatever is moved', () => {
    fc.assert(
      fc.property(parts, parts, grams, (inputs, outputs, waste) => {
        expect(isBalanced(run(inputs, outputs, waste))).toBe(true)
        expect(isBalanced(reversed(run(inputs, outputs, waste)))).toBe(true)
      }),
    )
    fc.assert(
      fc.property(lot, lot, grams, (from, to, mass) => {
        for (const movements of [
          transfer(from, to, mass, { out: 'CONSUMED', in: 'PRODUCED' }),
          harvested(to, mass),
          gone(from, mass),
          gone(from, -mass, 'ADJUST'),
        ])
          expect(isBalanced(movements)).toBe(true)
      }),
    )
  })
  it('do not balance when a gram is missing', () =>
    expect(
      isBalanced([
        { batchId: 'a', account: 'CONSUMED', grams: -10 },
        { batchId: 'b', account: 'PRODUCED', grams: 9 },
      ]),
    ).toBe(false))
  it('cancel out with their reversal: a voided event leaves no trace in a balance', () => {
    fc.assert(
      fc.property(parts, parts, grams, (inputs, outputs, waste) => {
        const movements = run(inputs, outputs, waste)
        const all: Movement[] = [...movements, ...reversed(movements)]
        for (const id of ['a', 'b', 'c', 'd']) expect(balanceOf(all.filter((one) => one.batchId === id)).onHand).toBe(0)
      }),
    )
  })
})

describe('standing', () => {
  it('frees what is not bound, and never less than nothing', () => {
    expect(
      balanceOf([
        { account: 'PURCHASED', grams: 1000 },
        { account: 'TC_RESERVE', grams: 300 },
        { account: 'SHIPPED', grams: -200 },
      ]),
    ).toEqual({ onHand: 800, shipped: 200, reserved: 300, issued: 0, available: 700, credited: 1000 })
    expect(
      balanceOf([
        { account: 'PRODUCED', grams: 100 },
        { account: 'TC_ISSUE', grams: 300 },
      ]).available,
    ).toBe(0)
  })
  it('says what is reserved and what is issued apart, each with its signs', () => {
    const entries = [
      { account: 'PRODUCED', grams: 1000 },
      { account: 'SHIPPED', grams: -600 },
      { account: 'TC_RESERVE', grams: 400 },
      { account: 'TC_RESERVE', grams: -400 },
      { account: 'TC_ISSUE', grams: 400 },
      { account: 'TC_RESERVE', grams: 150 },
      { account: 'TC_RELEASE', grams: -100 },
    ]
    expect(balanceOf(entries)).toEqual({ onHand: 400, shipped: 600, reserved: 50, issued: 400, available: 400, credited: 1000 })
  })
})

describe('lowestBalance', () => {
  it('finds the moment at which a lot gave what it did not have yet, though it ends well', () => {
    const entries = [
      { account: 'PURCHASED', grams: 500, at: '2025-11-03T10:00:00Z' },
      { account: 'CONSUMED', grams: -400, at: '2025-11-02T10:00:00Z' },
    ]
    expect(lowestBalance(entries)).toEqual({ grams: -400, at: '2025-11-02T10:00:00Z' })
  })
  it('compares moments, not their spelling', () => {
    const entries = [
      { account: 'PURCHASED', grams: 500, at: '2025-11-03T10:00:00+05:30' },
      { account: 'CONSUMED', grams: -500, at: '2025-11-03T05:00:00Z' },
    ]
    expect(lowestBalance(entries).grams).toBe(0)
  })
  it('counts the parts of one moment together and leaves holds out', () => {
    expect(
      lowestBalance([
        { account: 'CONSUMED', grams: -5, at: '2025-11-03T10:00:00Z' },
        { account: 'PRODUCED', grams: 5, at: '2025-11-03T10:00:00Z' },
        { account: 'TC_RESERVE', grams: -9, at: '2025-11-01T10:00:00Z' },
      ]).grams,
    ).toBe(0)
  })
  it('is never above zero nor above the end, and does not depend on the order of the rows', () => {
    const entry = fc.record({
      account: fc.constantFrom('PRODUCED', 'CONSUMED'),
      grams: fc.integer({ min: -1000, max: 1000 }),
      at: fc.integer({ min: 0, max: 20 }).map((day) => new Date(Date.UTC(2025, 0, day + 1)).toISOString()),
    })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
        const { grams: lowest } = lowestBalance(entries)
        expect(lowest).toBeLessThanOrEqual(Math.min(0, sumGrams(entries.map((one) => one.grams))))
        expect(lowestBalance([...entries].reverse()).grams).toBe(lowest)
      }),
    )
  })
})

describe('apportion', () => {
  it('refuses to divide by nothing', () => expect(() => apportion(10, [0, 0])).toThrow(RangeError))
  it('gives every gram away, each part within a gram of its due', () => {
    fc.assert(
      fc.property(
        grams,
        fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 12 }).filter((weights) => weights.some(Boolean)),
        (total, weights) => {
          const parts = apportion(total, weights)
          expect(sumGrams(parts)).toBe(total)
          const whole = sumGrams(weights)
          for (const [index, part] of parts.entries()) expect(Math.abs(part - (total * (weights[index] as number)) / whole)).toBeLessThan(1.001)
        },
      ),
    )
  })
})
