// Whether something has the shape of the answer of GET /api/auth for somebody who is let in. Asked of the server's answer, and
// of what a browser has stored of an earlier one: another release, or a person, may have written that, and no page may trip over it.
import type { AccessAnswer } from './use-access.ts'

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTextOrNull = (value: unknown) => value === null || value === undefined || typeof value === 'string'
const isListOf = (value: unknown, is: (one: unknown) => boolean) => Array.isArray(value) && value.every(is)
/** A word in capitals; which there are is not known here, and one that is not among them may do nothing. Codes of two letters are of an earlier release. */
const isRole = (value: unknown) => typeof value === 'string' && /^[A-Z][A-Z_]{3,}$/.test(value)

const isOperator = (value: unknown) => isFields(value) && isText(value.id) && isText(value.code) && typeof value.name === 'string'
/** Beside the role only lists of ids and names: its access scope. */
const isGrant = (value: unknown) =>
  isFields(value) && isRole(value.role) && Object.entries(value).every(([key, part]) => key === 'role' || isListOf(part, (one) => typeof one === 'string'))
const isUser = (value: unknown) =>
  isFields(value) &&
  isText(value.id) &&
  typeof value.name === 'string' &&
  isTextOrNull(value.email) &&
  isTextOrNull(value.farmerId) &&
  isListOf(value.grants, isGrant)

/** The value itself when it lets somebody in and every part of it is what it should be; otherwise null. */
export function readAnswer(value: unknown): AccessAnswer | null {
  const isSound =
    isFields(value) &&
    value.allow === true &&
    isText(value.operator) &&
    isListOf(value.operators, isOperator) &&
    isListOf(value.roles, isRole) &&
    (value.roles as unknown[]).length > 0 &&
    isUser(value.user) &&
    isText(value.tenantId) &&
    isTextOrNull(value.expiresAt)
  return isSound ? (value as AccessAnswer) : null
}
