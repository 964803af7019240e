// Files brought in, as whoever sent them is answered: a first look at the columns, how far an import is, the rows that came back.
import { z } from 'zod'
import { count, flag, id, moment, text, words } from '../kernel/answer-shapes.ts'
import { kinds } from './layout.ts'

export const jobStates = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
/** The operator of the address that was called. */
export const operatorOfAddress = z.object({ code: text, name: text }).nullable().describe('Of the address; null: of all operators.')

const importJob = z
  .object({
    id,
    entity: text,
    kind: z.enum(kinds),
    fileName: text,
    isDryRun: flag,
    state: z.enum(jobStates).describe('Goes on by itself after the server was stopped meanwhile.'),
    progress: z.number().min(0).max(1),
    rows: count.describe('Rows read so far: accepted and rejected.'),
    totalRows: count.nullable().describe('Rows of the file; null until they are counted.'),
    accepted: count.describe('Created, changed and unchanged.'),
    rejected: count,
    created: count,
    changed: count,
    unchanged: count.describe('Were there already, just so.'),
    flagged: count.describe('Accepted, with a finding.'),
    ignoredColumns: z.array(text),
    message: text.nullable(),
    words,
    createdAt: moment,
    finishedAt: moment.nullable(),
  })
  .meta({ id: 'ImportJob' })
export type ImportJob = z.infer<typeof importJob>

const importProblem = z
  .object({
    row: count,
    outcome: z.enum(['REJECTED', 'FLAGGED']),
    column: text.describe('Header of our layout; empty: the whole row.'),
    code: text,
    message: text,
    words,
    ruleId: text.optional(),
    severity: text.optional(),
  })
  .meta({ id: 'ImportProblem' })
export type ImportProblem = z.infer<typeof importProblem>

const problems = z.array(importProblem).max(200).describe('The first 200, in the order of the rows; all rejects are in rejects.csv.')
export const stoppedImport = importJob
export const importProgress = z.object({ ...importJob.shape, problems }).meta({ id: 'Import' })
export const importStarted = z.object({ ...importProgress.shape, importId: id }).meta({ id: 'ImportStarted' })
export const recentImports = z.object({ items: z.array(importJob).max(20) }).meta({ id: 'Imports' })
const ownImport = z.object({ ...importJob.shape, operator: operatorOfAddress })
export type OwnImport = z.infer<typeof ownImport>
export const ownImports = z.object({ items: z.array(ownImport).max(50) }).meta({ id: 'OwnImports' })

export const importInspection = z
  .object({
    format: z.enum(['csv', 'xlsx', 'geojson', 'kml', 'shapefile']),
    columns: z.array(z.object({ header: text, column: text.nullable().describe('What it is understood as; null is left out.') })),
    missing: z.array(text),
    ignored: z.array(text),
    sample: z.array(z.array(text)).describe('The first rows.'),
    wanted: z.array(
      z.object({ name: text, label: text, required: flag, instead: text.nullable().describe('Another column that says it, too.'), help: text.nullable() }),
    ),
  })
  .meta({ id: 'ImportInspection' })
export type ImportInspection = z.infer<typeof importInspection>
