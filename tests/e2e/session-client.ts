// Serves the page of gate-client-page.ts at /conformance of the product's own address, under the product's own content
// security policy: the one file that is not the server's; every session call goes to the real one.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { loopback } from '#server/dev/sign-in.ts'

export const clientVersion = (JSON.parse(readFileSync('node_modules/next-auth/package.json', 'utf8')) as { version: string }).version

let bundled: Promise<string> | undefined

/** The page as one script; the client comes from node_modules untouched, but for the three words that Vite's build defines for it (vite.config.ts). */
async function bundle(): Promise<string> {
  const undefinedWords = ['NEXTAUTH_URL', 'NEXTAUTH_URL_INTERNAL', 'VERCEL_URL'].map((name) => [`process.env.${name}`, 'undefined'])
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { ...Object.fromEntries(undefinedWords), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: resolve('tests/e2e/session-client-page.ts'), formats: ['es'], fileName: 'page' },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  const chunk = first && 'output' in first ? first.output.find(({ type }) => type === 'chunk') : undefined
  if (chunk?.type !== 'chunk') throw new Error('The page was not built.')
  return chunk.code
}

/** From now on /conformance of this tenant is the page; `address` as the sign-in answers it. */
export async function serveClient(page: Page, address: string): Promise<void> {
  bundled ??= bundle()
  const script = await bundled
  const real = await loopback(new Request(`${address}/public/login`))
  const policy = real.headers.get('content-security-policy') ?? ''
  const html = '<!doctype html><html lang="en"><title>Conformance</title><body><script type="module" src="/conformance/page.js"></script></body></html>'
  const context = page.context()
  await context.route('**/conformance/page.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await context.route(/\/conformance(\?.*)?(#.*)?$/, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', headers: { 'content-security-policy': policy }, body: html }),
  )
}
