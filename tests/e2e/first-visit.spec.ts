// What somebody on a slow line waits for: the scripts of a first visit, weighed from the build's manifest, and the
// proof that the manifest is true about what a browser fetches. The bounds only go down.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { scriptsNamed, sizes } from '../../bench/sizes.ts'
import { journey } from './harness.ts'

/** kB of gzipped script and number of files before a page is drawn. */
const bounds: Readonly<Record<string, { jsKb: number; files: number }>> = {
  'login page': { jsKb: 134, files: 3 },
  'list of farmers': { jsKb: 262, files: 8 },
}
/** Fetched behind the first drawing of every page: a message or a dialog must not wait for the line; what follows notifications waits for the page, what counts submissions for the rows. */
const behind = new Set(scriptsNamed(new Set(['overlay', 'notices', 'toast-bar', 'progress-dialog', 'inbox-stream', 'sent-in', 'waiting'])))

function scriptsOf(page: Page): Set<string> {
  const seen = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) seen.add(pathname.slice(1))
  })
  return seen
}
/** What the login page fetches while somebody types, as the server has named it. */
const aheadIn = async (page: Page): Promise<string[]> =>
  (await page.locator('meta[name="fetch-ahead"]').getAttribute('content'))?.split(' ').map((file) => file.slice(1)) ?? []
const reachOf = (name: string): string[] => sizes().find((one) => one.name === name)?.files ?? []

describe('a first visit', () => {
  it.each(sizes())('loads no more than it did: $name', ({ name, jsKb, files }) => {
    expect(jsKb).toBeLessThanOrEqual(bounds[name]?.jsKb ?? 0)
    expect(files.length).toBeLessThanOrEqual(bounds[name]?.files ?? 0)
  })

  journey('of the login page fetches those files, and behind them only messages, dialogs and what comes after it', async ({ visit }) => {
    const page = await visit('/favicon.svg')
    const scripts = scriptsOf(page)
    await page.goto('/public/login', { waitUntil: 'networkidle' })
    const reach = reachOf('login page')
    expect(reach.filter((file) => !scripts.has(file))).toEqual([])
    const ahead = await aheadIn(page)
    expect(ahead.length).toBeGreaterThan(3)
    expect([...scripts].filter((file) => !reach.includes(file) && !ahead.includes(file) && !behind.has(file))).toEqual([])
  })

  journey('of a list by somebody signed in fetches those files, and behind them only messages and dialogs', async ({ visit }) => {
    const page = await visit('/favicon.svg', { as: 'omar@cotton' })
    const scripts = scriptsOf(page)
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    await page.goto('/private/farmbook/OP1/farmer/list')
    await page.getByRole('table', { name: 'Farmers' }).waitFor()
    // What the page names as sure to be asked for is asked for once: by the browser, and its answer is the script's.
    const named = await page.evaluate(() => [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="fetch"]')].map(({ href }) => href))
    expect(named.map((call) => new URL(call).pathname.split('/').at(-1))).toEqual(['cotton', 'session', 'season', 'farmer'])
    expect(named.map((call) => calls.filter((one) => one === call).length)).toEqual([1, 1, 1, 1])
    const reach = reachOf('list of farmers')
    expect([...scripts].filter((file) => !reach.includes(file) && !behind.has(file))).toEqual([])
  })

  journey('of a list draws frame and rows at once where the answers were there before the scripts', async ({ visit }) => {
    const page = await visit('/favicon.svg', { as: 'omar@cotton' })
    const answered = Promise.all(
      ['season', 'farmer'].map(async (name) => (await page.waitForResponse((one) => one.url().includes(`/OP1/${name}?`))).finished()),
    )
    await page.route('**/*.js', async (route) => {
      await answered
      await route.continue()
    })
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('main [aria-label="Loading"]')) document.documentElement.dataset.waited = 'yes'
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/private/farmbook/OP1/farmer/list')
    await page.getByRole('table', { name: 'Farmers' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset.waited)).toBeUndefined()
  })
})
