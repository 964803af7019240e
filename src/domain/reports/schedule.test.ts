import { describe, expect, it } from 'vitest'
import { nextDue, type Timing } from './schedule.ts'

const daily: Timing = { rhythm: 'DAY', weekday: null, monthDay: null, hour: 7 }
const weekly: Timing = { rhythm: 'WEEK', weekday: 1, monthDay: null, hour: 7 }
const monthly: Timing = { rhythm: 'MONTH', weekday: null, monthDay: 31, hour: 23 }
const next = (timing: Timing, after: string, zone = 'Asia/Kolkata') => nextDue(timing, new Date(after), zone).toISOString()

describe('a scheduled report is due', () => {
  it.each([
    // Seven in India is half past one in UTC.
    [daily, '2026-01-15T01:29:59Z', '2026-01-15T01:30:00.000Z'],
    [daily, '2026-01-15T01:30:00Z', '2026-01-16T01:30:00.000Z'],
    // The 15th of January 2026 is a Thursday.
    [weekly, '2026-01-15T12:00:00Z', '2026-01-19T01:30:00.000Z'],
    [weekly, '2026-01-19T01:30:00Z', '2026-01-26T01:30:00.000Z'],
    [monthly, '2026-01-31T17:29:00Z', '2026-01-31T17:30:00.000Z'],
    [monthly, '2026-01-31T17:30:00Z', '2026-02-28T17:30:00.000Z'],
    [monthly, '2028-02-01T00:00:00Z', '2028-02-29T17:30:00.000Z'],
    [monthly, '2026-04-30T18:00:00Z', '2026-05-31T17:30:00.000Z'],
    [{ ...monthly, monthDay: 1 }, '2026-01-01T17:30:00Z', '2026-02-01T17:30:00.000Z'],
  ])('%j after %s at %s', (timing, after, due) => {
    expect(next(timing, after)).toBe(due)
  })
  it('at the same hour of the clock when the clocks change', () => {
    expect(next(daily, '2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T05:00:00.000Z')
    expect(next(daily, '2026-03-27T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-28T06:00:00.000Z')
  })
  it('once a day also where the hour is skipped', () => {
    const skipped = { ...daily, hour: 2 }
    let moment = new Date('2026-03-27T12:00:00Z')
    const days: string[] = []
    for (let n = 0; n < 4; n++) {
      moment = nextDue(skipped, moment, 'Europe/Berlin')
      days.push(moment.toISOString().slice(0, 10))
    }
    expect(new Set(days).size).toBe(4)
  })
})
