// What a bad caller gets, on every entity: always a problem with a code, nothing written, never a 500. Bodies that cannot even be
// read are in hostile-bodies.test.ts: they are read before any entity is known.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities } from '#domain/entities.ts'
import { numberOf } from '#domain/kernel/document-number.ts'
import type { EventSpec } from '#domain/kernel/entity.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'
import { creatorOf } from '../harness/actors.ts'
import type { Client } from '../harness/client.ts'
import { json, refused } from '../harness/refused.ts'
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

/** Compared once, after all that was refused: a row that any of it had left would still be there. */
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
  /** Whoever may create these with all of their texts. */
  let maker: Client
  let good: Record<string, unknown>
  beforeAll(async () => {
    maker = world.as(creatorOf(world, entity, Object.fromEntries(texts)) ?? 'ada', 'OP1')
    good = await seeds.input(entity)
    before = await rowCounts(world)
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

  it('wrote nothing by any of it', nothingWritten)

  it('refuses SQL, scripts and odd writing by the field, or stores it as the text it is', async () => {
    for (const attack of attacks) {
      const textFor = (spec: Field) => (spec.max !== undefined && attack.length > spec.max ? attack.slice(0, spec.max) : attack)
      const send = async (fields: typeof texts) =>
        maker.post(path, { ...(await seeds.input(entity)), ...Object.fromEntries(fields.map(([field, spec]) => [field, textFor(spec)])) })
      const expectStored = (fields: typeof texts, body: Record<string, unknown>) => {
        const stored = (spec: Field) => (spec.isNumber ? numberOf(textFor(spec)) : textFor(spec).normalize('NFC').trim())
        for (const [field, spec] of fields) expect([field, body[field]]).toEqual([field, stored(spec)])
      }
      // In all of its texts at once; those that refuse it are named in the answer, and the others are sent again without them.
      const first = await send(texts)
      const refusedBy = new Set(first.status === 400 ? (first.body.fields ?? []).map(({ path: at }: { path: string }) => at) : [])
      const others = texts.filter(([field]) => !refusedBy.has(field))
      if (attack.startsWith('\u202e')) {
        if (texts.length) expect([refused(first), others]).toEqual(['400 VALIDATION', []])
        continue
      }
      if (first.status === 201) {
        expectStored(texts, first.body)
        continue
      }
      expect([attack, refused(first)]).toEqual([attack, expect.stringMatching(/^(400 VALIDATION|409 DUPLICATE|422 RULE_BLOCKED)$/)])
      const second = refusedBy.size ? await send(others) : first
      if (second.status === 201) {
        expectStored(others, second.body)
        continue
      }
      // Refused by a rule over several: each by itself.
      for (const one of others) {
        const answer = await send([one])
        if (answer.status === 201) expectStored([one], answer.body)
        else expect([one[0], attack, refused(answer)]).toEqual([one[0], attack, expect.stringMatching(/^(400 VALIDATION|409 DUPLICATE|422 RULE_BLOCKED)$/)])
      }
    }
    expect(await ada.get(`${path}?limit=200`)).toMatchObject({ status: 200 })
  })
})

describe.each(entities.map((entity) => [entity.name, entity] as const))('/api/operators/{operator}/%s', (name, entity) => {
  const path = `/${name}`
  beforeAll(async () => {
    await seeds.make(entity)
    before = await rowCounts(world)
  })

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
  it('wrote nothing by any of it', nothingWritten)
})
