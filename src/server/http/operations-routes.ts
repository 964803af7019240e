// /api/operations: how the installation does for one programme, for its administrators: what is done for it later, its mail, its files and
// rows, and whether the database answers. Of other programmes nothing can be seen here, of what is common only its health.
import type { Context, Hono } from 'hono'
import { can } from '#domain/access.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { type FileStorage, storesOf } from '#server/files/storage.ts'
import { installation } from '#server/operations/installation.ts'
import { ownJobs, tryAgain } from '#server/operations/queue-figures.ts'
import { fileFigures, mailFigures, messageFigures, tableFigures } from '#server/operations/tenant-figures.ts'
import { quotaOf } from '#server/store/stored-bytes.ts'
import type { Scope } from '../scope.ts'
import { type Deps, enter, refuseUnknown, requestIdOf } from './endpoint.ts'

const base = '/api/operations'
const jobPath = `${base}/jobs/:id{[0-9a-fA-F-]{36}}/retry`

export function mountOperationsRoutes(app: Hono, deps: Deps, files: FileStorage): void {
  /** The queue is read by its owner and not by the application, so it is asked after the caller's own transaction. */
  const asAdministrator = <T>(context: Context, work: (scope: Scope) => Promise<T>): Promise<T> => {
    refuseUnknown(new URL(context.req.url).searchParams, [])
    return enter(deps, context, {}, (scope) => {
      if (!can(scope.user, 'client', 'E')) throw new Problem('FORBIDDEN', { message: 'Only an administrator of the programme sees how it is run.' })
      return work(scope)
    })
  }
  const answer = (json: unknown) => new Response(JSON.stringify(json), { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } })

  app.get(base, async (context) => {
    const { tenantId, ...own } = await asAdministrator(context, async ({ db, tenant }) => ({
      tenantId: tenant.id,
      mail: { ...(await mailFigures(db, tenant.id)), isSent: deps.sendsMail === true },
      messages: await messageFigures(db, tenant.id),
      files: { ...(await fileFigures(db, tenant.id)), quotaBytes: quotaOf(tenant, files), into: files.into, stores: storesOf(files) },
    }))
    return answer({ ...own, jobs: await ownJobs(deps.database, tenantId), ...(await installation(deps.database)) })
  })
  app.get(`${base}/tables`, async (context) => answer({ items: await asAdministrator(context, ({ db, tenant }) => tableFigures(db, tenant.id)) }))
  app.post(jobPath, async (context) => {
    const { tenant, user } = await asAdministrator(context, async (scope) => scope)
    const { topic } = await tryAgain(deps.database, tenant.id, context.req.param('id') ?? '')
    deps.jobs?.wake(topic, { tenantId: tenant.id })
    deps.log('info', 'job: another try was asked for', { requestId: requestIdOf(context), tenant: tenant.subdomain, user: user.id, topic })
    return answer({ topic })
  })
  for (const [path, allowed] of [
    [base, 'GET, HEAD'],
    [`${base}/tables`, 'GET, HEAD'],
    [jobPath, 'POST'],
  ] as const)
    app.all(path, () => {
      throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: allowed } })
    })
}
