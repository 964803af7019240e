// Waiting for the end of an import (`Prefer: wait=…`): informed at once where this process carried it out, and asking the database
// from time to time where another one does.

export class ImportEnds {
  readonly #waiting = new Map<string, Set<() => void>>()

  /** The import ended, or its worker let go of it. */
  noted(id: string): void {
    for (const resolve of this.#waiting.get(id) ?? []) resolve()
  }

  /** Resolves when `hasEnded` answers true, or after `ms`. It is asked at the beginning, whenever something is noted, and every `pollMs`. */
  async wait(id: string, ms: number, hasEnded: () => Promise<boolean>, pollMs = 1000): Promise<void> {
    const until = performance.now() + ms
    for (;;) {
      // Listening begins before asking: what ends in between is not missed.
      const next = this.#next(id, Math.min(pollMs, until - performance.now()))
      try {
        if (await hasEnded()) return
        if (performance.now() >= until) return
        await next.heard
      } finally {
        next.stop()
      }
    }
  }

  #next(id: string, ms: number): { heard: Promise<void>; stop(): void } {
    const waiting = this.#waiting.get(id) ?? new Set()
    this.#waiting.set(id, waiting)
    let stop = () => {}
    const heard = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, ms))
      waiting.add(resolve)
      stop = () => {
        clearTimeout(timer)
        waiting.delete(resolve)
        if (waiting.size === 0) this.#waiting.delete(id)
      }
    })
    return { heard, stop: () => stop() }
  }
}
