// The charts of /dashboard that are drawn further down the page (domain dictionary 11.1), as they are answered.
import { z } from 'zod'
import { count, day, hectares, id, keyOf, kg, text } from '../kernel/answer-shapes.ts'
import { claims, severities } from '../kernel/terms.ts'

const claim = keyOf(claims).nullable()

export const seasonCharts = z
  .object({
    areas: z
      .array(z.object({ seasonId: id, season: text, startDate: day, cropTypeId: id, claim, areaHa: hectares }))
      .nullable()
      .describe('Main crops of the latest seasons, oldest first, by crop type and claim.'),
    steps: z
      .array(
        z.object({
          village: text,
          weeks: z.array(
            z.object({ from: day.describe('Its Monday.'), onTime: count, late: count.describe('Done late or missed.'), due: count, planned: count }),
          ),
        }),
      )
      .nullable()
      .describe('Planned events by the week they are due, villages with the most late ones first.'),
    clauses: z
      .array(z.object({ clause: text, rules: z.array(text), severities: z.array(z.object({ severity: keyOf(severities), count })) }))
      .nullable()
      .describe('Non-conformities of the season by clause, by rule where none is named, most first.'),
    inspectors: z
      .array(z.object({ inspectorId: id.nullable(), inspector: text, first: count, second: count }))
      .nullable()
      .describe('Farmers inspected in the first and in later rounds, by who inspected them.'),
    deliveries: z
      .array(z.object({ day, cropTypeId: id, kg, tickets: count }))
      .nullable()
      .describe('Purchases by day.'),
    funnel: z
      .object({ farmers: count, mapped: count, approved: count, delivered: count })
      .nullable()
      .describe('Active members; of them with a mapped plot; of these approved; of these with a purchase.'),
  })
  .meta({ id: 'SeasonCharts' })
export type SeasonCharts = z.infer<typeof seasonCharts>
export type VillageSteps = NonNullable<SeasonCharts['steps']>[number]
