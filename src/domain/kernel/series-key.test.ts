// Names that are one series, and names that are not.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seriesKey } from './series-key.ts'

describe('seriesKey', () => {
  it.each([
    ['Cotton rainfed', 'COTTON  Rainfed '],
    ['Cotton-rainfed', 'Cotton – rainfed'],
    ['Cotton rainfed', 'Cotton\u00a0—\u2009rainfed'],
    ['Ｃｏｔｔｏｎ 1', 'cotton 1'],
    ['Straße', 'STRASSE'],
    ['Café', 'Cafe\u0301'],
    ['कपास  वर्षा', 'कपास-वर्षा'],
    ['ΟΔΟΣ', 'οδος'],
    ['Cot\u00adton', 'cotton'],
  ])('is one for %s and %s', (one, other) => {
    expect(seriesKey(one)).toBe(seriesKey(other))
  })
  it.each([
    ['Cotton 1', 'Cotton 2'],
    ['Cotton', 'Cottons'],
    ['Cotton rainfed', 'Cottonrainfed'],
    ['कपास', 'कपासी'],
    ['Café', 'Cafe'],
  ])('differs for %s and %s', (one, other) => {
    expect(seriesKey(one)).not.toBe(seriesKey(other))
  })
  it('is its own key, whatever the name', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => seriesKey(seriesKey(name)) === seriesKey(name)))
  })
})
