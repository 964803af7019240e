// Days of a package of practices laid on one line: where a day stands, and on which days a step is done.
import type { Bound } from '#domain/kernel/step-bounds.ts'

export type PopStage = { name: string; fromDay: number; toDay: number; goal?: string | null }
export type PopStep = {
  code: string
  name: string
  eventType: string
  offsetDays: number
  windowBefore?: number | null
  windowAfter?: number | null
  repeatEveryDays?: number | null
  repeatUntilDay?: number | null
  anchorCode?: string | null
  critical?: boolean | null
  bounds?: readonly Bound[] | null
}

/** Most marks of one step: a daily step is a line, not five hundred dots. */
const mostMarks = 40

/** First and last day of the line: preparations lie before day nought. */
export function spanOf(steps: readonly PopStep[], stages: readonly PopStage[], durationDays: number): { from: number; to: number } {
  const from = Math.min(0, ...stages.map(({ fromDay }) => fromDay), ...steps.map(({ offsetDays }) => offsetDays))
  return { from, to: Math.max(durationDays, ...stages.map(({ toDay }) => toDay), from + 1) }
}

/** Days of a step counted from the beginning; a step counted from another one stands after that one. */
export function daysOf(step: PopStep, all: readonly PopStep[]): number[] {
  const anchor = step.anchorCode ? all.find(({ code }) => code === step.anchorCode) : undefined
  const first = step.offsetDays + (anchor && anchor !== step && !anchor.anchorCode ? anchor.offsetDays : 0)
  if (!step.repeatEveryDays) return [first]
  const days: number[] = []
  for (let day = first; day <= (step.repeatUntilDay ?? first); day += step.repeatEveryDays) days.push(day)
  const every = Math.ceil(days.length / mostMarks)
  return days.filter((_, at) => at % every === 0)
}

/** Round days for the foot of the line, at most `most` of them. */
export function marksOn({ from, to }: { from: number; to: number }, most: number): number[] {
  const step = [1, 2, 5, 7, 10, 14, 20, 30, 50, 60, 100, 150, 200].find((days) => (to - from) / days <= most) ?? 300
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, at) => first + at * step)
}
