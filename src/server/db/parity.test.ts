// The migrations produce exactly what the declarations say, the draft of a next migration is right, and no
// table of a tenant is without its wall. All asked of PostgreSQL's own catalogue.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities } from '#domain/entities.ts'
import { type AnyEntity, entity } from '#domain/kernel/entity.ts'
import { choice, hectares, optional, quantity, reference, text } from '#domain/kernel/kinds.ts'
import { type Catalogue, readCatalogue } from './catalogue.ts'
import { declaredSchema } from './ddl.ts'
import { differences, migrationBetween } from './difference.ts'
import { migrate } from './migrate.ts'
import { openPglite, type PgliteDatabase } from './pglite.ts'
import { fixedColumns } from './tables/columns.ts'

let database: PgliteDatabase
beforeAll(async () => {
  database = await openPglite({ sameThread: true })
})
afterAll(() => database.close())

const empty = () => database.script('drop schema if exists public cascade; drop schema if exists app cascade; create schema public')
async function catalogueOf(build: () => Promise<unknown>): Promise<Catalogue> {
  await empty()
  await build()
  return readCatalogue(database)
}
const declared = (list: readonly AnyEntity[]) => catalogueOf(() => database.script(declaredSchema(list)))
let wanted: Catalogue
beforeAll(async () => {
  wanted = await declared(entities)
})

describe('migrations and declarations', () => {
  it('describe the same database (if not: npm run db:diff -- name)', async () => {
    const migrated = await catalogueOf(() => migrate(database))
    expect(wanted.size).toBeGreaterThan(300)
    expect(differences(migrated, wanted)).toEqual([])
  })
  it('have the columns by which statements over tables that no entity declares are checked', () => {
    const columns = [...wanted.values()].filter(({ kind }) => kind === 'column')
    for (const [table, written] of Object.entries(fixedColumns)) {
      if (table === 'migration') continue
      const found = columns
        .filter(({ on }) => on === table)
        .map(({ name, definition }) => [name, definition.replace(/\([\d,]+\)|( (collate|default|generated) .*?)?(?= not null$|$)/g, '')])
      const named = Object.entries(written).map(([name, { type, isNullable }]) => [name, isNullable ? type : `${type} not null`])
      expect(Object.fromEntries(named), table).toEqual(Object.fromEntries(found))
    }
  })
})

const base = {
  label: 'Thing',
  plural: 'Things',
  group: 'g',
  about: 'a',
  belongsTo: { operator: 'operatorId' },
  codePrefix: 'THG',
  list: [],
  form: {},
  events: {},
} as const
const before = entity('thing', {
  ...base,
  title: (row) => row.name,
  states: { NEW: { label: 'New', tone: 'neutral' } },
  unique: [['name']],
  fields: {
    name: text('Name', { search: true, sort: true }),
    kind: choice('Kind', { A: 'a', B: 'b' }, { filter: true }),
    size: quantity('Size', 'kg'),
    old: optional(text('Old')),
  },
})
const after = entity('thing', {
  ...base,
  title: (row) => row.name ?? '',
  states: { NEW: { label: 'New', tone: 'neutral' }, DONE: { label: 'Done', tone: 'success' } },
  unique: [['name', 'kind']],
  fields: {
    name: optional(text('Name', { search: true })),
    kind: choice('Kind', { A: 'a', C: 'c' }),
    size: hectares('Size', { sort: true }),
    parent: optional(reference('Parent', 'thing')),
    other: optional(reference('Other', 'other')),
  },
}) as AnyEntity
const other = entity('other', {
  ...base,
  title: (row) => row.name,
  states: { NEW: { label: 'New', tone: 'neutral' } },
  fields: { name: text('Name') },
}) as AnyEntity

describe('migrationBetween', () => {
  it('turns one declaration into another: fields, choices, types, nulls, keys, a new table and a gone one', async () => {
    const [from, to] = [await declared([before as AnyEntity]), await declared([after, other])]
    for (const [start, end, list] of [
      [from, to, [before as AnyEntity]],
      [to, from, [after, other]],
    ] as const) {
      const statements = migrationBetween(start, end)
      const reached = await catalogueOf(() => database.script(declaredSchema(list)).then(() => database.script(statements)))
      expect(differences(reached, end)).toEqual([])
    }
  })
  it('marks what loses data or needs old rows filled', async () => {
    const text = migrationBetween(await declared([before as AnyEntity, other]), await declared([after]))
    expect(text).toMatch(/drop column "old"; -- READ/)
    expect(text).toMatch(/drop table "other"; -- READ/)
    expect(migrationBetween(await declared([after]), await declared([before as AnyEntity]))).toMatch(/alter column "name" set not null; -- READ/)
  })
})

describe('walls between tenants', () => {
  beforeAll(async () => {
    await empty()
    await database.script(declaredSchema(entities))
  })
  const ask = (query: ReturnType<typeof sql<{ name: string }>>) => database.owner(async (db) => (await query.execute(db)).rows.map(({ name }) => name))

  it('has row security, forced, with the one policy on every table with tenant_id', async () => {
    const open = await ask(sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where n.nspname = 'public' and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid
        and pg_get_expr(p.polqual, p.polrelid) = '(tenant_id = app.current_tenant())' and pg_get_expr(p.polwithcheck, p.polrelid) = '(tenant_id = app.current_tenant())'))`)
    expect(open).toEqual([])
  })
  it('has tables without tenant_id only where they are known to be catalogue tables', async () => {
    expect(
      await ask(sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') order by 1`),
    ).toEqual(['tenant'])
  })
  it('begins every key and every index of a tenant table with tenant_id, and has it in both ends of every reference', async () => {
    expect(
      await ask(sql<{ name: string }>`
      select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' where n.nspname = 'public' and x.indkey[0] <> a.attnum`),
    ).toEqual([])
    expect(
      await ask(sql<{ name: string }>`
      select k.conname as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace where n.nspname = 'public' and k.contype = 'f'
      and not (exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attnum = k.conkey[1] and a.attname = 'tenant_id') and exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attnum = k.confkey[1] and a.attname = 'tenant_id'))`),
    ).toEqual([])
  })
  it('lets nobody change or remove what an event says', async () => {
    const rights = (await readCatalogue(database)).get('grant event.farmbook_app')?.definition
    expect(rights).toBe('insert, select, update (status, void_note, void_reason, voided_at, voided_by)')
  })
  it('refuses a query without a tenant, and shows one tenant nothing of another', async () => {
    const { createTenant } = await import('./platform.ts')
    const [one, two] = await database.platform(async (db) => [
      await createTenant(db, { subdomain: 'one', name: 'One', timezone: 'UTC', country: 'IN' }),
      await createTenant(db, { subdomain: 'two', name: 'Two', timezone: 'UTC', country: 'IN' }),
    ])
    await database.transaction(one?.id ?? 0, (db) => db.insertInto('counter').values({ tenant_id: one?.id, name: 'n', value: 1 }).execute())
    expect(await database.transaction(two?.id ?? 0, (db) => db.selectFrom('counter').selectAll().execute())).toEqual([])
    await expect(
      database.transaction(two?.id ?? 0, (db) => db.insertInto('counter').values({ tenant_id: one?.id, name: 'm', value: 1 }).execute()),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(database.platform((db) => db.selectFrom('counter').selectAll().execute())).rejects.toThrow()
    await expect(
      database.owner(async (db) => {
        await sql`set local role farmbook_app`.execute(db)
        return db.selectFrom('counter').selectAll().execute()
      }),
    ).rejects.toThrow(/tenant_id|integer/)
  })
})
