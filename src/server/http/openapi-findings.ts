// Findings of records and the catalogue of rules as they are answered, in the API document.
import { type JsonSchema, listOf, object, orNull, ref } from './openapi-schemas.ts'

const text: JsonSchema = { type: 'string' }
const moment: JsonSchema = { type: 'string', format: 'date-time' }
const id: JsonSchema = { type: 'string', format: 'uuid' }

export const findingSchemas: Record<string, JsonSchema> = {
  RecordFinding: object(
    {
      id,
      subjectId: id,
      eventId: orNull(id),
      ruleId: text,
      severity: { enum: ['INFO', 'WARN', 'REVIEW'] },
      message: text,
      words: ref('Words'),
      figures: { type: 'object' },
      owner: { ...text, description: 'Role that is responsible.' },
      openedAt: moment,
      openedBy: orNull(id),
      closedAt: orNull(moment),
      closedBy: orNull(id),
      closedReason: { enum: ['CORRECTED', 'ACCEPTED', 'NO_ISSUE', 'OBSOLETE', 'VOIDED', 'SETTLED', null] },
      note: orNull(text),
    },
    ['id', 'subjectId', 'eventId', 'ruleId', 'severity', 'message', 'owner', 'openedAt', 'openedBy', 'closedAt', 'closedBy', 'closedReason', 'note'],
  ),
  RecordFindings: object({ items: listOf(ref('RecordFinding')) }),
  ClosedFinding: object({ finding: ref('RecordFinding'), subject: { type: 'object', description: 'The record, as its own address answers it.' } }),
  Rules: object({
    items: listOf(
      object({
        id: text,
        title: text,
        text,
        source: { ...text, description: 'Section of the domain dictionary.' },
        outcomes: listOf({ enum: ['INFO', 'WARN', 'REVIEW', 'BLOCK'] }),
        holdsBack: { ...orNull(text), description: 'What may not happen while a REVIEW finding of this rule is open.' },
        enforced: { type: 'boolean', description: 'False: defined, but nothing is refused or found by it yet.' },
        owner: { ...text, description: 'Role that is responsible for its findings.' },
      }),
    ),
  }),
}
