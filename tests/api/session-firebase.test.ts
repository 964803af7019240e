// Sign-in with Firebase on the wire: which ID tokens open a session, which programme offers it at all, and what
// becomes of a session when Firebase is asked again. Tokens come from the signing stand-in, or are forged here.
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInAgeS, verifyIdToken } from '#server/auth/firebase.ts'
import { createSignIn } from '#server/auth/sign-in.ts'
import { standInPassword } from '#server/dev/identity-toolkit.ts'
import { browserAt, cotton, dairy, openStage, type Stage, wool } from './sign-in-stage.ts'

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

type Tokens = { idToken: string; refreshToken: string; localId: string }
const toolkit = async (call: string, body: object) => {
  const response = await fetch(`${stage.toolkit.settings.standIn}/identitytoolkit.googleapis.com/v1/accounts:${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Tokens & { error?: { message: string } }
}
const tokensOf = (email: string): Promise<Tokens> => toolkit('signInWithPassword', { email, password: standInPassword })
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Brings the tokens to the session service, as the page does after the SDK has signed the person in. */
const bring = (tokens: Record<string, string>, origin = wool, browser = browserAt(stage, origin)) =>
  browser.post('/api/auth/callback/firebase', { callbackUrl: `${origin}/x`, ...tokens })
const refused = (origin = wool) => ({ url: `${origin}/public/login?error=CredentialsSignin&code=credentials&redirect=%2Fx` })
const signedIn = async (email = 'omar@cotton.example') => {
  const browser = browserAt(stage, wool)
  const { idToken, refreshToken } = await tokensOf(email)
  await bring({ idToken, refreshToken }, wool, browser)
  return browser
}

describe('POST /api/auth/callback/firebase', () => {
  const forgeries: Record<string, (good: string) => Promise<string> | string> = {
    'with alg none': (good) => new UnsecuredJWT(claimsOf(good)).encode(),
    'with alg none and the old signature': (good) => `${encoded({ alg: 'none', typ: 'JWT' })}.${good.split('.')[1]}.${good.split('.')[2]}`,
    'whose payload was changed': (good) => `${good.split('.')[0]}.${encoded({ ...claimsOf(good), sub: 'somebody' })}.${good.split('.')[2]}`,
    'signed with a key of one’s own under the right name': (good) => signed(claimsOf(good), 'stand-in'),
    'signed with a key nobody knows': (good) => signed(claimsOf(good), 'unknown'),
    'signed with the public key as a password (HS256)': async (good) => {
      const { keys } = (await (await fetch(stage.toolkit.settings.keysUrl)).json()) as { keys: object[] }
      return new SignJWT(claimsOf(good)).setProtectedHeader({ alg: 'HS256', kid: 'stand-in' }).sign(Buffer.from(JSON.stringify(keys[0])))
    },
    'that is one of our own access tokens': () => stage.token('omar@wool'),
    'that is no token': () => 'x',
    'that is empty': () => '',
    'of 10,000 characters': () => 'a.'.repeat(5_000),
  }
  it.each(Object.keys(forgeries))('refuses a token %s (401 CredentialsSignin), opening no session', async (name) => {
    const { idToken } = await tokensOf('omar@cotton.example')
    const browser = browserAt(stage, wool)
    const answer = await bring({ idToken: (await forgeries[name]?.(idToken)) ?? '' }, wool, browser)
    expect([answer.status, await answer.json()]).toEqual([401, refused()])
    expect(await browser.json('/api/auth/session')).toEqual({})
    expect(stage.logged).toContainEqual(expect.objectContaining({ message: 'sign-in: not believed' }))
  })
  it('refuses without a CSRF token (MissingCSRF)', async () => {
    const { idToken } = await tokensOf('omar@cotton.example')
    const answer = await bring({ idToken, csrfToken: 'x' })
    expect([answer.status, await answer.json()]).toEqual([401, { url: `${wool}/public/login?error=MissingCSRF&redirect=%2Fx` }])
  })
  it('refuses an ID token that was kept: older than 5 minutes since the person showed who they are', async () => {
    const { idToken } = await tokensOf('omar@cotton.example')
    stage.ahead.ms = (signInAgeS + 5) * 1000
    const answer = await bring({ idToken })
    expect([answer.status, await answer.json()]).toEqual([401, refused()])
    expect(stage.logged).toContainEqual(expect.objectContaining({ details: expect.objectContaining({ reason: 'signed in too long ago' }) }))
  })
  it('leads to the sign-in page at a programme that does not offer it, and opens no session', async () => {
    const { idToken } = await tokensOf('omar@cotton.example')
    for (const origin of [cotton, dairy]) {
      const browser = browserAt(stage, origin)
      const answer = await bring({ idToken }, origin, browser)
      expect(await answer.json()).toEqual({ url: `${origin}/api/auth/signin?${new URLSearchParams({ callbackUrl: `${origin}/x` })}` })
      expect(await browser.json('/api/auth/session')).toEqual({})
    }
  })
  it('leads to the auth error page when the keys cannot be fetched: nobody is told that their password was wrong', async () => {
    const firebase = { ...stage.toolkit.settings, keysUrl: 'http://localhost:9/jwks' }
    const signIn = createSignIn({ database: stage.database, settings: { ...stage.settings, firebase }, behaviours: {}, clock: () => new Date(), log: () => {} })
    const site = { tenant: stage.tenants.wool, origin: wool, subdomain: 'wool' }
    const ask = (request: Request) => signIn.answer({ request, site, caller: 'local', requestId: 'r' })
    const csrf = await ask(new Request(`${wool}/api/auth/csrf`))
    const cookie = csrf.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const { idToken } = await tokensOf('omar@cotton.example')
    const answer = await ask(
      new Request(`${wool}/api/auth/callback/firebase`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: wool, cookie },
        body: new URLSearchParams({ csrfToken, idToken, json: 'true' }),
      }),
    )
    expect([answer.status, await answer.json()]).toEqual([401, { url: `${wool}/public/auth-error?error=Configuration` }])
  })
  it('does not let somebody in who has an account with an address of ours that was never verified', async () => {
    const tokens = await toolkit('signUp', { email: 'ines@cotton.example.evil', password: 'secret1' })
    const browser = browserAt(stage, wool)
    expect((await bring({ idToken: tokens.idToken }, wool, browser)).status).toBe(200)
    const { user } = await browser.json<{ user: { accessToken: string } }>('/api/auth/session')
    const answer = await stage.send(`${wool}/api/auth`, { headers: { authorization: `Bearer ${user.accessToken}` } })
    expect(await answer.json()).toMatchObject({ allow: false, user: null })
  })
  it('opens a session for a person of the programme, with the cookies of any sign-in, and binds the account to them', async () => {
    const browser = browserAt(stage, wool)
    const { idToken, refreshToken, localId } = await tokensOf('omar@cotton.example')
    const answer = await bring({ idToken, refreshToken }, wool, browser)
    expect([answer.status, await answer.json()]).toEqual([200, { url: `${wool}/x` }])
    expect([...browser.jar.keys()].filter((name) => !/csrf|callback/.test(name)).sort()).toEqual(['farmbook.session', 'refreshToken', 'uid', 'userToken'])
    expect(browser.cookie).not.toContain(refreshToken)
    const session = await browser.json<{ user: { uid: string; accessToken: string } }>('/api/auth/session')
    expect(session.user.uid).toBe(localId)
    const access = await stage.send(`${wool}/api/auth`, { headers: { authorization: `Bearer ${session.user.accessToken}` } })
    expect(await access.json()).toMatchObject({ allow: true, user: { id: stage.people['omar@wool'] } })
    const person = await stage.database.transaction(stage.tenants.wool.id, (db) =>
      db
        .selectFrom('user')
        .select('identity_subject')
        .where('tenant_id', '=', stage.tenants.wool.id)
        .where('id', '=', stage.people['omar@wool'] as string)
        .executeTakeFirstOrThrow(),
    )
    expect(person.identity_subject).toBe(`https://securetoken.google.com/demo-farmbook|${localId}`)
  })
  it('sets the session and the three cookies Secure on https', async () => {
    const onHttps = async (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set('host', new URL(url).host)
      return stage.secureApp.fetch(new Request(url, { redirect: 'manual', ...init, headers }))
    }
    const { idToken, refreshToken } = await tokensOf('omar@cotton.example')
    const browser = browserAt({ ...stage, send: onHttps }, wool)
    const answer = await browser.post('/api/auth/callback/firebase', { idToken, refreshToken }, wool.replace('http:', 'https:'))
    const lines = answer.headers.getSetCookie()
    const of = (name: string) => lines.find((line) => line.startsWith(`${name}=`))
    for (const name of ['userToken', 'refreshToken', 'uid']) expect(of(name)).toMatch(/=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    expect(of('__Host-farmbook.session')).toMatch(/=[^;]+; Path=\/;.*; HttpOnly; Secure; SameSite=Lax$/)
  })

  async function signed(claims: JWTPayload, kid: string): Promise<string> {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    expect((await exportJWK(publicKey)).kty).toBe('RSA')
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey)
  }
})

describe('verifyIdToken', () => {
  const at = async (change: Partial<typeof stage.toolkit.settings>, seconds = 0) => {
    const { idToken } = await tokensOf('omar@cotton.example')
    return verifyIdToken({ ...stage.toolkit.settings, ...change }, idToken, new Date(Date.now() + seconds * 1000), { isSignIn: false })
  }
  it('refuses a token of another project: issuer and audience are both the project’s', async () => {
    expect(await at({ projectId: 'another-project' })).toEqual({ reason: 'ERR_JWT_CLAIM_VALIDATION_FAILED' })
  })
  it('refuses an expired one, and one from the future', async () => {
    expect(await at({}, 3600 + 60)).toEqual({ reason: 'ERR_JWT_EXPIRED' })
    expect(await at({}, -600)).toEqual({ reason: 'from the future' })
  })
  it('throws when the keys cannot be had, because then nothing is known', async () => {
    await expect(at({ keysUrl: 'http://localhost:9/none' })).rejects.toThrow('keys of Firebase')
  })
  it('tells who it is', async () => {
    expect(await at({})).toMatchObject({ email: 'omar@cotton.example', isEmailVerified: true, name: 'Omar Sheikh', expiresAt: expect.any(Date) })
  })
})

describe('GET /api/auth/firebase and /api/auth/providers', () => {
  it('answers 404 at a programme that does not offer Firebase', async () => {
    expect((await stage.send(`${cotton}/api/auth/firebase`)).status).toBe(404)
    expect(Object.keys(await browserAt(stage, cotton).json('/api/auth/providers'))).toEqual(['oidc'])
  })
  it('answers the project configuration at one that does, and the ways in the order it has chosen', async () => {
    const { projectId, apiKey, authDomain, standIn } = stage.toolkit.settings
    expect(await (await stage.send(`${wool}/api/auth/firebase`)).json()).toEqual({ projectId, apiKey, authDomain, standIn })
    const providers = await browserAt(stage, wool).json('/api/auth/providers')
    expect(Object.entries(providers).map(([id, one]) => [id, (one as { type: string }).type])).toEqual([
      ['firebase', 'credentials'],
      ['oidc', 'oidc'],
    ])
  })
})

describe('a session of Firebase', () => {
  const hour = 3_600_000
  it('is asked about again before its ID token ends, and goes on', async () => {
    const browser = await signedIn()
    stage.ahead.ms = hour - 200_000
    expect(await browser.json('/api/auth/session')).toMatchObject({ user: { accessToken: expect.any(String) } })
    stage.ahead.ms = 1.9 * hour
    expect(await browser.json('/api/auth/session')).toMatchObject({ user: { accessToken: expect.any(String) } })
    expect(stage.logged.filter(({ message }) => message === 'session not renewed')).toEqual([])
  })
  it('ends when the refresh token that was brought is somebody else’s', async () => {
    const browser = browserAt(stage, wool)
    const { idToken } = await tokensOf('omar@cotton.example')
    const { refreshToken } = await tokensOf('ines@cotton.example')
    await bring({ idToken, refreshToken }, wool, browser)
    stage.ahead.ms = hour
    expect(await browser.json('/api/auth/session')).toMatchObject({ user: { accessToken: null }, error: 'RefreshTokenError' })
  })
  it('ends after a long working day when no refresh token was brought', async () => {
    const browser = browserAt(stage, wool)
    await bring({ idToken: (await tokensOf('omar@cotton.example')).idToken }, wool, browser)
    stage.ahead.ms = 11 * hour
    expect(await browser.json('/api/auth/session')).toMatchObject({ user: { accessToken: expect.any(String) } })
    stage.ahead.ms = 12 * hour
    expect(await browser.json('/api/auth/session')).toMatchObject({ error: 'RefreshTokenError' })
  })
  it('ends when the account was switched off there', async () => {
    const browser = await signedIn('ines@cotton.example')
    stage.toolkit.disable('ines@cotton.example')
    stage.ahead.ms = hour
    expect(await browser.json('/api/auth/session')).toMatchObject({ user: { accessToken: null }, error: 'RefreshTokenError' })
    expect(stage.logged).toContainEqual(expect.objectContaining({ details: expect.objectContaining({ reason: 'USER_DISABLED', ended: true }) }))
  })
})
