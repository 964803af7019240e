// Whether the access token in hand is still worth sending. The server renews it at every session call; after a
// laptop has slept, the calls before that go by the session cookie instead of with a token that would be refused.
import { isExpired } from '#domain/tenancy/expiry.ts'

/** The token, or null when it is missing, unreadable or within 5 minutes of its end. `now` in milliseconds. */
export function usableToken(token: string | null | undefined, now: number): string | null {
  const payload = token?.split('.')[1]
  if (!token || !payload) return null
  try {
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown }
    return typeof exp === 'number' && !isExpired(exp, now) ? token : null
  } catch {
    return null
  }
}
