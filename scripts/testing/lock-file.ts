// The lock file must be the one that the pinned Node would write: an older Node silently locks older majors, and a
// registry that lacks another platform's package leaves a lock that no fresh clone can install from.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd, command, node } from './command.ts'
import { type Outcome, skipped, verdict } from './outcome.ts'
import { printLine } from './output.ts'

type Locked = { version?: string; integrity?: string; link?: boolean; dependencies?: object; optionalDependencies?: Record<string, string> }
type Lock = { packages: Record<string, Locked> }
type Manifest = { dependencies: Record<string, string>; devDependencies: Record<string, string> }

/** Complaints are printed; the outcome counts as one check. */
export async function checkLockFile(): Promise<Outcome> {
  const lock = readJson<Lock>('package-lock.json')
  const complaints = [...loose(readJson<Manifest>('package.json')), ...unlocked(lock)]
  const rewritten = await rewrite()
  if (typeof rewritten === 'string') complaints.push(rewritten)
  else if (rewritten) complaints.push(...differences(lock, rewritten))
  for (const one of complaints) printLine(one)
  if (complaints.length) return verdict(false, 'Run `npm run npm -- install` (npm under the pinned Node) and commit package-lock.json.')
  return rewritten ? verdict(true) : skipped('The registry could not be reached, so the lock file was only read, not written anew.')
}

/** Ranges would let each machine choose. */
export function loose({ dependencies, devDependencies }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^(\d|file:)/.test(version))
    .map(([name, version]) => `package.json asks for ${name} ${version}: give the exact version.`)
}

/** Optional packages (other platforms' binaries) that a locked package names and the lock does not hold: `npm ci` refuses those. */
export function unlocked({ packages }: Lock): string[] {
  const installed = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
  return Object.entries(packages).flatMap(([path, one]) =>
    Object.keys(one.optionalDependencies ?? {})
      .filter((name) => !installed.has(name))
      .map((name) => `package-lock.json lacks ${name}, which ${path} names for another platform.`),
  )
}

/** Where two locks differ in what they install. */
export function differences(ours: Lock, written: Lock): string[] {
  const paths = new Set([...Object.keys(ours.packages), ...Object.keys(written.packages)])
  return [...paths]
    .filter((path) => essence(ours.packages[path]) !== essence(written.packages[path]))
    .map((path) => `package-lock.json differs from what the pinned Node writes at ${path || 'the root'}.`)
}
const essence = (one: Locked | undefined): string => JSON.stringify(one && [one.version, one.integrity, one.link, one.dependencies, one.optionalDependencies])

/** The lock as npm writes it here and now; a sentence when npm refuses, nothing when the registry is out of reach. */
async function rewrite(): Promise<Lock | string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'farmbook-lock-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  atEnd(remove)
  try {
    for (const path of ['package.json', 'package-lock.json', 'stubs']) cpSync(path, join(folder, path), { recursive: true })
    const args = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
    const npm = process.env.npm_execpath
    const { code, output } = npm ? await node(npm, args, { cwd: folder, quiet: true }) : await command('npm', args, { cwd: folder, quiet: true })
    if (code === 0) return readJson<Lock>(join(folder, 'package-lock.json'))
    return /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ENOTCACHED/.test(output)
      ? undefined
      : `npm cannot write the lock file: ${output.trim()}`
  } finally {
    remove()
  }
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T
