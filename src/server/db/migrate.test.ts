import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appliedIn, type Migration, MigrationMismatch, migrate, readMigrations } from './migrate.ts'
import { openPglite, type PgliteDatabase } from './pglite.ts'

let database: PgliteDatabase
beforeAll(async () => {
  database = await openPglite({ sameThread: true })
})
afterAll(() => database.close())

const file = (number: number, sql: string): Migration => ({ name: `000${number}-step.sql`, sql, hash: `hash of ${sql}` })
const fresh = () => database.script('drop schema public cascade; create schema public')
const columns = async () =>
  (
    await database.owner((db) =>
      sql<{ name: string }>`select attname as name from pg_attribute where attrelid = 'thing'::regclass and attnum > 0 order by attnum`.execute(db),
    )
  ).rows.map(({ name }) => name)

describe('migrate', () => {
  it('runs each file once, in order, and remembers it', async () => {
    await fresh()
    const [one, two] = [file(1, 'create table thing (a int)'), file(2, 'alter table thing add b int; alter table thing add c int')]
    expect(await migrate(database, [one])).toEqual([one.name])
    expect(await migrate(database, [one, two])).toEqual([two.name])
    expect(await migrate(database, [one, two])).toEqual([])
    expect(await columns()).toEqual(['a', 'b', 'c'])
    expect(await appliedIn(database)).toEqual([one, two].map(({ name, hash }) => ({ name, hash })))
  })
  it('leaves nothing of a file that fails, and says which it was', async () => {
    await fresh()
    const [one, broken] = [file(1, 'create table thing (a int)'), file(2, 'alter table thing add b int; select nonsense')]
    await expect(migrate(database, [one, broken])).rejects.toThrow('Migration 0002-step.sql failed: column "nonsense" does not exist')
    expect(await columns()).toEqual(['a'])
    expect(await migrate(database, [one, file(2, 'alter table thing add b int')])).toEqual(['0002-step.sql'])
  })
  it('refuses a database made by a changed file, or by a newer version', async () => {
    await fresh()
    const [one, two] = [file(1, 'create table thing (a int)'), file(2, 'alter table thing add b int')]
    await migrate(database, [one, two])
    await expect(migrate(database, [file(1, 'create table thing (z int)'), two])).rejects.toThrow(MigrationMismatch)
    await expect(migrate(database, [one])).rejects.toThrow('newer than this version')
    expect(await columns()).toEqual(['a', 'b'])
  })
  it('lets two processes start at once', async () => {
    await fresh()
    const files = [file(1, 'create table thing (a int)'), file(2, 'alter table thing add b int')]
    const ran = (await Promise.all([migrate(database, files), migrate(database, files)])).flat()
    expect(ran.sort()).toEqual(files.map(({ name }) => name))
  })
})

describe('readMigrations', () => {
  it('answers each released file as it was released: databases that ran it would not start with another', () => {
    const released = { '0001-first.sql': '2115d5fb3060c295cc3c303872934611e00c2b14b07cc2cafc4090b556fd94a4' }
    const read = Object.fromEntries(readMigrations().map(({ name, hash }) => [name, hash]))
    expect(read).toMatchObject(released)
  })
  it('refuses gaps, doubles and odd names', () => {
    for (const names of [['0002-late.sql'], ['0001-a.sql', '0001-b.sql'], ['0001-a.sql', '0003-c.sql'], ['0001_Under.sql']]) {
      const folder = mkdtempSync(join(tmpdir(), 'farmbook-migrations-'))
      for (const name of names) writeFileSync(join(folder, name), '')
      expect(() => readMigrations(folder), names.join()).toThrow('Migrations are numbered one by one')
      rmSync(folder, { recursive: true })
    }
  })
})
