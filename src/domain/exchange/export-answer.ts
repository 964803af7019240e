// A long export as whoever asked for it is answered: how far it is, and whether its file can be fetched.
import { z } from 'zod'
import { count, flag, id, moment, text, words } from '../kernel/answer-shapes.ts'
import { jobStates, operatorOfAddress } from './import-answer.ts'

/** Of what the file of a long export may be. */
export const jobFormats = ['csv', 'xlsx'] as const
export type JobFormat = (typeof jobFormats)[number]

export const exportJob = z
  .object({
    id,
    entity: text,
    operator: operatorOfAddress,
    format: z.enum(jobFormats),
    fileName: text,
    state: z.enum(jobStates),
    rows: count.describe('Rows written so far.'),
    totalRows: count.nullable().describe('Null where there are more than are counted.'),
    size: count.nullable().describe('Bytes.'),
    isReady: flag.describe('The file can be fetched; false again after thirty days.'),
    message: text.nullable(),
    words,
    createdAt: moment,
    finishedAt: moment.nullable(),
  })
  .meta({ id: 'Export' })
export type ExportJob = z.infer<typeof exportJob>
export const ownExports = z.object({ items: z.array(exportJob).max(50) }).meta({ id: 'OwnExports' })
