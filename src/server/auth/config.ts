// What sign-in is told at start-up, and the configuration handed to the sign-in library for one request.
// Only this folder imports @auth/core, which is in maintenance: the wire tests are written against our addresses.
import { type AuthConfig, customFetch } from '@auth/core'
import type { OIDCConfig } from '@auth/core/providers'
import { loginPath, sameOriginUrl } from '#domain/tenancy/redirect.ts'
import type { Tenant } from '#server/scope.ts'
import { cookieLifetimeS, sessionCookieNames } from './cookies.ts'
import { type AuthErrorReport, describeAuthError } from './errors.ts'
import { type Secrets, sessionSecrets } from './tokens.ts'

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

export type AuthSettings = {
  secrets: Secrets
  /** Offered to every tenant, unless its configuration names fewer (`providers`: a list of ids). */
  providers: readonly OidcSettings[]
  /** Whether people reach us by https. From configuration, never from `x-forwarded-proto`. */
  isSecure: boolean
}

export const authBasePath = '/api/auth'
const providerTimeoutMs = 10_000

/** What is kept in the sealed session cookie: nothing that changes, and no token. */
export type SessionClaims = { tenant: number; uid: string; sid: string }
export type SignInProfile = { provider: OidcSettings; subject: string; email: string | null; isEmailVerified: boolean; name: string | null }
export type ProviderTokens = { accessToken: string | null; refreshToken: string | null; expiresAt: Date | null }

/** What happens at the library's turning points; each throws or answers for one request. */
export type SessionSteps = {
  /** The provider has said who it is: open a session. */
  open(profile: SignInProfile, tokens: ProviderTokens): Promise<SessionClaims>
  /** A browser shows its session: renew what is due. Null = there is no such session any more. */
  keep(claims: SessionClaims): Promise<{ accessToken: string | null; error?: string } | null>
  end(claims: SessionClaims): Promise<void>
  log(report: AuthErrorReport): void
}

/** Providers this tenant offers, in the order of configuration. */
export function providersOf(settings: AuthSettings, tenant: Tenant): readonly OidcSettings[] {
  const chosen = tenant.config.providers
  return Array.isArray(chosen) ? settings.providers.filter(({ id }) => chosen.includes(id)) : settings.providers
}

export function authConfig(settings: AuthSettings, tenant: Tenant, steps: SessionSteps): AuthConfig {
  const providers = providersOf(settings, tenant)
  const names = sessionCookieNames(settings.isSecure)
  let kept: Awaited<ReturnType<SessionSteps['keep']>> = null
  return {
    basePath: authBasePath,
    // True only because hosts are checked against the tenants before anything reaches this (tenant.ts).
    trustHost: true,
    secret: sessionSecrets(settings.secrets, tenant.id),
    session: { strategy: 'jwt', maxAge: cookieLifetimeS },
    useSecureCookies: settings.isSecure,
    cookies: Object.fromEntries(Object.entries(names).map(([kind, name]) => [kind, { name }])),
    pages: { signIn: loginPath, signOut: loginPath, error: loginPath },
    // The same types of provider for every tenant: the library remembers some of them for the whole process.
    providers: providers.map(oidcProvider),
    logger: {
      error: (error) => steps.log(describeAuthError(error)),
      warn: () => {},
      debug: () => {},
    },
    callbacks: {
      redirect: async ({ url, baseUrl }) => sameOriginUrl(url, baseUrl),
      async jwt({ token, account, profile }) {
        if (!account) {
          const claims = readClaims(token)
          if (!claims || claims.tenant !== tenant.id) return null
          kept = await steps.keep(claims)
          return kept ? claims : null
        }
        const provider = providers.find(({ id }) => id === account.provider)
        if (!provider) return null
        return steps.open(
          {
            provider,
            // The library's own user id is a new random one at each sign-in; the provider's is the person.
            subject: account.providerAccountId,
            email: typeof profile?.email === 'string' ? profile.email.trim().toLowerCase() : null,
            isEmailVerified: profile?.email_verified === true,
            name: typeof profile?.name === 'string' ? profile.name : null,
          },
          {
            accessToken: account.access_token ?? null,
            refreshToken: account.refresh_token ?? null,
            expiresAt: account.expires_at ? new Date(account.expires_at * 1000) : null,
          },
        )
      },
      async session({ session, token }) {
        const { uid } = token as unknown as SessionClaims
        return { user: { uid, accessToken: kept?.accessToken ?? null }, expires: session.expires, ...(kept?.error ? { error: kept.error } : {}) } as never
      },
    },
    events: {
      async signOut(message) {
        const claims = 'token' in message && message.token ? readClaims(message.token) : null
        if (claims?.tenant === tenant.id) await steps.end(claims)
      },
    },
  }
}

export function readClaims(token: unknown): SessionClaims | null {
  const { tenant, uid, sid } = (token ?? {}) as Partial<Record<string, unknown>>
  return typeof tenant === 'number' && typeof uid === 'string' && typeof sid === 'string' ? { tenant, uid, sid } : null
}

function oidcProvider({ id, name, issuer, clientId, clientSecret, scope = 'openid profile email' }: OidcSettings): OIDCConfig<Record<string, unknown>> {
  return {
    id,
    name,
    type: 'oidc',
    issuer,
    clientId,
    clientSecret,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope } },
    profile: (claims) => ({
      id: String(claims.sub),
      name: typeof claims.name === 'string' ? claims.name : null,
      email: typeof claims.email === 'string' ? claims.email : null,
    }),
    // A provider that hangs must not hold the person, nor our socket, for ever.
    [customFetch]: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, { ...init, signal: AbortSignal.timeout(providerTimeoutMs) }),
  }
}
