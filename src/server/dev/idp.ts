// The embedded OpenID provider of development: the real protocol (code, PKCE, nonce, rotating refresh
// tokens) with invented people and no passwords, so that sign-in works on a fresh machine without any account.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import Provider, { type GrantContext } from 'oidc-provider'
import { parseTenantHost } from '#domain/tenancy/host.ts'
import { errorPage, pagePolicy, signInPage } from './idp-page.ts'
import { openIdpStore } from './idp-store.ts'
import { demoPeople, findDemoPerson } from './people.ts'
import { portOf } from './running.ts'

export type DevelopmentIdp = {
  /** `http://localhost:4301`; also the base of every endpoint. */
  issuer: string
  clientId: string
  clientSecret: string
  close(): Promise<void>
}

export type IdpOptions = {
  /** 0 = any free one. */
  port: number
  /** Folder to remember sign-ins in across restarts; null = in memory. */
  dataDir: string | null
  /** Tenant served at plain `localhost`; its people are the ones offered there. */
  localTenant: string
  /** Seconds an access token lives; tests shorten it to see a refresh. */
  accessTokenTtlS?: number
}

const client = { clientId: 'farmbook', clientSecret: 'development-only' }
const emailPattern = /^[^\s@<>"']{1,64}@[^\s@<>"']{1,189}$/
/** Bytes of a form on the sign-in page. */
const maxForm = 2048

/** Starts the provider on the loopback address. Throws when NODE_ENV is production: it would let anybody be anybody. */
export async function startDevelopmentIdp({ port, dataDir, localTenant, accessTokenTtlS = 900 }: IdpOptions): Promise<DevelopmentIdp> {
  // biome-ignore lint/style/noProcessEnv: asked here and not taken from the settings, so that nothing can talk it into running in production
  if (process.env.NODE_ENV === 'production')
    throw new Error('The development identity provider does not run in production. Configure a real OpenID provider (OIDC_ISSUER).')
  const store = await openIdpStore(dataDir === null ? null : join(dataDir, 'development-idp.json'))
  const server = createServer()
  const issuer = `http://localhost:${await listen(server, port)}`
  const provider = createProvider(issuer, store, accessTokenTtlS)
  const protocol = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, localTenant, request, response)
    else protocol(request, response)
  })
  return {
    issuer,
    ...client,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await store.close()
    },
  }
}

function createProvider(issuer: string, store: Awaited<ReturnType<typeof openIdpStore>>, accessTokenTtlS: number): Provider {
  const provider = new Provider(issuer, {
    adapter: store.adapter,
    jwks: store.jwks,
    cookies: { keys: [store.cookieKey], short: { sameSite: 'lax', path: '/' }, long: { sameSite: 'lax', path: '/' } },
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: ['http://localhost/api/auth/callback/oidc'],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    // Name and e-mail in the ID token itself: the product reads no userinfo.
    conformIdTokenClaims: false,
    findAccount: async (_context: unknown, sub: string) => ({ accountId: sub, claims: async () => claimsOf(sub) }),
    features: { devInteractions: { enabled: false }, revocation: { enabled: true, allowedPolicy: async () => true }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_context: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    // Our own product is the only client, so nobody is asked for consent.
    loadExistingGrant,
    // Without this a refresh token would need `offline_access` and a consent screen.
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: accessTokenTtlS,
      AuthorizationCode: 60,
      IdToken: 900,
      RefreshToken: 2_592_000,
      Grant: 2_592_000,
      Session: 1_209_600,
      Interaction: 3600,
    },
    renderError: async (
      context: { type: string; body: string; set(name: string, value: string): void },
      out: { error_description?: string; error: string },
    ) => {
      context.type = 'html'
      context.set('content-security-policy', pagePolicy)
      context.body = errorPage(out.error_description ?? out.error)
    },
  })
  // Every tenant has its own host, and tenants come and go while this runs: any local host may be returned to, nothing else.
  provider.Client.prototype.redirectUriAllowed = (uri) => redirectHost(uri) !== null
  provider.on('server_error', (_context, error) => console.error('Development identity provider:', error))
  return provider
}

async function loadExistingGrant({ oidc }: GrantContext) {
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
  grant.addOIDCScope('openid profile email')
  await grant.save()
  return grant
}

function claimsOf(sub: string) {
  return { sub, name: findDemoPerson(sub)?.name ?? sub, email: sub, email_verified: true }
}

/** Shows the sign-in page (GET) and takes the choice (POST). */
async function interact(provider: Provider, localTenant: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { params } = await provider.interactionDetails(request, response)
    const host = redirectHost(params.redirect_uri ?? '')
    const tenant = host?.subdomain === 'localhost' ? localTenant : host?.subdomain
    const local = demoPeople.filter((person) => person.tenant === tenant)
    const page = { people: local.length > 0 ? local : demoPeople, host: host?.host ?? 'the product' }
    if (request.method !== 'POST') return answer(response, 200, signInPage(page))
    const form = await readForm(request)
    const email = form.get('email')?.trim().toLowerCase()
    if (form.has('cancel'))
      return await provider.interactionFinished(
        request,
        response,
        { error: 'access_denied', error_description: 'The sign-in was cancelled.' },
        { mergeWithLastSubmission: false },
      )
    const accountId = findDemoPerson(form.get('login') ?? '')?.email ?? (email && emailPattern.test(email) ? email : null)
    if (!accountId) return answer(response, 400, signInPage({ ...page, problem: 'Choose a person, or give a whole e-mail address.' }))
    return await provider.interactionFinished(request, response, { login: { accountId } }, { mergeWithLastSubmission: false })
  } catch (error) {
    answer(
      response,
      400,
      errorPage(
        error instanceof Error && error.name === 'SessionNotFound'
          ? 'This sign-in was begun too long ago, or in another browser.'
          : 'The request could not be read.',
      ),
    )
  }
}

/** `http://{local host}/api/auth/callback/{provider}`, else null. */
function redirectHost(uri: string): { subdomain: string; host: string } | null {
  const url = URL.canParse(uri) ? new URL(uri) : null
  if (url?.protocol !== 'http:' || url.username || url.hash || !/^\/api\/auth\/callback\/[a-z0-9-]+$/.test(url.pathname)) return null
  return parseTenantHost(url.host, ['localhost'])
}

function answer(response: ServerResponse, status: number, html: string): void {
  if (response.headersSent) return
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  response.end(html)
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > maxForm) throw new Error('That form is too large.')
  }
  return new URLSearchParams(text)
}

/** The wanted port, or any free one when somebody else has it. */
async function listen(server: Server, wanted: number): Promise<number> {
  const attempt = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve(portOf(server))
      })
    })
  return attempt(wanted).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return attempt(0)
  })
}
