// The gate for journeys that turn the clock, read the log or forge what the server is sent: the whole product over a
// small database in this very process, at a port of its own, with the built web in front and the stand-ins behind: an
// identity provider, Firebase, and a mail server whose mail a journey can read.
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createApp } from '#server/app.ts'
import { firebaseHosts } from '#server/auth/firebase.ts'
import { createInvitationLinks } from '#server/auth/invitation-link.ts'
import { behaviours } from '#server/behaviours.ts'
import { tenantsOf } from '#server/http/tenants.ts'
import { createMailSender } from '#server/mail/sender.ts'
import { smtpTransport } from '#server/mail/transport.ts'
import { openStage, type Stage } from '../api/sign-in-stage.ts'
import { launchBrowser } from '../browser/launch.ts'
import { type Mailbox, openMailbox } from '../harness/mailbox.ts'
import { takeCookies } from './harness.ts'

export type Tenant = 'cotton' | 'dairy' | 'wool'
export type SessionStage = {
  stage: Stage
  mailbox: Mailbox
  /** `http://wool.localhost:4107`. */
  address(tenant: Tenant): string
  /** A page of a browser that has seen nothing yet, at this tenant. */
  newPage(tenant: Tenant, options?: BrowserContextOptions): Promise<Page>
  /** A page of somebody who signed in elsewhere: the session's cookies, and nothing stored. */
  signedIn(tenant: Tenant, login: string, options?: BrowserContextOptions): Promise<Page>
  close(): Promise<void>
}

/** `wool` offers Firebase and the identity provider, `cotton` and `dairy` the provider alone. */
export async function openSessionStage(): Promise<SessionStage> {
  const stage = await openStage()
  const mailbox = await openMailbox()
  const { database, signIn, ahead, logged } = stage
  const log: Parameters<typeof createApp>[0]['log'] = (level, message, details = {}) => {
    logged.push({ level, message, details })
  }
  const now = () => new Date(Date.now() + ahead.ms)
  // Links need the port, and the port needs the server: it answers once the app is there.
  let app: ReturnType<typeof createApp> | undefined
  const server = createServer(getRequestListener((request, env) => app?.fetch(request, env) ?? new Response(null, { status: 503 })))
  const port = await new Promise<number>((done) => server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port)))
  const invitations = createInvitationLinks({ secrets: stage.settings.secrets, origin: new URL(`http://localhost:${port}`) })
  const mail = createMailSender({
    database,
    transport: smtpTransport(mailbox.url),
    from: 'no-reply@farmbook.example',
    linkOf: invitations.linkOf,
    clock: now,
    log,
  })
  app = createApp({
    database,
    signIn,
    // Not those of the stage, which are reached at another port.
    tenants: tenantsOf(database, { bases: ['localhost'], local: 'cotton', port: String(port) }),
    behaviours,
    authenticate: signIn.authenticate,
    log,
    now,
    webFolder: resolve('dist'),
    connectTo: firebaseHosts(stage.toolkit.settings),
    invitations,
    sendsMail: true,
    // In place of the queue's workers: what was enqueued is sent at once.
    jobs: { wake: () => void mail.round() },
  })
  let browser: Browser | undefined
  const address = (tenant: Tenant) => `http://${tenant}.localhost:${port}`
  const newPage: SessionStage['newPage'] = async (tenant, options = {}) => {
    browser ??= await launchBrowser()
    const context = await browser.newContext({
      baseURL: address(tenant),
      viewport: { width: 1280, height: 800 },
      locale: 'en-IN',
      reducedMotion: 'reduce',
      ...options,
    })
    return context.newPage()
  }
  return {
    stage,
    mailbox,
    address,
    newPage,
    async signedIn(tenant, login, options) {
      const page = await newPage(tenant, options)
      await takeCookies(page, address(tenant), login)
      return page
    },
    async close() {
      await browser?.close()
      await mail.close()
      await mailbox.close()
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
