// A managed PostgreSQL gives no superuser: the owner of the database must be able to migrate it, with rows in
// it, and the product to run as that owner. Only on a real server; the embedded database has but its superuser.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities } from '#domain/entities.ts'
import { anyTable } from '#server/db/any-table.ts'
import type { Database } from '#server/db/database.ts'
import { declaredSchema } from '#server/db/ddl.ts'
import { type Migration, migrate } from '#server/db/migrate.ts'
import { createTenant } from '#server/db/platform.ts'
import { openPostgres } from '#server/db/postgres.ts'

const server = process.env.TEST_DATABASE_URL
const name = `farmbook_owner_${process.pid}`

describe.runIf(server)('an owner who is no superuser', () => {
  let database: Database
  const asAdmin = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  const file = (number: number, sql: string): Migration => ({ name: `000${number}-step.sql`, sql, hash: sql })
  const first = file(1, declaredSchema(entities))
  beforeAll(async () => {
    await asAdmin(`create role ${name} login createrole nosuperuser nobypassrls password '${name}'`, `create database ${name} owner ${name}`)
    const address = new URL(server ?? '')
    Object.assign(address, { username: name, password: name, pathname: `/${name}` })
    database = await openPostgres({ url: address.href, max: 2 })
  })
  afterAll(async () => {
    await database?.close()
    await asAdmin(`drop database if exists ${name} with (force)`)
    await asAdmin(`drop role if exists ${name}`).catch(() => {}) // The application roles of the cluster may have been granted by it.
  })

  it('makes the whole schema, and works in it behind the walls', async () => {
    await migrate(database, [first])
    const { id } = await database.platform((db) => createTenant(db, { subdomain: 'cotton', name: 'Cotton', timezone: 'UTC', country: 'IN' }))
    await database.transaction(id, (db) => db.insertInto('counter').values({ tenant_id: id, name: 'n', value: 1 }).execute())
    // Forced row security: even the owner sees nothing without a tenant.
    await expect(database.owner((db) => db.selectFrom('counter').selectAll().execute())).rejects.toThrow(/tenant_id|integer/)
  })
  it('migrates tables with rows: changes them, and adds references; then the walls stand again', async () => {
    // As db:diff writes it: references before the walls.
    const second = file(
      2,
      `update counter set value = value + 1;
      create table other (tenant_id integer not null, name text not null, primary key (tenant_id, name)); insert into other select tenant_id, name from counter;
      alter table counter add constraint counter__name__fkey foreign key (tenant_id, name) references other (tenant_id, name);
      alter table other enable row level security, force row level security; create policy tenant on other using (tenant_id = app.current_tenant());`,
    )
    expect(await migrate(database, [first, second])).toEqual([second.name])
    expect(await database.transaction(1, (db) => db.selectFrom('counter').select(['name', 'value']).execute())).toEqual([{ name: 'n', value: 2 }])
    for (const table of ['counter', 'other', 'event'])
      await expect(database.owner((db) => anyTable(db).selectFrom(table).selectAll().execute())).rejects.toThrow(/tenant_id|integer/)
  })
})
