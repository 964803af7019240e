// What the rows of a file were about, so that a row which comes twice is reported and does not overwrite its first self. As digests:
// they are stored with each set, for whoever goes on with the import, and say nothing of a person by themselves.
import { createHash } from 'node:crypto'

/** 120 bits: no two of a file's rows share one by chance. */
const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 20)

export class SeenKeys {
  readonly #known: Set<string>
  #fresh: string[] = []

  /** `known`: digests of earlier sets. */
  constructor(known: readonly string[]) {
    this.#known = new Set(known)
  }

  has(key: string): boolean {
    return this.#known.has(digestOf(key))
  }
  add(key: string): void {
    const digest = digestOf(key)
    if (!this.#known.has(digest)) this.#fresh.push(digest)
    this.#known.add(digest)
  }
  /** Digests added since the last set. */
  get fresh(): readonly string[] {
    return this.#fresh
  }
  /** The set is committed, or has not happened. */
  settle(isCommitted: boolean): void {
    if (!isCommitted) for (const digest of this.#fresh) this.#known.delete(digest)
    this.#fresh = []
  }
}
