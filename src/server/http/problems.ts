// The only place where something that was thrown becomes an answer: RFC 9457, application/problem+json.
// What we did not foresee is logged in full and answered in one sentence.
import { Problem, problemCatalogue } from '#domain/kernel/problems.ts'
import { problemOfViolation } from '#server/store/violations.ts'
import type { Log } from './log.ts'

export type ProblemAnswer = {
  type: string
  title: string
  status: number
  code: string
  detail: string
  requestId: string
  fields?: unknown[]
  ruleId?: string
  figures?: Record<string, unknown>
}

/** Turns anything thrown into its answer. Never throws. */
export function problemResponse(error: unknown, requestId: string, log: Log): Response {
  const problem = problemOf(error)
  if (problem.status >= 500) log('error', problem.code, { requestId, error: problem.details.cause ?? error })
  const { fields, ruleId, figures, headers } = problem.details
  const body: ProblemAnswer = {
    type: `urn:farmbook:problem:${problem.code.toLowerCase()}`,
    title: problemCatalogue[problem.code][1],
    status: problem.status,
    code: problem.code,
    detail: problem.message,
    requestId,
    ...(fields ? { fields } : {}),
    ...(ruleId ? { ruleId } : {}),
    ...(figures ? { figures } : {}),
  }
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
  })
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  // A Problem of another copy of the module (development reloads them) still says what it is.
  if (isProblem(error)) return new Problem(error.code, { message: error.message, ...error.details })
  return problemOfViolation(error) ?? new Problem('INTERNAL', { cause: error })
}

const isProblem = (error: unknown): error is Problem =>
  error instanceof Error && error.name === 'Problem' && 'code' in error && typeof error.code === 'string' && Object.hasOwn(problemCatalogue, error.code)
