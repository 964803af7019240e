// To whom a premium of a season may still be paid, as the form of its payment asks: members whose goods were bought under a claim, less what had its premium.
import { z } from 'zod'
import { count, id, kg, text } from '../kernel/answer-shapes.ts'

export const premiumList = z
  .object({
    items: z.array(z.object({ farmerId: id, code: text, title: text, kg, amount: count.describe('Minor units of money; the amounts make the total.') })),
    kg,
    total: count.describe('Minor units of money.'),
  })
  .meta({ id: 'PremiumList' })
export type PremiumList = z.infer<typeof premiumList>
