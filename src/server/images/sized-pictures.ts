// Pictures in the sizes pages ask for, made once: a few megabytes stay in memory, and the same wish made twice at once is
// worked on once. Whoever waits for a turn holds no bytes while waiting.

import type { FairQueue } from './fair-queue.ts'
import type { Picture, PictureFormat } from './picture.ts'
import { smallerPicture } from './picture.ts'

/** `width` in pixels, at most that of the picture. */
type Wish = { width: number; quality: number; format: PictureFormat }
/** Whose picture, which, and how: what two wishes have in common that are one. */
export type WishedPicture = Wish & { tenantId: number; hash: string }
const cacheBytes = 32_000_000

export class SizedPictures {
  readonly #queue: FairQueue
  readonly #encode: typeof smallerPicture
  readonly #cacheBytes: number
  /** By key; the order is that of the last use. */
  readonly #cache = new Map<string, Uint8Array>()
  readonly #underWay = new Map<string, Promise<Uint8Array>>()
  #size = 0

  constructor(queue: FairQueue, { encode = smallerPicture, capacity = cacheBytes }: { encode?: typeof smallerPicture; capacity?: number } = {}) {
    this.#queue = queue
    this.#encode = encode
    this.#cacheBytes = capacity
  }

  /** `source` is asked only when the size is not there yet, and only in its turn. Throws what Turns and `source` throw. */
  get(wish: WishedPicture, source: () => Promise<Pick<Picture, 'bytes'>>): Promise<Uint8Array> {
    const key = [wish.tenantId, wish.hash, wish.width, wish.quality, wish.format].join('/')
    const cache = this.#cache.get(key)
    if (cache) {
      this.#cache.delete(key)
      this.#cache.set(key, cache)
      return Promise.resolve(cache)
    }
    const underWay = this.#underWay.get(key)
    if (underWay !== undefined) return underWay
    const made = this.#queue
      .take(wish.tenantId, async () => this.#capacity(key, await this.#encode(await source(), wish.width, wish.quality, wish.format)))
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, made)
    return made
  }

  #capacity(key: string, bytes: Uint8Array): Uint8Array {
    this.#cache.set(key, bytes)
    this.#size += bytes.byteLength
    for (const [oldest, { byteLength }] of this.#cache) {
      if (this.#size <= this.#cacheBytes) break
      this.#cache.delete(oldest)
      this.#size -= byteLength
    }
    return bytes
  }
}
