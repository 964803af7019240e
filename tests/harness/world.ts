// A world for a test file: the two tenants with the whole cast, new ones each time, and the app over them.
// Tenants are walls, so files share a database without seeing each other and nothing needs cleaning up.
import { randomUUIDv7 } from 'node:crypto'
import type { Hono } from 'hono'
import { type RawBuilder, sql } from 'kysely'
import type { RoleGrant, User } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { type AppDeps, createApp } from '#server/app.ts'
import { userById } from '#server/auth/access.ts'
import { createInvitationLinks } from '#server/auth/invitation-link.ts'
import { createSealing } from '#server/auth/sealing.ts'
import { behaviours as allBehaviours } from '#server/behaviours.ts'
import type { Database } from '#server/db/database.ts'
import { createTenant } from '#server/db/platform.ts'
import type { Log } from '#server/http/log.ts'
import { tenantsOf } from '#server/http/tenants.ts'
import type { Behaviours, Scope, Tenant } from '#server/scope.ts'
import { createBySystem } from '#server/store/create.ts'
import { cast } from '../cast.ts'
import { sampleOf } from '../samples.ts'
import { type Client, clientOf } from './client.ts'
import { sharedDatabase } from './database.ts'

export type TenantKey = 'cotton' | 'dairy'
export type World = {
  app: Hono
  /** What the app is made of, to make another one with a part exchanged. */
  deps: AppDeps
  database: Database
  tenants: Record<TenantKey, Tenant>
  /** By key of the cast: ada, omar, fatima … and dina, gopal of the dairy. */
  people: Record<string, User>
  /** Operators, processors and certification bodies by code, in each tenant. */
  places: Record<TenantKey, Record<string, Row>>
  /** Everything the server logged. */
  logged: { level: string; message: string; details: unknown }[]
  /** A person of the cast at an operator's address (default: their own first, else OP1 or GIR; administrators too). */
  as(person: string, operator?: string): Client
  /** Somebody with these grants who is in no cast. */
  asUser(user: User, tenant?: TenantKey, operator?: string): Client
  /** Nobody, at a host of one's choice. */
  stranger(host?: string): Client
  /** Work in a transaction of a tenant, as a person of the cast. */
  scoped<T>(person: string, work: (scope: Scope) => Promise<T>, changes?: Partial<Scope>): Promise<T>
}
export type WorldOptions = {
  behaviours?: Behaviours
  /** What time it is for the server; absent = the real time. */
  now?: () => Date
  /** Another way into the worker's database: with more connections, for example. */
  database?: Database
}

let worlds = 0

export async function openWorld({ behaviours = allBehaviours, now = () => new Date(), database: own }: WorldOptions = {}): Promise<World> {
  const shared = await sharedDatabase()
  const database = own ?? shared
  const mark = `${process.pid.toString(36)}-${(++worlds).toString(36)}-${Date.now().toString(36)}`
  const secrets = ['a secret of the tests, long enough'] as const
  const sealing = createSealing(secrets)
  const logged: World['logged'] = []
  const log: Log = (level, message, details) => {
    logged.push({ level, message, details })
  }
  const people: Record<string, User> = {}
  const tenantOfPerson: Record<string, TenantKey> = Object.fromEntries(cast.map(({ key, tenant }) => [key, tenant]))
  const tenants = {} as World['tenants']
  const places = {} as World['places']
  const scopeIn = (tenant: Tenant, user: User, db: Scope['db'], changes: Partial<Scope> = {}): Scope => ({
    tenant,
    user,
    db,
    operator: null,
    now: now(),
    source: 'WEB',
    requestId: 'test',
    behaviours,
    sealing,
    newId: () => randomUUIDv7(),
    afterCommit: (work) => work(),
    ...changes,
  })

  for (const key of ['cotton', 'dairy'] as const) {
    const tenant = await database.platform((db) => createTenant(db, { subdomain: `${key}-${mark}`, name: key, timezone: 'Asia/Kolkata', country: 'IN' }))
    tenants[key] = tenant
    places[key] = await database.transaction(tenant.id, async (db) => {
      const members = cast.filter((member) => member.tenant === key)
      const founder: User = { id: randomUUIDv7(), name: 'Founder', email: null, grants: [{ role: 'ADMIN' }] }
      const scope = scopeIn(tenant, founder, db, { behaviours: {} })
      const byCode: Record<string, Row> = {}
      for (const [name, codes] of [
        ['collective', members.flatMap(({ grants }) => grants.flatMap(({ operators = [] }) => operators))],
        ['processor', members.flatMap(({ grants }) => grants.flatMap(({ processors = [] }) => processors))],
        ['certificationbody', members.flatMap(({ grants }) => grants.flatMap(({ bodies = [] }) => bodies))],
      ] as const) {
        for (const code of new Set(codes))
          byCode[code] = (await createBySystem(scope, entityOf(name), { ...sampleOf(entityOf(name)), code, operatorId: null, status: 'ACTIVE' })).row
      }
      const idOf = (code: string) => byCode[code]?.id ?? ''
      for (const member of members) {
        const grants = member.grants.map(
          ({ role, operators, processors, bodies, villages }): RoleGrant => ({
            role,
            ...(operators ? { operatorIds: operators.map(idOf) } : {}),
            ...(processors ? { processorIds: processors.map(idOf) } : {}),
            ...(bodies ? { certificationBodyIds: bodies.map(idOf) } : {}),
            ...(villages ? { villages } : {}),
          }),
        )
        const { row } = await createBySystem(scope, entityOf('user'), {
          ...sampleOf(entityOf('user')),
          name: member.name,
          email: member.email,
          roles: grants,
          // What the behaviour of a user derives from the roles.
          heldRoles: grants.length ? [...new Set(grants.map(({ role }) => role))] : null,
          operatorIds: [...new Set(grants.flatMap(({ operatorIds = [] }) => operatorIds))],
          processorIds: [...new Set(grants.flatMap(({ processorIds = [] }) => processorIds))],
          operatorId: null,
          status: 'ACTIVE',
        })
        people[member.key] = { id: row.id, name: member.name, email: member.email, grants, farmerId: null }
      }
      return byCode
    })
  }

  const known = new Map<string, User>()
  const deps: AppDeps = {
    database,
    behaviours,
    log,
    now,
    tenants: tenantsOf(database, { bases: ['farmbook.test', 'localhost'], local: null, port: '' }),
    authenticate: async (request) => known.get(request.headers.get('x-test-user') ?? '') ?? null,
    // People of the cast stand in the database; somebody made up for one test stays as they are.
    personNow: async (tenant, userId, db) =>
      Object.values(people).some(({ id }) => id === userId) ? userById(db, tenant.id, userId) : (known.get(userId) ?? null),
    sealing,
    secrets,
    invitations: createInvitationLinks({ secrets, origin: new URL('https://farmbook.test') }),
  }
  const app = createApp(deps)
  const asUser: World['asUser'] = (user, tenant = 'cotton', operator = tenant === 'cotton' ? 'OP1' : 'GIR') => {
    known.set(user.id, user)
    return clientOf(app, `${tenants[tenant].subdomain}.farmbook.test`, { 'x-test-user': user.id, 'x-client': 'web' }, `/api/operators/${operator}`)
  }
  const person = (key: string): User => people[key] ?? fail(`Nobody in the cast is called ${key}`)
  return {
    app,
    deps,
    database,
    tenants,
    people,
    places,
    logged,
    asUser,
    as(key, operator) {
      const own = cast.find((member) => member.key === key)?.grants.flatMap(({ operators = [] }) => operators)[0]
      return asUser(person(key), tenantOfPerson[key] ?? 'cotton', operator ?? own)
    },
    stranger: (host = `${tenants.cotton.subdomain}.farmbook.test`) => clientOf(app, host, {}, '/api/operators/OP1'),
    scoped: (key, work, changes) =>
      database.transaction(tenants[tenantOfPerson[key] ?? 'cotton'].id, (db) =>
        work(scopeIn(tenants[tenantOfPerson[key] ?? 'cotton'], person(key), db, changes)),
      ),
  }
}

/** How many rows each table of a tenant has: to show that a refusal wrote nothing. */
export async function rowCounts(world: World, tenant: TenantKey = 'cotton'): Promise<Record<string, number>> {
  countEach ??= await world.database.transaction(world.tenants[tenant].id, async (db) => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id' order by 1`.execute(db)
    return sql.join(
      rows.map(({ name }) => sql`select ${sql.lit(name)}::text as name, count(*)::int as n from ${sql.table(name)}`),
      sql` union all `,
    )
  })
  const all = countEach
  const { rows } = await world.database.transaction(world.tenants[tenant].id, (db) => sql<{ name: string; n: number }>`${all}`.execute(db))
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}
/** One statement for all tables, without values, so that it is planned once: it is asked after each of a thousand refusals. */
let countEach: RawBuilder<unknown> | undefined

const fail = (message: string): never => {
  throw new Error(message)
}
