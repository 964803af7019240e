// From a request to its one transaction and back. An endpoint is a function of a scope that returns a
// reply or throws a Problem; that single outcome decides the HTTP answer and commit or rollback.

import type { Context, Handler } from 'hono'
import { Problem } from '#domain/kernel/problems.ts'
import type { Database, TransactionUse } from '#server/db/database.ts'
import { inTries } from '#server/db/tries.ts'
import type { ImportEnds } from '#server/exchange/import-ends.ts'
import type { Runner } from '#server/jobs/runner.ts'
import type { PushKeys } from '#server/push-settings.ts'
import { newId } from '#server/store/new-id.ts'
import { type Behaviours, type Caller, type Db, productItself, type Scope, type Sealing, type Tenant } from '../scope.ts'
import { defaultMaxBytes, readJson } from './body.ts'
import { filesToCome, filesToComeHeader } from './files-to-come.ts'
import { once } from './idempotency.ts'
import { refuseBeyondKey, refuseOtherOperator } from './key-limits.ts'
import type { Log } from './log.ts'
import { chosenOperator, sourceOf } from './operator.ts'
import { readerLanguage } from './reader-language.ts'
import type { Reply } from './reply.ts'
import type { Tenants } from './tenants.ts'

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string
    /** Subdomain and id of who is calling, as soon as they are known: for the log. */
    tenant?: string
    userId?: string
  }
}

/** Who is calling: from the session or the bearer token; null = nobody we know. `db` is the request's own transaction. */
export type Authenticate = (request: Request, tenant: Tenant, db: Db) => Promise<Caller | null>

/** Everything long-lived that HTTP needs, handed in at start. */
export type Deps = {
  database: Database
  tenants: Tenants
  behaviours: Behaviours
  /** For what is stored encrypted. */
  sealing?: Sealing | undefined
  authenticate: Authenticate
  log: Log
  now(): Date
  /** The person as they stand at this moment, null when they may not come in any more; absent in tests of other things. */
  personNow?(tenant: Tenant, userId: string, db: Db): Promise<Caller | null>
  /** Where the workers of this process note the ends of imports; absent = without workers of its own. */
  importEnds?: ImportEnds
  /** How people reach the installation, without the programme's name: `farmbook.example`. Absent: as each request names it. */
  publicHost?: string | undefined
  /** False: the installation sends no mail, and people hand links over. */
  sendsMail?: boolean
  /** How browsers are reached while nobody looks at them; absent: they are not. `keys`: of the setting; null: of each programme. */
  push?: { services: readonly string[]; keys: PushKeys | null } | null
  /** Workers of this process; null: what is enqueued here is found by those of another. Absent: imports are carried out here, without a queue. */
  jobs?: Pick<Runner, 'wake'> | null
}

export type Call = {
  context: Context
  params: Record<string, string>
  query: URLSearchParams /** Parsed JSON; undefined when nothing was sent. */
  body: unknown
  header(name: string): string | undefined
}
export type EndpointOptions = {
  /** 'path': the address has :operator, which narrows the scope. Absent: no operator. */
  operator?: 'path'
  /** Bytes of body accepted; absent = 1 MB. */
  maxBytes?: number
  /** Query parameters accepted; absent = the handler reads and checks `query` itself. */
  parameters?: readonly string[]
  /** For people who have signed in themselves: no API key calls it. */
  signedInOnly?: boolean
}

/** The request's id, set by the first middleware. */
export const requestIdOf = (context: Context): string => context.get('requestId')

/** A handler for signed-in people of the tenant of the host. */
export function endpoint(deps: Deps, options: EndpointOptions, work: (scope: Scope, call: Call) => Promise<Reply>): Handler {
  return async (context) => {
    const { request, call } = await receive(deps, context, options)
    const key = request.method === 'POST' ? call.header('idempotency-key') : undefined
    const keyed = key === undefined ? null : { key, method: request.method, path: context.req.path, body: call.body ?? null, isKnown: false }
    return respond(await enter(deps, context, options, (scope) => (keyed ? once(scope, keyed, () => work(scope, call)) : work(scope, call))))
  }
}

/**
 * One transaction in the caller's name: tenant of the host, person, operator of the address. For answers that read
 * their body themselves (imports) or need several transactions (exports); everything else is an endpoint.
 */
export async function enter<T>(
  deps: Deps,
  context: Context,
  options: Pick<EndpointOptions, 'operator' | 'signedInOnly'>,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const request = context.req.raw
  const tenant = await tenantOf(deps, request)
  context.set('tenant', tenant.subdomain)
  const language = readerLanguage(request.headers.get('cookie') ?? undefined, request.headers.get('accept-language') ?? undefined)
  return await committed(deps, context, tenant, async (db, afterCommit) => {
    const user = await deps.authenticate(request, tenant, db)
    if (!user) throw new Problem('UNAUTHENTICATED', { headers: { 'WWW-Authenticate': 'Bearer' } })
    context.set('userId', user.id)
    if (user.apiKey) refuseBeyondKey(user.apiKey, context.req.method, options)
    const scope: Scope = {
      tenant,
      user,
      db,
      operator: null,
      now: deps.now(),
      source: sourceOf(request.headers.get('x-client') ?? undefined, user),
      requestId: requestIdOf(context),
      ...(language ? { language } : {}),
      host: hostOf(deps, tenant, request),
      filesToCome: filesToCome(request.headers.get(filesToComeHeader)),
      behaviours: deps.behaviours,
      sealing: deps.sealing,
      newId,
      afterCommit,
      jobWaits: (topic, payload) => deps.jobs?.wake(topic, { ...payload, tenantId: tenant.id }),
    }
    if (!options.operator) return work(scope)
    const operator = await chosenOperator(scope, context.req.param('operator') ?? '')
    if (user.apiKey) refuseOtherOperator(user.apiKey, operator)
    return work({ ...scope, operator })
  })
}

type AfterCommit = Scope['afterCommit']

/** One transaction of the tenant; tasks that wait for its commit are carried out after it, those of the last try alone. */
async function committed<T>(
  deps: Pick<Deps, 'database' | 'log'>,
  context: Context,
  tenant: Tenant,
  work: (db: Db, afterCommit: AfterCommit) => Promise<T>,
  use: TransactionUse = accessOf(context),
): Promise<T> {
  let later: (() => void)[] = []
  const result = await inTries(() =>
    deps.database.transaction(
      tenant.id,
      (db) => {
        later = []
        return work(db, (task) => {
          later.push(task)
        })
      },
      use,
    ),
  )
  for (const task of later) {
    // What was done is done: a failure afterwards must not look like a refusal of it.
    try {
      task()
    } catch (error) {
      deps.log('error', 'a task after commit failed', { requestId: requestIdOf(context), error })
    }
  }
  return result
}

/** Whether a call may wait for rows of others, and for which record: the one of its address, or the one that its key makes. */
const accessOf = (context: Context): TransactionUse => {
  const isWrite = !/^(GET|HEAD)$/.test(context.req.method)
  return isWrite ? { isWrite, record: context.req.param('id') ?? context.req.header('idempotency-key') } : {}
}

/** The same for each caller, whatever else leads here. */
const hostOf = ({ publicHost }: Deps, { subdomain }: Tenant, request: Request): string =>
  publicHost ? `${subdomain}.${publicHost}` : (request.headers.get('host') ?? new URL(request.url).host)

/** The tenant of the host a request names. Throws UNKNOWN_HOST. */
export const tenantOf = (deps: Pick<Deps, 'tenants'>, request: Request): Promise<Tenant> =>
  deps.tenants.ofHost(request.headers.get('host') ?? new URL(request.url).host)

/** A handler for anybody at the tenant's host: no person, no rights, its own transaction in the tenant. */
export function openEndpoint(
  deps: Deps,
  options: EndpointOptions,
  work: (tenant: Tenant, db: Db, call: Call, afterCommit: AfterCommit) => Promise<Reply>,
): Handler {
  return async (context) => {
    const { call, tenant } = await receive(deps, context, options)
    return respond(await committed(deps, context, tenant, (db, afterCommit) => work(tenant, db, call, afterCommit)))
  }
}

/** One transaction of the product itself, for a call of nobody who is signed in. */
export const asProduct = <T>(deps: Deps, context: Context, tenant: Tenant, source: Scope['source'], work: (scope: Scope) => Promise<T>): Promise<T> =>
  committed(deps, context, tenant, (db, afterCommit) => work(productScope(deps, context, { tenant, db, afterCommit, source })), { isWrite: true })

/** The scope in which a call of nobody who is signed in is answered: what it writes is the product's. */
export const productScope = (deps: Deps, context: Context, given: Pick<Scope, 'tenant' | 'db' | 'afterCommit' | 'source'>): Scope => ({
  ...given,
  ...{ newId, user: productItself, operator: null, behaviours: deps.behaviours, sealing: deps.sealing, now: deps.now() },
  requestId: requestIdOf(context),
  jobWaits: (topic, payload) => deps.jobs?.wake(topic, { ...payload, tenantId: given.tenant.id }),
})

async function receive(
  deps: Deps,
  context: Context,
  { maxBytes = defaultMaxBytes, parameters }: EndpointOptions,
): Promise<{ request: Request; call: Call; tenant: Tenant }> {
  const request = context.req.raw
  const query = new URL(request.url).searchParams
  if (parameters) refuseUnknown(query, parameters)
  const tenant = await tenantOf(deps, request)
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await readJson(request, maxBytes)
  return {
    request,
    tenant,
    call: { context, params: context.req.param(), query, body, header: (name) => request.headers.get(name) ?? undefined },
  }
}

/** A misspelt parameter that is silently ignored gives a wrong list that looks right. */
export function refuseUnknown(query: URLSearchParams, known: readonly string[]): void {
  const unknown = [...query.keys()].filter((name) => !known.includes(name))
  if (unknown.length)
    throw new Problem('VALIDATION', {
      fields: unknown.map((name) => ({ path: name.slice(0, 80), code: 'unknown', message: 'This parameter is not known here.' })),
    })
}

/** `Vary` is set here, although `compress` sets it too: set afterwards, it makes the whole answer anew as a stream. */
function respond({ status = 200, json, text = json === undefined ? undefined : JSON.stringify(json), bytes, headers }: Reply): Response {
  // Bytes of ours lie in no memory that threads share, which the type leaves open.
  const body = bytes ? (bytes as Uint8Array<ArrayBuffer>) : (text ?? null)
  const ofText = text === undefined ? {} : { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' }
  return new Response(body, { status, headers: { ...ofText, 'Cache-Control': 'no-store', ...headers } })
}
