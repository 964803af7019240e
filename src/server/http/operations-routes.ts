// /api/operations: how the installation does for one programme, for its administrators: what is done for it later, its mail, its files and
// rows, and whether the database answers. Of other programmes nothing can be seen here, of what is common only its health.
import type { Context } from 'hono'
import { can } from '#domain/access.ts'
import { Problem } from '#domain/kernel/problems.ts'
import {
  type Operations,
  type OperationsStorage,
  operations,
  operationsStorage,
  operationsTables,
  retriedJob,
  type TableSize,
} from '#domain/tenancy/operations-answer.ts'
import { storesOf } from '#server/files/storage.ts'
import { installation } from '#server/operations/installation.ts'
import { ownJobs, tryAgain } from '#server/operations/queue-figures.ts'
import { storedFiles } from '#server/operations/stored-files.ts'
import { clockFailures, fileFigures, mailFigures, messageFigures, tableFigures } from '#server/operations/tenant-figures.ts'
import { quotaOf } from '#server/store/stored-bytes.ts'
import type { Scope } from '../scope.ts'
import type { AppContext } from './app-context.ts'
import { enter, requestIdOf } from './endpoint.ts'
import { type Route, route } from './route.ts'

/** The queue is read by its owner and not by the application, so it is asked after the caller's own transaction. */
const asAdministrator = <T>(context: Context, deps: AppContext, work: (scope: Scope) => Promise<T>): Promise<T> =>
  enter(deps, context, { signedInOnly: true }, (scope) => {
    if (!can(scope.user, 'client', 'E')) throw new Problem('FORBIDDEN', { message: 'Only an administrator of the programme sees how it is run.' })
    return work(scope)
  })
const answer = <T>(json: T) => Response.json(json, { headers: { 'Cache-Control': 'no-store' } })

export const operationsRoutes: readonly Route[] = [
  route({
    id: 'operations.view',
    signedInOnly: true,
    method: 'get',
    path: '/api/operations',
    summary: 'Jobs, mail, files and the database',
    description: 'For administrators, of their own programme.',
    answer: operations,
    says: 'As it is now.',
    respond: async (context, deps) => {
      const { files } = deps
      const { tenantId, failed, ...own } = await asAdministrator(context, deps, async ({ db, tenant }) => ({
        tenantId: tenant.id,
        failed: await clockFailures(db, tenant.id),
        mail: { ...(await mailFigures(db, tenant.id)), isSent: deps.sendsMail === true },
        messages: await messageFigures(db, tenant.id),
        files: { ...(await fileFigures(db, tenant.id)), quotaBytes: quotaOf(tenant, files), into: files.into, stores: storesOf(files) },
      }))
      const jobs = await ownJobs(deps.database, tenantId)
      return answer<Operations>({ ...own, jobs: { ...jobs, failures: [...failed, ...jobs.failures] }, ...(await installation(deps.database)) })
    },
  }),
  route({
    id: 'operations.tables',
    signedInOnly: true,
    method: 'get',
    path: '/api/operations/tables',
    summary: 'The largest tables',
    description: 'Rows of this programme, counted now.',
    answer: operationsTables,
    says: 'As it is now.',
    respond: async (context, deps) =>
      answer<{ items: TableSize[] }>({ items: await asAdministrator(context, deps, ({ db, tenant }) => tableFigures(db, tenant.id)) }),
  }),
  route({
    id: 'operations.storage',
    signedInOnly: true,
    method: 'get',
    path: '/api/operations/storage',
    summary: 'What stored files take of the quota',
    description: 'Of this programme, by what the files are and what names them, the largest first.',
    answer: operationsStorage,
    says: 'As it is now.',
    respond: async (context, deps) =>
      answer<OperationsStorage>(
        await asAdministrator(context, deps, async ({ db, tenant }) => ({ ...(await storedFiles(db, tenant.id)), quotaBytes: quotaOf(tenant, deps.files) })),
      ),
  }),
  route({
    id: 'operations.retry',
    signedInOnly: true,
    method: 'post',
    path: '/api/operations/jobs/{id}/retry',
    summary: 'Once more for a job that was given up',
    description: 'It is carried out at once; asking twice changes nothing.',
    answer: retriedJob,
    says: 'Its topic.',
    problems: ['STATE_CONFLICT'],
    respond: async (context, deps) => {
      const { tenant, user } = await asAdministrator(context, deps, async (scope) => scope)
      const { topic } = await tryAgain(deps.database, tenant.id, context.req.param('id') ?? '')
      deps.jobs?.wake(topic, { tenantId: tenant.id })
      deps.log('info', 'job: another try was asked for', { requestId: requestIdOf(context), tenant: tenant.subdomain, user: user.id, topic })
      return answer({ topic })
    },
  }),
]
