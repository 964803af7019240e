// Values with fields of their own. `shape` builds the strict object of a set of fields.
import { z } from 'zod'
import { type Field, type Fields, mayBeEmpty } from '../field.ts'
import { forZod, isOfNoCase, oneOfChoices } from '../plain-words.ts'

export type ShapeOf = (fields: Fields) => z.ZodObject<z.ZodRawShape>

export const recordCheck = ({ fields = {} }: Field, shape: ShapeOf): z.ZodType => shape(fields)
export const rowsCheck = ({ fields = {}, min = 0, max = 50 }: Field, shape: ShapeOf): z.ZodType => z.array(shape(fields)).min(min).max(max)
/** A line has every column: what was not sent is null, as it is when it is read again. */
export const linesCheck = ({ fields = {}, min = 0, max = 50 }: Field, shape: ShapeOf): z.ZodType => {
  const empty = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, mayBeEmpty(field) ? [] : null]))
  return z
    .array(shape(fields).transform((line) => ({ ...empty, ...line })))
    .min(min)
    .max(max)
}

const ofAnotherCase = z
  .unknown()
  .refine((value) => value === undefined, { message: 'Not a field of the kind that is chosen.', params: { code: 'unknown' } })
  .optional()
/** One strict object for each case; what was left empty is left out, so that equal values are stored as equal text. */
export const variantCheck = ({ on = '', cases = {}, fields = {} }: Field, shape: ShapeOf): z.ZodType => {
  const [first, ...others] = Object.entries(cases).map(([name, own]) => {
    const foreign = Object.keys(fields).filter((inner) => inner !== on && !Object.hasOwn(own, inner))
    return shape(own)
      .extend({ [on]: z.literal(name), ...Object.fromEntries(foreign.map((inner) => [inner, ofAnotherCase])) })
      .strict()
  })
  if (!first) throw new Error('A variant without a case')
  return z
    .discriminatedUnion(on, [first, ...others], { error: (issue) => (isOfNoCase(issue) ? forZod(oneOfChoices(fields[on] ?? {})) : undefined) })
    .transform((value) => Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined)))
}
