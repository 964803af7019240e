// Where the running development server is: a small file in the data folder, written at start and removed at
// the end, so that `npm run token` finds the server without knowing its port.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '#server/db/tries.ts'

export type Running = { port: number; pid: number }
const fileIn = (dataDir: string) => join(dataDir, 'running.json')

/** Answers how to take it back; only the process that wrote it does. */
export function noteRunning(dataDir: string, port: number): () => void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(fileIn(dataDir), JSON.stringify({ port, pid: process.pid } satisfies Running))
  return () => {
    if (findRunning(dataDir)?.pid === process.pid) rmSync(fileIn(dataDir), { force: true })
  }
}

/** Null when no server runs on this folder; a file left behind by a killed process does not count. */
export function findRunning(dataDir: string): Running | null {
  try {
    const { port, pid } = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Running
    if (!Number.isInteger(port) || !Number.isInteger(pid)) return null
    process.kill(pid, 0)
    return { port, pid }
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return codeOf(error) === 'EPERM' ? (JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Running) : null
  }
}
