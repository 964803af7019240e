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
    const own = createFormat({ language: 'en', mass: 'quintal', area: 'acre 0.404686', now })
    expect(own.kg(1180)).toBe('11.8 quintal')
    expect([own.ha(1), own.ha(0.0042), own.ha(0.003), own.area(10, 1), own.areaUnit]).toEqual(['2.47 acre', '0.01 acre', '0.0074 acre', '24.7', 'acre'])
    expect([own.quantity(1, 'ha'), own.quantity(12, 'kg/ha')]).toEqual(['2.47 acre', '12 kg/ha'])
  })
  it('gives hectares two decimals, four when tiny', () => {
    expect(english.ha(2.2)).toBe('2.20 ha')
    expect(english.ha(0.0042)).toBe('0.0042 ha')
  })
  it('names today and yesterday by the programme’s zone, not the computer’s', () => {
    expect(english.date('2025-11-19')).toBe('Today')
    expect(english.dateWithin('2025-11-19')).toBe('19 Nov')
    expect(english.date('2025-11-18')).toBe('Yesterday')
    expect(english.date('2025-06-24')).toBe('24 Jun')
    expect(english.date('2024-06-24')).toBe('24 Jun 2024')
    expect(['2025-11-18', '2024-12-30', '2024-11-18'].map((day) => english.recentDay(day))).toEqual(['Yesterday', '30 Dec', '18 Nov 2024'])
  })
  it('shows a moment as a span when near and as a day when far', () => {
    expect(english.ago('2025-11-18T19:55:00Z')).toBe('5 minutes ago')
    expect(english.ago('2025-08-01T10:00:00Z')).toBe('1 Aug')
  })
  it('gives masses under one another the same decimals, as many as the finest has', () => {
    const write = english.massColumn([111.633, 53.95, 1180])
    expect([111.633, 53.95, 1180].map(write)).toEqual(['111.633', '53.950', '1,180.000'])
    expect([1180, 90].map(english.massColumn([1180, 90]))).toEqual(['1,180', '90'])
    expect(english.massColumn([0.25], 1)(0.25)).toBe('0.3')
    expect(english.massColumn([])(1)).toBe('1')
  })
  it('writes per cent with one decimal always, and one sign for what is below nought', () => {
    expect([0.38, 0.378, -0.044, 1].map(english.share)).toEqual(['38.0%', '37.8%', '−4.4%', '100.0%'])
    expect(english.share(-0.0001)).toBe('0.0%')
    expect(english.wholeShare(0.178)).toBe('18%')
    expect([english.kg(-12.5), english.number(-3), english.money(-100)]).toEqual(['−12.5 kg', '−3', '−₹1'])
  })
  it('writes per cent and money from ratios and paise', () => {
    expect(english.share(0.342)).toBe('34.2%')
    expect(english.money(6_232_000)).toBe('₹62,320')
    expect(english.money(6_232_050)).toBe('₹62,320.50')
  })
  it('speaks Hindi with Latin digits and names its units as the words around them do', () => {
    const hindi = createFormat({ language: 'hi', timezone: 'Asia/Kolkata', now, nameUnit: (unit) => ({ kg: 'किलो', ha: 'हे.' })[unit] ?? unit })
    expect(hindi.date('2025-11-19')).toBe('आज')
    expect([hindi.kg(112400), hindi.ha(2.2), hindi.massUnit]).toEqual(['1,12,400 किलो', '2.20 हे.', 'किलो'])
    expect(hindi.date('2025-06-24')).toMatch(/24 जून/)
  })
})
