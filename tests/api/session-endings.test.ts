// What ends a session, for good and everywhere it is known; and what must not end it: a cookie that somebody planted
// beside the real one, and thirty days of steady use.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isJsonObject } from '#domain/kernel/sound-json.ts'
import { cookieLifetimeS } from '#server/auth/cookies.ts'
import { renewTokens } from '#server/auth/renewal.ts'
import { unseal } from '#server/auth/tokens.ts'
import { standInPassword } from '#server/dev/identity-toolkit.ts'
import { signInOverHttp } from '#server/dev/sign-in.ts'
import { browserAt, cotton, openStage, type Stage, wool } from './sign-in-stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ accessTokenTtlS: 900 })
})
afterAll(async () => {
  await stage.close()
})
beforeEach(() => {
  stage.ahead.ms = 0
  stage.logged.length = 0
})

const pastMargin = 660_000
const inCotton = <T>(work: Parameters<typeof stage.database.transaction<T>>[1]) => stage.database.transaction(stage.tenants.cotton.id, work)
const signedIn = async (login = 'omar@cotton') => browserAt(stage, cotton, (await signInOverHttp(cotton, login, { transport: stage.transport })).cookie)
type Browser = Awaited<ReturnType<typeof signedIn>>
const newest = async () =>
  inCotton((db) =>
    db
      .selectFrom('session_token')
      .selectAll()
      .where('tenant_id', '=', stage.tenants.cotton.id)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )
const isOpen = async (sid: string) =>
  (await inCotton((db) => db.selectFrom('session_token').select('sid').where('tenant_id', '=', stage.tenants.cotton.id).where('sid', '=', sid).execute()))
    .length > 0
/** The provider's refresh token of the session opened last, and whether the provider still takes it. */
async function grantOfNewest(): Promise<() => Promise<string>> {
  const stored = unseal(stage.settings.secrets, stage.tenants.cotton.id, (await newest()).sealed_tokens)
  const [provider] = stage.settings.providers
  return async () => (provider && isJsonObject(stored) ? (await renewTokens(provider, String(stored.refreshToken), new Date())).outcome : 'nothing kept')
}
/** Another cookie of the same name before the browser's own. */
const planted = (name: string) => ({ headers: { cookie: `${name}=planted` } })
const session = (browser: Browser) => browser.json<{ user?: { accessToken: string }; error?: string }>('/api/auth/session')

describe('signing out', () => {
  it('revokes the tokens at the identity provider: nobody who copied them signs anybody in', async () => {
    await signedIn()
    expect(await (await grantOfNewest())()).toBe('renewed')
    const browser = await signedIn()
    const grant = await grantOfNewest()
    await browser.post('/api/auth/signout')
    expect(await grant()).toBe('refused')
  })
  it('with everywhere=true revokes those of every device', async () => {
    await signedIn()
    const phone = await grantOfNewest()
    const here = await signedIn()
    const desk = await grantOfNewest()
    await here.post('/api/auth/signout', { everywhere: 'true' })
    expect([await phone(), await desk()]).toEqual(['refused', 'refused'])
  })
})

describe('a refresh token that was never this session’s', () => {
  it('ends the session when it is due, in the database and at the provider: its bearer token is refused at once', async () => {
    const browser = await signedIn()
    const { sid } = await newest()
    const grant = await grantOfNewest()
    stage.ahead.ms = pastMargin - 120_000
    const { user } = await session(browser)
    stage.ahead.ms = pastMargin
    browser.jar.set('refreshToken', 'of-somebody-else')
    expect(await session(browser)).toMatchObject({ user: { accessToken: null }, error: 'RefreshTokenError' })
    expect([await isOpen(sid), await grant()]).toEqual([false, 'refused'])
    expect((await stage.send(`${cotton}/api/whoami`, { headers: { authorization: `Bearer ${user?.accessToken}` } })).status).toBe(401)
    expect(stage.logged).toContainEqual(expect.objectContaining({ level: 'warn', message: 'refresh token of no renewal' }))
  })
})

describe('cookies that a sibling subdomain planted', () => {
  it.each(['refreshToken', 'userToken', 'uid'])('under the name %s change nothing, before the renewal, at it and after it', async (name) => {
    const browser = await signedIn()
    for (const ms of [0, pastMargin, pastMargin + 1_000]) {
      stage.ahead.ms = ms
      const answer = await browser.send('/api/auth/session', planted(name))
      expect(await answer.json()).toMatchObject({ user: { accessToken: expect.any(String) } })
    }
  })
  it('do not hide a stolen token: the former one shown after the new one still ends the session', async () => {
    const browser = await signedIn()
    const thief = browserAt(stage, cotton, browser.cookie)
    stage.ahead.ms = pastMargin
    await browser.json('/api/auth/session')
    await browser.json('/api/auth/session')
    stage.ahead.ms += 120_000
    expect(await thief.json('/api/auth/session', planted('refreshToken'))).toMatchObject({ error: 'RefreshTokenError' })
  })
})

describe('a session in use', () => {
  it('outlives the 30 days after which forgotten ones are cleared away, and a forgotten one does not', async () => {
    const [used, usedSid] = [await signedIn(), (await newest()).sid]
    await signedIn()
    const forgotten = (await newest()).sid
    const longAgo = new Date(Date.now() - (cookieLifetimeS + 60) * 1000)
    await inCotton((db) => db.updateTable('session_token').set({ seen_at: longAgo }).where('tenant_id', '=', stage.tenants.cotton.id).execute())
    await used.json('/api/auth/session')
    await signedIn('fatima@cotton')
    expect([await isOpen(usedSid), await isOpen(forgotten)]).toEqual([true, false])
    expect(await session(used)).toMatchObject({ user: { accessToken: expect.any(String) } })
  })
})

describe('a sign-in', () => {
  it('changes the CSRF token of the browser: the former one, which somebody may have read, is refused afterwards', async () => {
    const browser = browserAt(stage, wool)
    const before = (await browser.json<{ csrfToken: string }>('/api/auth/csrf')).csrfToken
    const answer = await fetch(`${stage.toolkit.settings.standIn}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'omar@cotton.example', password: standInPassword }),
    })
    const { idToken, refreshToken } = (await answer.json()) as { idToken: string; refreshToken: string }
    await browser.post('/api/auth/callback/firebase', { idToken, refreshToken, csrfToken: before })
    expect(await browser.json('/api/auth/session')).toMatchObject({ user: { uid: expect.any(String) } })
    expect((await browser.json<{ csrfToken: string }>('/api/auth/csrf')).csrfToken).not.toBe(before)
    expect(await (await browser.post('/api/auth/signout', { csrfToken: before })).json()).toEqual({ url: expect.stringContaining('error=MissingCSRF') })
    expect(await browser.json('/api/auth/session')).toMatchObject({ user: { uid: expect.any(String) } })
  })
})
