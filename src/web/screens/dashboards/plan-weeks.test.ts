// The strip shows this week on every screen, without gaps, and never hides that something was late.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { mondayOf, shadeOf, shades, weeksShown } from './plan-weeks.ts'

const week = (from: string, more = {}) => ({ from, onTime: 0, late: 0, due: 0, planned: 0, ...more })
const village = (...weeks: string[]) => ({ village: 'Bhikangaon', weeks: weeks.map((from) => week(from)) })

describe('weeksShown', () => {
  it('is nothing without planned events', () => expect(weeksShown([], '2026-01-12', 10)).toEqual([]))
  it('has no gaps', () =>
    expect(weeksShown([village('2026-01-05', '2026-01-26')], '2026-01-12', 10)).toEqual(['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26']))
  it('is as long as there is room, follows week by week, and has this week in it whenever that lies within', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: -10, max: 70 }), fc.integer({ min: 4, max: 30 }), (last, now, most) => {
        const first = '2025-06-02'
        const shown = weeksShown([village(first, addDays(first, last * 7))], addDays(first, now * 7), most)
        expect(shown).toHaveLength(Math.min(last + 1, most))
        for (const [at, from] of shown.entries()) if (at > 0) expect(from).toBe(addDays(shown[at - 1] ?? '', 7))
        if (now >= 0 && now <= last) expect(shown).toContain(addDays(first, now * 7))
      }),
    )
  })
})
describe('mondayOf', () => {
  it.each([
    ['2026-01-12', '2026-01-12'],
    ['2026-01-18', '2026-01-12'],
    ['2026-01-01', '2025-12-29'],
  ])('%s → %s', (day, monday) => expect(mondayOf(day)).toBe(monday))
})
describe('shadeOf', () => {
  it('is amber up to a third late, red above', () => {
    expect(shadeOf(week('2026-01-05', { onTime: 2, late: 1 })).colour).toBe(shades.some)
    expect(shadeOf(week('2026-01-05', { onTime: 1, late: 1 })).colour).toBe(shades.many)
  })
  it('is green when all was in time, whatever is still due', () => expect(shadeOf(week('2026-01-05', { onTime: 40, due: 3 })).colour).toBe(shades.busy))
  it('tells what is due from what is to come', () =>
    expect([shadeOf(week('2026-01-05', { due: 1 })).colour, shadeOf(week('2026-01-05', { planned: 1 })).colour]).toEqual([shades.due, shades.planned]))
})
