// /api/auth/*: the session calls exactly as the specification's client makes them. The library underneath
// speaks a newer dialect; the differences are made up here, and everything a stranger sends is cut down first.
import { Auth } from '@auth/core'
import { z } from 'zod'
import { Problem } from '#domain/kernel/problems.ts'
import { flawOfJson, isJsonObject } from '#domain/kernel/sound-json.ts'
import { authErrorPath, loginAddress, loginPath, safeRedirect, sameOriginPath } from '#domain/tenancy/redirect.ts'
import { requireOwnOrigin } from './access.ts'
import { forgetAttempts, takeAttempt } from './attempts.ts'
import { takeClientLog } from './client-log.ts'
import { authBasePath, authConfig, waysOf } from './config.ts'
import { clearCookie, isSessionCookie, personCookies, readCookies, sessionCookieNames, setCookie } from './cookies.ts'
import { authErrorNames } from './errors.ts'
import { createLimiter, type Limiter, type Rate } from './rate-limit.ts'
import { type Outcome, type Renewals, type SignInDeps, sessionSteps } from './steps.ts'
import type { Site } from './tenant.ts'

/** Bytes of a body: the largest real one is a sign-in form of a few hundred. */
export const maxBody = 16_384
/** A whole office signs in through one address in the morning; a program that guesses is far faster. */
const signInRate: Rate = { burst: 60, perMinute: 60 }
const logRate: Rate = { burst: 20, perMinute: 20 }

const actions: Readonly<Record<string, readonly string[]>> = {
  session: ['GET', 'POST'],
  csrf: ['GET'],
  providers: ['GET'],
  signin: ['GET', 'POST'],
  signout: ['GET', 'POST'],
  callback: ['GET', 'POST'],
  error: ['GET'],
  _log: ['POST'],
}
/** Query names that reach the library. It copies those of a sign-in into the provider's address, client_id and redirect_uri included. */
const queryNames: Readonly<Record<string, readonly string[]>> = {
  'POST signin': ['prompt', 'login_hint', 'ui_locales'],
  'GET signin': ['callbackUrl', 'error'],
  'GET callback': ['code', 'state', 'iss', 'error', 'error_description', 'session_state', 'scope'],
}

export type SessionCall = { request: Request; site: Site /** Network address of the caller, for rates. */; caller: string; requestId: string }
export type SessionService = { answer(call: SessionCall): Promise<Response> }

type Call = SessionCall & { action: string; provider: string | undefined; form: Record<string, unknown>; url: URL; wantsJson: boolean }

export function createSessionService(deps: SignInDeps): SessionService {
  const limiter = createLimiter(() => deps.clock().getTime())
  const renewals: Renewals = new Map()

  return {
    async answer(given) {
      const call = await read(given)
      const wait = await waitOf(deps, limiter, call)
      if (wait > 0) return tooMany(deps, call, wait)
      if (call.action === '_log') return takeClientLog(deps.log, call.site.tenant.subdomain, call.form)
      if (call.action === 'error') return toErrorPage(call)
      const badAddress = checkCallbackUrl(deps, call)
      if (badAddress) return badAddress
      const unknown = checkProvider(deps, call)
      return unknown ?? run(deps, renewals, call)
    },
  }
}

/** Seconds to wait. In memory first, so that a flood costs the database nothing; what passes then counts for all processes together. */
async function waitOf({ database, settings, clock }: SignInDeps, limiter: Limiter, call: Call): Promise<number> {
  const limited = limitOf(call)
  if (!limited) return 0
  const { who, rate } = limited
  const { tenant } = call.site
  const wait = limiter.take(`${tenant.id} ${who}`, rate)
  if (wait > 0) return wait
  const now = clock()
  return database.transaction(tenant.id, async (db) => {
    await forgetAttempts(db, tenant.id, now)
    return takeAttempt(db, settings.secrets, tenant.id, who, rate, now)
  })
}

/** As whom a call counts, and how often it may come; null: as often as one likes. */
function limitOf({ action, request, caller }: Call): { who: string; rate: Rate } | null {
  if (action === '_log') return { who: `log ${caller}`, rate: logRate }
  return action === 'callback' || (action === 'signin' && request.method === 'POST') ? { who: caller, rate: signInRate } : null
}

/** Reads and limits what was sent. Throws MALFORMED, METHOD_NOT_ALLOWED, FORBIDDEN, TOO_LARGE. */
async function read(given: SessionCall): Promise<Call> {
  const { request, site } = given
  const url = new URL(request.url)
  const [action = '', provider, ...rest] = url.pathname.slice(authBasePath.length + 1).split('/')
  const methods = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!methods || rest.length > 0 || (provider !== undefined && action !== 'signin' && action !== 'callback')) {
    throw new Problem('MALFORMED', {
      message: 'There is no such session call.',
      cause: { name: 'MissingAPIRouteError', code: 'MISSING_NEXTAUTH_API_ROUTE_ERROR' },
    })
  }
  if (!methods.includes(request.method)) throw new Problem('METHOD_NOT_ALLOWED', { headers: { allow: methods.join(', ') } })
  const isPost = request.method === 'POST'
  if (isPost) requireOwnOrigin(request, site.origin)
  const form = isPost ? await readBody(request) : {}
  // A link or a bookmark begins no sign-in: as in the specification's client it opens the sign-in page, whatever provider it names.
  const named = action === 'signin' && !isPost ? undefined : provider
  return { ...given, action, provider: named, form, url, wantsJson: form.json === true || form.json === 'true' }
}

async function readBody(request: Request): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.byteLength
      if (size > maxBody) throw new Problem('TOO_LARGE', { message: 'A session call is at most 16 kB.' })
      chunks.push(part.value)
    }
  } catch (error) {
    reader?.cancel().catch(() => {})
    throw error instanceof Problem ? error : new Problem('MALFORMED', { message: 'The request ended before its body did.', cause: error })
  }
  const text = Buffer.concat(chunks).toString('utf8')
  const type = request.headers.get('content-type') ?? ''
  if (type.includes('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text))
  if (!type.includes('application/json') || text === '') return {}
  try {
    const body: unknown = JSON.parse(text)
    if (isJsonObject(body) && !flawOfJson(body)) return body
  } catch {
    // Answered below.
  }
  throw new Problem('MALFORMED', { message: 'The body is not a JSON object.' })
}

/** The library checks query and cookie only, and answers garbage with 500. A foreign but well-formed address is let through: it ends at our own root. */
function checkCallbackUrl({ log, settings }: SignInDeps, call: Call): Response | null {
  const callbackUrl = call.form.callbackUrl ?? call.url.searchParams.get('callbackUrl')
  if (callbackUrl === undefined || callbackUrl === null || (typeof callbackUrl === 'string' && isWebAddress(callbackUrl, call.site.origin))) return null
  log('warn', 'sign-in: InvalidCallbackUrl', { tenant: call.site.tenant.subdomain, code: 'INVALID_CALLBACK_URL_ERROR' })
  return backToLogin(settings, call, 'InvalidCallbackUrl', 400)
}

function isWebAddress(address: string, origin: string): boolean {
  const url = URL.canParse(address, address.startsWith('/') ? origin : undefined) ? new URL(address, origin) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}

/** An unknown provider leads to the sign-in page, with the way back (specification section 8). */
function checkProvider(deps: SignInDeps, call: Call): Response | null {
  const isNamed = call.action === 'callback' || (call.action === 'signin' && call.request.method === 'POST')
  if (!isNamed || waysOf(deps.settings, call.site.tenant).some(({ id }) => id === call.provider)) return null
  const query = typeof call.form.callbackUrl === 'string' ? `?${new URLSearchParams({ callbackUrl: call.form.callbackUrl })}` : ''
  return goTo(call, `${call.site.origin}${authBasePath}/signin${query}`, 200)
}

/** What the library answers to a client that does not want to be redirected. */
const libraryAnswer = z.object({ url: z.string() })

async function run(deps: SignInDeps, renewals: Renewals, call: Call): Promise<Response> {
  const { request, site, action } = call
  const isSet = (name: string) => call.form[name] === true || call.form[name] === 'true'
  const [isEverywhere, endsKeys] = [isSet('everywhere'), isSet('keys')]
  const { steps, outcome } = sessionSteps(deps, renewals, { site, request, requestId: call.requestId, isEverywhere, endsKeys })
  const response = await Auth(forLibrary(deps, call), authConfig(deps.settings, site.tenant, steps, deps.clock()))
  // A database that is away must not sign anybody out: nothing of the library's answer is passed on.
  if (outcome.fault) throw outcome.fault instanceof Problem ? outcome.fault : new Problem('UNAVAILABLE', { cause: outcome.fault })
  const headers = new Headers(response.headers)
  let body: string | null = await response.text()
  let status = response.status
  if (action === 'session') body = body === 'null' ? '{}' : body
  const location = headers.get('location')
  if (status === 200) headers.delete('location')
  else if (location) headers.set('location', withReason(location, deps, call, outcome))
  if (call.wantsJson && status === 200 && action !== 'session') {
    const { url } = libraryAnswer.parse(JSON.parse(body))
    const target = withReason(url, deps, call, outcome)
    // Refused credentials are a refusal, not a success that says otherwise in its address.
    if (action === 'callback' && new URL(target).searchParams.has('error')) status = 401
    body = JSON.stringify({ url: target })
  }
  if (status >= 300 && status < 400) body = null
  // A refused change of the session says nothing of the session itself.
  writeCookies(headers, deps.settings.isSecure, call, outcome, action === 'session' && status === 200 && body === '{}')
  headers.set('cache-control', 'private, no-store')
  return new Response(body, { status, headers })
}

/** A request of our own making: chosen headers and query names, the origin from the checked host, never from a header. */
function forLibrary({ settings }: SignInDeps, { request, site, action, provider, form, url, wantsJson }: Call): Request {
  const target = new URL(`${authBasePath}/${action}${provider === undefined ? '' : `/${provider}`}`, site.origin)
  for (const name of queryNames[`${request.method} ${action}`] ?? []) {
    const value = url.searchParams.get(name)
    if (value !== null && value.length <= 2_000) target.searchParams.set(name, value)
  }
  const headers = new Headers({ cookie: cookiesForLibrary(request, settings.isSecure, site.origin) })
  if (wantsJson) headers.set('x-auth-return-redirect', '1')
  if (request.method !== 'POST') return new Request(target, { headers })
  headers.set('content-type', 'application/json')
  return new Request(target, { method: 'POST', headers, body: JSON.stringify(form) })
}

/** Only the library's own cookies; one planted for the way back, which it would answer with 500, is left out. */
function cookiesForLibrary(request: Request, isSecure: boolean, origin: string): string {
  const names = sessionCookieNames(isSecure)
  const ours = new Set<string>(Object.values(names))
  return [...readCookies(request.headers.get('cookie'))]
    .filter(([name, value]) => (ours.has(name) || isSessionCookie(name, isSecure)) && (name !== names.callbackUrl || isWebAddress(value, origin)))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
}

/**
 * The library hides most reasons behind `error=Configuration`; where our table has a word for it, the person gets that, where they can
 * try again. The page they wanted stays in the address, or the second attempt would lead elsewhere.
 */
function withReason(address: string, { settings }: SignInDeps, call: Call, { report }: Outcome): string {
  const url = new URL(address, call.site.origin)
  const reason = url.pathname === authErrorPath ? report?.url : undefined
  if (reason !== undefined) {
    url.pathname = loginPath
    url.searchParams.set('error', reason)
  }
  const isUnexplained = url.pathname === loginPath && url.searchParams.has('error') && !url.searchParams.has('callbackUrl')
  const back = isUnexplained ? wantedBy(call, settings.isSecure) : null
  if (back) url.searchParams.set('redirect', back)
  return reason !== undefined || back ? url.href : address
}

/** The page of ours that this attempt was for: it was sent with the form, or is remembered from the beginning of the attempt. */
function wantedBy({ form, url, request, site: { origin } }: Call, isSecure: boolean): string | null {
  const remembered = readCookies(request.headers.get('cookie')).get(sessionCookieNames(isSecure).callbackUrl)
  const candidates = [form.callbackUrl, url.searchParams.get('callbackUrl'), remembered]
  const [path] = candidates.flatMap((one) => (typeof one === 'string' ? (sameOriginPath(one, origin) ?? []) : []))
  if (path === undefined) return null
  const { pathname, searchParams } = new URL(path, origin)
  // The client comes back to the login page first, which carries the wish further.
  const page = safeRedirect(pathname === loginPath ? searchParams.get('redirect') : path, origin)
  return page === '/' ? null : page
}

function writeCookies(headers: Headers, isSecure: boolean, { request, action }: Call, { cookies, isOver }: Outcome, isEmpty: boolean): void {
  const names = sessionCookieNames(isSecure)
  const had = readCookies(request.headers.get('cookie'))
  for (const name of personCookies) {
    const value = cookies?.[name]
    if (value) headers.append('set-cookie', setCookie(name, value, isSecure))
  }
  if (isOver || (isEmpty && !cookies)) {
    const stale = [...had.keys()].filter((name) => personCookies.some((one) => one === name) || isSessionCookie(name, isSecure))
    if (isOver) {
      const preserved = headers.getSetCookie().filter((line) => !isSessionCookie(line.slice(0, line.indexOf('=')), isSecure))
      headers.delete('set-cookie')
      for (const line of preserved) headers.append('set-cookie', line)
    }
    for (const name of stale) headers.append('set-cookie', clearCookie(name, isSecure))
  }
  // A new person, a new CSRF token: the former one may have been read by whoever used this browser before.
  const isChange = action === 'signout' ? isOver : action === 'callback' && cookies !== null
  if (isChange) headers.append('set-cookie', clearCookie(names.csrfToken, isSecure))
}

function tooMany({ settings }: SignInDeps, call: Call, seconds: number): Response {
  const response = backToLogin(settings, call, 'RateLimited', 429)
  response.headers.set('retry-after', String(seconds))
  return response
}

/** The auth error page. Only names of our table are passed on: the address is not a place to write sentences into our page. */
function toErrorPage(call: Call): Response {
  const error = call.url.searchParams.get('error') ?? ''
  return goTo(call, `${call.site.origin}${authErrorPath}?error=${authErrorNames.has(error) ? error : 'Configuration'}`, 200)
}

const backToLogin = ({ isSecure }: SignInDeps['settings'], call: Call, error: string, status: number): Response =>
  goTo(call, call.site.origin + loginAddress(wantedBy(call, isSecure), call.site.origin, error), status)

/** The client goes where `url` says; a form or a link is redirected. */
function goTo({ wantsJson, action }: Call, url: string, status: number): Response {
  const headers = { 'cache-control': 'private, no-store' }
  return wantsJson || action === '_log'
    ? Response.json({ url }, { status, headers })
    : new Response(null, { status: 302, headers: { ...headers, location: url } })
}
