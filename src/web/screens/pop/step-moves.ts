// Moving a step of a package by days, within the bounds of its fields. Pure; form values are texts until they are sent.
import type { PopStep } from './pop-calendar.ts'

const number = (value: unknown): number => (Number.isFinite(Number(value)) && value !== '' && value !== null ? Math.round(Number(value)) : 0)
const optional = (value: unknown): number | null => (value === null || value === undefined || value === '' ? null : number(value))

/** Steps as the form has them, with numbers where it has texts. */
export const stepsIn = (value: unknown): PopStep[] =>
  (Array.isArray(value) ? value : []).map((step: Record<string, unknown>) => ({
    ...step,
    code: String(step.code ?? ''),
    name: String(step.name ?? ''),
    eventType: String(step.eventType ?? ''),
    anchor: String(step.anchor || 'SOWING'),
    anchorCode: typeof step.anchorCode === 'string' ? step.anchorCode : null,
    offsetDays: number(step.offsetDays),
    windowBefore: number(step.windowBefore),
    windowAfter: number(step.windowAfter),
    repeatEveryDays: optional(step.repeatEveryDays),
    repeatCount: optional(step.repeatCount),
    mandatory: step.mandatory !== false,
  }))

const within = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value))

/** What changes: the day of a step, or one end of its window. Later days are positive. */
export function movedBy(
  { offsetDays, windowBefore, windowAfter }: Pick<PopStep, 'offsetDays' | 'windowBefore' | 'windowAfter'>,
  days: number,
  part: 'day' | 'before' | 'after',
): Partial<Pick<PopStep, 'offsetDays' | 'windowBefore' | 'windowAfter'>> {
  if (part === 'day') return { offsetDays: within(offsetDays + days, -120, 400) }
  if (part === 'before') return { windowBefore: within(windowBefore - days, 0, 60) }
  return { windowAfter: within(windowAfter + days, 0, 60) }
}
