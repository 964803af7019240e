// An embedded database starts from a stored one of the same code and day, from no other, and from nothing when that is broken.
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { emptyInMemory, migratedCluster } from '#tests/harness/database.ts'
import { openDatabase } from '../db/open.ts'
import { demoSnapshot } from './demo-snapshot.ts'

const base = mkdtempSync(join(tmpdir(), 'farmbook-snapshot-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
for (const folder of ['src/domain', 'src/server', 'scripts/demo', 'demo']) {
  mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(join(base, folder, 'file.ts'), folder)
}
cpSync('package-lock.json', join(base, 'package-lock.json'))
const stored = join(base, 'node_modules/.cache/farmbook')
const notes = async (dataDir: string, template: () => Promise<Uint8Array | undefined>) => {
  const { database } = await openDatabase({ databaseUrl: null, databasePool: 1, dataDir, template })
  try {
    const { rows } = await database.owner((db) => sql<{ n: number }>`select count(*)::int as n from tenant where subdomain = 'kept'`.execute(db))
    return rows[0]?.n
  } finally {
    await database.close()
  }
}

it('keeps a loaded database for new folders of the same code and day, and no older one', async () => {
  const { database } = await openDatabase({ databaseUrl: null, databasePool: 1, dataDir: join(base, 'first'), template: migratedCluster })
  await database.platform((db) => sql`insert into tenant (subdomain, name) values ('kept', 'Kept')`.execute(db))
  const snapshot = demoSnapshot('2026-01-15', base)
  expect(await snapshot.read()).toBeUndefined()
  await snapshot.write(database)
  await database.close()
  expect(await notes(join(base, 'second'), snapshot.read)).toBe(1)

  // A folder that is there already stays what it is.
  const untouched = join(base, 'third')
  expect(await notes(untouched, migratedCluster)).toBe(0)
  expect(await notes(untouched, snapshot.read)).toBe(0)

  expect(await demoSnapshot('2026-01-16', base).read()).toBeUndefined()
  appendFileSync(join(base, 'src/domain/file.ts'), ' changed')
  expect(await snapshot.read()).toBeUndefined()
  const memory = await emptyInMemory()
  await snapshot.write(memory)
  await memory.close()
  expect(readdirSync(stored)).toHaveLength(1)
}, 300_000)

it('begins from nothing when the kept file is broken', async () => {
  expect(await notes(join(base, 'fourth'), async () => new Uint8Array([1, 2, 3]))).toBe(0)
  for (const name of readdirSync(stored)) writeFileSync(join(stored, name), 'no archive')
  expect(await demoSnapshot('2026-01-15', base).read()).toBeUndefined()
}, 300_000)
