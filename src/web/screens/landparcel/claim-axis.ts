// Places on the line of a plot's claims: every day by its date, so that a short stretch is short and today lies where it is.
import type { PlotTimeline, TimelineSegment } from '#domain/chain/plot-timeline-answer.ts'
import { addDays, daysBetween } from '#domain/kernel/day.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { claimColours } from '#web/theme/tokens.ts'

export const claimFills: Readonly<Record<Claim, string>> = {
  CONVENTIONAL: claimColours.conventional,
  IC1: claimColours.ic1,
  IC2: claimColours.ic2,
  IC3: `color-mix(in srgb, ${claimColours.ic2} 45%, ${claimColours.organic})`,
  ORGANIC: claimColours.organic,
}
/** As on the line, where there is little room. */
export const claimNames: Readonly<Record<Claim, string>> = {
  CONVENTIONAL: /* i18n */ 'Conventional',
  IC1: 'IC1',
  IC2: 'IC2',
  IC3: 'IC3',
  ORGANIC: /* i18n */ 'Organic',
}

export type Placed = TimelineSegment & {
  /** 0..1 of the line. */
  left: number
  width: number
  /** How much of it has passed, 0..1. */
  passed: number
}
export type ClaimAxis = { from: string; to: string; today: number; place(day: string): number; years: { day: string; label: string; at: number }[] }

/** Of years at most so many are named. */
const mostYears = 7

/** From the first stretch to a little after the last step or the day asked for. Null: in no scheme. */
export function claimAxis({ tracks, day }: Pick<PlotTimeline, 'tracks' | 'day'>): ClaimAxis | null {
  const begins = [...tracks.ANNUAL, ...tracks.PERENNIAL].map(({ from }) => from).sort()
  const [from] = begins
  if (from === undefined) return null
  const last = begins.at(-1) as string
  const shown = daysBetween(from, last > day ? last : day)
  const to = addDays(from, shown + Math.max(60, Math.round(shown / 8)))
  const days = daysBetween(from, to)
  const place = (on: string): number => Math.min(1, Math.max(0, daysBetween(from, on) / days))
  const [first, end] = [Number(from.slice(0, 4)) + 1, Number(to.slice(0, 4))]
  const step = Math.ceil((end - first + 1) / mostYears) || 1
  const years = [...Array(Math.max(0, end - first + 1)).keys()].filter((year) => year % step === 0).map((year) => String(first + year))
  return { from, to, today: place(day), place, years: years.map((label) => ({ label, day: `${label}-01-01`, at: place(`${label}-01-01`) })) }
}

export const placed = (segments: readonly TimelineSegment[], { to, place, today }: ClaimAxis): Placed[] =>
  segments.map((one) => {
    const left = place(one.from)
    const width = place(one.to ?? to) - left
    return { ...one, left, width, passed: width === 0 ? 1 : Math.min(1, Math.max(0, (today - left) / width)) }
  })

/** The next claim and the days to it; null: there is none to come. */
export function nextStep(segments: readonly TimelineSegment[], day: string): { claim: Claim; on: string; days: number } | null {
  const next = segments.find(({ from }) => from > day)
  return next ? { claim: next.claim, on: next.from, days: daysBetween(day, next.from) } : null
}
