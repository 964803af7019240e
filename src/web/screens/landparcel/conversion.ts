// The organic clock of a plot as steps on a line (BR-04): from the first year of conversion to organic, with today on it.

import { type Conversion, conversionStart, organicClaim } from '#domain/chain/claim.ts'
import { daysBetween, monthsBefore } from '#domain/kernel/day.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { usualMonths } from '#domain/land/plot-projection.ts'

export type ConversionStep = {
  claim: Claim
  from: string
  /** Null: from here on. */
  to: string | null
  isReached: boolean
  isNow: boolean
  /** On the line. */
  days: number
  /** How much of them has passed, 0..1. */
  passed: number
}
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
    from: monthsBefore(start, -months),
  }))
  const end = monthsBefore(start, -(most + 12))
  const steps = reached.map(({ claim, from }, place): ConversionStep => {
    const to = reached[place + 1]?.from ?? null
    const days = daysBetween(from, to ?? end)
    const passed = Math.min(1, Math.max(0, daysBetween(from, on) / days))
    return { claim, from, to, isReached: on >= from, isNow: on >= from && (to === null || on < to), days, passed }
  })
  const coming = reached.find(({ from }) => on < from)
  const next = coming ? { claim: coming.claim, on: coming.from } : null
  const share = daysBetween(start, on) / daysBetween(start, end)
  return {
    steps,
    today: share < 0 || share > 1 ? null : share,
    now: organicClaim(conversion, on),
    next: next && { ...next, days: daysBetween(on, next.on) },
  }
}
