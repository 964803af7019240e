// A numbered unit as it is answered: where it is, and every step of its life (domain dictionary 4.4).
import { z } from 'zod'
import { flag, id, kg, moment, text } from '../kernel/answer-shapes.ts'

const lot = z.object({
  id,
  title: text,
  status: text,
  product: text,
  holder: text,
  place: text.nullable(),
  isOpen: flag.describe('False: out of the caller’s reach, and nameless.'),
})
const step = z.object({
  at: moment,
  eventId: id,
  eventType: text,
  subjectType: text,
  subjectId: id,
  from: id.nullable().describe('The lot that it left; null where it was made.'),
  to: id.nullable().describe('The lot that it came into, or stayed in; null where it ended.'),
  kg: kg.nullable().describe('From then on; null: as before.'),
  label: text.nullable(),
  sscc: text.nullable().describe('The shipment that it was loaded into, or out of.'),
})
const unit = z.object({
  unitNo: text,
  madeBy: text.describe('Whose number it is: who pressed or packed it.'),
  kg,
  label: text.nullable(),
  sscc: text.nullable().describe('The shipment that it is in.'),
  lot: lot.nullable().describe('Where it is; null: it was used, or its goods were packed into others.'),
  history: z.array(step).describe('In the order of time.'),
})
export const unitsFound = z.object({ items: z.array(unit), lots: z.array(lot).describe('Every lot that the histories name.') }).meta({ id: 'UnitsFound' })
export type UnitsFound = z.infer<typeof unitsFound>
export type UnitFound = UnitsFound['items'][number]
export type UnitLot = z.infer<typeof lot>
