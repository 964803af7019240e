// Without a connection, and with what a browser has stored (specification sections 4, 5 and 8): nobody is signed out by bad reception,
// nothing untrue is said, it mends itself without a reload, and no stored record sends a page round in circles.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInOverHttp } from '#server/dev/sign-in.ts'
import { openSessionStage, type SessionStage } from './session-stage.ts'

let sessions: SessionStage
let page: Page
let complaints: string[]
beforeAll(async () => {
  sessions = await openSessionStage()
})
afterAll(async () => {
  await sessions.close()
})
beforeEach(async () => {
  sessions.stage.ahead.ms = 0
  page = await sessions.newPage('cotton')
  complaints = []
  page.on('pageerror', ({ message }) => complaints.push(message))
})
afterEach(async () => {
  await page.context().close()
  expect(complaints).toEqual([])
})

const dashboard = '/private/farmbook/OP1/dashboard'
const form = '/private/farmbook/OP1/farmer/create'
const strip = () => page.getByRole('status').getByText('There is no connection to the server. You stay signed in')
const account = () => page.getByRole('button', { name: /account of/i })
const path = () => new URL(page.url()).pathname
const stored = () => page.evaluate(() => [localStorage.getItem('operator'), localStorage.getItem('farmbook:person') !== null])
const sessionCalls = '**/api/auth/session'
const lookAtIt = async () => {
  // The client looks at most once a second.
  await page.waitForTimeout(1_100)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

async function signedIn(): Promise<void> {
  const { cookie } = await signInOverHttp(sessions.address('cotton'), 'omar@cotton')
  const pairs = cookie.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const)
  await page.context().addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: sessions.address('cotton'), httpOnly: true })))
}
async function atTheForm(): Promise<void> {
  await signedIn()
  await page.goto(form)
  await account().waitFor()
  await page.getByRole('textbox', { name: 'First name' }).fill('Savita')
}
const isAsItWas = async () => [path(), await page.getByRole('textbox', { name: 'First name' }).inputValue(), await stored()]
const asItWas = [form, 'Savita', ['OP1', true]]

describe('a session that the server cannot be asked about', () => {
  it('keeps the person, the page and what is typed, says that there is no connection, and goes on when it is back', async () => {
    await atTheForm()
    await page.context().setOffline(true)
    await lookAtIt()
    await strip().waitFor()
    expect(await isAsItWas()).toEqual(asItWas)
    await page.context().setOffline(false)
    await strip().waitFor({ state: 'detached' })
    expect(await isAsItWas()).toEqual(asItWas)
    // The client has its session again: its next poll is a call.
    const requested = page.waitForResponse(sessionCalls)
    await lookAtIt()
    expect((await requested).status()).toBe(200)
  })
  it.each([
    [502, 'text/html', '<h1>Bad Gateway</h1>'],
    [503, 'application/problem+json', '{"code":"UNAVAILABLE"}'],
    [200, 'text/html', '<h1>Welcome to the hotel</h1>'],
  ])('stays when a proxy answers %i %s, and looks again when told to', async (status, contentType, body) => {
    await atTheForm()
    await page.route(sessionCalls, (route) => route.fulfill({ status, contentType, body }))
    await lookAtIt()
    await strip().waitFor()
    expect(await isAsItWas()).toEqual(asItWas)
    await page.unroute(sessionCalls)
    await page.getByRole('button', { name: 'Look again' }).click()
    await strip().waitFor({ state: 'detached' })
    expect(await isAsItWas()).toEqual(asItWas)
  })
  it('at the 300-second poll is looked for again by itself, without focus and without a reload', async () => {
    await signedIn()
    await page.clock.install()
    await page.goto(dashboard)
    await account().waitFor()
    await page.route(sessionCalls, (route) => route.abort())
    await page.clock.runFor(301_000)
    await strip().waitFor()
    await page.unroute(sessionCalls)
    await page.clock.runFor(16_000)
    await strip().waitFor({ state: 'detached' })
    expect([path(), await stored()]).toEqual([dashboard, ['OP1', true]])
  })
  it('at a reload shows the page to whoever is remembered, and is taken when the server answers', async () => {
    await signedIn()
    await page.goto(dashboard)
    await account().waitFor()
    await page.route(sessionCalls, (route) => route.fulfill({ status: 502, body: '' }))
    await page.reload()
    await strip().waitFor()
    await page.unroute(sessionCalls)
    await lookAtIt()
    await strip().waitFor({ state: 'detached' })
    expect(path()).toBe(dashboard)
  })
  it('and has ended meanwhile, is told as ended once the server says so, and not before', async () => {
    await atTheForm()
    await page.context().setOffline(true)
    await lookAtIt()
    await strip().waitFor()
    await page.context().clearCookies()
    await page.context().setOffline(false)
    await page.waitForURL((url) => url.pathname === '/public/login' && url.searchParams.get('error') === 'SessionRequired')
    expect(await stored()).toEqual([null, false])
    await page.getByRole('alert').getByText('Your sign-in has ended.').waitFor()
  })
})

describe('the login page without a connection', () => {
  it('says so, and not that anything has ended; it looks again by itself, and lets in whose session was there all along', async () => {
    await signedIn()
    await page.route('**/api/auth/**', (route) => route.abort())
    await page.goto('/public/login')
    await page.getByRole('alert').getByText('There is no connection to the server. This page looks again by itself.').waitFor()
    expect(await page.getByText('has ended').count()).toBe(0)
    await page.unroute('**/api/auth/**')
    await page.waitForURL((url) => url.pathname === dashboard)
  })
  it('says so too when the browser knows that it is offline', async () => {
    await page.goto('/public/404')
    await page.getByRole('link').first().waitFor()
    await page.context().setOffline(true)
    await page.evaluate(() => {
      history.pushState(null, '', '/public/login')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await page.getByRole('alert').getByText('There is no connection to the server.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: /continue with/i }).waitFor()
  })
})

describe('a stored person who is not what one should be', () => {
  const person = { id: 'u1', name: 'Omar', email: null, grants: [{ role: 'OPERATOR_MANAGER' }] }
  const answer = { allow: true, operator: 'OP1', operators: [], roles: ['OPERATOR_MANAGER'], user: person, tenantId: '1', expiresAt: null }
  it.each<[string, object]>([
    ['roles without a user', { ...answer, user: null }],
    ['no roles', { ...answer, roles: null }],
    ['no operators', { ...answer, operators: null }],
    ['a user without grants', { ...answer, user: { ...person, grants: undefined } }],
    ['a refusal', { ...answer, allow: false }],
  ])('(%s) is dropped: the dashboard opens once, and the record is as the server says', async (_, remaining) => {
    await signedIn()
    await page.goto('/public/404')
    await page.evaluate((record) => {
      localStorage.setItem('operator', 'OP1')
      localStorage.setItem('farmbook:person', JSON.stringify({ uid: 'omar@cotton.example', answer: record }))
    }, remaining)
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    await page.goto(dashboard)
    await account().waitFor()
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('farmbook:person') ?? '{}').answer?.user?.email === 'omar@cotton.example')
    expect(visited.filter((one) => one !== dashboard)).toEqual([])
  })
})
