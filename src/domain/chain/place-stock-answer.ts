// What the owner of a processing system has on hand on one day, as it is answered: what the page of a past day shows of it.
import { z } from 'zod'
import { count, flag, id, keyOf, kg, text } from '../kernel/answer-shapes.ts'
import { claims, materials } from '../kernel/terms.ts'

const material = keyOf(materials)
const lot = z.object({
  id,
  title: text,
  material,
  claim: keyOf(claims).nullable(),
  status: text,
  kg,
  reservedKg: kg,
  isHere: flag.describe('It lay at this place, not at another one of its owner.'),
  storageBin: text.nullable(),
})
export const placeStock = z
  .object({
    materials: z.array(z.object({ material, kg, lots: count })).describe('Of all lots, also of those that are not shown; most kilograms first.'),
    lots: z.array(lot).describe('Those that lay here first, then the heaviest.'),
    isCut: flag.describe('There are more lots than are shown.'),
  })
  .meta({ id: 'PlaceStock' })
export type PlaceStock = z.infer<typeof placeStock>
