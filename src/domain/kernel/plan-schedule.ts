// When the steps of a package of practices fall due: days from an anchor or from another step, repeated, with a window around each
// (domain dictionary 5.1, BR-18; animal 9.3). The same for crops, flocks and ponds: what the anchors are is theirs.
import { addDays, daysBetween } from './day.ts'

/** A step as a package of any kind has it. Days are whole days. */
export type PackageStep = {
  code: string
  eventType: string
  /** Name of an anchor, or PREVIOUS: counted from the step `anchorCode`. */
  anchor: string
  anchorCode?: string | null | undefined
  offsetDays: number
  windowBefore: number
  windowAfter: number
  repeatEveryDays?: number | null | undefined
  repeatCount?: number | null | undefined
  mandatory: boolean
}
/** One occurrence of a step. `no` counts from 1. Days 'YYYY-MM-DD'. */
export type Occurrence = { code: string; no: number; due: string; from: string; to: string }

export const occurrenceKey = ({ code, no }: Pick<Occurrence, 'code' | 'no'>): string => `${code}#${no}`

/** Codes of steps that are counted from one another in a circle; empty when there is none. */
export function circleOf(steps: readonly Pick<PackageStep, 'code' | 'anchor' | 'anchorCode'>[]): string[] {
  const before = new Map(steps.flatMap(({ code, anchor, anchorCode }) => (anchor === 'PREVIOUS' && anchorCode ? [[code, anchorCode]] : [])))
  for (const { code } of steps) {
    const path: string[] = []
    for (let at: string | undefined = code; at !== undefined; at = before.get(at)) {
      if (path.includes(at)) return path.slice(path.indexOf(at))
      path.push(at)
    }
  }
  return []
}

export type Known = {
  /** Day of each anchor that happened or is planned. */
  anchors: ReadonlyMap<string, string>
  /** By the code of a step: the day on which its first occurrence was done. */
  done: ReadonlyMap<string, string>
  /** Anchor that the first event of a type gives, where nobody has said its day: the step that plans that event says it. */
  given: Readonly<Record<string, string>>
}

/** First due day of each step by its code; a step whose anchor nobody knows yet, or in a circle, has none. */
export function firstDays(steps: readonly PackageStep[], { anchors, done, given }: Known): Map<string, string> {
  const byCode = new Map(steps.map((step) => [step.code, step]))
  const days = new Map<string, string | null>()
  const dayOf = (step: PackageStep): string | null => {
    const known = days.get(step.code)
    if (known !== undefined) return known
    // Whoever asks again while it is being worked out stands in a circle.
    days.set(step.code, null)
    const base = step.anchor === 'PREVIOUS' ? dayOfStep(step.anchorCode ?? '') : dayOfAnchor(step.anchor)
    const day = base && addDays(base, step.offsetDays)
    days.set(step.code, day)
    return day
  }
  const dayOfStep = (code: string): string | null => {
    const step = byCode.get(code)
    return done.get(code) ?? (step ? dayOf(step) : null)
  }
  const dayOfAnchor = (anchor: string): string | null => {
    const known = anchors.get(anchor)
    if (known !== undefined) return known
    const planning = steps.filter((step) => given[step.eventType] === anchor && step.anchor !== anchor)
    return (
      planning
        .flatMap((step) => dayOf(step) ?? [])
        .sort()
        .at(0) ?? null
    )
  }
  return new Map(
    steps.flatMap((step) => {
      const day = dayOf(step)
      return day === null ? [] : [[step.code, day] as const]
    }),
  )
}

/**
 * How many days after the first day of its package each step is due for the last time, in their order: counted through the steps that it is counted from. An anchor
 * that no step plans is that first day.
 */
export function lastOffsets(steps: readonly PackageStep[], given: Readonly<Record<string, string>>): number[] {
  const firstDay = '2000-01-01'
  const isPlanned = (anchor: string): boolean => steps.some((step) => given[step.eventType] === anchor && step.anchor !== anchor)
  const anchors = new Map(steps.flatMap(({ anchor }) => (anchor === 'PREVIOUS' || isPlanned(anchor) ? [] : [[anchor, firstDay] as const])))
  const days = firstDays(steps, { anchors, done: new Map(), given })
  return steps.map(({ code, offsetDays, repeatEveryDays, repeatCount }) => {
    const first = days.get(code)
    return (first === undefined ? offsetDays : daysBetween(firstDay, first)) + (repeatEveryDays ?? 0) * ((repeatCount ?? 1) - 1)
  })
}

/** All occurrences of the steps whose day is known, in the order of the package. */
export function occurrencesOf(steps: readonly PackageStep[], known: Known): Occurrence[] {
  const days = firstDays(steps, known)
  return steps.flatMap((step) => {
    const first = days.get(step.code)
    if (first === undefined) return []
    const every = step.repeatEveryDays ?? 0
    return Array.from({ length: every > 0 ? (step.repeatCount ?? 1) : 1 }, (_, at) => occurrenceOn(step, at + 1, addDays(first, at * every)))
  })
}

export const occurrenceOn = ({ code, windowBefore, windowAfter }: PackageStep, no: number, due: string): Occurrence => ({
  code,
  no,
  due,
  from: addDays(due, -windowBefore),
  to: addDays(due, windowAfter),
})
