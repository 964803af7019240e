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
import { fromDraft, fromDrafts, initialDrafts, toDraft } from './draft.ts'

const zone = 'Asia/Kolkata'

describe('fromDraft', () => {
  it('leaves out what was not entered, so that nothing empty is sent', () => {
    for (const field of [text('a'), longText('a'), kilograms('a'), share('a'), time('a')]) expect(fromDraft(field, '', zone)).toBeUndefined()
    expect(fromDraft(text('a'), '  ')).toBeUndefined()
    expect(fromDraft(point('a'), { lat: ' ', lng: '' })).toBeUndefined()
    expect(fromDraft(record('a', { b: optional(text('b')) }), { b: '' })).toBeUndefined()
    expect(fromDraft(references('a', 'crop', { min: 1 }), [])).toBeUndefined()
  })
  it('sends an empty list where an empty list is an answer', () => {
    expect(fromDraft(words('a'), [])).toEqual([])
  })
  it('reads figures with grouping, and leaves what is no figure for the schema to refuse', () => {
    expect(fromDraft(kilograms('a'), '1,12,400.5')).toBe(112400.5)
    expect(fromDraft(kilograms('a'), '1 300')).toBe(1300)
    expect(fromDraft(kilograms('a'), '12kg')).toBe('12kg')
    expect(fromDraft(kilograms('a'), '1e9')).toBe('1e9')
    expect(fromDraft(integer('a'), '7')).toBe(7)
  })
  it('turns per cent into a ratio and rupees into paise without rounding dust', () => {
    expect(fromDraft(share('a'), '8.5')).toBe(0.085)
    expect(fromDraft(money('a'), '82.35')).toBe(8235)
  })
  it('keeps an answered No apart from no answer', () => {
    expect(fromDraft(flag('a'), false)).toBe(false)
    expect(fromDraft(flag('a'), null)).toBeUndefined()
  })
  it('reads rows and records field by field', () => {
    const field = rows('a', { kg: kilograms('kg'), at: time('at'), note: optional(text('n')) })
    expect(fromDraft(field, [{ kg: '2.5', at: '2025-11-18T09:20', note: '' }], zone)).toEqual([{ kg: 2.5, at: '2025-11-18T03:50:00.000Z' }])
  })
})

describe('toDraft', () => {
  it('is undone by fromDraft for figures, shares, money and times', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (grams) => {
        expect(fromDraft(kilograms('a'), toDraft(kilograms('a'), grams / 1000))).toBe(grams / 1000)
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (parts) => {
        expect(fromDraft(share('a'), toDraft(share('a'), parts / 100_000))).toBe(parts / 100_000)
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (paise) => {
        expect(fromDraft(money('a'), toDraft(money('a'), paise))).toBe(paise)
      }),
    )
    expect(fromDraft(time('a'), toDraft(time('a'), '2025-11-18T03:50:00.000Z', zone), zone)).toBe('2025-11-18T03:50:00.000Z')
    expect(fromDraft(point('a'), toDraft(point('a'), { type: 'Point', coordinates: [75.6, 22.1] }))).toEqual({ type: 'Point', coordinates: [75.6, 22.1] })
  })
})

describe('initialDrafts', () => {
  it('offers what the declaration suggests and what the address brought', () => {
    const fields = { country: text('Country', { initial: 'IN' }), farmer: text('F'), list: choices('C', { A: 'a' }), kg: optional(quantity('kg', 'kg')) }
    expect(initialDrafts(fields, { farmer: 'x' })).toEqual({ country: 'IN', farmer: 'x', list: [], kg: '' })
    expect(fromDrafts(fields, initialDrafts(fields))).toEqual({ country: 'IN' })
  })
})
