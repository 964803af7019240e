// The only place where something that was thrown becomes an answer: RFC 9457, application/problem+json.
// What we did not foresee is logged in full and answered in one sentence.

import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { codeOf } from '#domain/kernel/error-code.ts'
import { Problem, problemCatalogue } from '#domain/kernel/problems.ts'
import { spelled, spellOut } from '#domain/messages/message.ts'
import type { Words } from '#domain/messages/values.ts'
import { problemOfViolation } from '#server/store/violations.ts'
import type { Log } from './log.ts'
import type { SparingLog } from './sparing-log.ts'

export type Logs = { log: Log; sparing: SparingLog }

export type ProblemAnswer = {
  type: string
  title: string
  status: number
  code: string
  detail: string
  /** Key and values of the detail, where it has values. */
  words?: Words
  requestId: string
  fields?: unknown[]
  ruleId?: string
  figures?: Record<string, unknown>
}

/** Turns anything thrown into its answer. Never throws. */
export function problemResponse(error: unknown, context: Context, logs: Logs): Response {
  const problem = problemOf(error)
  const requestId = context.get('requestId')
  report(problem, error, context, logs)
  const { fields, ruleId, figures, headers } = problem.details
  const { message, words } = spelled(problem.sentence)
  const body: ProblemAnswer = {
    type: `urn:farmbook:problem:${problem.code.toLowerCase()}`,
    title: problemCatalogue[problem.code][1],
    status: problem.status,
    code: problem.code,
    detail: message,
    ...(words ? { words } : {}),
    requestId,
    ...(fields ? { fields: fields.map(spellOut) } : {}),
    ...(ruleId ? { ruleId } : {}),
    ...(figures ? { figures } : {}),
  }
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
  })
}

/**
 * Faults in full. Refusals of somebody who asked for what is not theirs (ASVS 16.3.2) by what was asked and by whose id, never by name,
 * address or body; a record that is out of reach is answered like one that is not there, so both are written.
 */
function report(problem: Problem, error: unknown, context: Context, { log, sparing }: Logs): void {
  const { code, status } = problem
  const requestId = context.get('requestId')
  // A database that is away fails every call alike.
  if (code === 'UNAVAILABLE') sparing(`${code} ${codeOf(problem.details.cause)}`, 'error', code, { requestId, error: problem.details.cause ?? error })
  else if (status >= 500) log('error', code, { requestId, error: problem.details.cause ?? error })
  else if (status === 401 || status === 403 || (status === 404 && context.req.param('id') !== undefined)) {
    const route = routePath(context)
    const [tenant, user] = [context.get('tenant') ?? null, context.get('userId') ?? null]
    sparing(`${code} ${tenant} ${user} ${context.req.method} ${route}`, 'info', 'refused', { requestId, code, method: context.req.method, route, tenant, user })
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  // A Problem of another copy of the module (development reloads them) still says what it is.
  if (isProblem(error)) return new Problem(error.code, { message: error.message, ...error.details })
  return problemOfViolation(error) ?? new Problem('INTERNAL', { cause: error })
}

const isProblem = (error: unknown): error is Problem =>
  error instanceof Error && error.name === 'Problem' && 'code' in error && typeof error.code === 'string' && Object.hasOwn(problemCatalogue, error.code)
