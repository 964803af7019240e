// The session calls on the wire: method, form, status and body of each, as the specification's client
// (next-auth 4) sends and expects them. Written against our addresses, not against the library behind them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSignIn, type SignIn } from '#server/auth/sign-in.ts'
import { signInOverHttp } from '#server/dev/sign-in.ts'
import { browserAt, cotton, dairy, openStage, type Stage } from './sign-in-stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  await stage.close()
})
beforeEach(() => {
  stage.ahead.ms = 0
  stage.logged.length = 0
})
const fresh = () => browserAt(stage, cotton)
const signedIn = async (login = 'omar@cotton') => browserAt(stage, cotton, (await signInOverHttp(cotton, login, { transport: stage.transport })).cookie)
/** The session calls by a clock that stands still: on a busy machine attempts would come back while a test makes them. */
const timeless = (now = new Date()): SignIn =>
  createSignIn({ database: stage.database, settings: stage.settings, behaviours: {}, clock: () => now, log: () => {} })
const form = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', origin: cotton },
  body: new URLSearchParams(fields),
})

describe('GET /api/auth/session', () => {
  it('answers {} without a session, not null, on which the client would stumble', async () => {
    const answer = await fresh().send('/api/auth/session')
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'application/json', '{}'])
  })
  it('answers user.uid, user.accessToken and expires with one, and nothing else', async () => {
    const browser = await signedIn()
    const session = await browser.json<{ user: Record<string, string>; expires: string }>('/api/auth/session')
    expect(Object.keys(session).sort()).toEqual(['expires', 'user'])
    expect(Object.keys(session.user).sort()).toEqual(['accessToken', 'uid'])
    expect(Math.round((Date.parse(session.expires) - Date.now()) / 86_400_000)).toBe(30)
  })
  it('sets the session and the three cookies anew, for 2,592,000 seconds, on path /, HttpOnly and Lax', async () => {
    const browser = await signedIn()
    const lines = (await browser.send('/api/auth/session')).headers.getSetCookie()
    for (const name of ['userToken', 'refreshToken', 'uid']) {
      const line = lines.find((one) => one.startsWith(`${name}=`))
      expect(line).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
      expect(line).not.toMatch(new RegExp(`^${name}=;`))
    }
    expect(lines.find((one) => one.startsWith('farmbook.session='))).toMatch(/HttpOnly/)
  })
  it('clears a forged session cookie together with the other three', async () => {
    const browser = browserAt(stage, cotton, 'farmbook.session=not.a.token; userToken=x; refreshToken=y; uid=z; theme=dark')
    const answer = await browser.send('/api/auth/session')
    expect(await answer.json()).toEqual({})
    // Browsers clear a cookie only on the path on which it was set.
    const cleared = answer.headers.getSetCookie().filter((line) => /^(userToken|refreshToken|uid)=/.test(line))
    expect(cleared).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/)))
    expect([...browser.jar.keys()].filter((name) => !/csrf|callback/.test(name))).toEqual(['theme'])
  })
  it('clears the chunks of a large session cookie too', async () => {
    const browser = browserAt(stage, cotton, 'farmbook.session.0=a; farmbook.session.1=b; uid=z')
    await browser.json('/api/auth/session')
    expect([...browser.jar.keys()].filter((name) => /session|uid/.test(name))).toEqual([])
  })
  it('answers 503 and keeps every cookie when the database is away, instead of signing the person out', async () => {
    const browser = await signedIn()
    const { cookie } = browser
    const { transaction } = stage.database
    Object.assign(stage.database, { transaction: () => Promise.reject(new Error('connection lost')) })
    try {
      const answer = await browser.send('/api/auth/session')
      expect([answer.status, ((await answer.json()) as { code: string }).code, answer.headers.getSetCookie()]).toEqual([503, 'UNAVAILABLE', []])
    } finally {
      Object.assign(stage.database, { transaction })
    }
    expect(browser.cookie).toBe(cookie)
    expect(await browser.json('/api/auth/session')).toMatchObject({ user: { uid: 'omar@cotton.example' } })
  })
})

describe('POST /api/auth/session', () => {
  const update = (csrfToken: string, data: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: cotton },
    body: JSON.stringify({ csrfToken, data }),
  })
  it('refuses a wrong CSRF token (400) with an object for a body, and signs nobody out by it', async () => {
    const browser = await signedIn()
    const answer = await browser.send('/api/auth/session', update('wrong', {}))
    expect([answer.status, await answer.json()]).toEqual([400, {}])
    expect(await browser.json('/api/auth/session')).toMatchObject({ user: { uid: 'omar@cotton.example' } })
  })
  it('refuses a body that is no JSON object (400 MALFORMED)', async () => {
    for (const body of ['{', '[1]', '"x"', '7']) {
      const answer = await fresh().send('/api/auth/session', { ...update('', {}), body })
      expect([body, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([body, 400, 'MALFORMED'])
    }
  })
  it('answers the session as the server knows it: what the page sends changes nothing in it', async () => {
    const browser = await signedIn()
    const { csrfToken } = await browser.json<{ csrfToken: string }>('/api/auth/csrf')
    const answer = await browser.send('/api/auth/session', update(csrfToken, { uid: 'ada@cotton.example', tenant: 2, user: { uid: 'x' } }))
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { user: { uid: 'omar@cotton.example', accessToken: expect.any(String) }, expires: expect.any(String) },
    ])
  })
})

describe('GET /api/auth/csrf and /api/auth/providers', () => {
  it('answers a token of 64 hex digits and sets its cookie', async () => {
    const browser = fresh()
    expect(await browser.json('/api/auth/csrf')).toEqual({ csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(browser.jar.has('farmbook.csrf')).toBe(true)
  })
  it('answers each provider with id, name, type, signinUrl and callbackUrl, and no secret', async () => {
    expect(await fresh().json('/api/auth/providers')).toEqual({
      oidc: { id: 'oidc', name: 'Development', type: 'oidc', signinUrl: `${cotton}/api/auth/signin/oidc`, callbackUrl: `${cotton}/api/auth/callback/oidc` },
    })
  })
  it('answers only the providers that the tenant has chosen', async () => {
    const none = { ...stage.tenants.dairy, config: { providers: [] } }
    const answer = await stage.signIn.answer({
      request: new Request(`${dairy}/api/auth/providers`),
      site: { tenant: none, origin: dairy, subdomain: 'dairy' },
      caller: 'local',
      requestId: 'r',
    })
    expect(await answer.json()).toEqual({})
  })
})

describe('POST /api/auth/signin/{provider}', () => {
  it('answers 200 {url} at the provider with code, PKCE, state and nonce when json is asked for', async () => {
    const answer = await fresh().post('/api/auth/signin/oidc', { callbackUrl: `${cotton}/x` })
    const { url } = (await answer.json()) as { url: string }
    const query = new URL(url).searchParams
    expect([answer.status, answer.headers.get('location'), new URL(url).origin]).toEqual([200, null, stage.idp.issuer])
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      client_id: 'farmbook',
      code_challenge_method: 'S256',
      redirect_uri: `${cotton}/api/auth/callback/oidc`,
      scope: 'openid profile email',
    })
    for (const name of ['code_challenge', 'state', 'nonce']) expect(query.get(name)?.length).toBeGreaterThan(20)
  })
  it('redirects (302) when a plain form was posted', async () => {
    const answer = await fresh().post('/api/auth/signin/oidc', { json: 'false' })
    expect([answer.status, new URL(answer.headers.get('location') ?? '').origin]).toEqual([302, stage.idp.issuer])
  })
  it('lets the page choose prompt, login_hint and ui_locales, and nothing else of the provider’s address', async () => {
    const answer = await fresh().post(
      '/api/auth/signin/oidc?redirect_uri=https://evil.test/cb&client_id=zz&scope=all&state=mine&response_mode=form_post&prompt=login&login_hint=a',
    )
    const query = new URL(((await answer.json()) as { url: string }).url).searchParams
    expect([
      query.get('redirect_uri'),
      query.get('client_id'),
      query.get('scope'),
      query.get('response_mode'),
      query.get('prompt'),
      query.get('login_hint'),
    ]).toEqual([`${cotton}/api/auth/callback/oidc`, 'farmbook', 'openid profile email', null, 'login', 'a'])
    expect(query.get('state')).not.toBe('mine')
  })
  it('leads to the sign-in page with the way back for a provider nobody offers', async () => {
    const answer = await fresh().post('/api/auth/signin/nobody', { callbackUrl: `${cotton}/q` })
    expect([answer.status, await answer.json()]).toEqual([200, { url: `${cotton}/api/auth/signin?callbackUrl=${encodeURIComponent(`${cotton}/q`)}` }])
  })
  it('leads back to the login page with error=MissingCSRF on a wrong token', async () => {
    const answer = await fresh().post('/api/auth/signin/oidc', { csrfToken: 'x' })
    expect([answer.status, await answer.json()]).toEqual([200, { url: `${cotton}/public/login?error=MissingCSRF` }])
  })
  it('says so when the provider cannot be reached, and not what is wrong with it', async () => {
    const settings = {
      ...stage.settings,
      providers: [{ ...stage.settings.providers[0], id: 'oidc', name: 'Gone', issuer: 'http://localhost:9', clientId: 'x', clientSecret: 'y' }],
    }
    const { createSignIn } = await import('#server/auth/sign-in.ts')
    const signIn = createSignIn({ database: stage.database, settings, behaviours: {}, clock: () => new Date(), log: () => {} })
    const site = { tenant: stage.tenants.cotton, origin: cotton, subdomain: 'cotton' }
    const ask = (request: Request) => signIn.answer({ request, site, caller: 'local', requestId: 'r' })
    const csrf = await ask(new Request(`${cotton}/api/auth/csrf`))
    const cookie = csrf.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const answer = await ask(new Request(`${cotton}/api/auth/signin/oidc`, { ...form({ csrfToken, json: 'true' }), headers: { ...form({}).headers, cookie } }))
    expect(await answer.json()).toEqual({ url: `${cotton}/public/auth-error?error=Configuration` })
  })
})

describe('callbackUrl', () => {
  it.each(['https://evil.test/', '//evil.test/', '/\\evil.test', '/.//evil.test', 'http://cotton.localhost:4310@evil.test/', 'http://dairy.localhost:4310/x'])(
    'ends at our own root for %j',
    async (callbackUrl) => {
      const answer = await (await signedIn()).post('/api/auth/signout', { callbackUrl })
      expect([answer.status, await answer.json()]).toEqual([200, { url: `${cotton}/` }])
    },
  )
  it.each(['javascript:alert(1)', 'garbage', 'data:text/html,x', 'http://', '\u0000'])('refuses %j (400, InvalidCallbackUrl)', async (callbackUrl) => {
    const answer = await fresh().post('/api/auth/signin/oidc', { callbackUrl })
    expect([answer.status, await answer.json()]).toEqual([400, { url: `${cotton}/public/login?error=InvalidCallbackUrl` }])
    expect(stage.logged).toContainEqual(expect.objectContaining({ details: expect.objectContaining({ code: 'INVALID_CALLBACK_URL_ERROR' }) }))
  })
  it('refuses garbage in the query of the sign-in page too, with a redirect and never a 500', async () => {
    const answer = await fresh().send('/api/auth/signin?callbackUrl=garbage')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${cotton}/public/login?error=InvalidCallbackUrl`])
  })
  it('keeps an address of this site, query and fragment included', async () => {
    const answer = await (await signedIn()).post('/api/auth/signout', { callbackUrl: `${cotton}/ok?x=1#y` })
    expect(await answer.json()).toEqual({ url: `${cotton}/ok?x=1#y` })
  })
  it('is not believed from a planted cookie', async () => {
    const browser = browserAt(stage, cotton, 'farmbook.callback=garbage')
    expect((await browser.send('/api/auth/session')).status).toBe(200)
    const planted = await signedIn()
    planted.jar.set('farmbook.callback', encodeURIComponent('https://evil.test/'))
    expect(await (await planted.post('/api/auth/signout')).json()).toEqual({ url: `${cotton}/` })
  })
})

describe('pages', () => {
  it('GET /signin leads to the login page with callbackUrl and error (SessionRequired)', async () => {
    const answer = await fresh().send(`/api/auth/signin?error=SessionRequired&callbackUrl=${encodeURIComponent(`${cotton}/private/x`)}`)
    const to = new URL(answer.headers.get('location') ?? '', cotton)
    expect([answer.status, to.pathname, Object.fromEntries(to.searchParams)]).toEqual([
      302,
      '/public/login',
      { callbackUrl: `${cotton}/private/x`, error: 'SessionRequired' },
    ])
  })
  it.each([
    ['?error=AccessDenied', 'AccessDenied'],
    ['', 'Configuration'],
    ['?error=Your%20account%20was%20hacked', 'Configuration'],
    ['?error=constructor', 'Configuration'],
  ])('GET /error%s leads to the auth error page with error=%s: no words of a stranger', async (query, error) => {
    const answer = await fresh().send(`/api/auth/error${query}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${cotton}/public/auth-error?error=${error}`])
  })
  it('GET /signout leads to the login page', async () => {
    expect((await fresh().send('/api/auth/signout')).headers.get('location')).toMatch(/\/public\/login$/)
  })
})

describe('POST /api/auth/_log', () => {
  it.each([[{}], [{ level: 'fatal', code: 'CLIENT_FETCH_ERROR' }], [{ level: 'error', code: '<script>' }], [{ level: 'error' }], [{ code: 'X' }]])(
    'refuses %j (400), writing nothing down',
    async (fields) => {
      const answer = await fresh().send('/api/auth/_log', form(fields as Record<string, string>))
      expect(answer.status).toBe(400)
      expect(stage.logged.filter(({ message }) => message === 'client log')).toEqual([])
    },
  )
  it('writes code and message down in one line, cut short, and answers 200 with nothing', async () => {
    const answer = await fresh().send(
      '/api/auth/_log',
      form({
        level: 'error',
        code: 'CLIENT_FETCH_ERROR',
        message: `a\nb\u001b[31m${'x'.repeat(900)}`,
        url: '/api/auth/session',
        client: 'true',
        password: 'secret',
      }),
    )
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    const [entry] = stage.logged.filter(({ message }) => message === 'client log')
    expect(entry?.level).toBe('warn')
    expect(entry?.details).toEqual({
      tenant: 'cotton',
      report: { level: 'error', code: 'CLIENT_FETCH_ERROR', url: '/api/auth/session', message: expect.stringMatching(/^a b \[31mx{290,300}$/) },
    })
  })
  it('counts one address for all processes together, and each programme by itself (429)', async () => {
    const call = (tenant: 'cotton' | 'dairy') => ({
      request: new Request(`${cotton}/api/auth/_log`, form({ level: 'error', code: 'CLIENT_FETCH_ERROR' })),
      site: { tenant: stage.tenants[tenant], origin: cotton, subdomain: tenant },
      caller: 'passed from one to the next',
      requestId: 'r',
    })
    const now = new Date()
    const processes = [timeless(now), timeless(now)]
    const statuses: number[] = []
    for (let at = 0; at < 24; at++) statuses.push((await (processes[at % 2] as SignIn).answer(call('cotton'))).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
    expect((await (processes[0] as SignIn).answer(call('dairy'))).status).toBe(200)
  })
  it('stops a flood from one address (429)', async () => {
    const statuses = new Set<number>()
    const signIn = timeless()
    const site = { tenant: stage.tenants.cotton, origin: cotton, subdomain: 'cotton' }
    for (let at = 0; at < 25; at++)
      statuses.add(
        (
          await signIn.answer({
            request: new Request(`${cotton}/api/auth/_log`, form({ level: 'error', code: 'CLIENT_FETCH_ERROR' })),
            site,
            caller: 'flooder',
            requestId: 'r',
          })
        ).status,
      )
    expect([...statuses]).toEqual([200, 429])
  })
})

describe('what no session call accepts', () => {
  it.each([
    '/api/auth/nonsense',
    '/api/auth/verify-request',
    '/api/auth/webauthn-options',
    '/api/auth/session/oidc',
    '/api/auth/callback/oidc/x',
    '/api/auth/__proto__',
    '/api/auth/constructor',
  ])('%s (400 MALFORMED)', async (path) => {
    const answer = await fresh().send(path)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'MALFORMED'])
  })
  it.each([
    ['DELETE', '/api/auth/session'],
    ['POST', '/api/auth/csrf'],
    ['PUT', '/api/auth/signout'],
    ['GET', '/api/auth/_log'],
    ['POST', '/api/auth/providers'],
  ])('%s %s (405)', async (method, path) => {
    const answer = await fresh().send(path, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, expect.stringMatching(/GET|POST/)])
  })
  it('JSON of thousands of levels (400), which nothing may walk', async () => {
    const body = `{"csrfToken":${'['.repeat(7000)}${']'.repeat(7000)}}`
    const answer = await fresh().send('/api/auth/signin/oidc', { method: 'POST', headers: { 'content-type': 'application/json', origin: cotton }, body })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'MALFORMED'])
  })
  it('a body of more than 16 kB (413)', async () => {
    const answer = await fresh().send('/api/auth/signin/oidc', form({ callbackUrl: 'x'.repeat(16_384) }))
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'TOO_LARGE'])
  })
  it.each([dairy, 'http://evil.test', 'null', 'https://cotton.localhost:4310', 'http://cotton.localhost'])('a POST from %s (403)', async (origin) => {
    const answer = await fresh().post('/api/auth/signout', {}, origin)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'FORBIDDEN'])
  })
  it('a POST that the browser calls cross-site though it names no origin (403)', async () => {
    const browser = fresh()
    const { csrfToken } = await browser.json<{ csrfToken: string }>('/api/auth/csrf')
    const answer = await browser.send('/api/auth/signout', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-site' },
      body: new URLSearchParams({ csrfToken }),
    })
    expect(answer.status).toBe(403)
  })
  it('sign-ins without end from one address (429 with a way back and Retry-After)', async () => {
    const site = { tenant: stage.tenants.cotton, origin: cotton, subdomain: 'cotton' }
    let last: Response | undefined
    const signIn = timeless()
    for (let at = 0; at < 61; at++)
      last = await signIn.answer({
        request: new Request(`${cotton}/api/auth/signin/nobody`, form({ json: 'true' })),
        site,
        caller: 'guesser',
        requestId: 'r',
      })
    expect([last?.status, last?.headers.get('retry-after'), await last?.json()]).toEqual([429, '1', { url: `${cotton}/public/login?error=RateLimited` }])
    const other = await signIn.answer({
      request: new Request(`${cotton}/api/auth/signin/nobody`, form({ json: 'true' })),
      site,
      caller: 'somebody else',
      requestId: 'r',
    })
    expect(other.status).toBe(200)
  })
})

describe('on https', () => {
  it('names its cookies __Host- and marks every one Secure, without a Domain', async () => {
    const headers = { host: 'cotton.localhost:4310' }
    const answer = await stage.secureApp.fetch(new Request(`${cotton}/api/auth/csrf`, { headers }))
    const lines = answer.headers.getSetCookie()
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      expect(line).toMatch(/^__Host-farmbook\.(csrf|callback)=/)
      expect(line).toMatch(/; Secure/)
      expect(line).not.toMatch(/domain=/i)
    }
    const providers = (await (await stage.secureApp.fetch(new Request(`${cotton}/api/auth/providers`, { headers }))).json()) as {
      oidc: { callbackUrl: string }
    }
    expect(providers.oidc.callbackUrl).toBe('https://cotton.localhost:4310/api/auth/callback/oidc')
  })
})
