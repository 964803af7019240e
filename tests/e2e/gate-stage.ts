// The gate for journeys that turn the clock, read the log or forge what the server is sent: the whole product over a
// small database in this very process, at a port of its own, with the built web in front and the stand-ins behind.
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createApp } from '#server/app.ts'
import { firebaseHosts } from '#server/auth/firebase.ts'
import { behaviours } from '#server/behaviours.ts'
import { openStage, type Stage } from '../api/sign-in-stage.ts'
import { launchBrowser } from '../browser/launch.ts'

export type Tenant = 'cotton' | 'dairy' | 'wool'
export type Gate = {
  stage: Stage
  /** `http://wool.localhost:4107`. */
  address(tenant: Tenant): string
  /** A page of a browser that has seen nothing yet, at this tenant. */
  newPage(tenant: Tenant, options?: BrowserContextOptions): Promise<Page>
  close(): Promise<void>
}

/** `wool` offers Firebase and the identity provider, `cotton` and `dairy` the provider alone. */
export async function openGate(): Promise<Gate> {
  const stage = await openStage()
  const { database, signIn, hosts, ahead, logged } = stage
  const app = createApp({
    database,
    signIn,
    tenants: hosts,
    behaviours,
    authenticate: signIn.authenticate,
    log: (level, message, details = {}) => {
      logged.push({ level, message, details })
    },
    now: () => new Date(Date.now() + ahead.ms),
    webFolder: resolve('dist'),
    connectTo: firebaseHosts(stage.toolkit.settings),
  })
  const server = createServer(getRequestListener(app.fetch))
  const port = await new Promise<number>((done) => server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port)))
  let browser: Browser | undefined
  const address = (tenant: Tenant) => `http://${tenant}.localhost:${port}`
  return {
    stage,
    address,
    async newPage(tenant, options = {}) {
      browser ??= await launchBrowser()
      const context = await browser.newContext({ baseURL: address(tenant), viewport: { width: 1280, height: 800 }, locale: 'en-IN', ...options })
      return context.newPage()
    },
    async close() {
      await browser?.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await stage.close()
    },
  }
}

/** Requests of the page to the session calls and the access check from now on: `GET /api/auth/session`. */
export function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/auth')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}
