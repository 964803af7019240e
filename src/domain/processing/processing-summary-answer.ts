// Processing in summary, as it is answered: what lies where it can be processed or sold, and how each line balances.
import { z } from 'zod'
import { count, id, keyOf, kg, moment, share, text } from '../kernel/answer-shapes.ts'
import { statusCounts } from '../kernel/status-counts.ts'
import { materials, processes } from '../kernel/terms.ts'
import { processingEntities } from './processing-summary.ts'

const stock = z.object({ material: keyOf(materials), lots: count, onHandKg: kg, availableKg: kg, onHoldKg: kg.describe('In lots under restriction.') })
const line = z.object({
  id,
  title: text,
  code: text,
  process: keyOf(processes).nullable(),
  runs: count.describe('Of the latest 300.'),
  lastRunAt: moment.nullable(),
  lastShare: share.nullable(),
  meanShare: share.nullable().describe('Of the latest 30 runs.'),
  latestShares: z.array(share).describe('Of the latest 30 runs of the same process and material, oldest first.'),
  norm: z.object({ material: keyOf(materials), min: z.number(), max: z.number() }).nullable(),
  throughputKg30Days: kg,
})
export const processingSummary = z
  .object({
    statusCounts: z.array(statusCounts(processingEntities)),
    stock: z.array(stock).nullable().describe('Lots with kilograms on hand by material, most kilograms first; null without the right to see lots.'),
    lines: z.array(line).nullable().describe('Latest run first; null without the right to see lines.'),
  })
  .meta({ id: 'ProcessingSummary' })
export type ProcessingSummary = z.infer<typeof processingSummary>
export type MaterialStock = z.infer<typeof stock>
export type LineSummary = z.infer<typeof line>
