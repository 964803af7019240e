import { describe, expect, it } from 'vitest'
import { ImportEnds } from './import-ends.ts'

const long = 3_600_000

describe('ImportEnds', () => {
  it('asks once and does not wait for what has ended already', async () => {
    let asked = 0
    await new ImportEnds().wait('a', long, async () => ++asked > 0, long)
    expect(asked).toBe(1)
  })
  it('asks again when the end is noted, also when that was while it asked, and not for another import', async () => {
    const ends = new ImportEnds()
    const asked: string[] = []
    let hasEnded = false
    const waiting = ends.wait(
      'a',
      long,
      async () => {
        asked.push(String(hasEnded))
        // It ends between the question and its answer.
        if (asked.length === 1) queueMicrotask(() => [ends.noted('b'), ends.noted('a')])
        return hasEnded
      },
      long,
    )
    await Promise.resolve()
    hasEnded = true
    await waiting
    expect(asked).toEqual(['false', 'true'])
    // Nobody waits any more.
    ends.noted('a')
  })
  it('gives up after its time, with a last question', async () => {
    let asked = 0
    await new ImportEnds().wait('a', 5, async () => ++asked < 0, 1)
    expect(asked).toBeGreaterThan(1)
  })
})
