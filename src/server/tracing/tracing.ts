// What is traced, without a word of how: spans of requests, of messages to the database and of jobs, where the setting asks for them.
// Without it nobody listens here, and nothing is loaded (docs/decisions/0053-jobs-and-files-to-come.md).
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Traced } from '../db/connection.ts'

/** Values of a span: what is the same for everybody. Never an address, an id of a record or a value of a statement. */
export type SpanFacts = Readonly<Record<string, string | number>>
export type Work = {
  name: string
  kind: 'server' | 'client' | 'consumer'
  facts: SpanFacts
  /** `traceparent` of whoever asked. */
  parent?: string | undefined
}
export type Tracing = {
  /** Runs `work` within a span; what it runs in turn is below it. `after`: what is known when it has ended. */
  span<T>(work: Work, run: () => Promise<T>, after?: (result: T) => { name?: string; facts?: SpanFacts; hasFailed?: boolean }): Promise<T>
  /** Hands over what has not been sent yet. */
  close(): Promise<void>
}

/** Of each request: method, pattern of the route, status. */
export const traceRequests =
  (tracing: Tracing): MiddlewareHandler =>
  async (context, next) => {
    const { method } = context.req
    const work: Work = { name: method, kind: 'server', facts: { 'http.request.method': method }, parent: context.req.header('traceparent') }
    await tracing.span(
      work,
      () => next(),
      () => {
        const { status } = context.res
        const route = patternOf(context)
        return { name: `${method} ${route}`, facts: { 'http.route': route, 'http.response.status_code': status }, hasFailed: status >= 500 }
      },
    )
  }

const patternOf = (context: Context): string => {
  const path = routePath(context)
  return path === '*' || path === '/*' ? 'other' : path
}

/** Of each message to the database: the first words of its statements, never their texts or values. */
export const tracedMessages =
  (tracing: Tracing): Traced =>
  (texts, run) => {
    const words = texts.map((text) => /^\s*(?:\/\*.*?\*\/\s*)?([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'other')
    const name = [...new Set(words)].slice(0, 5).join(' ')
    return tracing.span(
      {
        name: `postgresql ${name}`,
        kind: 'client',
        facts: { 'db.system.name': 'postgresql', 'db.operation.name': name, 'db.operation.batch.size': texts.length },
      },
      run,
    )
  }

/** Of each job: its topic. */
export const tracedJobs =
  (tracing: Tracing) =>
  <T>(topic: string, run: () => Promise<T>): Promise<T> =>
    tracing.span({ name: `job ${topic}`, kind: 'consumer', facts: { 'messaging.system': 'pg-boss', 'messaging.destination.name': topic } }, run)
