// Pictures in the sizes pages ask for, made once: a few megabytes stay in memory, and the same wish made twice at once is
// worked on once. Whoever waits for a turn holds no bytes while waiting.
import type { Picture, PictureFormat } from './picture.ts'
import { smallerPicture } from './picture.ts'
import type { Turns } from './turns.ts'

/** `width` in pixels, at most that of the picture. */
type Wish = { width: number; quality: number; format: PictureFormat }
/** Whose picture, which, and how: what two wishes have in common that are one. */
export type WishedPicture = Wish & { programme: number; hash: string }
const keptBytes = 32_000_000

export class SizedPictures {
  readonly #turns: Turns
  readonly #encode: typeof smallerPicture
  readonly #keptBytes: number
  /** By key; the order is that of the last use. */
  readonly #kept = new Map<string, Uint8Array>()
  readonly #underWay = new Map<string, Promise<Uint8Array>>()
  #size = 0

  constructor(turns: Turns, { encode = smallerPicture, keep = keptBytes }: { encode?: typeof smallerPicture; keep?: number } = {}) {
    this.#turns = turns
    this.#encode = encode
    this.#keptBytes = keep
  }

  /** `source` is asked only when the size is not there yet, and only in its turn. Throws what Turns and `source` throw. */
  get(wish: WishedPicture, source: () => Promise<Pick<Picture, 'bytes'>>): Promise<Uint8Array> {
    const key = [wish.programme, wish.hash, wish.width, wish.quality, wish.format].join('/')
    const kept = this.#kept.get(key)
    if (kept) {
      this.#kept.delete(key)
      this.#kept.set(key, kept)
      return Promise.resolve(kept)
    }
    const underWay = this.#underWay.get(key)
    if (underWay !== undefined) return underWay
    const made = this.#turns
      .take(wish.programme, async () => this.#keep(key, await this.#encode(await source(), wish.width, wish.quality, wish.format)))
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, made)
    return made
  }

  #keep(key: string, bytes: Uint8Array): Uint8Array {
    this.#kept.set(key, bytes)
    this.#size += bytes.byteLength
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#size <= this.#keptBytes) break
      this.#kept.delete(oldest)
      this.#size -= byteLength
    }
    return bytes
  }
}
