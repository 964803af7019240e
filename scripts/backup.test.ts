// npm run backup and npm run restore as people call them: a refusal is one sentence and no stack; a programme written by one process stands
// in another folder after the other.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { acquireLock } from '#server/db/lock.ts'
import { openDatabase } from '#server/db/open.ts'
import { findTenant } from '#server/db/platform.ts'

const folder = mkdtempSync(join(tmpdir(), 'farmbook-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [source, target, file] = [join(folder, 'source'), join(folder, 'target'), join(folder, 'goat.backup')]
const run = (script: string, dataDir: string, args: string[], input?: Uint8Array) => {
  const env = { PATH: process.env.PATH, NODE_ENV: 'development', DATA_DIR: dataDir }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { env, ...(input ? { input } : {}), maxBuffer: 50_000_000 })
  return { status, stdout, stderr: stderr.toString() }
}
const backup = (args: string[], dataDir = source) => run('src/server/backup.ts', dataDir, args)
const restore = (args: string[], dataDir = target, input?: Uint8Array) => run('src/server/restore.ts', dataDir, args, input)

describe('npm run backup and npm run restore', { timeout: 300_000 }, () => {
  it('say how they are called (exit 2)', () => {
    expect(backup([])).toMatchObject({ status: 2, stderr: expect.stringMatching(/^npm run backup -- <file>/) })
    expect(restore([])).toMatchObject({ status: 2, stderr: expect.stringMatching(/^npm run restore -- <file> \[--replace \| --check\]/) })
  })
  it('say in one sentence what is missing, and make nothing', () => {
    expect(backup([file])).toMatchObject({ status: 1, stderr: expect.stringMatching(/^There is nothing to back up: no database is in .*\n$/) })
    expect(restore([file])).toMatchObject({ status: 1, stderr: `There is no file ${file}.\n` })
    expect([existsSync(join(source, 'database')), existsSync(target), existsSync(file)]).toEqual([false, false, false])
  })
  it('bring a programme into another folder, and refuse what would lose something', async () => {
    expect(run('scripts/tenant.ts', source, ['goat', 'Goat Milk', 'ada@goat.example', 'Ada'])).toMatchObject({ status: 0 })
    const free = acquireLock(join(source, 'database'))
    expect(backup([file])).toMatchObject({ status: 1, stderr: expect.stringContaining('is in use by process') })
    free()
    expect(backup([join(folder, 'nowhere', 'x')])).toMatchObject({ status: 1, stderr: `There is no folder ${join(folder, 'nowhere')}.\n` })
    const written = backup([file])
    expect(written).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^\d+ rows of \d+ tables, 0 files of the folder and 0 waiting jobs are in .*goat\.backup\.\n/),
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(backup([file])).toMatchObject({ status: 1, stderr: expect.stringContaining('is there already') })
    expect(restore(['--check', file])).toMatchObject({ status: 0 })
    expect(existsSync(target)).toBe(false)
    const piped = backup(['-'])
    expect(restore(['-'], target, piped.stdout)).toMatchObject({ status: 0 })
    expect(restore([file])).toMatchObject({ status: 1, stderr: expect.stringContaining('add --replace') })
    expect(restore([file, '--replace']).status).toBe(0)
    const { database, ran } = await openDatabase({ databaseUrl: null, databasePool: 1, dataDir: target })
    expect(ran).toEqual([])
    expect(await database.platform((db) => findTenant(db, 'goat'))).toMatchObject({ name: 'Goat Milk' })
    await database.close()
    truncateSync(file, readFileSync(file).length - 20)
    expect(restore(['--check', file])).toMatchObject({ status: 1, stderr: expect.stringMatching(/^This file is damaged[^\n]*\n$/) })
  })
})
