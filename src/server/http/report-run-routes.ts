// Addresses of reports that are made in the background: asking for one, how far it is, cancelling it, and its file, for whoever asked.
import type { Context } from 'hono'
import { z } from 'zod'
import { Problem } from '#domain/kernel/problems.ts'
import { findReport, reports } from '#domain/reports/all.ts'
import { type AnyReport, backgroundFormats, isMadeInBackground } from '#domain/reports/report.ts'
import { type ReportRun, reportRun, reportRuns, runnableReports, toRun } from '#domain/reports/run-answer.ts'
import { fileLinkSeconds } from '#server/auth/file-link.ts'
import { requireSameRights } from '#server/exchange/export-jobs.ts'
import { driverOf } from '#server/files/storage.ts'
import { mayRun, reportScopes, requireFormat } from '#server/reports/engine/access.ts'
import { newestMadeFiles } from '#server/reports/engine/made-file.ts'
import { mediaTypes } from '#server/reports/engine/report-file.ts'
import { cancelRun, getRun, listRuns, type RunFacts, requestRun, runAnswer } from '#server/reports/engine/report-runs.ts'
import type { Scope } from '../scope.ts'
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
      handler: async (scope, { param, body, deps }) => {
        const run = await requestRun(scope, report, body)
        return { status: 202, json: linked(scope, deps, param('operator'), run), headers: { Location: `${runsOf(param('operator'))}/${run.id}` } }
      },
    }),
  ),
  route({
    id: 'reports.list',
    tag: 'report',
    method: 'get',
    path: reportsBase,
    summary: 'The reports that the caller may run, with the newest file that they had made of each',
    answer: runnableReports,
    says: 'In the order of the dictionary.',
    handler: async (scope) => {
      const newest = new Map((await newestMadeFiles(scope)).map((one) => [one.report, { format: one.format, madeAt: one.made_at }]))
      return { json: { items: reports.filter((one) => mayRun(scope, one)).map(({ id }) => ({ report: id, lastFile: newest.get(id) ?? null })) } }
    },
  }),
  route({
    id: 'reportRuns.list',
    tag: 'report',
    method: 'get',
    path: runsBase,
    summary: 'Files of reports that the caller had made, newest first',
    answer: reportRuns,
    says: 'The newest fifty.',
    handler: async (scope, { param, deps }) => ({ json: { items: (await listRuns(scope)).map((run) => linked(scope, deps, param('operator'), run)) } }),
  }),
  route({
    id: 'reportRuns.view',
    tag: 'report',
    method: 'get',
    path: `${runsBase}/{id}`,
    summary: 'How far one is',
    answer: reportRun,
    says: 'The run.',
    handler: async (scope, { param, deps }) => ({ json: linked(scope, deps, param('operator'), runAnswer(await getRun(scope, param('id')))) }),
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
    handler: async (scope, { param, deps }) => ({ json: linked(scope, deps, param('operator'), await cancelRun(scope, param('id'))) }),
  }),
  route({
    id: 'reportRuns.file',
    tag: 'report',
    method: 'get',
    path: `${runsBase}/{id}/file`,
    summary: 'The file of one, for whoever asked for it',
    description:
      'By the address that the run says as `fileUrl`, which lives fifteen minutes. Refused: 403 where it was altered or made for somebody else, 410 afterwards.',
    query: z.strictObject({
      until: z.string().default('').describe('When the link ends, in seconds since 1970.'),
      seal: z.string().default(''),
    }),
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
    if (found.state === 'EXPIRED') throw expired()
    if (found.state !== 'DONE') throw new Problem('STATE_CONFLICT', { message: 'The file is not ready.' })
    requireLink(scope, deps, found.id, new URL(context.req.url).searchParams)
    await requireSameRights(scope, found)
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

const runsOf = (operator: string): string => runsBase.replace('{operator}', encodeURIComponent(operator))

/** With the link to its file, for whoever is answered. */
function linked({ tenant, user, now }: Scope, { fileLinks }: AppContext, operator: string, run: RunFacts): ReportRun {
  if (run.state !== 'DONE') return { ...run, fileUrl: null, fileUrlUntil: null }
  const until = Math.floor(now.getTime() / 1000) + fileLinkSeconds
  const query = new URLSearchParams({ until: String(until), seal: fileLinks.sealOf(tenant.id, { run: run.id, user: user.id, until }) })
  return { ...run, fileUrl: `${runsOf(operator)}/${run.id}/file?${query}`, fileUrlUntil: new Date(until * 1000).toISOString() }
}

/** Throws FORBIDDEN for a link that was not made here for this person and this file, GONE for one that has ended. */
function requireLink({ tenant, user, now }: Scope, { fileLinks }: AppContext, run: string, query: URLSearchParams): void {
  const until = Number(query.get('until') ?? Number.NaN)
  if (!Number.isSafeInteger(until) || !fileLinks.isOurs(tenant.id, { run, user: user.id, until }, query.get('seal') ?? ''))
    throw new Problem('FORBIDDEN', { message: 'This link was not made for you and this file. Open the file from your list of files.' })
  if (until * 1000 <= now.getTime()) throw new Problem('GONE', { message: 'This link has ended after fifteen minutes. Open the file from your list of files.' })
}

const expired = (): Problem => new Problem('GONE', { message: 'The file has been removed after its days. Make it again.' })
