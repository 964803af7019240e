// The table of contents of HTTP: everything the server answers, in the order in which it is looked for.
import { randomBytes, randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { Problem } from '#domain/kernel/problems.ts'
import { userById } from './auth/access.ts'
import { createFileLinks } from './auth/file-link.ts'
import type { InvitationLinks } from './auth/invitation-link.ts'
import type { Rate } from './auth/rate-limit.ts'
import type { SignIn } from './auth/sign-in.ts'
import type { Secrets } from './auth/tokens.ts'
import { createInboxStreams, type InboxStreams } from './channels/streams.ts'
import { ImportEnds } from './exchange/import-ends.ts'
import { databaseStorage } from './files/database-driver.ts'
import type { FileStorage } from './files/storage.ts'
import type { AppContext } from './http/app-context.ts'
import { docsPage } from './http/docs-page.ts'
import type { Deps } from './http/endpoint.ts'
import { mountEntityRoutes } from './http/entity-routes.ts'
import { refuseUnknownHosts } from './http/known-hosts.ts'
import { createMetrics, noMetrics } from './http/metrics.ts'
import { openApi } from './http/openapi.ts'
import { mountOperations } from './http/operations.ts'
import { platformRoutes } from './http/platform-routes.ts'
import { problemResponse } from './http/problems.ts'
import { limitCallsOfSignIn, limitPublicCalls, limitRefusedCalls, publicRate, refusedRate } from './http/rates.ts'
import { mountRoutes } from './http/route.ts'
import { routes } from './http/routes.ts'
import { isSameSecret } from './http/same-secret.ts'
import { securityHeaders } from './http/security.ts'
import { mountSignIn } from './http/sign-in-routes.ts'
import { sparingLog } from './http/sparing-log.ts'
import { webFiles } from './http/web.ts'
import { FairQueue } from './images/fair-queue.ts'
import { SizedPictures } from './images/sized-pictures.ts'
import { exportJob } from './jobs/exports.ts'
import { importJob } from './jobs/imports.ts'
import { jobsInProcess } from './jobs/in-process.ts'
import { TileCache } from './map/tile-cache.ts'
import { type GroundSettings, groundSettings } from './map-settings.ts'
import { type Tracing, traceRequests } from './tracing/tracing.ts'

export type AppDeps = Deps & {
  /** The session calls; absent in tests that only ask as somebody. */
  signIn?: SignIn
  /** Folder of the built web; absent = the API alone (in development the web is served in front). */
  webFolder?: string
  isSecure?: boolean
  isBehindProxy?: boolean
  /** Other origins that the web may call: those of Firebase, where it is configured. */
  connectTo?: readonly string[]
  /** Maps under our own shapes; absent: none. */
  maps?: GroundSettings
  metricsToken?: string | null
  /** Without a token anybody may read the metrics: in development only. */
  areMetricsOpen?: boolean
  /** Absent: nothing is traced. */
  tracing?: Tracing
  /** Bearer token of the platform's owner; null = there is no such call. */
  platformToken?: string | null
  /** What reports of a provider of telephones are signed with; null = there is no such call. */
  telephoneSecret?: string | null
  /** Makes and reads the links of invitations; absent where nobody comes in by one (the loader of the demo, tests of other things). */
  invitations?: InvitationLinks
  /** What links to files of reports are signed with; absent: one of this app alone, in tests and the loader of the demo. */
  secrets?: Secrets
  /** Where attached files are stored; absent = in the database. */
  files?: FileStorage
  /** Open inboxes; absent = those of this app. */
  streams?: InboxStreams
  /** How often one caller may ask what needs no sign-in; absent = publicRate. */
  anonymousRate?: Rate
  /** How often one caller may be answered 401 by what needs a sign-in; absent = refusedRate. */
  refusedCallsRate?: Rate
  /** How often one sign-in may ask; absent = as often as it likes. */
  signedInRate?: Rate | null
}

/** With the workers that carry imports and exports out, where none were given. */
function withJobs(given: AppDeps): AppDeps {
  if (given.jobs !== undefined) return given
  const { database, behaviours, sealing, log, now, importEnds = new ImportEnds() } = given
  const personNow = given.personNow ?? ((tenant, id, db) => userById(db, tenant.id, id))
  const storage = given.files ?? databaseStorage(database)
  const jobs = jobsInProcess([importJob({ personNow, sealing, ends: importEnds }), exportJob({ personNow, storage })], {
    database,
    behaviours,
    log,
    clock: now,
  })
  return { ...given, importEnds, jobs }
}

/** The whole of HTTP over the given parts; nothing in here outlives it. */
export function createApp(given: AppDeps): Hono {
  const deps = withJobs(given)
  const {
    database,
    signIn,
    webFolder,
    isSecure = false,
    isBehindProxy = false,
    connectTo = [],
    maps = groundSettings({}),
    metricsToken = null,
    areMetricsOpen = false,
    platformToken = null,
    telephoneSecret = null,
    anonymousRate = publicRate,
    refusedCallsRate = refusedRate,
    signedInRate = null,
    invitations,
    secrets = [randomBytes(32).toString('base64url')],
    files = databaseStorage(database),
    streams = createInboxStreams(database),
    tracing,
  } = deps
  const app = new Hono()
  const metrics = metricsToken !== null || areMetricsOpen ? createMetrics(database) : noMetrics
  const sparing = sparingLog(deps.log)

  app.use(async (context, next) => {
    const given = context.req.header('x-request-id')
    const requestId = given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    context.set('requestId', requestId)
    await next()
    context.res.headers.set('X-Request-Id', requestId)
  })
  if (tracing) app.use(traceRequests(tracing))
  app.use(metrics.measure)
  app.use(securityHeaders(isSecure, [...connectTo, ...maps.origins], maps.origins))
  const limited = limitPublicCalls({ isBehindProxy, clock: () => deps.now().getTime(), rate: anonymousRate })
  for (const path of [
    '/api/auth/*',
    '/api/tenant/*',
    '/api/public/*',
    '/api/platform/*',
    '/files/*',
    '/_image',
    '/public/crop/*',
    '/public/batch/*',
    '/public/report/*',
    '/01/*',
  ])
    app.use(path, limited)
  const refusals = limitRefusedCalls({ isBehindProxy, clock: () => deps.now().getTime(), rate: refusedCallsRate })
  const ofSignIn = signedInRate ? limitCallsOfSignIn({ clock: () => deps.now().getTime(), rate: signedInRate }) : null
  for (const path of ['/api/operators/*', '/api/client/*', '/api/tolerances', '/api/operations/*', '/api/telephone/*'])
    app.use(path, refusals, ...(ofSignIn ? [ofSignIn] : []))
  app.use('/api/*', compress())

  const queue = new FairQueue()
  const context: AppContext = {
    ...deps,
    files,
    streams,
    queue,
    previews: new SizedPictures(queue),
    pictures: new SizedPictures(queue),
    tiles: new TileCache(),
    maps,
    importEnds: deps.importEnds ?? new ImportEnds(),
    isSecure,
    signIn: signIn ?? null,
    invitations: invitations ?? null,
    fileLinks: createFileLinks(secrets, isSameSecret),
    platformToken,
    telephoneSecret,
  }

  // For machines and for the platform's owner, at any host.
  mountOperations(app, { database, metrics, metricsToken, areMetricsOpen })
  mountRoutes(app, context, platformRoutes)
  const web = webFolder ? webFiles(webFolder) : undefined
  app.use(refuseUnknownHosts(deps, web))
  if (signIn) mountSignIn(app, { tenants: deps.tenants, signIn, isBehindProxy })
  mountRoutes(app, context, routes)
  mountEntityRoutes(app, deps)
  app.get('/api/openapi.json', (context) => context.json(openApi(), 200, { 'Cache-Control': 'no-cache' }))
  app.get('/api/docs', (context) => context.html(docsPage(), 200, { 'Cache-Control': 'no-cache' }))

  app.all('/api/*', () => {
    throw new Problem('NOT_FOUND')
  })
  if (web) app.all('*', web)
  app.notFound(() => {
    throw new Problem('NOT_FOUND')
  })
  app.onError((error, context) => problemResponse(error, context, { log: deps.log, sparing }))
  return app
}
