// Whether a row of the outbox may be sent now: by a token of its own person, which the server's session gives at that moment. A call without a token would go by
// the cookie, and that is of whoever signed in last in any tab.
import { usableToken } from '../token-age.ts'

const patienceMs = 15_000

/** `silent`: the server does not say who is signed in. `other`: somebody else, or nobody. */
export type OwnToken = { token: string } | 'silent' | 'other'

/** Asks the server for its session, and takes the token only where it is of `owner` (the id of the person in the programme). Never throws. */
export async function tokenOf(owner: string): Promise<OwnToken> {
  try {
    const response = await fetch('/api/auth/session', { signal: AbortSignal.timeout(patienceMs), credentials: 'same-origin' })
    const body: unknown = response.status === 200 ? await response.json() : null
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'silent'
    const given = (body as { user?: { accessToken?: unknown } }).user?.accessToken
    const token = usableToken(typeof given === 'string' ? given : null, Date.now())
    if (!token) return Object.keys(body).length === 0 || 'user' in body ? 'other' : 'silent'
    // The token names its person; what it does not say the server does.
    const person = personOf(token) ?? (await personByServer(token))
    return person === owner ? { token } : 'other'
  } catch {
    return 'silent'
  }
}

function personOf(token: string): string | null {
  const { user } = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as { user?: unknown }
  return typeof user === 'string' ? user : null
}

/** Whose token it is by the server itself; null where it does not say. */
async function personByServer(token: string): Promise<string | null> {
  const response = await fetch('/api/auth', {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    signal: AbortSignal.timeout(patienceMs),
  })
  const body = response.ok ? ((await response.json()) as { user?: { id?: unknown } } | null) : null
  return typeof body?.user?.id === 'string' ? body.user.id : null
}
