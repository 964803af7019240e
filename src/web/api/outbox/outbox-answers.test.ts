// What is entered without a network: answers that say nothing of it, how long it stays on the device, and the first try of a form.
import { describe, expect, it, vi } from 'vitest'
import { notAllowed } from '#domain/tenancy/not-allowed.ts'
import { always, fatima, item, ok, omar, posted, refusal, rowsThere, sent, served, serveOutbox, states } from '../../../../tests/web/outbox-server.ts'
import { call } from '../client.ts'
import { flushOutbox } from './flush.ts'
import { changeItem, countUnsent, eraseOutbox, type NewItem, NotStored, readOutbox, storeItem, unsentCount } from './store.ts'
import { tryItem } from './trying.ts'

serveOutbox()

describe('what says nothing of the content', () => {
  it.each([
    ['a person who may not come in now', 403, 'FORBIDDEN', notAllowed],
    ['a host that is not known', 421, 'UNKNOWN_HOST', 'x'],
    ['a method that is not taken', 405, 'METHOD_NOT_ALLOWED', 'x'],
  ])('refuses nothing: %s', async (_what, status, code, detail) => {
    for (const id of ['a', 'b', 'c']) await storeItem(fatima, item(id))
    served.answer = () => ({ status, body: { code, detail } })
    expect(await flushOutbox(fatima, always)).toEqual({ sent: 0, refused: 0, isSilent: true })
    expect([await states(), sent.length]).toEqual([{ a: 'WAITING', b: 'WAITING', c: 'WAITING' }, 1])
  })
  it('is no answer to whether it is there, and refuses nothing', async () => {
    await storeItem(fatima, item('a'))
    served.answer = ({ method }) => (method === 'POST' ? refusal(409, 'DUPLICATE') : 'no network')
    expect(await flushOutbox(fatima, always)).toMatchObject({ refused: 0, isSilent: true })
    expect(await states()).toEqual({ a: 'WAITING' })
  })
  it.each([
    ['nothing', { status: 204 }],
    ['an empty object', { status: 200, body: {} }],
    ['another record', { status: 201, body: { id: 'z' } }],
  ])('is "fine" with %s: what is sent is named by its id', async (_what, reply) => {
    await storeItem(fatima, item('a'))
    served.answer = () => reply
    await flushOutbox(fatima, always)
    expect(await states()).toEqual({ a: 'WAITING' })
  })
  it.each([
    ['an error of the server', refusal(500, 'INTERNAL')],
    ['a firewall', { status: 403, body: '<html>' }],
  ])('stops the others three times at most: %s at one row', async (_what, reply) => {
    for (const id of ['a', 'b']) await storeItem(fatima, item(id))
    served.answer = ({ body }) => (body.id === 'a' ? reply : ok)
    for (const round of [1, 2]) expect([round, await flushOutbox(fatima, always)]).toEqual([round, { sent: 0, refused: 0, isSilent: true }])
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 1 })
    expect(await states()).toEqual({ a: 'WAITING', b: 'SENT' })
    served.answer = () => ok
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 1 })
  })
})

describe('what stays on the device', () => {
  it('of what was sent is its name alone, for seven days, whoever looks', async () => {
    const { seq } = await storeItem(fatima, item('a', { body: { id: 'a', phone: '+91 98' } }))
    await flushOutbox(fatima, always)
    expect(await readOutbox(fatima)).toMatchObject([{ state: 'SENT', title: 'Farmer a', body: {} }])
    await changeItem(fatima, seq, { sentAt: new Date(Date.now() - 8 * 86_400_000).toISOString() })
    expect(await readOutbox(omar)).toEqual([])
    expect(await rowsThere()).toEqual([])
  })
  it("of a person who does not come back is nothing after ninety days; what is one's own and not sent is never deleted", async () => {
    const { seq } = await storeItem(fatima, item('a'))
    await changeItem(fatima, seq, { storedAt: new Date(Date.now() - 91 * 86_400_000).toISOString() })
    expect(await states()).toEqual({ a: 'WAITING' })
    await readOutbox(omar)
    expect(await rowsThere()).toEqual([])
  })
  it('is nothing after sign-out though the browser takes no note of it', async () => {
    await storeItem(fatima, item('a'))
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => expect.unreachable(), removeItem: () => expect.unreachable() })
    await eraseOutbox(fatima)
    expect(await rowsThere()).toEqual([])
  })
  it('is what was stored after an erasing that was left over, and is counted where the browser takes no note', async () => {
    localStorage.setItem('farmbook:outbox-erase', JSON.stringify([fatima]))
    await storeItem(fatima, item('a'))
    expect(await states()).toEqual({ a: 'WAITING' })
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => expect.unreachable(), removeItem: () => {} })
    await storeItem(fatima, item('b'))
    expect([unsentCount(fatima), await countUnsent(fatima)]).toEqual([2, 2])
  })
  it('is nothing where the database does not open: that is known after five seconds', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('indexedDB', { open: () => ({}) })
    const failed = storeItem(fatima, item('a')).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5_000)
    vi.useRealTimers()
    expect(await failed).toBeInstanceOf(NotStored)
  })
})

describe('a try of a form', () => {
  const turns = (isOpen = true) => {
    const done: string[] = []
    const note = (what: string) => () => void done.push(what)
    return { done, onStored: note('stored'), onAnswer: note('answer'), onWaiting: note('waiting'), onNotStored: note('not stored'), isOpen: () => isOpen }
  }
  const post = (one: NewItem) => () => call(`/api/operators/OP1/${one.entity}`, { method: 'POST', body: one.body, idempotencyKey: one.key })
  const tried = (one: NewItem, turn: ReturnType<typeof turns>, former = false) => tryItem(fatima, one, former, post(one), turn).catch((error: unknown) => error)

  it('is stored before it is sent, and is not sent by others meanwhile', async () => {
    const turn = turns()
    served.answer = async () => {
      expect([await states(), turn.done]).toEqual([{ a: 'TRYING' }, ['stored']])
      expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 0 })
      return ok
    }
    expect(await tried(item('a'), turn)).toEqual({ id: 'a' })
    expect([turn.done, await states(), posted().length]).toEqual([['stored', 'answer'], {}, 1])
  })
  it('waits when its tab was closed, under the same id and key', async () => {
    const { seq } = await storeItem(fatima, item('a'), 'TRYING')
    await changeItem(fatima, seq, { storedAt: new Date(Date.now() - 600_000).toISOString() })
    expect(unsentCount(fatima)).toBe(1)
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 1 })
    expect(sent.map(({ key }) => key)).toEqual(['key-a'])
  })
  it.each([
    ['no network', () => 'no network' as const],
    ['the page of a hotspot', () => ({ status: 200, body: 'Please sign in' })],
    ['a proxy without a server', () => ({ status: 502, body: '<html>' })],
    ['a server that starts', () => refusal(503, 'UNAVAILABLE')],
  ])('waits at %s', async (_what, silence) => {
    const turn = turns()
    served.answer = silence
    await tried(item('a'), turn)
    expect([turn.done, await states()]).toEqual([['stored', 'waiting'], { a: 'WAITING' }])
  })
  it('that is refused is in the form alone; where the form was left it is listed', async () => {
    served.answer = ({ method }) => (method === 'GET' ? refusal(404, 'NOT_FOUND') : refusal(422, 'RULE_BLOCKED'))
    expect(await tried(item('a'), turns())).toMatchObject({ code: 'RULE_BLOCKED' })
    expect(await states()).toEqual({})
    await tried(item('a'), turns(false))
    expect(await states()).toEqual({ a: 'REFUSED' })
  })
  it('of a correction is marked before anything else is done, and of one that had arrived says so', async () => {
    const { seq } = await storeItem(fatima, item('a'))
    await changeItem(fatima, seq, { state: 'REFUSED' })
    await tried(item('a', { key: 'key-a2' }), turns(false), true)
    expect(await states()).toEqual({ a: 'SENT' })
    await storeItem(fatima, item('b'))
    served.answer = ({ method }) => (method === 'GET' ? { status: 200, body: { id: 'b' } } : refusal(409, 'DUPLICATE'))
    expect(await tried(item('b', { key: 'key-b2' }), turns(), true)).toMatchObject({ message: 'It arrived as you first entered it. Change it there.' })
    expect((await readOutbox(fatima))[1]).toMatchObject({ id: 'b', state: 'REFUSED', isThere: true })
  })
  it('of what is there with this very content is answered with what is there', async () => {
    served.answer = ({ method }) => (method === 'GET' ? { status: 200, body: { id: 'a', title: 'Asha' } } : refusal(409, 'DUPLICATE'))
    expect(await tried(item('a'), turns())).toEqual({ id: 'a', title: 'Asha' })
  })
})
