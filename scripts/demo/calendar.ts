// The demo programme's clock. The programme was written as of one 15 January: the old season is being closed, the new one
// is running. Loaded on another day, all of it moves by whole days until it stands at the day before, so that whoever
// opens the demo meets a programme at work; the spans between its days, which the rules look at, stay as they are.

export type Calendar = {
  /** The day the programme is written for: the old season is being closed, the new one is running. */
  anchor: string
  /** Year in which the kharif season began. */
  year: number
  kharif: Season
  rabi: Season
  /** A day of the programme: month and day as it was written, in the year of its kharif sowing plus `yearsLater` (0 = that year), moved with it. */
  day(monthDay: string, yearsLater?: number): string
}
export type Season = { code: string; name: string; kind: 'KHARIF' | 'RABI'; startDate: string; endDate: string }

const dayMs = 86_400_000
/** The day it was written for, and the year its kharif was sown in. */
const written = { anchor: '2026-01-15', year: 2025 }

/** The calendar as it stands on `today` (a plain day, YYYY-MM-DD, of the programme's own zone). Nothing in it happens on that day or later. */
export function calendarFor(today: string): Calendar {
  const anchor = addDays(today, -1)
  const moved = daysBetween(written.anchor, anchor)
  const day = (monthDay: string, yearsLater = 0) => addDays(`${written.year + yearsLater}-${monthDay}`, moved)
  const year = Number(day('06-01').slice(0, 4))
  return {
    anchor,
    year,
    kharif: { code: `KH-${year}`, name: `Kharif ${year}`, kind: 'KHARIF', startDate: day('06-01'), endDate: day('01-31', 1) },
    rabi: { code: `RB-${year}`, name: `Rabi ${year}`, kind: 'RABI', startDate: day('10-15'), endDate: day('04-30', 1) },
    day,
  }
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}
/** A moment on a day, in the programme's zone (India has one, without summer time). */
export function at(day: string, hour: number, minute = 0): string {
  return `${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00+05:30`
}
/** Today where the programme works. */
export function todayInIndia(now: Date = new Date()): string {
  return new Date(now.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10)
}
