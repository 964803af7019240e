// Every way in which the product says no, in one closed list. Anything may throw a Problem;
// only server/http/problems.ts turns one into an answer (RFC 9457, application/problem+json).
import type { Sentence } from '../messages/message.ts'
import type { RuleId } from '../rules/catalogue.ts'

/** code → HTTP status and the sentence a person reads when nothing better is known. */
export const problemCatalogue = {
  VALIDATION: [400, 'Some of what was sent cannot be accepted.'],
  MALFORMED: [400, 'The request could not be read.'],
  UNAUTHENTICATED: [401, 'Please sign in.'],
  FORBIDDEN: [403, 'Your role does not allow this.'],
  NOT_FOUND: [404, 'There is nothing here, or it is not yours to see.'],
  METHOD_NOT_ALLOWED: [405, 'This address does not answer that method.'],
  DUPLICATE: [409, 'Something with this value exists already.'],
  DUPLICATE_KEY: [409, 'This Idempotency-Key was used for another request.'],
  NOT_AVAILABLE: [409, 'This is not available yet.'],
  STATE_CONFLICT: [409, 'That is not possible in the present state.'],
  REFERENCED: [409, 'Other records refer to this one.'],
  GONE: [410, 'This is no longer available.'],
  QUOTA_FULL: [409, 'There is no room for this file.'],
  STALE_VERSION: [412, 'Somebody changed this in the meantime.'],
  TOO_LARGE: [413, 'That is larger than we accept.'],
  UNSUPPORTED_MEDIA: [415, 'This kind of content is not accepted here.'],
  UNKNOWN_HOST: [421, 'No programme answers at this address.'],
  RULE_BLOCKED: [422, 'A rule of the programme does not allow this.'],
  PERIOD_CLOSED: [423, 'The season is closed.'],
  VERSION_REQUIRED: [428, 'Say which version you saw (If-Match).'],
  TOO_MANY: [429, 'Too many requests; please wait a moment.'],
  INTERNAL: [500, 'Something went wrong on our side. Nothing was saved.'],
  UNAVAILABLE: [503, 'The service is not ready; please try again.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ProblemCode = keyof typeof problemCatalogue

/** One thing wrong with one field. `path` is camelCase with dots and indexes: `lines.0.kg`. */
export type FieldProblem = {
  path: string
  /** required, type, min, max, format, choice, unknown, taken, missing, rule … `request`: what was refused can be sent in for somebody else to approve. */
  code: string
  message: Sentence
  params?: Record<string, unknown>
}

export type ProblemDetails = {
  message?: Sentence
  fields?: FieldProblem[]
  /** Rule of the catalogue, e.g. 'BR-09'. */
  ruleId?: RuleId
  /** The figures that broke the rule, so that a screen can show them. Units in the names: askedKg, leftKg. */
  figures?: Record<string, unknown>
  headers?: Record<string, string>
  /** For the log only; never sent. */
  cause?: unknown
}

export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly details: ProblemDetails
  /** What a person reads; `message` is its English. */
  readonly sentence: Sentence
  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    const sentence = details.message ?? problemCatalogue[code][1]
    super(String(sentence), { cause: details.cause })
    this.name = 'Problem'
    this.code = code
    this.status = problemCatalogue[code][0]
    this.details = details
    this.sentence = sentence
  }
}

/** A refusal by a business rule: the sentence names the figures and the way out. */
export function ruleBlocked(ruleId: RuleId, message: Sentence, figures: Record<string, unknown> = {}): Problem {
  return new Problem('RULE_BLOCKED', { ruleId, message, figures })
}

/** A refusal of one field. */
export function fieldProblem(path: string, code: string, message: Sentence): Problem {
  return new Problem('VALIDATION', { fields: [{ path, code, message }] })
}
