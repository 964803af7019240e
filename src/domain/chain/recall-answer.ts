// Where goods are, as it is answered: of a recall, and of a lot or plot if it were recalled (BR-27). Nothing is written by asking.
import { z } from 'zod'
import { count, id, keyOf, kg, moment, text } from '../kernel/answer-shapes.ts'
import { claims } from '../kernel/terms.ts'

const holder = z.object({
  processorId: id.nullable().describe('Null: the operator.'),
  name: text,
  lots: count,
  kg: kg.describe('By the books.'),
  restrictedKg: kg,
  travellingKg: kg.describe('Of it on the way to this holder.'),
  lostKg: z.number(),
  acknowledgedAt: moment.nullable(),
  answeredAt: moment.nullable(),
  locatedKg: kg,
  returnedKg: kg,
  note: text.nullable(),
  mayAnswer: z.boolean().describe('The reader may answer for this holder.'),
})
const lot = z.object({
  id,
  title: text,
  product: text,
  processorId: id.nullable(),
  holder: text,
  claim: keyOf(claims).nullable(),
  status: text,
  kg: kg.describe('On hand.'),
  lostKg: z.number(),
  isTravelling: z.boolean(),
  isRestricted: z.boolean(),
  isOpen: z.boolean().describe('The reader may open it.'),
})

export const recallReach = z
  .object({
    start: z.object({ kind: z.enum(['productbatch', 'landparcel']), id, title: text, kg: kg.describe('Of the lot or the harvest where it begins.') }),
    lots: count,
    affectedKg: kg,
    foundKg: kg,
    restrictedKg: kg,
    lostKg: z.number(),
    shippedKg: kg,
    travellingKg: kg,
    tookMs: count,
    holders: z.array(holder).describe('Whoever has some of it; a reader of a processor sees its own alone.'),
    otherHolders: count.describe('Holders that the reader does not see.'),
    items: z.array(lot),
    links: z.array(z.object({ from: id, to: id, kg, isDispatch: z.boolean() })).describe('Kilograms of one lot that came from another, among those listed.'),
    certificates: z
      .array(z.object({ id, title: text, status: text }))
      .describe('Live transaction certificates of these lots, as far as the reader may open them.'),
  })
  .meta({ id: 'RecallReach' })
export type RecallReach = z.infer<typeof recallReach>
export type RecallReachHolder = RecallReach['holders'][number]
export type RecallReachLot = RecallReach['items'][number]
