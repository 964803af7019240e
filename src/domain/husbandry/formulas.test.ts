// The test vectors of the domain dictionary (animal 15), and what holds for any numbers.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '../kernel/day.ts'
import { ageOn, dailyGainG, feedConversion, freeAmmoniaMgL, layingShare, lossShare, specificGrowthPct, targetOn } from './formulas.ts'

describe('layingShare', () => {
  it('is 92 % for 9,108 eggs of 9,900 hens, and nothing without hens', () => {
    expect(layingShare(9108, 9900)).toBeCloseTo(0.92, 6)
    expect(layingShare(3, 0)).toBeNull()
  })
})
describe('lossShare', () => {
  it('lies between none and all of what was placed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (placed, part) => {
        expect(lossShare(Math.floor(placed * part), placed)).toBeGreaterThanOrEqual(0)
        expect(lossShare(Math.floor(placed * part), placed)).toBeLessThanOrEqual(1)
      }),
    )
    expect(lossShare(1, 0)).toBeNull()
  })
})
describe('feedConversion', () => {
  it('is kg of feed for a kg gained, and nothing when nothing was gained or fed', () => {
    expect(feedConversion({ feedKg: 160, gainKg: 100 })).toBeCloseTo(1.6, 6)
    expect(feedConversion({ feedKg: 160, gainKg: 0 })).toBeNull()
    expect(feedConversion({ feedKg: 0, gainKg: 10 })).toBeNull()
  })
})
describe('specificGrowthPct and dailyGainG', () => {
  const [first, last] = [
    { day: '2025-01-01', grams: 5 },
    { day: '2025-02-20', grams: 20 },
  ]
  it('is 2.77 % a day from 5 g to 20 g in 50 days, and 0.3 g a day', () => {
    expect(specificGrowthPct(first, last)).toBeCloseTo(2.77, 2)
    expect(dailyGainG(first, last)).toBeCloseTo(0.3, 6)
  })
  it('says nothing within one day', () => {
    expect(specificGrowthPct(first, first)).toBeNull()
    expect(dailyGainG(last, first)).toBeNull()
  })
})
describe('freeAmmoniaMgL', () => {
  it.each([
    [28, 0.181],
    [25, 0.152],
  ])('of 1 mg/L in all, at pH 8.5 and %d °C, is %d mg/L', (temperatureC, expected) => {
    expect(freeAmmoniaMgL({ tanMgL: 1, ph: 8.5, temperatureC })).toBeCloseTo(expected, 3)
  })
  it('is never more than the whole, and more in warmer and in less sour water', () => {
    const water = fc.record({
      tanMgL: fc.double({ min: 0.01, max: 50, noNaN: true }),
      ph: fc.double({ min: 5, max: 10, noNaN: true }),
      temperatureC: fc.double({ min: 1, max: 40, noNaN: true }),
    })
    fc.assert(
      fc.property(water, (one) => {
        const free = freeAmmoniaMgL(one)
        expect(free).toBeGreaterThan(0)
        expect(free).toBeLessThan(one.tanMgL)
        expect(freeAmmoniaMgL({ ...one, ph: one.ph + 0.5 })).toBeGreaterThan(free)
        expect(freeAmmoniaMgL({ ...one, temperatureC: one.temperatureC + 2 })).toBeGreaterThan(free)
      }),
    )
  })
})
describe('ageOn', () => {
  it.each([
    ['2020-02-29', '2025-02-28', 4, 11],
    ['2020-02-29', '2025-03-01', 5, 0],
    ['2025-06-15', '2025-06-15', 0, 0],
    ['2025-06-15', '2025-07-14', 0, 0],
    ['2025-06-15', '2025-07-15', 0, 1],
  ])('from %s to %s is %d years and %d months', (born, today, years, months) => {
    expect(ageOn(born, today)).toEqual({ years, months })
  })
  it('never goes back as days go by', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9000 }), (days) => {
        const months = (one: number) => {
          const { years, months: rest } = ageOn('2001-01-31', addDays('2001-01-31', one))
          return years * 12 + rest
        }
        expect(months(days + 1)).toBeGreaterThanOrEqual(months(days))
      }),
    )
  })
})
describe('addDays and daysBetween', () => {
  it('undo each other', () => {
    fc.assert(fc.property(fc.integer({ min: -5000, max: 5000 }), (days) => daysBetween('2024-02-29', addDays('2024-02-29', days)) === days))
  })
})
describe('targetOn', () => {
  const targets = [
    { day: 7, weightG: 190 },
    { day: 21, weightG: 950 },
    { day: 14, weightG: 480 },
    { day: 10, mortalityPct: 1 },
  ]
  it('is the point itself, a straight line between two, and nothing outside', () => {
    expect(targetOn(targets, 14, 'weightG')).toBe(480)
    expect(targetOn(targets, 10, 'weightG')).toBeCloseTo(190 + (290 * 3) / 7, 6)
    expect(targetOn(targets, 6, 'weightG')).toBeNull()
    expect(targetOn(targets, 22, 'weightG')).toBeNull()
    expect(targetOn([], 1, 'weightG')).toBeNull()
  })
})
