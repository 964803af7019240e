// How long a withdrawal lasts: the label's own periods, and warmth gathered in water.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/day.ts'
import { degreeDays, withdrawalTimes } from './withdrawal-times.ts'

const label = [
  { species: 'CATTLE', product: 'MILK', value: 4, unit: 'DAYS' },
  { species: 'CATTLE', product: 'MILK', value: 60, unit: 'HOURS' },
  { species: 'CATTLE', product: 'MEAT', value: 14, unit: 'DAYS' },
  { species: 'GOAT', product: 'MILK', value: 7, unit: 'DAYS' },
  { species: 'FISH', product: 'MEAT', value: 500, unit: 'DEGREE_DAYS' },
  { species: 'POULTRY', product: 'EGGS', value: 0, unit: 'DAYS' },
]
const lastDose = '2025-03-10T12:30:00.000Z'

describe('withdrawalTimes', () => {
  it('takes the longest period of each product, of this species only', () => {
    expect(withdrawalTimes(label, { species: 'CATTLE', lastDose })).toEqual([
      { product: 'MILK', basis: 'TIME', statutoryEndAt: '2025-03-14T12:30:00.000Z', endAt: '2025-03-14T12:30:00.000Z', degreeDays: null },
      { product: 'MEAT', basis: 'TIME', statutoryEndAt: '2025-03-24T12:30:00.000Z', endAt: '2025-03-24T12:30:00.000Z', degreeDays: null },
    ])
  })
  const days = (times: ReturnType<typeof withdrawalTimes>) =>
    Object.fromEntries(times.map(({ product, endAt }) => [product, endAt === null ? null : (Date.parse(endAt) - Date.parse(lastDose)) / 86_400_000]))
  it('withdraws nothing where the label says zero, nor for a vaccine without periods', () => {
    expect(withdrawalTimes(label, { species: 'POULTRY', lastDose })).toEqual([])
    expect(withdrawalTimes([], { species: 'CATTLE', lastDose, medicineClass: 'VACCINE' })).toEqual([])
  })
  it('takes the cascade where the label does not name the species or the use is off-label (B4)', () => {
    expect(days(withdrawalTimes(label, { species: 'SHEEP', lastDose }))).toEqual({ MILK: 7, MEAT: 28 })
    expect(days(withdrawalTimes([], { species: 'POULTRY', lastDose, medicineClass: 'ANTIBIOTIC' }))).toEqual({ MEAT: 28, EGGS: 7 })
    expect(days(withdrawalTimes(label, { species: 'CATTLE', lastDose, offLabel: true }))).toEqual({ MILK: 7, MEAT: 28 })
    expect(days(withdrawalTimes(label, { species: 'SHEEP', lastDose, offLabel: true, longerDays: 10 }))).toEqual({ MILK: 10, MEAT: 28 })
    expect(withdrawalTimes(label, { species: 'SHRIMP', lastDose })).toMatchObject([{ product: 'MEAT', basis: 'DEGREE_DAYS', degreeDays: 500, endAt: null }])
  })
  it('counts warmth for what lives in water, and days beside it where the label or people ask for them (B4)', () => {
    expect(withdrawalTimes(label, { species: 'FISH', lastDose })).toEqual([
      { product: 'MEAT', basis: 'DEGREE_DAYS', statutoryEndAt: null, endAt: null, degreeDays: 500 },
    ])
    expect(days(withdrawalTimes(label, { species: 'FISH', lastDose, longerDays: 30 }))).toEqual({ MEAT: 30 })
    const both = [...label, { species: 'FISH', product: 'MEAT', value: 12, unit: 'DAYS' }]
    expect(withdrawalTimes(both, { species: 'FISH', lastDose })).toMatchObject([{ basis: 'DEGREE_DAYS', degreeDays: 500 }])
    expect(days(withdrawalTimes(both, { species: 'FISH', lastDose }))).toEqual({ MEAT: 12 })
  })
  it('is made longer by what people ask, never shorter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), (longerDays) => {
        for (const one of withdrawalTimes(label, { species: 'CATTLE', lastDose, longerDays }))
          expect(
            one.basis === 'TIME' &&
              String(one.endAt) >= String(one.statutoryEndAt) &&
              String(one.endAt) >= new Date(Date.parse(lastDose) + longerDays * 86_400_000).toISOString(),
          ).toBe(true)
      }),
    )
  })
})

describe('degreeDays', () => {
  const from = '2025-06-01'
  const daily = (days: number, temperatureC: number) => Array.from({ length: days }, (_, at) => ({ day: addDays(from, at), temperatureC }))
  it('reaches 500 at 28 °C on the 18th day', () => {
    expect(degreeDays(daily(30, 28), from, addDays(from, 17))).toBeLessThan(500)
    expect(degreeDays(daily(30, 28), from, addDays(from, 18))).toBeGreaterThanOrEqual(500)
  })
  it('counts the coldest of the last readings for a day without one, and nothing after seven blind days', () => {
    const readings = [
      { day: from, temperatureC: 20 },
      { day: addDays(from, 1), temperatureC: 30 },
    ]
    expect(degreeDays(readings, from, addDays(from, 2))).toBe(50)
    expect(degreeDays(readings, from, addDays(from, 8))).toBe(30 + 7 * 20)
    expect(degreeDays(readings, from, addDays(from, 60))).toBe(30 + 7 * 20)
    expect(degreeDays([], from, addDays(from, 60))).toBe(0)
  })
})
