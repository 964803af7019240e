// Where a person may be sent after signing in: only back into this very site. Shared by the server
// (callbackUrl) and the login page (`redirect`), so that both refuse the same tricks: `//evil`, `/\evil`, `javascript:` …

/** Address of the login page; never a target, or a person would go round in circles. */
export const loginPath = '/public/login'
/** Where somebody reads that signing in went wrong in a way that trying again does not mend. */
export const authErrorPath = '/public/auth-error'
/** Longer than any address of ours; a longer one is an attempt at something. */
const maxLength = 2000
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tab and newline inside an address, which is how `/\t/evil` becomes `//evil`
const unsafe = /[\u0000-\u0020\u007f\\]/

/** The URL parser of the WHATWG standard, which servers and browsers share; the domain's compiler is shown neither, so its shape is stated here. */
type ParsedUrl = { origin: string; pathname: string; search: string; hash: string; username: string; password: string }
const StandardUrl = (globalThis as unknown as { URL: new (target: string, base: string) => ParsedUrl }).URL

/**
 * The path, query and fragment of `target` within this site, or null when it leads elsewhere or nowhere.
 * `origin` is this site's own (`http://cotton.localhost:4300`). Absolute addresses of the same origin are accepted.
 */
export function sameOriginPath(target: string | null | undefined, origin: string): string | null {
  if (!target || target.length > maxLength || unsafe.test(target)) return null
  if (!target.startsWith('/') && !/^https?:\/\//i.test(target)) return null
  const url = parseUrl(target, origin)
  if (!url || url.origin !== origin || url.username || url.password) return null
  // `/.//evil.test` resolves to the path `//evil.test`, which is somebody else's address once it stands alone.
  if (url.pathname.startsWith('//')) return null
  if (isOrIsBelow(url.pathname, '/api')) return null
  return url.pathname + url.search + url.hash
}

/** Where the session service may send a browser: within this site, its root when the target is refused. */
export const sameOriginUrl = (target: string | null | undefined, origin: string): string => origin + (sameOriginPath(target, origin) ?? '/')

/** Where the login page may send a person after sign-in: the same, but never back to the login page or to an error of it. */
export function safeRedirect(target: string | null | undefined, origin: string): string | null {
  const path = sameOriginPath(target, origin)
  const pathname = path?.split(/[?#]/)[0] ?? ''
  return path === null || isOrIsBelow(pathname, loginPath) || isOrIsBelow(pathname, authErrorPath) ? null : path
}

/** URL.parse() is missing in browsers of 2023, which field phones still have. */
function parseUrl(target: string, base: string): ParsedUrl | null {
  try {
    return new StandardUrl(target, base)
  } catch {
    return null
  }
}

/** The login page, with the way back to `from` when that is one. */
export function loginAddress(from: string | null, origin: string, error?: string): string {
  const back = safeRedirect(from, origin)
  const query = [back && back !== '/' ? `redirect=${encodeURIComponent(back)}` : '', error ? `error=${encodeURIComponent(error)}` : ''].filter(Boolean)
  return query.length > 0 ? `${loginPath}?${query.join('&')}` : loginPath
}

function isOrIsBelow(pathname: string, path: string): boolean {
  // Decoded and without empty segments: `/public//login` and `/%70ublic/login` open the login page too.
  let plain: string
  try {
    plain = decodeURIComponent(pathname)
  } catch {
    return true
  }
  const tidy = plain.replace(/\/{2,}/g, '/').toLowerCase()
  return tidy === path || tidy.startsWith(`${path}/`)
}
