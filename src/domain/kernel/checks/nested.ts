// Values with fields of their own. `shape` builds the strict object of a set of fields.
import { z } from 'zod'
import { type Field, type Fields, mayBeEmpty } from '../field.ts'

export type ShapeOf = (fields: Fields) => z.ZodType

export const recordCheck = ({ fields = {} }: Field, shape: ShapeOf): z.ZodType => shape(fields)
export const rowsCheck = ({ fields = {}, min = 0, max = 50 }: Field, shape: ShapeOf): z.ZodType => z.array(shape(fields)).min(min).max(max)
/** A line has every column: what was not sent is null, as it is when it is read again. */
export const linesCheck = ({ fields = {}, min = 0, max = 50 }: Field, shape: ShapeOf): z.ZodType => {
  const empty = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, mayBeEmpty(field) ? [] : null]))
  return z
    .array(shape(fields).transform((line) => ({ ...empty, ...(line as Record<string, unknown>) })))
    .min(min)
    .max(max)
}
