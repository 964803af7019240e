// Findings of records and the catalogue of rules as they are answered.
import { z } from 'zod'
import { flag, id, moment, record, text, words } from '../kernel/answer-shapes.ts'

/** Why a finding is closed: by a person, as one of the first three; the others by the product itself. */
const closedReasons = ['CORRECTED', 'ACCEPTED', 'NO_ISSUE', 'OBSOLETE', 'VOIDED', 'SETTLED'] as const
export type ClosedReason = (typeof closedReasons)[number]

const recordFinding = z
  .object({
    id,
    subjectId: id,
    eventId: id.nullable(),
    ruleId: text,
    severity: z.enum(['INFO', 'WARN', 'REVIEW']),
    message: text,
    words,
    figures: z.record(z.string(), z.unknown()).optional(),
    owner: text.describe('Role that is responsible.'),
    openedAt: moment,
    openedBy: id.nullable(),
    closedAt: moment.nullable(),
    closedBy: id.nullable(),
    closedReason: z.enum(closedReasons).nullable(),
    note: text.nullable(),
  })
  .meta({ id: 'RecordFinding' })

export const recordFindings = z.object({ items: z.array(recordFinding).max(500) }).meta({ id: 'RecordFindings' })
export const closedFinding = z.object({ finding: recordFinding, subject: record }).meta({ id: 'ClosedFinding' })
export const ruleList = z
  .object({
    items: z.array(
      z.object({
        id: text,
        title: text,
        text,
        source: text.describe('Section of the domain dictionary.'),
        outcomes: z.array(z.enum(['INFO', 'WARN', 'REVIEW', 'BLOCK'])),
        holdsBack: text.nullable().describe('What may not happen while a REVIEW finding of this rule is open.'),
        enforced: flag.describe('False: defined, but nothing is refused or found by it yet.'),
        owner: text.describe('Role that is responsible for its findings.'),
      }),
    ),
  })
  .meta({ id: 'Rules' })
