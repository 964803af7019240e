// What the browser remembers of a person who was let in: the operator, and who they are here. It spares the
// access check at the next visit (specification section 5) and proves nothing: the server decides on every call.
import type { AccessAnswer } from './use-access.ts'

/** Plain text, the specification's "stored operator". */
const operatorKey = 'operator'
const personKey = 'farmbook:person'

export type StoredPerson = { uid: string; answer: AccessAnswer }

/** Null without a stored operator. An operator without usable details lets in somebody about whom nothing is known yet. */
export function recallPerson(uid: string): AccessAnswer | null {
  const operator = read(operatorKey)
  if (!operator) return null
  const unknown: AccessAnswer = {
    allow: true,
    operator,
    operators: [],
    roles: [],
    user: { id: '', name: '', email: null, grants: [] },
    tenantId: '',
    expiresAt: null,
  }
  try {
    const kept = JSON.parse(read(personKey) ?? 'null') as StoredPerson | null
    if (!kept) return unknown
    // Somebody else's on a shared device: not this person's operator.
    if (kept.uid !== uid) return null
    return { ...unknown, ...kept.answer, operator }
  } catch {
    return unknown
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

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** A full or forbidden storage costs a check at the next visit, nothing else. */
function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // As said.
  }
}
