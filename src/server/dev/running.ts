// Where the running development server is: a small file in the data folder, written at start and removed at
// the end, so that `npm run token` finds the server without knowing its port.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { codeOf } from '#server/db/tries.ts'

const running = z.object({ port: z.int(), pid: z.int() })
export type Running = z.infer<typeof running>
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
  const noted = readNote(fileIn(dataDir))
  try {
    if (noted) process.kill(noted.pid, 0)
    return noted
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return codeOf(error) === 'EPERM' ? noted : null
  }
}

function readNote(file: string): Running | null {
  try {
    return running.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** The port that a listening server was given. */
export function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on a port')
  return address.port
}
