// Where a task comes from and what settled it, as its tab of links shows it (domain dictionary 6.3).
import { z } from 'zod'
import { id, moment, text } from '../kernel/answer-shapes.ts'

const event = z.object({
  eventId: id,
  entity: text.describe('Kind of the record of the event.'),
  id: id.describe('The record.'),
  eventType: text,
  occurredAt: moment,
  recordedBy: id.nullable(),
  submissionId: id.nullable().describe('By which it was sent in, where the caller may open that.'),
})
export const taskLinks = z
  .object({
    from: z.object({
      ruleId: text.nullable().describe('By which the product has made it; null: a person has, or the task before it.'),
      records: z.array(z.object({ entity: text, id })).describe('The planned step and its package, the non-conformity, or the task that it repeats.'),
      createdBy: id.nullable(),
    }),
    settledBy: z.array(event).describe('Events in force, in the order in which they happened; none of a record that the caller may not open.'),
    refs: z.record(z.string(), z.object({ entity: text, title: text, code: text })),
  })
  .meta({ id: 'TaskLinks' })
export type TaskLinks = z.infer<typeof taskLinks>
