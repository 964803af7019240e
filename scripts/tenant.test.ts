// npm run tenant: a refusal is one sentence and no stack; otherwise there is a programme, and whoever opens the printed link is its administrator.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { acquireLock } from '#server/db/lock.ts'
import { openDatabase } from '#server/db/open.ts'
import { findTenant } from '#server/db/platform.ts'

const folder = mkdtempSync(join(tmpdir(), 'farmbook-tenant-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const run = (env: Record<string, string>, administrator = ['ada@goat.example', 'Ada']) =>
  spawnSync(process.execPath, ['scripts/tenant.ts', 'goat', 'Goat Milk', ...administrator], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'development', DATA_DIR: join(folder, 'data'), ...env },
  })

describe('npm run tenant', () => {
  it('says in one sentence that a server holds the database', () => {
    const free = acquireLock(join(folder, 'data', 'database'))
    const { status, stderr } = run({})
    free()
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^The data folder .* is in use by process \d+\. Stop that one first, or choose another folder with DATA_DIR\.\n$/),
    ])
  })
  it('says in one sentence that a setting cannot be used', () => {
    const { status, stderr } = run({ DEFAULT_TENANT: 'No Name' })
    expect([status, stderr]).toEqual([1, 'DEFAULT_TENANT is the subdomain of a programme, like cotton; it is "No Name".\n'])
  })
  it('says how it is called when somebody is missing (exit 2)', () => {
    const { status, stderr } = run({}, [])
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^npm run tenant -- <subdomain> /)])
  })
  it('makes the programme, invites its administrator and prints the link; a second time it changes nothing', { timeout: 300_000 }, async () => {
    const { status, stdout, stderr } = run({})
    expect([status, stderr, stdout]).toEqual([
      0,
      '',
      expect.stringMatching(
        /^Made Goat Milk at goat\. Ada signs in with ada@goat\.example:\nhttp:\/\/goat\.localhost:3000\/public\/login\?invitation=[\w-]+\n$/,
      ),
    ])
    const again = run({}, ['eve@goat.example', 'Eve'])
    expect([again.status, again.stdout, again.stderr]).toEqual([
      1,
      '',
      'There is a programme at this subdomain already.\n  subdomain: There is a programme at this subdomain already.\n',
    ])
    const { database } = await openDatabase({ databaseUrl: null, databasePool: 1, dataDir: join(folder, 'data') })
    try {
      const tenant = await database.platform((db) => findTenant(db, 'goat'))
      expect(tenant).toMatchObject({ name: 'Goat Milk' })
      const people = await database.transaction(tenant?.id ?? 0, (db) =>
        db
          .selectFrom('user')
          .select(['email', 'status', 'roles'])
          .where('tenant_id', '=', tenant?.id ?? 0)
          .execute(),
      )
      expect(people).toEqual([{ email: 'ada@goat.example', status: 'INVITED', roles: [expect.objectContaining({ role: 'ADMIN' })] }])
    } finally {
      await database.close()
    }
  })
})
