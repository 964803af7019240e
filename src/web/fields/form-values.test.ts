// What people type becomes what is sent, exactly, for every kind of field.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  choices,
  flag,
  integer,
  kilograms,
  longText,
  money,
  optional,
  point,
  quantity,
  record,
  references,
  rows,
  share,
  text,
  time,
  words,
} from '#domain/kernel/kinds.ts'
import { fromFormValue, fromFormValues, initialFormValues, toFormValue } from './form-values.ts'

const zone = 'Asia/Kolkata'

describe('fromFormValue', () => {
  it('leaves out what was not entered, so that nothing empty is sent', () => {
    for (const field of [text('a'), longText('a'), kilograms('a'), share('a'), time('a')]) expect(fromFormValue(field, '', zone)).toBeUndefined()
    expect(fromFormValue(text('a'), '  ')).toBeUndefined()
    expect(fromFormValue(point('a'), { lat: ' ', lng: '' })).toBeUndefined()
    expect(fromFormValue(record('a', { b: optional(text('b')) }), { b: '' })).toBeUndefined()
    expect(fromFormValue(references('a', 'crop', { min: 1 }), [])).toBeUndefined()
  })
  it('sends an empty list where an empty list is an answer', () => {
    expect(fromFormValue(words('a'), [])).toEqual([])
  })
  it('reads figures with grouping, and leaves what is no figure for the schema to refuse', () => {
    expect(fromFormValue(kilograms('a'), '1,12,400.5')).toBe(112400.5)
    expect(fromFormValue(kilograms('a'), '1 300')).toBe(1300)
    expect(fromFormValue(kilograms('a'), '12kg')).toBe('12kg')
    expect(fromFormValue(kilograms('a'), '1e9')).toBe('1e9')
    expect(fromFormValue(integer('a'), '7')).toBe(7)
  })
  it('turns per cent into a ratio and rupees into paise without rounding dust', () => {
    expect(fromFormValue(share('a'), '8.5')).toBe(0.085)
    expect(fromFormValue(money('a'), '82.35')).toBe(8235)
  })
  it('keeps an answered No apart from no answer', () => {
    expect(fromFormValue(flag('a'), false)).toBe(false)
    expect(fromFormValue(flag('a'), null)).toBeUndefined()
  })
  it('reads rows and records field by field', () => {
    const field = rows('a', { kg: kilograms('kg'), at: time('at'), note: optional(text('n')) })
    expect(fromFormValue(field, [{ kg: '2.5', at: '2025-11-18T09:20', note: '' }], zone)).toEqual([{ kg: 2.5, at: '2025-11-18T03:50:00.000Z' }])
  })
})

describe('toFormValue', () => {
  it('is undone by fromDraft for figures, shares, money and times', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (grams) => {
        expect(fromFormValue(kilograms('a'), toFormValue(kilograms('a'), grams / 1000))).toBe(grams / 1000)
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (parts) => {
        expect(fromFormValue(share('a'), toFormValue(share('a'), parts / 100_000))).toBe(parts / 100_000)
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (paise) => {
        expect(fromFormValue(money('a'), toFormValue(money('a'), paise))).toBe(paise)
      }),
    )
    expect(fromFormValue(time('a'), toFormValue(time('a'), '2025-11-18T03:50:00.000Z', zone), zone)).toBe('2025-11-18T03:50:00.000Z')
    expect(fromFormValue(point('a'), toFormValue(point('a'), { type: 'Point', coordinates: [75.6, 22.1] }))).toEqual({
      type: 'Point',
      coordinates: [75.6, 22.1],
    })
  })
})

describe('initialFormValues', () => {
  it('offers what the declaration suggests and what the address brought', () => {
    const fields = { country: text('Country', { initial: 'IN' }), farmer: text('F'), list: choices('C', { A: 'a' }), kg: optional(quantity('kg', 'kg')) }
    expect(initialFormValues(fields, { farmer: 'x' })).toEqual({ country: 'IN', farmer: 'x', list: [], kg: '' })
    expect(fromFormValues(fields, initialFormValues(fields))).toEqual({ country: 'IN' })
  })
})
