// The season as a diary on one axis of time: a row for each kind of event, a mark for each time it happened, bars where
// something waits. Pure, so that dates stand where they belong whatever the width.
import type { EventItem } from '#web/api/answers.ts'

export type DiaryMark = { id: string; day: string; words: string; isOnPlot: boolean }
export type DiaryRow = { key: string; marks: DiaryMark[]; bars: { from: string; to: string; words: string }[] }
export type Diary = { from: string; to: string; rows: DiaryRow[] }

const day = 86_400_000
/** Days without an entry after which today no longer belongs to the picture. */
const longestSilence = 200
const number = (date: string): number => Math.round(Date.parse(`${date}T00:00Z`) / day)
const date = (days: number): string => new Date(days * day).toISOString().slice(0, 10)

export type DiaryInput = {
  /** Recorded events of the crop and, marked, of its cropping system. */
  events: readonly { event: Pick<EventItem, 'id' | 'eventType' | 'occurredAt' | 'status'>; day: string; words: string; isOnPlot?: boolean }[]
  plannedSowing: string
  today: string
  /** The crop is over: its diary ends with its last event instead of reaching to today. */
  isOver: boolean
  /** Kinds of event that get a row even before they happen, in the order of a season. */
  expected: readonly string[]
  waiting: { from: string; to: string } | null
}

/** Rows in the order in which their first mark fell; expected ones without a mark last, in their own order. */
export function diaryOf({ events, plannedSowing, today, isOver, expected, waiting }: DiaryInput): Diary {
  const recorded = events.filter(({ event }) => event.status === 'RECORDED').sort((a, b) => a.day.localeCompare(b.day))
  const rows = new Map<string, DiaryRow>()
  for (const { event, day: on, words, isOnPlot = false } of recorded) {
    const row = rows.get(event.eventType) ?? { key: event.eventType, marks: [], bars: [] }
    row.marks.push({ id: event.id, day: on, words, isOnPlot })
    rows.set(event.eventType, row)
  }
  for (const key of expected) if (!rows.has(key)) rows.set(key, { key, marks: [], bars: [] })
  if (waiting) rows.get('PLANT_PROTECTION')?.bars.push({ ...waiting, words: '' })
  const lived = [plannedSowing, ...recorded.map((one) => one.day), ...(waiting ? [waiting.to] : [])].map(number)
  // A diary nobody wrote in for half a year would be squeezed by the months since.
  const isSilent = number(today) - Math.max(...lived) > longestSilence
  const days = isOver || isSilent ? lived : [...lived, number(today)]
  const [first, last] = [Math.min(...days), Math.max(...days)]
  // A little air on both sides; never less than two months, or a week-old crop would fill the page.
  const span = Math.max(60, last - first)
  return { from: date(first - Math.ceil(span * 0.03)), to: date(first + span + Math.ceil(span * 0.04)), rows: [...rows.values()] }
}

/** Where a day stands on the axis, 0..1. */
export const placeOf = ({ from, to }: Pick<Diary, 'from' | 'to'>, on: string): number => (number(on) - number(from)) / (number(to) - number(from))

/** Whether a day is on the axis at all. */
export const isOn = ({ from, to }: Pick<Diary, 'from' | 'to'>, on: string): boolean => from <= on && on <= to

/** First days of the months on the axis. */
export function monthsOn({ from, to }: Pick<Diary, 'from' | 'to'>): string[] {
  const [year, month] = from.split('-').map(Number) as [number, number]
  const months: string[] = []
  for (let index = 0; ; index++) {
    const first = new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 10)
    if (first > to) return months
    if (first >= from) months.push(first)
  }
}
