// Bodies that cannot be read: every attack on three endpoints, and the same reader on every route that is mounted for writing. A
// body is read before the caller or a record is looked for, so a route that reads by another way answers these with something else.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { createApp } from '#server/app.ts'
import type { Client } from '../harness/client.ts'
import { clientOf } from '../harness/client.ts'
import { json, refused } from '../harness/refused.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'

const token = 'a-token-of-the-platform-long-enough'
const world: World = await openWorld()
const app = createApp({ ...world.deps, platformToken: token, telephoneSecret: token })
const ada = world.as('ada', 'OP1')
let before: Record<string, number>
afterAll(() => {
  expect(world.logged.filter(({ level }) => level === 'error')).toEqual([])
})
const nothingWritten = async () => expect(await rowCounts(world)).toEqual(before)

/** Twenty megabytes that nobody announces. */
const endless = (): ReadableStream => {
  const megabyte = new TextEncoder().encode('x'.repeat(1_000_000))
  let sent = 0
  return new ReadableStream({ pull: (controller) => (sent++ < 20 ? controller.enqueue(megabyte) : controller.close()) })
}
const announced = { method: 'POST', headers: { ...json, 'content-length': '20000000' }, body: '{}' } as const
const notUtf8 = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])
const otherTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', 'application/jsonp']

describe('a record, an edit and an event', () => {
  const addresses = { POST: '', PATCH: '', event: '' }
  beforeAll(async () => {
    const { id } = await seedsOf(world).make(entityOf('farmer'))
    Object.assign(addresses, { POST: '/farmer', PATCH: `/farmer/${id}`, event: `/farmer/${id}/events` })
    before = await rowCounts(world)
  })
  afterEach(nothingWritten)

  describe.each(['POST', 'PATCH', 'event'] as const)('%s', (kind) => {
    const method = kind === 'PATCH' ? 'PATCH' : 'POST'
    const send: (init: RequestInit) => ReturnType<Client['send']> = (init) =>
      ada.send(addresses[kind], { method, ...init, headers: { 'if-match': '"1"', ...init.headers } })

    it.each([
      ['nothing', ''],
      ['half a body', '{"name": "a'],
      ['not JSON', 'name=a'],
      ['NaN', '{"a": NaN}'],
      ['Infinity', '{"a": Infinity}'],
      ['-Infinity', '{"a": -Infinity}'],
      ['two bodies', '{}{}'],
      ['a comment', '{} // x'],
      ['single quotes', "{'a': 1}"],
      ['U+0000', '{"name": "a\\u0000b"}'],
      ['100,000 brackets', '['.repeat(100_000)],
      ['a deep body', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ])('refuses %s (400)', async (_, body) => {
      expect(refused(await send({ headers: json, body }))).toMatch(/^400 (MALFORMED|VALIDATION)$/)
    })
    it('refuses what is not UTF-8 (400 MALFORMED)', async () => {
      expect(refused(await send({ headers: json, body: notUtf8 }))).toBe('400 MALFORMED')
    })
    it('refuses other content than JSON (415)', async () => {
      for (const type of otherTypes) expect(refused(await send({ headers: { 'content-type': type }, body: '{}' }))).toBe('415 UNSUPPORTED_MEDIA')
    })
    it('refuses 20 MB (413), announced or not', async () => {
      const large = JSON.stringify({ name: 'x'.repeat(20_000_000) })
      expect(refused(await send({ headers: { ...json, 'content-length': String(large.length) }, body: large }))).toBe('413 TOO_LARGE')
      expect(refused(await send({ headers: json, body: endless(), duplex: 'half' } as RequestInit))).toBe('413 TOO_LARGE')
    })
  })
})

/** These take bytes of files instead, within limits of their own: tests/api/files, pictures and exchange-import have their refusals. */
const uploads = /\/(files|pictures|import)$/
const writing = [
  ...new Map(
    app.routes.filter(({ method }) => /^(POST|PUT|PATCH|DELETE)$/.test(method)).map(({ method, path }) => [`${method} ${path}`, { method, path }]),
  ).values(),
]
/** Whatever reads a body as JSON; starting a failed job again takes none. */
const reading = writing.filter(({ path }) => !uploads.test(path) && !/\/retry$/.test(path))
/** An address of this route: of a choice the first, and a record that is not there. */
const filled = (path: string) =>
  path
    .replace(':operator', 'OP1')
    .replace(/:\w+\{\(\?:(\w+)[^}]*\}/g, '$1')
    .replace(/:\w+(\{[^}]*\})*\}?/g, '00000000-0000-7000-8000-000000000000')

describe('every route that is mounted for writing', () => {
  const client = clientOf(
    app,
    `${world.tenants.cotton.subdomain}.farmbook.test`,
    { 'x-test-user': world.people.ada?.id ?? '', authorization: `Bearer ${token}`, 'x-client': 'web' },
    '',
  )
  beforeAll(async () => {
    before = await rowCounts(world)
  })
  afterAll(nothingWritten)

  it('is one of several hundred', () => {
    expect(reading.length).toBeGreaterThan(250)
  })
  it.each(reading.map(({ method, path }) => [method, path]))('%s %s reads its body as all do', async (method, path) => {
    const address = filled(path)
    const send = (init: RequestInit) => client.send(address, { method, ...init, headers: { ...json, ...init.headers } })
    expect(refused(await send({ body: '{"name": "a' }))).toBe('400 MALFORMED')
    expect(refused(await send({ body: '{"a": NaN}' }))).toBe('400 MALFORMED')
    expect(refused(await send({ body: '{"name": "a\\u0000b"}' }))).toBe('400 MALFORMED')
    expect(refused(await send({ body: '['.repeat(100_000) }))).toBe('400 MALFORMED')
    expect(refused(await send({ body: notUtf8 }))).toBe('400 MALFORMED')
    for (const type of otherTypes) expect(refused(await send({ headers: { 'content-type': type }, body: '{}' }))).toBe('415 UNSUPPORTED_MEDIA')
    expect(refused(await send({ ...announced, method }))).toBe('413 TOO_LARGE')
    expect(refused(await send({ body: endless(), duplex: 'half' } as RequestInit))).toBe('413 TOO_LARGE')
  })
  it.each(writing.filter(({ path }) => uploads.test(path)).map(({ method, path }) => [method, path]))(
    '%s %s takes a file, and neither a broken nor an endless one',
    async (method, path) => {
      const address = filled(path)
      for (const init of [{ body: notUtf8, headers: json }, announced, { body: '{', headers: { 'content-type': 'image/png' } }])
        expect(refused(await client.send(address, { ...init, method }))).toMatch(/^4/)
    },
  )
  it('reads a body wherever it takes one: there is one route without', async () => {
    const others = writing.filter((route) => !reading.includes(route) && !uploads.test(route.path))
    expect(others.map(({ path }) => path)).toEqual(['/api/operations/jobs/:id{[0-9a-fA-F-]{36}}/retry'])
    for (const { path } of others) expect(refused(await client.send(filled(path), { ...announced }))).toBe('404 NOT_FOUND')
  })
})
