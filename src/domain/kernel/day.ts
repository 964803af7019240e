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

/** The last millisecond of a day in a time zone; an invalid date when there is no such day. Offsets are multiples of a quarter of an hour. */
export function zonedEndOfDay(day: string, timeZone: string): Date {
  const next = Date.parse(`${day}T00:00:00Z`) + 86_400_000
  if (Number.isNaN(next) || new Date(next - 86_400_000).toISOString().slice(0, 10) !== day) return new Date(Number.NaN)
  for (let moment = next + 12 * 3_600_000; moment >= next - 14 * 3_600_000; moment -= 900_000)
    if (dayIn(timeZone, new Date(moment - 1)) === day) return new Date(moment - 1)
  return new Date(Number.NaN)
}
