// Shares of connections: whoever waits for a locked row keeps neither other tenants nor readers nor writers of other records waiting.
import { describe, expect, it } from 'vitest'
import { type Claim, ConnectionTurns, NoConnectionFree } from './connection-turns.ts'

/** Takes turns that last until they are released, and reports which have started. */
function stage(connections: number, waitMs = 5000) {
  const turns = new ConnectionTurns(connections, waitMs)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const take = (name: string, claim: Claim) => {
    const taken = turns.take(claim, async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
    })
    // Some wait when their test is over, and are refused after it.
    taken.catch(() => {})
    return taken
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { take, started, end, settle, turns }
}

describe('turns at connections', () => {
  it('refuse whoever waited too long, and forget them', async () => {
    const { take, started, end } = stage(1, 20)
    const first = take('a', {})
    await expect(take('b', {})).rejects.toThrow(NoConnectionFree)
    await end('a')
    await first
    expect(started).toEqual(['a'])
  })
  it('writers of one tenant leave connections to its readers, and to other tenants', async () => {
    const { take, started, settle } = stage(10)
    for (let n = 0; n < 14; n++) void take(`w${n}`, { tenantId: 1, isWrite: true })
    for (let n = 0; n < 2; n++) void take(`r${n}`, { tenantId: 1 })
    void take('other', { tenantId: 2, isWrite: true })
    void take('platform', {})
    await settle()
    expect(started.slice(0, 5)).toEqual(['w0', 'w1', 'w2', 'w3', 'w4'])
    expect(started.slice(5).sort()).toEqual(['other', 'platform', 'r0', 'r1'])
  })
  it('writers of one record use one connection, so that a writer of another record passes them', async () => {
    const { take, started, settle, end } = stage(10)
    for (let n = 0; n < 14; n++) void take(`w${n}`, { tenantId: 1, isWrite: true, record: 'a lot' })
    void take('other lot', { tenantId: 1, isWrite: true, record: 'another' })
    await settle()
    expect(started).toEqual(['w0', 'other lot'])
    await end('w0')
    expect(started).toEqual(['w0', 'other lot', 'w1'])
  })
  it('tenants take turns with each other, whoever has many waiting', async () => {
    const { take, started, settle, end } = stage(1)
    void take('first', { tenantId: 1 })
    for (let n = 0; n < 3; n++) void take(`one${n}`, { tenantId: 1 })
    for (let n = 0; n < 2; n++) void take(`two${n}`, { tenantId: 2 })
    await settle()
    for (const name of ['first', 'one0', 'two0', 'one1', 'two1', 'one2']) await end(name)
    expect(started).toEqual(['first', 'one0', 'two0', 'one1', 'two1', 'one2'])
  })
  it('a failure frees the connection', async () => {
    const { turns } = stage(1)
    await expect(turns.take({}, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await turns.take({}, async () => 'next')).toBe('next')
  })
})
