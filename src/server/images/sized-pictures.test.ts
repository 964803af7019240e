// Sizes are made once and stored; the picture's bytes are fetched in their turn and not before.
import { describe, expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'
import { SizedPictures, type WishedPicture } from './sized-pictures.ts'

const wish = (hash: string, more: Partial<WishedPicture> = {}): WishedPicture => ({ tenantId: 1, hash, width: 640, quality: 75, format: 'webp', ...more })
function stage({ capacity = 1_000, atOnce = 2 } = {}) {
  const encoded: string[] = []
  let isPaused = false
  const waiting: (() => void)[] = []
  const fetched: string[] = []
  const encode = async ({ bytes }: { bytes: Uint8Array }, width: number) => {
    encoded.push(`${Buffer.from(bytes)} ${width}`)
    if (isPaused) await new Promise<void>((resolve) => waiting.push(resolve))
    return new Uint8Array(400)
  }
  const sized = new SizedPictures(new FairQueue({ atOnce, ofOne: 9, ofAll: 9 }), { encode, capacity })
  const get = (one: WishedPicture) =>
    sized.get(one, async () => {
      fetched.push(one.hash)
      return { bytes: Buffer.from(one.hash) }
    })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const free = () => {
    for (const go of waiting.splice(0)) go()
  }
  return { get, encoded, fetched, settle, pause: () => (isPaused = true), free }
}

describe('SizedPictures', () => {
  it('makes a size once, and again only when it is another', async () => {
    const { get, encoded, fetched } = stage()
    const first = await get(wish('a'))
    expect(await get(wish('a'))).toBe(first)
    await get(wish('a', { width: 750 }))
    expect([encoded, fetched]).toEqual([
      ['a 640', 'a 750'],
      ['a', 'a'],
    ])
  })
  it('keeps one programme’s apart from another’s', async () => {
    const { get, encoded } = stage()
    await get(wish('a'))
    await get(wish('a', { tenantId: 2 }))
    expect(encoded).toHaveLength(2)
  })
  it('works once on what several ask for at once', async () => {
    const { get, encoded } = stage()
    const answers = await Promise.all([get(wish('a')), get(wish('a')), get(wish('a'))])
    expect([new Set(answers).size, encoded]).toEqual([1, ['a 640']])
  })
  it('fetches the bytes of those at work alone', async () => {
    const { get, fetched, settle, pause, free } = stage({ atOnce: 2 })
    pause()
    const all = ['a', 'b', 'c', 'd'].map((hash) => get(wish(hash)))
    await settle()
    expect(fetched).toEqual(['a', 'b'])
    for (const _ of [1, 2]) {
      free()
      await settle()
    }
    await Promise.all(all)
    expect(fetched).toEqual(['a', 'b', 'c', 'd'])
  })
  it('lets go of what was used longest ago when memory is full', async () => {
    const { get, encoded } = stage({ capacity: 1_000 })
    await get(wish('a'))
    await get(wish('b'))
    await get(wish('a'))
    await get(wish('c'))
    await get(wish('a'))
    await get(wish('b'))
    expect(encoded.map((one) => one.slice(0, 1))).toEqual(['a', 'b', 'c', 'b'])
  })
  it('forgets a failure: who asks again gets another try', async () => {
    let isBroken = true
    const sized = new SizedPictures(new FairQueue(), { encode: async () => new Uint8Array(1) })
    const source = async () => {
      if (isBroken) throw new Error('gone')
      return { bytes: new Uint8Array(1) }
    }
    await expect(sized.get(wish('a'), source)).rejects.toThrow('gone')
    isBroken = false
    expect(await sized.get(wish('a'), source)).toHaveLength(1)
  })
})
