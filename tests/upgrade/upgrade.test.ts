// A small database made by the code of before is brought up to date: no row is lost, nothing changes but what is declared in
// changes.ts, the schema is the declared one, and the code of today reads all of it. On both engines.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { createApp } from '#server/app.ts'
import { createInvitationLinks } from '#server/auth/invitation-link.ts'
import { createSignIn, type SignIn } from '#server/auth/sign-in.ts'
import { mintAccessToken } from '#server/auth/tokens.ts'
import { behaviours } from '#server/behaviours.ts'
import { readCatalogue } from '#server/db/catalogue.ts'
import type { Database } from '#server/db/database.ts'
import { differences } from '#server/db/difference.ts'
import { migrate, openWalls, readMigrations } from '#server/db/migrate.ts'
import { listTenants } from '#server/db/platform.ts'
import { tenantsOf } from '#server/http/tenants.ts'
import { rebuildOrigins } from '#server/ledger/lot-origin.ts'
import type { Tenant } from '#server/scope.ts'
import { type Client, clientOf } from '../harness/client.ts'
import { emptyDatabase, sharedDatabase } from '../harness/database.ts'
import { addedValues, becameLines, changedLines, changes, recordedEvents, removed, rowsAt } from './changes.ts'
import { loadRows, rowsOf, tablesOf } from './rows.ts'
import type { Snapshot, StoredRow } from './rows-of-then.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer and says itself what it expects
type Json = any

const secrets: [string] = ['a secret of the tests, long enough']
let database: Database
let before: Snapshot
let after: Snapshot
let ran: string[]

beforeAll(async () => {
  database = await emptyDatabase()
  await migrate(database, readMigrations().slice(0, 1))
  await loadRows(database, rowsAt('0001'))
  await addLists()
  await sharedDatabase()
  before = await snapshot()
  ran = await migrate(database)
  after = await snapshot()
}, 120_000)
afterAll(() => database.close())

/** Lists of which the file has none. */
async function addLists(): Promise<void> {
  await database.owner(async (db) => {
    await sql.raw(openWalls('no force')).execute(db)
    for (const [name, value] of Object.entries(addedValues)) {
      const [table = '', column = ''] = name.split('.')
      // One row keeps what the file has.
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}::text::jsonb where id > (select min(id::text) from ${sql.table(table)})::uuid`.execute(
        db,
      )
    }
    await sql`update scopecertificate as s set product_ids = (select array_agg(p.id order by p.id desc) from product as p where p.tenant_id = s.tenant_id)`.execute(
      db,
    )
    for (const [name, list] of Object.entries(becameLines)) {
      const [table = '', column = ''] = name.split('.')
      if (!list) continue
      await sql`update ${sql.table(table)} as r set ${sql.ref(column)} =
        replace(${list}::text, 'FARMER', (select f.id from farmer as f where f.tenant_id = r.tenant_id order by f.id limit 1)::text)::jsonb
        where exists (select from farmer as f where f.tenant_id = r.tenant_id)`.execute(db)
    }
    await sql.raw(openWalls('force')).execute(db)
  })
}

async function snapshot(): Promise<Snapshot> {
  return database.owner(async (db) => {
    await sql`set local timezone = 'UTC'`.execute(db)
    // Forced row security holds for an owner who is no superuser, too.
    await sql.raw(openWalls('no force')).execute(db)
    const taken = new Map<string, ReadonlyMap<string, StoredRow>>()
    for (const table of await tablesOf(db)) {
      const rows = await rowsOf(db, table)
      const records = rows.map((values) => Object.fromEntries(table.columns.map((column, place) => [column, values[place] ?? null])))
      taken.set(table.name, new Map(records.map((record) => [table.key.map((column) => record[column]).join(' '), record])))
    }
    await sql.raw(openWalls('force')).execute(db)
    return taken
  })
}

describe('a database of migration 0001', () => {
  it('has rows of every table and events of every type, in two tenants, taken back and superseded ones among them', () => {
    expect([...before].filter(([, rows]) => rows.size === 0).map(([name]) => name)).toEqual([])
    expect(before.get('tenant')?.size).toBe(2)
    const events = [...(before.get('event')?.values() ?? [])]
    expect([...new Set(events.map(({ status }) => status))].sort()).toEqual(['RECORDED', 'SUPERSEDED', 'VOIDED'])
    expect(new Set(events.map(({ subject_type: subject, event_type: type }) => `${subject} ${type}`)).size).toBeGreaterThan(400)
  })
  it('is brought up to date by every later migration', () => {
    expect(ran).toEqual(
      readMigrations()
        .slice(1)
        .map(({ name }) => name),
    )
  })
  it('then has the declared schema', async () => {
    // The worker's own database is made from the declarations.
    expect(differences(await readCatalogue(database), await readCatalogue(await sharedDatabase()))).toEqual([])
  })
  it('keeps every row, and of each every column but those that changes.ts declares', () => {
    for (const [table, rows] of before) {
      if (table in removed) continue
      const lost = [...rows.keys()].filter((key) => !after.get(table)?.has(key))
      expect([table, lost]).toEqual([table, []])
      const different = [...rows].flatMap(([key, row]) => {
        const now = after.get(table)?.get(key) ?? {}
        const columns = new Set([...Object.keys(row), ...changes.filter((change) => change.table === table).map(({ column }) => column)])
        return [...columns].flatMap((column) => {
          if (`${table}.${column}` in removed) return []
          const declared = changes.filter((change) => change.table === table && change.column === column)
          const value = row[column] ?? null
          const wanted = declared.reduce((text, { how }) => how(text, row, before), value)
          return isSame(wanted, now[column] ?? null, declared.length > 0) ? [] : [`${key} ${column}: ${value} → ${now[column]}, not ${wanted}`]
        })
      })
      expect([table, different.slice(0, 5)]).toEqual([table, []])
    }
  })
  it('changes some row by each change that is declared, each by a migration that ran', () => {
    for (const { table, column, by, noRow } of changes) {
      const touched = [...(before.get(table) ?? [])].filter(([key, row]) => (row[column] ?? null) !== (after.get(table)?.get(key)?.[column] ?? null))
      expect([table, column, touched.length > 0, ran.includes(by)]).toEqual([table, column, noRow === undefined, true])
    }
  })
  it('has every product of a scope certificate as a line of its annex, in its place', () => {
    const productsOf = ({ product_ids: ids }: StoredRow) => (ids ?? '{}').slice(1, -1).split(',').filter(Boolean)
    const wanted = [...(before.get('scopecertificate')?.values() ?? [])].flatMap((row) =>
      productsOf(row).map((id, at) => [`${row.tenant_id} ${row.id} ${at}`, id] as const),
    )
    const found = [...(after.get('scopecertificate_annex') ?? [])].map(([key, line]) => [key, line.product_id] as const)
    expect([wanted.length > 0, Object.fromEntries(found)]).toEqual([true, Object.fromEntries(wanted)])
  })
  it('has every line of the lists that became tables, in its place, and shows them as the lists that they were', () => {
    for (const [name, added] of Object.entries(becameLines)) {
      const [table = '', column = ''] = name.split('.')
      const wanted = [...(before.get(table)?.values() ?? [])].flatMap((row) =>
        ((JSON.parse(row[column] ?? '[]') ?? []) as Record<string, unknown>[]).map(
          (line, at) => [`${row.tenant_id} ${row.id} ${at}`, asText(changedLines[name]?.(line) ?? line)] as const,
        ),
      )
      const found = [...(after.get(`${table}_${column}`) ?? [])].map(([key, line]) => [key, asText(line)] as const)
      expect([name, wanted.length > 0, added === null || wanted.length > 1]).toEqual([name, true, true])
      expect([name, Object.fromEntries(found)]).toEqual([name, Object.fromEntries(wanted)])
    }
  })
  it('has those events more that a migration recorded, and no others', () => {
    const added = [...(after.get('event') ?? [])].filter(([key]) => !before.get('event')?.has(key)).map(([, event]) => event)
    const wanted = recordedEvents.flatMap(({ table, eventType, count }) =>
      [...(before.get(table)?.values() ?? [])].flatMap((row) => Array<string>(count(row, before)).fill(`${row.tenant_id} ${table} ${row.id} ${eventType}`)),
    )
    expect(wanted.length).toBeGreaterThan(0)
    expect(added.map((event) => `${event.tenant_id} ${event.subject_type} ${event.subject_id} ${event.event_type}`).sort()).toEqual(wanted.sort())
  })
  it('has no former role code left but in what was recorded', () => {
    const former = /"(AD|OM|FO|II|PO|PU|CB|BV|RV|FA)"/
    for (const [table, rows] of after)
      for (const row of rows.values())
        for (const [column, value] of Object.entries(row))
          if (`${table}.${column}` !== 'event.data') expect([table, column, former.exec(value ?? '')?.[0]]).toEqual([table, column, undefined])
    // A list of codes stands without quotation marks there.
    const lists = [...(after.get('user')?.values() ?? [])].flatMap((row) => Object.entries(row).filter(([column]) => column === 'held_roles'))
    expect(lists.flatMap(([, codes]) => codes?.match(/\b(AD|OM|FO|II|PO|PU|CB|BV|RV|FA)\b/g) ?? [])).toEqual([])
  })
})

/** The values of a line as texts by their names in small letters, those that are null left out, figures without trailing noughts. */
function asText(line: Readonly<Record<string, unknown>>): Record<string, string> {
  const values = Object.entries(line).filter(([name, value]) => value !== null && !['tenant_id', 'parent_id', 'line_no'].includes(name))
  return Object.fromEntries(values.map(([name, value]) => [name.replaceAll('_', '').toLowerCase(), textOf(value)]))
}

const textOf = (value: unknown): string => {
  const text = typeof value === 'object' ? JSON.stringify(sorted(value)) : String(value)
  if (text.startsWith('{')) return JSON.stringify(sorted(JSON.parse(text)))
  return /^\d+\.\d+$/.test(text) ? String(Number(text)) : text
}

/** Where a change says what a JSON value becomes, spaces and the order of keys are not part of it. */
function isSame(wanted: string | null, found: string | null, asJson: boolean): boolean {
  if (wanted === found || !asJson || wanted === null || found === null) return wanted === found
  try {
    return JSON.stringify(sorted(JSON.parse(wanted))) === JSON.stringify(sorted(JSON.parse(found)))
  } catch {
    return false
  }
}
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

describe('the code of today on it', () => {
  let signIn: SignIn
  let tenants: Tenant[]
  let app: ReturnType<typeof createApp>
  const personAt = (tenant: Tenant, email: string): string =>
    [...(before.get('user')?.values() ?? [])].find((row) => row.tenant_id === String(tenant.id) && row.email === email)?.id ?? expect.unreachable(email)
  const tenantOf = (name: 'cotton' | 'dairy'): Tenant => tenants.find(({ subdomain }) => subdomain.startsWith(name)) ?? expect.unreachable(name)
  it('finds the origin of every lot as it works it out itself', async () => {
    expect(after.get('lot_origin')?.size).toBeGreaterThan(0)
    for (const tenant of tenants) expect(await database.transaction(tenant.id, (db) => rebuildOrigins({ db, tenant }))).toEqual([])
  })
  const tokenOf = async (tenant: Tenant, email: string) =>
    (await mintAccessToken(secrets, tenant.id, { uid: email, sid: null, userId: personAt(tenant, email) }, new Date())).token
  const as = async (tenant: Tenant, email: string, operator: string): Promise<Client> =>
    clientOf(app, `${tenant.subdomain}.farmbook.test`, { authorization: `Bearer ${await tokenOf(tenant, email)}` }, `/api/operators/${operator}`)
  let ada: Client

  beforeAll(async () => {
    const [log, now] = [() => {}, () => new Date()]
    tenants = await database.platform(listTenants)
    signIn = createSignIn({ database, settings: { secrets, providers: [], isSecure: false }, behaviours, clock: now, log })
    app = createApp({
      database,
      behaviours,
      log,
      now,
      tenants: tenantsOf(database, { bases: ['farmbook.test'], local: null, port: '' }),
      authenticate: signIn.authenticate,
      invitations: createInvitationLinks({ secrets, origin: new URL('https://farmbook.test') }),
    })
    ada = await as(tenantOf('cotton'), 'ada@cotton.example', '-')
  })

  /** Rows of the table that are not removed, of the cotton tenant. */
  const live = ({ name }: AnyEntity) =>
    [...(after.get(name)?.values() ?? [])].filter((row) => row.tenant_id === String(tenantOf('cotton').id) && !row.deleted_at)

  it.each(entities.map((entity) => [entity.name, entity] as const))('lists %s, views some of them and reads their histories', async (name, entity) => {
    const { status, body } = await ada.get(`/${name}?limit=200`)
    expect([status, JSON.stringify(body).slice(0, 200)]).toEqual([200, expect.stringContaining('items')])
    // A notification is its recipient's alone.
    if (name !== 'notification')
      expect(body.items.map(({ id }: Json) => id).sort()).toEqual(
        live(entity)
          .map(({ id }) => id)
          .sort(),
      )
    for (const { id } of body.items.slice(0, 5)) {
      expect([name, (await ada.get(`/${name}/${id}`)).status]).toEqual([name, 200])
      const history = await ada.get(`/${name}/${id}/history?limit=200`)
      const recorded = [...(after.get('event')?.values() ?? [])].filter((row) => row.subject_id === id)
      expect([name, history.status, history.body.items.map((event: Json) => event.id).sort()]).toEqual([name, 200, recorded.map((row) => row.id).sort()])
    }
  })
  it('traces the bales back to their plots, whose kilograms are those of the lot', async () => {
    const [bales] = (await ada.get('/productbatch?filter[unitType]=BALE_LOT&filter[status]=RELEASED')).body.items
    const trace = (await ada.get(`/productbatch/${bales.id}/trace?direction=back`)).body
    expect(trace.parcels.length).toBe(3)
    // 340 kg of lint were pressed; half of the bales have left.
    expect(trace.parcels.reduce((grams: number, { kg }: Json) => grams + Math.round(kg * 1000), 0)).toBe(340_000)
    const ledger = (await ada.get(`/productbatch/${bales.id}/ledger`)).body
    expect(ledger.totals).toEqual({ PRODUCED: 340, SHIPPED: -170 })
  })
  it('knows people by their roles, each role by its word', async () => {
    const cotton = tenantOf('cotton')
    const request = new Request(`http://${cotton.subdomain}.farmbook.test/api/auth`, {
      headers: { authorization: `Bearer ${await tokenOf(cotton, 'omar@cotton.example')}` },
    })
    expect(await signIn.access(request, cotton)).toMatchObject({ allow: true, operator: 'OP1', roles: ['OPERATOR_MANAGER'] })
    const omar = await as(cotton, 'omar@cotton.example', 'OP1')
    expect([(await omar.get('/farmer')).status, (await omar.get('/user')).status]).toEqual([200, 200])
    const [asha] = (await ada.get('/user?filter[heldRoles]=FIELD_OFFICER&q=asha')).body.items
    expect(asha.heldRoles.length).toBe(9)
    expect((await (await as(tenantOf('dairy'), 'dina@dairy.example', '-')).get('/user')).status).toBe(200)
  })
  it('answers a recorded change of roles as it was recorded', async () => {
    const [asha] = (await ada.get('/user?q=asha')).body.items
    const { items } = (await ada.get(`/user/${asha.id}/history`)).body
    const created = items.find(({ eventType }: Json) => eventType === 'CREATED')
    expect(created.data.changes.heldRoles.to).toEqual(['OM', 'FO', 'II', 'PO', 'PU', 'CB', 'BV', 'RV', 'FA'])
  })
  it('shows rules and answers of the past in their form of today, and their history as it was recorded', async () => {
    const [rules] = (await ada.get('/schemepop?sort=createdAt')).body.items
    const past = await ada.get(`/schemepop/${rules.id}?knownAt=${rules.createdAt}`)
    expect([past.status, past.body.rules[0].check]).toEqual([200, { type: 'UNCLASSIFIED', kind: 'EVENT_REQUIRED' }])
    const created = (await ada.get(`/schemepop/${rules.id}/history?limit=200`)).body.items.find(({ eventType }: Json) => eventType === 'CREATED')
    expect(created.data.changes.rules.to[0].type).toBe('EVENT_REQUIRED')
    const [sent] = (await ada.get('/submission?sort=createdAt')).body.items
    const answers = (await ada.get(`/submission/${sent.id}?knownAt=${sent.createdAt}`)).body.answers
    expect(answers.length).toBeGreaterThan(0)
    for (const { value } of answers) expect([null, 'TEXT']).toContain(value?.kind ?? null)
  })
  it('takes no former code any more, and says what it is called now (400)', async () => {
    const body = { name: 'Nina', email: 'nina@example.org', locale: 'en', mfa: false, roles: [{ role: 'AD' }] }
    expect(await ada.post('/user', body)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'roles.0.role', code: 'choice', message: '“AD” is called ADMIN now.' }] },
    })
  })
})
