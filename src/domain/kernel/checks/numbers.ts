// Finite numbers between the bounds of the declaration; amounts are rounded to the precision in which they are stored.
import { z } from 'zod'
import type { Field } from '../field.ts'

const bounds = ({ min = -Infinity, max = Infinity }: Field) => [min, max] as const

/** Also money: whole minor units. */
export function integerCheck(field: Field): z.ZodType {
  const [min, max] = bounds(field)
  return z.int().min(min).max(max)
}
export function quantityCheck(field: Field): z.ZodType {
  const [min, max] = bounds(field)
  const factor = 10 ** (field.decimals ?? 0)
  return z
    .number()
    .min(min)
    .max(max)
    .transform((value) => Math.round(value * factor) / factor)
}
export function shareCheck(field: Field): z.ZodType {
  const [min, max] = bounds(field)
  return z.number().min(min).max(max)
}
