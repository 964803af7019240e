// Which days a calendar shows, checked against the calendar of JavaScript's own dates.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDay, steppedBy, weeksOf } from './calendar-days.ts'
import { narrowedTo } from './narrowed.ts'

const day = fc.date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
const weekday = (one: string): number => new Date(`${one}T12:00Z`).getUTCDay()

describe('days of a calendar', () => {
  it('are whole weeks from Monday, one after another, with each day of the month', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('month' as const, 'week' as const), (one, span) => {
        const weeks = weeksOf(one, span)
        const days = weeks.flat()
        expect(weeks.every((week) => week.length === 7 && weekday(week[0] ?? '') === 1)).toBe(true)
        expect(days.every((next, at) => at === 0 || Date.parse(next) - Date.parse(days[at - 1] ?? '') === 86_400_000)).toBe(true)
        expect(days).toContain(one)
        if (span === 'week') {
          expect(weeks).toHaveLength(1)
          return
        }
        const ofMonth = Array.from({ length: 31 }, (_, at) => `${one.slice(0, 8)}${String(at + 1).padStart(2, '0')}`).filter(isDay)
        expect(days.filter((next) => next.startsWith(one.slice(0, 7)))).toEqual(ofMonth)
        expect(weeks.every((week) => week.some((next) => next.startsWith(one.slice(0, 7))))).toBe(true)
      }),
    )
  })
  it('are left by a month or a week, to the last day of one that is shorter', () => {
    expect(steppedBy('2026-01-31', 'month', 1)).toBe('2026-02-28')
    expect(steppedBy('2026-01-15', 'month', -1)).toBe('2025-12-15')
    expect(steppedBy('2024-02-29', 'week', 1)).toBe('2024-03-07')
  })
  it.each(['', '2026-02-30', '2026-13-01', 'x', '2026-1-1', undefined])('%s is none', (text) => expect(isDay(text)).toBe(false))
})

describe('a list narrowed by a view', () => {
  const query = { q: 'boll', sort: '', filters: { type: ['VISIT'], status: ['OPEN', 'DONE'], 'dueDate.lte': ['2026-11-20'] } }
  it('is both its own filters and those of the view', () => {
    expect(narrowedTo(query, { status: ['OPEN', 'BLOCKED'], from: '2026-11-01', until: '2026-11-30' })).toEqual({
      q: 'boll',
      sort: '',
      filters: { type: ['VISIT'], status: ['OPEN'], 'dueDate.gte': ['2026-11-01'], 'dueDate.lte': ['2026-11-20'] },
    })
  })
  it('is nothing where they exclude each other', () => {
    expect(narrowedTo(query, { status: ['BLOCKED'] })).toBeNull()
    expect(narrowedTo(query, { from: '2026-11-21' })).toBeNull()
    expect(narrowedTo({ ...query, filters: { assigneeId: ['other'] } }, { assigneeId: 'me' })).toBeNull()
  })
})
