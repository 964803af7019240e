// The transitions of a session (specification section 4) in the product itself, with the clock turned and the calls
// counted: let in, refused, out, and renewed; by the identity provider and by Firebase.
import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { standInPassword } from '#server/dev/identity-toolkit.ts'
import { scriptsNamed } from '../../bench/sizes.ts'
import { callsOf, openSessionStage, type SessionStage, type Tenant } from './session-stage.ts'

let sessions: SessionStage
let page: Page
beforeAll(async () => {
  sessions = await openSessionStage()
})
afterAll(async () => {
  await sessions.close()
})
beforeEach(() => {
  sessions.stage.ahead.ms = 0
})
afterEach(async () => {
  await page.context().close()
})

const dashboard = '/private/farmbook/OP1/dashboard'
const arrive = (path: string) => page.waitForURL((url) => url.pathname + url.search === path)
const account = (on = page) => on.getByRole('button', { name: /account of/i })
const stored = (on = page) => on.evaluate(() => [localStorage.getItem('operator'), localStorage.getItem('farmbook:person')])
const personCookies = async (tenant: Tenant) =>
  (await page.context().cookies(sessions.address(tenant))).map(({ name }) => name).filter((name) => !/csrf|callback/.test(name))

/** A page of somebody who signed in elsewhere: the session's cookies, and nothing stored. */
async function signedIn(tenant: Tenant = 'cotton', login = 'omar@cotton'): Promise<void> {
  page = await sessions.signedIn(tenant, login)
}

/** Delays an answer until released, so that what is shown meanwhile can be looked at. */
async function delay(path: string): Promise<() => void> {
  let release = () => {}
  const barrier = new Promise<void>((done) => {
    release = done
  })
  await page.route(path, async (route) => {
    await barrier
    await route.continue()
  })
  return release
}

async function byPassword(email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('whoever is not allowed', () => {
  it('sees the toast, is logged out, and the toast stays 15 seconds whatever is clicked', async () => {
    await signedIn('cotton', 'nobody@cotton')
    await page.clock.install()
    const calls = callsOf(page)
    // The page's time stands still before the toast is shown: from there on it passes only as far as it is turned.
    const release = await delay('**/api/auth/signout')
    const ending = page.waitForRequest('**/api/auth/signout')
    await page.goto('/public/login')
    await ending
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
    release()
    const toast = page.getByRole('alert').getByText('You are not allowed to login.')
    await expect
      .poll(async () => {
        await page.clock.runFor(100)
        return toast.isVisible()
      })
      .toBe(true)
    expect(await page.getByRole('alert').getAttribute('class')).toMatch(/error/i)
    expect(calls).toContain('POST /api/auth/signout')
    expect(await personCookies('cotton')).toEqual([])
    expect(await stored()).toEqual([null, null])
    await page.mouse.click(5, 5)
    await page.clock.runFor(14_000)
    expect(await toast.isVisible()).toBe(true)
    await page.clock.runFor(2_000)
    await toast.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/public/login')
  })
  it('is not let in by an operator written into the storage: the client skips its check, the server refuses every call', async () => {
    await signedIn('cotton', 'nobody@cotton')
    await page.addInitScript(() => localStorage.setItem('operator', 'OP1'))
    const statuses: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('/api/operators/')) statuses.push(response.status())
    })
    await page.goto('/private/farmbook/OP1/farmer/list')
    await page.getByText('You are not allowed to login.').first().waitFor()
    expect(statuses.filter((status) => status < 400)).toEqual([])
    expect(await page.evaluate(async () => (await fetch('/api/operators/OP1/farmer')).status)).not.toBe(200)
  })
})

describe('whoever is suspended while signed in', () => {
  const stand = (status: 'ACTIVE' | 'SUSPENDED') =>
    sessions.stage.database.transaction(sessions.stage.tenants.cotton.id, (db) =>
      db.updateTable('user').set({ status }).where('tenant_id', '=', sessions.stage.tenants.cotton.id).where('email', '=', 'ines@cotton.example').execute(),
    )
  afterEach(() => stand('ACTIVE'))
  it('is thrown out by the first call after a reload, with the toast; frame, cookies and stored operator are gone', async () => {
    await signedIn('cotton', 'ines@cotton')
    await page.goto(dashboard)
    await account().waitFor()
    expect((await stored())[0]).toBe('OP1')
    await stand('SUSPENDED')
    const calls = callsOf(page)
    await page.reload()
    await page.getByRole('alert').getByText('You are not allowed to login.').waitFor()
    await page.waitForURL((url) => url.pathname === '/public/login')
    expect(await account().count()).toBe(0)
    // The stored operator spared the check; it was the refused call that ended it, by signing out.
    expect([calls.includes('GET /api/auth'), calls.includes('POST /api/auth/signout')]).toEqual([false, true])
    expect([await personCookies('cotton'), await stored()]).toEqual([[], [null, null]])
    await page.goto(dashboard)
    await page.getByRole('button', { name: /continue with/i }).waitFor()
    expect(await account().count()).toBe(0)
  })
  it('is thrown out without a reload by whatever they do next', async () => {
    await signedIn('cotton', 'ines@cotton')
    const isQuiet = requestsOf(page)
    await page.goto(dashboard)
    // Nothing of the dashboard is under way any more that could be refused in place of the click.
    await expect.poll(isQuiet).toBe(true)
    await stand('SUSPENDED')
    // By script, because a pointer that comes near already fetches, and they are out before it has arrived.
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href$="/farmer/list"]')?.click())
    await page.getByRole('alert').getByText('You are not allowed to login.').waitFor()
    await page.waitForURL((url) => url.pathname === '/public/login')
  })
})

/** Whether nothing has been asked for half a second; the inbox, which is open all the time, left out. */
function requestsOf(watched: Page): () => boolean {
  const open = new Set<Request>()
  let last = performance.now()
  const count = (change: (request: Request) => void) => (request: Request) => {
    if (request.url().includes('/stream')) return
    change(request)
    last = performance.now()
  }
  const ended = count((request) => open.delete(request))
  watched.on(
    'request',
    count((request) => open.add(request)),
  )
  watched.on('requestfinished', ended)
  watched.on('requestfailed', ended)
  return () => open.size === 0 && performance.now() - last > 500
}

describe('a private page without a user', () => {
  it('leads to login with redirect, once, and stays there', async () => {
    page = await sessions.newPage('cotton')
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    await page.goto(`${dashboard}?x=1#y`)
    await arrive(`/public/login?redirect=${encodeURIComponent(`${dashboard}?x=1#y`)}`)
    await page.getByRole('button', { name: /continue with/i }).waitFor()
    await page.waitForTimeout(1_500)
    expect(visited.filter((path) => path === '/public/login')).toHaveLength(1)
  })
  it.each(['//evil.test', '/\\evil.test', 'https://evil.test/', 'javascript:alert(1)', 'garbage', '/public/login', '/public/auth-error', '/%2f/evil.test'])(
    'comes to the dashboard after sign-in when redirect is %s',
    async (redirect) => {
      await signedIn()
      const elsewhere: string[] = []
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== sessions.address('cotton')) elsewhere.push(request.url())
      })
      await page.goto(`/public/login?${new URLSearchParams({ redirect })}`)
      // `/%2f/evil.test` is an address of ours that does not exist: harmless, and left as it is.
      await page.waitForURL((url) => url.pathname === dashboard || url.pathname === '/%2f/evil.test')
      expect(new URL(page.url()).origin).toBe(sessions.address('cotton'))
      expect(elsewhere).toEqual([])
    },
  )
})

describe('whoever is allowed', () => {
  it('sees "Logging in..." while access is asked about, then the dashboard; user and operator are stored', async () => {
    await signedIn()
    const release = await delay('**/api/auth')
    await page.goto('/public/login')
    await page.getByRole('dialog', { name: 'Logging in...' }).waitFor()
    release()
    await arrive(dashboard)
    await account().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    const [operator, person] = await stored()
    expect([operator, JSON.parse(person ?? '{}')]).toEqual(['OP1', expect.objectContaining({ uid: 'omar@cotton.example' })])
  })
  it('signs in by e-mail and password where the programme offers it, and nothing of Firebase stays in the browser', async () => {
    page = await sessions.newPage('wool')
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.goto('/public/login')
    await page.getByRole('textbox', { name: 'E-mail' }).waitFor()
    // Initialised with the programme's project before anybody has typed anything (specification section 7).
    const needed = ['api/auth/firebase', ...scriptsNamed(new Set(['firebase-sdk']))]
    expect(needed).toHaveLength(2)
    await expect.poll(() => needed.filter((path) => !loaded.some((url) => url.endsWith(`/${path}`)))).toEqual([])
    await byPassword('omar@cotton.example', 'wrong')
    await page.getByRole('alert').getByText('The e-mail address or the password is not right.').waitFor()
    await byPassword('omar@cotton.example', standInPassword)
    await page.waitForURL((url) => url.pathname === '/private/farmbook/-/dashboard')
    await account().waitFor()
    const remaining = await page.evaluate(async () => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
    ])
    // The heartbeat database holds the days on which the SDK was loaded, and nobody's name.
    expect(remaining.filter((name) => /firebase/i.test(name) && name !== 'firebase-heartbeat-database')).toEqual([])
    expect((await personCookies('wool')).sort()).toEqual(['farmbook.session', 'refreshToken', 'uid', 'userToken'])
  })
  it('is told by Firebase’s account that is not in the programme: toast, and logged out of both', async () => {
    page = await sessions.newPage('wool')
    await page.goto('/public/login')
    await byPassword('paul@cotton.example', standInPassword)
    await page.getByRole('alert').getByText('You are not allowed to login.').waitFor()
    expect(await personCookies('wool')).toEqual([])
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  })
  it('asks for a new password without being told whether the address is known', async () => {
    page = await sessions.newPage('wool')
    await page.goto('/public/login')
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByText('An e-mail address, please.').waitFor()
    await page.getByRole('textbox', { name: 'E-mail' }).fill('ines@cotton.example')
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByRole('alert').getByText('a link for a new password is on its way').waitFor()
    expect(sessions.stage.toolkit.resets).toContain('ines@cotton.example')
  })
  it('chooses at a programme with both between the form and the provider; at one without Firebase there is no form', async () => {
    page = await sessions.newPage('wool')
    await page.goto('/public/login')
    await page.getByRole('button', { name: /continue with/i }).waitFor()
    await page.goto(`${sessions.address('cotton')}/public/login`)
    await page.getByRole('button', { name: /continue with/i }).waitFor()
    expect(await page.getByRole('textbox', { name: 'E-mail' }).count()).toBe(0)
  })
})

describe('a session', () => {
  it('is asked for when the window is looked at again, and every 300 seconds', async () => {
    await signedIn()
    await page.clock.install()
    await page.goto(dashboard)
    await account().waitFor()
    const calls = callsOf(page)
    await page.clock.runFor(2_000)
    const requested = page.waitForResponse('**/api/auth/session')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await requested
    calls.length = 0
    await page.clock.runFor(250_000)
    expect(calls.filter((call) => call === 'GET /api/auth/session')).toEqual([])
    const polled = page.waitForResponse('**/api/auth/session')
    await page.clock.runFor(50_000)
    await polled
  })
  it('that has ended on the server leads to login with the reason at the next look, and the stored operator is gone', async () => {
    await signedIn()
    await page.goto(dashboard)
    await account().waitFor()
    await sessions.stage.database.transaction(sessions.stage.tenants.cotton.id, (db) =>
      db.deleteFrom('session_token').where('tenant_id', '=', sessions.stage.tenants.cotton.id).execute(),
    )
    await page.waitForTimeout(1_100)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.waitForURL((url) => url.pathname === '/public/login' && url.searchParams.get('error') === 'SessionRequired')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(dashboard)
    expect(await stored()).toEqual([null, null])
  })
  it('ends everywhere from one device', async () => {
    await signedIn()
    const there = page
    await there.goto(dashboard)
    await account(there).waitFor()
    await signedIn()
    await page.goto(dashboard)
    await account().click()
    await page.getByRole('menuitem', { name: 'Sign out on every device' }).click()
    await arrive('/public/login')
    expect(await personCookies('cotton')).toEqual([])
    await there.waitForTimeout(1_100)
    await there.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await there.waitForURL((url) => url.pathname === '/public/login')
    await there.context().close()
  })
  it('ends with "Logging out...": state, cookies, stored operator and both sign-ins cleared, at the login page', async () => {
    await signedIn()
    await page.goto(dashboard)
    await account().click()
    const release = await delay('**/api/auth/signout')
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await page.getByRole('dialog', { name: 'Logging out...' }).waitFor()
    release()
    await arrive('/public/login')
    await page.getByRole('button', { name: /continue with/i }).waitFor()
    expect([await personCookies('cotton'), await stored()]).toEqual([[], [null, null]])
    await page.goto(dashboard)
    await page.waitForURL((url) => url.pathname === '/public/login')
  })
  it('is kept when the server cannot be reached for signing out, with a toast that says so', async () => {
    await signedIn()
    await page.goto(dashboard)
    await account().click()
    await page.route('**/api/auth/signout', (route) => route.abort())
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await page.getByRole('alert').getByText('Signing out did not reach the server.').waitFor()
    expect((await personCookies('cotton')).length).toBe(4)
  })
})
