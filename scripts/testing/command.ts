// Child processes of a test run: started with the run's own Node, stopped when the run is stopped.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { print } from './output.ts'

const running = new Set<ChildProcess>()
const cleanups: (() => void)[] = []

export type Answer = { code: number; output: string }
export type CommandOptions = { env?: Record<string, string | undefined>; cwd?: string; quiet?: boolean; uid?: number; gid?: number }

/** What Node makes of a module before it runs it, stored for the next process: half of what a short one takes. */
const compileCache = resolve('node_modules/.cache/node')

/** Runs a command to its end and answers its exit code and all it printed; prints it too unless `quiet`. Never throws for a failing command. */
export async function command(file: string, args: readonly string[], options: CommandOptions = {}): Promise<Answer> {
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid ?? options.uid }),
  })
  running.add(child)
  let output = ''
  const take = AsyncLocalStorage.bind((chunk: Buffer) => {
    output += chunk.toString()
    if (!options.quiet) print(chunk)
  })
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return { code: code ?? 1, output }
  } catch (error) {
    return { code: 127, output: `${output}${(error as Error).message}` }
  } finally {
    running.delete(child)
  }
}

/** A script of ours or of a dependency, under the very Node that runs this one. */
export const node = (script: string, args: readonly string[] = [], options?: CommandOptions): Promise<Answer> =>
  command(process.execPath, [script, ...args], options)

/** Work that must happen even when the run is interrupted: stopping a server, removing a temporary folder. */
export function atEnd(cleanup: () => void): void {
  cleanups.push(cleanup)
}

export function cleanUp(): void {
  for (const child of running) child.kill()
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.once(signal, () => {
    cleanUp()
    process.exit(code)
  })
}
