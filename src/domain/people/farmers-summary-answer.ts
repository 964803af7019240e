// What a list of farmers says about each, as it is answered.
import { z } from 'zod'
import { count, day, flag, hectares, id, keyOf, kg, text } from '../kernel/answer-shapes.ts'
import { claims, seasonResults } from '../kernel/terms.ts'
import { riskClasses } from '../rules/risk.ts'

const plots = z.object({
  count,
  areaHa: hectares.describe('Mapped area where there is one, else the declared.'),
  claims: z.array(z.object({ claim: keyOf(claims).nullable(), areaHa: hectares })),
})
const approval = z.object({ isDecided: flag, inspected: keyOf(seasonResults), result: keyOf(seasonResults) })
const crop = z.object({
  cropTypeId: id,
  name: text,
  capKg: kg.nullable().describe('Null: no norm.'),
  estimatedKg: kg.nullable().describe('Null: no approved estimate.'),
  harvestedKg: kg,
  purchasedKg: kg,
})
const risk = z.object({ riskClass: keyOf(riskClasses), points: count, reasons: z.array(z.object({ points: count, message: text })) })
const farmer = z.object({
  farmerId: id,
  plots: plots.nullable().describe('As they stand now, retired ones left out; null without the right to see plots.'),
  approval: approval.nullable().describe('Of the season asked for, or the newest; null: nothing is known of it yet, or it is not for this reader.'),
  crops: z.array(crop).describe('By crop type, the largest first. Cancelled and failed crops count for what was picked and bought only.'),
  risk: risk.nullable().describe('Points of BR-34 with their reasons, as of today; null without the right to see inspections.'),
  lastVisitOn: day.nullable().describe('In the programme’s time zone.'),
})
export const farmersSummary = z.object({ items: z.array(farmer) }).meta({ id: 'FarmersSummary' })
export type FarmersSummary = z.infer<typeof farmersSummary>
export type FarmerSummary = z.infer<typeof farmer>
export type FarmerPlots = z.infer<typeof plots>
export type FarmerApproval = z.infer<typeof approval>
export type FarmerCrop = z.infer<typeof crop>
