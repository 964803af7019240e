// Asking the identity provider, again and again, whether a person may stay: refresh tokens are spent,
// rotated and, at sign-out, revoked. A refusal ends the session; a provider out of reach does not.
import { z } from 'zod'
import { isExpired } from '#domain/tenancy/expiry.ts'
import { type OidcSettings, type ProviderTokens, type RenewalResult, readAnswer } from './provider.ts'
import type { Session } from './sessions.ts'

/** A provider that gives no refresh token cannot be asked again; such a session ends after a long working day. */
export const sessionWithoutRefreshH = 12
/** How long a session outlives its tokens while the provider cannot be reached. */
export const outageToleranceH = 1
const timeoutMs = 8_000
const metadataTtlMs = 600_000

/** Whether it is time to ask: 5 minutes before the provider's access token ends. A session without an end is not asked about. */
export const isRenewalDue = (session: Session, now: Date): boolean =>
  session.tokens.expiresAt !== null && isExpired(session.tokens.expiresAt.getTime() / 1000, now.getTime())

/** Trades the refresh token for new tokens. Never throws. */
export async function renewTokens(provider: OidcSettings, refreshToken: string, now: Date): Promise<RenewalResult> {
  const found = await metadata(provider)
  if (!found?.token_endpoint) return { outcome: 'unreachable', reason: 'no metadata' }
  const response = await post(found.token_endpoint, provider, { grant_type: 'refresh_token', refresh_token: refreshToken })
  if (!response || response.status >= 500 || response.status === 429)
    return { outcome: 'unreachable', reason: `token endpoint: ${response?.status ?? 'no answer'}` }
  const body = await readAnswer(response)
  if (!response.ok) return { outcome: 'refused', reason: String(body.error ?? response.status) }
  if (typeof body.access_token !== 'string') return { outcome: 'unreachable', reason: 'unreadable answer' }
  const seconds = Number(body.expires_in)
  return {
    outcome: 'renewed',
    tokens: {
      accessToken: body.access_token,
      // Providers that do not rotate send none: the old one goes on.
      refreshToken: typeof body.refresh_token === 'string' ? body.refresh_token : refreshToken,
      expiresAt: Number.isFinite(seconds) && seconds > 0 ? new Date(now.getTime() + seconds * 1000) : null,
    },
  }
}

/** Informs the provider that the tokens are no longer wanted. Best effort: signing out does not wait for a provider that is down. */
export async function revokeTokens(provider: OidcSettings, { refreshToken, accessToken }: ProviderTokens): Promise<void> {
  const token = refreshToken ?? accessToken
  const endpoint = token && (await metadata(provider))?.revocation_endpoint
  if (token && endpoint) await post(endpoint, provider, { token, token_type_hint: refreshToken ? 'refresh_token' : 'access_token' })
}

const metadataSchema = z.object({
  issuer: z.string(),
  token_endpoint: z.string().optional().catch(undefined),
  revocation_endpoint: z.string().optional().catch(undefined),
})
type Metadata = z.infer<typeof metadataSchema>
const known = new Map<string, { at: number; found: Promise<Metadata | null> }>()

/** The provider's own description, remembered for ten minutes. One whose issuer is not the configured one is not believed. */
function metadata({ issuer }: OidcSettings): Promise<Metadata | null> {
  const cached = known.get(issuer)
  if (cached && Date.now() - cached.at < metadataTtlMs) return cached.found
  const found = fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    .then(async (response) => (response.ok ? metadataSchema.parse(await response.json()) : null))
    .then((description) => (description?.issuer === issuer ? description : null))
    .catch(() => null)
  known.set(issuer, { at: Date.now(), found })
  // A failure is not remembered: the next call tries again.
  void found.then((description) => {
    if (!description) known.delete(issuer)
  })
  return found
}

async function post(endpoint: string, { clientId, clientSecret }: OidcSettings, form: Record<string, string>): Promise<Response | null> {
  const part = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')
  const authorization = `Basic ${Buffer.from(`${part(clientId)}:${part(clientSecret)}`).toString('base64')}`
  const request = {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
  }
  return fetch(endpoint, { ...request, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' }).catch(() => null)
}
