// The built product as a process of its own, the way people run it: a free port, a data folder of its own, and
// a log to look into when a journey fails.
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../../scripts/testing/free-port.ts'

export type RunningServer = {
  port: number
  dataDir: string
  /** `http://cotton.localhost:4107`; without a tenant the plain `http://localhost:4107`. */
  address(tenant?: string): string
  log(): string
  /** Ends the process and answers its exit code; null after SIGKILL. The data folder stays. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** stop(), and the data folder goes too. */
  remove(): Promise<void>
}

export type ServerOptions = {
  /** A folder used before, to see what survived. */
  dataDir?: string
  env?: Record<string, string>
  /** File that receives what the server prints. */
  logFile?: string
  /** How long the first answer may take; a cold start builds a database and loads the demo programme. */
  patienceMs?: number
}

/** Starts src/server/main.ts and waits until it is ready; throws with the end of its log when it is not. */
export async function startServer({
  dataDir,
  env = {},
  logFile = 'tests/e2e/.results/server.log',
  patienceMs = 300_000,
}: ServerOptions = {}): Promise<RunningServer> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'farmbook-e2e-'))
  const port = await freePort()
  mkdirSync(dirname(logFile), { recursive: true })
  writeFileSync(logFile, '')
  let log = ''
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    env: { ...process.env, NODE_ENV: 'development', PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', IDP_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const take = (chunk: Buffer) => {
    log += chunk.toString()
    appendFileSync(logFile, chunk)
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  // A test run that dies must not leave a server behind.
  const last = () => child.kill('SIGKILL')
  process.once('exit', last)
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))

  const server: RunningServer = {
    port,
    dataDir: folder,
    address: (tenant) => `http://${tenant ? `${tenant}.` : ''}localhost:${port}`,
    log: () => log,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      const code = await ended
      process.off('exit', last)
      return code
    },
    async remove() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await ready(child, port, patienceMs).catch(async (error: Error) => {
    await server.stop('SIGKILL')
    throw new Error(`${error.message}\n${log.slice(-3000)}`)
  })
  return server
}

/** Asks until the server says that it is ready; Node's fetch does not know *.localhost, so it asks the number. */
async function ready(child: ChildProcess, port: number, patienceMs: number): Promise<void> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`The server ended with exit code ${child.exitCode} before it was ready.`)
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  throw new Error(`The server was not ready after ${patienceMs / 1000} s.`)
}
