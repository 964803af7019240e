// The season in summary, as it is answered.
import { z } from 'zod'
import { box, count, day, hectares, id, keyOf, kg, text } from '../kernel/answer-shapes.ts'
import { statusCounts } from '../kernel/status-counts.ts'
import { claims } from '../kernel/terms.ts'
import { summaryEntities } from './season-summary.ts'

const claim = keyOf(claims).nullable()
const plots = z.object({
  count,
  mapped: count,
  claims: z
    .array(z.object({ claim, plots: count, areaHa: hectares }))
    .describe('By the organic status of the plot; null: none derived yet. Mapped area where there is one, else the declared.'),
  box: box.nullable().describe('West, south, east, north of all mapped plots; null when none is mapped.'),
})
const cropType = z.object({
  cropTypeId: id,
  name: text,
  claims: z
    .array(
      z.object({
        claim,
        crops: count.describe('Neither cancelled nor failed.'),
        areaHa: hectares.describe('Main crops only: intercrops share the plot.'),
        capKg: kg,
        estimatedKg: kg,
        harvestedKg: kg,
        purchasedKg: kg,
        retainedKg: kg.describe('Of the harvest, what the farmers keep.'),
        leftKg: kg.describe('Harvested, and neither retained by the farmer nor bought yet.'),
      }),
    )
    .describe('Claim null: not sown yet, so none was derived (BR-04).'),
  weeks: z.array(z.object({ from: day.describe('Its Monday.'), harvestedKg: kg, purchasedKg: kg })).describe('With a harvest or a purchase, oldest first.'),
})
export const seasonSummary = z
  .object({
    statusCounts: z.array(statusCounts(summaryEntities)),
    plots: plots.nullable().describe('As they stand now, whatever the season; null without the right to see plots.'),
    cropTypes: z.array(cropType).describe('Largest area first; empty without the right to see crops.'),
  })
  .meta({ id: 'SeasonSummary' })
export type SeasonSummary = z.infer<typeof seasonSummary>
export type Plots = z.infer<typeof plots>
export type CropTypeSums = z.infer<typeof cropType>
export type Week = CropTypeSums['weeks'][number]
