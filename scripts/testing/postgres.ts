// A PostgreSQL for one test run: the one the caller names, or a throw-away cluster of our own on a free port,
// made from whatever version this machine has. Durability is switched off: its data lives for minutes.
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { atEnd, command } from './command.ts'
import { freePort } from './free-port.ts'
import { printLine } from './output.ts'

export type Postgres = { url: string; version: string; stop(): Promise<void> }
/** A cluster that may be disturbed. */
export type OwnPostgres = Postgres & {
  /** Ends it as asked (immediate: as if it were killed), stays away for so long, and starts it again on the same data. */
  restart(mode: 'fast' | 'immediate', awayMs: number): Promise<void>
}
type Owner = { uid: number; gid: number }

/** A server whose address may create databases and roles, or a sentence why there is none. */
export async function startPostgres(): Promise<Postgres | string> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, version: 'as given by TEST_DATABASE_URL', stop: async () => {} }
  return startOwnPostgres()
}

/** A throw-away cluster of our own, also where another server is named. */
export async function startOwnPostgres(): Promise<OwnPostgres | string> {
  const bin = findBinaries() ?? (await install())
  if (!bin) return 'No PostgreSQL here: neither TEST_DATABASE_URL, nor initdb on the PATH or under /usr/lib/postgresql.'
  const owner = ownerOfCluster()
  if (!owner) return 'PostgreSQL refuses to run as root, and this system has neither a postgres nor a nobody user.'
  return cluster(bin, owner)
}

async function cluster(bin: string, owner: Owner): Promise<OwnPostgres | string> {
  const folder = mkdtempSync(join(tmpdir(), 'farmbook-postgres-'))
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  for (const path of [folder, data]) chownSync(path, owner.uid, owner.gid)
  const as = { cwd: folder, quiet: true, env: { LC_ALL: 'C.UTF-8', HOME: folder }, ...(process.getuid?.() === 0 ? owner : {}) }
  let isUp = false
  const stop = async () => {
    if (isUp) await command(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], as)
    isUp = false
    rmSync(folder, { recursive: true, force: true })
  }
  const made = await command(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], as)
  if (made.code !== 0) return refuse('initdb', made.output)
  const port = await freePort()
  // No Unix socket: its path would be too long in some temporary folders, and nothing here uses it.
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // Nobody copies it and nobody follows it, so it writes no more of a log than it needs, and seldom to its files.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: '4GB',
    shared_buffers: '256MB',
    max_connections: 100,
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const start = () => command(join(bin, 'pg_ctl'), ['-D', data, '-l', join(folder, 'log'), '-w', '-t', '60', '-o', options.join(' '), 'start'], as)
  const started = await start()
  if (started.code !== 0) return refuse('pg_ctl', `${started.output}\n${readIfThere(join(folder, 'log'))}`)
  isUp = true
  // Only after an interruption; the ordinary way is stop().
  atEnd(() => {
    const pid = Number.parseInt(readIfThere(join(data, 'postmaster.pid')), 10)
    if (isUp && pid) process.kill(pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  })
  const version = (await command(join(bin, 'postgres'), ['--version'], { quiet: true })).output.trim()
  const restart = async (mode: 'fast' | 'immediate', awayMs: number) => {
    await command(join(bin, 'pg_ctl'), ['-D', data, '-m', mode, '-w', 'stop'], as)
    await setTimeout(awayMs)
    const again = await start()
    if (again.code !== 0) throw new Error(`pg_ctl start failed: ${again.output}`)
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, version, stop, restart }

  function refuse(tool: string, output: string): string {
    rmSync(folder, { recursive: true, force: true })
    return `${tool} failed: ${output.trim()}`
  }
}

/** The folder with initdb and postgres: PATH first, then Debian's place, newest version first. */
function findBinaries(): string | undefined {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...versions.map((version) => join(base, version, 'bin'))]
  return folders.find((folder) => ['initdb', 'postgres', 'pg_ctl'].every((name) => existsSync(join(folder, name))))
}

/** On a continuous-integration machine that is Debian and ours to change, install what is missing. */
async function install(): Promise<string | undefined> {
  if (!process.env.CI || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  printLine('Installing PostgreSQL with apt-get …')
  // Debian would at once start a cluster of its own on the usual port.
  mkdirSync('/etc/postgresql-common', { recursive: true })
  if (!existsSync('/etc/postgresql-common/createcluster.conf')) writeFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n')
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } }
  const apt = ['-qq', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Options::=--force-confold']
  await command('apt-get', [...apt, 'update'], options)
  const { code, output } = await command('apt-get', [...apt, 'install', '-y', '--no-install-recommends', 'postgresql'], options)
  if (code !== 0) printLine(output.trim().split('\n').slice(-3).join('\n'))
  return findBinaries()
}

/** PostgreSQL refuses to run as root; anyone else runs it as himself. */
function ownerOfCluster(): Owner | undefined {
  const uid = process.getuid?.() ?? 0
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? uid }
  const people = readIfThere('/etc/passwd')
    .split('\n')
    .map((line) => line.split(':'))
  const found = people.find(([name]) => name === 'postgres') ?? people.find(([name]) => name === 'nobody')
  return found && { uid: Number(found[2]), gid: Number(found[3]) }
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
