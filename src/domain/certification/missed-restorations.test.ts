// Days of a suspension on which a certificate was in force, by a count of each day before and after.
import { describe, expect, it } from 'vitest'
import { type InForce, missedRestorations } from './missed-restorations.ts'
import { isLapsedAt, type Party, type PartyMove } from './party-then.ts'

const day = (of: number) => new Date(Date.UTC(2025, 11, of)).toISOString()
const days = Array.from({ length: 30 }, (_, at) => at + 1)
const party = (events: [PartyMove, number][]): Party => ({
  title: 'Khargone Gin',
  status: 'ACTIVE',
  createdAt: day(-200),
  events: events.map(([eventType, of]) => ({ eventType, at: day(of) })),
})
const term = (from: number, to: number | null): InForce => ({ from: day(from), to: to === null ? null : day(to) })
/** Days on which it is suspended by a lapse, once the missing moves are recorded. */
function lapsedDays(one: Party, inForce: InForce[]): number[] {
  const events = [...one.events, ...missedRestorations(one, inForce)].sort((first, second) => Date.parse(first.at) - Date.parse(second.at))
  expect(missedRestorations({ ...one, events }, inForce)).toEqual([])
  return days.filter((of) => isLapsedAt({ ...one, events }, day(of)))
}
const isInForce = (inForce: InForce[], of: number) => inForce.some(({ from, to }) => from <= day(of) && (to === null || day(of) < to))

describe('a company is not suspended on days on which a certificate was in force', () => {
  const histories: [PartyMove, number][][] = [
    [['SCOPE_LAPSED', 5]],
    [
      ['SCOPE_LAPSED', 5],
      ['SCOPE_RESTORED', 15],
    ],
    [
      ['SCOPE_LAPSED', 5],
      ['SCOPE_RESTORED', 15],
      ['SCOPE_LAPSED', 15],
    ],
    [
      ['SCOPE_LAPSED', 5],
      ['SCOPE_RESTORED', 9],
      ['SCOPE_LAPSED', 12],
      ['SCOPE_RESTORED', 20],
    ],
    [
      ['SCOPE_LAPSED', 5],
      ['SCOPE_RESTORED', 9],
      ['SUSPENDED', 11],
      ['SCOPE_LAPSED', 12],
      ['REINSTATED', 14],
      ['SCOPE_LAPSED', 16],
      ['EXITED', 25],
    ],
  ]
  const tables = [[], [term(1, 5)], [term(1, 8)], [term(5, 15)], [term(7, 9), term(12, 13)], [term(3, 6), term(14, null)], [term(1, null)], [term(16, 18)]]
  it.each(histories.map((events) => ({ events })))('after $events', ({ events }) => {
    const one = party(events)
    for (const of of tables) {
      const before = days.filter((at) => isLapsedAt(one, day(at)))
      expect(lapsedDays(one, of)).toEqual(before.filter((at) => !isInForce(of, at)))
    }
  })
  it('nor is anything moved under what people recorded: a suspension that they ended stays to its end, and ends for a time before that', () => {
    const one = party([
      ['SCOPE_LAPSED', 5],
      ['REINSTATED', 15],
    ])
    expect(lapsedDays(one, [term(5, null)])).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
    expect(lapsedDays(one, [term(7, 9)])).toEqual([5, 6, 9, 10, 11, 12, 13, 14])
  })
})
