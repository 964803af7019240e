// A server and a device for the tests of what is entered without a network: what was sent, what is answered, and what stands in the database of the device.
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, vi } from 'vitest'
import { connect } from '#web/api/client.ts'
import { type NewItem, readOutbox } from '#web/api/outbox/store.ts'

type Sent = { path: string; body: Record<string, unknown>; key: string | null; token: string | null; method: string }
export const sent: Sent[] = []
type Reply = { status: number; body?: unknown } | 'no network' | 'as sent'
/** As the server does: the id of what it was sent, of an event within it. */
export const ok = 'as sent' as const
export const tokenFor = (user: string, seconds = 900) => `x.${btoa(JSON.stringify({ user, exp: Math.floor(Date.now() / 1000) + seconds }))}.${user}`
export const sessionOf = (user: string) => ({ user: { uid: user, accessToken: tokenFor(user) } })
export const refusal = (status: number, code: string, fields: unknown[] = []) => ({
  status,
  body: { type: 'about:blank', title: code, status, code, detail: `Refused: ${code}`, fields, requestId: 'r' },
})

/** Whose the session of the server is, and what it answers; as it begins anew for each test. */
export const served: { session: object | 'no network'; answer: (one: Sent) => Reply | Promise<Reply> } = { session: {}, answer: () => ok }

/** Before each test a device without anything stored, and a server where Fatima is signed in. */
export function serveOutbox(): void {
  beforeEach(() => {
    sent.length = 0
    served.answer = () => ok
    served.session = sessionOf('fatima')
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
        if (served.session === 'no network') throw new TypeError('Failed to fetch')
        return Response.json(served.session)
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
      const reply = await served.answer(one)
      if (reply === 'no network') throw new TypeError('Failed to fetch')
      const fileId = /\/files\?.*\bid=([^&]+)/.exec(path)?.[1]
      if (reply === 'as sent' && fileId) return Response.json({ id: fileId, name: 'photo.jpg' }, { status: 201 })
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
}

export const [fatima, omar] = ['fatima', 'omar']
export const always = () => true
export const item = (id: string, more: Partial<NewItem> = {}): NewItem => ({
  ...{ id, operator: 'OP1', entity: 'farmer', subject: null, title: `Farmer ${id}`, key: `key-${id}`, capturedAt: '2026-01-14T05:00:00.000Z' },
  body: { id, firstName: id },
  ...more,
})
export const plotOf = (id: string, farmerId: string) => item(id, { entity: 'landparcel', title: `Plot ${id}`, body: { id, farmerId } })
export const eventOf = (id: string, cropId: string) =>
  item(id, {
    entity: 'crop',
    subject: { id: cropId, eventType: 'SOWING' },
    title: 'Cotton',
    body: { id, eventType: 'SOWING', occurredAt: '2026-01-14T05:00:00.000Z', data: {} },
  })
export const states = async (owner = fatima) => Object.fromEntries((await readOutbox(owner)).map(({ id, state }) => [id, state]))
export const posted = () => sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path.replace('/api/operators/OP1/', ''), body.id])

/** Everything in a table of the database, whosever it is. */
export const rowsThere = (table = 'items') =>
  new Promise<unknown>((resolve) => {
    const opening = indexedDB.open('farmbook-outbox', 2)
    opening.onsuccess = () => {
      const all = opening.result.transaction(table).objectStore(table).getAll()
      all.onsuccess = () => {
        opening.result.close()
        resolve(all.result)
      }
    }
  })
