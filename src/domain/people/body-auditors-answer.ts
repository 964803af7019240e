// Who audits for a certification body, as the tab of its page asks: people whose role as its auditor names it.
import { z } from 'zod'
import { flag, id, keyOf, text } from '../kernel/answer-shapes.ts'
import { user } from './user.ts'

/** Auditors of one answer. */
export const mostAuditors = 200
export const bodyAuditors = z
  .object({
    items: z.array(z.object({ id, code: text, title: text, status: keyOf(user.states) })),
    isMore: flag.describe(`There are more than ${mostAuditors}.`),
  })
  .meta({ id: 'CertificationBodyAuditors' })
export type BodyAuditors = z.infer<typeof bodyAuditors>
