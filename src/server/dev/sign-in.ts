// Signs a demo person in over HTTP exactly as a browser does: CSRF token, identity provider, callback,
// session. Used by the token command and by tests, so that neither needs a back door into the server.
import { request as httpRequest } from 'node:http'
import { z } from 'zod'

/** Sends one request without following redirects. */
export type Transport = (request: Request) => Promise<Response>

export type SignedIn = {
  accessToken: string
  uid: string
  /** Cookie header for further calls to the product. */
  cookie: string
  /** Where the sign-in ended: the callback address asked for. */
  landedOn: string
}

/** More than the real flow has (6), fewer than a loop. */
const maxRedirects = 12

/**
 * `origin` of the tenant (`http://cotton.localhost:4300`), `login` of a demo person (`ada@cotton`) or any e-mail address.
 * Throws with a sentence when a step does not answer as expected.
 */
export async function signInOverHttp(
  origin: string,
  login: string,
  { transport = loopback, callbackUrl = '/' }: { transport?: Transport; callbackUrl?: string } = {},
): Promise<SignedIn> {
  const browser = new Browser(transport)
  const { csrfToken } = await browser.json(z.object({ csrfToken: z.string() }), `${origin}/api/auth/csrf`)
  const started = await browser.json(
    z.object({ url: z.string() }),
    `${origin}/api/auth/signin/oidc`,
    { csrfToken, callbackUrl: new URL(callbackUrl, origin).href, json: 'true' },
    origin,
  )
  const page = await browser.follow(started.url, ({ pathname }) => pathname.startsWith('/interaction/'))
  const chosen = login.includes('.') ? { email: login } : { login }
  const landed = await browser.follow(page.url, (url) => url.origin === origin && !url.pathname.startsWith('/api/'), chosen)
  const session = await browser.json(z.object({ user: z.object({ uid: z.string(), accessToken: z.string() }).optional() }), `${origin}/api/auth/session`)
  if (!session.user) throw new Error(`The server did not sign ${login} in (it went to ${landed.url}).`)
  return { ...session.user, cookie: browser.cookies(new URL(origin).host), landedOn: landed.url }
}

/** The few habits of a browser that a sign-in needs: a cookie jar for each host, and redirects one by one. */
class Browser {
  readonly #jar = new Map<string, Map<string, string>>()
  readonly #transport: Transport
  constructor(transport: Transport) {
    this.#transport = transport
  }

  cookies(host: string): string {
    return [...(this.#jar.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async send(url: string, form?: Record<string, string>, origin?: string): Promise<Response> {
    const { host } = new URL(url)
    const headers = new Headers({ host, cookie: this.cookies(host) })
    if (form) headers.set('content-type', 'application/x-www-form-urlencoded')
    if (origin) headers.set('origin', origin)
    const response = await this.#transport(
      new Request(url, { method: form ? 'POST' : 'GET', headers, redirect: 'manual', ...(form ? { body: new URLSearchParams(form).toString() } : {}) }),
    )
    const jar = this.#jar.get(host) ?? new Map<string, string>()
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      const gone = value === '' || attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute))
      if (gone) jar.delete(name)
      else jar.set(name, value)
    }
    this.#jar.set(host, jar)
    return response
  }

  async json<T>(shape: z.ZodType<T>, url: string, form?: Record<string, string>, origin?: string): Promise<T> {
    const response = await this.send(url, form, origin)
    if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
    return shape.parse(await response.json())
  }

  /** Follows redirects from `url` until `arrived` says so; `form` is posted at the first step. */
  async follow(url: string, arrived: (url: URL) => boolean, form?: Record<string, string>): Promise<{ url: string }> {
    let response = await this.send(url, form)
    let at = url
    for (let step = 0; step < maxRedirects; step++) {
      const location = response.headers.get('location')
      if (!location) {
        if (arrived(new URL(at)) && !form) return { url: at }
        throw new Error(`The sign-in stopped at ${at} (${response.status}).`)
      }
      at = new URL(location, at).href
      if (arrived(new URL(at))) return { url: at }
      response = await this.send(at)
    }
    throw new Error(`The sign-in went in circles: ${at}`)
  }
}

/** Sends to this machine whatever the host name says: Node does not resolve `*.localhost`, browsers do. */
export const loopback: Transport = async (request) => {
  const url = new URL(request.url)
  const body = Buffer.from(await request.arrayBuffer())
  return new Promise((resolve, reject) => {
    const headers = { ...Object.fromEntries(request.headers), host: url.host, ...(body.length > 0 ? { 'content-length': String(body.length) } : {}) }
    const outgoing = httpRequest(
      { host: '127.0.0.1', port: url.port, path: url.pathname + url.search, method: request.method, headers, agent: false },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const received = new Headers()
          for (const [name, values = []] of Object.entries(incoming.headersDistinct)) for (const one of values) received.append(name, one)
          const status = incoming.statusCode ?? 500
          resolve(new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), { status, headers: received }))
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
