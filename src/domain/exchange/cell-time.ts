// Days and moments as people write them in tables: ISO, or day/month/year as in India; a time without a
// zone is taken to be that of the programme.
import { offsetOf } from '../kernel/day.ts'

const iso = /^(\d{4})-(\d{2})-(\d{2})$/
const dayFirst = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/

/** `YYYY-MM-DD`, or null when this is no day of the calendar. */
export function readDay(text: string): string | null {
  const [, year, month, day] = iso.exec(text) ?? reordered(dayFirst.exec(text)) ?? []
  if (!year || !month || !day) return null
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const parsed = new Date(`${written}T00:00:00Z`)
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== written ? null : written
}
const reordered = (match: RegExpExecArray | null): (string | undefined)[] | null => match && [match[0], match[3], match[2], match[1]]

/** A moment as ISO 8601 with offset; a day alone is its noon. Null when it cannot be read. */
export function readMoment(text: string, zone: string): string | null {
  const whole = /^(.+?)(?:[T ]([\d:]+)(?:\.\d{1,6})?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(text.trim())
  const day = readDay(whole?.[1] ?? '')
  if (!day) return null
  const [, hour, minute, second = '00'] = clock.exec(whole?.[2] ?? '12:00') ?? []
  if (!hour || !minute || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const local = `${day}T${hour.padStart(2, '0')}:${minute}:${second}`
  const given = whole?.[3]?.toUpperCase()
  if (given) return `${local}${given === 'Z' || given.includes(':') ? given : `${given.slice(0, 3)}:${given.slice(3)}`}`
  return `${local}${offsetOf(local, zone)}`
}
