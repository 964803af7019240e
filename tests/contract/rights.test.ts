// A copy made by the database server's own tools comes without roles and grants: the next start makes them good, exactly as declared,
// and does nothing where nothing is missing.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCatalogue } from '#server/db/catalogue.ts'
import type { Database } from '#server/db/database.ts'
import { differences } from '#server/db/difference.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPglite } from '#server/db/pglite.ts'
import { createTenant } from '#server/db/platform.ts'
import { repairRights } from '#server/db/rights.ts'
import { emptyDatabase, sharedDatabase } from '../harness/database.ts'

const declared = async (database: Database) => differences(await readCatalogue(database), await readCatalogue(await sharedDatabase()))

describe('the rights of the application', () => {
  let database: Database
  beforeAll(async () => {
    database = await emptyDatabase()
    await migrate(database)
  }, 60_000)
  afterAll(() => database?.close())

  it('are left alone where they are complete', async () => {
    expect(await repairRights(database)).toBe(false)
  })
  it.each([
    'revoke all on all tables in schema public from farmbook_app, farmbook_platform',
    'revoke select on farmer from farmbook_app',
    'revoke all on tenant from farmbook_platform',
    'revoke usage on schema app from farmbook_app',
    'revoke execute on function app.enqueue_job(text, jsonb, timestamptz) from farmbook_app',
    'drop policy own on tenant',
  ])('are as declared again after: %s', async (text) => {
    await database.script(text)
    expect((await declared(database)).length > 0 || !text.includes('tables')).toBe(true)
    expect(await repairRights(database)).toBe(true)
    expect(await declared(database)).toEqual([])
    expect(await repairRights(database)).toBe(false)
  })
})

describe('a database whose server has not the roles at all', () => {
  it('gets them, and works behind its walls', async () => {
    const database = await openPglite({ sameThread: true })
    try {
      await migrate(database)
      for (const role of ['farmbook_app', 'farmbook_platform']) await database.script(`drop owned by ${role}; drop role ${role}`)
      await expect(database.platform((db) => db.selectFrom('tenant').selectAll().execute())).rejects.toThrow(/role "farmbook_platform" does not exist/)
      expect(await repairRights(database)).toBe(true)
      expect(await declared(database)).toEqual([])
      const { id } = await database.platform((db) => createTenant(db, { subdomain: 'cotton', name: 'Cotton', timezone: 'UTC', country: 'IN' }))
      await database.transaction(id, (db) => db.insertInto('counter').values({ tenant_id: id, name: 'n', value: 1 }).execute())
      await expect(database.transaction(id, (db) => sql`delete from ledger_entry`.execute(db))).rejects.toThrow(/permission denied/)
    } finally {
      await database.close()
    }
  }, 60_000)
})
