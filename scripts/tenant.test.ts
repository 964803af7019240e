// npm run tenant beside a running server: one sentence, no stack.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { holdLock } from '#server/db/lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'farmbook-tenant-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const run = (env: Record<string, string>) =>
  spawnSync(process.execPath, ['scripts/tenant.ts', 'goat', 'Goat Milk', 'ada@goat.example', 'Ada'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'development', DATA_DIR: join(folder, 'data'), ...env },
  })

describe('npm run tenant', () => {
  it('says in one sentence that a server holds the database', () => {
    const free = holdLock(join(folder, 'data', 'database'))
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
})
