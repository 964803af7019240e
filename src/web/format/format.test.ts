// The figures people read: unit, grouping, days by name, the programme's own calendar.
import { describe, expect, it } from 'vitest'
import { createFormat } from './format.ts'

const now = () => new Date('2025-11-18T20:00:00Z') // already the 19th in India
const english = createFormat({ language: 'en', timezone: 'Asia/Kolkata', now })

describe('createFormat', () => {
  it('groups kilograms the Indian way and keeps grams only where they matter', () => {
    expect(english.kg(112400)).toBe('1,12,400 kg')
    expect(english.kg(0.25)).toBe('0.25 kg')
    expect(english.kg(1180.4567)).toBe('1,180.5 kg')
  })
  it('shows mass and area in the unit the person chose', () => {
    const own = createFormat({ language: 'en', mass: 'quintal', area: 'acre', now })
    expect(own.kg(1180)).toBe('11.8 quintal')
    expect(own.ha(1)).toBe('2.47 acre')
  })
  it('gives hectares two decimals, four when tiny', () => {
    expect(english.ha(2.2)).toBe('2.20 ha')
    expect(english.ha(0.0042)).toBe('0.0042 ha')
  })
  it('names today and yesterday by the programme’s zone, not the computer’s', () => {
    expect(english.date('2025-11-19')).toBe('Today')
    expect(english.date('2025-11-18')).toBe('Yesterday')
    expect(english.date('2025-06-24')).toBe('24 Jun')
    expect(english.date('2024-06-24')).toBe('24 Jun 2024')
  })
  it('shows a moment as a span when near and as a day when far', () => {
    expect(english.ago('2025-11-18T19:55:00Z')).toBe('5 minutes ago')
    expect(english.ago('2025-08-01T10:00:00Z')).toBe('1 Aug')
  })
  it('writes per cent and money from ratios and paise', () => {
    expect(english.share(0.342)).toBe('34.2%')
    expect(english.money(6_232_000)).toBe('₹62,320')
    expect(english.money(6_232_050)).toBe('₹62,320.50')
  })
  it('speaks Hindi with Latin digits', () => {
    const hindi = createFormat({ language: 'hi', timezone: 'Asia/Kolkata', now })
    expect(hindi.date('2025-11-19')).toBe('आज')
    expect(hindi.kg(112400)).toBe('1,12,400 kg')
    expect(hindi.date('2025-06-24')).toMatch(/24 जून/)
  })
})
