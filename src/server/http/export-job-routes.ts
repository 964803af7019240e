// Addresses of long exports, for every entity: asking for one, how far it is, cancelling it, and its file, for whoever asked.
import type { Context, Hono } from 'hono'
import { entities } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { contentTypes } from '#server/exchange/export.ts'
import { cancelExport, exportOf, fileOfExport, ownExports, requestExport } from '#server/exchange/export-jobs.ts'
import { refuseWithoutRight } from '#server/exchange/refuse-without-right.ts'
import { driverOf, type FileStorage } from '#server/files/storage.ts'
import { listQuery } from '#server/store/list-query.ts'
import { type Deps, endpoint, enter, refuseUnknown } from './endpoint.ts'
import { entityBase } from './entity-routes.ts'

export function mountExportJobs(app: Hono, deps: Deps, files: FileStorage): void {
  app.get(
    '/api/exports',
    endpoint(deps, { parameters: [] }, async (scope) => ({ json: { items: await ownExports(scope) } })),
  )
  only(app, '/api/exports', 'GET, HEAD')
  const at = { operator: 'path', parameters: [] } as const
  for (const entity of entities) {
    const all = `${entityBase(entity.name)}/exports`
    const one = `${all}/:exportId{[0-9a-fA-F-]{36}}`
    app.post(
      all,
      endpoint(deps, { operator: 'path' }, async (scope, { query, params }) => {
        refuseWithoutRight(scope, entity, 'X')
        const format = query.get('format') ?? 'csv'
        const list = new URLSearchParams(query)
        list.delete('format')
        refusePages(entity, list)
        const job = await requestExport(scope, entity, format, list.toString())
        return { status: 202, json: job, headers: { Location: `${all.replace(':operator', params.operator ?? '-')}/${job.id}` } }
      }),
    )
    only(app, all, 'POST')
    app.get(
      one,
      endpoint(deps, at, async (scope, { params }) => ({ json: await exportOf(scope, entity, params.exportId ?? '') })),
    )
    only(app, one, 'GET, HEAD')
    app.post(
      `${one}/cancel`,
      endpoint(deps, at, async (scope, { params }) => ({ json: await cancelExport(scope, entity, params.exportId ?? '') })),
    )
    only(app, `${one}/cancel`, 'POST')
    app.get(`${one}/file`, (context) => sendFile(deps, files, entity, context))
    only(app, `${one}/file`, 'GET, HEAD')
  }
}

const only = (app: Hono, path: string, methods: string) =>
  app.all(path, () => {
    throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: methods } })
  })

/** Throws VALIDATION: search, filters and order only. */
function refusePages(entity: AnyEntity, query: URLSearchParams): void {
  const { fields } = listQuery(entity, query)
  if (fields) throw fieldProblem('fields', 'unknown', 'This parameter is not known here: a file carries every column.')
  for (const name of ['limit', 'cursor', 'count']) if (query.has(name)) throw fieldProblem(name, 'unknown', 'An export has no pages.')
}

async function sendFile(deps: Deps, files: FileStorage, entity: AnyEntity, context: Context): Promise<Response> {
  refuseUnknown(new URL(context.req.url).searchParams, [])
  const { job, file, tenantId } = await enter(deps, context, { operator: 'path' }, async (scope) => ({
    ...(await fileOfExport(scope, entity, context.req.param('exportId') ?? '')),
    tenantId: scope.tenant.id,
  }))
  const bytes = await driverOf(files, file.stored_in).get({ tenantId, id: file.id })
  if (!bytes) throw new Problem('GONE', { message: 'The content of this file is no longer where it was stored.' })
  return new Response(context.req.method === 'HEAD' ? null : bytes, {
    headers: {
      'Content-Type': contentTypes[job.format],
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': `attachment; filename="${job.fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
