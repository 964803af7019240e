// Whose milk has fallen: the last day against the week before, and nobody who was not milked.

import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/day.ts'
import { fallenMilk, lastWholeDay } from './husbandry-summary.ts'

const days = (...kgs: number[]) => kgs.map((kg, at) => ({ day: addDays('2025-06-01', at), kg }))
const cow = (title: string, own: { day: string; kg: number }[]) => ({ id: title, title, days: own })

describe('lastWholeDay', () => {
  it('leaves today out, unless nothing else is on record', () => {
    const all = days(10, 9, 3)
    expect(lastWholeDay(all, '2025-06-03')?.kg).toBe(9)
    expect(lastWholeDay(all, '2025-06-09')?.kg).toBe(3)
    expect(lastWholeDay(days(4), '2025-06-01')?.kg).toBe(4)
    expect(lastWholeDay([], '2025-06-01')).toBeUndefined()
  })
})
describe('fallenMilk', () => {
  const last = addDays('2025-06-01', 4)
  it('names who gave a fifth less than usual, the greatest fall first', () => {
    const fallen = fallenMilk([cow('steady', days(10, 10, 10, 10, 9)), cow('fell', days(10, 10, 10, 10, 8)), cow('deep', days(12, 12, 12, 12, 3))], last)
    expect(fallen).toEqual([
      { id: 'deep', title: 'deep', kg: 3, averageKg: 12 },
      { id: 'fell', title: 'fell', kg: 8, averageKg: 10 },
    ])
  })
  it('says nothing of who was not milked that day, or is known for less than three days', () => {
    expect(
      fallenMilk(
        [
          cow('dry', days(10, 10, 10, 2)),
          cow(
            'new',
            days(10, 10, 2).map((one, at) => ({ ...one, day: addDays('2025-06-01', at + 2) })),
          ),
        ],
        last,
      ),
    ).toEqual([])
    expect(fallenMilk([], last)).toEqual([])
  })
})
