// Encoded tiles cached in memory, so that a map that is moved back and forth costs one look at the data's version. Bounded
// by bytes; the least recently used go first. A tile is cached under everything it depends on, so none is ever stale.
import type { EncodedTile } from './tiles.ts'

/** 64 MB: some thousands of tiles. */
const defaultBytes = 64_000_000

export class TileCache {
  #tiles = new Map<string, EncodedTile | null>()
  #bytes = 0
  readonly #most: number

  constructor(mostBytes = defaultBytes) {
    this.#most = mostBytes
  }

  /** Undefined = not known; null = known to be empty. */
  get(key: string): EncodedTile | null | undefined {
    const tile = this.#tiles.get(key)
    if (tile === undefined) return undefined
    this.#tiles.delete(key)
    this.#tiles.set(key, tile)
    return tile
  }

  set(key: string, tile: EncodedTile | null): void {
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
const weigh = (key: string, tile: EncodedTile | null): number => key.length * 2 + 100 + (tile ? tile.bytes.byteLength + tile.gzipped.byteLength : 0)
