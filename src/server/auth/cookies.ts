// The cookies of sign-in: their names, lifetimes and flags, and reading and writing them. The page's own
// script never sees one; it gets what it may know from GET /api/auth/session.

/** 30 days (specification section 9): how long a browser stays signed in without being used. Counted anew at every refresh. */
export const cookieLifetimeS = 2_592_000

/** The specification's three. They carry no authority alone: who is signed in is decided by the sealed session cookie. */
export const personCookies = ['userToken', 'refreshToken', 'uid'] as const
/** Null: what the browser has is left alone. */
export type PersonCookies = Record<(typeof personCookies)[number], string | null>

/**
 * Names of the sign-in library's cookies. On https they begin with `__Host-`: tenants are sibling subdomains, and
 * without it one tenant's page could plant a cookie for another. Changing the session's name ends every session.
 */
export function sessionCookieNames(isSecure: boolean) {
  const prefix = isSecure ? '__Host-' : ''
  return {
    sessionToken: `${prefix}farmbook.session`,
    callbackUrl: `${prefix}farmbook.callback`,
    csrfToken: `${prefix}farmbook.csrf`,
    pkceCodeVerifier: `${prefix}farmbook.pkce`,
    state: `${prefix}farmbook.state`,
    nonce: `${prefix}farmbook.nonce`,
  }
}

/** The session cookie or one of its chunks (`.0`, `.1` …), which a large one is split into. */
export const isSessionCookie = (name: string, isSecure: boolean): boolean => {
  const session = sessionCookieNames(isSecure).sessionToken
  return name === session || (name.startsWith(`${session}.`) && /^\d+$/.test(name.slice(session.length + 1)))
}

const flags = (isSecure: boolean) => `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
export const setCookie = (name: string, value: string, isSecure: boolean): string =>
  `${name}=${encodeURIComponent(value)}; Max-Age=${cookieLifetimeS}; ${flags(isSecure)}`
export const clearCookie = (name: string, isSecure: boolean): string => `${name}=; Max-Age=0; ${flags(isSecure)}`

/** The Cookie header as names and decoded values; of two with one name the first counts, as in browsers' order of paths. */
export function readCookies(header: string | null): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (at > 0 && !cookies.has(name)) cookies.set(name, decoded(pair.slice(at + 1).trim()))
  }
  return cookies
}

/**
 * Every value that came under one name, in the order of the header, at most ten. A sibling subdomain can plant a cookie of the
 * same name, which then comes first; names with `__Host-` are safe from it, the specification's three have none.
 */
export const cookieValues = (header: string | null, name: string): string[] =>
  (header?.split(';') ?? [])
    .map((pair) => [pair.slice(0, Math.max(0, pair.indexOf('='))).trim(), pair.slice(pair.indexOf('=') + 1).trim()] as const)
    .filter(([one]) => one === name)
    .slice(0, 10)
    .map(([, value]) => decoded(value))

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
