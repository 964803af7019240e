// The gate as a person meets it: refused, brought in where they wanted to go, remembered, signed out in every
// tab; and the login page at two widths, in every language, with and without the tenant's configuration.
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { languageCodes } from '#domain/messages/languages.ts'
import { addressOf, expectAccessible, expectNoSidewaysScroll, journey, phone, picture } from './harness.ts'

const wanted = '/private/farmbook/OP1/farmer/list?q=patidar'
const login = `/public/login?redirect=${encodeURIComponent(wanted)}`
const continueButton = (page: Page) => page.getByRole('button', { name: /continue with/i })
const choose = (page: Page, person: string) => page.locator(`button[name="login"][value="${person}"]`).click()
const pathOf = (page: Page) => page.url().replace(addressOf('cotton'), '')
const sessionCookies = async (page: Page) =>
  (await page.context().cookies(addressOf('cotton'))).map(({ name }) => name).filter((name) => !/callback|csrf/.test(name))

describe('signing in', () => {
  journey('sends a person without a place back with a toast, signed out, and asks again who it is', async ({ visit }) => {
    const page = await visit('/public/login')
    await continueButton(page).click()
    await choose(page, 'nobody@cotton')
    await page.getByText('You are not allowed to login.').waitFor()
    await continueButton(page).waitFor()
    expect(await sessionCookies(page)).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('operator'))).toBeNull()
    await continueButton(page).click()
    await page.getByRole('heading', { name: 'Who would you like to be?' }).waitFor()
  })

  journey('says so when the person turned back at the identity provider', async ({ visit }) => {
    const page = await visit('/public/login')
    await continueButton(page).click()
    await page.getByRole('button', { name: 'Cancel and go back' }).click()
    await page.getByRole('alert').getByText('The sign-in was not completed.').waitFor()
  })

  journey('leads a private page to the login page once, and back to that very page after sign-in', async ({ visit }) => {
    const page = await visit(wanted)
    await page.waitForURL((url) => url.pathname === '/public/login')
    expect(pathOf(page)).toBe(login)
    await page.getByRole('note').getByText('Farmers').waitFor()
    await continueButton(page).click()
    await choose(page, 'omar@cotton')
    await page.waitForURL((url) => url.pathname + url.search === wanted)
    expect(await page.evaluate(() => [localStorage.getItem('operator'), document.cookie])).toEqual(['OP1', ''])
  })

  journey('goes to the dashboard when the way back is somebody else’s address', async ({ visit }) => {
    const page = await visit('/public/login?redirect=//evil.test/')
    await continueButton(page).click()
    await choose(page, 'omar@cotton')
    await page.waitForURL((url) => url.pathname.endsWith('/dashboard'))
    expect(pathOf(page)).toBe('/private/farmbook/OP1/dashboard')
  })

  journey('does not ask for access again while the operator is stored', async ({ visit }) => {
    const page = await visit('/private/farmbook/OP1/dashboard', { as: 'omar@cotton' })
    // Let in, and the operator stored: an answer that is on its way is not.
    await page.getByRole('button', { name: /account of/i }).waitFor()
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto('/')
    await page.waitForURL((url) => url.pathname === '/private/farmbook/OP1/dashboard')
    await page.getByRole('button', { name: /account of/i }).waitFor()
    expect(requested).toContain('/api/auth/session')
    expect(requested).not.toContain('/api/auth')
  })

  journey('ends in every tab when signed out in one, with the reason in the others', async ({ visit }) => {
    const page = await visit('/private/farmbook/OP1/dashboard', { as: 'fatima@cotton' })
    const other = await page.context().newPage()
    await other.goto(`${addressOf('cotton')}/private/farmbook/OP1/dashboard`)
    await other.getByRole('button', { name: /account of/i }).waitFor()
    await page.getByRole('button', { name: /account of/i }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/public/login')
    expect(pathOf(page)).toBe('/public/login')
    expect(await sessionCookies(page)).toEqual([])
    await other.waitForURL((url) => url.pathname === '/public/login')
    expect(new URL(other.url()).searchParams.get('error')).toBe('SessionRequired')
    await other.getByRole('note').getByText('You were signed out in another tab.').waitFor()
    expect(await other.getByRole('alert').count()).toBe(0)
  })
})

describe('the login page', () => {
  for (const [name, options] of [
    ['desktop', {}],
    ['phone', { viewport: phone }],
  ] as const) {
    journey(`is readable, reachable and not clipped (${name}, in every language)`, async ({ visit }) => {
      const page = await visit(login, options)
      await continueButton(page).waitFor()
      for (const code of languageCodes) {
        await page.locator('.language-switch select').locator('visible=true').selectOption(code)
        await page.locator(`html[lang="${code}"]`).waitFor()
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
        await picture(page, `login ${name} ${code}`)
      }
    })
  }

  journey('works without the tenant’s configuration, as the default programme', async ({ visit }) => {
    const page = await visit('/public/404')
    await page.route('**/api/tenant/**', (route) => route.abort())
    await page.goto('/public/login')
    await page.getByText('Organic Cotton Integrity Programme').locator('visible=true').waitFor()
    await page.getByText('Cotton you can trace to its field').waitFor()
    expect(await continueButton(page).isEnabled()).toBe(true)
  })

  journey('is worked by keyboard: missions turn, and Enter on the one button leads to the provider', async ({ visit }) => {
    const page = await visit('/public/login')
    const next = page.getByRole('button', { name: 'Next' })
    await next.focus()
    await page.keyboard.press('Enter')
    await page.getByText('A claim is worth what is behind it').waitFor({ state: 'visible' })
    await continueButton(page).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Who would you like to be?' }).waitFor()
  })
})
