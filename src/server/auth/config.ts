// What sign-in is configured with at start-up, and the configuration handed to the sign-in library for one request.
// Only this folder imports @auth/core, which is in maintenance: the wire tests are written against our addresses.
import { type AuthConfig, customFetch } from '@auth/core'
import { AuthError } from '@auth/core/errors'
import type { CredentialsConfig, OIDCConfig } from '@auth/core/providers'
import { z } from 'zod'
import { authErrorPath, loginPath, sameOriginUrl } from '#domain/tenancy/redirect.ts'
import { offeredWays } from '#domain/tenancy/sign-in-ways.ts'
import type { Tenant } from '#server/scope.ts'
import { cookieLifetimeS, sessionCookieNames } from './cookies.ts'
import { type AuthErrorReport, describeAuthError } from './errors.ts'
import { type FirebasePerson, type FirebaseSettings, firebaseId, issuerOf, KeysUnavailable, verifyIdToken } from './firebase.ts'
import type { OidcSettings, ProviderTokens, SignInProfile } from './provider.ts'
import { isByTwoFactors } from './second-factor.ts'
import { type Secrets, sessionSecrets } from './tokens.ts'

// What our callbacks put beside the library's own.
declare module '@auth/core/types' {
  interface User {
    firebase?: SignedInWithFirebase
    uid?: string | undefined
    accessToken?: string | null
  }
  interface Session {
    error?: string
  }
}

export type AuthSettings = {
  secrets: Secrets
  /** Offered to every tenant that has not chosen otherwise (domain/tenancy/sign-in-ways.ts). */
  providers: readonly OidcSettings[]
  /** Offered to tenants that have chosen it. */
  firebase?: FirebaseSettings | null
  /** Whether people reach us by https. From configuration, never from `x-forwarded-proto`. */
  isSecure: boolean
}

export const authBasePath = '/api/auth'
const providerTimeoutMs = 10_000

/** What is in the sealed session cookie: nothing that changes, and no token. */
export type SessionClaims = { tenant: number; uid: string; sid: string }

/** What happens at the library's turning points; each throws or answers for one request. */
export type SessionSteps = {
  /** The provider has said who it is: open a session. */
  open(profile: SignInProfile, tokens: ProviderTokens): Promise<SessionClaims>
  /** A browser shows its session: renew what is due. Null = there is no such session any more. */
  resume(claims: SessionClaims): Promise<{ accessToken: string | null; error?: string } | null>
  end(claims: SessionClaims): Promise<void>
  /** A provider's word that was not believed: for the log, never for the browser. */
  refused(provider: string, reason: string): void
  log(report: AuthErrorReport): void
}

type Way = { id: string; kind: 'oidc'; oidc: OidcSettings } | { id: string; kind: 'credentials'; firebase: FirebaseSettings }

/** Everything this installation can offer. */
export function availableWays({ providers, firebase }: AuthSettings): readonly Way[] {
  const oidc: Way[] = providers.map((one) => ({ id: one.id, kind: 'oidc', oidc: one }))
  return firebase ? [...oidc, { id: firebaseId, kind: 'credentials', firebase }] : oidc
}

/** The ways to sign in that this tenant offers, in its order. */
export const waysOf = (settings: AuthSettings, tenant: Tenant): readonly Way[] => offeredWays(tenant.config.providers, availableWays(settings))

/** `now`: of the server's clock, which tests turn. */
export function authConfig(settings: AuthSettings, tenant: Tenant, steps: SessionSteps, now: Date): AuthConfig {
  const ways = waysOf(settings, tenant)
  const names = sessionCookieNames(settings.isSecure)
  let resumed: Awaited<ReturnType<SessionSteps['resume']>> = null
  return {
    basePath: authBasePath,
    // True only because hosts are checked against the tenants before anything reaches this (tenant.ts).
    trustHost: true,
    secret: sessionSecrets(settings.secrets, tenant.id),
    session: { strategy: 'jwt', maxAge: cookieLifetimeS },
    useSecureCookies: settings.isSecure,
    cookies: Object.fromEntries(Object.entries(names).map(([kind, name]) => [kind, { name }])),
    pages: { signIn: loginPath, signOut: loginPath, error: authErrorPath },
    // The same types of provider for every tenant: the library remembers some of them for the whole process.
    providers: ways.map((way) => (way.kind === 'oidc' ? oidcProvider(way.oidc) : firebaseProvider(way.firebase, steps, now))),
    logger: {
      error: (error) => steps.log(describeAuthError(error)),
      warn: () => {},
      debug: () => {},
    },
    callbacks: {
      redirect: async ({ url, baseUrl }) => sameOriginUrl(url, baseUrl),
      async jwt({ token, user, account, profile }) {
        if (!account) {
          const claims = readClaims(token)
          if (!claims || claims.tenant !== tenant.id) return null
          resumed = await steps.resume(claims)
          return resumed ? claims : null
        }
        const way = ways.find(({ id }) => id === account.provider)
        if (!way) return null
        if (way.kind === 'credentials') {
          if (!user.firebase) return null
          const { uid, email, isEmailVerified, name, isTwoFactor, expiresAt, refreshToken } = user.firebase
          const provider = { id: firebaseId, issuer: issuerOf(way.firebase) }
          return steps.open({ provider, subject: uid, email, isEmailVerified, name, isTwoFactor }, { accessToken: null, refreshToken, expiresAt })
        }
        return steps.open(
          {
            provider: way.oidc,
            // The library's own user id is a new random one at each sign-in; the provider's is the person.
            subject: account.providerAccountId,
            email: typeof profile?.email === 'string' ? profile.email.trim().toLowerCase() : null,
            isEmailVerified: profile?.email_verified === true,
            name: typeof profile?.name === 'string' ? profile.name : null,
            isTwoFactor: isByTwoFactors(profile),
          },
          {
            accessToken: account.access_token ?? null,
            refreshToken: account.refresh_token ?? null,
            expiresAt: account.expires_at ? new Date(account.expires_at * 1000) : null,
          },
        )
      },
      async session({ session, token }) {
        return {
          user: { uid: readClaims(token)?.uid, accessToken: resumed?.accessToken ?? null },
          expires: session.expires,
          ...(resumed?.error ? { error: resumed.error } : {}),
        }
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

const sessionClaims = z.object({ tenant: z.number(), uid: z.string(), sid: z.guid() })

export function readClaims(token: unknown): SessionClaims | null {
  const claims = sessionClaims.safeParse(token)
  return claims.success ? claims.data : null
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

type SignedInWithFirebase = FirebasePerson & { refreshToken: string | null }
/** Firebase's refresh tokens have about 300 characters. */
const maxRefreshToken = 4_096

/** A sign-in that can be neither accepted nor refused: the library answers it as our own fault. */
class SignInUnavailable extends AuthError {
  // The library lists its own types only; ours is a row of `authErrors`.
  override type = 'KeysUnavailable' as never
}

/** The page has signed the person in with Firebase and brings their ID token; the refresh token lets us ask again later. */
function firebaseProvider(firebase: FirebaseSettings, steps: SessionSteps, now: Date): CredentialsConfig {
  return {
    id: firebaseId,
    name: 'Firebase',
    type: 'credentials',
    credentials: {},
    async authorize({ idToken, refreshToken }) {
      const person = await verifyIdToken(firebase, idToken, now, { isSignIn: true }).catch((error: unknown) => {
        throw error instanceof KeysUnavailable ? new SignInUnavailable(error.message, { cause: error }) : error
      })
      if ('reason' in person) {
        steps.refused(firebaseId, person.reason)
        return null
      }
      const resumed = typeof refreshToken === 'string' && refreshToken !== '' && refreshToken.length <= maxRefreshToken ? refreshToken : null
      return { id: person.uid, firebase: { ...person, refreshToken: resumed } }
    },
  }
}
