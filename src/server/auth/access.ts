// Who is calling, and may they: bearer token or session cookie → person with roles. Asked on every call,
// so a suspension or a sign-out is felt at once; nothing a browser has stored counts for anything.

import { decode } from '@auth/core/jwt'
import { sql } from 'kysely'
import { accessScopes, permissionsOf, type Role, type RoleGrant, roles, type User, worksAcross } from '#domain/access.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { isJsonObject } from '#domain/kernel/sound-json.ts'
import type { Language } from '#domain/messages/languages.ts'
import { notAllowed } from '#domain/tenancy/not-allowed.ts'
import { type Memory, readAhead } from '#server/db/read-ahead.ts'
import { type ChosenOperator, type Db, refOfCaller, sessionOfCaller, type Tenant } from '#server/scope.ts'
import { type AuthSettings, readClaims } from './config.ts'
import { isSessionCookie, readCookies, sessionCookieNames } from './cookies.ts'
import type { Site } from './tenant.ts'
import { sessionSecrets, verifyAccessToken } from './tokens.ts'

/** What a request says of its caller; nothing has been looked up yet. */
export type Credentials = {
  uid: string
  /** Null only for tokens minted by the product itself. */
  sid: string | null
  /** From the token; for a cookie the session knows. */
  userId: string | null
  via: 'bearer' | 'cookie'
  expiresAt: Date | null
}

/** The token of a header; undefined where it has another form. */
export const bearerOf = (authorization: string): string | undefined => /^bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1]

/**
 * Reads the caller's credentials, null when there are none. Throws UNAUTHENTICATED on a token that is not good here, and
 * FORBIDDEN on a write by cookie from another origin: sibling subdomains are the same site to SameSite, not to us.
 */
export async function readCredentials(settings: AuthSettings, { tenant, origin }: Site, request: Request, now: Date): Promise<Credentials | null> {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const token = bearerOf(authorization)
    if (!token)
      throw new Problem('UNAUTHENTICATED', {
        message: 'Authorization takes the form "Bearer <token>".',
        headers: { 'www-authenticate': 'Bearer error="invalid_request"' },
      })
    return { ...(await verifyAccessToken(settings.secrets, tenant.id, token, now)), via: 'bearer' }
  }
  const claims = await readSessionCookie(settings, tenant.id, request.headers.get('cookie'))
  if (!claims) return null
  if (!isSafe(request.method)) requireOwnOrigin(request, origin)
  return { uid: claims.uid, sid: claims.sid, userId: null, via: 'cookie', expiresAt: null }
}

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** Browsers send Origin with every write; a caller that sends neither it nor Sec-Fetch-Site is no browser, and has no cookie to borrow. */
export function requireOwnOrigin(request: Request, origin: string): void {
  const from = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  if (from === null ? site === null || site === 'same-origin' || site === 'none' : from === origin) return
  throw new Problem('FORBIDDEN', { message: 'This request comes from another site.' })
}

/** What the sealed session cookie says, null when there is none, or it is another tenant's, forged or too old. */
export async function readSessionCookie(settings: AuthSettings, tenantId: number, header: string | null) {
  const chunks = [...readCookies(header)]
    .filter(([name]) => isSessionCookie(name, settings.isSecure))
    .sort(([a], [b]) => Number(a.split('.').at(-1)) - Number(b.split('.').at(-1)))
  if (chunks.length === 0) return null
  const token = chunks.map(([, value]) => value).join('')
  const claims = readClaims(
    await decode({ token, secret: sessionSecrets(settings.secrets, tenantId), salt: sessionCookieNames(settings.isSecure).sessionToken }).catch(() => null),
  )
  return claims?.tenant === tenantId ? claims : null
}

/**
 * The person behind the credentials, with their grants as they stand now. Throws UNAUTHENTICATED when the session has
 * ended, FORBIDDEN when the programme does not know the person or has suspended them. `db` is inside the tenant.
 */
export async function loadUser(db: Db, tenantId: number, credentials: Credentials): Promise<User> {
  const { rows } = await personQuery(tenantId, credentials).execute(db)
  return personOf(credentials, rows)
}

/** The same without a message of its own: see `readAhead`. */
export function loadUserAhead(db: Db, tenant: Tenant, credentials: Credentials): Promise<User> {
  const { uid, sid, userId } = credentials
  return readAhead(db, callers, `${tenant.id} ${tenant.subdomain} ${sid} ${userId} ${uid}`, personQuery(tenant.id, credentials), (rows) =>
    personOf(credentials, rows),
  )
}
const callers: Memory<User> = new Map()

function personOf({ sid }: Credentials, [row]: readonly UserRow[]): User {
  if (!row && sid !== null)
    throw new Problem('UNAUTHENTICATED', {
      message: 'The session has ended. Please sign in again.',
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    })
  const user = row && toUser(row)
  if (!user) throw new Problem('FORBIDDEN', { message: notAllowed })
  if (sid !== null) sessionOfCaller.set(user, sid)
  return user
}

export const userColumns = sql`u.id, u.name, u.email, u.status, u.roles, u.farmer_id, u.code, u.title, u.operator_id`
const userQuery = (tenantId: number, id: string | null) =>
  sql<UserRow>`select ${userColumns} from "user" as u where u.tenant_id = ${tenantId} and u.id = ${id}::uuid and u.deleted_at is null`
/** One row, with nulls where the programme does not know the person; none where the session has ended. */
const personQuery = (tenantId: number, { sid, userId }: Credentials) =>
  sid === null
    ? userQuery(tenantId, userId)
    : sql<UserRow>`select ${userColumns} from session_token as s
        left join "user" as u on u.tenant_id = ${tenantId} and u.id = s.user_id and u.deleted_at is null
        where s.tenant_id = ${tenantId} and s.sid = ${sid}::uuid`

export type UserRow = {
  id: string | null
  name: string
  email: string
  status: string
  roles: unknown
  farmer_id: string | null
  code: string
  title: string
  operator_id: string | null
}

/** Null for a person who is not there or not active. */
export async function userById(db: Db, tenantId: number, id: string | null): Promise<User | null> {
  if (id === null) return null
  const { rows } = await userQuery(tenantId, id).execute(db)
  return rows[0] ? toUser(rows[0]) : null
}

/** Somebody who may be written to. */
export type Reachable = User & { email: string; locale: Language }

/** Active people who hold one of these roles, or are one of these. `db` is inside the tenant. */
export async function activePeople(db: Db, tenantId: number, { roles: of, ids }: { roles: readonly Role[]; ids: readonly string[] }): Promise<Reachable[]> {
  const { rows } = await sql<UserRow & { locale: Language }>`select ${userColumns}, u.locale from "user" as u
    where u.tenant_id = ${tenantId} and u.deleted_at is null and u.status = 'ACTIVE' and (u.id = any(${[...ids]}::uuid[])
      or exists (select 1 from jsonb_array_elements(u.roles) as g where g->>'role' = any(${[...of]}::text[])))
    order by u.id`.execute(db)
  return rows.flatMap((row) => {
    const user = toUser(row)
    return user ? [{ ...user, email: row.email, locale: row.locale }] : []
  })
}

const isRole = (name: unknown): name is Role => typeof name === 'string' && Object.hasOwn(roles, name)

/** Only ACTIVE people may do anything; roles that the access table no longer knows are dropped. */
export function toUser(
  { id, name, email, status, roles: granted, farmer_id, code, title, operator_id }: UserRow,
  narrow: (grants: RoleGrant[]) => RoleGrant[] = (grants) => grants,
): User | null {
  if (id === null || status !== 'ACTIVE') return null
  const grants = (Array.isArray(granted) ? granted : []).flatMap((grant: unknown): RoleGrant[] => {
    if (!isJsonObject(grant) || !isRole(grant.role)) return []
    const list = (name: 'operatorIds' | 'processorIds' | 'certificationBodyIds' | 'villages') => {
      const given = grant[name]
      return Array.isArray(given) ? { [name]: given.filter((one) => typeof one === 'string') } : {}
    }
    return [{ role: grant.role, ...list('operatorIds'), ...list('processorIds'), ...list('certificationBodyIds'), ...list('villages') }]
  })
  const user = { id, name, email, grants: narrow(grants), farmerId: farmer_id }
  refOfCaller.set(user, { code, title, operator_id })
  return user
}

/** The answer of GET /api/auth. `operator` is what stands in the person's addresses: a code, or '-' for all of the programme. */
export type AccessAnswer = {
  allow: boolean
  operator: string | null
  operators: ChosenOperator[]
  roles: Role[]
  /** Letters of what they may do, by kind of record; how far each reaches, the server says on every call. */
  permissions: Record<string, string>
  user: User | null
  tenantId: string
  /** When the token that asked expires, ISO 8601. */
  expiresAt: string | null
}

/** More operators than a switcher can show; beyond it people search. */
const maxOperators = 200

/** Decides access: never throws for a person who is merely not allowed. */
export async function accessAnswer(db: Db, tenantId: number, credentials: Credentials): Promise<AccessAnswer> {
  const user = await loadUser(db, tenantId, credentials).catch((problem: unknown) => {
    if (problem instanceof Problem && problem.code === 'FORBIDDEN') return null
    throw problem
  })
  const common = { tenantId: String(tenantId), expiresAt: credentials.expiresAt?.toISOString() ?? null }
  if (!user || user.grants.length === 0) return { allow: false, operator: null, operators: [], roles: [], permissions: {}, user: null, ...common }
  const operators = await operatorsOf(db, tenantId, user)
  const heldRoles = [...new Set(user.grants.map(({ role }) => role))]
  return {
    allow: true,
    operator: worksAcross(heldRoles) ? '-' : (operators[0]?.code ?? '-'),
    operators,
    roles: heldRoles,
    permissions: permissionsOf(user),
    user,
    ...common,
  }
}

/** The operators at whose addresses the person may work, by code. */
async function operatorsOf(db: Db, tenantId: number, user: User): Promise<ChosenOperator[]> {
  const isWide = accessScopes(user, 'collective', 'L', 'V').some(({ kind }) => kind === 't')
  const ids = [...new Set(user.grants.flatMap(({ operatorIds }) => operatorIds ?? []))]
  if (!isWide && ids.length === 0) return []
  const { rows } = await sql<ChosenOperator>`
    select id, code, title as name from collective
    where tenant_id = ${tenantId} and deleted_at is null and ${isWide ? sql`true` : sql`id = any(${ids}::uuid[])`}
    order by code limit ${maxOperators}`.execute(db)
  return rows
}
