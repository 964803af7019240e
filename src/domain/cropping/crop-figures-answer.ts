// Crops of a farmer, a plot or a cropping system with their kilograms, on one day: what the page of a past day shows of them.
import { z } from 'zod'
import { flag, id, keyOf, kg, text } from '../kernel/answer-shapes.ts'
import { claims } from '../kernel/terms.ts'

const figures = {
  capKg: kg.nullable().describe('Yield ceiling; null where none was worked out or planned.'),
  harvestedKg: kg,
  purchasedKg: kg,
  leftKg: kg.describe('Left to sell.'),
}
export const cropFigures = z
  .object({
    items: z.array(z.object({ id, title: text, status: text, claim: keyOf(claims).nullable(), ...figures })),
    isCut: flag.describe('There are more crops than are shown.'),
  })
  .meta({ id: 'CropFigures' })
export type CropFigures = z.infer<typeof cropFigures>
