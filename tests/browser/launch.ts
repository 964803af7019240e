// A running Chromium for the tests and the screenshots: WebGL in software for the map, and no way out to any
// other host, so that a page that needs the internet fails here and not in the field.
import { type Browser, chromium } from 'playwright-core'
import { type FoundBrowser, resolveBrowser } from './resolve.ts'

/** Close the answer when done, or Node does not end. */
export async function launchBrowser(browser?: FoundBrowser): Promise<Browser> {
  const { path, isHeadlessShell } = browser ?? (await resolveBrowser())
  return chromium.launch({ executablePath: path, headless: true, args: [...switches, ...(isHeadlessShell ? ['--headless=shell'] : [])] })
}

const switches = [
  // Test runners often are root, for whom Chromium's sandbox does not start; it only ever opens our own pages.
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Without a graphics card its process would draw every page once more in software: a fifth of all the time of the browser.
  '--disable-gpu-compositing',
  '--disable-quic',
  '--disable-sync',
  '--font-render-hinting=none',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
]
