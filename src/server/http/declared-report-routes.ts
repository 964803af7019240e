// Addresses of the declared reports: the first rows as JSON, and the whole as a file while it is short.
import type { Context } from 'hono'
import { z } from 'zod'
import { keyOf, moment, sha256 } from '#domain/kernel/answer-shapes.ts'
import type { Field } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { isLanguage, type Language, languageCodes } from '#domain/messages/languages.ts'
import { listed, phrase } from '#domain/messages/message.ts'
import { reports } from '#domain/reports/all.ts'
import { type AnyReport, directRowsOf, previewRows, type ReportAnswer, type ReportFormat, reportFormats } from '#domain/reports/report.ts'
import { personalColumns, reportScopes, requireFormat } from '#server/reports/engine/access.ts'
import { documentOf } from '#server/reports/engine/document-of.ts'
import { recordMadeFiles } from '#server/reports/engine/made-file.ts'
import { valuesOfQuery } from '#server/reports/engine/parameters.ts'
import { makeFile, mediaTypeOf } from '#server/reports/engine/report-file.ts'
import { noteReportTakenOut } from '#server/reports/engine/report-taken-out.ts'
import { previewReport } from '#server/reports/engine/run-report.ts'
import { purposeIn, purposeParameters, statedPurpose } from '#server/store/taken-out.ts'
import type { Scope } from '../scope.ts'
import type { AppContext } from './app-context.ts'
import { enter, refuseUnknown } from './endpoint.ts'
import { fieldSchema, type JsonSchema, object, orNull, storedSchema } from './openapi-schemas.ts'
import { purposeSchemas } from './purpose-parameters.ts'
import { type Route, route } from './route.ts'

export const reportsBase = '/api/operators/{operator}/reports'

const routesOf = (report: AnyReport): Route[] => [
  route({
    id: `report.${report.id}`,
    method: 'get',
    path: `${reportsBase}/${report.id}`,
    summary: `${report.code} ${report.title}: the first ${previewRows} rows, with the figures of all`,
    description: report.about,
    reads: parametersOf(report),
    answer: reportAnswer(report),
    says: 'The report.',
    problems: ['TOO_LARGE'],
    refuse: (scope) => void reportScopes(scope, report),
    handler: async (scope, { search }) => {
      refuseUnknown(search, Object.keys(report.parameters))
      return { json: await previewReport(scope, report, valuesOfQuery(report, search)) }
    },
  }),
  ...report.formats.filter(directRowsOf).map((format) =>
    route({
      id: `report.${report.id}.${format}`,
      method: 'get',
      path: `${reportsBase}/${report.id}.${format}`,
      summary: `${report.code} ${report.title} as ${reportFormats[format]}`,
      description: `Of at most ${directRowsOf(format)} rows; more are made in the background.`,
      reads: [...parametersOf(report), ...purposeSchemas, { name: 'language', in: 'query', schema: { enum: languageCodes, default: 'en' } }],
      media: [mediaTypeOf(report, format)],
      says: 'The file.',
      answerHeaders: {
        'X-Report-SHA256': { description: 'Of the rows.', schema: sha256 },
        'X-Report-Check': { description: 'Where anybody finds out whether this file is ours.', schema: z.url() },
      },
      problems: ['TOO_LARGE'],
      respond: (context, deps) => sendFile(deps, report, format, context),
    }),
  ),
]
const parametersOf = ({ parameters }: AnyReport): JsonSchema[] =>
  Object.entries<Field>(parameters).map(([name, field]) => ({ name, in: 'query', required: field.required, schema: fieldSchema(field) }))

/** What the declaration of a report says of its parameters and columns is described as for entities. */
const fieldsAs = <T>(shape: (fields: readonly (readonly [string, Field])[]) => JsonSchema, fields: Readonly<Record<string, Field>>): z.ZodType<T> =>
  z.custom<T>().meta(shape(Object.entries(fields)))
const valuesShape = (fields: readonly (readonly [string, Field])[]): JsonSchema =>
  object(Object.fromEntries(fields.map(([name, field]) => [name, orNull(fieldSchema(field))])))
const rowShape = (fields: readonly (readonly [string, Field])[]): JsonSchema =>
  object(Object.fromEntries(fields.flatMap(([name, field]) => (factsOf(field).isPlace ? [] : [[name, orNull(storedSchema(field, false))]]))))

const reportAnswer = (report: AnyReport) =>
  z.object({
    report: z.literal(report.id),
    parameters: fieldsAs<ReportAnswer['parameters']>(valuesShape, report.parameters),
    names: z.record(z.string(), z.string()).describe('Titles of the records that parameters name, by id.'),
    rows: z.array(fieldsAs<ReportAnswer['rows'][number]>(rowShape, report.columns)).max(previewRows),
    count: z.int().describe('Rows in all.'),
    isCapped: z.boolean().describe('There are more rows than a report may have; figures speak of the first ones.'),
    totals: z.partialRecord(z.string(), z.number()),
    charts: z.array(z.object({ title: z.string(), points: z.array(z.object({ label: z.string(), value: z.number() })) })),
    masked: z.array(z.string()).describe('Columns hidden from the reader, in all rows or in some.'),
    formats: z.array(keyOf(reportFormats)),
    needPurpose: z.array(keyOf(reportFormats)).describe('Those that need a purpose: the caller sees personal data in them (BR-35).'),
    ranAt: moment,
    sha256: sha256.nullable().describe('Of the canonical JSON (RFC 8785) of all rows; null while there are more than are shown.'),
  })

export const declaredReportRoutes: readonly Route[] = reports.flatMap(routesOf)

/** The rows are read in one transaction; the file is made after it. */
async function sendFile(deps: AppContext, report: AnyReport, format: ReportFormat, context: Context): Promise<Response> {
  const query = new URL(context.req.url).searchParams
  refuseUnknown(query, [...Object.keys(report.parameters), ...purposeParameters, 'language'])
  const inScope = <T>(work: (scope: Scope) => Promise<T>) => enter(deps, context, { operator: 'path' }, work)
  const { document, stated } = await inScope(async (scope) => {
    requireFormat(scope, report, format)
    const requested = {
      report,
      format,
      values: valuesOfQuery(report, query),
      language: languageOf(query.get('language') ?? 'en'),
      home: homeOf(scope, deps, context),
    }
    const purpose = statedPurpose(purposeIn(query), personalColumns(scope, report, format).length > 0)
    return { stated: purpose, document: await documentOf(scope, requested, directRowsOf(format)) }
  }).catch(refuseLong)
  const file = await makeFile(document, format)
  // Afterwards: a trace ends the transaction in which it is read.
  if (context.req.method !== 'HEAD')
    await inScope(async (scope) => {
      await noteReportTakenOut(scope, report, format, document.whole, stated)
      await recordMadeFiles(scope, file.made, document.ranAt)
    })
  return new Response(context.req.method === 'HEAD' ? null : file.bytes, {
    headers: {
      'Content-Type': file.mediaType,
      'Content-Length': String(file.bytes.byteLength),
      'Content-Disposition': `attachment; filename="${file.name}"`,
      'Cache-Control': 'no-store',
      'X-Report-SHA256': document.whole.sha256,
      ...(file.check ? { 'X-Report-Check': file.check } : {}),
    },
  })
}

/** How people reach the programme. */
const homeOf = ({ host }: Pick<Scope, 'host'>, { isSecure }: AppContext, { req }: Context): string | null =>
  host ? `${isSecure ? 'https:' : new URL(req.url).protocol}//${host}` : null

/** Throws VALIDATION. */
export function languageOf(text: unknown): Language {
  if (!isLanguage(text)) throw fieldProblem('language', 'choice', phrase`One of: ${listed(languageCodes)}.`)
  return text
}

function refuseLong(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'TOO_LARGE') throw error
  const most = Number(error.details.figures?.mostRows)
  const message = phrase`The report has more than ${most} rows: narrow it, or let it be made in the background.`
  throw new Problem('TOO_LARGE', { message, figures: { mostRows: most } })
}
