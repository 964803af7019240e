// Days begin where clocks change, too: expected moments are those of the IANA zones, written out by hand.
import { describe, expect, it } from 'vitest'
import { dayIn, startOfDay } from './day.ts'

describe('the beginning of a day', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-22', '2026-11-21T18:30:00.000Z'],
    ['Australia/Sydney', '2026-10-04', '2026-10-03T14:00:00.000Z'],
    ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z'],
    // At midnight the clock goes to one: the day begins with 01:00.
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
    // At midnight the clock goes back to 23:00: the day begins with the second midnight.
    ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ])('in %s on %s', (zone, day, moment) => {
    expect(startOfDay(day, zone)).toBe(moment)
  })
  it.each(['Europe/Berlin', 'America/Santiago', 'Asia/Beirut', 'Australia/Sydney', 'Pacific/Auckland', 'Africa/Cairo', 'Asia/Kolkata'])(
    'is the first moment of its day, every day of a year in %s',
    (zone) => {
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 86_400_000) {
        const day = new Date(at).toISOString().slice(0, 10)
        const start = Date.parse(startOfDay(day, zone))
        expect([dayIn(zone, new Date(start)), dayIn(zone, new Date(start - 1)) < day]).toEqual([day, true])
      }
    },
  )
})
