// Turns at encoding pictures: two at work at a time, so that logos do not hold up everything else. Programmes take turns
// with each other, whoever has many in the queue; queues are bounded; overflow answers 429 with Retry-After.
import { Problem } from '#domain/kernel/problems.ts'

export type TurnLimits = {
  /** At work together. */
  atOnce: number
  /** Waiting of one programme. */
  ofOne: number
  /** Waiting in all. */
  ofAll: number
}
/** A login page asks for one or two pictures; a queue of forty is about ten seconds long at the largest size. */
export const turnLimits: TurnLimits = { atOnce: 2, ofOne: 12, ofAll: 40 }
/** Seconds after which to ask again: about what half a full queue takes. */
const comeBackS = '5'

export class FairQueue {
  readonly #limits: TurnLimits
  /** By programme, each in the order of arrival; the order of programmes is that in which they are next. */
  readonly #waiting = new Map<number, (() => void)[]>()
  #working = 0

  constructor(limits: TurnLimits = turnLimits) {
    this.#limits = limits
  }

  /** Does `work` when its turn comes. Throws TOO_MANY when this programme's queue is full, UNAVAILABLE when all of them together are. */
  async take<T>(tenantId: number, work: () => Promise<T>): Promise<T> {
    if (this.#working >= this.#limits.atOnce) await this.#wait(tenantId)
    else this.#working += 1
    try {
      return await work()
    } finally {
      this.#passOn()
    }
  }

  #wait(tenantId: number): Promise<void> {
    const own = this.#waiting.get(tenantId) ?? []
    const headers = { 'Retry-After': comeBackS }
    if (own.length >= this.#limits.ofOne) throw new Problem('TOO_MANY', { headers })
    let all = 0
    for (const queue of this.#waiting.values()) all += queue.length
    if (all >= this.#limits.ofAll) throw new Problem('UNAVAILABLE', { message: 'Too many pictures are being prepared; please try again in a moment.', headers })
    this.#waiting.set(tenantId, own)
    return new Promise((resolve) => {
      own.push(resolve)
    })
  }

  /** The place goes to the next one itself: were it freed first, a newcomer could slip in before whoever was woken. */
  #passOn(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#working -= 1
      return
    }
    const [tenantId, queue] = next
    const wake = queue.shift()
    this.#waiting.delete(tenantId)
    // Its others stand behind the other programmes now.
    if (queue.length > 0) this.#waiting.set(tenantId, queue)
    wake?.()
  }
}
