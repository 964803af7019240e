// The set-up script in a made-up checkout with a made-up npm, which writes down what it was asked to do.
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** Installs a package called a and a Node; FAIL makes it fail half way, SLOW makes it take its time. */
const npm = `
const { appendFileSync, mkdirSync, rmSync, writeFileSync } = require('node:fs')
const step = process.argv[2]
appendFileSync('asked', step + ' ' + process.argv.slice(3).join(' ') + '\\n')
if (step === 'ci') {
  rmSync('node_modules', { recursive: true, force: true })
  mkdirSync('node_modules/a', { recursive: true }); writeFileSync('node_modules/a/package.json', '{}')
  if (process.env.FAIL) process.exit(7)
  mkdirSync('node_modules/.bin'); writeFileSync('node_modules/.bin/node', '#!/bin/sh\\necho ' + (process.env.RUNTIME ?? 'v24.21.0') + '\\n', { mode: 0o755 })
  writeFileSync('node_modules/.package-lock.json', '{"packages":{"node_modules/a":{"version":"1.0.0"}}}')
} else { mkdirSync('dist', { recursive: true }); writeFileSync('dist/index.html', '') }
setTimeout(() => {}, Number(process.env.SLOW ?? 0))
`
const lock = (version: string) =>
  JSON.stringify({ packages: { '': {}, 'node_modules/a': { version }, 'node_modules/mac': { version: '1.0.0', optional: true } } })

let folder: string
let children: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farmbook-setup-'))
  mkdirSync(join(folder, 'scripts'))
  mkdirSync(join(folder, 'src/web'), { recursive: true })
  cpSync('scripts/setup.mjs', join(folder, 'scripts/setup.mjs'))
  writeFileSync(join(folder, 'npm.cjs'), npm)
  writeFileSync(join(folder, 'package-lock.json'), lock('1.0.0'))
  writeFileSync(join(folder, 'src/web/main.tsx'), '1')
})
afterEach(() => {
  for (const child of children) killAll(child)
  children = []
  rmSync(folder, { recursive: true, force: true })
})

/** The script and the npm it started: a closed terminal takes both. */
function killAll(child: ChildProcess): void {
  if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
}

function start(env: Record<string, string> = {}): { child: ChildProcess; end: Promise<{ code: number | null; output: string }> } {
  const child = spawn(process.execPath, [join(folder, 'scripts/setup.mjs'), 'install', 'build'], {
    detached: true,
    env: { ...process.env, npm_execpath: join(folder, 'npm.cjs'), npm_node_execpath: process.execPath, ...env },
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return { child, end: new Promise((resolve) => child.on('close', (code) => resolve({ code, output }))) }
}
const setUp = (env?: Record<string, string>) => start(env).end
const requested = () =>
  readFileSync(join(folder, 'asked'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0])
const appears = async (path: string) => {
  while (!existsSync(join(folder, path))) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('scripts/setup.mjs', () => {
  it('says what failed, keeps its exit code, does not build, and begins again next time', async () => {
    const first = await setUp({ FAIL: '1' })
    expect(first.code).toBe(7)
    expect(first.output).toContain('Installing dependencies: not finished (exit code 7). The same command tries again.')
    expect(requested()).toEqual(['ci'])
    expect((await setUp()).code).toBe(0)
    expect(requested()).toEqual(['ci', 'ci', 'run'])
  })
  it('refuses an installation whose Node does not run here', async () => {
    const { code, output } = await setUp({ RUNTIME: 'v20.0.0' })
    expect(code).toBe(1)
    expect(output).toContain('the Node 24 among them does not run on this machine')
  })
  it('installs and builds once, and the second time says nothing', async () => {
    expect((await setUp()).code).toBe(0)
    expect(await setUp()).toEqual({ code: 0, output: '' })
    expect(requested()).toEqual(['ci', 'run'])
  })
  it('installs with development packages and scripts, whatever the person has set', async () => {
    await setUp({ NODE_ENV: 'production' })
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toMatch(/^ci --include=dev --include=optional --no-ignore-scripts --no-engine-strict /)
  })
  it('only builds when only the web changed', async () => {
    await setUp()
    writeFileSync(join(folder, 'src/web/main.tsx'), '2')
    await setUp()
    expect(requested()).toEqual(['ci', 'run', 'run'])
  })
  it('installs again when the lock file changed', async () => {
    await setUp()
    writeFileSync(join(folder, 'package-lock.json'), lock('2.0.0'))
    await setUp()
    expect(requested()).toEqual(['ci', 'run', 'ci', 'run'])
  })
  it("accepts a person's own complete installation, and only a complete one", async () => {
    await setUp()
    rmSync(join(folder, 'node_modules/.setup'))
    await setUp()
    expect(requested()).toEqual(['ci', 'run'])
    rmSync(join(folder, 'node_modules/.setup'))
    rmSync(join(folder, 'node_modules/a'), { recursive: true })
    await setUp()
    expect(requested()).toEqual(['ci', 'run', 'ci'])
  })
  it('lets a second one wait for the first instead of installing into the same folder', async () => {
    const first = start({ SLOW: '400' })
    await appears('asked')
    const second = start()
    expect((await second.end).output).toContain('Another set-up is running in this folder; waiting for it')
    expect((await first.end).code).toBe(0)
    expect(requested()).toEqual(['ci', 'run'])
  })
  it('takes over from one that was killed', async () => {
    const first = start({ SLOW: '60000' })
    await appears('node_modules/.package-lock.json')
    killAll(first.child)
    await first.end
    expect(existsSync(join(folder, '.setup.lock'))).toBe(true)
    expect((await setUp()).code).toBe(0)
    expect(requested()).toContain('run')
    expect(existsSync(join(folder, '.setup.lock'))).toBe(false)
  })
})
