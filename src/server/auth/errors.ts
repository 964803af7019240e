// The specification's error classes (section 8) and where each comes from: one table between the names
// of the sign-in library and ours. The log and the browser speak the specification's words.

import { isJsonObject } from '#domain/kernel/sound-json.ts'

type Row = {
  /** Class name of the specification, or the library's own where the specification has none. */
  name: string
  code: string
  /** Value of `error` in the address of the login page; absent = Configuration, which reveals nothing to a stranger. */
  url?: string
  /** Our own fault, not the caller's: logged as an error. */
  isFault?: boolean
}

/**
 * By the library's `type`. The first twelve rows are the specification's catalogue: ten classes, and the two codes of the browser's
 * client, which writes codes alone. After them what else the library reports, and what we refuse before it.
 */
export const authErrors = {
  AuthError: { name: 'UnknownError', code: 'UNKNOWN_ERROR', isFault: true },
  OAuthCallbackError: { name: 'OAuthCallbackError', code: 'OAUTH_CALLBACK_ERROR', url: 'OAuthCallbackError' },
  OAuthAccountNotLinked: { name: 'AccountNotLinkedError', code: 'ACCOUNT_NOT_LINKED_ERROR', url: 'OAuthAccountNotLinked' },
  UnknownAction: { name: 'MissingAPIRouteError', code: 'MISSING_NEXTAUTH_API_ROUTE_ERROR' },
  MissingSecret: { name: 'MissingSecretError', code: 'NO_SECRET', isFault: true },
  MissingAuthorize: { name: 'MissingAuthorizeError', code: 'CALLBACK_CREDENTIALS_HANDLER_ERROR', isFault: true },
  MissingAdapter: { name: 'MissingAdapterError', code: 'EMAIL_REQUIRES_ADAPTER_ERROR', isFault: true },
  MissingAdapterMethods: { name: 'MissingAdapterMethodsError', code: 'MISSING_ADAPTER_METHODS_ERROR', isFault: true },
  UnsupportedStrategy: { name: 'UnsupportedStrategyError', code: 'CALLBACK_CREDENTIALS_JWT_ERROR', isFault: true },
  InvalidCallbackUrl: { name: 'InvalidCallbackUrl', code: 'INVALID_CALLBACK_URL_ERROR', url: 'InvalidCallbackUrl' },
  CLIENT_FETCH_ERROR: { name: 'CLIENT_FETCH_ERROR', code: 'CLIENT_FETCH_ERROR' },
  CLIENT_SESSION_ERROR: { name: 'CLIENT_SESSION_ERROR', code: 'CLIENT_SESSION_ERROR' },
  SessionRequired: { name: 'SessionRequired', code: 'SESSION_REQUIRED', url: 'SessionRequired' },
  AccessDenied: { name: 'AccessDenied', code: 'ACCESS_DENIED', url: 'AccessDenied' },
  CallbackRouteError: { name: 'CallbackRouteError', code: 'CALLBACK_ROUTE_ERROR', url: 'OAuthCallbackError' },
  CredentialsSignin: { name: 'CredentialsSignin', code: 'CREDENTIALS_SIGNIN', url: 'CredentialsSignin' },
  InvalidCheck: { name: 'InvalidCheck', code: 'INVALID_CHECK', url: 'OAuthCallbackError' },
  InvalidProvider: { name: 'InvalidProvider', code: 'INVALID_PROVIDER' },
  JWTSessionError: { name: 'JWTSessionError', code: 'JWT_SESSION_ERROR' },
  KeysUnavailable: { name: 'KeysUnavailable', code: 'KEYS_UNAVAILABLE', isFault: true },
  MissingCSRF: { name: 'MissingCSRF', code: 'MISSING_CSRF', url: 'MissingCSRF' },
  OAuthProfileParseError: { name: 'OAuthProfileParseError', code: 'OAUTH_PROFILE_PARSE_ERROR', isFault: true },
  RateLimited: { name: 'RateLimited', code: 'RATE_LIMITED', url: 'RateLimited' },
  RefreshTokenError: { name: 'RefreshTokenError', code: 'REFRESH_TOKEN_ERROR', url: 'RefreshTokenError' },
  SecondFactorNeeded: { name: 'SecondFactorNeeded', code: 'SECOND_FACTOR_NEEDED', url: 'SecondFactorNeeded' },
  UntrustedHost: { name: 'UntrustedHost', code: 'UNTRUSTED_HOST', isFault: true },
} as const satisfies Record<string, Row>

/** What may stand as `error` in an address. */
export const authErrorNames: ReadonlySet<string> = new Set(['Configuration', ...Object.values<Row>(authErrors).flatMap(({ url }) => url ?? [])])

const rows: ReadonlyMap<string, Row> = new Map(Object.entries<Row>(authErrors))

export type AuthErrorReport = Row & { message: string; cause?: string }

/** What the log says of an error of the sign-in library, or of anything thrown inside it. */
export function describeAuthError(error: unknown): AuthErrorReport {
  const type = error instanceof Error && 'type' in error ? String(error.type) : ''
  const row = rows.get(type) ?? authErrors.AuthError
  const cause = innermost(error)
  return {
    ...row,
    message: error instanceof Error ? (error.message.split(' Read more at')[0] ?? '') : String(error),
    ...(cause === error ? {} : { cause: cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause) }),
  }
}

/** The library puts the real reason under `cause.err`; a chain of causes is followed to its end. */
function innermost(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > 5) return error
  const { cause } = error
  if (cause instanceof Error) return innermost(cause, depth + 1)
  return isJsonObject(cause) && cause.err instanceof Error ? innermost(cause.err, depth + 1) : error
}
