// What a screen gets when the server refuses, is silent or is not there.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ApiProblem, call, connect } from './client.ts'

const answer = (status: number, body: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })),
  )
const failure = (path = '/api/x', options = {}) =>
  call(path, options).then(
    () => expect.unreachable(),
    (error: unknown) => error as ApiProblem,
  )

afterEach(() => {
  vi.unstubAllGlobals()
  connect({ token: () => null, onUnauthenticated: () => {} })
})

describe('call', () => {
  it('keeps code, fields, rule and figures of a refusal', async () => {
    answer(422, {
      code: 'RULE_BLOCKED',
      status: 422,
      title: 'x',
      detail: 'Asks 1,300 kg, 1,180 kg left.',
      ruleId: 'BR-09',
      figures: { askedKg: 1300, leftKg: 1180 },
      requestId: 'r1',
    })
    expect(await failure()).toMatchObject({
      code: 'RULE_BLOCKED',
      status: 422,
      message: 'Asks 1,300 kg, 1,180 kg left.',
      ruleId: 'BR-09',
      figures: { askedKg: 1300, leftKg: 1180 },
      requestId: 'r1',
      isPassing: false,
    })
  })
  it('says UNREADABLE, not a crash, when a proxy answers with a page', async () => {
    answer(502, '<html>Bad gateway</html>')
    expect(await failure()).toMatchObject({ code: 'UNREADABLE', status: 502, isPassing: true })
  })
  it('says OFFLINE when nothing answers', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => {
        throw new TypeError('Failed to fetch')
      }),
    )
    expect(await failure()).toMatchObject({ code: 'OFFLINE', isPassing: true })
  })
  it('tells the session when the token is no longer accepted', async () => {
    const onUnauthenticated = vi.fn()
    connect({ token: () => 'old', onUnauthenticated })
    answer(401, { code: 'UNAUTHENTICATED', status: 401, title: 'Please sign in.' })
    await failure()
    expect(onUnauthenticated).toHaveBeenCalledOnce()
  })
  it('tells the session when the person may not come in any more, and not when only this call was refused', async () => {
    const onRefused = vi.fn()
    connect({ token: () => 'good', onUnauthenticated: () => {}, onRefused })
    answer(403, { code: 'FORBIDDEN', status: 403, title: 'x', detail: 'Your role does not allow this.' })
    await failure()
    expect(onRefused).not.toHaveBeenCalled()
    answer(403, { code: 'FORBIDDEN', status: 403, title: 'x', detail: 'You are not allowed to login.' })
    await failure()
    expect(onRefused).toHaveBeenCalledOnce()
  })
  it('sends token, version and idempotency key, and reads the answer', async () => {
    answer(200, { ok: 1 })
    connect({ token: () => 'abc', onUnauthenticated: () => {} })
    expect(await call('/api/x', { method: 'PATCH', body: { a: 1 }, version: 3, idempotencyKey: 'k', query: new URLSearchParams({ q: 'é' }) })).toEqual({
      ok: 1,
    })
    const [url, init] = vi.mocked(fetch).mock.calls[0] as [string, RequestInit]
    expect(url).toBe('/api/x?q=%C3%A9')
    expect(init.body).toBe('{"a":1}')
    expect(Object.fromEntries(init.headers as Headers)).toMatchObject({
      authorization: 'Bearer abc',
      'if-match': '"3"',
      'idempotency-key': 'k',
      'content-type': 'application/json',
      // What a screen makes is stored as made by a screen (source WEB).
      'x-client': 'web',
    })
  })
})
