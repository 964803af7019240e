// PGlite takes no lock on its folder: two processes on one folder silently lose acknowledged rows. So we
// take our own before opening it: a file with the process id and its start time, because ids are reused.
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { codeOf } from '#domain/kernel/error-code.ts'

export class DataDirInUse extends Error {
  constructor(folder: string, pid: number) {
    super(`The data folder ${folder} is in use by process ${pid}. Stop that one first, or choose another folder with DATA_DIR.`)
    this.name = 'DataDirInUse'
  }
}

/** A process that was asked to end, or killed, is gone within this; whoever starts it anew need not be refused. */
const patienceMs = 3000

/** The same as acquireLock, after waiting a moment for a holder that is about to go. */
export async function awaitLock(folder: string): Promise<() => void> {
  for (const until = Date.now() + patienceMs; ; ) {
    try {
      return acquireLock(folder)
    } catch (error) {
      if (!(error instanceof DataDirInUse) || Date.now() > until) throw error
      await setTimeout(100)
    }
  }
}

/** Takes the lock of a data folder and returns how to give it back. Throws DataDirInUse while its holder lives. */
export function acquireLock(folder: string): () => void {
  const file = `${folder.replace(/\/+$/, '')}.lock`
  mkdirSync(join(file, '..'), { recursive: true })
  const mine = `${process.pid} ${statOf(process.pid)?.start ?? ''}`
  for (let attempt = 0; ; attempt++) {
    try {
      const handle = openSync(file, 'wx')
      writeSync(handle, mine)
      closeSync(handle)
      return () => {
        if (read(file) === mine) rmSync(file, { force: true })
      }
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || attempt > 3) throw error
      const holder = read(file)
      if (holder !== undefined && isAlive(holder)) throw new DataDirInUse(folder, Number.parseInt(holder, 10))
      removeStale(file, holder)
    }
  }
}

/** Moved aside first: if another process has just taken the lock in the stale one's place, its file is put back. */
function removeStale(file: string, holder: string | undefined): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (read(aside) === holder) rmSync(aside, { force: true })
  else renameSync(aside, file)
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** An empty file (killed between creating and writing) has no living holder. */
function isAlive(holder: string): boolean {
  const [pid = '', start = ''] = holder.split(' ')
  if (!/^\d+$/.test(pid)) return false
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
  }
  const now = statOf(Number(pid))
  // A zombie (Z) has ended and only waits to be noticed by its parent.
  return now === undefined || (now.state !== 'Z' && (start === '' || now.start === start))
}

/** State and start time (clock ticks since boot) of a process on Linux; undefined where the system does not say. */
function statOf(pid: number): { state: string; start: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', start: fields[19] ?? '' }
  } catch {
    return undefined
  }
}
