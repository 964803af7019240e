// Sessions over time: the identity provider is asked again before its tokens end, many browsers' tabs at once
// spend one refresh token once, and a session ends when the provider, or the missing cookie, says so.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tokenExpiryMarginS } from '#domain/tenancy/expiry.ts'
import { createSignIn } from '#server/auth/sign-in.ts'
import { signInOverHttp } from '#server/dev/sign-in.ts'
import { browserAt, cotton, openStage, type Stage } from './sign-in-stage.ts'

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

type SessionAnswer = { user?: { uid: string; accessToken: string | null }; error?: string }
const signedIn = async () => browserAt(stage, cotton, (await signInOverHttp(cotton, 'omar@cotton', { transport: stage.transport })).cookie)
const sessions = () =>
  stage.database.transaction(stage.tenants.cotton.id, (db) =>
    db.selectFrom('session_token').selectAll().where('tenant_id', '=', stage.tenants.cotton.id).orderBy('created_at', 'desc').execute(),
  )
/** The provider of this test always says until when its token is good. */
const newest = async () => {
  const [session] = await sessions()
  if (!session?.expires_at) throw new Error('No session is open')
  return { ...session, expires_at: session.expires_at }
}
const toMargin = (900 - tokenExpiryMarginS) * 1000

describe('renewal', () => {
  it('does not ask the provider while its token has more than 5 minutes left', async () => {
    const browser = await signedIn()
    const before = await newest()
    stage.ahead.ms = toMargin - 5_000
    expect((await browser.json<SessionAnswer>('/api/auth/session')).user?.accessToken).toBeTypeOf('string')
    expect((await newest()).sealed_tokens).toBe(before.sealed_tokens)
  })
  it('renews at the margin, keeps the new tokens, and gives its lease back', async () => {
    const browser = await signedIn()
    const before = await newest()
    stage.ahead.ms = toMargin + 1_000
    expect((await browser.json<SessionAnswer>('/api/auth/session')).user?.accessToken).toBeTypeOf('string')
    const after = await newest()
    expect(after.sealed_tokens).not.toBe(before.sealed_tokens)
    expect(Date.parse(after.expires_at)).toBeGreaterThan(Date.parse(before.expires_at))
    expect([after.sid, after.renewing_until]).toEqual([before.sid, null])
  })
  it('survives five calls at once, with one refresh token spent once, and again at the next margin', async () => {
    const browser = await signedIn()
    for (const round of [1, 2]) {
      stage.ahead.ms = round * (toMargin + 60_000)
      const { cookie } = browser
      const answers = await Promise.all(Array.from({ length: 5 }, () => browserAt(stage, cotton, cookie).json<SessionAnswer>('/api/auth/session')))
      expect(answers.map(({ user, error }) => [typeof user?.accessToken, error])).toEqual(Array.from({ length: 5 }, () => ['string', undefined]))
    }
    expect(stage.logged.filter(({ message }) => message === 'session not renewed')).toEqual([])
  })
  it('survives two processes renewing at once: the lease in the row decides', async () => {
    const browser = await signedIn()
    stage.ahead.ms = toMargin + 1_000
    const clock = () => new Date(Date.now() + stage.ahead.ms)
    const processes = [1, 2].map(() => createSignIn({ database: stage.database, settings: stage.settings, behaviours: {}, clock, log: () => {} }))
    const site = { tenant: stage.tenants.cotton, origin: cotton, subdomain: 'cotton' }
    const answers = await Promise.all(
      processes.map(async (signIn) => {
        const answer = await signIn.answer({
          request: new Request(`${cotton}/api/auth/session`, { headers: { cookie: browser.cookie } }),
          site,
          caller: 'local',
          requestId: 'r',
        })
        return (await answer.json()) as SessionAnswer
      }),
    )
    for (const { user, error } of answers) expect([typeof user?.accessToken, error]).toEqual(['string', undefined])
    // The grant still stands at the provider: a token spent twice would have ended it.
    stage.ahead.ms = 2 * (toMargin + 60_000)
    expect((await browser.json<SessionAnswer>('/api/auth/session')).error).toBeUndefined()
  })
  it('goes on while another process holds the lease: the margin keeps the tokens good', async () => {
    const browser = await signedIn()
    stage.ahead.ms = toMargin + 1_000
    const until = new Date(Date.now() + stage.ahead.ms + 20_000)
    await stage.database.transaction(stage.tenants.cotton.id, (db) =>
      db.updateTable('session_token').set({ renewing_until: until }).where('tenant_id', '=', stage.tenants.cotton.id).execute(),
    )
    const before = await newest()
    expect((await browser.json<SessionAnswer>('/api/auth/session')).user?.accessToken).toBeTypeOf('string')
    expect((await newest()).sealed_tokens).toBe(before.sealed_tokens)
  })
})

describe('a session ends', () => {
  const expectEnded = async (browser: Awaited<ReturnType<typeof signedIn>>) => {
    const { cookie } = browser
    expect(await browser.json('/api/auth/session')).toMatchObject({ user: { accessToken: null }, error: 'RefreshTokenError' })
    expect([...browser.jar.keys()].filter((name) => !/csrf|callback/.test(name))).toEqual([])
    return cookie
  }
  it('when the provider refuses the refresh token: RefreshTokenError once, cookies gone, then no session', async () => {
    const browser = await signedIn()
    const clock = () => new Date(Date.now() + stage.ahead.ms)
    // Spent behind the product's back, as a thief would: the provider revokes the whole grant at the second use.
    const thief = createSignIn({ database: stage.database, settings: stage.settings, behaviours: {}, clock, log: () => {} })
    const stolen = await newest()
    stage.ahead.ms = toMargin + 1_000
    const site = { tenant: stage.tenants.cotton, origin: cotton, subdomain: 'cotton' }
    await thief.answer({ request: new Request(`${cotton}/api/auth/session`, { headers: { cookie: browser.cookie } }), site, caller: 'local', requestId: 'r' })
    await stage.database.transaction(stage.tenants.cotton.id, (db) =>
      db
        .updateTable('session_token')
        .set({ sealed_tokens: stolen.sealed_tokens, expires_at: stolen.expires_at })
        .where('tenant_id', '=', stage.tenants.cotton.id)
        .where('sid', '=', stolen.sid)
        .execute(),
    )
    const cookie = await expectEnded(browser)
    expect(await browserAt(stage, cotton, cookie).json('/api/auth/session')).toEqual({})
    expect(stage.logged).toContainEqual(
      expect.objectContaining({ message: 'session not renewed', details: expect.objectContaining({ reason: 'invalid_grant', ended: true }) }),
    )
  })
  it('when a renewal is due and the browser no longer has its refreshToken, or has another one', async () => {
    for (const refreshToken of [null, 'x', '']) {
      const browser = await signedIn()
      if (refreshToken === null) browser.jar.delete('refreshToken')
      else browser.jar.set('refreshToken', refreshToken)
      stage.ahead.ms = toMargin + 1_000
      await expectEnded(browser)
      stage.ahead.ms = 0
    }
  })
  it('only an hour after its tokens when the provider cannot be reached', async () => {
    const browser = await signedIn()
    const gone = { ...stage.settings, providers: stage.settings.providers.map((one) => ({ ...one, issuer: 'http://localhost:9' })) }
    const signIn = createSignIn({ database: stage.database, settings: gone, behaviours: {}, clock: () => new Date(Date.now() + stage.ahead.ms), log: () => {} })
    const site = { tenant: stage.tenants.cotton, origin: cotton, subdomain: 'cotton' }
    const ask = async () =>
      (await (
        await signIn.answer({
          request: new Request(`${cotton}/api/auth/session`, { headers: { cookie: browser.cookie } }),
          site,
          caller: 'local',
          requestId: 'r',
        })
      ).json()) as SessionAnswer
    stage.ahead.ms = (900 + 3_500) * 1000
    expect((await ask()).user?.accessToken).toBeTypeOf('string')
    stage.ahead.ms = (900 + 3_700) * 1000
    expect(await ask()).toMatchObject({ error: 'RefreshTokenError' })
  })
  it('after 30 days without use', async () => {
    const browser = await signedIn()
    const { sid } = await newest()
    const longAgo = new Date(Date.now() - 31 * 86_400_000)
    await stage.database.transaction(stage.tenants.cotton.id, (db) =>
      db.updateTable('session_token').set({ seen_at: longAgo }).where('tenant_id', '=', stage.tenants.cotton.id).where('sid', '=', sid).execute(),
    )
    // Swept away by the next sign-in of anybody.
    await signedIn()
    expect((await sessions()).map((row) => row.sid)).not.toContain(sid)
    expect(await browser.json('/api/auth/session')).toEqual({})
  })
})
