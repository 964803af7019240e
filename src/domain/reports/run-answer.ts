// A file of a report that is made in the background, as whoever asked for it is answered.
import { z } from 'zod'
import { count, id, keyOf, moment, sha256, text, words } from '../kernel/answer-shapes.ts'
import { languageCodes } from '../messages/languages.ts'
import { purposeGiven } from './purpose-given.ts'
import { backgroundFormats, reportFormats, runStates } from './report.ts'

export const reportRun = z
  .object({
    id,
    report: text.describe('Id of the report.'),
    format: keyOf(reportFormats),
    language: z.enum(languageCodes),
    parameters: z.record(z.string(), z.unknown()),
    state: keyOf(runStates),
    progress: z.number().min(0).max(1),
    rowCount: count.nullable(),
    sha256: sha256.nullable().describe('Of the rows.'),
    size: count.nullable().describe('Of the file, in bytes.'),
    fileName: text.nullable(),
    message: text.nullable().describe('Why there is no file.'),
    words,
    createdAt: moment,
    finishedAt: moment.nullable(),
    expiresAt: moment.describe('When the file is removed.'),
    fileUrl: text.nullable().describe('Where the caller fetches the file, for fifteen minutes; null where there is none.'),
    fileUrlUntil: moment.nullable(),
  })
  .meta({ id: 'ReportRun' })
export type ReportRun = z.infer<typeof reportRun>
export const reportRuns = z.object({ items: z.array(reportRun) })

export const runnableReports = z.object({
  items: z.array(
    z.object({
      report: text.describe('Id of the report.'),
      lastFile: z
        .object({ format: keyOf(reportFormats), madeAt: moment })
        .nullable()
        .describe('The newest that the caller had made at this address.'),
    }),
  ),
})
export type RunnableReports = z.infer<typeof runnableReports>

export const toRun = z.strictObject({
  format: z.enum(backgroundFormats),
  language: z.enum(languageCodes).default('en'),
  parameters: z.record(z.string().max(60), z.unknown()).default({}).describe('As in the address of the report.'),
  ...purposeGiven,
})
