// Plain days (YYYY-MM-DD): arithmetic without a clock, and the day on which a moment falls in a time zone.

type YearMonthDay = [year: number, month: number, day: number]
const partsOf = (day: string): YearMonthDay => day.slice(0, 10).split('-').map(Number) as YearMonthDay

/** `days` after a day; negative: before. */
export function addDays(day: string, days: number): string {
  const [year, month, date] = partsOf(day)
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
}

/** Days from one day to another; negative when `to` lies before. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Whole months from one day to another, negative when `to` lies before. The 31st counts as reached on a shorter month's last day. */
export function fullMonths(from: string, to: string): number {
  const [fromYear, fromMonth, fromDay] = partsOf(from)
  const [toYear, toMonth, toDay] = partsOf(to)
  const lastDay = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate()
  const reached = toDay >= Math.min(fromDay, lastDay)
  return (toYear - fromYear) * 12 + (toMonth - fromMonth) - (reached ? 0 : 1)
}

/** `months` before a day; a day that the shorter month lacks becomes its last. */
export function monthsBefore(day: string, months: number): string {
  const [year, month, date] = partsOf(day)
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDay))).toISOString().slice(0, 10)
}

/** One formatter per time zone: constructing one costs a hundred times as much as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, made)
  return made
}

/** The day on which a moment falls in a time zone. */
export const dayIn = (timeZone: string, moment: string | Date): string => formatOf(timeZone).format(new Date(moment))

/** The tenant's current day, or its day at `moment`. */
export const localDay = ({ tenant, now }: { tenant: { timezone: string }; now: Date }, moment: string | Date = now): string => dayIn(tenant.timezone, moment)

/** Formatters of wall-clock times, one per zone. */
const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const numeric = 'numeric' as const
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  })
  clocks.set(timeZone, made)
  return made
}

/** Minutes east of UTC at a wall-clock time of a zone; at the hour that is skipped or doubled in spring and autumn, one of both. */
function offsetMinutes(local: string, timeZone: string): number {
  const guess = Date.parse(`${local}Z`)
  const parts = clockOf(timeZone).formatToParts(guess)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  return Math.round((Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - guess) / 60_000)
}
const offsetText = (minutes: number): string =>
  `${minutes < 0 ? '-' : '+'}${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0')}:${String(Math.abs(minutes) % 60).padStart(2, '0')}`

/** `+05:30`: what a wall-clock time of a zone lies east of UTC. `local`: without an offset. */
export const offsetOf = (local: string, timeZone: string): string => offsetText(offsetMinutes(local, timeZone))

/** The moment at which a plain day begins in a zone. */
export function startOfDay(day: string, timeZone: string): string {
  const midnight = `${day}T00:00:00`
  const at = (offset: string) => new Date(`${midnight}${offset}`)
  const one = at(offsetOf(midnight, timeZone))
  if (Number.isNaN(one.getTime())) return one.toISOString()
  // Where clocks change on that day, two offsets come into question: the first moment that is of the day counts.
  const other = at(offsetOf(one.toISOString().slice(0, 19), timeZone))
  const [earlier, later] = one < other ? [one, other] : [other, one]
  return (dayIn(timeZone, earlier) === day ? earlier : later).toISOString()
}

/** The last millisecond of a day in a time zone; an invalid date when there is no such day. */
export function zonedEndOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return new Date(Number.NaN)
  return new Date(Date.parse(startOfDay(addDays(day, 1), timeZone)) - 1)
}
