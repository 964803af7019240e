// Turns at encoding: never more at once than allowed, programmes by turns, queues that end.
import { describe, expect, it } from 'vitest'
import { Problem } from '#domain/kernel/problems.ts'
import { FairQueue } from './fair-queue.ts'

/** Work that lasts until it is asked to end. */
function bench(queue: FairQueue) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, tenantId: number) =>
    queue.take(tenantId, () => {
      started.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)?.()
    ends.delete(name)
    await settle()
  }
  return { started, start, end, settle, atWork: () => [...ends.keys()] }
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? [error.code, error.details.headers] : error),
  )

describe('Turns', () => {
  it('refuses a programme whose queue is full (TOO_MANY), then everybody when all queues are (UNAVAILABLE), and says when to come back', async () => {
    const { start, settle } = bench(new FairQueue({ atOnce: 1, ofOne: 2, ofAll: 3 }))
    for (const name of ['a', 'b', 'c']) void start(name, 1)
    await settle()
    expect(await codeOf(start('d', 1))).toEqual(['TOO_MANY', { 'Retry-After': '5' }])
    void start('e', 2)
    expect(await codeOf(start('f', 3))).toEqual(['UNAVAILABLE', { 'Retry-After': '5' }])
  })
  it('never has more at work than allowed, also when somebody comes just as a place is passed on', async () => {
    const queue = new FairQueue({ atOnce: 2, ofOne: 9, ofAll: 9 })
    const { start, end, settle, atWork, started } = bench(queue)
    for (const name of ['a', 'b', 'c']) void start(name, 1)
    await settle()
    expect(atWork()).toEqual(['a', 'b'])
    const ended = end('a')
    // Neither before nor after those who were woken had the chance to go on.
    for (let tick = 0; tick < 4; tick++) {
      void start(`late-${tick}`, 2)
      await Promise.resolve()
    }
    await ended
    expect(atWork()).toHaveLength(2)
    expect(started.slice(0, 3)).toEqual(['a', 'b', 'c'])
  })
  it('lets programmes take turns, whoever has many waiting', async () => {
    const { start, end, started, settle } = bench(new FairQueue({ atOnce: 1, ofOne: 9, ofAll: 9 }))
    for (const name of ['a1', 'a2', 'a3', 'a4']) void start(name, 1)
    for (const name of ['b1', 'b2']) void start(name, 2)
    await settle()
    for (const name of ['a1', 'a2', 'b1', 'a3', 'b2', 'a4']) await end(name)
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
  })
  it('passes the place on when the work fails', async () => {
    const queue = new FairQueue({ atOnce: 1, ofOne: 1, ofAll: 1 })
    const failing = queue.take(1, () => Promise.reject(new Error('damaged')))
    const next = queue.take(1, async () => 'next')
    await expect(failing).rejects.toThrow('damaged')
    expect(await next).toBe('next')
    expect(await queue.take(1, async () => 'and after')).toBe('and after')
  })
})
