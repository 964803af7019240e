// The organic clock of a plot as steps on a line (BR-04): from the first year of conversion to organic, with today on it.

import { type Conversion, conversionStart, organicClaim } from '#domain/chain/claim.ts'
import { addDays, fullMonths } from '#domain/kernel/day.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { usualMonths } from '#domain/land/plot-projection.ts'

export type ConversionStep = { claim: Claim; from: string /** Null: from here on. */; to: string | null; isReached: boolean; isNow: boolean }
export type ConversionLine = {
  steps: ConversionStep[]
  /** Where today stands on the line, 0..1; null when it lies beyond its ends. */
  today: number | null
  now: Claim
  /** The next step up and the days to it; null when organic, or outside a scheme. */
  next: { claim: Claim; on: string; days: number } | null
}

/** Claims of the years before a plot is organic, each from so many months on. */
const years = [
  ['IC1', 0],
  ['IC2', 12],
  ['IC3', 24],
] as const

/** `on`: today, YYYY-MM-DD. Null outside a scheme: there is no clock to show. The line ends a year after organic. */
export function conversionLine(conversion: Conversion, on: string): ConversionLine | null {
  const start = conversionStart(conversion)
  if (start === null) return null
  const { ANNUAL: most } = conversion.months ?? usualMonths
  const reached = [...years.filter(([, months]) => months < most), ['ORGANIC', most] as const].map(([claim, months]) => ({
    claim,
    from: monthsAfter(start, months),
  }))
  const steps = reached.map(({ claim, from }, place): ConversionStep => {
    const to = reached[place + 1]?.from ?? null
    return { claim, from, to, isReached: on >= from, isNow: on >= from && (to === null || on < to) }
  })
  const coming = reached.find(({ from }) => on < from)
  const next = coming ? { claim: coming.claim, on: coming.from } : null
  const [first, last] = [dayNumber(start), dayNumber(monthsAfter(start, most + 12))]
  const share = (dayNumber(on) - first) / (last - first)
  return {
    steps,
    today: share < 0 || share > 1 ? null : share,
    now: organicClaim(conversion, on),
    next: next && { ...next, days: dayNumber(next.on) - dayNumber(on) },
  }
}

const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00Z`) / 86_400_000)

/** The first day on which that many full months have passed: the 31st is reached on a shorter month's last day, as fullMonths counts. */
function monthsAfter(from: string, months: number): string {
  const [year, month] = from.split('-').map(Number) as [number, number]
  let day = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
  while (fullMonths(from, day) < months) day = addDays(day, 1)
  return day
}
