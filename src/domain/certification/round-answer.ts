// A round of inspections as it is asked for and answered.
import { z } from 'zod'
import { count, day, id, keyOf, text } from '../kernel/answer-shapes.ts'
import { riskClasses } from '../rules/risk.ts'
import { inspectionReasons } from './inspection-terms.ts'

export const roundRequested = z.strictObject({
  seasonId: z.guid(),
  checklistId: z.guid(),
  round: z.int().min(1).max(12),
  way: z.enum(['ALL', 'RISK']),
  random: z.int().min(0).max(2000).default(0),
  seed: z.string().trim().min(1).max(80),
  from: z.iso.date(),
  perDay: z.int().min(1).max(20).default(4),
  isPreview: z.boolean().default(true),
})
export type RoundRequested = z.infer<typeof roundRequested>

export const roundPlanned = z
  .object({
    members: count.describe('Active members without an inspection of this round.'),
    risk: z.array(z.object({ riskClass: keyOf(riskClasses), members: count })),
    suggestedSample: count.describe('How many a certification body looks at again (BR-34).'),
    reasons: z.array(z.object({ reason: keyOf(inspectionReasons), visits: count })),
    inspectors: z.array(z.object({ inspectorId: id, name: text, visits: count, from: day, to: day })),
    left: z.array(z.object({ farmerId: id, name: text, village: text })).describe('Nobody may visit them: each inspector has a conflict or another place.'),
    planned: count.describe('Inspections made; 0 of a preview.'),
  })
  .meta({ id: 'InspectionRound' })
export type RoundPlanned = z.infer<typeof roundPlanned>
