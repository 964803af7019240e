// An identity provider as the rest of sign-in sees it, OpenID Connect or Firebase: who somebody is there, the
// tokens it gave, and what asking it again may come to.

import { isJsonObject } from '#domain/kernel/sound-json.ts'

/** One OpenID Connect provider, at any issuer. */
export type OidcSettings = {
  /** Part of the callback's address, which the provider has registered: `/api/auth/callback/{id}`. */
  id: string
  /** As the button says it: "Continue with {name}". */
  name: string
  issuer: string
  /** Stands for the issuer in a person's stored identity, where the issuer's address is not lasting (the development provider's port). */
  identityAs?: string
  clientId: string
  clientSecret: string
  /** Default `openid profile email`; providers that give refresh tokens only on request want `offline_access` too. */
  scope?: string
}

export type ProviderTokens = { accessToken: string | null; refreshToken: string | null; expiresAt: Date | null }

export type SignInProfile = {
  provider: Pick<OidcSettings, 'id' | 'issuer' | 'identityAs'>
  subject: string
  email: string | null
  isEmailVerified: boolean
  name: string | null
  /** The provider says that more than one factor was shown. */
  isTwoFactor?: boolean
}

export type RenewalResult =
  | { outcome: 'renewed'; tokens: ProviderTokens }
  /** The provider says no: revoked, used twice, account gone. */
  | { outcome: 'refused'; reason: string }
  /** No answer, or one that makes no sense. */
  | { outcome: 'unreachable'; reason: string }

/** What a provider's server answered, as an object; an empty one for anything else. Never throws. */
export async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => null)
  return isJsonObject(body) ? body : {}
}
