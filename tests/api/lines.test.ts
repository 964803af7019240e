// Lines of a record (rows with a table of their own) through the API: they are part of the record's JSON, what they name is proved,
// an edit writes the lines that differ, history and reads of the past show them, and a record that a line names is not taken back.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { type Seeds, seedsOf } from '../harness/seeds.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
let seeds: Seeds
let now = new Date('2026-01-15T06:30:00Z')
let lot: string
const as = (who: string) => world.as(who, 'OP1')
const path = '/transactioncertificate'
const nobody = '0190a0a0-0000-7000-8000-00000000dead'
const weights = (kg: number) => ({ grossKg: kg, netKg: kg, certifiedKg: kg })
const goods = (kg: number, values: Json = {}): Json => ({
  batchId: lot,
  productId: chain.products.seedCotton,
  claimStatus: 'ORGANIC',
  ...weights(kg),
  ...values,
})
const shipped = (kg: number): Json => [{ date: '2026-01-10', invoiceNo: 'I-1', invoiceDate: '2026-01-10', mode: 'ROAD', grossKg: kg, netKg: kg }]

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  seeds = seedsOf(world)
  lot = (await chain.lot()).id
})
const draft = async (lines: readonly Json[]): Promise<Json> =>
  seeds.input(entityOf('transactioncertificate'), {
    values: {
      sellerScopeId: chain.certificates.group,
      schemeId: await chain.standards.scheme('NPOP'),
      certificationBodyId: chain.standards.body,
      shipments: shipped(lines.reduce((kg, { netKg }) => kg + netKg, 0)),
      lines,
    },
  })
/** The lines as their table has them. */
const stored = (id: string): Promise<Json[]> =>
  world.scoped('ada', async ({ db, tenant }) => {
    const found = sql<Json>`select line_no, net_kg, xmin::text as written from transactioncertificate_lines where tenant_id = ${tenant.id} and parent_id = ${id}::uuid order by line_no`
    return (await found.execute(db)).rows
  })

describe('lines of a certificate', () => {
  it('are refused at their place, with nothing written: no such lot, no such product, a field that is none, a missing weight', async () => {
    for (const [line, problem] of [
      [goods(1, { batchId: nobody }), { path: 'lines.1.batchId', code: 'missing' }],
      [goods(1, { productId: nobody }), { path: 'lines.1.productId', code: 'missing' }],
      [goods(1, { lineNo: 7 }), { path: 'lines.1.lineNo', code: 'unknown' }],
      [goods(1, { netKg: undefined, certifiedKg: undefined }), { path: 'lines.1.netKg', code: 'required' }],
    ] as const) {
      const body = await draft([goods(5)])
      const before = await rowCounts(world)
      const answer = await as('omar').post(path, { ...body, lines: [goods(5), line] })
      expect(answer.status).toBe(400)
      expect(answer.body.fields).toContainEqual(expect.objectContaining(problem))
      expect(await rowCounts(world)).toEqual(before)
    }
  })
  it('are answered as they were sent, with the code of the product and null for what was left out, at creation, on the page and with titles', async () => {
    const sent = [goods(5, { units: 3, packing: 'Bags' }), goods(7.25)]
    const made = await ok(as('omar').post(path, await draft(sent)))
    const wanted = [sent[0], sent[1]].map((line) => ({ hsCode: '520100', units: null, packing: null, ...line }))
    expect(made.lines).toEqual(wanted)
    const seen = await ok(as('omar').get(`${path}/${made.id}`))
    expect(seen.lines).toEqual(wanted)
    expect(seen.refs[lot]).toMatchObject({ entity: 'productbatch' })
    expect(seen.netKg).toBe(12.25)
    // Lists leave large fields out; asking whether there are any is no error.
    expect((await ok(as('omar').get(path))).items[0]).not.toHaveProperty('lines')
    expect((await ok(as('omar').get(`${path}?filter[lines][is]=set`))).items.map(({ id }: Json) => id)).toContain(made.id)
    expect((await ok(as('omar').get(`${path}?filter[lines][is]=empty`))).items).toEqual([])
  })
  it('are changed by what differs; history and the past show both', async () => {
    const made = await ok(as('omar').post(path, await draft([goods(1), goods(2), goods(3)])))
    const before = await stored(made.id)
    now = new Date('2026-01-20T06:30:00Z')
    const change = { lines: [goods(1), goods(4)], shipments: shipped(5) }
    const same = await as('omar').patch(`${path}/${made.id}`, { lines: made.lines }, { 'if-match': '"1"' })
    expect([same.status, same.body.version]).toEqual([200, 1])
    const refused = await as('omar').patch(`${path}/${made.id}`, { ...change, lines: [goods(1), goods(4, { batchId: nobody })] }, { 'if-match': '"1"' })
    expect(refused).toMatchObject({ status: 400, body: { fields: [{ path: 'lines.1.batchId', code: 'missing' }] } })
    expect(await stored(made.id)).toEqual(before)
    const edited = await ok(as('omar').patch(`${path}/${made.id}`, change, { 'if-match': '"1"' }))
    expect(edited.lines.map(({ netKg }: Json) => netKg)).toEqual([1, 4])
    const after = await stored(made.id)
    expect(after.map(({ net_kg: kg }) => kg)).toEqual([1, 4])
    expect([after[0].written === before[0].written, after[1].written === before[1].written]).toEqual([true, false])
    expect((await as('omar').patch(`${path}/${made.id}`, change, { 'if-match': '"1"' })).status).toBe(412)
    const [event] = (await ok(as('omar').get(`${path}/${made.id}/history`))).items.filter(({ eventType }: Json) => eventType === 'EDITED')
    expect([event.data.changes.lines.from.length, event.data.changes.lines.to.length]).toEqual([3, 2])
    const past = await ok(as('omar').get(`${path}/${made.id}?knownAt=2026-01-15`))
    expect(past.lines.map(({ netKg }: Json) => netKg)).toEqual([1, 2, 3])
  })
  it('keep the lot that they name from being taken back (409 REFERENCED)', async () => {
    const named = await ok(as('omar').get(`/productbatch/${lot}`))
    expect(named.status).toBe('OPEN')
    expect(await as('omar').delete(`/productbatch/${lot}`, { 'if-match': `"${named.version}"` })).toMatchObject({
      status: 409,
      body: { code: 'REFERENCED', figures: { referrers: { transactioncertificate: 2 } } },
    })
  })
})

describe('lines of other records', () => {
  // Samples are dated by the clock of today.
  let today: World
  let samples: Seeds
  beforeAll(async () => {
    today = await openWorld()
    samples = seedsOf(today)
  })
  it('hold the answers of a submission and the marks of an animal', async () => {
    const submission = await samples.make(entityOf('submission'), {
      values: { answers: [{ field: 'name', value: { kind: 'TEXT', text: 'Ramesh' } }, { field: 'phone' }] },
    })
    expect(submission.answers).toEqual([
      { field: 'name', value: { kind: 'TEXT', text: 'Ramesh' } },
      { field: 'phone', value: null },
    ])
    const marks = [{ scheme: 'TATTOO', value: 'K 17', position: 'LEFT_EAR', status: 'ACTIVE', from: '2024-02-29' }]
    const cow = await samples.make(entityOf('cow'), { values: { marks } })
    expect(cow.marks).toEqual([{ ...marks[0], to: null }])
    expect((await ok(today.as('ada').get(`/cow/${cow.id}`))).marks).toEqual([{ ...marks[0], to: null }])
  })
  it('are null while the product has derived none', async () => {
    const message = await samples.make(entityOf('mobilenotification'))
    expect((await ok(today.as('ada').get(`/mobilenotification/${message.id}`))).recipients).toBeNull()
  })
})
