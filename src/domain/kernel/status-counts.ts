// How an entity's records stand, counted: what every dashboard is made of.
import { z } from 'zod'
import { count, text } from './answer-shapes.ts'

const counted = {
  counts: z.record(z.string(), count).describe('Records in each state; states nobody is in are left out.'),
  flagged: count.describe('Records with an open finding.'),
}
const within = z.record(z.string(), text).describe('Values of filters: only these records are counted.')
/** Of one of these entities. */
export const statusCounts = (entities: readonly string[]) => z.object({ entity: z.enum(entities), ...counted })
export const statusCountsWithin = (entities: readonly string[]) => statusCounts(entities).extend({ within })
/** `within` absent: all of the entity. */
export type StatusCounts = z.infer<ReturnType<typeof statusCounts>> & { within?: Readonly<Record<string, string>> }
