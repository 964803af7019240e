// A comma taken for the wrong thing is a wrong weight on a certificate.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNumber } from './read-number.ts'

describe('readNumber', () => {
  it.each(['', ' ', 'a', '5 kg', '1.2.3', '1,23,4', '12,5,6', '1,2345', ',5', '1,000,5', '--1', 'NaN', 'Infinity', '1e9'])('refuses %j', (text) =>
    expect(readNumber(text)).toBeNull(),
  )
  it.each([
    ['6,000', 6000],
    ['1,12,400', 112400],
    ['1,12,400.5', 112400.5],
    ['6 000', 6000],
    ['12,5', 12.5],
    ['12,50', 12.5],
    ['12.375', 12.375],
    ['-0.5', -0.5],
    ['.5', 0.5],
  ])('reads %j as %d', (text, value) => expect(readNumber(text)).toBe(value))
  it('reads back what is written in Indian or English figures', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.constantFrom('en-IN', 'en-GB'), (value, locale) => {
        expect(readNumber(value.toLocaleString(locale))).toBe(value)
      }),
    )
  })
})
