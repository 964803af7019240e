// When a task is due next: by the calendar, without making up for what was missed, until its last day.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextDue, type Recurrence, stepFrom } from './recurrence.ts'

describe('nextDue', () => {
  it.each([
    ['2026-01-15', '2026-01-15', 'DAILY', 1, null, '2026-01-16'],
    ['2026-01-15', '2026-01-10', 'WEEKLY', 2, null, '2026-01-29'],
    ['2026-01-31', '2026-01-31', 'MONTHLY', 1, null, '2026-02-28'],
    ['2024-02-29', '2024-02-29', 'YEARLY', 1, null, '2025-02-28'],
    ['2025-11-30', '2025-12-01', 'MONTHLY', 3, null, '2026-02-28'],
    // Done five weeks late: the next one is not due before that.
    ['2026-01-01', '2026-02-06', 'WEEKLY', 1, null, '2026-02-12'],
    ['2026-01-01', '2026-01-01', 'WEEKLY', 1, '2026-01-08', '2026-01-08'],
    ['2026-01-01', '2026-01-01', 'WEEKLY', 1, '2026-01-07', null],
  ] as const)('%s done on %s, %s × %i until %s: %s', (due, done, recurrence, interval, until, expected) => {
    expect(nextDue(due, done, recurrence, interval, until)).toBe(expected)
  })
  it('lies after the day it was due, not before it was done, and is one of its series', () => {
    const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
    const kind = fc.constantFrom<Recurrence>('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY')
    fc.assert(
      fc.property(day, fc.integer({ min: -20, max: 400 }), kind, fc.integer({ min: 1, max: 99 }), (due, late, recurrence, interval) => {
        const doneOn = new Date(Date.parse(due) + late * 86_400_000).toISOString().slice(0, 10)
        const next = nextDue(due, doneOn, recurrence, interval, null) ?? ''
        expect(next > due && next >= doneOn).toBe(true)
        const series = Array.from({ length: 500 }, (_, times) => stepFrom(due, recurrence, (times + 1) * interval))
        expect(series).toContain(next)
        expect(series.filter((one) => one < next && one >= doneOn)).toEqual([])
      }),
    )
  })
})
