// Values with fields of their own. `shape` builds the strict object of a set of fields.
import { z } from 'zod'
import type { Field, Fields } from '../field.ts'

export type ShapeOf = (fields: Fields) => z.ZodType

export const recordCheck = ({ fields = {} }: Field, shape: ShapeOf): z.ZodType => shape(fields)
export const rowsCheck = ({ fields = {}, min = 0, max = 50 }: Field, shape: ShapeOf): z.ZodType => z.array(shape(fields)).min(min).max(max)
