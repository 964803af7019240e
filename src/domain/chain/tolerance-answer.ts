// The figures by which the rules of a programme judge, as they are answered.
import { z } from 'zod'
import { count, keyOf, number } from '../kernel/answer-shapes.ts'
import { toleranceFields } from './tolerance-settings.ts'

const name = keyOf(toleranceFields)
export const toleranceAnswer = z
  .object({
    version: count,
    tolerances: z.record(name, number),
    own: z.partialRecord(name, number).describe('Those that the programme has set; the others follow the product’s defaults.'),
  })
  .meta({ id: 'Tolerances' })
export type ToleranceAnswer = z.infer<typeof toleranceAnswer>
