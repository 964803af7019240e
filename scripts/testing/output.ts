// What a run prints, when two lanes of it go side by side: one prints as it goes, the other is buffered and printed in whole pieces
// between the steps of the first, so that no line of one stands among those of the other.
import { AsyncLocalStorage } from 'node:async_hooks'

type Buffered = { text: string; isBuffered: boolean }
const lane = new AsyncLocalStorage<Buffered>()
const bufferedLanes = new Set<Buffered>()

/** Prints it, or buffers it where the work that prints is of a lane that waits. */
export function print(text: string | Uint8Array): void {
  const own = lane.getStore()
  if (own?.isBuffered) own.text += typeof text === 'string' ? text : Buffer.from(text).toString()
  else process.stdout.write(text)
}

export const printLine = (line: string): void => print(`${line}\n`)

/** What the lanes that wait have printed so far; nothing may be in the middle of its own output. */
export function printBuffered(): void {
  for (const one of bufferedLanes) {
    process.stdout.write(one.text)
    one.text = ''
  }
}

/**
 * Runs `first`, which prints as it goes, and beside it the others, which wait. `first` calls `printBuffered` between its steps; when
 * it has ended, the others print as they go, too.
 */
export async function sideBySide(first: () => Promise<void>, ...others: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = others.map((work) => {
    const own: Buffered = { text: '', isBuffered: true }
    bufferedLanes.add(own)
    return { own, ended: lane.run(own, work) }
  })
  await first()
  for (const { own, ended } of waiting) {
    printBuffered()
    own.isBuffered = false
    await ended
  }
  bufferedLanes.clear()
}

// A run that is interrupted says what it was about.
process.once('exit', printBuffered)
