// The whole app against strangers, before anybody has signed in: whose site a request reaches, what browsers get
// never to do here, and how often one caller may ask.
import type { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { firebaseHosts } from '#server/auth/firebase.ts'
import { behaviours } from '#server/behaviours.ts'
import { cotton, dairy, openStage, type Stage } from './sign-in-stage.ts'

let stage: Stage
let app: Hono
let now: number
const build = (more: Partial<Parameters<typeof createApp>[0]> = {}) =>
  createApp({
    database: stage.database,
    signIn: stage.signIn,
    tenants: stage.hosts,
    behaviours,
    authenticate: stage.signIn.authenticate,
    log: () => {},
    now: () => new Date(now),
    connectTo: firebaseHosts(stage.toolkit.settings),
    ...more,
  })
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  await stage.close()
})
beforeEach(() => {
  now = Date.now()
  app = build()
})

const ask = (path: string, headers: Record<string, string> = {}, origin = cotton, of = app) =>
  of.fetch(new Request(origin + path, { headers: { host: new URL(origin).host, ...headers } }))
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]
const everyKind = [
  '/api/auth',
  '/api/auth/session',
  '/api/auth/firebase',
  '/api/tenant/cotton',
  '/api/operators/-/farmer',
  '/api/public/crop/x',
  '/public/crop/x',
]

describe('a host that is nobody’s', () => {
  it.each(['evil.test', 'cotton.localhost.evil.test', 'cotton.localhost@evil.test', 'unknown.localhost', 'a.cotton.localhost', '', 'cotton.localhost:99999'])(
    '%j is answered 421 UNKNOWN_HOST, whatever is asked',
    async (host) => {
      for (const path of everyKind) expect([path, ...(await codeOf(await ask(path, { host })))]).toEqual([path, 421, 'UNKNOWN_HOST'])
    },
  )
  it('is not made somebody’s by a header that names one', async () => {
    const claims = { 'x-forwarded-host': 'cotton.localhost', forwarded: 'host=cotton.localhost', 'x-host': 'cotton.localhost' }
    expect((await ask('/api/tenant/cotton', { host: 'evil.test', ...claims })).status).toBe(421)
  })
  it('is not another tenant for x-forwarded-host either', async () => {
    const answer = await ask('/api/tenant/dairy', { 'x-forwarded-host': new URL(dairy).host })
    expect(await codeOf(answer)).toEqual([404, 'NOT_FOUND'])
  })
})

describe('headers of every answer', () => {
  it('forbid inline scripts, frames, sniffing, foreign bases and forms that lead elsewhere, on success and refusal alike', async () => {
    for (const path of everyKind) {
      const { headers } = await ask(path)
      const policy = headers.get('content-security-policy') ?? ''
      const directive = (name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `))
      expect([path, directive('default-src'), directive('object-src'), directive('frame-ancestors')]).toEqual([
        path,
        expect.stringMatching(/^default-src '(self|none)'$/),
        expect.toBeOneOf([`object-src 'none'`, undefined]),
        `frame-ancestors 'none'`,
      ])
      expect([path, directive('base-uri'), directive('form-action')]).toEqual([path, `base-uri 'none'`, `form-action 'self'`])
      expect([path, directive('script-src') ?? directive('default-src')]).toEqual([path, expect.not.stringMatching(/unsafe|data:|https:|\*/)])
      expect([path, headers.get('x-content-type-options'), headers.get('x-frame-options')]).toEqual([path, 'nosniff', 'DENY'])
      expect([path, headers.has('permissions-policy'), headers.has('x-powered-by')]).toEqual([path, true, false])
    }
  })
  it('tell other sites no address of ours, and keep their windows and pages apart from ours', async () => {
    for (const path of everyKind) {
      const { headers } = await ask(path)
      expect([path, headers.get('referrer-policy')]).toEqual([path, expect.stringMatching(/^(no-referrer|strict-origin-when-cross-origin)$/)])
      expect([path, headers.get('cross-origin-opener-policy'), headers.get('cross-origin-resource-policy')]).toEqual([path, 'same-origin', 'same-origin'])
    }
  })
  it('let nobody on the way keep what the session calls answer', async () => {
    for (const path of ['/api/auth', '/api/auth/session', '/api/auth/csrf', '/api/auth/providers', '/api/auth/signin', '/api/auth/error'])
      expect([path, (await ask(path)).headers.get('cache-control')]).toEqual([path, expect.stringMatching(/\bno-store$/)])
  })
  it('let scripts call our own host and, where Firebase is configured, its two addresses or their stand-in, nothing else', async () => {
    const connect = async (connectTo: string[]) =>
      (await ask('/api/auth/csrf', {}, cotton, build({ connectTo }))).headers
        .get('content-security-policy')
        ?.split('; ')
        .find((one) => one.startsWith('connect-src'))
    expect(await connect([])).toBe(`connect-src 'self'`)
    expect(await connect(firebaseHosts({ ...stage.toolkit.settings, standIn: null }))).toBe(
      `connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com`,
    )
  })
  it('insist on https only where people come by https', async () => {
    expect((await ask('/api/auth/csrf')).headers.get('strict-transport-security')).toBeNull()
    expect((await ask('/api/auth/csrf', {}, cotton, build({ isSecure: true }))).headers.get('strict-transport-security')).toMatch(/^max-age=31536000/)
  })
})

describe('calls without signing in', () => {
  const behindProxy = () => build({ isBehindProxy: true })
  const from = (address: string, path: string, of: Hono) => ask(path, { 'x-forwarded-for': `spoofed, ${address}` }, cotton, of)
  it('are limited for each caller (429 TOO_MANY with Retry-After), by network for IPv6, and come back with time', async () => {
    const limited = behindProxy()
    const answers: Response[] = []
    for (let at = 0; at <= 600; at++) answers.push(await from(`2001:db8:1:2::${at.toString(16)}`, '/api/tenant/cotton', limited))
    const [before, last] = answers.slice(-2)
    expect([before?.status, last?.status, last?.headers.get('retry-after')]).toEqual([200, 429, '1'])
    expect((await from('2001:db8:1:3::1', '/api/tenant/cotton', limited)).status).toBe(200)
    expect(await codeOf(await from('2001:db8:1:2::1', '/api/public/crop/x', limited))).toEqual([429, 'TOO_MANY'])
    // Ten a second come back.
    now += 100
    expect((await from('2001:db8:1:2::1', '/api/tenant/cotton', limited)).status).toBe(200)
  })
  it('are not told apart by what a caller writes into X-Forwarded-For when no proxy stands in front', async () => {
    let last: Response | undefined
    for (let at = 0; at <= 600; at++) last = await ask('/api/tenant/cotton', { 'x-forwarded-for': `203.0.113.${at % 250}` })
    expect(last?.status).toBe(429)
  })
})

describe('HEAD', () => {
  it('is answered like GET, without a body, where an address only tells something', async () => {
    for (const path of ['/api/auth/session', '/api/auth/csrf', '/api/auth/providers']) {
      const answer = await app.fetch(new Request(cotton + path, { method: 'HEAD', headers: { host: new URL(cotton).host } }))
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, ''])
    }
  })
  it('uses up no sign-in that is under way: at a callback it is not answered (405)', async () => {
    const path = '/api/auth/callback/oidc?code=x&state=y'
    expect((await app.fetch(new Request(cotton + path, { method: 'HEAD', headers: { host: new URL(cotton).host } }))).status).toBe(405)
  })
})
