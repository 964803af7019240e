// Who may use a connection of the pool next. A transaction that waits for a locked row keeps its connection while it waits,
// so without shares ten writers of one row would stop every programme. Each tenant has a share, its writers a smaller one,
// and writers of the same record use one connection between them: they would wait for each other in the database anyway.

import type { ConnectionLoad } from './database.ts'

/** What a transaction is for; absent = the platform, which has no share. */
export type Claim = {
  tenantId?: number
  /** It may wait for rows that others have locked. */
  isWrite?: boolean
  /** The record it is going to change, if that is known beforehand. */
  record?: string | undefined
}

/** No connection became free in time. Answered like a server with too many connections: 503, to be tried again. */
export class NoConnectionFree extends Error {
  readonly code = '53300'
  constructor(waitedMs: number) {
    super(`No connection to the database became free within ${waitedMs} ms`)
    this.name = 'NoConnectionFree'
  }
}

type Waiting = { claim: Claim; start(): void }

export class ConnectionTurns {
  readonly #all: number
  readonly #ofTenant: number
  readonly #writers: number
  readonly #writersOfTenant: number
  readonly #waitMs: number
  /** By tenant, each in the order of arrival; the order of tenants is that in which they are next. */
  readonly #queues = new Map<number, Waiting[]>()
  readonly #running = new Set<Claim>()

  constructor(connections: number, waitMs = 5000) {
    this.#all = connections
    this.#ofTenant = Math.max(1, Math.ceil(connections * 0.75))
    this.#writers = Math.max(1, connections - 1)
    this.#writersOfTenant = Math.max(1, Math.floor(connections / 2))
    this.#waitMs = waitMs
  }

  /** Does `work` when there is a connection for it. Throws NoConnectionFree when that takes too long. */
  async take<T>(claim: Claim, work: () => Promise<T>): Promise<T> {
    // An object of its own for each call: the same claim may run twice at once.
    const own = { ...claim }
    if (this.#isFree(own) && !this.#queues.get(keyOf(own))?.length) this.#running.add(own)
    else await this.#wait(own)
    try {
      return await work()
    } finally {
      this.#running.delete(own)
      this.#startNext()
    }
  }

  get load(): ConnectionLoad {
    const waiting = [...this.#queues.values()].reduce((sum, queue) => sum + queue.length, 0)
    return { running: this.#running.size, waiting, connections: this.#all }
  }

  #isFree({ tenantId, isWrite, record }: Claim): boolean {
    if (this.#running.size >= this.#all) return false
    if (tenantId === undefined) return true
    let [ofTenant, writers, writersOfTenant] = [0, 0, 0]
    for (const other of this.#running) {
      if (other.isWrite) writers += 1
      if (other.tenantId !== tenantId) continue
      ofTenant += 1
      if (other.isWrite) writersOfTenant += 1
      if (record !== undefined && other.record === record) return false
    }
    if (ofTenant >= this.#ofTenant) return false
    return !isWrite || (writers < this.#writers && writersOfTenant < this.#writersOfTenant)
  }

  #wait(claim: Claim): Promise<void> {
    const key = keyOf(claim)
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        claim,
        start: () => {
          clearTimeout(timer)
          this.#running.add(claim)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#remove(key, waiting)
        reject(new NoConnectionFree(this.#waitMs))
      }, this.#waitMs)
      const queue = this.#queues.get(key) ?? []
      queue.push(waiting)
      this.#queues.set(key, queue)
      // A newcomer stands behind others of its tenant that cannot run now; it may itself be able to.
      this.#startNext()
    })
  }

  /** Starts whoever can run now: tenants one after the other, and in each the first for whom there is room. */
  #startNext(): void {
    for (const [key, queue] of [...this.#queues]) {
      const next = queue.find(({ claim }) => this.#isFree(claim))
      if (!next) continue
      this.#remove(key, next)
      // Its others stand behind the other tenants now.
      if (queue.length > 0) {
        this.#queues.delete(key)
        this.#queues.set(key, queue)
      }
      next.start()
    }
  }

  #remove(key: number, waiting: Waiting): void {
    const queue = this.#queues.get(key)
    const at = queue?.indexOf(waiting) ?? -1
    if (at >= 0) queue?.splice(at, 1)
    if (queue?.length === 0) this.#queues.delete(key)
  }
}

const keyOf = ({ tenantId }: Claim): number => tenantId ?? 0
