// Finds a Chromium to test with, on any machine, by itself: what the person names, what the system has,
// what npm brought, and only then an installation. Every candidate must answer --version before it is taken.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

const run = promisify(execFile)

export type FoundBrowser = {
  path: string
  from: 'CHROMIUM_PATH' | 'system' | 'playwright' | 'npm' | 'apt'
  version: string
  /** A headless-only build wants another switch than the full browser, which has lost its old headless mode. */
  isHeadlessShell: boolean
}

const systemPaths: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/microsoft-edge',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

/** Where the Chromium that npm ships is unpacked: beside the project, so that a reboot does not cost it and nobody else writes there. */
const unpackFolder = '.cache/chromium'

/** The first browser that answers, in the order above; throws one sentence that says what was tried and what to do. */
export async function resolveBrowser(print: (sentence: string) => void = console.log): Promise<FoundBrowser> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    const found = await take(named, 'CHROMIUM_PATH')
    if (!found) throw new Error(`CHROMIUM_PATH is ${named}, but that does not answer --version.`)
    return found
  }
  return (
    (await fromSystem()) ??
    (await take(chromium.executablePath(), 'playwright')) ??
    (await fromNpm(print)) ??
    (await fromApt(print)) ??
    (await fromPlaywright(print)) ??
    nothingFound()
  )
}

async function fromSystem(from: FoundBrowser['from'] = 'system'): Promise<FoundBrowser | undefined> {
  for (const path of systemPaths[process.platform] ?? []) {
    const found = await take(path, from)
    if (found) return found
  }
  return undefined
}

/** @sparticuz/chromium: one file in the lock, Linux on x64 only, no rights needed. */
async function fromNpm(print: (sentence: string) => void): Promise<FoundBrowser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = join(process.cwd(), unpackFolder)
  mkdirSync(folder, { recursive: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    // It brings its own nss and nspr, but unpacks them only when it believes to be in a bare container.
    if (!(await hasLibrary('libnss3'))) process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x'
    const { default: shipped } = await import('@sparticuz/chromium')
    if (!existsSync(join(folder, 'chromium'))) print('Unpacking the Chromium that npm brought …')
    const unpack = async () => take(await shipped.executablePath(), 'npm')
    const found = await unpack()
    if (found) return found
    // An interrupted unpacking leaves half a file behind, which the package would take for a whole one.
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    return await unpack()
  } catch (error) {
    print(`The Chromium that npm brought cannot be used: ${(error as Error).message}`)
    return undefined
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

/** Debian's own Chromium; needs root, and no other apt at work for longer than two minutes. */
async function fromApt(print: (sentence: string) => void): Promise<FoundBrowser | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  print("Installing Debian's chromium …")
  const options = { timeout: 600_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  try {
    await run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', 'update'], options)
    await run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '--no-install-recommends', 'chromium'], options)
  } catch (error) {
    print(`apt-get could not install it: ${(error as Error).message.split('\n').at(-1) ?? ''}`)
  }
  return fromSystem('apt')
}

async function fromPlaywright(print: (sentence: string) => void): Promise<FoundBrowser | undefined> {
  print('Asking Playwright to download its Chromium …')
  const command = join('node_modules', 'playwright-core', 'cli.js')
  try {
    await run(process.execPath, [command, 'install', 'chromium'], { timeout: 600_000 })
  } catch (error) {
    print(`Playwright could not: ${(error as Error).message.split('\n')[0] ?? ''}`)
  }
  return take(chromium.executablePath(), 'playwright')
}

function nothingFound(): never {
  throw new Error(
    'No browser for the tests: none on this system, none from npm for this platform, none installable. Install Chrome or Chromium, or set CHROMIUM_PATH.',
  )
}

/** The browser at `path` if it is there and starts. */
async function take(path: string, from: FoundBrowser['from']): Promise<FoundBrowser | undefined> {
  if (!path || !existsSync(path)) return undefined
  const isHeadlessShell = from === 'npm' || /headless[-_]shell/.test(path)
  // On Windows the browser opens a window instead of answering.
  if (process.platform === 'win32') return { path, from, version: 'unknown', isHeadlessShell }
  try {
    const { stdout } = await run(path, ['--version', '--no-sandbox'], { timeout: 30_000 })
    const version = /\d+(\.\d+)+/.exec(stdout)?.[0]
    return version ? { path, from, version, isHeadlessShell } : undefined
  } catch {
    return undefined
  }
}

async function hasLibrary(name: string): Promise<boolean> {
  try {
    return (await run('/sbin/ldconfig', ['-p'])).stdout.includes(name)
  } catch {
    return false
  }
}
