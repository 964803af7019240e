import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { acquireLock, DataDirInUse } from './lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'farmbook-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let n = 0
const data = () => join(folder, `data${++n}`)

describe('acquireLock', () => {
  it('refuses while its holder lives, and says who it is', () => {
    const dir = data()
    const release = acquireLock(dir)
    expect(() => acquireLock(dir)).toThrow(DataDirInUse)
    expect(() => acquireLock(dir)).toThrow(`in use by process ${process.pid}`)
    release()
    acquireLock(dir)()
    expect(existsSync(`${dir}.lock`)).toBe(false)
  })
  it('takes over from a process that is gone', async () => {
    const dir = data()
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'exit')
    writeFileSync(`${dir}.lock`, `${child.pid} 12345`)
    acquireLock(dir)()
  })
  it('is not fooled by another process that got the same id later', () => {
    const dir = data()
    // This very process, but a start time that is not its own: the holder died and the number was given out again.
    writeFileSync(`${dir}.lock`, `${process.pid} 1`)
    const release = acquireLock(dir)
    expect(readFileSync(`${dir}.lock`, 'utf8')).toMatch(new RegExp(`^${process.pid} `))
    release()
  })
  it.each(['', 'nonsense', '-5 1', '99999999 1'])('takes over a lock file that says %j', (text) => {
    const dir = data()
    writeFileSync(`${dir}.lock`, text)
    acquireLock(dir)()
  })
  it('gives back only its own lock', () => {
    const dir = data()
    const release = acquireLock(dir)
    writeFileSync(`${dir}.lock`, 'somebody else')
    release()
    expect(existsSync(`${dir}.lock`)).toBe(true)
  })
})
