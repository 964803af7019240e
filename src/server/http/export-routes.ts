// Files out, for every entity: the list as a file while one waits for it, and long ones that are made in the background, for whoever asked.
import type { Context } from 'hono'
import { entities } from '#domain/entities.ts'
import { exportJob, jobFormats, ownExports as ownExportList } from '#domain/exchange/export-answer.ts'
import { layoutOf } from '#domain/exchange/layouts.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { listed, phrase } from '#domain/messages/message.ts'
import { personalFieldsShown } from '#domain/personal-data.ts'
import { contentTypes, type ExportFormat, exportedRows, exportFormatsOf, exportStream } from '#server/exchange/export.ts'
import { cancelExport, exportOf, fileOfExport, ownExports, requestExport } from '#server/exchange/export-jobs.ts'
import { refuseWithoutRight } from '#server/exchange/refuse-without-right.ts'
import { driverOf } from '#server/files/storage.ts'
import { listRecords } from '#server/store/list.ts'
import { type ListQuery, listQuery } from '#server/store/list-query.ts'
import { noteTakenOut, purposeIn, purposeParameters, statedPurpose } from '#server/store/taken-out.ts'
import type { Scope } from '../scope.ts'
import type { AppContext } from './app-context.ts'
import { attachment } from './attachment.ts'
import { enter } from './endpoint.ts'
import { findingParameters } from './list-parameters.ts'
import type { JsonSchema } from './openapi-schemas.ts'
import { purposeSchemas } from './purpose-parameters.ts'
import { type Route, route } from './route.ts'

const onOperator = { operator: 'path' } as const
const formatParameter = (formats: readonly string[]): JsonSchema => ({
  name: 'format',
  in: 'query',
  description: 'Kind of file.',
  schema: { enum: formats, default: 'csv' },
})

function routesOf(entity: AnyEntity): Route[] {
  const base = `/api/operators/{operator}/${entity.name}` as const
  const plural = entity.plural.toLowerCase()
  const formats = exportFormatsOf(entity)
  return [
    route({
      id: `${entity.name}.export`,
      method: 'get',
      path: `${base}/export`,
      summary: `Export ${plural}`,
      description:
        'The list with its filter and order as a file, without what the reader’s role hides. Cells that a spreadsheet would compute have an apostrophe before them.',
      reads: [formatParameter(formats), ...purposeSchemas, ...findingParameters(entity)],
      media: formats.map((format) => contentTypes[format]),
      says: 'The file.',
      respond: (context, deps) => sendList(context, deps, entity),
    }),
    route({
      id: `${entity.name}.requestExport`,
      method: 'post',
      path: `${base}/exports`,
      summary: `Have a long export of ${plural} made`,
      description: 'For more rows than one waits for: the file is made in the background, stored for thirty days, and fetched by whoever asked.',
      reads: [formatParameter(jobFormats), ...purposeSchemas, ...findingParameters(entity)],
      answer: exportJob,
      status: 202,
      says: 'It is being made.',
      handler: async (scope, { param, search }) => {
        refuseWithoutRight(scope, entity, 'X')
        const { query, format } = listToExport(entity, search)
        const stated = statedPurpose(purposeIn(search), personalFieldsShown(scope.user, entity).length > 0)
        const job = await requestExport(scope, entity, format, query.toString(), stated)
        return { status: 202, json: job, headers: { Location: `${base.replace('{operator}', param('operator'))}/exports/${job.id}` } }
      },
    }),
    route({
      id: `${entity.name}.export.progress`,
      method: 'get',
      path: `${base}/exports/{exportId}`,
      summary: 'How far an export is',
      answer: exportJob,
      says: 'State and rows.',
      handler: async (scope, { param }) => ({ json: await exportOf(scope, entity, param('exportId')) }),
    }),
    route({
      id: `${entity.name}.export.cancel`,
      method: 'post',
      path: `${base}/exports/{exportId}/cancel`,
      summary: 'Stop an export',
      answer: exportJob,
      says: 'As it was stopped.',
      problems: ['STATE_CONFLICT'],
      handler: async (scope, { param }) => ({ json: await cancelExport(scope, entity, param('exportId')) }),
    }),
    route({
      id: `${entity.name}.export.file`,
      method: 'get',
      path: `${base}/exports/{exportId}/file`,
      summary: 'The file of an export',
      description: 'For whoever asked, while their rights are those with which it was made.',
      media: jobFormats.map((format) => contentTypes[format]),
      says: 'The file.',
      problems: ['STATE_CONFLICT', 'GONE'],
      respond: (context, deps) => sendMade(context, deps, entity),
    }),
  ]
}

export const exportRoutes: readonly Route[] = [
  route({
    id: 'exports.list',
    tag: 'exchange',
    method: 'get',
    path: '/api/exports',
    summary: 'Own long exports of all kinds, newest first',
    answer: ownExportList,
    says: 'The latest fifty.',
    handler: async (scope) => ({ json: { items: await ownExports(scope) } }),
  }),
  ...entities.flatMap(routesOf),
]

/** Search, filters and order of a list, and the kind of file. Throws VALIDATION for what only a page has. */
function listToExport(entity: AnyEntity, search: URLSearchParams): { query: URLSearchParams; list: ListQuery; format: string } {
  const query = new URLSearchParams(search)
  for (const name of ['format', ...purposeParameters]) query.delete(name)
  const list = listQuery(entity, query)
  if (list.fields) throw fieldProblem('fields', 'unknown', 'This parameter is not known here: a file carries every column.')
  for (const name of ['limit', 'cursor', 'count']) if (query.has(name)) throw fieldProblem(name, 'unknown', 'An export has no pages.')
  return { query, list, format: search.get('format') ?? 'csv' }
}

async function sendList(context: Context, deps: AppContext, entity: AnyEntity): Promise<Response> {
  const inScope = <T>(work: (scope: Scope) => Promise<T>) => enter(deps, context, onOperator, work)
  const { list, format, layout } = await inScope(async (scope) => {
    refuseWithoutRight(scope, entity, 'X')
    const search = new URL(context.req.url).searchParams
    const { query, list: requested, format: kind } = listToExport(entity, search)
    const [chosen, table] = [formatOf(entity, kind), layoutOf(entity, 'records')]
    if (!table) throw new Problem('NOT_FOUND')
    const personal = personalFieldsShown(scope.user, entity)
    const stated = statedPurpose(purposeIn(search), personal.length > 0)
    // Noted before anything leaves: whoever breaks the file off has what came of it.
    if (stated && personal.length > 0 && context.req.method !== 'HEAD') {
      const { total = null, totalIsCapped } = await listRecords(scope, entity, { ...requested, limit: 1, count: true })
      const columns = personal.map((name) => entity.fields[name]?.label ?? name)
      await noteTakenOut(scope, { stated, what: entity.plural, format: chosen, rows: totalIsCapped ? null : total, columns, filter: query.toString() })
    }
    return { list: requested, format: chosen, layout: table }
  })
  const rows = exportedRows(inScope, layout, list)
  // The first page is read before the answer begins: a refusal must not come as half a file.
  const first = await rows.next()
  const all = async function* () {
    if (!first.done) yield first.value
    yield* rows
  }
  return new Response(exportStream(format, layout, all()), { headers: attachment(`${entity.name}.${format}`, contentTypes[format]) })
}

function formatOf(entity: AnyEntity, text: string): ExportFormat {
  const offered = exportFormatsOf(entity)
  const format = offered.find((one) => one === text)
  if (!format) throw fieldProblem('format', 'choice', phrase`One of: ${listed(offered)}.`)
  return format
}

async function sendMade(context: Context, deps: AppContext, entity: AnyEntity): Promise<Response> {
  const { job, file, tenantId } = await enter(deps, context, onOperator, async (scope) => ({
    ...(await fileOfExport(scope, entity, context.req.param('exportId') ?? '')),
    tenantId: scope.tenant.id,
  }))
  const bytes = await driverOf(deps.files, file.stored_in).get({ tenantId, id: file.id })
  if (!bytes) throw new Problem('GONE', { message: 'The content of this file is no longer where it was stored.' })
  const headers = { ...attachment(job.fileName, contentTypes[job.format]), 'Content-Length': String(bytes.byteLength) }
  return new Response(context.req.method === 'HEAD' ? null : bytes, { headers })
}
