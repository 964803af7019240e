// Headers that say to the browser what this site never does. The policy allows no script but our own files;
// inline styles are needed by the component library and the map. Its workers are files of ours like all scripts.
import type { MiddlewareHandler } from 'hono'

/** `connectTo`: other origins that our own scripts may call, when sign-in with Firebase or a map from elsewhere is configured; `imagesFrom`: of such maps. */
const policy = (connectTo: readonly string[], imagesFrom: readonly string[]): string =>
  [
    `default-src 'self'`,
    `script-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    ["img-src 'self' data: blob:", ...imagesFrom].join(' '),
    `font-src 'self' data:`,
    ['connect-src', `'self'`, ...connectTo].join(' '),
    `worker-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')

/** `isSecure`: people reach us by https, so browsers may be asked to insist on it. */
export function securityHeaders(isSecure: boolean, connectTo: readonly string[] = [], imagesFrom: readonly string[] = []): MiddlewareHandler {
  const contentSecurityPolicy = policy(connectTo, imagesFrom)
  return async (context, next) => {
    await next()
    const secure: [string, string][] = isSecure ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']] : []
    const headers: [string, string][] = [
      ['Content-Security-Policy', contentSecurityPolicy],
      ['X-Content-Type-Options', 'nosniff'],
      ['X-Frame-Options', 'DENY'],
      ['Referrer-Policy', 'strict-origin-when-cross-origin'],
      ['Permissions-Policy', 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()'],
      ['Cross-Origin-Opener-Policy', 'same-origin'],
      ['Cross-Origin-Resource-Policy', 'same-origin'],
      ...secure,
    ]
    for (const [name, value] of headers) if (!context.res.headers.has(name)) context.res.headers.set(name, value)
  }
}
