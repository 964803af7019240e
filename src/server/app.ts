// The table of contents of HTTP: everything the server answers, in the order in which it is looked for.
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { Problem } from '#domain/kernel/problems.ts'
import type { InvitationLinks } from './auth/invitation-link.ts'
import type { Rate } from './auth/rate-limit.ts'
import type { SignIn } from './auth/sign-in.ts'
import { databaseStorage } from './files/database-driver.ts'
import type { FileStorage } from './files/storage.ts'
import { mountClientRoutes } from './http/client-routes.ts'
import { docsPage } from './http/docs-page.ts'
import { type Deps, requestIdOf } from './http/endpoint.ts'
import { mountEntityRoutes } from './http/entity-routes.ts'
import { mountExchange } from './http/exchange.ts'
import { mountFileRoutes } from './http/file-routes.ts'
import { mountFindingRoutes } from './http/finding-routes.ts'
import { mountImageRoutes } from './http/image-routes.ts'
import { refuseUnknownHosts } from './http/known-hosts.ts'
import { mountMapRoutes } from './http/map-routes.ts'
import { createMetrics } from './http/metrics.ts'
import { openApi } from './http/openapi.ts'
import { mountOperations } from './http/operations.ts'
import { mountPlatformRoutes } from './http/platform-routes.ts'
import { problemResponse } from './http/problems.ts'
import { limitPublicCalls, publicRate } from './http/public-rate.ts'
import { mountPublicRoutes } from './http/public-routes.ts'
import { mountReportRoutes } from './http/report-routes.ts'
import { securityHeaders } from './http/security.ts'
import { mountSignIn } from './http/sign-in-routes.ts'
import { mountToleranceRoutes } from './http/tolerance-routes.ts'
import { mountUserRoutes } from './http/user-routes.ts'
import { webFiles } from './http/web.ts'
import { FairQueue } from './images/fair-queue.ts'

export type AppDeps = Deps & {
  /** The session calls; absent in tests that only ask as somebody. */
  signIn?: SignIn
  /** Folder of the built web; absent = the API alone (in development the web is served in front). */
  webFolder?: string
  isSecure?: boolean
  isBehindProxy?: boolean
  /** Other origins that the web may call: those of Firebase, where it is configured. */
  connectTo?: readonly string[]
  metricsToken?: string | null
  /** Without a token anybody may read the metrics: in development only. */
  areMetricsOpen?: boolean
  /** Bearer token of the platform's owner; null = there is no such call. */
  platformToken?: string | null
  /** Makes and reads the links of invitations; absent where nobody comes in by one (the loader of the demo, tests of other things). */
  invitations?: InvitationLinks
  /** Where attached files are stored; absent = in the database. */
  files?: FileStorage
  /** How often one caller may ask what needs no sign-in; absent = publicRate. */
  anonymousRate?: Rate
}

/** The whole of HTTP over the given parts; nothing in here outlives it. */
export function createApp(deps: AppDeps): Hono {
  const {
    database,
    signIn,
    webFolder,
    isSecure = false,
    isBehindProxy = false,
    connectTo = [],
    metricsToken = null,
    areMetricsOpen = false,
    platformToken = null,
    anonymousRate = publicRate,
    invitations,
    files = databaseStorage(database),
  } = deps
  const app = new Hono()
  const metrics = createMetrics({ engine: database.engine, node: process.version })

  app.use(async (context, next) => {
    const given = context.req.header('x-request-id')
    const requestId = given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    context.set('requestId', requestId)
    await next()
    context.res.headers.set('X-Request-Id', requestId)
  })
  app.use(metrics.measure)
  app.use(securityHeaders(isSecure, connectTo))
  const limited = limitPublicCalls({ isBehindProxy, clock: () => deps.now().getTime(), rate: anonymousRate })
  for (const path of ['/api/auth/*', '/api/tenant/*', '/api/public/*', '/api/platform/*', '/files/*', '/_image', '/public/crop/*', '/public/batch/*'])
    app.use(path, limited)
  app.use('/api/*', compress())

  // For machines and for the platform's owner, at any host.
  mountOperations(app, { database, metrics, metricsToken, areMetricsOpen })
  mountPlatformRoutes(app, deps, platformToken, invitations)
  const web = webFolder ? webFiles(webFolder) : undefined
  app.use(refuseUnknownHosts(deps, web))
  if (signIn) mountSignIn(app, { tenants: deps.tenants, signIn, isBehindProxy })
  const queue = new FairQueue()
  mountClientRoutes(app, deps, { ways: signIn?.ways ?? [], queue })
  mountToleranceRoutes(app, deps)
  mountImageRoutes(app, deps, queue)
  mountMapRoutes(app, deps)
  mountReportRoutes(app, deps)
  if (invitations) mountUserRoutes(app, deps, invitations)
  mountExchange(app, deps)
  mountFileRoutes(app, deps, { files, queue })
  mountEntityRoutes(app, deps)
  mountFindingRoutes(app, deps)
  mountPublicRoutes(app, deps, { isSecure })
  app.get('/api/openapi.json', (context) => context.json(openApi(), 200, { 'Cache-Control': 'no-cache' }))
  app.get('/api/docs', (context) => context.html(docsPage(), 200, { 'Cache-Control': 'no-cache' }))

  app.all('/api/*', () => {
    throw new Problem('NOT_FOUND')
  })
  if (web) app.all('*', web)
  app.notFound(() => {
    throw new Problem('NOT_FOUND')
  })
  app.onError((error, context) => problemResponse(error, requestIdOf(context), deps.log))
  return app
}
