// The one place that talks to the server: fetch with the person's token, JSON both ways, and every
// refusal turned into an ApiProblem the screens can show. Never retries a write on its own.

import { type FieldProblem, type ProblemCode, problemCatalogue } from '#domain/kernel/problems.ts'
import type { Words } from '#domain/messages/values.ts'
import { notAllowed } from '#domain/tenancy/not-allowed.ts'

/** OFFLINE: no answer at all; TIMEOUT: none in time; UNREADABLE: an answer that is not ours (a proxy's page). */
export type ApiProblemCode = ProblemCode | 'OFFLINE' | 'TIMEOUT' | 'UNREADABLE'

export class ApiProblem extends Error {
  readonly code: ApiProblemCode
  readonly status: number
  readonly fields: FieldProblem[]
  readonly ruleId: string | undefined
  readonly figures: Record<string, unknown>
  readonly requestId: string | undefined
  /** Key and values of the message, where it has values. */
  readonly words: Words | undefined
  constructor(
    code: ApiProblemCode,
    status: number,
    message: string,
    body: { fields?: FieldProblem[]; ruleId?: string; figures?: Record<string, unknown>; requestId?: string; words?: Words } = {},
  ) {
    super(message)
    this.name = 'ApiProblem'
    this.code = code
    this.status = status
    this.fields = body.fields ?? []
    this.ruleId = body.ruleId
    this.figures = body.figures ?? {}
    this.requestId = body.requestId
    this.words = body.words
  }
  /** Trying the same again may help. */
  get isPassing(): boolean {
    return this.code === 'OFFLINE' || this.code === 'TIMEOUT' || this.status === 429 || this.status >= 500
  }
}

export const asApiProblem = (error: unknown): ApiProblem =>
  error instanceof ApiProblem ? error : new ApiProblem('UNREADABLE', 0, error instanceof Error ? error.message : String(error))

type Connection = {
  token: () => string | null | undefined
  onUnauthenticated: () => void
  /** The person behind a good session may not come in any more: suspended, or no longer known. */
  onRefused?: () => void
}
let connection: Connection = { token: () => null, onUnauthenticated: () => {} }
/** Set once by the session: where the token is, and what to do when the server no longer accepts it. */
export function connect(to: Connection): void {
  connection = to
}

/** The header that says who is calling, for requests others make for us (map tiles); empty when nobody is signed in. */
export function authorization(): Record<string, string> {
  const token = connection.token()
  return token ? { authorization: `Bearer ${token}` } : {}
}

export type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Sent as JSON, unless it is a Blob or FormData. */
  body?: unknown
  query?: URLSearchParams | undefined
  /** Version of the record the person saw; a newer one on the server answers 412. */
  version?: number
  /** One per submit, the same for each try of it, so that a repeated POST is done once. */
  idempotencyKey?: string
  /** Seconds the server may wait for the end of what runs behind the answer (RFC 7240). */
  wait?: number
  signal?: AbortSignal | undefined
  /** In whose name, whatever the session of this page is; never by a cookie. */
  token?: string | null | undefined
  /** Milliseconds until TIMEOUT; imports and exports need longer. */
  patience?: number
}

/** Calls the server and answers the response itself (downloads, progress); throws ApiProblem. */
export async function send(
  path: string,
  { method = 'GET', body, query, version, idempotencyKey, wait, signal, token = connection.token(), patience = 20_000 }: Call = {},
): Promise<Response> {
  // A record made by a screen says so: its source is WEB (architecture, X-Client).
  const headers = new Headers({ accept: 'application/json, application/problem+json', 'x-client': 'web' })
  // Of the page: what a record says in several languages is answered in the one that is shown (decision 118).
  const lang = typeof document === 'undefined' ? '' : document.documentElement.lang
  if (lang) headers.set('accept-language', lang)
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (version !== undefined) headers.set('if-match', `"${version}"`)
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  if (wait) headers.set('prefer', `wait=${wait}`)
  const raw = body instanceof Blob || body instanceof FormData
  if (body !== undefined && !raw) headers.set('content-type', 'application/json')
  const timeout = AbortSignal.timeout(patience)
  const search = query?.toString()
  let response: Response
  try {
    response = await fetch(search ? `${path}?${search}` : path, {
      method,
      headers,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    if (timeout.aborted) throw new ApiProblem('TIMEOUT', 0, /* i18n */ 'The server did not answer in time.')
    throw new ApiProblem('OFFLINE', 0, /* i18n */ 'There is no connection to the server.')
  }
  if (!response.ok) throw await problemOf(response)
  return response
}

/** The problem of an answer that refuses; a session that ended is heard of by it. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  if (response.status === 401) connection.onUnauthenticated()
  const problem = await readProblem(response)
  if (problem.message === notAllowed) connection.onRefused?.()
  return problem
}

/** Calls the server and reads its JSON answer; undefined for 204. */
export async function call<T>(path: string, options: Call = {}): Promise<T> {
  const response = await send(path, options)
  if (response.status === 204) return undefined as T
  try {
    return (await response.json()) as T
  } catch {
    throw new ApiProblem('UNREADABLE', response.status, /* i18n */ 'The answer could not be read.')
  }
}

async function readProblem(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => null)) as {
    code?: string
    title?: string
    detail?: string
    fields?: FieldProblem[]
    ruleId?: string
    figures?: Record<string, unknown>
    requestId?: string
    words?: Words
  } | null
  if (!body?.code || !(body.code in problemCatalogue))
    return new ApiProblem('UNREADABLE', response.status, /* i18n */ 'The server gave an answer we do not understand.')
  return new ApiProblem(body.code as ProblemCode, response.status, body.detail ?? body.title ?? problemCatalogue[body.code as ProblemCode][1], body)
}
