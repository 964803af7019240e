// When a report that comes by itself is due: a day, a weekday or a day of the month, at an hour where the programme works.
import { addDays, dayIn, offsetOf } from '../kernel/day.ts'
import type { ChoiceTable } from '../kernel/kinds.ts'

export const rhythms = { DAY: ['Every day', 'neutral'], WEEK: ['Every week', 'neutral'], MONTH: ['Every month', 'neutral'] } as const satisfies ChoiceTable
export type Rhythm = keyof typeof rhythms

/** Monday is 1 (ISO 8601). */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export const scheduleStates = {
  ACTIVE: ['Comes by itself', 'success'],
  PAUSED: ['Paused', 'neutral'],
  STOPPED: ['Stopped', 'error'],
} as const satisfies ChoiceTable
export type ScheduleState = keyof typeof scheduleStates

/** `weekday` 1 to 7 where it is weekly; `monthDay` 1 to 31 where it is monthly: a month that has no such day has its last. `hour` 0 to 23. */
export type Timing = { rhythm: Rhythm; weekday: number | null; monthDay: number | null; hour: number }

export const mostRecipients = 20
/** Schedules that one person may have. */
export const mostSchedules = 20

/** The first moment after `after` at which it is due in the zone. */
export function nextDue(timing: Timing, after: Date, timeZone: string): Date {
  const time = `${String(timing.hour).padStart(2, '0')}:00:00`
  // No two days that fit are further apart than from the 31st of January to the last of February and back.
  for (let day = dayIn(timeZone, after), tries = 0; tries < 40; day = addDays(day, 1), tries++) {
    if (!fits(timing, day)) continue
    const moment = new Date(`${day}T${time}${offsetOf(`${day}T${time}`, timeZone)}`)
    if (moment > after) return moment
  }
  throw new Error('A schedule that is never due')
}

function fits({ rhythm, weekday, monthDay }: Timing, day: string): boolean {
  if (rhythm === 'DAY') return true
  if (rhythm === 'WEEK') return (new Date(`${day}T00:00:00Z`).getUTCDay() || 7) === weekday
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return date === Math.min(monthDay ?? 1, last)
}
