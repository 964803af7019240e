// Which weeks the strip of planned events shows, and how a week is shaded.
import { addDays, daysBetween } from '#domain/kernel/day.ts'
import type { VillageSteps } from '#domain/reports/season-charts-answer.ts'
import { neutral } from '#web/theme/tokens.ts'

export type StripWeek = VillageSteps['weeks'][number]

export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7))

/**
 * Mondays without gaps from the first to the last week in which something is planned, at most `most` of them: where there are more, two
 * thirds before this week and the rest after it, as far as there is something on that side.
 */
export function weeksShown(steps: readonly VillageSteps[], thisWeek: string, most: number): string[] {
  const all = steps.flatMap(({ weeks }) => weeks.map(({ from }) => from)).sort()
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) return []
  const count = daysBetween(first, last) / 7 + 1
  const now = Math.round(daysBetween(first, thisWeek) / 7)
  const start = Math.max(0, Math.min(count - most, now - Math.round((most * 2) / 3)))
  return Array.from({ length: Math.min(count, most) }, (_, at) => addDays(first, (start + at) * 7))
}

const greens = ['#B7D4BF', '#7FB38F', '#4C9468', '#2B7A4B'] as const
export const shades = { none: '#F1F5F2', planned: neutral.paper, due: '#E6F0F9', busy: greens[3], some: '#F3C98B', many: '#DB7B70' } as const
/** A share of late ones from which a week is red. */
const manyLate = 1 / 3
/** Events in time from which a week is darkest. */
const busiest = 12

export function shadeOf(week: StripWeek | undefined): { colour: string; ink: string } {
  if (!week) return { colour: shades.none, ink: neutral.ink }
  const { onTime, late, due, planned } = week
  if (late > 0) return late / (late + onTime) > manyLate ? { colour: shades.many, ink: '#3A0C08' } : { colour: shades.some, ink: neutral.ink }
  if (onTime > 0) return { colour: greens[Math.min(greens.length - 1, Math.floor((onTime / busiest) * greens.length))] ?? greens[0], ink: neutral.ink }
  return { colour: due > 0 ? shades.due : planned > 0 ? shades.planned : shades.none, ink: neutral.ink }
}
