import { describe, expect, it } from 'vitest'
import { ImportEnds } from './import-ends.ts'

const long = 3_600_000

describe('ImportEnds', () => {
  it('asks once and does not wait for what has ended already', async () => {
    let requested = 0
    await new ImportEnds().wait('a', long, async () => ++requested > 0, long)
    expect(requested).toBe(1)
  })
  it('asks again when the end is noted, also when that was while it asked, and not for another import', async () => {
    const ends = new ImportEnds()
    const requested: string[] = []
    let hasEnded = false
    const waiting = ends.wait(
      'a',
      long,
      async () => {
        requested.push(String(hasEnded))
        // It ends between the question and its answer.
        if (requested.length === 1) queueMicrotask(() => [ends.noted('b'), ends.noted('a')])
        return hasEnded
      },
      long,
    )
    await Promise.resolve()
    hasEnded = true
    await waiting
    expect(requested).toEqual(['false', 'true'])
    // Nobody waits any more.
    ends.noted('a')
  })
  it('gives up after its time, with a last question', async () => {
    let requested = 0
    await new ImportEnds().wait('a', 5, async () => ++requested < 0, 1)
    expect(requested).toBeGreaterThan(1)
  })
})
