// Makes a fresh or stale checkout ready: installs dependencies and builds the web, each only when its
// inputs changed. Plain JavaScript without dependencies: on a fresh clone it runs under whatever Node
// (20.19 or later) the machine has, before the pinned Node 24 is there. npm does each step, because only
// npm puts the Node inside node_modules first on the PATH.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'))

const steps = {
  install: {
    says: 'Installing dependencies',
    inputs: ['package-lock.json', 'stubs'],
    stamp: 'node_modules/.setup',
    // npm's record of what it installed goes first: a half install must never look whole.
    clears: ['node_modules/.package-lock.json'],
    isDone: installedByHand,
    check: runtimeIsPinned,
    // Each flag undoes a setting of the person's own (NODE_ENV=production, engine-strict, ignore-scripts) that would leave out what is needed.
    npm: ['ci', '--include=dev', '--include=optional', '--no-ignore-scripts', '--no-engine-strict', '--no-audit', '--no-fund', '--loglevel=error'],
  },
  build: {
    says: 'Building the web',
    inputs: ['package-lock.json', 'package.json', 'vite.config.ts', 'index.html', 'public', 'src/web', 'src/domain'],
    stamp: 'dist/.setup',
    npm: ['run', '--silent', 'build', '--', '--logLevel', 'warn'],
  },
}

const wanted = process.argv.slice(2)
for (const name of wanted) if (!steps[name]) fail(`setup: no step is called ${name}; there are ${Object.keys(steps).join(', ')}.`)
if (!wanted.every((name) => isCurrent(steps[name]))) {
  await alone(async () => {
    for (const name of wanted) await run(steps[name])
  })
}

function isCurrent({ inputs, stamp, isDone }) {
  const print = fingerprint(inputs)
  if (read(stamp) === print) return true
  if (!isDone?.()) return false
  keep(stamp, print)
  return true
}

/** One step: the stamp goes before the work starts and comes back only after it succeeded, so an interruption is repeated. */
async function run(step) {
  if (isCurrent(step)) return
  const { says, inputs, stamp, clears = [], npm, check } = step
  if (!process.env.npm_execpath) fail('Please start this through npm: npm start, npm test or npm run dev.')
  const print = fingerprint(inputs)
  for (const path of [stamp, ...clears]) rmSync(path, { force: true })
  console.log(`${says} …`)
  const started = Date.now()
  // The Node and npm that the person started: the Node inside node_modules may be deleted by this very install.
  const child = spawn(process.env.npm_node_execpath ?? process.execPath, [process.env.npm_execpath, ...npm], { stdio: 'inherit' })
  // Never end before the child: a nested install that goes on alone would meet the next one in the same folder.
  const ignore = () => {}
  const pass = (signal) => child.kill(signal)
  process.on('SIGINT', ignore).on('SIGTERM', pass).on('SIGHUP', pass)
  const [status, signal] = await once(child, 'exit')
  process.off('SIGINT', ignore).off('SIGTERM', pass).off('SIGHUP', pass)
  if (status !== 0) fail(`${says}: not finished (${signal ?? `exit code ${status}`}). The same command tries again.`, status || 1)
  check?.()
  keep(stamp, print)
  console.log(`${says}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** Runs `work` while no other set-up runs in this folder; waits for one that does, and takes over from one that died. */
async function alone(work) {
  const lock = '.setup.lock'
  for (let told = false; !take(lock); told = true) {
    if (!told) console.log('Another set-up is running in this folder; waiting for it …')
    await pause(300)
  }
  // A sign of life, because a process number alone can be taken over by someone else.
  const heartbeat = setInterval(() => touch(lock), 2000)
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  try {
    await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isHeld(lock)) return false
    rmSync(lock, { force: true })
    return take(lock)
  }
}

function isHeld(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > 30_000) return false
    const holder = Number(read(lock))
    if (holder) process.kill(holder, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM' // alive, but another person's
  }
}

function touch(lock) {
  try {
    utimesSync(lock, new Date(), new Date())
  } catch {
    // Removed by hand: the work goes on, it is only no longer protected.
  }
}

/** True when node_modules holds exactly what the lock file names, as after a person's own `npm install`. */
function installedByHand() {
  const locked = packagesOf('package-lock.json')
  const there = packagesOf('node_modules/.package-lock.json')
  if (!locked || !there) return false
  for (const [path, one] of Object.entries(there)) if (locked[path]?.version !== one.version) return false
  for (const [path, one] of Object.entries(locked)) {
    if (!path.startsWith('node_modules/') || (one.optional && !there[path])) continue
    if (!there[path] || !existsSync(join(path, 'package.json'))) return false
  }
  return pinnedRuntime().startsWith('v24.')
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages
  } catch {
    return undefined
  }
}

function pinnedRuntime() {
  return String(spawnSync('node_modules/.bin/node', ['-v'], { encoding: 'utf8', shell: process.platform === 'win32' }).stdout ?? '')
}

function runtimeIsPinned() {
  if (pinnedRuntime().startsWith('v24.')) return
  fail(`The dependencies are installed, but the Node 24 among them does not run on this machine (${process.platform} ${process.arch}).
Two known reasons: install scripts are blocked (npm config get ignore-scripts, allow-scripts), or the system uses musl (Alpine).
With a Node 24 of your own on the PATH: node src/server/main.ts`)
}

/** sha256 over the names and contents of the inputs; installed binaries differ by platform, so that counts too. */
function fingerprint(inputs) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const input of inputs) for (const file of filesOf(input)) hash.update(`${file}\n`).update(readFileSync(file)).update('\n')
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
  return names.sort().flatMap((name) => filesOf(`${path}/${name}`))
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function keep(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function fail(sentence, code = 1) {
  console.error(sentence)
  process.exit(code)
}
