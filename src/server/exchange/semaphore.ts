// Imports run two at a time in one process; the others wait their turn. Whoever wants to may wait for the end
// of one of them (the loader of the demo programme, a script, a test).

export class Semaphore {
  readonly #atOnce: number
  readonly #ends = new Map<string, Promise<void>>()
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce = 2) {
    this.#atOnce = atOnce
  }

  /** Begins `work` as soon as there is room. `work` must not throw. */
  add(id: string, work: () => Promise<void>): void {
    const end = this.#turn()
      .then(work)
      .finally(() => {
        this.#running--
        this.#ends.delete(id)
        this.#waiting.shift()?.()
      })
    this.#ends.set(id, end)
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
    if (this.#running >= this.#atOnce)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
    this.#running++
  }
}
