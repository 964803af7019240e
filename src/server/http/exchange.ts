// Files in and out, for every entity: import with a dry run, its progress and the rows that came back,
// templates, and the export of a list. Mounted before the routes of the entities.

import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { entities } from '#domain/entities.ts'
import { csvLine } from '#domain/exchange/csv.ts'
import type { Layout } from '#domain/exchange/layout.ts'
import { kindsOf, layoutOf } from '#domain/exchange/layouts.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { listed, phrase, word } from '#domain/messages/message.ts'
import { acceptImport, cancelImport } from '#server/exchange/accept-import.ts'
import { contentTypes, type ExportFormat, exportedRows, exportFormatsOf, exportStream, textStream } from '#server/exchange/export.ts'
import { ImportEnds } from '#server/exchange/import-ends.ts'
import { isUnderway, type Job, ownJobs, problemLines, readJob, recentJobs, rejectsAfter } from '#server/exchange/import-jobs.ts'
import { inspectUpload, refuseUnusable } from '#server/exchange/inspect.ts'
import { csvTemplate, xlsxTemplate } from '#server/exchange/templates.ts'
import { receiveUpload, type Upload } from '#server/exchange/upload.ts'
import { listQuery } from '#server/store/list-query.ts'
import { refuseWithoutRight } from '../exchange/refuse-without-right.ts'
import type { Scope } from '../scope.ts'
import { type Deps, endpoint, enter, refuseUnknown, tenantOf } from './endpoint.ts'
import { entityBase } from './entity-routes.ts'
import { once } from './idempotency.ts'
import type { Reply } from './reply.ts'

/** `Prefer: wait=…` beyond this is cut; proxies give up sooner anyway. */
const longestWaitSeconds = 120
const rejectsPerPage = 500

/** `quotaBytes`: what a programme may store that has no quota of its own. */
type ExchangeDeps = Deps & { quotaBytes: number; importEnds: ImportEnds }

export function mountExchange(app: Hono, given: Deps, { quotaBytes }: { quotaBytes: number }): void {
  const deps: ExchangeDeps = { ...given, quotaBytes, importEnds: given.importEnds ?? new ImportEnds() }
  app.get(
    '/api/imports',
    endpoint(deps, { parameters: [] }, async (scope) => ({ json: { items: await ownJobs(scope) } })),
  )
  for (const entity of entities) {
    const base = entityBase(entity.name)
    if (kindsOf(entity).length) mountImport(app, deps, entity, base)
    mountExport(app, deps, entity, base)
  }
}

function mountImport(app: Hono, deps: ExchangeDeps, entity: AnyEntity, base: string): void {
  const at = { operator: 'path', parameters: [] } as const
  app.post(`${base}/import`, (context) => startImport(deps, entity, context))
  app.all(`${base}/import`, () => {
    throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: 'POST' } })
  })
  app.get(
    `${base}/imports`,
    endpoint(deps, at, async (scope) => {
      refuseWithoutRight(scope, entity, 'I')
      return { json: { items: await recentJobs(scope, entity) } }
    }),
  )
  app.get(`${base}/imports/:importId`, async (context, next) => {
    const wait = waitOf(context)
    if (wait > 0) {
      // Only whoever may see it waits for it.
      await enter(deps, context, at, (scope) => readJob(scope, entity, context.req.param('importId')))
      await waitForEnd(deps, context, context.req.param('importId'), wait)
    }
    return endpoint(deps, at, async (scope, { params }) => ({ json: await answerOfJob(scope, entity, params.importId ?? '') }))(context, next)
  })
  app.post(
    `${base}/imports/:importId/cancel`,
    endpoint(deps, at, async (scope, { params }) => {
      const id = params.importId ?? ''
      const job = await cancelImport(scope, entity, id)
      scope.afterCommit(() => deps.importEnds.noted(id))
      return { json: job }
    }),
  )
  app.get(`${base}/imports/:importId/rejects.csv`, (context) => sendRejects(deps, entity, context))
  app.get(
    `${base}/import-template.csv`,
    endpoint(deps, { operator: 'path', parameters: ['kind'] }, async (scope, { query }) => {
      const layout = layoutFor(scope, entity, query)
      return { bytes: new TextEncoder().encode(csvTemplate(layout)), headers: attachment(`${entity.name}-template.csv`, contentTypes.csv) }
    }),
  )
  app.get(
    `${base}/import-template.xlsx`,
    endpoint(deps, { operator: 'path', parameters: ['kind'] }, async (scope, { query }) => {
      const layout = layoutFor(scope, entity, query)
      return { bytes: await xlsxTemplate(layout), headers: attachment(`${entity.name}-template.xlsx`, contentTypes.xlsx) }
    }),
  )
}

const attachment = (name: string, type: string): Record<string, string> => ({ 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` })

function layoutFor(scope: Scope, entity: AnyEntity, query: URLSearchParams): Layout {
  refuseWithoutRight(scope, entity, 'I')
  const offered = kindsOf(entity)
  const kind = offered.find((one) => one === (query.get('kind') ?? 'records'))
  const layout = kind && layoutOf(entity, kind)
  if (!layout) throw fieldProblem('kind', 'choice', phrase`${word(entity.plural)} have no import of this kind. One of: ${listed(offered)}.`)
  return layout
}

/** First who and whether, then the file, then a look at its columns, and only then a job: a file that cannot be used never becomes one. */
async function startImport(deps: ExchangeDeps, entity: AnyEntity, context: Context): Promise<Response> {
  const query = new URL(context.req.url).searchParams
  refuseUnknown(query, ['dryRun', 'inspect', 'kind', 'name', 'mapping'])
  const [isDryRun, isInspection, mapping] = [flagOf(query, 'dryRun'), flagOf(query, 'inspect'), mappingOf(query)]
  const layout = await enter(deps, context, { operator: 'path' }, async (scope) => layoutFor(scope, entity, query))
  const upload = await receiveUpload(context.req.raw)
  let jobId: string
  let reply: Reply
  try {
    const inspection = await inspectUpload(upload, layout, mapping)
    if (isInspection)
      return json({
        json: { ...inspection, wanted: layout.columns.map(({ name, label, required = false, help = null }) => ({ name, label, required, help })) },
      })
    refuseUnusable(layout, inspection, mapping)
    const isMap = upload.format === 'geojson' || upload.format === 'kml'
    const request = {
      entity,
      kind: layout.kind,
      fileName: fileNameOf(query, upload),
      isDryRun,
      mapping,
      header: isMap ? layout.columns.map(({ name }) => name) : inspection.columns.map((one) => one.header),
      ignoredColumns: inspection.ignored,
    }
    const accept = async (scope: Scope): Promise<Reply> => {
      const importId = await acceptImport(scope, request, upload, deps.quotaBytes)
      return { status: 202, json: { importId }, headers: { Location: `${context.req.path.replace(/\/import$/, '/imports')}/${importId}` } }
    }
    const key = context.req.header('idempotency-key')
    const keyed =
      key === undefined ? null : { key, method: 'POST', path: context.req.path, body: { sha256: upload.sha256, query: query.toString() }, isKnown: false }
    reply = await enter(deps, context, { operator: 'path' }, (scope) => (keyed ? once(scope, keyed, () => accept(scope)) : accept(scope)))
    jobId = started.parse(reply.json).importId
  } finally {
    await upload.dispose()
  }
  await waitForEnd(deps, context, jobId, waitOf(context))
  return json({ ...reply, json: { ...(await enter(deps, context, { operator: 'path' }, (scope) => answerOfJob(scope, entity, jobId))), importId: jobId } })
}

/** What a started import answers, also when it is repeated by its Idempotency-Key. */
const started = z.object({ importId: z.string() })

async function waitForEnd(deps: ExchangeDeps, context: Context, id: string, ms: number): Promise<void> {
  if (ms === 0) return
  const { id: tenantId } = await tenantOf(deps, context.req.raw)
  await deps.importEnds.wait(id, ms, async () => !(await deps.database.transaction(tenantId, (db) => isUnderway(db, tenantId, id))))
}

const json = ({ status = 200, json: body, headers = {} }: Reply): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers } })

async function answerOfJob(scope: Scope, entity: AnyEntity, id: string): Promise<Job & { problems: unknown[] }> {
  const { header: _, ...job } = await readJob(scope, entity, id)
  return { ...job, problems: await problemLines(scope, id) }
}

/** The rows that came back as they were sent, with what is wrong in two more columns: corrected, the file can be sent again. */
async function sendRejects(deps: Deps, entity: AnyEntity, context: Context): Promise<Response> {
  const id = context.req.param('importId') ?? ''
  const job = await enter(deps, context, { operator: 'path' }, (scope) => readJob(scope, entity, id))
  const pieces = async function* () {
    yield `\ufeff${csvLine([...job.header, 'import_row', 'import_problems'])}`
    let last = 0
    for (;;) {
      const page = await enter(deps, context, { operator: 'path' }, (scope) => rejectsAfter(scope, id, last, rejectsPerPage))
      for (const { row, cells, problems } of page)
        yield csvLine([...cells, String(row), problems.map(({ column, message }) => (column ? `${column}: ${message}` : message)).join(' | ')])
      if (page.length < rejectsPerPage) return
      last = page.at(-1)?.row ?? last
    }
  }
  return new Response(textStream(pieces()), {
    headers: {
      ...attachment(`${job.fileName.replace(/\.[a-z]+$/i, '').replaceAll(/[^\w.-]+/g, '-') || 'import'}-rejects.csv`, contentTypes.csv),
      'Cache-Control': 'no-store',
    },
  })
}

function mountExport(app: Hono, deps: Deps, entity: AnyEntity, base: string): void {
  app.get(`${base}/export`, async (context) => {
    const query = new URL(context.req.url).searchParams
    const format = formatOf(entity, query.get('format') ?? 'csv')
    query.delete('format')
    const inScope = <T>(work: (scope: Scope) => Promise<T>) => enter(deps, context, { operator: 'path' }, work)
    const layout = await inScope(async (scope) => {
      refuseWithoutRight(scope, entity, 'X')
      return layoutOf(entity, 'records')
    })
    const requested = listQuery(entity, query)
    if (requested.fields) throw fieldProblem('fields', 'unknown', 'This parameter is not known here: a file carries every column.')
    if (!layout || requested.cursor || query.has('limit')) throw fieldProblem(query.has('limit') ? 'limit' : 'cursor', 'unknown', 'An export has no pages.')
    const rows = exportedRows(inScope, layout, requested)
    // The first page is read before the answer begins: a refusal must not come as half a file.
    const first = await rows.next()
    const all = async function* () {
      if (!first.done) yield first.value
      yield* rows
    }
    return new Response(exportStream(format, layout, all()), {
      headers: { ...attachment(`${entity.name}.${format}`, contentTypes[format]), 'Cache-Control': 'no-store' },
    })
  })
}

function formatOf(entity: AnyEntity, text: string): ExportFormat {
  const offered = exportFormatsOf(entity)
  const format = offered.find((one) => one === text)
  if (!format) throw fieldProblem('format', 'choice', phrase`One of: ${listed(offered)}.`)
  return format
}

function flagOf(query: URLSearchParams, name: string): boolean {
  const value = query.get(name) ?? 'false'
  if (value !== 'true' && value !== 'false') throw fieldProblem(name, 'type', 'true or false.')
  return value === 'true'
}

/** `mapping={"Header of the file":"our_column"}`, chosen by a person; '' leaves a column out. */
function mappingOf(query: URLSearchParams): Record<string, string> {
  const text = query.get('mapping')
  if (text === null) return {}
  try {
    const mapping = z.record(z.string(), z.string()).safeParse(text.length <= 20_000 ? JSON.parse(text) : null)
    if (mapping.success) return mapping.data
  } catch {
    /* Answered below. */
  }
  throw fieldProblem('mapping', 'format', 'A JSON object of text to text: header of the file to column.')
}

const fileNameOf = (query: URLSearchParams, { format }: Upload): string =>
  (query.get('name') ?? '')
    .replaceAll(/[\p{Cc}/\\]/gu, ' ')
    .trim()
    .slice(0, 120) || `import.${format}`

/** `Prefer: wait=10` (RFC 7240): the answer comes when the import has ended, or after so many seconds. */
function waitOf(context: Context): number {
  const [, seconds] = /(?:^|[,;\s])wait=(\d{1,6})/.exec(context.req.header('prefer') ?? '') ?? []
  return Math.min(Number(seconds ?? 0), longestWaitSeconds) * 1000
}
