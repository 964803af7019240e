// What a journey needs: a page signed in as one of the cast, pictures of what was seen, and the proof that
// nothing broke on the way. `journey` is Vitest's `test` with `visit` added.
import { mkdirSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, test as base, expect, inject } from 'vitest'
import { signInOverHttp } from '#server/dev/sign-in.ts'
import { launchBrowser } from '../browser/launch.ts'

export const desktop = { width: 1280, height: 800 } as const
export const phone = { width: 390, height: 844 } as const
const results = 'tests/e2e/.results'
/** Motion is reduced, as a person can ask of their device: what fades in or out while axe measures contrast fails it at a moment nobody chooses. */
const setting = { locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' } as const satisfies BrowserContextOptions

export type VisitOptions = {
  /** One of the cast, `fatima@cotton`, or anybody by e-mail address; absent = nobody, as a buyer who scans a code. */
  as?: string
  /** Tenant of the address; by default that of the person, or cotton. */
  tenant?: string
  viewport?: { width: number; height: number }
  /** Anything else a browser can be set to: offline, position, language. */
  context?: BrowserContextOptions
}
export type Visit = (path: string, options?: VisitOptions) => Promise<Page>

/** Where this worker's product answers. */
export function port(): number {
  const own = inject('ports')[Number(process.env.VITEST_POOL_ID) - 1]
  if (own === undefined) throw new Error(`No product was started for worker ${process.env.VITEST_POOL_ID}`)
  return own
}
/** The folder of that product: what it would send by telephone lies in it. */
export const dataDir = (): string => inject('folders')[Number(process.env.VITEST_POOL_ID) - 1] ?? ''
/** Address of the running product, as a person of that tenant types it. */
export const addressOf = (tenant?: string): string => `http://${tenant ? `${tenant}.` : ''}localhost:${port()}`

/** A machine that does something else beside may need a minute for a step; what never comes fails then. No journey is about speed. */
const stepPatienceMs = 60_000
let opened: Promise<Browser> | undefined
afterAll(async () => {
  await (await opened)?.close()
  opened = undefined
})

/** `visit(path, { as: 'fatima@cotton' })` opens a page of its own; it is closed, and looked over for complaints, after the test; when it failed, with a picture. */
export const journey = base.extend<{ visit: Visit }>({
  visit: async ({ task }, use) => {
    opened ??= launchBrowser(inject('browser'))
    const browser = await opened
    const pages: Page[] = []
    const complaints: string[] = []
    await use(async (path, { as, tenant = as?.split('@')[1] ?? 'cotton', viewport = desktop, context = {} } = {}) => {
      const visitor = await browser.newContext({ baseURL: addressOf(tenant), viewport, ...setting, ...context })
      visitor.setDefaultTimeout(stepPatienceMs)
      const page = await visitor.newPage()
      pages.push(page)
      listen(page, complaints)
      if (as) await arrive(page, as, addressOf(tenant), path)
      else await page.goto(path)
      return page
    })
    for (const [index, page] of pages.entries()) {
      if (task.result?.state === 'fail' || complaints.length) await draw(page, `failed ${index + 1} ${task.name}`)
      await page.context().close()
    }
    expect(complaints, 'errors in the browser during this journey').toEqual([])
  },
})

/** Scripts that threw, and answers of 500 and above: never part of a journey, not even of a refused one. */
function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.request().method()} ${response.url()} answered ${response.status()}`)
  })
}

/**
 * Opens the path as this person. What is private is opened with the cookies of a sign-in of their own made without drawing its
 * pages, which sign-in.spec.ts and the gate's journeys look at; it is there when the access check has let them in.
 */
async function arrive(page: Page, login: string, origin: string, path: string): Promise<void> {
  if (!path.startsWith('/private/')) {
    await signIn(page, login)
    await page.goto(path)
    return
  }
  await takeCookies(page, origin, login)
  const checked = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/auth')
  await page.goto(path)
  await checked
  await page.waitForURL((url) => url.pathname.startsWith('/private/'))
}

/** Gives the page's browser the cookies of somebody who signed in elsewhere, and nothing stored. */
export async function takeCookies(page: Page, origin: string, login: string): Promise<void> {
  const { cookie } = await signInOverHttp(origin, login)
  const pairs = cookie.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const)
  await page.context().addCookies(pairs.map(([name, value]) => ({ name, value, url: origin, httpOnly: true })))
}

/** Through the login page and the development identity provider, as a person does it. */
export async function signIn(page: Page, login: string): Promise<void> {
  await page.goto('/public/login')
  await page
    .getByRole('button', { name: /continue with|sign in/i })
    .first()
    .click()
  if (login.includes('.')) {
    await page.getByLabel('Somebody else').fill(login)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
  } else await page.locator(`button[name="login"][value="${login}"]`).click()
  await page.waitForURL((url) => url.pathname.startsWith('/private/'))
}

/**
 * A picture of the page for a person to look at, where PICTURES asks for them (`PICTURES=1 npm test -- e2e`). No journey proves anything by
 * one, and each takes more than half a second of a processor; what failed has one in any case.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES) await draw(page, name)
}

async function draw(page: Page, name: string): Promise<void> {
  mkdirSync(results, { recursive: true })
  const path = `${results}/${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 100)}.png`
  await page.screenshot({ path, fullPage: true, timeout: 2 * stepPatienceMs })
}

/**
 * No violation that axe can find (WCAG 2.2 A and AA), by rule and place. Bars that stick to an edge lie in the page meanwhile:
 * how much of a button lies under one depends on where the page happens to be scrolled, and axe takes the rest for a target too small.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page)
  const release = await page.evaluateHandle(() => {
    const over = (element: Element) => element.closest('.MuiModal-root, .MuiPopper-root, .toast-place, dialog') !== null
    const stuck = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position) && !over(element),
    )
    for (const { style } of stuck) {
      style.setProperty('position', 'relative', 'important')
      style.setProperty('inset', 'auto', 'important')
    }
    return () => {
      for (const { style } of stuck) {
        style.removeProperty('position')
        style.removeProperty('inset')
      }
    }
  })
  // No page has a frame in it (legacy mode asks none), and what holds is not written out: a third of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  await release.evaluate((restore) => restore())
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, `axe at ${page.url()}`).toEqual([])
}

/**
 * Everything that changes once has changed. Reduced motion ends a transition with the next frame, which a busy machine draws late:
 * until then a button that was just enabled has the colours of a disabled one, and axe measures them.
 */
function settled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    const once = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(once.map(({ finished }) => finished))
    await frame()
  })
}

/** Looked at on a desk and on a phone: no violation, nothing sideways, and a picture of each where they are requested. The page is on the desk again afterwards. */
export async function lookOver(page: Page, name: string): Promise<void> {
  await page.setViewportSize(desktop)
  await expectAccessible(page)
  await picture(page, name)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await picture(page, `${name} phone`)
  await page.setViewportSize(desktop)
}

/** Nothing is wider than the screen: a page that scrolls sideways is a page that is clipped on a phone. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth] as const)
  expect(content, `width of ${page.url()}`).toBeLessThanOrEqual(screen)
}
