// The whole of sign-in as the rest of the server sees it: who is calling, the session calls, the access check.
import type { User } from '#domain/access.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { isApiKey } from '#domain/people/api-keys.ts'
import type { SignInWay } from '#domain/tenancy/sign-in-ways.ts'
import type { Caller, Db, Tenant } from '#server/scope.ts'
import { type AccessAnswer, accessAnswer, bearerOf, loadUserAhead, readCredentials, userById } from './access.ts'
import { callerOfApiKey } from './api-keys.ts'
import { availableWays, waysOf } from './config.ts'
import { forgetDevice, type KnownDevice, knownDevices } from './known-devices.ts'
import { createSessionService, type SessionService } from './session-handler.ts'
import type { SignInDeps } from './steps.ts'
import { hostOf, type Site, siteOf } from './tenant.ts'

export type SignIn = SessionService & {
  /** The person of a bearer token, API key or session cookie, null when there is none. Throws UNAUTHENTICATED, FORBIDDEN. `db` is inside the tenant. */
  authenticate(request: Request, tenant: Tenant, db: Db): Promise<Caller | null>
  /** The person as the programme knows them at this moment; null when it does not let them in any more. For work that goes on after its call. */
  personNow(tenant: Tenant, userId: string, db: Db): Promise<User | null>
  /** The devices by which somebody is known here. `db` is inside the tenant. */
  devicesOf(tenant: Tenant, userId: string, db: Db): Promise<KnownDevice[]>
  /** One of them is a stranger from now on, as `devicesOf` calls it. */
  forgetDevice(tenant: Tenant, userId: string, device: string | null, db: Db): Promise<void>
  /** GET /api/auth: by bearer token only, so that no other site can ask it through somebody's cookies. */
  access(request: Request, tenant: Tenant): Promise<AccessAnswer>
  /** The project configuration of the Firebase SDK. Throws NOT_FOUND for a tenant that does not offer it. */
  firebaseOf(tenant: Tenant): FirebaseProject
  siteOf(request: Request, tenant: Tenant): Site
  /** Everything the installation has, for a programme to choose from. */
  ways: readonly NamedWay[]
}

/** A way to sign in with what people call it. */
export type NamedWay = SignInWay & { name: string }

/** What the SDK in the browser is initialised with; nothing of it is secret. `standIn`: development only, the address it calls in place of Google. */
export type FirebaseProject = { projectId: string; apiKey: string; authDomain: string; standIn: string | null }

export function createSignIn(deps: SignInDeps): SignIn {
  const { settings, database, clock } = deps
  const site = (request: Request, tenant: Tenant) => siteOf(tenant, hostOf(request), settings.isSecure)
  return {
    ...createSessionService(deps),
    siteOf: site,
    ways: availableWays(settings).map((way) => ({ id: way.id, kind: way.kind, name: way.kind === 'oidc' ? way.oidc.name : 'Firebase' })),
    firebaseOf(tenant) {
      const way = waysOf(settings, tenant).find(({ kind }) => kind === 'credentials')
      if (way?.kind !== 'credentials') throw new Problem('NOT_FOUND')
      const { projectId, apiKey, authDomain, standIn } = way.firebase
      return { projectId, apiKey, authDomain, standIn }
    },
    async authenticate(request, tenant, db) {
      const token = bearerOf(request.headers.get('authorization') ?? '')
      if (token !== undefined && isApiKey(token)) return callerOfApiKey(db, tenant, token, clock())
      const credentials = await readCredentials(settings, site(request, tenant), request, clock())
      return credentials && loadUserAhead(db, tenant, credentials)
    },
    personNow: (tenant, userId, db) => userById(db, tenant.id, userId),
    devicesOf: (tenant, userId, db) => knownDevices(db, { secrets: settings.secrets, tenantId: tenant.id, userId }, clock()),
    forgetDevice: (tenant, userId, device, db) => forgetDevice(db, { secrets: settings.secrets, tenantId: tenant.id, userId }, device, clock()),
    async access(request, tenant) {
      const credentials = request.headers.has('authorization') ? await readCredentials(settings, site(request, tenant), request, clock()) : null
      if (!credentials) throw new Problem('UNAUTHENTICATED', { message: 'The access check needs a bearer token.', headers: { 'www-authenticate': 'Bearer' } })
      return database.transaction(tenant.id, (db) => accessAnswer(db, tenant.id, credentials))
    },
  }
}
