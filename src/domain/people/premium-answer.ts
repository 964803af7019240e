// To whom a premium of a season may still be paid, as the form of its payment asks: members whose goods were bought under a claim, less what had its premium.
import { z } from 'zod'
import { count, id, kg, text } from '../kernel/answer-shapes.ts'

export const premiumList = z
  .object({
    items: z.array(z.object({ farmerId: id, code: text, title: text, kg, amount: count.describe('Minor units of money; the amounts make the total.') })),
    perKg: count.nullable().describe('Minor units: the rate by which the amounts are worked out; null: none was sent, and nothing is agreed.'),
    agreedPerKg: count
      .nullable()
      .describe('Minor units, by the price model of the group; per cent are of the mean price of the goods. Null: nothing is agreed.'),
    kg,
    total: count.describe('Minor units of money.'),
    leftKg: kg.describe('Of what the group bought in the season, without a premium yet: more is refused.'),
    withoutListKg: kg.describe('Had a premium that says of nobody whose it was: some of the members had theirs.'),
  })
  .meta({ id: 'PremiumList' })
export type PremiumList = z.infer<typeof premiumList>

/** The list of a file, as the event that pays takes it. */
export const premiumFile = z
  .object({
    list: z.array(z.object({ farmerId: id, kg, amount: count.describe('Minor units of money; the amounts make the total.') })),
    kg,
    total: count.describe('Minor units of money.'),
  })
  .meta({ id: 'PremiumFile' })
export type PremiumFile = z.infer<typeof premiumFile>
