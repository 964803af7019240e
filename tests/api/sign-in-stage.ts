// The stage on which sign-in is tested: two tenants with a few of the cast in an embedded database, the real
// identity provider on its own port, the session routes, and a clock that tests may turn.
import { randomUUIDv7 } from 'node:crypto'
import { Hono } from 'hono'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { AuthSettings } from '#server/auth/config.ts'
import { createSignIn, type SignIn } from '#server/auth/sign-in.ts'
import { mintAccessToken } from '#server/auth/tokens.ts'
import type { Database } from '#server/db/database.ts'
import { createTenant } from '#server/db/platform.ts'
import { type IdentityToolkit, startIdentityToolkit } from '#server/dev/identity-toolkit.ts'
import { type DevelopmentIdp, startDevelopmentIdp } from '#server/dev/idp.ts'
import { loopback, type Transport } from '#server/dev/sign-in.ts'
import type { AppContext } from '#server/http/app-context.ts'
import { endpoint } from '#server/http/endpoint.ts'
import { problemResponse } from '#server/http/problems.ts'
import { mountRoutes } from '#server/http/route.ts'
import { mountSignIn, tenantRoutes } from '#server/http/sign-in-routes.ts'
import { sparingLog } from '#server/http/sparing-log.ts'
import { type Tenants, tenantsOf } from '#server/http/tenants.ts'
import type { Db, Scope, Tenant } from '#server/scope.ts'
import { createBySystem } from '#server/store/create.ts'
import { inMemory } from '../harness/database.ts'

export const cotton = 'http://cotton.localhost:4310'
export const dairy = 'http://dairy.localhost:4310'
/** A programme that offers Firebase first, and the identity provider beside it. */
export const wool = 'http://wool.localhost:4310'

export type Logged = { level: string; message: string; details: Record<string, unknown> }
export type Stage = {
  app: Hono
  /** The same on https, as behind a proxy that ends TLS. */
  secureApp: Hono
  signIn: SignIn
  database: Database
  idp: DevelopmentIdp
  settings: AuthSettings
  toolkit: IdentityToolkit
  tenants: { cotton: Tenant; dairy: Tenant; wool: Tenant }
  hosts: Tenants
  /** Ids of the people by short login (`omar@cotton`). */
  people: Record<string, string>
  operatorId: string
  logged: Logged[]
  /** Milliseconds the server's clock is ahead of the real one. */
  ahead: { ms: number }
  send(url: string, init?: RequestInit): Promise<Response>
  /** Product by `app.fetch`, identity provider over its socket. */
  transport: Transport
  token(login: string): Promise<string>
  close(): Promise<void>
}

/** `database`: of one's own, closed with the stage; absent: an embedded one. */
export async function openStage({ accessTokenTtlS = 900, database: own }: { accessTokenTtlS?: number; database?: Database } = {}): Promise<Stage> {
  const database = own ?? (await inMemory())
  const idp = await startDevelopmentIdp({ port: 0, dataDir: null, localTenant: 'cotton', accessTokenTtlS })
  const plain = { name: '', timezone: 'Asia/Kolkata', country: 'IN' }
  const tenants = {
    cotton: await database.platform((db) =>
      createTenant(db, {
        ...plain,
        subdomain: 'cotton',
        name: 'Nimar Jaivik',
        config: { loginDesc: 'Cotton of the Nimar valley.' },
        theme: { palette: { primary: { main: '#F79023' } } },
      }),
    ),
    dairy: await database.platform((db) => createTenant(db, { ...plain, subdomain: 'dairy', name: 'Gir Dairy' })),
    wool: await database.platform((db) =>
      createTenant(db, { ...plain, subdomain: 'wool', name: 'Deccan Wool', config: { providers: ['firebase', 'oidc', 'no longer there'] } }),
    ),
  }
  const people: Record<string, string> = {}
  const operatorId = await database.transaction(tenants.cotton.id, (db) => addOperator(db, tenants.cotton))
  await database.transaction(tenants.cotton.id, async (db) => {
    for (const [key, role] of [
      ['ada', 'ADMIN'],
      ['omar', 'OPERATOR_MANAGER'],
      ['fatima', 'FIELD_OFFICER'],
      ['ines', 'INTERNAL_INSPECTOR'],
    ] as const) {
      people[`${key}@cotton`] = await addPerson(db, tenants.cotton, key, { role, operatorIds: role === 'ADMIN' ? null : [operatorId] })
    }
  })
  await database.transaction(tenants.dairy.id, async (db) => {
    people['dina@dairy'] = await addPerson(db, tenants.dairy, 'dina', { role: 'ADMIN' })
    // The same address is a person of both programmes, with more to say in this one.
    people['omar@dairy'] = await addPerson(db, tenants.dairy, 'omar', { role: 'ADMIN' }, 'omar@cotton.example')
  })

  await database.transaction(tenants.wool.id, async (db) => {
    people['omar@wool'] = await addPerson(db, tenants.wool, 'omar', { role: 'ADMIN' }, 'omar@cotton.example')
    people['ines@wool'] = await addPerson(db, tenants.wool, 'ines', { role: 'ADMIN' }, 'ines@cotton.example')
  })

  const logged: Logged[] = []
  const log = (level: string, message: string, details: Record<string, unknown> = {}) => {
    logged.push({ level, message, details })
  }
  const ahead = { ms: 0 }
  const clock = () => new Date(Date.now() + ahead.ms)
  const toolkit = await startIdentityToolkit({ clock })
  const provider = { id: 'oidc', name: 'Development', issuer: idp.issuer, clientId: idp.clientId, clientSecret: idp.clientSecret }
  const settings: AuthSettings = { secrets: ['a secret of the tests, long enough'], providers: [provider], firebase: toolkit.settings, isSecure: false }
  const hosts = tenantsOf(database, { bases: ['localhost'], local: 'cotton', port: '4310' })
  const build = (given: AuthSettings) => {
    const signIn = createSignIn({ database, settings: given, behaviours: {}, clock, log })
    const app = new Hono()
    app.use(async (context, next) => {
      context.set('requestId' as never, 'test-request' as never)
      await next()
    })
    const deps = { database, tenants: hosts, behaviours: {}, authenticate: signIn.authenticate, log, now: clock }
    // What a programme shows of itself asks for nothing else of the whole.
    mountRoutes(app, { ...deps, signIn } as unknown as AppContext, tenantRoutes)
    mountSignIn(app, { tenants: hosts, signIn })
    // Stands for any call of the product: who am I, read and write.
    app.on(
      ['GET', 'POST'],
      '/api/whoami',
      endpoint(deps, {}, async (scope) => ({ json: { id: scope.user.id, tenant: scope.tenant.subdomain, roles: scope.user.grants.map(({ role }) => role) } })),
    )
    app.onError((error, context) => problemResponse(error, context, { log, sparing: sparingLog(log) }))
    return { app, signIn }
  }
  const { app, signIn } = build(settings)
  const send = async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (!headers.has('host')) headers.set('host', new URL(url).host)
    return app.fetch(new Request(url, { redirect: 'manual', ...init, headers }))
  }
  return {
    app,
    secureApp: build({ ...settings, isSecure: true }).app,
    signIn,
    database,
    idp,
    toolkit,
    settings,
    tenants,
    hosts,
    people,
    operatorId,
    logged,
    ahead,
    send,
    transport: async (request) => (new URL(request.url).origin === idp.issuer ? loopback(request) : app.fetch(request)),
    async token(login) {
      const tenant = tenants[login.split('@')[1] as keyof typeof tenants]
      return (await mintAccessToken(settings.secrets, tenant.id, { uid: login, sid: null, userId: people[login] ?? null }, clock())).token
    },
    async close() {
      await idp.close()
      await toolkit.close()
      await database.close()
    },
  }
}

function systemScope(db: Db, tenant: Tenant): Scope {
  return {
    tenant,
    db,
    now: new Date(),
    behaviours: {},
    requestId: 'stage',
    operator: null,
    source: 'SYSTEM',
    user: { id: randomUUIDv7(), name: 'Stage', email: null, grants: [{ role: 'ADMIN' }] },
    newId: () => randomUUIDv7(),
    afterCommit: () => {},
  }
}

async function addOperator(db: Db, tenant: Tenant): Promise<string> {
  const { row } = await createBySystem(systemScope(db, tenant), entityOf('collective'), {
    operatorId: null,
    code: 'OP1',
    legalName: 'Narmada Organic Growers',
    legalForm: 'PRODUCER_COMPANY',
    regNo: 'U01',
    address: 'Kasrawad',
    district: 'Khargone',
    state: 'Madhya Pradesh',
    country: 'IN',
    districts: ['Khargone'],
    blocks: ['Kasrawad'],
    villages: ['Pipalkheda'],
    schemes: [],
    icsStaff: [],
    status: 'ACTIVE',
  })
  return row.id
}

export async function addPerson(
  db: Db,
  tenant: Tenant,
  key: string,
  grant: Record<string, unknown>,
  email = `${key}@${tenant.subdomain}.example`,
  status = 'ACTIVE',
): Promise<string> {
  const { row } = await createBySystem<AnyEntity>(systemScope(db, tenant), entityOf('user'), {
    operatorId: null,
    name: key.charAt(0).toUpperCase() + key.slice(1),
    email,
    locale: 'en',
    mfa: false,
    status,
    ...(status === 'INVITED' ? { invitedAt: new Date().toISOString(), invitationExpiresAt: new Date(Date.now() + 86_400_000).toISOString() } : {}),
    roles: [{ processorIds: null, villages: null, operatorIds: null, ...grant }],
  })
  return row.id
}

/** A little of a browser: cookies stored between calls to one host of the product. */
export function browserAt(stage: Stage, origin: string, cookie = '') {
  const jar = new Map(cookie ? cookie.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const) : [])
  const browser = {
    jar,
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    async send(path: string, init: RequestInit = {}) {
      const headers = new Headers(init.headers)
      // What a test adds comes first, as browsers send a cookie of a longer path.
      const cookie = [headers.get('cookie'), browser.cookie].filter(Boolean).join('; ')
      if (cookie) headers.set('cookie', cookie)
      const response = await stage.send(origin + path, { ...init, headers })
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        const name = pair.slice(0, pair.indexOf('='))
        if (/max-age=0/i.test(line)) jar.delete(name)
        else jar.set(name, pair.slice(pair.indexOf('=') + 1))
      }
      return response
    },
    async json<T = Record<string, unknown>>(path: string, init: RequestInit = {}) {
      return (await (await browser.send(path, init)).json()) as T
    },
    /** A form with a CSRF token, as the client posts it; `from` = the Origin header, null = none. */
    async post(path: string, form: Record<string, string> = {}, from: string | null = origin) {
      const csrfToken = form.csrfToken ?? (await browser.json<{ csrfToken: string }>('/api/auth/csrf')).csrfToken
      const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded', ...(from === null ? {} : { origin: from }) }
      return browser.send(path, { method: 'POST', headers, body: new URLSearchParams({ json: 'true', ...form, csrfToken }) })
    },
  }
  return browser
}
