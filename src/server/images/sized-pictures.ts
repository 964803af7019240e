// Pictures in the sizes pages ask for, made once: a few megabytes stay in memory, the same wish made twice at once is
// worked on once, and never more than two are worked on together, so that drawing logos does not hold up the work.
import type { Picture, PictureFormat } from './picture.ts'
import { smallerPicture } from './picture.ts'

export type Wish = { width: number; quality: number; format: PictureFormat }
const keptBytes = 32_000_000
const atOnce = 2

export class SizedPictures {
  /** By key; the order is that of the last use. */
  readonly #kept = new Map<string, Uint8Array>()
  readonly #underWay = new Map<string, Promise<Uint8Array>>()
  readonly #waiting: (() => void)[] = []
  #size = 0
  #working = 0

  /** `source` is asked only when the size is not there yet; `key` names tenant, picture and wish. */
  get(key: string, wish: Wish, source: () => Promise<Picture>): Promise<Uint8Array> {
    const kept = this.#kept.get(key)
    if (kept) {
      this.#kept.delete(key)
      this.#kept.set(key, kept)
      return Promise.resolve(kept)
    }
    const underWay = this.#underWay.get(key)
    if (underWay !== undefined) return underWay
    const made = this.#make(key, wish, source).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, made)
    return made
  }

  async #make(key: string, { width, quality, format }: Wish, source: () => Promise<Picture>): Promise<Uint8Array> {
    const picture = await source()
    if (this.#working >= atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#working += 1
    try {
      const bytes = await smallerPicture(picture, width, quality, format)
      this.#keep(key, bytes)
      return bytes
    } finally {
      this.#working -= 1
      this.#waiting.shift()?.()
    }
  }

  #keep(key: string, bytes: Uint8Array): void {
    this.#kept.set(key, bytes)
    this.#size += bytes.byteLength
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#size <= keptBytes) break
      this.#kept.delete(oldest)
      this.#size -= byteLength
    }
  }
}
