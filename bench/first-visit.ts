// How long a first visit takes on a slow phone: the built product, a real browser with a quarter of this machine's speed, 1.6 Mbit/s
// and 150 ms. `node bench/first-visit.ts [times] [data folder]`; medians. The clock says little on a busy machine: the bytes and requests are exact.
import { writeFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { signInOverHttp } from '#server/dev/sign-in.ts'
import { launchBrowser } from '../tests/browser/launch.ts'
import { demoData } from '../tests/demo/demo-data.ts'
import { startServer } from '../tests/e2e/server.ts'

type Seen = { paintMs: number; standsMs: number; kb: number; requests: number }
const times = Number(process.argv[2] ?? 3)
const afterMs = 3_000
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** Notes in the page itself, when what was asked for is first there; the protocol's own calls would wait behind the page's work. */
const watch = (selector: string) => {
  let isThere = false
  const look = () => {
    if (isThere || !document.querySelector(selector)) return
    isThere = true
    // Drawn, that is.
    requestAnimationFrame(() => setTimeout(() => Object.assign(window, { stoodAt: performance.now() })))
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}

async function visit(context: BrowserContext, address: string, selector: string): Promise<Seen> {
  const page: Page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', line)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let bytes = 0
  let requests = 0
  cdp.on('Network.requestWillBeSent', () => {
    requests += 1
  })
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.addInitScript(watch, selector)
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'stoodAt' in window, undefined, { timeout: 120_000, polling: 500 })
  const standsMs = await page.evaluate(() => (window as unknown as { stoodAt: number }).stoodAt)
  // What is fetched behind it counts too; a stream of notifications never ends.
  await page.waitForTimeout(afterMs)
  const [kb, before] = [bytes / 1000, requests]
  const paintMs = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
  const entries = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => {
      const { name, startTime, responseEnd, encodedBodySize } = entry as PerformanceResourceTiming
      return `${Math.round(startTime)} ${Math.round(responseEnd)} ${encodedBodySize} ${name}`
    }),
  )
  if (process.env.WATERFALL) writeFileSync(process.env.WATERFALL, `${entries.join('\n')}\n`, { flag: 'a' })
  await page.close()
  return { paintMs, standsMs, kb, requests: before }
}

const median = (figures: number[]): number => figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
/** A folder with the demo programme in it, where one is at hand. */
const folder = process.argv[3] ?? (await demoData()).folder
const server = await startServer({ dataDir: folder })
const browser = await launchBrowser()
const origin = server.address('cotton')
const { cookie } = await signInOverHttp(origin, 'omar@cotton')
const cookies = cookie
  .split('; ')
  .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url: origin, httpOnly: true }))
const rows = 'main a[href*="/farmer/0"]'
const seen: Record<string, Seen[]> = {}
const note = (name: string, one: Seen) => {
  seen[name] = [...(seen[name] ?? []), one]
}
for (let time = 0; time < times; time++) {
  for (const width of [390, 1280]) {
    const setting = { viewport: { width, height: 844 }, locale: 'en-IN', timezoneId: 'Asia/Kolkata' }
    const stranger = await browser.newContext(setting)
    note(`login, ${width} px, cold`, await visit(stranger, `${origin}/public/login`, 'main button'))
    note(`login, ${width} px, warm`, await visit(stranger, `${origin}/public/login`, 'main button'))
    await stranger.close()
    const known = await browser.newContext(setting)
    await known.addCookies(cookies)
    const list = `${origin}/private/farmbook/OP1/farmer/list`
    note(`list of farmers, ${width} px, cold`, await visit(known, list, rows))
    note(`list of farmers, ${width} px, warm`, await visit(known, list, rows))
    await known.close()
  }
}
await browser.close()
await server.remove()
for (const [name, all] of Object.entries(seen)) {
  const of = (key: keyof Seen) => median(all.map((one) => one[key]))
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(`${name}: first paint ${seconds(of('paintMs'))}, stands ${seconds(of('standsMs'))}, ${Math.round(of('kb'))} kB in ${of('requests')} requests`)
}
