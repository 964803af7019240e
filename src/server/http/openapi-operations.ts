// How the installation does for one programme, in the API document: it follows from no declaration, so it is written here.
import type { ProblemCode } from '#domain/kernel/problems.ts'
import { type Described, type JsonSchema, listOf, object, orNull, ref } from './openapi-schemas.ts'

const text: JsonSchema = { type: 'string' }
const whole: JsonSchema = { type: 'integer' }
const truth: JsonSchema = { type: 'boolean' }
const moment: JsonSchema = { type: 'string', format: 'date-time' }
const store: JsonSchema = { enum: ['database', 'folder', 's3'] }

export const operationsSchemas: Record<string, JsonSchema> = {
  Operations: object({
    version: text,
    node: text,
    database: object({
      engine: { enum: ['pglite', 'postgres'] },
      version: text,
      answerMs: { type: 'number' },
      running: { ...whole, description: 'Transactions of this process.' },
      waiting: { ...whole, description: 'Transactions that wait for a connection.' },
      connections: whole,
      migrations: whole,
      lastMigration: orNull(text),
    }),
    jobs: object({
      topics: listOf(
        object({ topic: text, waiting: whole, running: whole, failed: whole, done: { ...whole, description: 'Of the last week.' }, lastAt: orNull(moment) }),
      ),
      failures: listOf(
        object({
          id: { ...text, format: 'uuid' },
          topic: text,
          at: moment,
          tries: whole,
          isGivenUp: { ...truth, description: 'False: it will be tried again by itself.' },
          reason: orNull(text),
        }),
      ),
      rounds: listOf(object({ topic: text, lastAt: orNull(moment), isFailing: truth })),
    }),
    mail: object({ waiting: whole, failed: whole, sent: whole, lastReason: orNull(text), oldestWaitingAt: orNull(moment), isSent: truth }),
    messages: object({ waiting: whole, failed: whole, sent: whole }),
    files: object({ files: whole, bytes: whole, unattached: whole, quotaBytes: whole, into: store, stores: listOf(store) }),
  }),
  OperationsTables: object({ items: listOf(object({ table: text, rows: whole, bytes: { ...whole, description: 'About so many.' } })) }),
}

export function operationsPaths(refusals: (...codes: ProblemCode[]) => Record<string, JsonSchema>): Record<string, Record<string, Described>> {
  const json = (schema: JsonSchema, description: string): JsonSchema => ({ description, content: { 'application/json': { schema } } })
  const described = (verb: string, summary: string, description: string, schema: JsonSchema, ...codes: ProblemCode[]): Described => ({
    operationId: `operations.${verb}`,
    tags: ['operations'],
    summary,
    description,
    parameters: verb === 'retry' ? [{ $ref: '#/components/parameters/id' }] : [],
    responses: { 200: json(schema, 'As it is now.'), ...refusals('UNAUTHENTICATED', 'FORBIDDEN', 'UNAVAILABLE', ...codes) },
  })
  return {
    '/api/operations': {
      get: described('view', 'Jobs, mail, files and the database', 'For administrators, of their own programme.', ref('Operations'), 'VALIDATION'),
    },
    '/api/operations/tables': {
      get: described('tables', 'The largest tables', 'Rows of this programme, counted now.', ref('OperationsTables'), 'VALIDATION'),
    },
    '/api/operations/jobs/{id}/retry': {
      post: described(
        'retry',
        'Once more for a job that was given up',
        'It is carried out at once; asking twice changes nothing.',
        object({ topic: text }),
        'NOT_FOUND',
        'STATE_CONFLICT',
      ),
    },
  }
}
