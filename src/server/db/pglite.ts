// The embedded database behind the port: PGlite in a worker thread (or in this thread, for tests), one
// connection, so transactions queue. Never fsyncs: safe against the death of the process, not of the power.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { enterPlatform, enterTenant, inTransaction, refuseToNest, type Statement } from './connection.ts'
import type { ConnectionLoad, Database } from './database.ts'
import { awaitLock } from './lock.ts'
import { type Engine, type EngineOptions, type OnNotice, openEngine } from './pglite-engine.ts'
import type { Order, Reply } from './pglite-worker.ts'
import { onceASecond } from './ping.ts'

export type PgliteOptions = EngineOptions & {
  /** The thread of the database has died unasked; nothing can be stored any more. */
  onLost?: (error: Error) => void
  /** Run PGlite in this thread: quicker to open, but each query blocks. For tests. */
  sameThread?: boolean
}
export type PgliteDatabase = Database & { /** The whole database as one file, to begin another from. */ dump(): Promise<Uint8Array> }

/** Opens the embedded database. Throws DataDirInUse when another process holds the folder. */
export async function openPglite({ sameThread = false, onLost = () => {}, ...options }: PgliteOptions): Promise<PgliteDatabase> {
  const release = options.dataDir ? await awaitLock(options.dataDir) : () => {}
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const onNotice: OnNotice = (channel, payload) => {
    for (const heard of listeners.get(channel) ?? []) heard(payload)
  }
  let engine: Engine
  try {
    const made = options.dataDir ? beginFolder(options.dataDir) : () => {}
    engine = sameThread ? await openEngine(options, onNotice) : await openThread(options, onLost, onNotice)
    made()
  } catch (error) {
    release()
    throw error
  }
  const queue = new FairQueue()
  const run = <T>(enter: readonly Statement[], work: Parameters<typeof inTransaction<T>>[2]) => {
    refuseToNest()
    return queue.next(() => inTransaction(engine, enter, work))
  }
  let closing: Promise<void> | undefined
  return {
    engine: 'pglite',
    transaction: (tenantId, work) => run(enterTenant(tenantId), work),
    platform: (work) => run(enterPlatform, work),
    owner: (work) => run([], work),
    script: (sql) =>
      queue.next(async () => {
        try {
          return await engine.script(sql)
        } catch (error) {
          // The text may have started a transaction; an aborted one must not meet the next caller.
          await engine.script('rollback').catch(() => {})
          throw error
        }
      }),
    async listen(channel, heard) {
      const known = listeners.get(channel)
      listeners.set(channel, (known ?? new Set()).add(heard))
      if (!known) await queue.next(() => engine.script(`listen ${channel}`))
      return async () => void listeners.get(channel)?.delete(heard)
    },
    ping: onceASecond(() =>
      queue.next(async () => {
        await engine.script('select 1')
      }),
    ),
    load: () => queue.load,
    dump: () => queue.next(() => engine.dump()),
    close: () => (closing ??= queue.next(() => engine.close()).finally(release)),
  }
}

/**
 * Making a new data folder takes seconds, and a process killed meanwhile leaves half of one. A mark stands beside the folder
 * until it is whole; where it still stands nothing was ever acknowledged, so we begin anew. Answers how to take it away.
 */
function beginFolder(dataDir: string): () => void {
  const mark = unfinishedMark(dataDir)
  if (existsSync(mark)) rmSync(dataDir, { recursive: true, force: true })
  if (!existsSync(dataDir)) writeFileSync(mark, '')
  return () => rmSync(mark, { force: true })
}

const unfinishedMark = (dataDir: string): string => `${dataDir}.unfinished`
/** Whether opening this folder makes it. */
export const isNewFolder = (dataDir: string): boolean => !existsSync(dataDir) || existsSync(unfinishedMark(dataDir))

/** One after the other, in the order of arrival; a failure does not stop the next. */
class FairQueue {
  #last: Promise<unknown> = Promise.resolve()
  #size = 0
  get load(): ConnectionLoad {
    return { running: Math.min(1, this.#size), waiting: Math.max(0, this.#size - 1), connections: 1 }
  }
  next<T>(work: () => Promise<T>): Promise<T> {
    this.#size++
    const result = this.#last.then(work, work)
    this.#last = result
      .catch(() => {})
      .finally(() => {
        this.#size--
      })
    return result
  }
}

/** An engine that lives in its own thread; each call is a message there and one back. */
async function openThread(options: EngineOptions, onLost: (error: Error) => void, onNotice: OnNotice): Promise<Engine> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: options, execArgv: [] })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let lastId = 0
  let isClosed = false
  let isRequested = false
  const fail = (error: Error) => {
    if (!isClosed && !isRequested) onLost(error)
    isClosed = true
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The embedded database has stopped')))
  worker.on('message', ({ id, answer, notice, error }: Reply) => {
    if (notice) return onNotice(notice.channel, notice.payload)
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.reject(Object.assign(new Error(error.message), error))
    else call?.resolve(answer)
  })
  // What an order is answered is what whoever gave it says.
  const expect = <T>(id: number) => new Promise<T>((resolve, reject) => waiting.set(id, { resolve: resolve as (value: unknown) => void, reject }))
  const ask = <T>(order: Omit<Order, 'id'> & Record<string, unknown>): Promise<T> => {
    if (isClosed || isRequested) return Promise.reject(new Error('The embedded database is closed'))
    const reply = expect<T>(++lastId)
    worker.postMessage({ ...order, id: lastId })
    return reply
  }
  const close = () => {
    const closed = ask<void>({ do: 'close' })
    isRequested = true
    return closed
  }
  await expect<void>(0)
  const connection: Pick<Engine, 'batch' | 'script'> = {
    batch: (statements) => ask({ do: 'batch', statements }),
    script: (sql) => ask<Record<string, unknown>[]>({ do: 'script', sql }),
  }
  return { ...connection, dump: () => ask({ do: 'dump' }), close }
}
