// The embedded database as the product runs it: in a thread, in a folder, one process at a time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyTable } from './any-table.ts'
import { tidy } from './maintenance.ts'
import { openPglite, type PgliteDatabase } from './pglite.ts'
import { presumeOneTenant } from './presumed-statistics.ts'

const folder = mkdtempSync(join(tmpdir(), 'farmbook-pglite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('in a thread and a folder', () => {
  const dataDir = join(folder, 'kept')
  let database: PgliteDatabase
  beforeAll(async () => {
    database = await openPglite({ dataDir })
  })

  it('refuses a second opening of the same folder', async () => {
    await expect(openPglite({ dataDir })).rejects.toThrow('in use by process')
  })
  it('passes errors with their SQLSTATE through the thread', async () => {
    await database.script('create table thing (name text constraint thing__name unique)')
    const insert = () => database.owner((db) => anyTable(db).insertInto('thing').values({ name: 'a' }).execute())
    await insert()
    await expect(insert()).rejects.toMatchObject({ code: '23505', constraint: 'thing__name', detail: expect.stringContaining('(a)') })
  })
  it('lets the main thread go on while a query runs', async () => {
    let rounds = 0
    const timer = setInterval(() => {
      rounds++
    }, 5)
    await database.owner((db) => sql`select count(*) from generate_series(1, 3000000)`.execute(db))
    clearInterval(timer)
    expect(rounds).toBeGreaterThan(3)
  })
  it('answers many who ask the same at once, though the statement is planned anew meanwhile', async () => {
    const requested = Array.from({ length: 500 }, (_, n) => n)
    const answers = await database.owner((db) =>
      Promise.all(requested.map(async (n) => (await sql<{ n: number }>`select ${n}::int as n`.execute(db)).rows[0]?.n)),
    )
    expect(answers).toEqual(requested)
  })
  it('reads every kind of value, empty ones too, and tells how many rows a write has met', async () => {
    await database.script('create table kinds (n numeric, day date, moment timestamptz, words text[], thing jsonb, yes boolean, big bigint)')
    const row = {
      n: 1.25,
      day: '2026-02-28',
      moment: '2026-02-28T10:00:00.000Z',
      words: ['a, b', 'नमस्ते'],
      thing: { a: [1, null] },
      yes: true,
      big: 9_007_199_254,
    }
    const empty = { n: null, day: null, moment: null, words: [], thing: null, yes: null, big: null }
    await database.owner(async (db) => {
      await anyTable(db)
        .insertInto('kinds')
        .values([{ ...row, thing: JSON.stringify(row.thing) }, empty])
        .execute()
      expect(await anyTable(db).selectFrom('kinds').selectAll().orderBy('n').execute()).toEqual([row, empty])
      expect((await anyTable(db).updateTable('kinds').set({ yes: false }).executeTakeFirst()).numUpdatedRows).toBe(2n)
      expect((await anyTable(db).deleteFrom('kinds').where('n', '=', 7).executeTakeFirst()).numDeletedRows).toBe(0n)
    })
  })
  it('tidies up what has changed much, and leaves the rest alone', async () => {
    await database.script('create table busy (n int); insert into busy select generate_series(1, 500); create table calm (n int); insert into calm values (1)')
    await tidy(database)
    const known = await database.owner((db) =>
      sql<{ name: string; n: number }>`select relname as name, reltuples as n from pg_class where relname in ('busy', 'calm') order by 1`.execute(db),
    )
    expect(known.rows).toEqual([
      { name: 'busy', n: 500 },
      { name: 'calm', n: -1 },
    ])
  })
  it('presumes one tenant where nothing is known, so that an index by tenant and name is not taken for one by tenant alone', async () => {
    await database.script(`create table grown (tenant_id int, name int, primary key (tenant_id, name)); create index on grown (tenant_id)`)
    const rowsExpected = async () => {
      const plan = sql<{
        'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }]
      }>`explain (format json) select from grown where tenant_id = 1 and tenant_id = any(array[1 + random()::int * 0])`
      return (await database.owner((db) => plan.execute(db))).rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
    }
    await database.script('insert into grown select 1, generate_series(1, 2000)')
    expect(await rowsExpected()).toBeLessThan(20)
    await presumeOneTenant(database)
    expect(await rowsExpected()).toBeGreaterThan(1000)
    const distinct = sql<{ n: number }>`select n_distinct as n from pg_stats where tablename = 'grown' and attname = 'tenant_id'`
    await database.script('insert into grown select 2, generate_series(1, 2000); analyze grown')
    await presumeOneTenant(database)
    expect((await database.owner((db) => distinct.execute(db))).rows).toEqual([{ n: 2 }])
  })
  it('closes once, gives the folder back, and says so to those who come later', async () => {
    await Promise.all([database.close(), database.close()])
    await expect(database.owner((db) => sql`select 1`.execute(db))).rejects.toThrow('closed')
    const again = await openPglite({ dataDir })
    expect(await again.owner((db) => anyTable(db).selectFrom('thing').selectAll().execute())).toEqual([{ name: 'a' }])
    await again.close()
  })
})

describe('killed while the folder was being made', () => {
  it('begins anew, because nothing was acknowledged yet', async () => {
    const dataDir = join(folder, 'half')
    mkdirSync(join(dataDir, 'base'), { recursive: true })
    writeFileSync(join(dataDir, 'PG_VERSION'), '18\n')
    writeFileSync(`${dataDir}.unfinished`, '')
    const database = await openPglite({ dataDir, sameThread: true })
    expect(await database.owner((db) => sql<{ n: number }>`select 1 as n`.execute(db)).then(({ rows }) => rows)).toEqual([{ n: 1 }])
    await database.close()
    expect(existsSync(`${dataDir}.unfinished`)).toBe(false)
  })
})

describe('killed while writing', () => {
  it('keeps every row that was acknowledged', async () => {
    const dataDir = join(folder, 'killed')
    const writer = `
      const { openPglite } = await import(${JSON.stringify(new URL('./pglite.ts', import.meta.url).href)})
      const database = await openPglite({ dataDir: ${JSON.stringify(dataDir)} })
      await database.script('create table if not exists ack (n int)')
      const [last] = await database.owner((db) => db.selectFrom('ack').select('n').orderBy('n', 'desc').limit(1).execute())
      for (let n = (last?.n ?? 0) + 1; ; n++) { await database.owner((db) => db.insertInto('ack').values({ n }).execute()); console.log(n) }`
    let acknowledged = 0
    // V8 itself now and then ends a process that compiles WebAssembly in a thread (nodejs/node#64500): such an end loses no row either, and the writer goes on.
    for (let starts = 0; acknowledged < 60 && starts < 5; starts++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', writer], { stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = once(child, 'exit')
      for await (const line of createInterface(child.stdout)) {
        acknowledged = Number(line)
        if (acknowledged >= 60) child.kill('SIGKILL')
      }
      await ended
    }
    expect(acknowledged).toBeGreaterThanOrEqual(60)
    const database = await openPglite({ dataDir, sameThread: true })
    const stored = (await database.owner((db) => anyTable(db).selectFrom('ack').select('n').orderBy('n').execute())).map(({ n }) => n)
    await database.close()
    expect(stored.slice(0, acknowledged)).toEqual(Array.from({ length: acknowledged }, (_, n) => n + 1))
  }, 120_000)
})
