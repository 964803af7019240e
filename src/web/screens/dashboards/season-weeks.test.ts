// The curve must end at the sum of the weeks and have one point a week.
import { describe, expect, it } from 'vitest'
import { runningTotals } from './season-weeks.tsx'

describe('runningTotals', () => {
  it('is empty without a week', () => expect(runningTotals([])).toEqual([]))
  it('carries the sum over weeks in which nothing happened, to the gram', () => {
    expect(
      runningTotals([
        { from: '2025-11-03', harvestedKg: 0.1, purchasedKg: 0 },
        { from: '2025-11-17', harvestedKg: 0.2, purchasedKg: 0.3 },
      ]),
    ).toEqual([
      { from: '2025-11-03', harvestedKg: 0.1, purchasedKg: 0 },
      { from: '2025-11-10', harvestedKg: 0.1, purchasedKg: 0 },
      { from: '2025-11-17', harvestedKg: 0.3, purchasedKg: 0.3 },
    ])
  })
  it('goes over the end of a year', () => {
    expect(
      runningTotals([
        { from: '2025-12-29', harvestedKg: 1, purchasedKg: 0 },
        { from: '2026-01-05', harvestedKg: 1, purchasedKg: 0 },
      ]),
    ).toHaveLength(2)
  })
})
