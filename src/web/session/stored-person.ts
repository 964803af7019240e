// What the browser remembers of a person who was let in: the operator, and who they are here. It spares the
// access check at the next visit (specification section 5) and proves nothing: the server decides on every call.
import { read, write } from '#web/api/browser-storage.ts'
import { readAnswer } from './access-answer.ts'
import type { AccessAnswer } from './use-access.ts'

/** Plain text, the specification's "stored operator". */
const operatorKey = 'operator'
const personKey = 'farmbook:person'

export type StoredPerson = { uid: string; answer: AccessAnswer }

/**
 * Null without a stored operator, and when that is somebody else's on a shared device. An operator without usable details lets in
 * somebody about whom nothing is known yet. `uid` null: whoever it was; the server has not said who is signed in.
 */
export function recallPerson(uid: string | null): StoredPerson | null {
  const operator = read(operatorKey)
  if (!operator) return null
  const stored = readPerson(read(personKey))
  if (stored && uid !== null && stored.uid !== uid) return null
  if (stored) return { uid: stored.uid, answer: { ...stored.answer, operator } }
  const unknown: AccessAnswer = {
    allow: true,
    operator,
    operators: [],
    roles: [],
    user: { id: '', name: '', email: null, grants: [] },
    tenantId: '',
    expiresAt: null,
  }
  return { uid: uid ?? '', answer: unknown }
}

/** What is not exactly as it is stored today counts as not stored: an earlier release wrote it, or somebody by hand. */
function readPerson(text: string | null): StoredPerson | null {
  try {
    const { uid, answer } = (JSON.parse(text ?? 'null') ?? {}) as Partial<Record<keyof StoredPerson, unknown>>
    const sound = readAnswer(answer)
    return typeof uid === 'string' && uid !== '' && sound ? { uid, answer: sound } : null
  } catch {
    return null
  }
}

export function storePerson(uid: string, answer: AccessAnswer): void {
  write(operatorKey, answer.operator)
  write(personKey, JSON.stringify({ uid, answer } satisfies StoredPerson))
}

export function forgetPerson(): void {
  write(operatorKey, null)
  write(personKey, null)
}
