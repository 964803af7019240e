// One address of HTTP that follows from no entity, declared once: what comes in, who may call, what it answers and by which refusals.
// Mounting, the check of what comes in, the OpenAPI document (openapi-routes.ts) and the check of real answers follow from it; the type of
// the answer is that of its schema, which lies in the domain where the web reads it.
import type { Context, Handler, Hono } from 'hono'
import { z } from 'zod'
import { type Action, can } from '#domain/access.ts'
import { Problem, type ProblemCode } from '#domain/kernel/problems.ts'
import { parse } from '#domain/kernel/schemas.ts'
import type { Db, Scope, Tenant } from '../scope.ts'
import type { AppContext } from './app-context.ts'
import { type Call, endpoint, openEndpoint, refuseUnknown } from './endpoint.ts'
import type { Reply } from './reply.ts'

/** `{name}` of a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
/** Lists that nobody changes are as good as lists. */
type Given<T> = T extends readonly (infer One)[]
  ? number extends T['length']
    ? readonly Given<One>[]
    : { readonly [K in keyof T]: Given<T[K]> }
  : T extends object
    ? { readonly [K in keyof T]: Given<T[K]> }
    : T

export type RouteCall<Path extends string, Query, Body> = Pick<Call, 'context' | 'header'> & {
  param(name: NamesIn<Path>): string
  /** As it came, for what the declaration of an entity or a report reads itself. */
  search: URLSearchParams
  query: Query
  body: Body
  deps: AppContext
}
/** Of a call of anybody: `afterCommit` is that of its transaction. */
export type OpenCall<Path extends string, Query, Body> = RouteCall<Path, Query, Body> & Pick<Scope, 'afterCommit'>
type Typed<A> = Omit<Reply, 'json'> & { json?: Given<A> }

/** What one answer is. */
export type Answer = {
  description: string
  schema?: z.ZodType
  /** Content types of what is no JSON. */
  media?: readonly string[]
  headers?: Readonly<Record<string, { description: string; schema: z.ZodType }>>
}
export type HeaderName = 'If-Match' | 'If-Match needed' | 'Idempotency-Key' | 'Prefer' | 'If-None-Match'

/** What stands of an address in the document. */
export type Described = {
  /** Unique: `area.verb`; the area is the tag unless `tag` says another. */
  readonly id: string
  readonly tag?: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly status?: 200 | 201 | 202 | 206
  /** What the answer is, in words. */
  readonly says: string
  readonly media?: readonly string[]
  readonly answerHeaders?: Answer['headers']
  /** Answers beside the usual one, by status. */
  readonly others?: Readonly<Record<number, Answer>>
  readonly headers?: readonly HeaderName[]
  /** Refusals beside those that every address has (refusalsOf in openapi-routes.ts). */
  readonly problems?: readonly ProblemCode[]
  /** For people who have signed in themselves: an API key is refused. A handler that makes its whole response says it to `enter`, too. */
  readonly signedInOnly?: boolean
  /** Parameters that the handler reads itself from `search`, as the document says them: those of a declared list or report. */
  readonly reads?: readonly Readonly<Record<string, unknown>>[]
  /** Content types of a body that is no JSON; the handler reads it itself. */
  readonly sends?: readonly string[]
}

type Declaration<Path extends string, Query, Body, A> = Described & {
  readonly path: Path
  /** Of parts of the path that are neither ids nor an operator. */
  readonly params?: Partial<Record<NamesIn<Path>, z.ZodType>>
  readonly query?: z.ZodType<Query>
  readonly body?: z.ZodType<Body>
  readonly answer?: z.ZodType<A>
  /** Bytes of body accepted; absent = 1 MB. */
  readonly maxBytes?: number
  /** Whether this installation has the address at all; absent: it has. */
  readonly isOffered?: (deps: AppContext) => boolean
  /** Throws for whoever may not call at all: asked before query and body are looked at, so that what was sent is judged of nobody else. */
  readonly refuse?: (scope: Scope) => void
  /** Awaited before the handler and outside its transaction: what waits must hold none. */
  readonly before?: (context: Context, deps: AppContext) => Promise<void>
  /** For people who are signed in, in one transaction in their name. */
  readonly handler?: (scope: Scope, call: RouteCall<Path, Query, Body>) => Promise<Typed<A>>
  /** For anybody, in one transaction of the tenant of the host. */
  readonly open?: (tenant: Tenant, db: Db, call: OpenCall<Path, Query, Body>) => Promise<Typed<A>>
  /** Makes its whole response itself: of files, of what needs several transactions. `isOpen`: nobody need be signed in. */
  readonly respond?: (context: Context, deps: AppContext) => Response | Promise<Response>
  readonly isOpen?: boolean
  /** A page that people open by a link, to which others add parameters of their own (`utm_source`, `fbclid`): what is not known is ignored. Everywhere else it is refused. */
  readonly isPage?: boolean
}

export type Route = Described & {
  readonly params: Readonly<Record<string, z.ZodType>>
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly answer?: z.ZodType
  readonly isOpen: boolean
  readonly isOffered: (deps: AppContext) => boolean
  readonly handlerOf: (deps: AppContext) => Handler
}

/** Declares an address. */
export function route<const Path extends string, Query = undefined, Body = undefined, A = undefined>(declared: Declaration<Path, Query, Body, A>): Route {
  const { handler, refuse, before, open, respond, isPage = false, isOffered = () => true, maxBytes, params = {}, ...described } = declared
  const known = declared.reads || isPage ? undefined : namesOf(declared.query)
  const read = ({ context, header, query: search, body }: Call, deps: AppContext): RouteCall<Path, Query, Body> => ({
    context,
    header,
    deps,
    search,
    param: (name) => withoutEnding(declared.path, name, context.req.param(name) ?? ''),
    // Checked when the handler looks: whether somebody may call at all comes before what they sent.
    get query() {
      return parsed(declared.query, firstOf(search))
    },
    get body() {
      return parsed(declared.body, body ?? emptyBody(declared.body))
    },
  })
  const { signedInOnly = false } = declared
  const options = { signedInOnly, ...(maxBytes ? { maxBytes } : {}), ...(known ? { parameters: known } : {}) }
  const handlerOf = (deps: AppContext): Handler => {
    if (handler) {
      const answer = endpoint(deps, { ...options, ...(declared.path.includes('{operator}') ? { operator: 'path' } : {}) }, async (scope, call) => {
        refuse?.(scope)
        return await handler(scope, read(call, deps))
      })
      if (!before) return answer
      return async (context, next) => {
        await before(context, deps)
        return answer(context, next)
      }
    }
    if (open) return openEndpoint(deps, options, (tenant, db, call, afterCommit) => open(tenant, db, Object.assign(read(call, deps), { afterCommit })))
    return async (context) => {
      if (known) refuseUnknown(new URL(context.req.url).searchParams, known)
      if (!respond) throw new Error(`${declared.id} has no handler`)
      const response = await respond(context, deps)
      // Nobody reads the body of an answer to HEAD: what would make it piece by piece ends.
      if (context.req.method === 'HEAD') await response.body?.cancel()
      return response
    }
  }
  return {
    ...described,
    params: Object.fromEntries(namesIn(declared.path).map((name) => [name, schemaOfParam(name, params)])),
    isOpen: declared.isOpen ?? open !== undefined,
    isOffered,
    handlerOf,
  }
}

/** For `refuse`: whoever holds this action nowhere may not call. */
export const requires =
  (what: string, action: Action) =>
  ({ user }: Pick<Scope, 'user'>): void => {
    if (!can(user, what, action)) throw new Problem('FORBIDDEN')
  }

/** Each address under the path that Hono understands; other methods of the same path are refused with those that there are. */
export function mountRoutes(app: Hono, deps: AppContext, routes: readonly Route[]): void {
  const offered = routes.filter(({ isOffered }) => isOffered(deps))
  for (const one of offered) app.on(one.method.toUpperCase(), honoPath(one), one.handlerOf(deps))
  for (const [path, all] of Map.groupBy(offered, honoPath)) {
    const methods = all.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    app.all(path, () => {
      throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: methods.join(', ') } })
    })
  }
}

const anyId = z.guid()
const anyText = z.string()
const schemaOfParam = (name: string, params: Readonly<Record<string, z.ZodType | undefined>>): z.ZodType =>
  params[name] ?? (name === 'operator' ? anyText : anyId)

/** `/a/{id}/{y}.mvt` → `/a/:id{…}/:y{…\.mvt}`. */
export const honoPath = ({ path, params }: Pick<Route, 'path' | 'params'>): string =>
  path
    .split('/')
    .map((part) =>
      part.replace(/^\{(\w+)\}(.*)$/, (_, name: string, ending: string) => {
        const pattern = patternOf(params[name]) ?? (ending ? (params[name] instanceof z.ZodNumber ? '[0-9]+' : '[\\w-]+') : null)
        return `:${name}${pattern ? `{${pattern}${ending.replaceAll('.', '\\.')}}` : ''}`
      }),
    )
    .join('/')

function patternOf(schema: z.ZodType | undefined): string | null {
  if (schema === anyId) return '[0-9a-fA-F-]{36}'
  if (schema instanceof z.ZodEnum) return `(?:${schema.options.join('|')})`
  return null
}

/** Whether a part of a path is an id, as most are. */
export const isId = (schema: z.ZodType | undefined): boolean => schema === anyId

export const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
const withoutEnding = (path: string, name: string, value: string): string => {
  const [, ending = ''] = new RegExp(`\\{${name}\\}([^/]*)`).exec(path) ?? []
  return ending ? value.slice(0, -ending.length) : value
}
const namesOf = (query: z.ZodType | undefined): string[] => (query instanceof z.ZodObject ? Object.keys(query.shape) : [])
/** The first of several values of a name. */
const firstOf = (search: URLSearchParams): Record<string, string> => Object.fromEntries([...search].reverse())
/** An object whose fields all have a default may be left out. */
const emptyBody = (body: z.ZodType | undefined): unknown => (body?.safeParse({}).success ? {} : undefined)

function parsed<T>(schema: z.ZodType<T> | undefined, value: unknown): T
function parsed(schema: z.ZodType | undefined, value: unknown): unknown {
  return schema ? parse(schema, value) : undefined
}
