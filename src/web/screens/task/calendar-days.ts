// The days that a calendar shows: whole weeks from Monday on. Days are YYYY-MM-DD, reckoned without a zone.
export type Span = 'month' | 'week'

const dayMs = 86_400_000
const numberOf = (day: string): number => Date.parse(`${day}T00:00Z`) / dayMs
const dayOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)
/** 1 January 1970 was a Thursday. */
const mondayOf = (number: number): number => number - ((((number + 3) % 7) + 7) % 7)

/** The week of a day, or all weeks that its month touches. */
export function weeksOf(day: string, span: Span): string[][] {
  const [first, last] = span === 'week' ? [day, day] : [`${day.slice(0, 7)}-01`, lastOfMonth(day)]
  const weeks: string[][] = []
  for (let monday = mondayOf(numberOf(first)); monday <= numberOf(last); monday += 7) weeks.push(Array.from({ length: 7 }, (_, at) => dayOf(monday + at)))
  return weeks
}

/** A week or a month on or back; of a month that is shorter its last day. */
export function steppedBy(day: string, span: Span, times: number): string {
  if (span === 'week') return dayOf(numberOf(day) + 7 * times)
  const [year = 0, month = 0] = day.split('-').map(Number)
  const moved = new Date(Date.UTC(year, month - 1 + times, 1)).toISOString().slice(0, 10)
  const last = lastOfMonth(moved)
  const same = `${moved.slice(0, 7)}-${day.slice(8)}`
  return same > last ? last : same
}

const lastOfMonth = (day: string): string => {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** What an address says is a day only if it is one. */
export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^(19|20)\d\d-\d\d-\d\d$/.test(text) && Number.isFinite(numberOf(text)) && dayOf(numberOf(text)) === text
