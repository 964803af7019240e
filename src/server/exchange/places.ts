// So many at once, the others after them: for work that takes memory while somebody waits for it.

export class Places {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** Does `work` when there is a place; in the order of arrival. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
    try {
      return await work()
    } finally {
      // The place goes to the next one itself, so that no newcomer slips in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
