// Addresses of reports that are made in the background: asking for one, how far it is, cancelling it, and its file, for whoever asked.
import type { Context } from 'hono'
import { Problem } from '#domain/kernel/problems.ts'
import { findReport, reports } from '#domain/reports/all.ts'
import { type AnyReport, backgroundFormats, isMadeInBackground } from '#domain/reports/report.ts'
import { reportRun, reportRuns, toRun } from '#domain/reports/run-answer.ts'
import { rightsOf } from '#server/exchange/export-jobs.ts'
import { driverOf } from '#server/files/storage.ts'
import { reportScopes, requireFormat } from '#server/reports/engine/access.ts'
import { mediaTypes } from '#server/reports/engine/report-file.ts'
import { cancelRun, getRun, listRuns, requestRun, runAnswer } from '#server/reports/engine/report-runs.ts'
import type { AppContext } from './app-context.ts'
import { reportsBase } from './declared-report-routes.ts'
import { enter } from './endpoint.ts'
import { type Route, route } from './route.ts'

const runsBase = '/api/operators/{operator}/report-runs'

export const reportRunRoutes: readonly Route[] = [
  ...reports.filter(isMadeInBackground).map((report: AnyReport) =>
    route({
      id: `report.${report.id}.run`,
      method: 'post',
      path: `${reportsBase}/${report.id}/runs`,
      summary: `Have ${report.code} ${report.title} made in the background`,
      body: toRun,
      answer: reportRun,
      status: 202,
      says: 'Asked for.',
      refuse: (scope) => void reportScopes(scope, report),
      handler: async (scope, { param, body }) => {
        const run = await requestRun(scope, report, body)
        return { status: 202, json: run, headers: { Location: `${runsBase.replace('{operator}', param('operator'))}/${run.id}` } }
      },
    }),
  ),
  route({
    id: 'reportRuns.list',
    tag: 'report',
    method: 'get',
    path: runsBase,
    summary: 'Files of reports that the caller had made, newest first',
    answer: reportRuns,
    says: 'The newest fifty.',
    handler: async (scope) => ({ json: { items: await listRuns(scope) } }),
  }),
  route({
    id: 'reportRuns.view',
    tag: 'report',
    method: 'get',
    path: `${runsBase}/{id}`,
    summary: 'How far one is',
    answer: reportRun,
    says: 'The run.',
    handler: async (scope, { param }) => ({ json: runAnswer(await getRun(scope, param('id'))) }),
  }),
  route({
    id: 'reportRuns.cancel',
    tag: 'report',
    method: 'post',
    path: `${runsBase}/{id}/cancel`,
    summary: 'Stop making one',
    description: 'What has ended stays as it is.',
    answer: reportRun,
    says: 'The run.',
    handler: async (scope, { param }) => ({ json: await cancelRun(scope, param('id')) }),
  }),
  route({
    id: 'reportRuns.file',
    tag: 'report',
    method: 'get',
    path: `${runsBase}/{id}/file`,
    summary: 'The file of one, for whoever asked for it',
    media: backgroundFormats.map((format) => mediaTypes[format]),
    says: 'The file.',
    problems: ['STATE_CONFLICT', 'GONE'],
    respond: (context, deps) => sendFile(deps, context),
  }),
]

/** The right to run the report is asked again, and that rights are those with which it was made: rows and masked fields depend on them. */
async function sendFile(deps: AppContext, context: Context): Promise<Response> {
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
  const bytes = await driverOf(deps.files, stored.stored_in).get({ tenantId: stored.tenant_id, id: stored.id })
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
