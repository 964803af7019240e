// Addresses of reports that are made in the background: asking for one, how far it is, cancelling it, and its file, for whoever asked.

import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { Problem } from '#domain/kernel/problems.ts'
import { parse } from '#domain/kernel/schemas.ts'
import { languageCodes } from '#domain/messages/languages.ts'
import { findReport, reports } from '#domain/reports/all.ts'
import { backgroundFormats } from '#domain/reports/report.ts'
import { rightsOf } from '#server/exchange/export-jobs.ts'
import { driverOf, type FileStorage } from '#server/files/storage.ts'
import { requireFormat } from '#server/reports/engine/access.ts'
import { mediaTypes } from '#server/reports/engine/report-file.ts'
import { cancelRun, getRun, listRuns, requestRun, runAnswer } from '#server/reports/engine/report-runs.ts'
import { reportsBase } from './declared-report-routes.ts'
import { type Deps, endpoint, enter, refuseUnknown } from './endpoint.ts'

export const runsBase = '/api/operators/:operator/report-runs'
const one = `${runsBase}/:id{[0-9a-fA-F-]{36}}`

const body = z.strictObject({
  format: z.enum(backgroundFormats),
  language: z.enum(languageCodes).default('en'),
  parameters: z.record(z.string().max(60), z.unknown()).default({}),
})

export function mountReportRuns(app: Hono, deps: Deps, files: FileStorage): void {
  for (const report of reports) {
    const path = `${reportsBase}/${report.id}/runs`
    app.post(
      path,
      endpoint(deps, { operator: 'path', parameters: [] }, async (scope, call) => {
        const run = await requestRun(scope, report, parse(body, call.body))
        return { status: 202, json: run, headers: { Location: `${runsBase.replace(':operator', call.params.operator ?? '-')}/${run.id}` } }
      }),
    )
    only(app, path, 'POST')
  }
  app.get(
    runsBase,
    endpoint(deps, { operator: 'path', parameters: [] }, async (scope) => ({ json: { items: await listRuns(scope) } })),
  )
  only(app, runsBase, 'GET, HEAD')
  app.get(
    one,
    endpoint(deps, { operator: 'path', parameters: [] }, async (scope, { params }) => ({ json: runAnswer(await getRun(scope, params.id ?? '')) })),
  )
  only(app, one, 'GET, HEAD')
  app.post(
    `${one}/cancel`,
    endpoint(deps, { operator: 'path', parameters: [] }, async (scope, { params }) => ({ json: await cancelRun(scope, params.id ?? '') })),
  )
  only(app, `${one}/cancel`, 'POST')
  app.get(`${one}/file`, (context) => sendFile(deps, files, context))
  only(app, `${one}/file`, 'GET, HEAD')
}

const only = (app: Hono, path: string, methods: string) =>
  app.all(path, () => {
    throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: methods } })
  })

/** The right to run the report is asked again, and that rights are those with which it was made: rows and masked fields depend on them. */
async function sendFile(deps: Deps, files: FileStorage, context: Context): Promise<Response> {
  refuseUnknown(new URL(context.req.url).searchParams, [])
  const { run, stored } = await enter(deps, context, { operator: 'path' }, async (scope) => {
    const found = await getRun(scope, context.req.param('id') ?? '')
    const report = findReport(found.report)
    if (report) requireFormat(scope, report, found.format)
    if (found.state !== 'DONE') throw new Problem('STATE_CONFLICT', { message: 'The file is not ready.' })
    if (found.rights !== rightsOf(scope.user)) throw new Problem('GONE', { message: 'Your rights have changed since this file was made. Make it again.' })
    const file = await scope.db
      .selectFrom('file')
      .select(['id', 'stored_in', 'tenant_id'])
      .where('tenant_id', '=', scope.tenant.id)
      .where('id', '=', found.file_id)
      .where('state', 'in', ['UNATTACHED', 'ATTACHED'])
      .executeTakeFirst()
    if (!file) throw expired()
    return { run: found, stored: file }
  })
  const bytes = await driverOf(files, stored.stored_in).get({ tenantId: stored.tenant_id, id: stored.id })
  if (!bytes) throw expired()
  return new Response(context.req.method === 'HEAD' ? null : bytes, {
    headers: {
      'Content-Type': mediaTypes[run.format],
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': `attachment; filename="${run.file_name ?? run.report}"`,
      'Cache-Control': 'no-store',
      ...(run.sha256 ? { 'X-Report-SHA256': run.sha256 } : {}),
    },
  })
}

const expired = (): Problem => new Problem('GONE', { message: 'The file has been removed after its days. Make it again.' })
