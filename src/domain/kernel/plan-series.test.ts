// Steps that repeat, when the package changes: a series in another rhythm is another one, and one moved by a few days goes on (decision 55).
import { describe, expect, it } from 'vitest'
import { type PackageAssigned, type PlanEntry, type PlanStep, planOf } from './plan-engine.ts'

const water = (every: number, offsetDays: number): PlanStep => ({
  ...{ code: 'WATER', eventType: 'IRRIGATION', anchor: 'SOWING', offsetDays, windowBefore: 1, windowAfter: 1 },
  ...{ repeatEveryDays: every, repeatCount: 5, mandatory: true, applies: true, asks: {}, by: [] },
})
const followed = (day: string, packageId: string, step: PlanStep): PackageAssigned => ({
  ...{ kind: 'package', at: `${day}T00:00:00.000Z`, id: `p-${day}`, day, packageId },
  steps: [step],
})
const watered = (...days: string[]): PlanEntry[] =>
  days.map((day) => ({
    kind: 'event',
    at: `${day}T06:00:00.000Z`,
    id: `e-${day}`,
    day,
    eventType: 'IRRIGATION',
    names: null,
    says: {},
    by: null,
    anchor: null,
  }))
const plan = (...entries: PlanEntry[]) => planOf({ entries, planned: { SOWING: '2025-06-20' }, given: {} })
const open = (planned: ReturnType<typeof plan>, of: string) => planned.flatMap(({ due, doneBy, packageId }) => (packageId === of && !doneBy ? [due] : []))

// 30 June, 10, 20, 30 July and 9 August.
const first = followed('2025-05-01', 'A', water(10, 10))
const done = watered('2025-06-30', '2025-07-10', '2025-07-20')

describe('a series in another rhythm', () => {
  // 10 July, 30 July, 19 August, 8 and 28 September.
  const slower = (day: string) => followed(day, 'B', water(20, 20))
  it('is asked for as far as it lies ahead, whatever was missed or done of the former one', () => {
    expect(open(plan(first, slower('2025-08-20')), 'B')).toEqual(['2025-08-19', '2025-09-08', '2025-09-28'])
    expect(open(plan(first, slower('2025-07-24'), ...done), 'B')).toEqual(['2025-07-30', '2025-08-19', '2025-09-08', '2025-09-28'])
  })
  it('leaves what was missed, and what was done, of the former one as it was', () => {
    expect(open(plan(first, slower('2025-07-24'), ...done.slice(0, 1)), 'A')).toEqual(['2025-07-10', '2025-07-20'])
    expect(open(plan(first, slower('2025-07-24'), ...done), 'A')).toEqual([])
  })
  it('goes on with its own numbers when it is followed again', () => {
    const back = plan(first, slower('2025-07-24'), followed('2025-08-01', 'A', water(10, 10)), ...done)
    expect(back.map(({ no, due, packageId }) => [no, due, packageId])).toEqual([
      [1, '2025-06-30', 'A'],
      [2, '2025-07-10', 'A'],
      [3, '2025-07-20', 'A'],
      [7, '2025-07-30', 'B'],
      [5, '2025-08-09', 'A'],
    ])
  })
})

describe('a series that is moved by a few days', () => {
  it('goes on by number: what was done is not asked for again two days later', () => {
    const moved = plan(first, followed('2025-07-12', 'B', water(10, 12)), ...done.slice(0, 2))
    expect(open(moved, 'B')).toEqual(['2025-07-22', '2025-08-01', '2025-08-11'])
  })
})
