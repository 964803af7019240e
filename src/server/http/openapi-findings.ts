// Findings of records and the catalogue of rules, in the API document: they follow from no declaration, so they are written here.
import type { ProblemCode } from '#domain/kernel/problems.ts'
import { type Described, type JsonSchema, listOf, object, orNull, ref } from './openapi-schemas.ts'

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

/** The paths; `refusals` writes the answers that every address has in common. */
export function findingPaths(refusals: (...codes: ProblemCode[]) => Record<string, JsonSchema>): Record<string, Record<string, Described>> {
  const given = (...names: string[]): JsonSchema[] => names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
  const json = (name: string, description: string): JsonSchema => ({ description, content: { 'application/json': { schema: ref(name) } } })
  const inPath = (name: string, description: string, schema: JsonSchema = text): JsonSchema => ({ name, in: 'path', required: true, description, schema })
  const entity = inPath('entity', 'Kind of record, as in its other addresses.')
  const base = '/api/operators/{operator}/{entity}/{id}/findings'
  const closing = object({ reason: { enum: ['CORRECTED', 'ACCEPTED', 'NO_ISSUE'] }, note: orNull({ ...text, maxLength: 500 }) }, ['reason'])
  return {
    [base]: {
      get: {
        operationId: 'findings.list',
        tags: ['finding'],
        summary: 'Findings of a record, open and closed, newest first',
        parameters: [...given('operator'), entity, ...given('id')],
        responses: { 200: json('RecordFindings', 'At most 500.'), ...refusals('VALIDATION') },
      },
    },
    [`${base}/{findingId}/close`]: {
      post: {
        operationId: 'findings.close',
        tags: ['finding'],
        summary: 'Close a finding',
        description:
          'By the role that is responsible for its rule or an administrator. One to be decided (REVIEW) needs a note and other eyes than those that caused it.',
        parameters: [...given('operator'), entity, ...given('id'), inPath('findingId', 'Id of the finding.', id), ...given('idempotencyKey')],
        requestBody: { required: true, content: { 'application/json': { schema: closing } } },
        responses: { 200: json('ClosedFinding', 'Closed.'), ...refusals('VALIDATION', 'STATE_CONFLICT', 'RULE_BLOCKED') },
      },
    },
    '/api/rules': {
      get: {
        operationId: 'rules.list',
        tags: ['finding'],
        summary: 'Every rule that findings and refusals name',
        parameters: [],
        responses: { 200: json('Rules', 'In the order of the catalogue.'), ...refusals('VALIDATION') },
      },
    },
  }
}
