// A time entered in the field must come back as the same time, whatever the computer's own zone.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromWallClock, toWallClock } from './zone.ts'

describe('fromWallClock', () => {
  it('reads a time as the programme’s, not the computer’s', () => {
    expect(fromWallClock('2025-11-18T09:20', 'Asia/Kolkata')).toBe('2025-11-18T03:50:00.000Z')
  })
  it('answers null for what is not a time', () => {
    expect(fromWallClock('')).toBeNull()
    expect(fromWallClock('2025-13-45T99:00', 'Asia/Kolkata')).toBeNull()
  })
  it('is undone by toWallClock in zones with and without clock changes', () => {
    const minute = fc.integer({ min: Date.UTC(2000, 0, 1) / 60_000, max: Date.UTC(2040, 0, 1) / 60_000 })
    fc.assert(
      fc.property(minute, fc.constantFrom('Asia/Kolkata', 'UTC', 'Asia/Kathmandu'), (at, zone) => {
        const moment = new Date(at * 60_000).toISOString()
        expect(fromWallClock(toWallClock(moment, zone), zone)).toBe(moment)
      }),
    )
    const summer = '2025-07-01T12:00'
    expect(toWallClock(fromWallClock(summer, 'Europe/Zurich') ?? '', 'Europe/Zurich')).toBe(summer)
  })
})
