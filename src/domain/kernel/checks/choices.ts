// One or several of the declared values. A former code is refused with the name it has now.

import { z } from 'zod'
import { phrase } from '../../messages/message.ts'
import { currentCode, type Field } from '../field.ts'
import { forZod, oneOfChoices } from '../plain-words.ts'

const valuesOf = ({ choices = [] }: Field): string[] => choices.map(({ value }) => value)

export const choiceCheck = (field: Field): z.ZodType =>
  z.enum(valuesOf(field), {
    error: ({ input }) => {
      const current = typeof input === 'string' ? currentCode(field, input) : input
      return forZod(current === input ? oneOfChoices(field) : phrase`“${String(input)}” is called ${String(current)} now.`)
    },
  })
export const choicesCheck = (field: Field): z.ZodType =>
  z
    .array(choiceCheck(field))
    .min(field.min ?? 0)
    .max(valuesOf(field).length)
    .transform((list) => [...new Set(list)])
export const flagCheck = (): z.ZodType => z.boolean()
