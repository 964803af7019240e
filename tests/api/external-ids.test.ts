// Identifiers that other systems gave a record: what is refused, whose they are when two want one at once, who sees them, how they are found, what
// they were on a past day, and files that bring them, twice too.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { csvText } from '#domain/exchange/csv.ts'
import type { Client } from '../harness/client.ts'
import { refusing } from '../harness/refusing.ts'
import { type Made, seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { header, person } from './exchange-stage.ts'

let world: World
let omar: Client
let ada: Client
beforeAll(async () => {
  world = await openWorld()
  omar = world.as('omar')
  ada = world.as('ada', 'OP1')
})
const refused = refusing(() => world)
type Ids = { system: string; value: string }[]
const body = async (externalIds?: unknown) => ({ ...(await seedsOf(world).input(entityOf('farmer'))), ...(externalIds === undefined ? {} : { externalIds }) })
const member = async (externalIds?: Ids): Promise<Made> => {
  const answer = await omar.post('/farmer', await body(externalIds))
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
  return answer.body
}
const patch = (id: string, version: number, externalIds: unknown, who = omar) => who.patch(`/farmer/${id}`, { externalIds }, { 'if-match': `"${version}"` })
const tracenet = (value: string): Ids => [{ system: 'TRACENET', value }]
const found = async (query: string, who = omar): Promise<string[]> => (await who.get(`/farmer?${query}`)).body.items.map(({ id }: Made) => id)
const byId = (text: string, who = omar) => found(`filter[externalId]=${encodeURIComponent(text)}`, who)
const taken = { status: 409, body: { code: 'DUPLICATE', fields: [{ path: 'externalIds', code: 'taken' }] } }

describe('externalIds: what is refused', () => {
  it.each([
    ['a system in small letters', [{ system: 'tracenet', value: '1' }], { path: 'externalIds.0.system', code: 'format' }],
    ['a system of one letter', [{ system: 'T', value: '1' }], { path: 'externalIds.0.system', code: 'min' }],
    ['a system of 33 letters', [{ system: 'T'.repeat(33), value: '1' }], { path: 'externalIds.0.system', code: 'max' }],
    ['an empty identifier', [{ system: 'TRACENET', value: '  ' }], { path: 'externalIds.0.value' }],
    ['an identifier of 101 characters', [{ system: 'TRACENET', value: '1'.repeat(101) }], { path: 'externalIds.0.value', code: 'max' }],
    ['a semicolon', [{ system: 'TRACENET', value: '1;2' }], { path: 'externalIds.0.value', code: 'format' }],
    ['an unknown part', [{ system: 'TRACENET', value: '1', from: '2024' }], { path: 'externalIds.0.from', code: 'unknown' }],
    ['two of one system', [...tracenet('1'), ...tracenet('2')], { path: 'externalIds.1.system', code: 'taken' }],
    ['more than 20', Array.from({ length: 21 }, (_, n) => ({ system: `S${n}${n}`, value: '1' })), { path: 'externalIds', code: 'max' }],
    ['no list', 'TRACENET:1', { path: 'externalIds', code: 'type' }],
  ])('%s (400), of a new record and of one that is there', async (_, externalIds, field) => {
    const expected = { status: 400, body: { code: 'VALIDATION', fields: [field] } }
    const sent = await body(externalIds)
    await refused(() => omar.post('/farmer', sent), expected)
    const { id, version } = await member()
    await refused(() => patch(id, version, externalIds), expected)
  })
  it('one that another farmer has, written otherwise, naming the farmer only to whoever sees that one', async () => {
    const mine = await member(tracenet('MP/2024 001'))
    const sent = await body(tracenet('mp/2024001'))
    await refused(() => omar.post('/farmer', sent), { ...taken, body: { ...taken.body, detail: expect.stringContaining(String(mine.code)) } })
    const elsewhere = world.as('ada', 'OP2')
    const other = await seedsOf(world, 'OP2').input(entityOf('farmer'), { values: { externalIds: tracenet('MP/2024001') } })
    const answer = await elsewhere.post('/farmer', other)
    expect(answer).toMatchObject(taken)
    expect(JSON.stringify(answer.body)).not.toContain(String(mine.code))
    // Of another kind of record it is another thing.
    expect(await ada.post('/landowner', await seedsOf(world).input(entityOf('landowner'), { values: { externalIds: tracenet('MP/2024001') } }))).toMatchObject({
      status: 201,
    })
  })
  it('a filter that is no system and identifier, or asks for an order (400)', async () => {
    for (const query of ['filter[externalId]=123', 'filter[externalId]=T:1', 'filter[externalId]=TRACENET:', 'filter[externalId][gte]=TRACENET:1'])
      expect(await omar.get(`/farmer?${query}`), query).toMatchObject({ status: 400 })
  })
})

describe('externalIds', () => {
  it('by two at once, new or edited, are of exactly one, whoever is first', async () => {
    const sent = await Promise.all([body(tracenet('RACE 1')), body(tracenet('race1'))])
    const made = await Promise.all(sent.map((one) => omar.post('/farmer', one)))
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(made.find(({ status }) => status === 409)).toMatchObject(taken)
    const [one, other] = [await member(), await member()]
    const edited = await Promise.all([patch(one.id, one.version, tracenet('RACE 2')), patch(other.id, other.version, tracenet('race 2'))])
    expect(edited.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await byId('TRACENET:RACE2')).toHaveLength(1)
  })
  it('are free again once taken off, or once the record is taken back', async () => {
    const one = await member(tracenet('FREE-1'))
    expect(await patch(one.id, one.version, null)).toMatchObject({ status: 200, body: { externalIds: null } })
    const next = await member(tracenet('FREE-1'))
    expect(await byId('TRACENET:FREE-1')).toEqual([next.id])
    expect(await omar.delete(`/farmer/${next.id}`)).toMatchObject({ status: 204 })
    const last = await member(tracenet('FREE-1'))
    expect(await byId('TRACENET:FREE-1')).toEqual([last.id])
  })
  it('find their record by the filter, several by several, and by the search', async () => {
    const one = await member([...tracenet('FIND, 1'), { system: 'GTB', value: 'ZX-771-9' }])
    const other = await member(tracenet('FIND,2'))
    expect(await byId('tracenet: find,1')).toEqual([one.id])
    expect(await byId('GTB:FIND,1')).toEqual([])
    expect(
      new Set(await found(`filter[externalId]=${encodeURIComponent('TRACENET:find,1')}&filter[externalId]=${encodeURIComponent('TRACENET:find,2')}`)),
    ).toEqual(new Set([one.id, other.id]))
    expect(await found('q=ZX-771')).toEqual([one.id])
    expect(await found('q=zx7719')).toEqual([one.id])
  })
  it('are hidden from who does not see data of the person, and find nothing for them', async () => {
    const one = await member(tracenet('HIDDEN-77123'))
    const pooja = world.as('pooja', 'OP1')
    expect(await pooja.get(`/farmer/${one.id}`)).toMatchObject({ status: 200, body: { externalIds: null, masked: expect.arrayContaining(['externalIds']) } })
    expect(await found('q=77123', pooja)).toEqual([])
    expect(await pooja.get('/farmer?filter[externalId]=TRACENET:HIDDEN-77123')).toMatchObject({ status: 403 })
    expect(JSON.stringify((await pooja.get(`/farmer/${one.id}/events`)).body)).not.toContain('77123')
    expect(await found('q=77123')).toEqual([one.id])
  })
  it('are as they were at a moment that is past, and in the history', async () => {
    const one = await member(tracenet('THEN-1'))
    await new Promise((resolve) => setTimeout(resolve, 5))
    const moment = new Date().toISOString()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await patch(one.id, one.version, tracenet('THEN-2'))).toMatchObject({ status: 200 })
    expect((await omar.get(`/farmer/${one.id}?asOf=${moment}&knownAt=${moment}`)).body.externalIds).toEqual(tracenet('THEN-1'))
    expect((await omar.get(`/farmer/${one.id}`)).body.externalIds).toEqual(tracenet('THEN-2'))
    expect((await omar.get(`/farmer/${one.id}/history`)).body.items[0]).toMatchObject({
      data: { changes: { externalIds: { from: tracenet('THEN-1'), to: tracenet('THEN-2') } } },
    })
  })
})

describe('a file that brings them', () => {
  const send = (text: string, query = '') =>
    omar.send(`/farmer/import${query}`, { method: 'POST', body: text, headers: { 'content-type': 'text/csv', prefer: 'wait=60' } })
  const table = (columns: Record<string, string>, ...people: Record<string, string>[]) =>
    csvText(
      [...header, ...Object.keys(columns)],
      people.map((one) => [...header.map((name) => one[name] ?? ''), ...Object.values(columns)]),
    )
  const stored = async (memberNo: string) => (await omar.get(`/farmer?q=${memberNo}`)).body.items[0] as Made
  const view = async (memberNo: string) => (await omar.get(`/farmer/${(await stored(memberNo)).id}`)).body

  it('in its own column, the same twice changing nothing, a bad cell coming back by column', async () => {
    const one = person()
    const text = table({ external_ids: 'tracenet:F-1; GTB:a:b' }, one)
    expect(await send(text)).toMatchObject({ status: 202, body: { created: 1, rejected: 0 } })
    expect((await view(String(one.member_no))).externalIds).toEqual([...tracenet('F-1'), { system: 'GTB', value: 'a:b' }])
    expect(await send(text)).toMatchObject({ body: { unchanged: 1, created: 0, changed: 0, rejected: 0 } })
    expect(await send(table({ external_ids: 'no system' }, person()))).toMatchObject({
      body: { rejected: 1, problems: [{ column: 'external_ids', code: 'format' }] },
    })
    expect(await send(table({ external_ids: 'TRACENET:f-1' }, person(), person()))).toMatchObject({
      body: {
        created: 0,
        rejected: 2,
        problems: [
          { column: 'external_ids', code: 'taken' },
          { column: 'external_ids', code: 'taken' },
        ],
      },
    })
    const exported = (await omar.get(`/farmer/export?purpose=OWN_RECORDS&filter[memberNo]=${one.member_no}`)).body
    expect(exported).toContain('TRACENET:F-1;GTB:a:b')
    // Round trip: the exported file changes nothing.
    expect(await send(exported)).toMatchObject({ body: { unchanged: 1, created: 0, changed: 0, rejected: 0 } })
  })
  it('in columns of its own that are mapped, named in the dry run until they are; what else the record has stays', async () => {
    const one = person()
    const text = table({ 'Group name': 'Maa Narmada', 'TraceNet no.': 'T 55', Shoe: '42' }, one)
    expect(await send(text, '?dryRun=true')).toMatchObject({ body: { ignoredColumns: ['Group name', 'TraceNet no.', 'Shoe'] } })
    const mapping = { 'Group name': 'tag', 'TraceNet no.': 'external_ids:TRACENET' }
    const mapped = `mapping=${encodeURIComponent(JSON.stringify(mapping))}`
    expect(await send(text, `?dryRun=true&${mapped}`)).toMatchObject({ body: { created: 1, ignoredColumns: ['Shoe'] } })
    expect(await send(text, `?${mapped}`)).toMatchObject({ body: { created: 1, rejected: 0 } })
    const record = await view(String(one.member_no))
    expect(record).toMatchObject({ tags: ['Maa Narmada'], externalIds: tracenet('T 55') })
    expect(await send(text, `?${mapped}`)).toMatchObject({ body: { unchanged: 1, changed: 0 } })
    const own = [{ system: 'GTB', value: '9' }, ...tracenet('T 55')]
    expect(await omar.patch(`/farmer/${record.id}`, { tags: ['own'], externalIds: own }, { 'if-match': `"${record.version}"` })).toMatchObject({ status: 200 })
    expect(await send(text.replace('T 55', 'T 56'), `?${mapped}`)).toMatchObject({ body: { changed: 1 } })
    expect(await view(String(one.member_no))).toMatchObject({ tags: ['own', 'Maa Narmada'], externalIds: [{ system: 'GTB', value: '9' }, ...tracenet('T 56')] })
  })
  it('is refused with a system that is none, and with two columns of one system (400)', async () => {
    const text = table({ A: '1', B: '2' }, person())
    for (const [to, code] of [
      ['external_ids:no system', 'choice'],
      ['external_ids:T', 'choice'],
    ])
      expect(await send(text, `?mapping=${encodeURIComponent(JSON.stringify({ A: to }))}`)).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'mapping.A', code }] },
      })
    expect(await send(text, `?mapping=${encodeURIComponent(JSON.stringify({ A: 'external_ids:GTB', B: 'external_ids:GTB' }))}`)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'external_ids:GTB', code: 'taken' }] },
    })
  })
})
