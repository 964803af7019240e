import { describe, expect, it } from 'vitest'
import { bytesOnce } from './ground-cache.ts'

/** The part of the browser's storage that is used, in the order of storing. */
function stores(isFull = false) {
  const stored = new Map<string, Response>()
  const cache = {
    match: async (key: string) => stored.get(key)?.clone(),
    put: async (key: string, response: Response) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      stored.set(key, response)
    },
    keys: async () => [...stored.keys()],
    delete: async (key: string) => stored.delete(key),
  }
  return { stored, stores: { open: async () => cache } as unknown as Pick<CacheStorage, 'open'> }
}
const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer
const textOf = (data: ArrayBuffer) => new TextDecoder().decode(data)
const offline = async (): Promise<ArrayBuffer> => {
  throw new TypeError('no network')
}
const day = 86_400_000

describe('bytesOnce', () => {
  it('fails like the network where nothing is stored', async () => {
    await expect(bytesOnce('https://t.example/1', offline, stores().stores, 0)).rejects.toThrow('no network')
    await expect(bytesOnce('https://t.example/1', offline, null, 0)).rejects.toThrow('no network')
  })
  it('reads once, and then without a network, also after a month', async () => {
    const { stores: own } = stores()
    expect(textOf(await bytesOnce('https://t.example/1', async () => bytes('fields'), own, 0))).toBe('fields')
    expect(textOf(await bytesOnce('https://t.example/1', offline, own, day))).toBe('fields')
    expect(textOf(await bytesOnce('https://t.example/1', offline, own, 60 * day))).toBe('fields')
    expect(textOf(await bytesOnce('https://t.example/1', async () => bytes('new fields'), own, 60 * day))).toBe('new fields')
  })
  it('draws all the same where nothing can be stored', async () => {
    expect(textOf(await bytesOnce('https://t.example/1', async () => bytes('fields'), stores(true).stores, 0))).toBe('fields')
  })
  it('removes the oldest when there are many', async () => {
    const { stores: own, stored } = stores()
    for (let at = 0; at <= 3000; at++) await bytesOnce(`https://t.example/${at}`, async () => bytes('x'), own, 0)
    await expect.poll(() => stored.size).toBeLessThan(3000)
    expect(stored.has('https://t.example/0')).toBe(false)
    expect(stored.has('https://t.example/3000')).toBe(true)
  })
})
