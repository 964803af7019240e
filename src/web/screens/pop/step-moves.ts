// Moving a step of a package by days, within the bounds of its fields. Pure; form values are texts until they are sent.
import type { PopStep } from './pop-calendar.ts'

const number = (value: unknown): number => (Number.isFinite(Number(value)) && value !== '' && value !== null ? Math.round(Number(value)) : 0)
const optional = (value: unknown): number | null => (value === null || value === undefined || value === '' ? null : number(value))

/** What a package says of all its steps: packages of flocks and ponds are counted from one anchor, and their repeats go on until a day. */
export type Whole = { anchor?: unknown; durationDays?: unknown }

/** Steps as the form has them, with numbers where it has texts. */
export const stepsIn = (value: unknown, whole: Whole = {}): PopStep[] =>
  (Array.isArray(value) ? value : []).map((step: Record<string, unknown>) => {
    const anchorCode = typeof step.anchorCode === 'string' && step.anchorCode !== '' ? step.anchorCode : null
    const [offsetDays, repeatEveryDays] = [number(step.offsetDays), optional(step.repeatEveryDays)]
    return {
      ...step,
      code: String(step.code ?? ''),
      name: String(step.name ?? ''),
      eventType: String(step.eventType ?? ''),
      anchor: String(whole.anchor ? (anchorCode ? 'PREVIOUS' : whole.anchor) : step.anchor || 'SOWING'),
      anchorCode,
      offsetDays,
      windowBefore: number(step.windowBefore),
      windowAfter: number(step.windowAfter),
      repeatEveryDays,
      repeatCount: whole.anchor
        ? repeatsUntil(offsetDays, repeatEveryDays, optional(step.repeatUntilDay) ?? number(whole.durationDays))
        : optional(step.repeatCount),
      mandatory: step.mandatory !== false,
    }
  })

const repeatsUntil = (first: number, every: number | null, last: number): number | null =>
  every === null || every < 1 ? null : Math.max(1, Math.floor((last - first) / every) + 1)

export type Bounds = { min: number; max: number }
const within = (value: number, { min, max }: Bounds): number => Math.max(min, Math.min(max, value))
const windowDays: Bounds = { min: 0, max: 60 }

/** What changes: the day of a step, or one end of its window. Later days are positive. `bounds`: bounds of the day. */
export function movedBy(
  { offsetDays, windowBefore, windowAfter }: Pick<PopStep, 'offsetDays' | 'windowBefore' | 'windowAfter'>,
  days: number,
  part: 'day' | 'before' | 'after',
  bounds: Bounds,
): Partial<Pick<PopStep, 'offsetDays' | 'windowBefore' | 'windowAfter'>> {
  if (part === 'day') return { offsetDays: within(offsetDays + days, bounds) }
  if (part === 'before') return { windowBefore: within(windowBefore - days, windowDays) }
  return { windowAfter: within(windowAfter + days, windowDays) }
}
