// Sessions against thieves and accidents: the browser's refresh token changes at each renewal and is known when it
// comes twice; signing out everywhere; and attempts that all processes count together.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tokenExpiryMarginS } from '#domain/tenancy/expiry.ts'
import { takeAttempt } from '#server/auth/attempts.ts'
import { formerTokenGraceS } from '#server/auth/sessions.ts'
import { createSignIn } from '#server/auth/sign-in.ts'
import { signInOverHttp } from '#server/dev/sign-in.ts'
import { browserAt, cotton, dairy, openStage, type Stage } from './sign-in-stage.ts'

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

const toMargin = (900 - tokenExpiryMarginS) * 1000
const signedIn = async (origin = cotton, login = 'omar@cotton') =>
  browserAt(stage, origin, (await signInOverHttp(origin, login, { transport: stage.transport })).cookie)
type Browser = Awaited<ReturnType<typeof signedIn>>
/** Another browser with the same cookies: a thief's copy, or the same one before an answer has reached it. */
const copyOf = (browser: Browser) => browserAt(stage, cotton, browser.cookie)
const goesOn = async (browser: Browser) => expect(await browser.json('/api/auth/session')).toMatchObject({ user: { accessToken: expect.any(String) } })
const hasEnded = async (browser: Browser) => {
  const session = await browser.json<{ error?: string }>('/api/auth/session')
  expect([{}, { error: 'RefreshTokenError' }]).toContainEqual(session.error ? { error: session.error } : session)
}
const grace = (formerTokenGraceS + 5) * 1000

describe('the refresh token of the browser', () => {
  it('ends the session for both when the former one is shown though the new one has arrived: one of the two stole it', async () => {
    const browser = await signedIn()
    const thief = copyOf(browser)
    stage.ahead.ms = toMargin + 1_000
    await goesOn(browser)
    await goesOn(browser)
    stage.ahead.ms += grace
    await hasEnded(thief)
    await hasEnded(browser)
    expect(stage.logged).toContainEqual(expect.objectContaining({ message: 'refresh token used twice' }))
  })
  it('ends the session when the thief was first, as soon as the owner comes with the former one', async () => {
    const owner = await signedIn()
    const thief = copyOf(owner)
    stage.ahead.ms = toMargin + 1_000
    await goesOn(thief)
    await goesOn(thief)
    stage.ahead.ms += grace
    await hasEnded(owner)
    await hasEnded(thief)
  })
  it('is a new one after each renewal, with the cookie’s 30 days', async () => {
    const browser = await signedIn()
    const first = browser.jar.get('refreshToken')
    stage.ahead.ms = toMargin + 1_000
    const lines = (await browser.send('/api/auth/session')).headers.getSetCookie().filter((line) => line.startsWith('refreshToken='))
    expect(lines).toEqual([expect.stringMatching(/^refreshToken=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)])
    expect(browser.jar.get('refreshToken')).not.toBe(first)
  })
  it('may be the former one for calls that were under way when it changed', async () => {
    const browser = await signedIn()
    const slow = copyOf(browser)
    stage.ahead.ms = toMargin + 1_000
    await goesOn(browser)
    await goesOn(browser)
    stage.ahead.ms += (formerTokenGraceS - 5) * 1000
    await goesOn(slow)
    await goesOn(browser)
  })
  it('is replaced when the answer with the new one was lost on the way: bad reception signs nobody out', async () => {
    const browser = await signedIn()
    stage.ahead.ms = toMargin + 1_000
    await goesOn(copyOf(browser))
    const former = browser.jar.get('refreshToken')
    stage.ahead.ms += 300_000
    await goesOn(browser)
    expect(browser.jar.get('refreshToken')).not.toBe(former)
    stage.ahead.ms = 2 * toMargin + 120_000
    await goesOn(browser)
    await goesOn(browser)
  })
  it('is the same for five calls at once, whichever answer arrives last', async () => {
    const browser = await signedIn()
    stage.ahead.ms = toMargin + 1_000
    const tabs = Array.from({ length: 5 }, () => copyOf(browser))
    await Promise.all(tabs.map(goesOn))
    expect(new Set(tabs.map(({ jar }) => jar.get('refreshToken'))).size).toBe(1)
    stage.ahead.ms = 2 * (toMargin + 60_000)
    for (const tab of tabs.slice(0, 1)) await goesOn(tab)
  })
  it('two before this one is nobody’s: at the next renewal the session ends', async () => {
    const browser = await signedIn()
    const old = copyOf(browser)
    for (const round of [1, 2]) {
      stage.ahead.ms = round * (toMargin + 60_000)
      await goesOn(browser)
      await goesOn(browser)
    }
    stage.ahead.ms = 3 * (toMargin + 60_000)
    await hasEnded(old)
  })
})

describe('session fixation', () => {
  it('gives nothing to whoever planted their own session in a browser before its owner signed in', async () => {
    const attacker = await signedIn(cotton, 'nobody@cotton')
    const planted = attacker.cookie
    const victim = await signInOverHttp(cotton, 'omar@cotton', {
      transport: (request) => {
        if (new URL(request.url).origin === cotton) request.headers.set('cookie', [request.headers.get('cookie'), planted].filter(Boolean).join('; '))
        return stage.transport(request)
      },
    })
    expect([victim.uid, victim.cookie.includes(attacker.jar.get('farmbook.session') ?? 'none')]).toEqual(['omar@cotton.example', false])
    expect(await attacker.json('/api/auth/session')).toEqual({})
  })
  it('changes the session, its refresh token and the CSRF token at each sign-in', async () => {
    const browser = await signedIn()
    const before = new Map(browser.jar)
    const again = await signedIn()
    for (const name of ['farmbook.session', 'refreshToken', 'userToken']) expect([name, again.jar.get(name) === before.get(name)]).toEqual([name, false])
    const one = await again.json<{ csrfToken: string }>('/api/auth/csrf')
    expect(one.csrfToken).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('POST /api/auth/signout with everywhere=true', () => {
  it('refuses without a CSRF token; every session stays', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const answer = await one.post('/api/auth/signout', { everywhere: 'true', csrfToken: 'x' })
    expect(await answer.json()).toEqual({ url: `${cotton}/public/login?error=MissingCSRF` })
    await goesOn(two)
  })
  it('ends every session of the person, on every device, and no other person’s', async () => {
    const [here, phone] = [await signedIn(), await signedIn()]
    const somebody = await signedIn(cotton, 'fatima@cotton')
    const { user } = await phone.json<{ user: { accessToken: string } }>('/api/auth/session')
    const answer = await here.post('/api/auth/signout', { everywhere: 'true', callbackUrl: `${cotton}/public/login` })
    expect(await answer.json()).toEqual({ url: `${cotton}/public/login` })
    expect(await phone.json('/api/auth/session')).toEqual({})
    expect((await stage.send(`${cotton}/api/whoami`, { headers: { authorization: `Bearer ${user.accessToken}` } })).status).toBe(401)
    await goesOn(somebody)
  })
  it('ends every session of somebody whom the programme does not know, too', async () => {
    const [here, phone] = [await signedIn(cotton, 'nobody@cotton'), await signedIn(cotton, 'nobody@cotton')]
    const other = await signedIn(cotton, 'stranger@cotton.example')
    await here.post('/api/auth/signout', { everywhere: 'true' })
    expect(await phone.json('/api/auth/session')).toEqual({})
    await goesOn(other)
  })
  it('leaves the same account’s session with another programme alone: that one has its own', async () => {
    const here = await signedIn()
    const there = await signedIn(dairy, 'omar@cotton.example')
    await here.post('/api/auth/signout', { everywhere: 'true' })
    await goesOn(there)
  })
})

describe('sign-in attempts', () => {
  const site = () => ({ tenant: stage.tenants.cotton, origin: cotton, subdomain: 'cotton' })
  const attempt = (signIn: { answer: Stage['signIn']['answer'] }, caller: string) =>
    signIn.answer({
      request: new Request(`${cotton}/api/auth/signin/nobody`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: cotton },
        body: new URLSearchParams({ json: 'true' }),
      }),
      site: site(),
      caller,
      requestId: 'r',
    })
  it('are counted for all processes together: a second one gives no second sixty (429)', async () => {
    const now = new Date()
    const [one, two] = [1, 2].map(() =>
      createSignIn({ database: stage.database, settings: stage.settings, behaviours: {}, clock: () => now, log: () => {} }),
    ) as [Stage['signIn'], Stage['signIn']]
    const statuses: number[] = []
    for (let at = 0; at < 62; at++) statuses.push((await attempt(at % 2 ? one : two, 'guesser')).status)
    expect([statuses.slice(0, 60).every((status) => status === 200), statuses.slice(60)]).toEqual([true, [429, 429]])
    expect((await attempt(one, 'somebody else')).status).toBe(200)
  })
  it('at the same moment are counted one by one, and come back with time', async () => {
    const take = (now: Date) =>
      stage.database.transaction(stage.tenants.cotton.id, (db) =>
        takeAttempt(db, stage.settings.secrets, stage.tenants.cotton.id, 'burst', { burst: 3, perMinute: 6 }, now),
      )
    const now = new Date('2030-01-01T00:00:00Z')
    const waits = await Promise.all(Array.from({ length: 5 }, () => take(now)))
    expect([waits.filter((wait) => wait === 0).length, Math.max(...waits)]).toEqual([3, 10])
    expect(await take(new Date(now.getTime() + 9_000))).toBe(1)
    expect(await take(new Date(now.getTime() + 10_000))).toBe(0)
    // A clock that was set back gives nothing.
    expect(await take(new Date(now.getTime() - 3_600_000))).toBeGreaterThan(0)
  })
  it('leave no network address behind, and are forgotten after an hour', async () => {
    await attempt(stage.signIn, '203.0.113.7')
    const stored = () =>
      stage.database.transaction(stage.tenants.cotton.id, (db) =>
        db.selectFrom('attempt').selectAll().where('tenant_id', '=', stage.tenants.cotton.id).execute(),
      )
    expect((await stored()).length).toBeGreaterThan(0)
    expect(JSON.stringify(await stored())).not.toContain('203.0.113')
    stage.ahead.ms = 5 * 365 * 86_400_000
    await attempt(stage.signIn, '203.0.113.8')
    expect(await stored()).toHaveLength(1)
  })
})
