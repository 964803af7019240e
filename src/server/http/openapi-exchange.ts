// Files in and out in the API document, for every entity: import with its progress and rejects, templates, export.
import { kindsOf } from '#domain/exchange/layouts.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { contentTypes, exportFormatsOf } from '../exchange/export.ts'
import { jobFormats } from '../exchange/export-jobs.ts'
import { type JsonSchema, listOf, object, orNull, ref } from './openapi-schemas.ts'

const text: JsonSchema = { type: 'string' }
const flag: JsonSchema = { type: 'boolean' }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const moment: JsonSchema = { type: 'string', format: 'date-time' }
const id: JsonSchema = { type: 'string', format: 'uuid' }

const job = {
  id,
  entity: text,
  kind: { enum: ['records', 'events', 'purchases'] },
  fileName: text,
  isDryRun: flag,
  state: { enum: ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'], description: 'Goes on by itself after the server was stopped meanwhile.' },
  progress: { type: 'number', minimum: 0, maximum: 1 },
  rows: { ...count, description: 'Rows read so far: accepted and rejected.' },
  totalRows: { ...orNull(count), description: 'Rows of the file; null until they are counted.' },
  accepted: { ...count, description: 'Created, changed and unchanged.' },
  rejected: count,
  created: count,
  changed: count,
  unchanged: { ...count, description: 'Were there already, just so.' },
  flagged: { ...count, description: 'Accepted, with a finding.' },
  ignoredColumns: listOf(text),
  message: orNull(text),
  createdAt: moment,
  finishedAt: orNull(moment),
}
const problem = object(
  { row: count, outcome: { enum: ['REJECTED', 'FLAGGED'] }, column: text, code: text, message: text, words: ref('Words'), ruleId: text, severity: text },
  ['row', 'outcome', 'column', 'code', 'message'],
)
/** With the key and values of its message, where it has values. */
const withWords = (properties: Record<string, JsonSchema>) => object({ ...properties, words: ref('Words') }, Object.keys(properties))
const importJob = { ...job, problems: { ...listOf(problem), maxItems: 200, description: 'The first 200; all rejects are in rejects.csv.' } }

const exportAnswer = withWords({
  id,
  entity: text,
  operator: { ...orNull(object({ code: text, name: text })), description: 'Of the address; null: of all operators.' },
  format: { enum: jobFormats },
  fileName: text,
  state: { enum: ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] },
  rows: { ...count, description: 'Rows written so far.' },
  totalRows: { ...orNull(count), description: 'Null where there are more than are counted.' },
  size: { ...orNull(count), description: 'Bytes.' },
  isReady: { ...flag, description: 'The file can be fetched; false again after thirty days.' },
  message: orNull(text),
  createdAt: moment,
  finishedAt: orNull(moment),
})

/** Schemas of what the addresses of import and export answer. */
export const exchangeSchemas: Record<string, JsonSchema> = {
  Import: withWords(importJob),
  ImportStarted: withWords({ ...importJob, importId: id }),
  Imports: object({ items: listOf(withWords(job)) }),
  OwnImports: object({
    items: listOf(withWords({ ...job, operator: { ...orNull(object({ code: text, name: text })), description: 'Of the address; null: of all operators.' } })),
  }),
  Export: exportAnswer,
  OwnExports: object({ items: listOf(exportAnswer) }),
  ImportInspection: object({
    format: { enum: ['csv', 'xlsx', 'geojson', 'kml'] },
    columns: listOf(object({ header: text, column: { ...orNull(text), description: 'What it is understood as; null is left out.' } })),
    missing: listOf(text),
    ignored: listOf(text),
    sample: { ...listOf(listOf(text)), description: 'The first rows.' },
    wanted: listOf(object({ name: text, label: text, required: flag, help: orNull(text) })),
  }),
}

type Refusals = (
  ...codes: ('VALIDATION' | 'TOO_LARGE' | 'UNSUPPORTED_MEDIA' | 'MALFORMED' | 'DUPLICATE_KEY' | 'STATE_CONFLICT' | 'QUOTA_FULL' | 'TOO_MANY' | 'GONE')[]
) => Record<string, JsonSchema>
type Call = { operationId: string; tags: string[]; summary: string; responses: Record<string, JsonSchema> }

const inPath = (name: string): JsonSchema => ({ name, in: 'path', required: true, schema: id })
const inQuery = (name: string, schema: JsonSchema, description: string): JsonSchema => ({ name, in: 'query', description, schema })
const parameter = (name: string): JsonSchema => ({ $ref: `#/components/parameters/${name}` })
const json = (schema: JsonSchema, description: string): JsonSchema => ({ description, content: { 'application/json': { schema } } })
const file = (description: string, ...types: string[]): JsonSchema => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
})
const wait: JsonSchema = {
  name: 'Prefer',
  in: 'header',
  description: 'wait=10: answer when the import has ended, after 10 seconds at the latest.',
  schema: text,
}

type MakeCall = (
  verb: string,
  summary: string,
  rest: { description?: string; parameters: JsonSchema[]; requestBody?: JsonSchema } & Pick<Call, 'responses'>,
) => Call

/** Exports that are made in the background. */
function exportJobPaths(entity: AnyEntity, call: MakeCall, refusals: Refusals, filters: readonly JsonSchema[]): Record<string, Record<string, Call>> {
  const all = `/api/operators/{operator}/${entity.name}/exports`
  const one = `${all}/{exportId}`
  const at = [parameter('operator'), inPath('exportId')]
  return {
    [all]: {
      post: call('requestExport', `Have a long export of ${entity.plural.toLowerCase()} made`, {
        description: 'For more rows than one waits for: the file is made in the background, stored for thirty days, and fetched by whoever asked.',
        parameters: [parameter('operator'), inQuery('format', { enum: jobFormats, default: 'csv' }, 'Kind of file.'), ...filters, parameter('idempotencyKey')],
        responses: { 202: json(ref('Export'), 'It is being made.'), ...refusals('VALIDATION', 'TOO_MANY', 'DUPLICATE_KEY') },
      }),
    },
    [one]: {
      get: call('export.progress', 'How far an export is', { parameters: at, responses: { 200: json(ref('Export'), 'State and rows.'), ...refusals() } }),
    },
    [`${one}/cancel`]: {
      post: call('export.cancel', 'Stop an export', {
        parameters: [...at, parameter('idempotencyKey')],
        responses: { 200: json(ref('Export'), 'As it was stopped.'), ...refusals('STATE_CONFLICT', 'DUPLICATE_KEY') },
      }),
    },
    [`${one}/file`]: {
      get: call('export.file', 'The file of an export', {
        description: 'For whoever asked, while their rights are those with which it was made.',
        parameters: at,
        responses: { 200: file('The file.', ...jobFormats.map((format) => contentTypes[format])), ...refusals('STATE_CONFLICT', 'GONE') },
      }),
    },
  }
}

/** Those of no one entity. */
export const ownExchangePaths = (refusals: Refusals): Record<string, Record<string, Call>> => ({
  '/api/imports': {
    get: {
      operationId: 'imports',
      tags: ['imports'],
      summary: 'Own imports of all kinds, newest first',
      responses: { 200: json(ref('OwnImports'), 'The latest fifty.'), ...refusals() },
    },
  },
  '/api/exports': {
    get: {
      operationId: 'exports',
      tags: ['exports'],
      summary: 'Own long exports of all kinds, newest first',
      responses: { 200: json(ref('OwnExports'), 'The latest fifty.'), ...refusals() },
    },
  },
})

/** `refusals` writes the answers that every address has in common, `filters` are the parameters of the entity's list. */
export function exchangePaths(entity: AnyEntity, refusals: Refusals, filters: readonly JsonSchema[]): Record<string, Record<string, Call>> {
  const base = `/api/operators/{operator}/${entity.name}`
  const plural = entity.plural.toLowerCase()
  const call: MakeCall = (verb, summary, rest) => ({
    operationId: `${entity.name}.${verb}`,
    tags: [entity.name],
    summary,
    ...rest,
  })
  const formats = exportFormatsOf(entity)
  const exported: Record<string, Record<string, Call>> = {
    [`${base}/export`]: {
      get: call('export', `Export ${plural}`, {
        description:
          'The list with its filter and order as a file, without what the reader’s role hides. Cells that a spreadsheet would compute have an apostrophe before them.',
        parameters: [parameter('operator'), inQuery('format', { enum: formats, default: 'csv' }, 'Kind of file.'), ...filters],
        responses: { 200: file('The file.', ...formats.map((format) => contentTypes[format])), ...refusals('VALIDATION') },
      }),
    },
  }
  Object.assign(exported, exportJobPaths(entity, call, refusals, filters))
  const kinds = kindsOf(entity)
  if (kinds.length === 0) return exported
  const kind = inQuery(
    'kind',
    { enum: kinds, default: 'records' },
    'records: a row is a record; events: a row is something that happened to one; purchases: a row is a ticket.',
  )
  const template = (type: 'csv' | 'xlsx') => ({
    get: call(`template.${type}`, `Template for importing ${plural}`, {
      parameters: [parameter('operator'), kind],
      responses: { 200: file('The columns, with an example.', contentTypes[type]), ...refusals('VALIDATION') },
    }),
  })
  return {
    ...exported,
    [`${base}/import`]: {
      post: call('import', `Import ${plural}`, {
        description:
          'Good rows go in, bad rows come back. The same rows sent again change nothing. What kind of file it is, its content says. With inspect=true answers ImportInspection and does nothing.',
        parameters: [
          parameter('operator'),
          kind,
          inQuery('dryRun', { ...flag, default: false }, 'Only tell what would happen.'),
          inQuery('inspect', { ...flag, default: false }, 'Only tell how the columns are understood.'),
          inQuery('name', { ...text, maxLength: 120 }, 'Name of the file.'),
          inQuery('mapping', text, 'JSON object: header of the file to column; an empty text leaves it out.'),
          wait,
          parameter('idempotencyKey'),
        ],
        requestBody: {
          required: true,
          content: Object.fromEntries(
            [...Object.values(contentTypes), 'application/vnd.google-earth.kml+xml'].map((type) => [
              type.replace('; charset=utf-8', ''),
              { schema: { type: 'string', format: 'binary' } },
            ]),
          ),
        },
        responses: {
          200: json(ref('ImportInspection'), 'With inspect=true.'),
          202: json(ref('ImportStarted'), 'Goes on in the background.'),
          ...refusals('VALIDATION', 'MALFORMED', 'TOO_LARGE', 'UNSUPPORTED_MEDIA', 'DUPLICATE_KEY', 'QUOTA_FULL'),
        },
      }),
    },
    [`${base}/imports`]: {
      get: call('imports', 'Own imports, newest first', {
        parameters: [parameter('operator')],
        responses: { 200: json(ref('Imports'), 'The latest twenty.'), ...refusals() },
      }),
    },
    [`${base}/imports/{importId}`]: {
      get: call('importProgress', 'How far an import is', {
        parameters: [parameter('operator'), inPath('importId'), wait],
        responses: { 200: json(ref('Import'), 'State, counts and problems.'), ...refusals() },
      }),
    },
    [`${base}/imports/{importId}/cancel`]: {
      post: call('cancelImport', 'Stop an import', {
        description:
          'No further row goes in; what is in stays, and is counted in the answer. Again it answers the same; one that has ended otherwise is refused.',
        parameters: [parameter('operator'), inPath('importId'), parameter('idempotencyKey')],
        responses: { 200: json(withWords(job), 'As it was stopped.'), ...refusals('STATE_CONFLICT', 'DUPLICATE_KEY') },
      }),
    },
    [`${base}/imports/{importId}/rejects.csv`]: {
      get: call('rejects', 'The rows that came back, with reasons', {
        parameters: [parameter('operator'), inPath('importId')],
        responses: { 200: file('As they were sent, with import_row and import_problems.', contentTypes.csv), ...refusals() },
      }),
    },
    [`${base}/import-template.csv`]: template('csv'),
    [`${base}/import-template.xlsx`]: template('xlsx'),
  }
}
