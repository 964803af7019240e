// Encoded tiles cached in memory, so that a map that is moved back and forth costs one look at the data's version. Bounded by
// bytes; the least recently used go first. A tile bears the version it was drawn from, and is used only while that is the present one.
import type { Tile } from './tiles.ts'

/** 64 MB: some thousands of tiles. */
const defaultBytes = 64_000_000

export class TileCache {
  #tiles = new Map<string, Tile>()
  #bytes = 0
  readonly #most: number

  constructor(mostBytes = defaultBytes) {
    this.#most = mostBytes
  }

  /** `key`: everything besides the version that a tile depends on. */
  get(key: string): Tile | undefined {
    const tile = this.#tiles.get(key)
    if (tile === undefined) return undefined
    this.#tiles.delete(key)
    this.#tiles.set(key, tile)
    return tile
  }

  set(key: string, tile: Tile): void {
    this.#drop(key)
    this.#tiles.set(key, tile)
    this.#bytes += weigh(key, tile)
    for (const oldest of this.#tiles.keys()) {
      if (this.#bytes <= this.#most) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const tile = this.#tiles.get(key)
    if (tile === undefined) return
    this.#tiles.delete(key)
    this.#bytes -= weigh(key, tile)
  }
}

/** Bytes, with a little for the entry itself. */
const weigh = (key: string, { encoded }: Tile): number => key.length * 2 + 200 + (encoded ? encoded.bytes.byteLength + encoded.gzipped.byteLength : 0)
