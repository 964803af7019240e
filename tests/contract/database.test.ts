// The database port, on whichever engine this run has: both must answer the same types and keep the same promises.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { changeTenant, createTenant, findTenant } from '#server/db/platform.ts'
import { sharedDatabase } from '../harness/database.ts'

let database: Database
let tenantId: number
beforeAll(async () => {
  database = await sharedDatabase()
  tenantId = (
    await database.platform((db) =>
      createTenant(db, { subdomain: `types-${process.pid}-${Date.now().toString(36)}`, name: 'Types', timezone: 'UTC', country: 'IN' }),
    )
  ).id
})
const inTenant: <T>(work: Parameters<Database['transaction']>[1]) => Promise<T> = (work) => database.transaction(tenantId, work) as never
const count = (name: string) => inTenant((db) => db.insertInto('counter').values({ tenant_id: tenantId, name, value: 1 }).execute())
const counters = async () =>
  (await inTenant<{ name: string }[]>((db) => db.selectFrom('counter').select('name').where('tenant_id', '=', tenantId).execute())).map(({ name }) => name)

describe('values', () => {
  it('leave as the same JavaScript types on both engines', async () => {
    const [row] = await inTenant<Record<string, unknown>[]>(
      async (db) =>
        (
          await sql<
            Record<string, unknown>
          >`select 1::int as int, 2::bigint as big, 3.250::numeric(14,3) as num, true as yes, 'x'::text as text, null::text as nothing,
      date '2025-03-01' as day, timestamptz '2025-03-01 10:00:00.123456+05:30' as moment, '{"a": [1, null]}'::jsonb as json, array['a','b,"c']::text[] as texts, '{}'::text[] as none,
      array['00000000-0000-7000-8000-000000000001']::uuid[] as ids, '00000000-0000-7000-8000-000000000001'::uuid as id, array[1.5,2]::numeric[] as nums, array[1,2]::bigint[] as bigs, array[date '2025-03-01'] as days, count(*) as n`.execute(
            db,
          )
        ).rows,
    )
    expect(row).toEqual({
      int: 1,
      big: 2,
      num: 3.25,
      yes: true,
      text: 'x',
      nothing: null,
      day: '2025-03-01',
      moment: '2025-03-01T04:30:00.123Z',
      json: { a: [1, null] },
      texts: ['a', 'b,"c'],
      none: [],
      ids: ['00000000-0000-7000-8000-000000000001'],
      id: '00000000-0000-7000-8000-000000000001',
      nums: [1.5, 2],
      bigs: [1, 2],
      days: ['2025-03-01'],
      n: 1,
    })
  })
  it('arrive as they were sent', async () => {
    const [row] = await inTenant<Record<string, unknown>[]>(
      async (db) =>
        (
          await sql<
            Record<string, unknown>
          >`select ${'it’s "a" \\ %'}::text as text, ${1.005}::numeric as num, ${false}::boolean as no, ${'2025-03-01'}::date as day,
      ${'2025-03-01T10:00:00+05:30'}::timestamptz as moment, ${JSON.stringify([{ a: 'ü' }])}::jsonb as json, ${['a', 'b"', '{x}', 'null']}::text[] as texts, ${[]}::uuid[] as none, ${null}::int as nothing`.execute(
            db,
          )
        ).rows,
    )
    expect(row).toEqual({
      text: 'it’s "a" \\ %',
      num: 1.005,
      no: false,
      day: '2025-03-01',
      moment: '2025-03-01T04:30:00.000Z',
      json: [{ a: 'ü' }],
      texts: ['a', 'b"', '{x}', 'null'],
      none: [],
      nothing: null,
    })
  })
  it('tell how many rows were touched', async () => {
    await count('touched')
    const answer = await inTenant<{ numUpdatedRows: bigint }>((db) =>
      db.updateTable('counter').set({ value: 2 }).where('tenant_id', '=', tenantId).where('name', '=', 'touched').executeTakeFirst(),
    )
    expect(answer.numUpdatedRows).toBe(1n)
  })
})

describe('transaction', () => {
  it('keeps everything when the work succeeds and nothing when it throws', async () => {
    await count('kept')
    await expect(
      inTenant(async (db) => {
        await db.insertInto('counter').values({ tenant_id: tenantId, name: 'lost', value: 1 }).execute()
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await counters()).toEqual(expect.arrayContaining(['kept']))
    expect(await counters()).not.toContain('lost')
  })
  it('is whole again after a statement failed', async () => {
    await expect(inTenant((db) => sql`select 1 / 0`.execute(db))).rejects.toMatchObject({ code: '22012' })
    await expect(inTenant((db) => sql`no such statement`.execute(db))).rejects.toMatchObject({ code: '42601' })
    expect(await counters()).toContain('kept')
  })
  it('names the constraint that was broken', async () => {
    await count('twice')
    await expect(count('twice')).rejects.toMatchObject({ code: '23505', constraint: 'counter__pkey' })
  })
  it('refuses to open another inside itself, instead of waiting for ever', async () => {
    await expect(inTenant(() => database.transaction(tenantId, async () => 1))).rejects.toThrow('A transaction is open already')
    await expect(inTenant(() => database.platform(async () => 1))).rejects.toThrow('A transaction is open already')
    expect(await database.transaction(tenantId, async () => 1)).toBe(1)
  })
  it.each([0, -1, 1.5, Number.NaN, 2 ** 60])('refuses %s as a tenant', async (id) => {
    await expect(Promise.resolve().then(() => database.transaction(id, async () => 1))).rejects.toThrow('Not a tenant id')
  })
  it('gives many callers at once their own turn', async () => {
    const all = await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        inTenant<number>(async (db) => ((await sql<{ n: number }>`select ${n}::int as n`.execute(db)).rows[0] as { n: number }).n),
      ),
    )
    expect(all).toEqual(Array.from({ length: 25 }, (_, n) => n))
  })
  it('lets the platform change any programme, right after work inside one, and a programme only itself', async () => {
    const made = await database.platform((db) =>
      createTenant(db, { subdomain: `named-${process.pid}-${Date.now().toString(36)}`, name: 'Before', timezone: 'UTC', country: 'IN' }),
    )
    const nameOf = async () => (await database.platform((db) => findTenant(db, made.subdomain)))?.name
    await inTenant((db) => db.updateTable('tenant').set({ name: 'Taken over' }).where('id', '=', made.id).execute())
    expect(await nameOf()).toBe('Before')
    await database.transaction(made.id, (db) => db.updateTable('tenant').set({ name: 'Own' }).where('id', '=', made.id).execute())
    expect(await nameOf()).toBe('Own')
    await database.platform((db) => changeTenant(db, made.id, { name: 'Renamed', config: { name: 'Renamed' } }))
    expect(await nameOf()).toBe('Renamed')
  })
  it('sees its own tenant only, whatever it asks for', async () => {
    const other = (
      await database.platform((db) =>
        createTenant(db, { subdomain: `other-${process.pid}-${Date.now().toString(36)}`, name: 'Other', timezone: 'UTC', country: 'IN' }),
      )
    ).id
    await database.transaction(other, (db) => db.insertInto('counter').values({ tenant_id: other, name: 'theirs', value: 1 }).execute())
    expect(await inTenant((db) => db.selectFrom('counter').selectAll().where('tenant_id', '=', other).execute())).toEqual([])
    expect(
      await inTenant<{ numUpdatedRows: bigint }>((db) => db.updateTable('counter').set({ value: 9 }).where('name', '=', 'theirs').executeTakeFirst()),
    ).toMatchObject({ numUpdatedRows: 0n })
    await expect(inTenant((db) => db.insertInto('counter').values({ tenant_id: other, name: 'forged', value: 1 }).execute())).rejects.toMatchObject({
      code: '42501',
    })
  })
  it('may not change or remove what an event says, nor make tables or tenants', async () => {
    for (const statement of [
      `update event set data = '{}'`,
      'delete from event',
      'create table mine (a int)',
      `insert into tenant (subdomain, name) values ('x', 'x')`,
      'drop table counter',
      'alter table counter disable row level security',
      'set local row_security = off; select * from counter',
    ]) {
      await expect(
        inTenant((db) => sql.raw(statement).execute(db)),
        statement,
      ).rejects.toMatchObject({ code: expect.stringMatching(/^42/) })
    }
  })
})

describe('script', () => {
  it('leaves nothing open when it fails half way', async () => {
    await expect(database.script('begin; select 1 / 0; commit')).rejects.toMatchObject({ code: '22012' })
    expect(await counters()).toContain('kept')
  })
})
