// The declared reports in the API document: of each its parameters, its rows, and its files.

import type { Field } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import type { ProblemCode } from '#domain/kernel/problems.ts'
import { languageCodes } from '#domain/messages/languages.ts'
import { reports } from '#domain/reports/all.ts'
import {
  type AnyReport,
  backgroundFormats,
  directRowsOf,
  previewRows,
  type ReportColumn,
  type ReportFormat,
  reportFormats,
  runStates,
} from '#domain/reports/report.ts'
import { mediaTypes } from '#server/reports/engine/report-file.ts'
import { type Described, fieldSchema, type JsonSchema, listOf, object, orNull, ref, storedSchema } from './openapi-schemas.ts'

type Refusals = (...codes: ProblemCode[]) => Record<string, JsonSchema>

const text: JsonSchema = { type: 'string' }
const number: JsonSchema = { type: 'number' }
const operator: JsonSchema = { $ref: '#/components/parameters/operator' }
const sha256: JsonSchema = { type: 'string', pattern: '^[0-9a-f]{64}$' }
const base = '/api/operators/{operator}/reports'

const valuesSchema = ({ parameters }: AnyReport): JsonSchema =>
  object(Object.fromEntries(Object.entries<Field>(parameters).map(([name, field]) => [name, orNull(fieldSchema(field))])))
const rowSchema = ({ columns }: AnyReport): JsonSchema =>
  object(
    Object.fromEntries(
      Object.entries<ReportColumn>(columns).flatMap(([name, column]) => (factsOf(column).isPlace ? [] : [[name, orNull(storedSchema(column, false))]])),
    ),
  )

const answerOf = (report: AnyReport): JsonSchema =>
  object({
    report: { const: report.id },
    parameters: valuesSchema(report),
    names: { type: 'object', additionalProperties: text, description: 'Titles of the records that parameters name, by id.' },
    rows: { ...listOf(rowSchema(report)), maxItems: previewRows },
    count: { type: 'integer', description: 'Rows in all.' },
    isCapped: { type: 'boolean', description: 'There are more rows than a report may have; figures speak of the first ones.' },
    totals: { type: 'object', additionalProperties: number },
    charts: listOf(object({ title: text, points: listOf(object({ label: text, value: number })) })),
    masked: { ...listOf(text), description: 'Columns hidden from the reader, in all rows or in some.' },
    formats: listOf({ enum: Object.keys(reportFormats) }),
    ranAt: { type: 'string', format: 'date-time' },
    sha256: { ...orNull(sha256), description: 'Of the canonical JSON (RFC 8785) of all rows; null while there are more than are shown.' },
  })

const parametersOf = ({ parameters }: AnyReport): JsonSchema[] => [
  operator,
  ...Object.entries<Field>(parameters).map(([name, field]) => ({ name, in: 'query', required: field.required, schema: fieldSchema(field) })),
]

const id: JsonSchema = { type: 'string', format: 'uuid' }
const moment: JsonSchema = { type: 'string', format: 'date-time' }
const language: JsonSchema = { enum: languageCodes, default: 'en' }

export const reportSchemas: Record<string, JsonSchema> = {
  ReportRun: object({
    id,
    report: { enum: reports.map((one) => one.id) },
    format: { enum: Object.keys(reportFormats) },
    language,
    parameters: { type: 'object' },
    state: { enum: Object.keys(runStates) },
    progress: { ...number, minimum: 0, maximum: 1 },
    rowCount: orNull({ type: 'integer' }),
    sha256: { ...orNull(sha256), description: 'Of the rows.' },
    size: { ...orNull({ type: 'integer' }), description: 'Of the file, in bytes.' },
    fileName: orNull(text),
    message: { ...orNull(text), description: 'Why there is no file.' },
    createdAt: moment,
    finishedAt: orNull(moment),
    expiresAt: moment,
  }),
}

export function reportPaths(refusals: Refusals): Record<string, Record<string, Described>> {
  return Object.fromEntries(
    reports.flatMap((report: AnyReport) => [
      [`${base}/${report.id}`, { get: previewCall(report, refusals) }],
      ...report.formats.map((format) => [`${base}/${report.id}.${format}`, { get: fileCall(report, format, refusals) }]),
      [`${base}/${report.id}/runs`, { post: runCall(report, refusals) }],
    ]),
  )
}

const runsBase = '/api/operators/{operator}/report-runs'
const idParameter: JsonSchema = { $ref: '#/components/parameters/id' }
const json = (schema: JsonSchema): JsonSchema => ({ content: { 'application/json': { schema } } })

const runCall = (report: AnyReport, refusals: Refusals): Described => ({
  operationId: `report.${report.id}.run`,
  tags: ['report'],
  summary: `Have ${report.code} ${report.title} made in the background`,
  parameters: [operator, { $ref: '#/components/parameters/idempotencyKey' }],
  requestBody: {
    required: true,
    ...json(
      object({ format: { enum: backgroundFormats }, language, parameters: { type: 'object', description: 'As in the address of the report.' } }, ['format']),
    ),
  },
  responses: { 202: { description: 'Asked for.', ...json(ref('ReportRun')) }, ...refusals('VALIDATION', 'TOO_MANY') },
})

export const reportRunPaths = (refusals: Refusals): Record<string, Record<string, Described>> => ({
  [runsBase]: {
    get: {
      operationId: 'reportRuns.list',
      tags: ['report'],
      summary: 'Files of reports that the caller had made, newest first',
      parameters: [operator],
      responses: { 200: { description: 'The newest fifty.', ...json(object({ items: listOf(ref('ReportRun')) })) }, ...refusals('VALIDATION') },
    },
  },
  [`${runsBase}/{id}`]: {
    get: {
      operationId: 'reportRuns.view',
      tags: ['report'],
      summary: 'How far one is',
      parameters: [operator, idParameter],
      responses: { 200: { description: 'The run.', ...json(ref('ReportRun')) }, ...refusals('VALIDATION') },
    },
  },
  [`${runsBase}/{id}/cancel`]: {
    post: {
      operationId: 'reportRuns.cancel',
      tags: ['report'],
      summary: 'Stop making one',
      description: 'What has ended stays as it is.',
      parameters: [operator, idParameter, { $ref: '#/components/parameters/idempotencyKey' }],
      responses: { 200: { description: 'The run.', ...json(ref('ReportRun')) }, ...refusals('VALIDATION') },
    },
  },
  [`${runsBase}/{id}/file`]: {
    get: {
      operationId: 'reportRuns.file',
      tags: ['report'],
      summary: 'The file of one, for whoever asked for it',
      parameters: [operator, idParameter],
      responses: {
        200: {
          description: 'The file.',
          content: Object.fromEntries(backgroundFormats.map((format) => [mediaTypes[format], { schema: { type: 'string', format: 'binary' } }])),
        },
        ...refusals('VALIDATION', 'STATE_CONFLICT', 'GONE'),
      },
    },
  },
})

const previewCall = (report: AnyReport, refusals: Refusals): Described => ({
  operationId: `report.${report.id}`,
  tags: ['report'],
  summary: `${report.code} ${report.title}: the first ${previewRows} rows, with the figures of all`,
  description: report.about,
  parameters: parametersOf(report),
  responses: { 200: { description: 'The report.', content: { 'application/json': { schema: answerOf(report) } } }, ...refusals('VALIDATION') },
})

const fileCall = (report: AnyReport, format: ReportFormat, refusals: Refusals): Described => ({
  operationId: `report.${report.id}.${format}`,
  tags: ['report'],
  summary: `${report.code} ${report.title} as ${reportFormats[format]}`,
  description: `Of at most ${directRowsOf(format)} rows; more are made in the background.`,
  parameters: [...parametersOf(report), { name: 'language', in: 'query', schema: { enum: languageCodes, default: 'en' } }],
  responses: {
    200: {
      description: 'The file.',
      headers: { 'X-Report-SHA256': { description: 'Of the rows.', schema: sha256 } },
      content: { [mediaTypes[format]]: { schema: format === 'json' ? { type: 'object' } : { type: 'string', format: 'binary' } } },
    },
    ...refusals('VALIDATION', 'TOO_LARGE'),
  },
})
