// What is entered without a network: stored for one person, sent once each and in order, refused without blocking what does not depend on it, and never lost.
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notAllowed } from '#domain/tenancy/not-allowed.ts'
import { call, connect } from '../client.ts'
import { blockedBy, flushOutbox } from './flush.ts'
import { problemOfItem } from './outcome.ts'
import { changeItem, countUnsent, deleteItem, eraseOutbox, type NewItem, NotStored, onOutboxChange, readOutbox, storeItem, unsentCount } from './store.ts'
import { tryItem } from './trying.ts'

type Sent = { path: string; body: Record<string, unknown>; key: string | null; token: string | null; method: string }
let sent: Sent[]
type Reply = { status: number; body?: unknown } | 'no network' | 'as sent'
let answer: (one: Sent) => Reply | Promise<Reply>
/** As the server does: the id of what it was sent, of an event within it. */
const ok = 'as sent' as const
/** Whom the server's session is of. */
let session: object | 'no network'
const tokenFor = (user: string, seconds = 900) => `x.${btoa(JSON.stringify({ user, exp: Math.floor(Date.now() / 1000) + seconds }))}.${user}`
const sessionOf = (user: string) => ({ user: { uid: user, accessToken: tokenFor(user) } })
const refusal = (status: number, code: string, fields: unknown[] = []) => ({
  status,
  body: { type: 'about:blank', title: code, status, code, detail: `Refused: ${code}`, fields, requestId: 'r' },
})

beforeEach(() => {
  sent = []
  answer = () => ok
  session = sessionOf('fatima')
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
    if (path === '/api/auth/session') {
      if (session === 'no network') throw new TypeError('Failed to fetch')
      return Response.json(session)
    }
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
    if (reply === 'as sent')
      return Response.json(path.endsWith('/events') ? { event: { id: one.body.id }, findings: [] } : { id: one.body.id }, { status: 201 })
    return new Response(reply.status === 204 ? null : JSON.stringify(reply.body ?? {}), {
      status: reply.status,
      headers: { 'content-type': 'application/json' },
    })
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
    answer = ({ method, path }) =>
      method === 'POST' ? refusal(409, 'DUPLICATE') : path.endsWith('/crop/crop-1/events/c') ? { status: 200, body: { id: 'c' } } : refusal(404, 'NOT_FOUND')
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

describe('whose rows are sent', () => {
  const only = async (id: string) => storeItem(fatima, item(id))
  it.each([
    ['somebody else', sessionOf('omar')],
    ['nobody', {}],
    ['the same person with a token that has ended', { user: { uid: 'fatima', accessToken: tokenFor('fatima', 10) } }],
  ])('are not while the session of the browser is of %s: nothing leaves the device', async (_who, whose) => {
    await only('a')
    session = whose
    // What this tab still believes does not count.
    expect(await flushOutbox(fatima, always)).toEqual({ sent: 0, refused: 0, isSilent: false, isOther: true })
    expect([sent, await states()]).toEqual([[], { a: 'WAITING' }])
  })
  it('are not while the server does not say whose the session is', async () => {
    await only('a')
    session = 'no network'
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
    session = { user: { uid: 'fatima', accessToken: tokenFor(undefined as never) } }
    const answerOf = (id: string) => ({
      ...{ allow: true, operator: 'OP1', operators: [], roles: ['FIELD_OFFICER'], tenantId: '1', expiresAt: null },
      user: { id, name: 'N', email: null, grants: [{ role: 'FIELD_OFFICER' }] },
    })
    answer = ({ path }) => (path === '/api/auth' ? { status: 200, body: answerOf(omar) } : ok)
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 0, isOther: true })
    answer = ({ path }) => (path === '/api/auth' ? { status: 200, body: answerOf(fatima) } : ok)
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 1 })
  })
})

describe('a correction', () => {
  it('that was stored while the former content was on its way is not taken for sent', async () => {
    await storeItem(fatima, item('a'))
    const server = new Map<unknown, unknown>()
    answer = async ({ method, path, body }) => {
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
    answer = ({ method, body }) => (method === 'GET' ? { status: 200, body: { id: 'a' } } : body.id === 'a' ? refusal(409, 'DUPLICATE') : ok)
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
    answer = ({ method }) => (method === 'GET' ? { status: 200, body: { id: 'a' } } : refusal(409, 'DUPLICATE'))
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
    sent = []
    await flushOutbox(fatima, always)
    expect(posted().map(([, id]) => id)).toEqual(['x', 'y'])
  })
})

describe('what says nothing of the content', () => {
  it.each([
    ['a person who may not come in now', 403, 'FORBIDDEN', notAllowed],
    ['a host that is not known', 421, 'UNKNOWN_HOST', 'x'],
    ['a method that is not taken', 405, 'METHOD_NOT_ALLOWED', 'x'],
  ])('refuses nothing: %s', async (_what, status, code, detail) => {
    for (const id of ['a', 'b', 'c']) await storeItem(fatima, item(id))
    answer = () => ({ status, body: { code, detail } })
    expect(await flushOutbox(fatima, always)).toEqual({ sent: 0, refused: 0, isSilent: true })
    expect([await states(), sent.length]).toEqual([{ a: 'WAITING', b: 'WAITING', c: 'WAITING' }, 1])
  })
  it('is no answer to whether it is there, and refuses nothing', async () => {
    await storeItem(fatima, item('a'))
    answer = ({ method }) => (method === 'POST' ? refusal(409, 'DUPLICATE') : 'no network')
    expect(await flushOutbox(fatima, always)).toMatchObject({ refused: 0, isSilent: true })
    expect(await states()).toEqual({ a: 'WAITING' })
  })
  it.each([
    ['nothing', { status: 204 }],
    ['an empty object', { status: 200, body: {} }],
    ['another record', { status: 201, body: { id: 'z' } }],
  ])('is "fine" with %s: what is sent is named by its id', async (_what, reply) => {
    await storeItem(fatima, item('a'))
    answer = () => reply
    await flushOutbox(fatima, always)
    expect(await states()).toEqual({ a: 'WAITING' })
  })
  it.each([
    ['an error of the server', refusal(500, 'INTERNAL')],
    ['a firewall', { status: 403, body: '<html>' }],
  ])('stops the others three times at most: %s at one row', async (_what, reply) => {
    for (const id of ['a', 'b']) await storeItem(fatima, item(id))
    answer = ({ body }) => (body.id === 'a' ? reply : ok)
    for (const round of [1, 2]) expect([round, await flushOutbox(fatima, always)]).toEqual([round, { sent: 0, refused: 0, isSilent: true }])
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 1 })
    expect(await states()).toEqual({ a: 'WAITING', b: 'SENT' })
    answer = () => ok
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
    answer = async () => {
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
    answer = silence
    await tried(item('a'), turn)
    expect([turn.done, await states()]).toEqual([['stored', 'waiting'], { a: 'WAITING' }])
  })
  it('that is refused is in the form alone; where the form was left it is listed', async () => {
    answer = ({ method }) => (method === 'GET' ? refusal(404, 'NOT_FOUND') : refusal(422, 'RULE_BLOCKED'))
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
    answer = ({ method }) => (method === 'GET' ? { status: 200, body: { id: 'b' } } : refusal(409, 'DUPLICATE'))
    expect(await tried(item('b', { key: 'key-b2' }), turns(), true)).toMatchObject({ message: 'It arrived as you first entered it. Change it there.' })
    expect((await readOutbox(fatima))[1]).toMatchObject({ id: 'b', state: 'REFUSED', isThere: true })
  })
  it('of what is there with this very content is answered with what is there', async () => {
    answer = ({ method }) => (method === 'GET' ? { status: 200, body: { id: 'a', title: 'Asha' } } : refusal(409, 'DUPLICATE'))
    expect(await tried(item('a'), turns())).toEqual({ id: 'a', title: 'Asha' })
  })
})

/** Everything in the database, whosever it is. */
const rowsThere = () =>
  new Promise<unknown>((resolve) => {
    const opening = indexedDB.open('farmbook-outbox', 1)
    opening.onsuccess = () => {
      const all = opening.result.transaction('items').objectStore('items').getAll()
      all.onsuccess = () => {
        opening.result.close()
        resolve(all.result)
      }
    }
  })
