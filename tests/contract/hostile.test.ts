// What a bad caller gets, on every entity: always a problem with a code, nothing written, never a 500.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { entities } from '#domain/entities.ts'
import type { EventSpec } from '#domain/kernel/entity.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'
import { problemCatalogue } from '#domain/kernel/problems.ts'
import { creatorOf } from '../harness/actors.ts'
import type { Answer, Client } from '../harness/client.ts'
import { type Seeds, seedsOf } from '../harness/seeds.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'

let world: World
let seeds: Seeds
let ada: Client
let before: Record<string, number>
beforeAll(async () => {
  world = await openWorld()
  seeds = seedsOf(world)
  ada = world.as('ada', 'OP1')
})
afterAll(() => {
  expect(world.logged.filter(({ level }) => level === 'error')).toEqual([])
})

const json = { 'content-type': 'application/json' }
/** A refusal by its code, and whether that code and status belong together. */
function refused(answer: Answer): string {
  const known = problemCatalogue[answer.body.code as keyof typeof problemCatalogue]
  expect(known?.[0], JSON.stringify(answer.body)).toBe(answer.status)
  expect(answer.status).toBeLessThan(500)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  return `${answer.status} ${answer.body.code}`
}
const nothingWritten = async () => expect(await rowCounts(world)).toEqual(before)

const attacks = [
  `Robert'); drop table farmer; --`,
  `' or '1'='1`,
  `1; select pg_sleep(9)`,
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `{{constructor.constructor('return 1')()}}`,
  '$'.concat('{7*7}'),
  '%00',
  '../../etc/passwd',
  '\u202egnp.exe',
  '\ud83d\ude00 \u0928\u093f\u092e\u093e\u0921\u093c',
]
const writable = entities.filter((entity) => !entity.readOnly)

describe.each(writable.map((entity) => [entity.name, entity] as const))('POST /api/operators/{operator}/%s', (name, entity) => {
  const path = `/${name}`
  const texts = Object.entries(entity.fields as Fields).filter(
    ([, field]) => field.by === 'person' && (field.kind === 'text' || field.kind === 'longText'),
  ) as [string, Field][]
  /** Whoever may create these. */
  let maker: Client
  beforeAll(async () => {
    maker = world.as(creatorOf(world, entity) ?? 'ada', 'OP1')
    await seeds.input(entity)
    before = await rowCounts(world)
  })
  afterEach(nothingWritten)

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
    expect(refused(await maker.send(path, { method: 'POST', headers: json, body }))).toMatch(/^400 (MALFORMED|VALIDATION)$/)
  })
  it.each([
    ['null', null],
    ['a list', [{}]],
    ['a string', 'x'],
    ['a number', 7],
    ['true', true],
  ])('refuses %s as a body (400 VALIDATION)', async (_, body) => {
    expect(refused(await maker.post(path, body))).toBe('400 VALIDATION')
  })
  it('refuses what is not UTF-8 (400 MALFORMED)', async () => {
    expect(refused(await maker.send(path, { method: 'POST', headers: json, body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) }))).toBe('400 MALFORMED')
  })
  it('refuses other content than JSON (415)', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', 'application/jsonp'])
      expect(refused(await maker.send(path, { method: 'POST', headers: { 'content-type': type }, body: '{}' }))).toBe('415 UNSUPPORTED_MEDIA')
  })
  it('refuses 20 MB (413), announced or not', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(20_000_000) })
    expect(refused(await maker.send(path, { method: 'POST', headers: { ...json, 'content-length': String(large.length) }, body: large }))).toBe('413 TOO_LARGE')
    const parts = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 20; n++) controller.enqueue(new TextEncoder().encode('x'.repeat(1_000_000)))
        controller.close()
      },
    })
    expect(refused(await maker.send(path, { method: 'POST', headers: json, body: parts, duplex: 'half' } as RequestInit))).toBe('413 TOO_LARGE')
  })
  it('refuses keys that would change how objects behave (400)', async () => {
    expect(refused(await maker.send(path, { method: 'POST', headers: json, body: '{"__proto__": {"isAdmin": true}, "constructor": 1}' }))).toBe(
      '400 VALIDATION',
    )
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })
  it('refuses numbers beyond all numbers by their field (400)', async () => {
    const numbers = Object.entries(entity.fields as Fields).filter(
      ([, field]) => field.by === 'person' && ['integer', 'quantity', 'share'].includes(field.kind),
    )
    const good = await seeds.input(entity)
    before = await rowCounts(world)
    for (const [field] of numbers) {
      for (const number of ['1e999', '-1e999']) {
        const answer = await maker.send(path, {
          method: 'POST',
          headers: json,
          body: JSON.stringify({ ...good, [field]: 'NUMBER' }).replace('"NUMBER"', number),
        })
        expect([field, refused(answer), answer.body.fields[0].path]).toEqual([field, '400 VALIDATION', field])
      }
    }
  })
  it('refuses odd Idempotency-Keys (400)', async () => {
    for (const key of ['x'.repeat(201), 'with space', '']) {
      const answer = await maker.post(path, {}, { 'idempotency-key': key })
      expect(refused(answer)).toBe('400 VALIDATION')
    }
  })
  it.runIf(Object.values(entity.fields as Fields).some((field) => field.kind === 'polygon'))(
    'refuses a polygon of 100,000 corners (400 or 413), of 5,000 tangled ones (422), of one corner, and not of numbers',
    async () => {
      const [polygon] = Object.entries(entity.fields as Fields).find(([, field]) => field.kind === 'polygon') ?? ['']
      const good = await seeds.input(entity)
      before = await rowCounts(world)
      const ring = (corners: number, digits: number) =>
        Array.from({ length: corners }, (_, n) => [Number((75 + n / corners).toFixed(digits)), Number((21 + ((n * 7) % corners) / corners).toFixed(digits))])
      const send = async (coordinates: unknown) => refused(await maker.post(path, { ...good, [polygon]: { type: 'Polygon', coordinates } }))
      expect(await send([ring(100_000, 7)])).toBe('413 TOO_LARGE')
      expect(await send([ring(100_000, 0)])).toBe('400 VALIDATION')
      // As many as are read (5,001), each anywhere: a line that crosses itself a million times.
      const tangle = Array.from({ length: 5000 }, (_, n): [number, number] => [75.6 + ((n * 7919) % 5000) / 1e6, 22.1 + ((n * 4001) % 4999) / 1e6])
      expect(await send([[...tangle, tangle[0]]])).toBe('422 RULE_BLOCKED')
      expect(await send([[...tangle.slice(0, 990), tangle[0]]])).toBe('422 RULE_BLOCKED')
      expect(await send([[[0, 0]]])).toBe('400 VALIDATION')
      expect(
        await send([
          [
            ['a', 'b'],
            [null, null],
            [0, 0],
            [0, 0],
          ],
        ]),
      ).toBe('400 VALIDATION')
    },
  )

  describe('SQL, scripts and odd writing in its texts', () => {
    afterEach(async () => {
      before = await rowCounts(world)
    })
    it('is refused by its field, or kept as the text it is', async () => {
      for (const [field, spec] of texts) {
        for (const attack of attacks) {
          const text = spec.max !== undefined && attack.length > spec.max ? attack.slice(0, spec.max) : attack
          const answer = await maker.post(path, { ...(await seeds.input(entity)), [field]: text })
          if (attack.startsWith('\u202e')) expect([field, refused(answer)]).toEqual([field, '400 VALIDATION'])
          else if (answer.status === 201) expect([field, answer.body[field]]).toEqual([field, text.normalize('NFC').trim()])
          else expect([field, text, refused(answer)]).toEqual([field, text, expect.stringMatching(/^(400 VALIDATION|409 DUPLICATE|422 RULE_BLOCKED)$/)])
        }
      }
      expect(await ada.get(`${path}?limit=200`)).toMatchObject({ status: 200 })
      before = await rowCounts(world)
    })
  })
})

describe.each(entities.map((entity) => [entity.name, entity] as const))('/api/operators/{operator}/%s', (name, entity) => {
  const path = `/${name}`
  beforeAll(async () => {
    await seeds.make(entity)
    before = await rowCounts(world)
  })
  afterEach(nothingWritten)

  it('searches for anything without harm', async () => {
    for (const q of [...attacks, '%', '_', '\\', "'", '*', ':*', '&|!', 'a'.repeat(200), ' ', '\u0928', '+91 98'])
      expect([q, (await ada.get(`${path}?q=${encodeURIComponent(q)}`)).status]).toEqual([q, 200])
    expect(refused(await ada.get(`${path}?q=${'a'.repeat(201)}`))).toBe('400 VALIDATION')
  })
  it('refuses SQL in filters, sorting, cursors and addresses', async () => {
    const odd = encodeURIComponent(`x'; drop table farmer; --`)
    for (const query of [
      `sort=${odd}`,
      `filter[${odd}]=1`,
      `filter[createdAt][gte]=${odd}`,
      `filter[id]=${odd}`,
      `cursor=${odd}`,
      `limit=${odd}`,
      'filter[status]=%00',
      'filter[__proto__]=1',
      'filter[constructor]=1',
      'sort=__proto__',
      `cursor=${Buffer.from(JSON.stringify(['-createdAt,-id', "'; drop", 'x'])).toString('base64url')}`,
    ]) {
      expect([query, refused(await ada.get(`${path}?${query}`))]).toEqual([query, expect.stringMatching(/^400 /)])
    }
    for (const id of [odd, '%00', '..%2f..', '-'.repeat(36), 'g'.repeat(36)])
      expect([id, refused(await ada.get(`${path}/${id}`))]).toEqual([id, '404 NOT_FOUND'])
    expect(refused(await world.as('ada', odd).get(path))).toBe('404 NOT_FOUND')
    expect(refused(await world.as('ada', '%00').get(path))).toMatch(/^40[04] /)
  })
  it('refuses odd versions, hosts and methods', async () => {
    for (const version of ['1', '"1', 'W/1', '"-1"', '"99999999999999999999"', '"1", "2"', '*'])
      expect([version, refused(await ada.patch(`${path}/00000000-0000-7000-8000-000000000000`, {}, { 'if-match': version }))]).toEqual([
        version,
        '400 VALIDATION',
      ])
    for (const host of ['evil.example', `${world.tenants.cotton.subdomain}.evil.example`, 'localhost.evil.example', 'a.b.farmbook.test', 'user@farmbook.test'])
      expect([host, refused(await ada.send(path, { headers: { host } }))]).toEqual([host, '421 UNKNOWN_HOST'])
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
      expect([method, refused(await ada.send(path, { method }))]).toEqual([method, '405 METHOD_NOT_ALLOWED'])
  })
  it('refuses hostile event bodies', async () => {
    const { items } = (await ada.get(path)).body
    const address = `${path}/${items[0].id}/events`
    for (const body of ['', '{', '{"a": NaN}', '['.repeat(100_000)])
      expect(refused(await ada.send(address, { method: 'POST', headers: json, body }))).toMatch(/^400 /)
    const [type] = Object.entries(entity.events as Record<string, EventSpec>).find(([, event]) => !event.system) ?? ['NONE']
    for (const data of [null, [], 'x', 7, { constructor: 1 }, { noSuchField: -1 }])
      expect(refused(await ada.post(address, { eventType: type, occurredAt: new Date().toISOString(), data }))).toMatch(/^(400 VALIDATION|403 FORBIDDEN)$/)
    expect(refused(await ada.post(address, { eventType: type, occurredAt: new Date().toISOString(), data: {}, notes: 'x'.repeat(2001) }))).toMatch(
      /^(400 VALIDATION|403 FORBIDDEN)$/,
    )
    for (const gps of [{ lat: 91, lng: 0, accuracyM: 1 }, { lat: 0, lng: 0 }, 'here'])
      expect(refused(await ada.post(address, { eventType: type, occurredAt: new Date().toISOString(), data: {}, gps }))).toMatch(
        /^(400 VALIDATION|403 FORBIDDEN)$/,
      )
    expect(refused(await ada.post(`${address}/00000000-0000-7000-8000-000000000000/void`, { reason: 'DID_NOT_OCCUR' }))).toMatch(/^404 NOT_FOUND$/)
  })
})
