// Findings and scope certificates of a database from before: every row stays; what an administrator or a certification body
// vouched for stays valid with an event that names them, what a holder made for itself is proposed.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import type { PgliteDatabase } from '#server/db/pglite.ts'
import { isIntact } from '#server/store/event-hash.ts'
import { eventOf } from '#server/store/event-view.ts'
import { emptyInMemory } from '../harness/database.ts'

const tenant = 1
const [ada, omar, carla] = ['01', '02', '03'].map((end) => `00000000-0000-7000-8000-0000000000${end}`) as [string, string, string]
const id = (end: string) => `00000000-0000-7000-8000-0000000001${end}`
type Rows = Record<string, unknown>[]

let database: PgliteDatabase
const ask = async (query: ReturnType<typeof sql>): Promise<Rows> => database.owner(async (db) => (await query.execute(db)).rows as Rows)
const literal = (value: unknown): string =>
  value === null ? 'null' : typeof value === 'object' ? `'${JSON.stringify(value)}'` : typeof value === 'number' ? String(value) : `'${value}'`

let texts = 0
/** A row of the first schema: what is required and not given is filled with a plain value of its type. */
async function insert(table: string, values: Record<string, unknown>): Promise<void> {
  const columns = await ask(sql`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null`)
  const plain: Record<string, string> = {
    uuid: "'00000000-0000-7000-8000-00000000ffff'",
    date: "'2025-01-01'",
    'timestamp with time zone': "'2025-01-01T00:00:00Z'",
    jsonb: "'[]'",
    ARRAY: "'{}'",
    boolean: 'false',
    text: `'x${++texts}'`,
  }
  const filled = Object.fromEntries(columns.map(({ name, type }) => [name as string, plain[type as string] ?? '1']))
  const all = { ...filled, ...Object.fromEntries(Object.entries({ tenant_id: tenant, ...values }).map(([name, value]) => [name, literal(value)])) }
  await database.script(
    `set session_replication_role = replica; insert into "${table}" (${Object.keys(all).map((name) => `"${name}"`)}) values (${Object.values(all)}); set session_replication_role = default`,
  )
}
const event = (subject: string, version: number, type: string, by: string | null, more: Record<string, unknown> = {}) =>
  insert('event', {
    id: `${subject.slice(0, -4)}${String(version).padStart(2, '0')}${subject.slice(-2)}`,
    event_type: type,
    subject_type: 'scopecertificate',
    subject_id: subject,
    subject_version: version,
    occurred_at: `2025-0${version}-01T04:00:00Z`,
    occurred_offset_min: 0,
    recorded_by: by,
    source: 'WEB',
    status: 'RECORDED',
    data: {},
    status_after: 'VALID',
    ...more,
  })

beforeAll(async () => {
  database = await emptyInMemory()
  await migrate(
    database,
    readMigrations().filter(({ name }) => name < '0006'),
  )
  // Only the tables that the migrations read are filled; row security does not ask the owner inside a migration.
  await database.script(
    "do $$ declare t text; begin foreach t in array array['user', 'event', 'flag', 'scopecertificate'] loop execute format('alter table %I no force row level security', t); end loop; end $$",
  )
  for (const [person, role] of [
    [ada, 'AD'],
    [omar, 'OM'],
    [carla, 'CB'],
  ] as const)
    await insert('user', { id: person, name: role, code: role, status: 'ACTIVE', source: 'WEB', roles: [{ role }], locale: 'en' })
  const certificate = (end: string, status: string, version: number) =>
    insert('scopecertificate', { id: id(end), code: end, sc_no: end, status, version, source: 'WEB', certification_body_id: id(end) })
  await certificate('10', 'VALID', 1)
  await event(id('10'), 1, 'CREATED', ada)
  await certificate('11', 'SUSPENDED', 2)
  await event(id('11'), 1, 'CREATED', carla)
  await event(id('11'), 2, 'SUSPENDED', carla)
  await certificate('12', 'VALID', 1)
  await event(id('12'), 1, 'CREATED', omar)
  await certificate('13', 'VALID', 3)
  await event(id('13'), 1, 'CREATED', omar)
  await event(id('13'), 2, 'SUSPENDED', carla)
  await event(id('13'), 3, 'REINSTATED', carla)
  const flag = (end: string, values: Record<string, unknown>) =>
    insert('flag', { id: id(end), rule_id: 'BR-08', severity: 'REVIEW', subject_type: 'crop', subject_id: id(end), message: 'm', ...values })
  await flag('20', { event_id: `${id('10').slice(0, -4)}0110` })
  await flag('21', { rule_id: 'BR-12', closed_at: '2025-02-01T00:00:00Z', closed_by: ada, resolution: 'No longer holds' })
  await flag('22', { rule_id: 'BR-10', closed_at: '2025-02-01T00:00:00Z', resolution: 'Event taken back' })
  await flag('23', { rule_id: 'BR-02', closed_at: '2025-02-01T00:00:00Z', resolution: 'ACCEPTED_TOLERANCE' })
  await migrate(
    database,
    readMigrations().filter(({ name }) => name < '0008'),
  )
  await database.script(
    "do $$ declare t text; begin foreach t in array array['user', 'event', 'flag', 'scopecertificate'] loop execute format('alter table %I no force row level security', t); end loop; end $$",
  )
}, 120_000)
afterAll(() => database.close())

describe('findings of before', () => {
  it('all stay, with the role that is responsible, who caused them, and why they were closed', async () => {
    expect(await ask(sql`select rule_id, owner_role, opened_by, closed_reason, resolution from flag order by id`)).toEqual([
      { rule_id: 'BR-08', owner_role: 'OM', opened_by: ada, closed_reason: null, resolution: null },
      { rule_id: 'BR-12', owner_role: 'CB', opened_by: null, closed_reason: 'OBSOLETE', resolution: 'No longer holds' },
      { rule_id: 'BR-10', owner_role: 'PU', opened_by: null, closed_reason: 'VOIDED', resolution: 'Event taken back' },
      { rule_id: 'BR-02', owner_role: 'OM', opened_by: null, closed_reason: 'SETTLED', resolution: 'ACCEPTED_TOLERANCE' },
    ])
  })
})

describe('scope certificates of before', () => {
  it('stay as they are where somebody who may confirm vouched for them, and are proposed where only their holder did', async () => {
    expect(await ask(sql`select sc_no, status, version from scopecertificate order by sc_no`)).toEqual([
      { sc_no: '10', status: 'VALID', version: 2 },
      { sc_no: '11', status: 'SUSPENDED', version: 3 },
      { sc_no: '12', status: 'PROPOSED', version: 2 },
      { sc_no: '13', status: 'VALID', version: 4 },
    ])
  })
  it('have an event CONFIRMED by that person, from when they did, with the fingerprint that the product works out', async () => {
    const events = await ask(sql`select * from event where event_type = 'CONFIRMED' order by subject_id`)
    expect(events.map(({ subject_id, recorded_by, subject_version, status_after }) => [subject_id, recorded_by, subject_version, status_after])).toEqual([
      [id('10'), ada, 2, 'VALID'],
      [id('11'), carla, 3, 'SUSPENDED'],
      [id('13'), carla, 4, 'VALID'],
    ])
    const rows = await database.owner((db) => db.selectFrom('event').selectAll().where('event_type', '=', 'CONFIRMED').execute())
    expect(rows).toHaveLength(3)
    for (const row of rows) expect(isIntact(tenant, eventOf(row), row)).toBe(true)
  })
})
