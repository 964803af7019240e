// What is entered without a network: stored for one person, sent once each and in order, refused without blocking what does not depend on it, and never lost.
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from '../client.ts'
import { blockedBy, flushOutbox, problemOfItem } from './flush.ts'
import { changeItem, deleteItem, eraseOutbox, type NewItem, NotStored, onOutboxChange, readOutbox, storeItem, unsentCount } from './store.ts'

type Sent = { path: string; body: Record<string, unknown>; key: string | null; token: string | null; method: string }
let sent: Sent[]
let answer: (one: Sent) => { status: number; body?: unknown } | 'no network' | Promise<{ status: number; body?: unknown }>
const ok = { status: 201, body: {} }
const refusal = (status: number, code: string, fields: unknown[] = []) => ({
  status,
  body: { type: 'about:blank', title: code, status, code, detail: `Refused: ${code}`, fields, requestId: 'r' },
})

beforeEach(() => {
  sent = []
  answer = () => ok
  const memory = new Map<string, string>()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
    removeItem: (key: string) => void memory.delete(key),
  })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const one = {
      path,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : {},
      key: headers.get('idempotency-key'),
      token: headers.get('authorization'),
      method: init.method ?? 'GET',
    }
    sent.push(one)
    const reply = await answer(one)
    if (reply === 'no network') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(reply.body ?? {}), { status: reply.status, headers: { 'content-type': 'application/json' } })
  })
  connect({ token: () => 'of-fatima', onUnauthenticated: () => {} })
})
afterEach(() => vi.unstubAllGlobals())

const [fatima, omar] = ['fatima', 'omar']
const always = () => true
const item = (id: string, more: Partial<NewItem> = {}): NewItem => ({
  ...{ id, operator: 'OP1', entity: 'farmer', subject: null, title: `Farmer ${id}`, key: `key-${id}`, capturedAt: '2026-01-14T05:00:00.000Z' },
  body: { id, firstName: id },
  ...more,
})
const plotOf = (id: string, farmerId: string) => item(id, { entity: 'landparcel', title: `Plot ${id}`, body: { id, farmerId } })
const eventOf = (id: string, cropId: string) =>
  item(id, {
    entity: 'crop',
    subject: { id: cropId, eventType: 'SOWING' },
    title: 'Cotton',
    body: { id, eventType: 'SOWING', occurredAt: '2026-01-14T05:00:00.000Z', data: {} },
  })
const states = async (owner = fatima) => Object.fromEntries((await readOutbox(owner)).map(({ id, state }) => [id, state]))
const posted = () => sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path.replace('/api/operators/OP1/', ''), body.id])

describe('what is stored', () => {
  it('is not lost where there is no room, which is said: what is there stays as it was', async () => {
    await storeItem(fatima, item('a'))
    const add = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
    const failed = await storeItem(fatima, item('b')).catch((error: unknown) => error)
    add.mockRestore()
    expect(failed).toBeInstanceOf(NotStored)
    expect((failed as NotStored).isFull).toBe(true)
    expect(await states()).toEqual({ a: 'WAITING' })
  })
  it('is refused where the browser stores nothing', async () => {
    vi.stubGlobal('indexedDB', { open: () => expect.unreachable() })
    await expect(storeItem(fatima, item('a'))).rejects.toMatchObject({ name: 'NotStored', isFull: false })
  })
  it('is of one person: nobody else reads, changes, deletes or sends it', async () => {
    const { seq } = await storeItem(fatima, item('a'))
    expect(await readOutbox(omar)).toEqual([])
    await changeItem(omar, seq, { state: 'SENT' })
    await deleteItem(omar, seq)
    expect(await flushOutbox(omar, always)).toEqual({ sent: 0, refused: 0, isSilent: false })
    expect([sent, await states(), unsentCount(fatima), unsentCount(omar)]).toEqual([[], { a: 'WAITING' }, 1, 0])
  })
  it('is erased at sign-out, also where the page was left before that had ended', async () => {
    await storeItem(fatima, item('a'))
    await storeItem(omar, item('b'))
    await eraseOutbox(fatima)
    expect([await states(), await states(omar), unsentCount(fatima)]).toEqual([{}, { b: 'WAITING' }, 0])
    await storeItem(fatima, item('c'))
    const working = indexedDB
    vi.stubGlobal('indexedDB', { open: () => expect.unreachable() })
    await eraseOutbox(fatima)
    vi.stubGlobal('indexedDB', working)
    expect([await states(omar), await states()]).toEqual([{ b: 'WAITING' }, {}])
  })
  it('is counted, and whoever shows it hears of each change', async () => {
    const heard = vi.fn()
    const end = onOutboxChange(heard)
    const { seq } = await storeItem(fatima, item('a'))
    expect([heard.mock.calls.length, unsentCount(fatima)]).toEqual([1, 1])
    await deleteItem(fatima, seq)
    expect([heard.mock.calls.length, unsentCount(fatima)]).toEqual([2, 0])
    end()
    await storeItem(fatima, item('b'))
    expect(heard).toHaveBeenCalledTimes(2)
  })
})

describe('sending', () => {
  it('is in the order of entry, each under its own key and as it was entered', async () => {
    const [farmer, plot, event] = [item('a'), plotOf('b', 'a'), eventOf('c', 'crop-1')]
    for (const one of [farmer, plot, event]) await storeItem(fatima, one)
    expect(await flushOutbox(fatima, always)).toEqual({ sent: 3, refused: 0, isSilent: false })
    expect(sent.map(({ path, body, key }) => ({ path, body, key }))).toEqual([
      { path: '/api/operators/OP1/farmer', body: farmer.body, key: 'key-a' },
      { path: '/api/operators/OP1/landparcel', body: plot.body, key: 'key-b' },
      { path: '/api/operators/OP1/crop/crop-1/events', body: event.body, key: 'key-c' },
    ])
    expect([await states(), unsentCount(fatima)]).toEqual([{ a: 'SENT', b: 'SENT', c: 'SENT' }, 0])
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 0 })
    expect(sent).toHaveLength(3)
  })
  it('is once though two begin at the same time', async () => {
    for (const id of ['a', 'b', 'c']) await storeItem(fatima, item(id))
    const both = await Promise.all([flushOutbox(fatima, always), flushOutbox(fatima, always)])
    expect(both.map((one) => one?.sent ?? null).sort()).toEqual([3, null])
    expect(posted().map(([, id]) => id)).toEqual(['a', 'b', 'c'])
  })
  it.each([
    ['no network', () => 'no network' as const],
    ['a service that is not ready', () => refusal(503, 'UNAVAILABLE')],
    ['a session that has ended', () => refusal(401, 'UNAUTHENTICATED')],
    ['too many calls', () => refusal(429, 'RATE_LIMITED')],
    ['the page of a proxy', () => ({ status: 404, body: 'Please sign in to this hotspot' })],
  ])('stops at %s: nothing is lost or refused, and the next time it is the same under the same key', async (_what, silence) => {
    for (const id of ['a', 'b']) await storeItem(fatima, item(id))
    answer = silence
    expect(await flushOutbox(fatima, always)).toEqual({ sent: 0, refused: 0, isSilent: true })
    expect([await states(), posted().length]).toEqual([{ a: 'WAITING', b: 'WAITING' }, 1])
    answer = () => ok
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 2 })
    expect(sent.filter(({ method }) => method === 'POST').map(({ key }) => key)).toEqual(['key-a', 'key-a', 'key-b'])
  })
  it('goes on past what is refused, but for what depends on it, which says so and goes after the correction', async () => {
    for (const one of [item('a'), plotOf('b', 'a'), item('c'), plotOf('d', 'c')]) await storeItem(fatima, one)
    const fields = [{ path: 'phone', code: 'format', message: 'Not a telephone number.' }]
    answer = ({ method, body }) => (method === 'GET' ? refusal(404, 'NOT_FOUND') : body.id === 'a' ? refusal(400, 'VALIDATION', fields) : ok)
    expect(await flushOutbox(fatima, always)).toEqual({ sent: 2, refused: 1, isSilent: false })
    expect(await states()).toEqual({ a: 'REFUSED', b: 'WAITING', c: 'SENT', d: 'SENT' })
    const all = await readOutbox(fatima)
    const [farmer, plot] = all
    expect(problemOfItem(farmer as never)).toMatchObject({ code: 'VALIDATION', status: 400, message: 'Refused: VALIDATION', fields })
    expect(blockedBy(plot as never, all)?.id).toBe('a')
    // Refused once, it is not tried again by itself.
    sent = []
    await flushOutbox(fatima, always)
    expect(sent).toEqual([])
    answer = () => ok
    await storeItem(fatima, item('a', { body: { id: 'a', phone: '+91 1' }, key: 'key-a2' }))
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 2, refused: 0 })
    expect(sent.map(({ body, key }) => [body.id, key])).toEqual([
      ['a', 'key-a2'],
      ['b', 'key-b'],
    ])
  })
  it('counts as sent what an earlier try had brought, though its answer and its key are lost', async () => {
    await storeItem(fatima, eventOf('c', 'crop-1'))
    answer = ({ method, path }) => (method === 'POST' ? refusal(409, 'DUPLICATE') : path.endsWith('/crop/crop-1/events/c') ? ok : refusal(404, 'NOT_FOUND'))
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 1, refused: 0 })
    expect(await states()).toEqual({ c: 'SENT' })
  })
  it('ends when somebody else signs in, before the next is sent', async () => {
    for (const id of ['a', 'b']) await storeItem(fatima, item(id))
    let isHere = true
    answer = () => {
      isHere = false
      return ok
    }
    expect(await flushOutbox(fatima, () => isHere)).toMatchObject({ sent: 1 })
    expect(await states()).toEqual({ a: 'SENT', b: 'WAITING' })
  })
  it('leaves out what was deleted meanwhile, and takes along what was entered meanwhile', async () => {
    await storeItem(fatima, item('a'))
    const second = await storeItem(fatima, item('b'))
    answer = async ({ body }) => {
      if (body.id === 'a') {
        await deleteItem(fatima, second.seq)
        await storeItem(fatima, item('c'))
      }
      return ok
    }
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 2 })
    expect(posted().map(([, id]) => id)).toEqual(['a', 'c'])
  })
})
