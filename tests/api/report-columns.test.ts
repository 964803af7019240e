// Columns that the dictionary asks of reports (section 10): when and by whom farmers of the approved list were inspected (R02), the passbook on paper in two languages (R14),
// holders and the map of a trace (R20), method and action of tests (R23). Each is worked out here from what was recorded.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { pdfStreams, pdfWords } from '../harness/pdf-words.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const rowsOf = async (id: string, query = ''): Promise<Json[]> => (await ok(as('omar').get(`/reports/${id}?${query}`))).rows
const lotEvent = (who: string, id: string, type: string, day: string, data: Json = {}, hour = 10) => record(as(who), 'productbatch', id, type, day, data, hour)
const paper = async (id: string, query: string): Promise<Uint8Array> => {
  const host = `${world.tenants.cotton.subdomain}.localhost`
  const response = await world.app.request(`http://${host}/api/operators/OP1/reports/${id}.pdf?${query}`, {
    headers: { host, 'x-test-user': world.people.omar?.id ?? '' },
  })
  expect([id, response.status]).toEqual([id, 200])
  return new Uint8Array(await response.arrayBuffer())
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('the approved list (R02)', () => {
  it('has the days of the inspections that were recorded before it was drawn up, and who inspected', async () => {
    const [twice, once] = [await chain.sown(), await chain.sown()]
    const inspected = (who: string, farmerId: string, day: string, round: number) =>
      ok(record(as(who), 'farmer', farmerId, 'INTERNAL_INSPECTION', day, { seasonId: chain.season, round, result: 'APPROVED' }))
    await inspected('ines', twice.farmerId, '2025-09-05', 2)
    await chain.decide('APPROVED', twice.farmerId, once.farmerId)
    const group = world.places.cotton.OP1?.id as string
    const drawn = { farmSchemeId: await chain.standards.scheme('NPOP'), seasonId: chain.season }
    await ok(record(as('omar'), 'collective', group, 'LIST_DRAWN_UP', '2026-01-15', drawn))
    const [{ id: listId }] = (await ok(as('omar').get('/approvedlist'))).items
    const { title } = await chain.view('user', world.people.ines?.id as string)
    const seen = async () =>
      new Map((await rowsOf('approved-farmer-list', `listId=${listId}`)).map(({ memberNo, inspectedOn, inspectors }) => [memberNo, [inspectedOn, inspectors]]))
    const memberNo = async (id: string) => (await chain.view('farmer', id)).memberNo
    // Every farmer of the stage is inspected on 10 August.
    expect((await seen()).get(await memberNo(twice.farmerId))).toEqual(['2025-08-10, 2025-09-05', title])
    expect((await seen()).get(await memberNo(once.farmerId))).toEqual(['2025-08-10', title])
  })
})

describe('the passbook on paper (R14)', () => {
  it('is headed in Hindi and English, whatever the language of whoever prints it', async () => {
    const { farmerId } = await chain.member({ name: 'Chandrakant' })
    await ok(record(as('omar'), 'farmer', farmerId, 'PAYMENT', '2026-01-11', { kind: 'PRICE', amount: 1000_00, ref: 'UTR 1' }))
    for (const language of ['en', 'fr']) {
      const words = pdfWords(await paper('farmer-passbook', `farmer=${farmerId}&purpose=OWN_RECORDS&language=${language}`)).join(' ')
      for (const english of ['Farmer passbook', 'Earned', 'Paid', 'Weight']) expect(words).toContain(english)
      expect(words).toMatch(/[\u0900-\u097f]/)
      expect(words).not.toMatch(/Payé|Poids/)
      expect(words).toContain('UTR 1')
    }
  })
})

describe('a trace (R20)', () => {
  it('says forward who holds each lot, and in the order of time what was grown and made; on paper there is a dot for each position', async () => {
    const sales = salesOf(chain)
    const source = await sales.lot(800)
    const { partId } = await sales.send(source, 300, 'L-9', '2025-12-01')
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-12-02', { batchId: partId, grossKg: 398, tareKg: 100, netKg: 298 }))
    const company = (await chain.view('processor', chain.ginner)).title
    const group = (await chain.view('collective', world.places.cotton.OP1?.id as string)).title
    const forward = await rowsOf('lot-trace', `lot=${source}&direction=FORWARD`)
    const part = await chain.view('productbatch', partId)
    expect(forward.map(({ code, holder }) => [code, holder])).toEqual([[part.code, company]])
    const timeline = await rowsOf('lot-trace', `lot=${partId}&direction=TIMELINE`)
    const lots = await Promise.all([source, partId].map((id) => chain.view('productbatch', id)))
    const holders = new Map(timeline.map(({ code, holder }) => [code, holder]))
    expect(lots.map(({ code }) => holders.get(code))).toEqual([group, company])
    const days = timeline.map(({ day }) => day)
    expect(days).toEqual([...days].sort())
    expect([days[0], timeline.at(-1)?.code]).toEqual(['2025-06-20', part.code])
    const bytes = await paper('lot-trace', `lot=${source}&direction=BACK&purpose=OWN_RECORDS`)
    const back = await rowsOf('lot-trace', `lot=${source}`)
    expect([back.length, /\bkm\b/.test(pdfWords(bytes).join(' '))]).toEqual([1, true])
    // A circle is four curves; a line of the chart has none.
    const curves = pdfStreams(bytes).join('\n').match(/ c$/gm)?.length ?? 0
    expect(curves % 4).toBe(0)
    expect(curves / 4).toBeGreaterThanOrEqual(back.length)
  })
})

describe('tests of lots (R23)', () => {
  it('have the method, and what was done after a positive result: restricted, negative later, released as conventional, disposed of', async () => {
    const { cropId, farmerId } = await chain.sown({ areaHa: 4 })
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 4000)
    const tested = async (sampleNo: string, method: string | null): Promise<string> => {
      const { id } = await chain.lot()
      await ok(chain.buy(id, cropId, 200))
      await ok(lotEvent('pooja', id, 'SAMPLE_TAKEN', '2025-11-12', { kind: 'GMO', sampleNo, laboratory: 'Indore' }))
      await ok(
        lotEvent('pooja', id, 'LAB_RESULT', '2025-11-20', { kind: 'GMO', sampleNo, result: 'POSITIVE', reportNo: sampleNo, ...(method ? { method } : {}) }),
      )
      return id
    }
    await tested('C-1', 'PCR')
    const again = await tested('C-2', null)
    await ok(lotEvent('pooja', again, 'SAMPLE_TAKEN', '2025-11-22', { kind: 'GMO', sampleNo: 'C-2B', laboratory: 'Indore' }))
    await ok(lotEvent('pooja', again, 'LAB_RESULT', '2025-11-28', { kind: 'GMO', sampleNo: 'C-2B', result: 'NEGATIVE', reportNo: 'N-1', method: 'ELISA' }))
    const released = await tested('C-3', 'Strip')
    const on = (id: string, eventType: string, data: Json) =>
      as('omar').post(`/productbatch/${id}/events`, { eventType, occurredAt: clock().toISOString(), data })
    await ok(on(released, 'RELEASE', { causeClosed: 'Sold as conventional', downgrade: true }))
    const disposed = await tested('C-4', 'PCR')
    await ok(on(disposed, 'DISPOSAL', { method: 'Burnt', evidence: 'Photograph' }))
    const rows = (await rowsOf('laboratory-tests')).filter(({ sampleNo }) => sampleNo.startsWith('C-'))
    expect(rows.map(({ sampleNo, method, result, action, days }) => [sampleNo, method, result, action, days]).sort()).toEqual([
      ['C-1', 'PCR', 'POSITIVE', 'RESTRICTED', 8],
      ['C-2', null, 'POSITIVE', 'RETESTED', 8],
      ['C-2B', 'ELISA', 'NEGATIVE', null, 6],
      ['C-3', 'Strip', 'POSITIVE', 'DOWNGRADED', 8],
      ['C-4', 'PCR', 'POSITIVE', 'DISPOSED', 8],
    ])
  })
})

describe('what was written of a correction in the history of a group', () => {
  it('is read by those alone who read the non-conformity, masked for others of the group', async () => {
    const group = world.places.cotton.OP1?.id as string
    const action = 'Members were trained'
    // As it was recorded until what was written stayed on the non-conformity (docs/decisions/0162).
    await world.scoped('ada', async (scope) => {
      const { appendEvent } = await import('#server/store/write.ts')
      const { recordsById } = await import('#server/store/get.ts')
      const [row] = await recordsById(scope, entityOf('collective'), [group], { lock: true })
      if (!row) throw new Error('No group')
      const data = { ref: 'NC-1', nonconformityId: null, doneOn: '2026-01-10', action }
      await appendEvent(
        scope,
        entityOf('collective'),
        row,
        { eventType: 'CORRECTIVE_ACTION', occurredAt: at('2026-01-10'), data },
        { before: row.status, after: row.status, version: row.version },
      )
    })
    const read = async (who: string): Promise<unknown> => {
      const { items } = await ok(as(who).get(`/collective/${group}/events?filter[eventType]=CORRECTIVE_ACTION`))
      return items[0]?.data.action
    }
    for (const who of ['ada', 'omar', 'carla']) expect([who, await read(who)]).toEqual([who, action])
    for (const who of ['fatima', 'ines', 'pooja']) expect([who, await read(who)]).toEqual([who, null])
  })
})
