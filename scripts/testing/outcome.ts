// What one step of a test run came to.
export type Outcome = {
  passed: number
  failed: number
  skipped?: number
  /** A sentence for the summary: why something was skipped, what to do about a failure. */
  note?: string
  /** What failed, a line each: file, test, first line of why. */
  failures?: readonly string[]
}

/** A step that is one check: it holds, or it does not. */
export const verdict = (holds: boolean, note?: string): Outcome => ({ passed: holds ? 1 : 0, failed: holds ? 0 : 1, ...(note ? { note } : {}) })
/** Not run, and reported so. */
export const skipped = (note: string): Outcome => ({ passed: 0, failed: 0, skipped: 1, note })
