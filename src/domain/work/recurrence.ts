// When a task that repeats is due next (domain dictionary 6.3): a subset of the recurrence rules of iCalendar, by days, weeks, months and years.
import { addDays } from '../kernel/day.ts'

export type Recurrence = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** `due` and the answer: YYYY-MM-DD. The month's last day where it has no such day. */
export function stepFrom(due: string, recurrence: Recurrence, times: number): string {
  if (recurrence === 'DAILY' || recurrence === 'WEEKLY') return addDays(due, times * (recurrence === 'WEEKLY' ? 7 : 1))
  const [year = 0, month = 1, day = 1] = due.split('-').map(Number)
  const months = year * 12 + (month - 1) + times * (recurrence === 'YEARLY' ? 12 : 1)
  const [toYear, toMonth] = [Math.floor(months / 12), months % 12]
  const last = new Date(Date.UTC(toYear, toMonth + 1, 0)).getUTCDate()
  return new Date(Date.UTC(toYear, toMonth, Math.min(day, last))).toISOString().slice(0, 10)
}

/**
 * The first day of the series after `due` that does not lie before the day on which it was done: what was missed meanwhile is not made up for. Null after
 * `until`, which is its last possible day.
 */
export function nextDue(due: string, doneOn: string, recurrence: Recurrence, interval: number, until: string | null): string | null {
  for (let times = 1; ; times++) {
    const next = stepFrom(due, recurrence, times * interval)
    if (until !== null && next > until) return null
    if (next >= doneOn) return next
  }
}
