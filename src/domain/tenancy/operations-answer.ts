// How the installation does for one programme, as its administrators are answered.
import { z } from 'zod'
import { count, flag, id, moment, number, text } from '../kernel/answer-shapes.ts'

const store = z.enum(['database', 'folder', 's3'])
export const operations = z
  .object({
    version: text,
    node: text,
    database: z.object({
      engine: z.enum(['pglite', 'postgres']),
      version: text,
      answerMs: number.describe('How long it took to answer.'),
      running: count.describe('Transactions of this process.'),
      waiting: count.describe('Transactions that wait for a connection.'),
      connections: count,
      migrations: count,
      lastMigration: text.nullable(),
    }),
    jobs: z.object({
      topics: z.array(
        z.object({ topic: text, waiting: count, running: count, failed: count, done: count.describe('Of the last week.'), lastAt: moment.nullable() }),
      ),
      failures: z.array(
        z.object({
          id,
          topic: text,
          at: moment,
          tries: count,
          isGivenUp: flag.describe('False: it will be tried again by itself.'),
          reason: text.nullable(),
        }),
      ),
      rounds: z.array(
        z.object({
          topic: text,
          lastAt: moment.nullable(),
          isFailing: flag,
          unendedSince: moment.nullable().describe('It began then, more than a quarter of an hour ago, and has not ended.'),
        }),
      ),
    }),
    mail: z.object({
      waiting: count,
      failed: count,
      sent: count,
      lastReason: text.nullable(),
      oldestWaitingAt: moment.nullable(),
      isSent: flag.describe('False: this installation sends no mail.'),
    }),
    messages: z.object({ waiting: count, failed: count, sent: count }).describe('To telephones and browsers.'),
    files: z.object({ files: count, bytes: count, unattached: count, quotaBytes: count, into: store, stores: z.array(store) }),
  })
  .meta({ id: 'Operations' })
export type Operations = z.infer<typeof operations>
const table = z.object({ table: text, rows: count, bytes: count.describe('About so many.') })
export const operationsTables = z.object({ items: z.array(table) }).meta({ id: 'OperationsTables' })
export type TableSize = z.infer<typeof table>
export const operationsStorage = z
  .object({
    items: z.array(
      z.object({
        kind: z.enum(['PICTURE', 'DOCUMENT', 'TABLE', 'MAP']),
        owner: text.describe('The entity that names them first; export, report and import for what these made; nothing.'),
        files: count,
        bytes: count,
      }),
    ),
    usedBytes: count,
    quotaBytes: count,
    awaited: count.describe('Files that devices have announced and not sent yet.'),
  })
  .meta({ id: 'OperationsStorage' })
export type OperationsStorage = z.infer<typeof operationsStorage>
export const retriedJob = z.object({ topic: text })
