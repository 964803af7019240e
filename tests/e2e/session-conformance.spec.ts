// The specification's own session client, next-auth/react 4.24, unmodified, in a real browser against our server: what
// each of its functions sends, what it gets, and what it then believes. One row for each behaviour.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { standInPassword } from '#server/dev/identity-toolkit.ts'
import { clientVersion, serveClient } from './session-client.ts'
import { callsOf, openSessionStage, type SessionStage, type Tenant } from './session-stage.ts'

let sessions: SessionStage
let page: Page
let calls: string[]
let home: string
beforeAll(async () => {
  sessions = await openSessionStage()
})
afterAll(async () => {
  await sessions.close()
})
beforeEach(() => {
  sessions.stage.logged.length = 0
})
afterEach(async () => {
  await page.context().close()
})

/** Opens the page at a programme that offers both ways in; `query` as gate-client-page.ts reads it. */
async function open({ query = '', tenant = 'wool', isSignedIn = false }: { query?: string; tenant?: Tenant; isSignedIn?: boolean } = {}): Promise<void> {
  page = await sessions.newPage(tenant)
  home = sessions.address(tenant)
  await serveClient(page, home)
  if (isSignedIn) {
    await page.goto('/conformance')
    await seen(/^unauthenticated/)
    expect(await page.evaluate((tokens) => window.client.signIn('firebase', { redirect: false, ...tokens }), await tokens())).toMatchObject({ ok: true })
  }
  calls = callsOf(page)
  await page.goto(`/conformance${query}`)
}

/** What the SDK would bring after e-mail and password. */
async function tokens(): Promise<{ idToken: string; refreshToken: string }> {
  const response = await fetch(`${sessions.stage.toolkit.settings.standIn}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword`, {
    method: 'POST',
    body: JSON.stringify({ email: 'omar@cotton.example', password: standInPassword }),
  })
  const { idToken, refreshToken } = (await response.json()) as { idToken: string; refreshToken: string }
  return { idToken, refreshToken }
}
const seen = (words: RegExp, on = page) => on.locator('output').filter({ hasText: words }).waitFor()
const arrive = (path: RegExp | string) => page.waitForURL((url) => (typeof path === 'string' ? url.pathname + url.search === path : path.test(url.href)))
const cookies = async () => (await page.context().cookies(home)).map(({ name }) => name).filter((name) => !/csrf|callback/.test(name))
const clientLog = () => sessions.stage.logged.filter(({ message }) => message === 'client log').map(({ details }) => (details.report as { code: string }).code)
const count = (call: string) => calls.filter((one) => one === call).length

type Row = [behaviour: string, run: () => Promise<void>]

const reading: Row[] = [
  [
    'first load without a session: unauthenticated after one GET /session, and nothing complained of',
    async () => {
      page = await sessions.newPage('wool')
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      home = sessions.address('wool')
      await serveClient(page, home)
      calls = callsOf(page)
      await page.goto('/conformance')
      await seen(/^unauthenticated nobody$/)
      expect([calls, complaints, clientLog()]).toEqual([['GET /api/auth/session'], [], []])
    },
  ],
  [
    'getSession() without a session: null',
    async () => {
      await open()
      await seen(/^unauthenticated/)
      expect(await page.evaluate(() => window.client.getSession())).toBeNull()
    },
  ],
  [
    'getSession() with one: user.uid, user.accessToken, expires',
    async () => {
      await open({ isSignedIn: true })
      await seen(/^authenticated/)
      expect(await page.evaluate(() => window.client.getSession())).toEqual({
        user: { uid: expect.any(String), accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) },
        expires: expect.any(String),
      })
    },
  ],
  [
    'getCsrfToken(): 64 hex digits, the same at each call of one browser',
    async () => {
      await open()
      await seen(/^unauthenticated/)
      const [one, two] = await page.evaluate(async () => [await window.client.getCsrfToken(), await window.client.getCsrfToken()])
      expect(one).toMatch(/^[0-9a-f]{64}$/)
      expect(two).toBe(one)
    },
  ],
  [
    'getProviders(): each with id, name, type, signinUrl and callbackUrl at this very host',
    async () => {
      await open()
      await seen(/^unauthenticated/)
      const at = (id: string, type: string) => ({
        id,
        type,
        name: expect.any(String),
        signinUrl: `${home}/api/auth/signin/${id}`,
        callbackUrl: `${home}/api/auth/callback/${id}`,
      })
      expect(await page.evaluate(() => window.client.getProviders())).toEqual({ firebase: at('firebase', 'credentials'), oidc: at('oidc', 'oidc') })
    },
  ],
  [
    'a page’s script sees no cookie, signed in or not',
    async () => {
      await open({ isSignedIn: true })
      expect([await page.evaluate(() => document.cookie), (await cookies()).sort()]).toEqual(['', ['farmbook.session', 'refreshToken', 'uid', 'userToken']])
    },
  ],
  [
    'another tenant in the same browser: unauthenticated',
    async () => {
      await open({ isSignedIn: true })
      await page.goto(`${sessions.address('dairy')}/conformance`)
      await seen(/^unauthenticated nobody$/)
    },
  ],
]

const signingIn: Row[] = [
  [
    'signIn(credentials, redirect false) refused: the error parameter of the answer’s url is passed back, 401, url null',
    async () => {
      await open()
      await seen(/^unauthenticated/)
      expect(await page.evaluate(() => window.client.signIn('firebase', { redirect: false, idToken: 'forged' }))).toEqual({
        error: 'CredentialsSignin',
        status: 401,
        ok: false,
        url: null,
      })
      await seen(/^unauthenticated/)
    },
  ],
  [
    'signIn(credentials, redirect false) accepted: error null, 200, the url, and the provider reads the session again',
    async () => {
      await open()
      await seen(/^unauthenticated/)
      const answer = await page.evaluate((given) => window.client.signIn('firebase', { redirect: false, callbackUrl: '/q?x=1', ...given }), await tokens())
      expect(answer).toEqual({ error: null, status: 200, ok: true, url: `${home}/q?x=1` })
      await seen(/^authenticated \S{28}$/)
    },
  ],
  [
    'signIn(credentials) accepted: goes to the callbackUrl',
    async () => {
      await open()
      await seen(/^unauthenticated/)
      await page.evaluate((given) => void window.client.signIn('firebase', { callbackUrl: '/conformance?in', ...given }), await tokens())
      await arrive('/conformance?in')
      await seen(/^authenticated/)
    },
  ],
  [
    'signIn(credentials) refused: goes to the sign-in page with the error',
    async () => {
      await open()
      await seen(/^unauthenticated/)
      await page.evaluate(() => void window.client.signIn('firebase', { idToken: 'forged' }))
      await arrive('/public/login?error=CredentialsSignin&code=credentials&redirect=%2Fconformance')
      await page.getByRole('alert').getByText('These sign-in details were not accepted.').waitFor()
    },
  ],
  ...[undefined, false].map(
    (redirect): Row => [
      `signIn('oidc'${redirect === false ? ', redirect false' : ''}): through the provider and back, authenticated`,
      async () => {
        await open({ tenant: 'cotton' })
        await seen(/^unauthenticated/)
        await page.evaluate(
          (requested) =>
            void window.client.signIn('oidc', { callbackUrl: '/conformance?back#there', ...(requested === null ? {} : { redirect: requested as true }) }),
          redirect ?? null,
        )
        await page.locator('button[name="login"][value="omar@cotton"]').click()
        await arrive('/conformance?back')
        expect(new URL(page.url()).hash).toBe('#there')
        // What is served in place of the server's answer is not seen at the end of a chain of redirects.
        await page.reload()
        await seen(/^authenticated omar@cotton\.example$/)
      },
    ],
  ),
  [
    'signIn with authorization parameters: prompt arrives at the provider, client_id and redirect_uri of a stranger do not',
    async () => {
      await open({ tenant: 'cotton' })
      await seen(/^unauthenticated/)
      const there = page.waitForRequest((request) => new URL(request.url()).pathname === '/auth')
      await page.evaluate(() => void window.client.signIn('oidc', {}, { prompt: 'login', client_id: 'zz', redirect_uri: 'https://evil.test/cb' }))
      const query = new URL((await there).url()).searchParams
      expect([query.get('prompt'), query.get('client_id'), query.get('redirect_uri')]).toEqual(['login', 'farmbook', `${home}/api/auth/callback/oidc`])
    },
  ],
  ...(['nobody', undefined] as const).map(
    (provider): Row => [
      provider ? 'signIn with an unknown provider: to the sign-in page with a callbackUrl' : 'signIn() without one: the same',
      async () => {
        await open()
        await seen(/^unauthenticated/)
        await page.evaluate((id) => void window.client.signIn(id ?? undefined, { callbackUrl: `${window.location.origin}/q` }), provider ?? null)
        await arrive(`/public/login?${new URLSearchParams({ callbackUrl: `${home}/q` })}`)
        expect(calls).toContain('GET /api/auth/signin')
      },
    ],
  ),
  [
    'signIn with no providers returned: to the auth error page',
    async () => {
      await open()
      await seen(/^unauthenticated/)
      await page.route('**/api/auth/providers', (route) => route.abort())
      await page.evaluate(() => void window.client.signIn('oidc'))
      await arrive('/public/auth-error?error=Configuration')
      expect(calls).toContain('GET /api/auth/error')
      await page.getByRole('heading', { name: 'Signing in did not work' }).waitFor()
    },
  ],
  [
    'useSession({required}) without a session: to sign-in with error=SessionRequired and the way back',
    async () => {
      await open({ query: '?required' })
      await arrive(/\/public\/login\?/)
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ callbackUrl: `${home}/conformance?required`, error: 'SessionRequired' })
      await page.getByRole('alert').getByText('Your sign-in has ended.').waitFor()
    },
  ],
]

const keeping: Row[] = [
  [
    'update(data): POST /session with CSRF token and data; the session as the server knows it, whatever data says',
    async () => {
      await open({ isSignedIn: true })
      await seen(/^authenticated/)
      const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/auth/session'))
      const session = await page.evaluate(() => window.client.update({ note: 'n', user: { uid: 'ada' } }))
      expect((await sent).postDataJSON()).toEqual({ csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/), data: { note: 'n', user: { uid: 'ada' } } })
      expect(session).toEqual({ user: { uid: expect.stringMatching(/^\S{28}$/), accessToken: expect.any(String) }, expires: expect.any(String) })
      await seen(/^authenticated \S{28}$/)
    },
  ],
  [
    'the window is looked at again: one GET /session',
    async () => {
      await open({ isSignedIn: true })
      await seen(/^authenticated/)
      // The client counts in whole seconds, and does not ask again within the one in which it asked last.
      await page.waitForTimeout(1_100)
      calls.length = 0
      const requested = page.waitForRequest('**/api/auth/session')
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await requested
      expect(calls).toEqual(['GET /api/auth/session'])
    },
  ],
  [
    'polling: every 300 seconds while there is a session, never without one',
    async () => {
      await open({ isSignedIn: true })
      // The page's time stands still from the start, and passes only as far as it is turned.
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      await page.goto('/conformance?interval=300')
      await seen(/^authenticated/)
      calls.length = 0
      await page.clock.runFor(299_000)
      expect(count('GET /api/auth/session')).toBe(0)
      for (const times of [1, 2]) {
        const requested = page.waitForResponse('**/api/auth/session')
        await page.clock.runFor(times === 1 ? 2_000 : 300_000)
        await requested
        expect(count('GET /api/auth/session')).toBe(times)
      }
      await page.evaluate(() => window.client.signOut({ redirect: false }))
      await seen(/^unauthenticated/)
      calls.length = 0
      await page.clock.runFor(900_000)
      expect(calls).toEqual([])
    },
  ],
  [
    'storage events: signing out, and in, in one tab is believed in the other after one GET /session',
    async () => {
      await open({ isSignedIn: true })
      await seen(/^authenticated/)
      const other = await page.context().newPage()
      await other.goto(`${home}/conformance`)
      await seen(/^authenticated/, other)
      await page.waitForTimeout(1_100)
      calls.length = 0
      await other.evaluate(() => window.client.signOut({ redirect: false }))
      await seen(/^unauthenticated/)
      expect(calls).toEqual(['GET /api/auth/session'])
      await other.evaluate((given) => window.client.signIn('firebase', { redirect: false, ...given }), await tokens())
      await other.evaluate(() => window.client.getSession())
      await seen(/^authenticated/)
    },
  ],
  ...(['abort', 'page'] as const).map(
    (kind): Row => [
      kind === 'abort' ? 'no answer to GET /session: null, CLIENT_FETCH_ERROR, and a beacon at /_log' : 'a proxy’s page in place of the session: the same',
      async () => {
        await open({ isSignedIn: true })
        await seen(/^authenticated/)
        await page.route('**/api/auth/session', (route) =>
          kind === 'abort' ? route.abort() : route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
        )
        const beacon = page.waitForResponse('**/api/auth/_log')
        expect(await page.evaluate(() => window.client.getSession())).toBeNull()
        expect((await beacon).status()).toBe(200)
        expect(clientLog()).toEqual(['CLIENT_FETCH_ERROR'])
        await page.reload()
        await seen(/^unauthenticated nobody$/)
      },
    ],
  ),
  [
    'the client itself fails: CLIENT_SESSION_ERROR at /_log',
    async () => {
      await open({ isSignedIn: true })
      await seen(/^authenticated/)
      const beacon = page.waitForResponse('**/api/auth/_log')
      await page.evaluate(() => {
        Date.now = () => {
          throw new Error('no clock')
        }
        document.dispatchEvent(new Event('visibilitychange'))
      })
      expect((await beacon).status()).toBe(200)
      expect(clientLog()).toEqual(['CLIENT_SESSION_ERROR'])
    },
  ],
]

const signingOut: Row[] = [
  [
    'signOut(redirect false): the url, no session, no cookie of a person left',
    async () => {
      await open({ isSignedIn: true })
      await seen(/^authenticated/)
      expect(await page.evaluate(() => window.client.signOut({ redirect: false, callbackUrl: '/public/login' }))).toEqual({ url: `${home}/public/login` })
      await seen(/^unauthenticated nobody$/)
      expect(await cookies()).toEqual([])
      expect(calls).toContain('POST /api/auth/signout')
    },
  ],
  [
    'signOut(): goes to the callbackUrl',
    async () => {
      await open({ isSignedIn: true })
      await seen(/^authenticated/)
      await page.evaluate(() => void window.client.signOut({ callbackUrl: '/conformance?out' }))
      await arrive('/conformance?out')
      await seen(/^unauthenticated nobody$/)
    },
  ],
  ...['https://evil.test/', '//evil.test/', '/\\evil.test', 'http://dairy.localhost/'].map(
    (callbackUrl): Row => [
      `signOut to ${callbackUrl}: our own root instead`,
      async () => {
        await open({ isSignedIn: true })
        await seen(/^authenticated/)
        expect(await page.evaluate((url) => window.client.signOut({ redirect: false, callbackUrl: url }), callbackUrl)).toEqual({ url: `${home}/` })
      },
    ],
  ),
]

describe('next-auth/react', () => {
  it('is the version of the specification, 4.24', async () => {
    await open()
    expect(clientVersion).toMatch(/^4\.24\./)
  })
})
describe('reading', () => it.each(reading)('%s', (_behaviour, run) => run()))
describe('signing in', () => it.each(signingIn)('%s', (_behaviour, run) => run()))
describe('keeping the session', () => it.each(keeping)('%s', (_behaviour, run) => run()))
describe('signing out', () => it.each(signingOut)('%s', (_behaviour, run) => run()))
