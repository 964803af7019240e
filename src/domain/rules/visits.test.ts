// Visits that count (BR-21), by an independent search for the most that lie far enough apart.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '../kernel/day.ts'
import { visitsApart } from './visits.ts'

const visit = (day: string) => ({ day })
/** The most days of which no two are nearer than `gap`, trying every choice. */
function most(days: readonly string[], gap: number): number {
  const [first, ...rest] = days.toSorted()
  if (first === undefined) return 0
  const far = rest.filter((day) => Math.abs(daysBetween(first, day)) >= gap)
  return Math.max(most(rest, gap), 1 + most(far, gap))
}

describe('visits that count', () => {
  it.each([
    ['29 days apart are one', ['2025-08-01', '2025-08-30'], 30, ['2025-08-01']],
    ['30 days apart are two', ['2025-08-01', '2025-08-31'], 30, ['2025-08-01', '2025-08-31']],
    ['of one day are one, also without a gap', ['2025-08-01', '2025-08-01', '2025-08-02'], 0, ['2025-08-01', '2025-08-02']],
    ['in any order', ['2025-10-05', '2025-08-01', '2025-08-20', '2025-09-03'], 30, ['2025-08-01', '2025-09-03', '2025-10-05']],
  ])('%s', (_, days, gap, counting) => {
    expect(visitsApart(days.map(visit), gap).map(({ day }) => day)).toEqual(counting)
  })
  it('are as many as can be', () => {
    const days = fc.array(
      fc.integer({ min: 0, max: 120 }).map((at) => addDays('2025-06-01', at)),
      { maxLength: 9 },
    )
    fc.assert(fc.property(days, fc.integer({ min: 1, max: 45 }), (all, gap) => visitsApart(all.map(visit), gap).length === most(all, gap)))
  })
})
