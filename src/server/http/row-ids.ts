// The rows of a list's page of which an address counts something: their ids, in one parameter.
import { z } from 'zod'
import { mostFigures } from '#domain/certification/figures-answer.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'

export const ofRows = z.strictObject({ ids: z.string().describe(`1 to ${mostFigures} ids, separated by commas.`) })

/** Of a list's page; throws VALIDATION. */
export function idsOf(text: string): string[] {
  const ids = text.toLowerCase().split(',').filter(Boolean)
  if (ids.length === 0 || ids.length > mostFigures || ids.some((one) => !z.guid().safeParse(one).success))
    throw fieldProblem('ids', 'format', phrase`1 to ${mostFigures} ids, separated by commas.`)
  return ids
}
