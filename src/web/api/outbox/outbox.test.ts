// What is entered without a network: stored for one person, sent once each and in order, refused without blocking what does not depend on it, and never lost.
import { IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import {
  always,
  eventOf,
  fatima,
  item,
  ok,
  omar,
  plotOf,
  posted,
  refusal,
  sent,
  served,
  serveOutbox,
  sessionOf,
  states,
  tokenFor,
} from '../../../../tests/web/outbox-server.ts'
import { connect } from '../client.ts'
import { flushOutbox } from './flush.ts'
import { blockedBy } from './order.ts'
import { problemOfItem } from './outcome.ts'
import { changeItem, deleteItem, eraseOutbox, NotStored, onOutboxChange, readOutbox, storeItem, unsentCount } from './store.ts'

serveOutbox()

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
    served.answer = silence
    expect(await flushOutbox(fatima, always)).toEqual({ sent: 0, refused: 0, isSilent: true })
    expect([await states(), posted().length]).toEqual([{ a: 'WAITING', b: 'WAITING' }, 1])
    served.answer = () => ok
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 2 })
    expect(sent.filter(({ method }) => method === 'POST').map(({ key }) => key)).toEqual(['key-a', 'key-a', 'key-b'])
  })
  it('goes on past what is refused, but for what depends on it, which says so and goes after the correction', async () => {
    for (const one of [item('a'), plotOf('b', 'a'), item('c'), plotOf('d', 'c')]) await storeItem(fatima, one)
    const fields = [{ path: 'phone', code: 'format', message: 'Not a telephone number.' }]
    served.answer = ({ method, body }) => (method === 'GET' ? refusal(404, 'NOT_FOUND') : body.id === 'a' ? refusal(400, 'VALIDATION', fields) : ok)
    expect(await flushOutbox(fatima, always)).toEqual({ sent: 2, refused: 1, isSilent: false })
    expect(await states()).toEqual({ a: 'REFUSED', b: 'WAITING', c: 'SENT', d: 'SENT' })
    const all = await readOutbox(fatima)
    const [farmer, plot] = all
    expect(problemOfItem(farmer as never)).toMatchObject({ code: 'VALIDATION', status: 400, message: 'Refused: VALIDATION', fields })
    expect(blockedBy(plot as never, all)?.id).toBe('a')
    // Refused once, it is not tried again by itself.
    sent.length = 0
    await flushOutbox(fatima, always)
    expect(sent).toEqual([])
    served.answer = () => ok
    await storeItem(fatima, item('a', { body: { id: 'a', phone: '+91 1' }, key: 'key-a2' }))
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 2, refused: 0 })
    expect(sent.map(({ body, key }) => [body.id, key])).toEqual([
      ['a', 'key-a2'],
      ['b', 'key-b'],
    ])
  })
  it('counts as sent what an earlier try had brought, though its answer and its key are lost', async () => {
    await storeItem(fatima, eventOf('c', 'crop-1'))
    served.answer = ({ method, path }) =>
      method === 'POST' ? refusal(409, 'DUPLICATE') : path.endsWith('/crop/crop-1/events/c') ? { status: 200, body: { id: 'c' } } : refusal(404, 'NOT_FOUND')
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 1, refused: 0 })
    expect(await states()).toEqual({ c: 'SENT' })
  })
  it('ends when somebody else signs in, before the next is sent', async () => {
    for (const id of ['a', 'b']) await storeItem(fatima, item(id))
    let isHere = true
    served.answer = () => {
      isHere = false
      return ok
    }
    expect(await flushOutbox(fatima, () => isHere)).toMatchObject({ sent: 1 })
    expect(await states()).toEqual({ a: 'SENT', b: 'WAITING' })
  })
  it('leaves out what was deleted meanwhile, and takes along what was entered meanwhile', async () => {
    await storeItem(fatima, item('a'))
    const second = await storeItem(fatima, item('b'))
    served.answer = async ({ body }) => {
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

describe('whose rows are sent', () => {
  const only = async (id: string) => storeItem(fatima, item(id))
  it.each([
    ['somebody else', sessionOf('omar')],
    ['nobody', {}],
    ['the same person with a token that has ended', { user: { uid: 'fatima', accessToken: tokenFor('fatima', 10) } }],
  ])('are not while the session of the browser is of %s: nothing leaves the device', async (_who, whose) => {
    await only('a')
    served.session = whose
    // What this tab still believes does not count.
    expect(await flushOutbox(fatima, always)).toEqual({ sent: 0, refused: 0, isSilent: false, isOther: true })
    expect([sent, await states()]).toEqual([[], { a: 'WAITING' }])
  })
  it('are not while the server does not say whose the session is', async () => {
    await only('a')
    served.session = 'no network'
    expect(await flushOutbox(fatima, always)).toEqual({ sent: 0, refused: 0, isSilent: true })
    expect(sent).toEqual([])
  })
  it('are by the token of that session, also where this tab has none and its call would go by a cookie', async () => {
    await only('a')
    connect({ token: () => null, onUnauthenticated: () => {} })
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 1 })
    expect(sent.map(({ token }) => token?.endsWith('.fatima'))).toEqual([true])
  })
  it('are those of the person that the server names where the token does not', async () => {
    await only('a')
    served.session = { user: { uid: 'fatima', accessToken: tokenFor(undefined as never) } }
    const answerOf = (id: string) => ({
      ...{ allow: true, operator: 'OP1', operators: [], roles: ['FIELD_OFFICER'], tenantId: '1', expiresAt: null },
      user: { id, name: 'N', email: null, grants: [{ role: 'FIELD_OFFICER' }] },
    })
    served.answer = ({ path }) => (path === '/api/auth' ? { status: 200, body: answerOf(omar) } : ok)
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 0, isOther: true })
    served.answer = ({ path }) => (path === '/api/auth' ? { status: 200, body: answerOf(fatima) } : ok)
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 1 })
  })
})

describe('a correction', () => {
  it('that was stored while the former content was on its way is not taken for sent', async () => {
    await storeItem(fatima, item('a'))
    const server = new Map<unknown, unknown>()
    served.answer = async ({ method, path, body }) => {
      if (method === 'GET') return server.has(path.split('/').at(-1)) ? { status: 200, body: { id: 'a' } } : refusal(404, 'NOT_FOUND')
      if (server.has(body.id)) return refusal(409, 'DUPLICATE')
      server.set(body.id, body)
      await storeItem(fatima, item('a', { key: 'key-a2', body: { id: 'a', firstName: 'corrected' } }))
      return ok
    }
    await flushOutbox(fatima, always)
    expect(await readOutbox(fatima)).toMatchObject([{ state: 'REFUSED', isThere: true, body: { firstName: 'corrected' } }])
    expect(server.get('a')).toMatchObject({ firstName: 'a' })
  })
  it('of what had arrived without an answer says so, and what names the record goes on', async () => {
    await storeItem(fatima, item('a'))
    await storeItem(fatima, plotOf('b', 'a'))
    await storeItem(fatima, item('a', { key: 'key-a2', body: { id: 'a', firstName: 'corrected' } }))
    served.answer = ({ method, body }) => (method === 'GET' ? { status: 200, body: { id: 'a' } } : body.id === 'a' ? refusal(409, 'DUPLICATE') : ok)
    expect(await flushOutbox(fatima, always)).toEqual({ sent: 1, refused: 1, isSilent: false })
    const [farmer] = await readOutbox(fatima)
    expect(farmer).toMatchObject({ state: 'REFUSED', isThere: true, body: { firstName: 'corrected' } })
    expect(problemOfItem(farmer as never)?.message).toBe('It arrived as you first entered it. Change it there.')
    expect(await states()).toEqual({ a: 'REFUSED', b: 'SENT' })
  })
  it('of what was sent is no more taken for sent', async () => {
    await storeItem(fatima, item('a'))
    await flushOutbox(fatima, always)
    await storeItem(fatima, item('a', { key: 'key-a2' }))
    served.answer = ({ method }) => (method === 'GET' ? { status: 200, body: { id: 'a' } } : refusal(409, 'DUPLICATE'))
    await flushOutbox(fatima, always)
    expect(await readOutbox(fatima)).toMatchObject([{ state: 'REFUSED', isThere: true }])
  })
  it('that names what was entered later goes after it; of two that name each other the earlier goes first', async () => {
    await storeItem(fatima, plotOf('plot', 'somebody'))
    await storeItem(fatima, item('farmer'))
    await storeItem(fatima, { ...plotOf('plot', 'farmer'), key: 'key-2' })
    await flushOutbox(fatima, always)
    expect(posted().map(([, id]) => id)).toEqual(['farmer', 'plot'])
    for (const [one, other] of [['x', 'y'] as const, ['y', 'x'] as const]) await storeItem(fatima, plotOf(one, other))
    sent.length = 0
    await flushOutbox(fatima, always)
    expect(posted().map(([, id]) => id)).toEqual(['x', 'y'])
  })
})
