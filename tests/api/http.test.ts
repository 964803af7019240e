// What is true of every address: the gate of hosts, headers, the built web, and what those who run it ask for.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { flawsOf } from '../harness/conforms.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let app: Hono
const folder = mkdtempSync(join(tmpdir(), 'farmbook-web-'))
const script = `console.log(${JSON.stringify('x'.repeat(3000))})`
beforeAll(async () => {
  world = await openWorld()
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html><title>Farmbook</title>')
  writeFileSync(join(folder, 'dist', 'assets', 'main-abc123.js'), script)
  writeFileSync(join(folder, 'dist', '.stamp'), 'hidden')
  writeFileSync(join(folder, 'secret.txt'), 'outside')
  app = createApp({ ...world.deps, webFolder: join(folder, 'dist'), isSecure: true, metricsToken: 'm'.repeat(20) })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(`http://${world.tenants.cotton.subdomain}.farmbook.test${path}`, { method, headers })

describe('the built web', () => {
  it('answers every address of the product with the page, to be asked again each time', async () => {
    for (const path of ['/', '/private/farmbook/OP1/farmer', '/public/login', '/private/farmbook/OP1/landparcel/0199/edit']) {
      const response = await get(path)
      expect([path, response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ])
      expect(await response.text()).toContain('<title>Farmbook</title>')
    }
  })
  it('serves files of the build for ever, compressed, and not again when known', async () => {
    const response = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip, br' })
    expect([response.status, response.headers.get('cache-control'), response.headers.get('content-type'), response.headers.get('content-encoding')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
      'gzip',
    ])
    expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(script)
    expect((await get('/assets/main-abc123.js', { 'if-none-match': response.headers.get('etag') ?? '' })).status).toBe(304)
    expect(await (await get('/assets/main-abc123.js', {}, 'HEAD')).text()).toBe('')
  })
  it('gives nothing that is not of the build (404), and no other method (405)', async () => {
    for (const path of [
      '/assets/gone.js',
      '/.stamp',
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/%00',
      '/%zz',
      '/index.html%00.js',
    ]) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, expect.toBeOneOf([200, 404])])
      expect([path, await response.text()]).toEqual([path, expect.not.stringContaining('outside')])
    }
    expect((await get('/.stamp')).status).toBe(404)
    expect((await get('/', {}, 'POST')).status).toBe(405)
  })
})

describe('a host that is no programme’s', () => {
  const at = (host: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.request(`http://x${path}`, { method, headers: { host, ...headers } })
  const paths = [
    '/',
    '/index.html',
    '/assets/main-abc123.js',
    '/public/login',
    '/private/farmbook/OP1/farmer',
    '/api/docs',
    '/api/openapi.json',
    '/api/nothing',
    '/_image',
  ]
  it.each(['evil.test', 'farmbook.test', 'a.unknown.farmbook.test', ''])('%j gets nothing of the product, whatever is asked (421)', async (host) => {
    for (const path of paths) {
      const answer = await at(host, path)
      expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([path, 421, 'UNKNOWN_HOST'])
    }
  })
  it('below our own domain gets no data, picture or finished page of anybody, and nothing to write to (421)', async () => {
    const requested: [string, string][] = [
      ...[
        '/api/auth',
        '/api/auth/session',
        '/api/tenant/unknown',
        '/api/docs',
        '/api/nothing',
        '/_image',
        '/files/x',
        '/public/crop/x',
        '/public/batch/x/label',
      ].map((path): [string, string] => ['GET', path]),
      ['POST', '/'],
      ['POST', '/api/auth/signin/oidc'],
      ['PUT', '/public/login'],
    ]
    for (const [method, path] of requested) {
      const answer = await at('unknown.farmbook.test', path, {}, method)
      expect([method, path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([method, path, 421, 'UNKNOWN_HOST'])
    }
  })
  it('below our own domain gets the pages of the web, which show the default programme', async () => {
    const known = `${world.tenants.cotton.subdomain}.farmbook.test`
    for (const path of ['/', '/public/login', '/private/farmbook/OP1/farmer/list', '/assets/main-abc123.js']) {
      const [here, there] = [await at('unknown.farmbook.test', path), await at(known, path)]
      expect([path, here.status, await here.text()]).toEqual([path, 200, await there.text()])
    }
  })
  it('does not become a programme’s by another port than ours (421)', async () => {
    const host = `${world.tenants.cotton.subdomain}.farmbook.test`
    for (const path of ['/', '/api/nothing'])
      expect([(await at(`${host}:8443`, path)).status, (await at(host, path)).status]).toEqual([421, path === '/' ? 200 : 404])
  })
  it('is told to people in a sentence of their language, without a script or a name of anybody', async () => {
    const page = await at('nope.elsewhere.test', '/public/login', { accept: 'text/html,*/*;q=0.8', 'accept-language': 'hi-IN,hi;q=0.9' })
    const words = await page.text()
    expect([page.status, page.headers.get('content-type')]).toEqual([421, 'text/html; charset=utf-8'])
    expect(words).toContain('<h1 style="margin-top:48px">इस पते पर कोई कार्यक्रम नहीं है</h1>')
    expect(words).not.toMatch(/<script|Cotton/)
    expect(await (await at('nope.elsewhere.test', '/', { accept: 'text/html' })).text()).toContain('No programme answers at this address')
  })
})

describe('every answer', () => {
  it('names its request, also when refused, by the caller’s id if that is one', async () => {
    const response = await get('/api/nothing', { 'x-request-id': 'phone-12345678' })
    const body = await response.json()
    expect([response.status, response.headers.get('x-request-id'), (body as { requestId: string }).requestId]).toEqual([
      404,
      'phone-12345678',
      'phone-12345678',
    ])
    expect(flawsOf('Problem', body)).toEqual([])
    expect((await get('/api/nothing', { 'x-request-id': 'a b' })).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
  it('tells browsers what this site never does', async () => {
    for (const path of ['/', '/api/nothing', '/healthz']) {
      const { headers } = await get(path)
      expect(headers.get('content-security-policy')).toContain(`script-src 'self';`)
      expect(headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`)
      expect(headers.get('content-security-policy')).toContain(`img-src 'self' data: blob:;`)
      expect([headers.get('x-content-type-options'), headers.get('x-frame-options'), headers.get('strict-transport-security')]).toEqual([
        'nosniff',
        'DENY',
        'max-age=31536000; includeSubDomains',
      ])
    }
  })
  it('of the API is not kept by anybody', async () => {
    expect((await world.as('ada').get('/farmer')).headers.get('cache-control')).toBe('no-store')
  })
})

describe('for those who run it', () => {
  it('tells that it lives and is ready, at any host', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await app.request(`http://10.0.0.7${path}`)).status).toBe(200)
    expect((await app.request('http://10.0.0.7/metrics', { headers: { authorization: `Bearer ${'m'.repeat(20)}` } })).status).toBe(200)
  })
  it('is not ready when the database does not answer (503)', async () => {
    const broken = createApp({ ...world.deps, database: { ...world.database, ping: () => Promise.reject(new Error('gone')) } })
    expect((await broken.request('http://x/readyz')).status).toBe(503)
    expect((await broken.request('http://x/healthz')).status).toBe(200)
  })
  it('counts by route, and only for the holder of the token (401)', async () => {
    await get('/private/farmbook/OP1/landparcel/0199/edit')
    expect((await get('/metrics')).status).toBe(401)
    expect((await get('/metrics', { authorization: `Bearer ${'n'.repeat(20)}` })).status).toBe(401)
    const text = await (await get('/metrics', { authorization: `Bearer ${'m'.repeat(20)}` })).text()
    expect(text).toMatch(/farmbook_request_seconds_count\{method="GET",route="\/healthz",status="200"\} \d+/)
    // Of what was asked for only the route: figures may have any digits.
    const routes = [...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route)
    expect(routes.filter((route) => route?.includes('0199'))).toEqual([])
  })
  it('has no metrics where no token is set, but in development (404)', async () => {
    const ask = (app: Hono, headers = {}) => app.request('http://x/metrics', { headers })
    expect((await ask(createApp({ ...world.deps }))).status).toBe(404)
    expect((await ask(createApp({ ...world.deps, areMetricsOpen: true }))).status).toBe(200)
    // Of the right length, and a letter beyond ASCII.
    expect((await ask(app, { authorization: `Bearer ${'m'.repeat(19)}é` })).status).toBe(401)
  })
  it('has the contract and a page to read it', async () => {
    const document = (await (await get('/api/openapi.json')).json()) as { openapi: string; paths: object }
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toContain('/api/operators/{operator}/farmer/{id}/events')
    const page = await (await get('/api/docs')).text()
    expect(page).toContain('<h1>Farmbook API</h1>')
    expect(page).not.toMatch(/<script|src=|href="https?:/)
  })
})

describe('a sender that hangs up within a body', () => {
  it.each(['/api/operators/OP1/landowner', '/api/operators/OP1/farmer/import?name=a.csv'])(
    'of %s is no failure of ours: nothing is logged as an error',
    async (path) => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"name": '))
          controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
        },
      })
      const before = world.logged.length
      await world.as('omar').get('/farmer')
      const headers = { 'content-type': path.includes('import') ? 'text/csv' : 'application/json', 'x-test-user': world.people.omar?.id ?? '' }
      const answer = await world.app.request(`http://${world.tenants.cotton.subdomain}.farmbook.test${path}`, {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      } as RequestInit)
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'MALFORMED'])
      expect(world.logged.slice(before)).toEqual([])
    },
  )
})

describe('a failure of ours', () => {
  it('is told in one sentence, logged with its cause, and writes nothing (500 INTERNAL)', async () => {
    const failing = createApp({ ...world.deps, behaviours: { landowner: { prepare: () => Promise.reject(new TypeError('cannot read x of undefined')) } } })
    const { sampleOf } = await import('../samples.ts')
    const { entityOf } = await import('#domain/entities.ts')
    const response = await failing.request(`http://${world.tenants.cotton.subdomain}.farmbook.test/api/operators/OP1/landowner`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-test-user': world.people.ada?.id ?? '' },
      body: JSON.stringify(sampleOf(entityOf('landowner'))),
    })
    const text = await response.text()
    expect([response.status, JSON.parse(text).code]).toEqual([500, 'INTERNAL'])
    expect(text).not.toContain('cannot read x')
    expect(world.logged.at(-1)).toMatchObject({
      level: 'error',
      message: 'INTERNAL',
      details: { requestId: JSON.parse(text).requestId, error: expect.any(TypeError) },
    })
    expect((await world.as('ada', 'OP1').get('/landowner')).body.items).toEqual([])
  })
  it('of the database’s connection is reported as such, to be tried again (503 UNAVAILABLE)', async () => {
    const lost = createApp({
      ...world.deps,
      database: { ...world.database, transaction: () => Promise.reject(Object.assign(new Error('terminating'), { code: '57P01' })) },
    })
    const response = await lost.request(`http://${world.tenants.cotton.subdomain}.farmbook.test/api/operators/OP1/farmer`, {
      headers: { 'x-test-user': world.people.ada?.id ?? '' },
    })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  })
  it('tries a few more times after a deadlock, and tells when the last one fails too', async () => {
    const deadlock = () => Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' }))
    const appWith = (failures: number) => {
      const count = { calls: 0 }
      const database: typeof world.database = {
        ...world.database,
        transaction: (tenant, work) => (++count.calls <= failures ? deadlock() : world.database.transaction(tenant, work)),
      }
      return { app: createApp({ ...world.deps, database }), count }
    }
    const [later, never] = [appWith(4), appWith(99)]
    const ask = (to: Hono) =>
      to.request(`http://${world.tenants.cotton.subdomain}.farmbook.test/api/operators/OP1/farmer`, { headers: { 'x-test-user': world.people.ada?.id ?? '' } })
    await world.as('ada').get('/farmer')
    expect([(await ask(later.app)).status, later.count.calls]).toEqual([200, 5])
    const refused = await ask(never.app)
    expect([refused.status, refused.headers.get('retry-after'), never.count.calls]).toEqual([503, '1', 5])
  })
})
