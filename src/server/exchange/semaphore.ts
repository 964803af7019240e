// Imports run two at a time in one process; the others wait their turn. Whoever wants to may wait for the end of one of them
// (the loader of the demo programme, a script, a test). When the process ends, all of them are asked to stop.

/** A job is said to be alive at least this often, whether it runs or waits: one that is not has lost its process. */
const beatMs = 30_000

export type LongWork = {
  /** Must not throw. `stop` is aborted when the process ends. */
  run(stop: AbortSignal): Promise<void>
  /** Called from time to time until it has ended. */
  beat(): void
}

export class Semaphore {
  readonly #atOnce: number
  readonly #ends = new Map<string, Promise<void>>()
  readonly #waiting: (() => void)[] = []
  readonly #stop = new AbortController()
  #running = 0

  constructor(atOnce = 2) {
    this.#atOnce = atOnce
  }

  /** Begins the work as soon as there is room. */
  add(id: string, work: LongWork): void {
    const beat = setInterval(() => work.beat(), beatMs)
    beat.unref()
    const end = this.#turn()
      .then(() => work.run(this.#stop.signal))
      .finally(() => {
        clearInterval(beat)
        this.#running--
        this.#ends.delete(id)
        this.#waiting.shift()?.()
      })
    this.#ends.set(id, end)
  }

  /** Asks all work to stop at its next step, also what still waits, and resolves when all of it has ended. */
  async stop(): Promise<void> {
    this.#stop.abort()
    for (const begin of this.#waiting.splice(0)) begin()
    await Promise.allSettled(this.#ends.values())
  }

  /** Resolves when the import has ended, or after `ms`; at once for one that is not here. */
  async ended(id: string, ms: number): Promise<void> {
    const end = this.#ends.get(id)
    if (!end) return
    let timer: NodeJS.Timeout | undefined
    await Promise.race([
      end,
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms)
      }),
    ])
    clearTimeout(timer)
  }

  async #turn(): Promise<void> {
    if (this.#running >= this.#atOnce && !this.#stop.signal.aborted)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
    this.#running++
  }
}
