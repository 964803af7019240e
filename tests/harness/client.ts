// Speaking to the app as somebody: `await as('ada').post('/farmer', {...})`. No sockets.
import type { Hono } from 'hono'
import { expectDeclared } from './declared.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer and says itself what it expects
export type Answer = { status: number; body: any; headers: Headers }
export type Client = {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, headers?: Record<string, string>): Promise<Answer>
  /** As it is, for odd requests. */
  send(path: string, init: RequestInit): Promise<Answer>
}

/** `base` is put before paths that do not begin with /api, e.g. '/api/operators/OP1'. */
export function clientOf(app: Hono, host: string, headers: Record<string, string>, base: string): Client {
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const url = `http://${host}${/^\/(api|public|01)\//.test(path) ? path : base + path}`
    const response = await app.request(url, { ...init, headers: { host, ...headers, ...(init.headers as Record<string, string>) } })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    const body = isJson && text ? JSON.parse(text) : text
    expectDeclared(init.method ?? 'GET', new URL(url).pathname, response.status, body)
    return { status: response.status, body, headers: response.headers }
  }
  /** As a client does: what lost to somebody else's change of the same record (503) is sent again. */
  const write = async (path: string, init: RequestInit): Promise<Answer> => {
    for (let more = 50; ; more--) {
      const answer = await send(path, init)
      if (more === 0 || answer.status !== 503 || !String(answer.body?.detail).startsWith('Somebody else is changing')) return answer
    }
  }
  const json = (method: string, body: unknown, more: Record<string, string> = {}): RequestInit =>
    body === undefined ? { method, headers: more } : { method, headers: { 'content-type': 'application/json', ...more }, body: JSON.stringify(body) }
  return {
    send,
    get: (path, more = {}) => send(path, { headers: more }),
    post: (path, body, more) => write(path, json('POST', body, more)),
    patch: (path, body, more) => write(path, json('PATCH', body, more)),
    delete: (path, more = {}) => send(path, { method: 'DELETE', headers: more }),
  }
}
