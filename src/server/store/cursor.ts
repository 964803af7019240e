// Where the next page of a list begins, as one opaque text: the values that the last row was sorted by.
import { z } from 'zod'
import { Problem } from '#domain/kernel/problems.ts'
import { isUuid } from './get.ts'

export const writeCursor = (position: readonly unknown[]): string => Buffer.from(JSON.stringify(position)).toString('base64url')

/** Throws VALIDATION where it is none of this list's. */
export function readCursor<Position>(cursor: string, position: z.ZodType<Position>): Position {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new Problem('VALIDATION', { fields: [{ path: 'cursor', code: 'format', message: 'This cursor belongs to another list. Begin again without it.' }] })
  }
}

/** A moment as the database writes it, in UTC (`2026-01-15 06:30:00.125+00`), on a day that there is: the thirtieth of February would be an error there. */
export const storedMoment = z
  .string()
  .regex(/^[12]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/)
  .refine((text) => isMoment(text.slice(0, 19).replace(' ', 'T')))

/** `second`: `2026-01-15T06:30:00`. */
export function isMoment(second: string): boolean {
  const date = new Date(`${second}Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(second)
}

export const storedId = z.string().refine(isUuid)
