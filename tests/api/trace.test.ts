// The whole way once: sow, harvest, buy, gin, press, send; then the trace of the bales back to the plots.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { traceOf } from '#domain/chain/trace-answer.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { spinnerOf } from './mill-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const blocked = (ruleId: string, figures: Record<string, unknown> = {}) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId, figures } })
const paul = () => as('paul')

/** Lots on the way, by what they are. */
const lots: Record<string, string> = {}
const plots: { parcelId: string; cropId: string; farmerId: string; kg: number }[] = []
const ginRun = (change: Record<string, unknown> = {}, kg = 3000) => ({
  process: 'GINNING',
  inputs: [{ batchId: lots.seedCotton, kg }],
  wasteKg: kg * 0.028,
  invisibleKg: kg * 0.005,
  outputs: [
    { productId: chain.products.lint, kg: kg * 0.342 },
    { productId: chain.products.cottonseed, kg: kg * 0.625 },
  ],
  startedAt: '2025-11-25T02:00:00Z',
  endedAt: '2025-11-25T09:00:00Z',
  ...change,
})
const run = (data: Record<string, unknown>) => record(paul(), 'processingsystem', chain.gin, 'PROCESS_RUN', '2025-11-25', data, 16)
const bales = (count: number, from = 1) => Array.from({ length: count }, (_, index) => ({ no: `B-${from + index}`, kg: 170 }))
const press = (data: Record<string, unknown>) =>
  record(paul(), 'processingsystem', chain.gin, 'BALE_PRESSED', '2025-11-26', {
    batchId: lots.lint,
    productId: chain.products.bale,
    lintKg: 1020,
    bales: bales(6),
    ...data,
  })
const refused = refusing(() => world)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  for (const kg of [1000, 1180, 820]) {
    const sown = await chain.sown()
    plots.push({ ...sown, kg })
  }
  await chain.decide('APPROVED', ...plots.map(({ farmerId }) => farmerId))
  const { id } = await chain.lot()
  for (const { cropId, kg } of plots) {
    await chain.picked(cropId, kg)
    await ok(chain.buy(id, cropId, kg))
  }
  lots.heap = id
}, 120_000)

describe('the way to the gin', () => {
  it('refuses to send a lot that was not released (409), more than there is, and to a buyer who is none', async () => {
    const send = (data: Record<string, unknown>) =>
      record(as('pooja'), 'productbatch', lots.heap as string, 'DISPATCH', '2025-11-22', { buyerId: chain.ginner, kg: 3000, invoiceNo: 'I-1', ...data })
    await refused(() => send({}), { status: 409 })
    await ok(record(as('pooja'), 'productbatch', lots.heap as string, 'CLOSED', '2025-11-20'))
    await ok(record(as('omar'), 'productbatch', lots.heap as string, 'RELEASED', '2025-11-21'))
    await refused(() => send({ kg: 3000.001 }), blocked('BR-09', { leftKg: 3000 }))
    await refused(() => send({ buyerId: '00000000-0000-7000-8000-000000000000' }), {
      status: 400,
      body: { fields: [{ path: 'data.buyerId', code: 'missing' }] },
    })
    const { subject } = await ok(send({}))
    expect(subject).toMatchObject({ status: 'DEPLETED', onHandKg: 0 })
    const [transit] = (await ok(paul().get('/productbatch?filter[status]=IN_TRANSIT'))).items
    expect(transit).toMatchObject({ onHandKg: 3000, availableKg: 0, processorId: chain.ginner, claimStatus: 'ORGANIC' })
    lots.seedCotton = transit.id
  })
  it('refuses goods that weigh 2.1 % less (422), a wrong tare (400), and their use before they are in (409)', async () => {
    const receive = (data: Record<string, unknown>) =>
      record(paul(), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-11-23', {
        batchId: lots.seedCotton,
        grossKg: 3100,
        tareKg: 100,
        netKg: 3000,
        ...data,
      })
    await refused(() => run(ginRun()), { status: 409 })
    await refused(() => receive({ grossKg: 3036, netKg: 2936 }), blocked('4.2', { sentKg: 3000, netKg: 2936 }))
    await refused(() => receive({ netKg: 2999 }), { status: 400, body: { fields: [{ path: 'data.netKg' }] } })
    const { event, findings } = await ok(receive({ grossKg: 3070, netKg: 2970 }))
    expect(findings).toMatchObject([{ ruleId: '4.2', severity: 'WARN', figures: { differenceKg: 30 } }])
    expect(await chain.view('productbatch', lots.seedCotton as string)).toMatchObject({
      status: 'RECEIVED',
      onHandKg: 2970,
      availableKg: 2970,
      processingSystemId: chain.gin,
    })
    await ok(paul().post(`/processingsystem/${chain.gin}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await chain.view('productbatch', lots.seedCotton as string)).toMatchObject({
      status: 'IN_TRANSIT',
      onHandKg: 3000,
      availableKg: 0,
      receivedAt: null,
    })
    await ok(receive({}))
  })
})

describe('processingsystem PROCESS_RUN', () => {
  it('refuses an uncleaned line (422 BR-11)', () => refused(() => run(ginRun()), blocked('BR-11')))
  it('refuses what does not balance (422 BR-09), takes more than there is (422 BR-09), or is no out-turn (422 BR-10)', async () => {
    await ok(record(paul(), 'processingsystem', chain.gin, 'CLEANING', '2025-11-24', { area: 'Gin line', method: 'BLOWN' }, 20))
    await refused(() => run(ginRun({ invisibleKg: 0, wasteKg: 48 })), blocked('BR-09', { differenceKg: 51 }))
    await refused(() => run(ginRun({}, 3001)), blocked('BR-09', { askedKg: 3001, leftKg: 3000 }))
    await refused(
      () =>
        run(
          ginRun({
            outputs: [
              { productId: chain.products.lint, kg: 1290 },
              { productId: chain.products.cottonseed, kg: 1611 },
            ],
          }),
        ),
      blocked('BR-10', { material: 'LINT', share: 0.43 }),
    )
    await refused(
      () =>
        run(
          ginRun({
            outputs: [
              { productId: chain.products.lint, kg: 1230 },
              { productId: chain.products.cottonseed, kg: 1671 },
            ],
          }),
        ),
      blocked('BR-10', { share: 0.41 }),
    )
  })
  it('refuses a lot that is elsewhere, of the wrong kind, received later, or named twice', async () => {
    const other = await chain.lot()
    await refused(() => run(ginRun({ inputs: [{ batchId: other.id, kg: 1 }] })), { status: 409 })
    await refused(
      () =>
        run(
          ginRun({
            inputs: [
              { batchId: lots.seedCotton, kg: 1500 },
              { batchId: lots.seedCotton, kg: 1500 },
            ],
          }),
        ),
      { status: 400, body: { fields: [{ path: 'data.inputs.1.batchId', code: 'taken' }] } },
    )
    await refused(() => run(ginRun({ process: 'PRESSING' })), { status: 400, body: { fields: [{ path: 'data.inputs.0.batchId', code: 'rule' }] } })
    const early = ginRun({ startedAt: '2025-11-22T02:00:00Z', endedAt: '2025-11-22T09:00:00Z' })
    await refused(() => record(paul(), 'processingsystem', chain.gin, 'PROCESS_RUN', '2025-11-22', early, 16), blocked('BR-25'))
    await refused(() => run(ginRun({ endedAt: '2025-11-25T01:00:00Z' })), { status: 400, body: { fields: [{ path: 'data.endedAt', code: 'min' }] } })
    await refused(() => record(as('pooja'), 'processingsystem', chain.gin, 'PROCESS_RUN', '2025-11-25', ginRun()), { status: 404 })
  })
  it('refuses a process that a gin does not run (400), and an output that ginning does not make (422 BR-10)', async () => {
    for (const process of ['CLEANING', 'OIL_EXPELLING', 'SPINNING_CARDED'])
      await refused(() => run(ginRun({ process })), { status: 400, body: { fields: [{ path: 'data.process', code: 'rule' }] } })
    await refused(
      () =>
        run(
          ginRun({
            outputs: [
              { productId: chain.products.lint, kg: 1026 },
              { productId: chain.products.seedCotton, kg: 1875 },
            ],
          }),
        ),
      blocked('BR-10', { foreign: 'SEED_COTTON' }),
    )
    await refused(
      () =>
        record(as('ada'), 'processingsystem', chain.centre, 'BALE_PRESSED', '2025-11-26', {
          batchId: lots.seedCotton,
          productId: chain.products.bale,
          lintKg: 170,
          bales: bales(1),
        }),
      {
        status: 409,
        body: { code: 'STATE_CONFLICT' },
      },
    )
  })
  it('refuses a run recorded before it ended, or days later (400 at occurredAt, BR-25)', async () => {
    for (const [startedAt, endedAt] of [
      ['2025-11-25T14:00:00Z', '2025-11-25T15:00:00Z'],
      ['2025-11-24T02:00:00Z', '2025-11-24T09:00:00Z'],
    ])
      await refused(() => run(ginRun({ startedAt, endedAt })), { status: 400, body: { fields: [{ path: 'occurredAt', code: 'rule' }] } })
  })
  it('takes at the start of the run and makes at its end', async () => {
    const { event } = await ok(run(ginRun()))
    await world.scoped('ada', async ({ db, tenant }) => {
      const { rows } = await sql<{ account: string; at: string }>`
        select distinct account, at from ledger_entry where tenant_id = ${tenant.id} and event_id = ${event.id}::uuid and batch_id is not null order by at`.execute(
        db,
      )
      expect(rows.map(({ account, at: moment }) => [account, new Date(moment).toISOString()])).toEqual([
        ['CONSUMED', '2025-11-25T02:00:00.000Z'],
        ['PRODUCED', '2025-11-25T09:00:00.000Z'],
      ])
    })
    await ok(paul().post(`/processingsystem/${chain.gin}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await chain.view('productbatch', lots.seedCotton as string)).toMatchObject({ onHandKg: 3000 })
  })
  it('lets nobody but the holder take a step of a lot back (403)', async () => {
    const split = await ok(record(paul(), 'productbatch', lots.seedCotton as string, 'SPLIT', '2025-11-24', { outputs: [{ kg: 100 }] }))
    const voidSplit = (who: 'omar' | 'paul') => as(who).post(`/productbatch/${lots.seedCotton}/events/${split.event.id}/void`, { reason: 'INCORRECT_DATA' })
    await refused(() => voidSplit('omar'), { status: 403, body: { code: 'FORBIDDEN' } })
    await ok(voidSplit('paul'))
    expect(await chain.view('productbatch', lots.seedCotton as string)).toMatchObject({ onHandKg: 3000 })
  })
  it('makes lint and seed out of seed cotton, and can be taken back', async () => {
    const first = await ok(run(ginRun()))
    expect(first.findings).toEqual([])
    expect(first.subject).toMatchObject({ lastRunClaim: 'ORGANIC', runCount: 1 })
    expect(await chain.view('productbatch', lots.seedCotton as string)).toMatchObject({ status: 'DEPLETED', onHandKg: 0 })
    await ok(paul().post(`/processingsystem/${chain.gin}/events/${first.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await chain.view('productbatch', lots.seedCotton as string)).toMatchObject({ status: 'RECEIVED', onHandKg: 3000 })
    expect(await chain.view('processingsystem', chain.gin)).toMatchObject({ runCount: 0, lastRunClaim: null })
    await ok(run(ginRun()))
    const { items } = await ok(paul().get('/productbatch?filter[status]=CLOSED'))
    const byKg = items
      .map((lot: Json) => [lot.onHandKg, lot.claimStatus, lot.unitType, lot.harvestFrom])
      .sort((a: number[], b: number[]) => Number(a[0]) - Number(b[0]))
    expect(byKg).toEqual([
      [1026, 'ORGANIC', 'HEAP', '2025-10-25'],
      [1875, 'ORGANIC', 'HEAP', '2025-10-25'],
    ])
    lots.lint = items.find((lot: Json) => lot.onHandKg === 1026).id
  })
  it('keeps a history with the out-turn of each run', async () => {
    const history = await ok(paul().get(`/processingsystem/${chain.gin}/run-history`))
    expect(flawsOfAnswer('processingsystem.runHistory', 200, history)).toEqual([])
    const { items, norm, meanShare } = history
    expect(items).toMatchObject([
      {
        inputKg: 3000,
        share: 0.342,
        outputs: [
          { material: 'LINT', kg: 1026 },
          { material: 'COTTONSEED', kg: 1875 },
        ],
      },
    ])
    expect([norm, meanShare]).toEqual([{ material: 'LINT', min: 0.31, max: 0.38 }, 0.342])
  })
})

describe('processingsystem BALE_PRESSED', () => {
  it('refuses a bale of 239 kg (400), a number twice (400), more lint than there is (422 BR-09), and bales heavier than their lint (422 BR-09)', async () => {
    await refused(() => press({ bales: [{ no: 'B-1', kg: 239 }] }), { status: 400, body: { fields: [{ path: 'data.bales.0.kg', code: 'max' }] } })
    await refused(() => press({ bales: [...bales(5), { no: 'B-1', kg: 170 }] }), {
      status: 400,
      body: { fields: [{ path: 'data.bales.5.no', code: 'taken' }] },
    })
    await refused(() => press({ lintKg: 1026.5 }), blocked('BR-09', { leftKg: 1026 }))
    await refused(() => press({ lintKg: 990 }), blocked('BR-09'))
  })
  it('makes a bale lot with a weight for each bale and leaves the loose lint; a number is never given twice (409)', async () => {
    await ok(press({}))
    expect((await chain.view('productbatch', lots.lint as string)).onHandKg).toBe(6)
    const [lot] = (await ok(paul().get('/productbatch?filter[unitType]=BALE_LOT'))).items
    expect(lot).toMatchObject({ onHandKg: 1020, claimStatus: 'ORGANIC', status: 'CLOSED' })
    expect((await chain.view('productbatch', lot.id)).units).toHaveLength(6)
    await refused(() => press({ lintKg: 6, bales: [{ no: 'B-6', kg: 170 }] }), {
      status: 409,
      body: { code: 'DUPLICATE', fields: [{ path: 'data.bales.0.no' }] },
    })
    lots.bales = lot.id
  })
  it('sends bales by their number: the weight must be theirs (400), and they go with the lot', async () => {
    await ok(record(paul(), 'productbatch', lots.bales as string, 'RELEASED', '2025-11-27'))
    const other = world.places.cotton['SENDHWA-GIN']?.id ?? (await spinnerOf(world))
    const send = (data: Record<string, unknown>) =>
      record(paul(), 'productbatch', lots.bales as string, 'DISPATCH', '2025-12-02', { buyerId: other, kg: 340, invoiceNo: 'I-2', bales: 2, ...data })
    await refused(() => send({ kg: 341 }), { status: 400, body: { fields: [{ path: 'data.kg' }] } })
    await refused(() => send({ bales: 7, kg: 1020 }), blocked('BR-09', { leftBales: 6 }))
    await refused(
      () => record(as('omar'), 'productbatch', lots.bales as string, 'DISPATCH', '2025-12-02', { buyerId: other, kg: 340, bales: 2, invoiceNo: 'I-2' }),
      { status: 403 },
    )
    const { event, subject, findings } = await ok(send({}))
    expect(findings).toMatchObject([{ ruleId: 'BR-12', severity: 'REVIEW' }])
    expect([subject.onHandKg, subject.units.length]).toEqual([680, 4])
    await ok(paul().post(`/productbatch/${lots.bales}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect((await chain.view('productbatch', lots.bales as string)).units.map(({ unitNo }: Json) => unitNo)).toEqual(['B-1', 'B-2', 'B-3', 'B-4', 'B-5', 'B-6'])
    await ok(send({}))
  })
})

describe('GET /productbatch/{id}/trace', () => {
  it('refuses an unknown direction (400), an unknown lot (404), and a field officer (404)', async () => {
    expect(await as('omar').get(`/productbatch/${lots.bales}/trace?direction=up`)).toMatchObject({ status: 400 })
    expect(await as('omar').get('/productbatch/00000000-0000-7000-8000-000000000000/trace')).toMatchObject({ status: 404 })
    expect(await as('fatima').get(`/productbatch/${lots.bales}/trace`)).toMatchObject({ status: 404 })
    expect(await world.as('leela').get(`/productbatch/${lots.bales}/trace`)).toMatchObject({ status: 404 })
    expect(await as('omar').post(`/productbatch/${lots.bales}/trace`, {})).toMatchObject({ status: 405 })
  })
  it('leads from the bales back to the three plots, whose kilograms sum to the lot', async () => {
    const trace = await ok(as('omar').get(`/productbatch/${lots.bales}/trace?direction=back`))
    expect(flawsOfAnswer('productbatch.trace', 200, trace)).toEqual([])
    expect(trace.root).toMatchObject({ id: lots.bales, kg: 1020 })
    expect(trace.parcels.map(({ parcelId, kg, share }: Json) => [parcelId, kg, Math.round(share * 1e5)])).toEqual(
      [...plots].sort((a, b) => b.kg - a.kg).map(({ parcelId, kg }) => [parcelId, Math.round((1020 * kg) / 3) / 1000, Math.round((kg / 3000) * 1e5)]),
    )
    expect(trace.parcels.reduce((sum: number, { kg }: Json) => sum + Math.round(kg * 1000), 0)).toBe(1_020_000)
    expect(trace.parcels[0]).toMatchObject({ isOpen: true, farmer: expect.any(String), village: expect.stringMatching(/^Village/), point: { type: 'Point' } })
    const { nodes, edges } = traceOf(trace)
    const kinds = nodes.map(({ kind }) => kind).sort()
    expect(kinds).toEqual([...Array(3).fill('crop'), ...Array(3).fill('parcel'), ...Array(7).fill('productbatch')])
    for (const node of nodes.filter(({ id }) => id !== lots.bales)) {
      const out = edges.filter(({ from }) => from === node.id).reduce((sum, { kg }) => sum + kg, 0)
      expect(out).toBeCloseTo(node.kg, 2)
    }
    expect(edges.map(({ eventType }) => eventType)).toEqual(
      expect.arrayContaining(['SOWING', 'HARVEST', 'PURCHASE', 'DISPATCH', 'PROCESS_RUN', 'BALE_PRESSED']),
    )
  })
  it('shows the ginner the way without names of farmers and plots', async () => {
    const trace = await ok(paul().get(`/productbatch/${lots.bales}/trace`))
    expect(trace.parcels).toHaveLength(3)
    for (const plot of trace.parcels) expect(plot).toMatchObject({ isOpen: false, farmer: null, name: null, village: null, point: null })
    expect(JSON.stringify([trace, await ok(paul().get(`/productbatch/${lots.bales}/origin`))])).not.toMatch(/Khet|Ramesh|Village/)
  })
  it('leads forward from a plot to every lot that holds some of it', async () => {
    const trace = await ok(as('omar').get(`/landparcel/${plots[0]?.parcelId}/trace`))
    expect(flawsOfAnswer('landparcel.trace', 200, trace)).toEqual([])
    const { nodes } = traceOf(trace)
    const bale = nodes.find(({ id }) => id === lots.bales)
    expect(bale?.share).toBeCloseTo(1 / 3)
    expect(bale?.kg).toBe(340)
    expect(nodes.filter(({ kind }) => kind === 'productbatch').map(({ product }) => product)).toEqual(
      expect.arrayContaining(['Seed cotton', 'Lint', 'Cottonseed', 'Bales']),
    )
  })
  it('leads forward from the heap', async () => {
    const trace = await ok(as('omar').get(`/productbatch/${lots.heap}/trace?direction=forward`))
    const { nodes } = traceOf(trace)
    expect(nodes.find(({ id }) => id === lots.bales)).toMatchObject({ share: 1, kg: 1020 })
    expect(nodes.some(({ kind }) => kind !== 'productbatch')).toBe(false)
  })
})

describe('GET /productbatch/{id}/origin', () => {
  it('refuses a day that is none (400), a field officer (404) and another programme (404)', async () => {
    expect(await as('omar').get(`/productbatch/${lots.bales}/origin?asOf=2026-02-30`)).toMatchObject({ status: 400 })
    expect(await as('fatima').get(`/productbatch/${lots.bales}/origin`)).toMatchObject({ status: 404 })
    expect(await world.as('dina').get(`/productbatch/${lots.bales}/origin`)).toMatchObject({ status: 404 })
    expect(await as('omar').post(`/productbatch/${lots.bales}/origin`, {})).toMatchObject({ status: 405 })
  })
  it('answers the plots of the trace, to the gram, and the same as the links of the past say', async () => {
    for (const id of Object.values(lots)) {
      const origin = await ok(as('omar').get(`/productbatch/${id}/origin`))
      expect(flawsOfAnswer('productbatch.origin', 200, origin)).toEqual([])
      expect(origin.parcels).toEqual((await ok(as('omar').get(`/productbatch/${id}/trace`))).parcels)
      expect(origin.parcels).toEqual((await ok(as('omar').get(`/productbatch/${id}/trace?asOf=2026-01-15`))).parcels)
      expect(origin).toEqual(await ok(as('omar').get(`/productbatch/${id}/origin?asOf=2026-01-15`)))
      expect(origin.parcels.reduce((sum: number, { kg }: Json) => sum + Math.round(kg * 1000), 0)).toBe(Math.round(origin.root.kg * 1000))
    }
  })
})

describe('GET /productbatch/{id}/ledger', () => {
  it('tells every movement with the balance after it', async () => {
    const ledger = await ok(as('omar').get(`/productbatch/${lots.heap}/ledger`))
    expect(flawsOfAnswer('productbatch.ledger', 200, ledger)).toEqual([])
    expect(ledger.totals).toEqual({ PURCHASED: 3000, SHIPPED: -3000 })
    expect(ledger.items.map(({ balanceKg }: Json) => balanceKg)).toEqual([1000, 2180, 3000, 0])
    expect(ledger.items[0]).toMatchObject({
      account: 'PURCHASED',
      deltaKg: 1000,
      event: { eventType: 'PURCHASE', status: 'RECORDED' },
      lots: [{ deltaKg: -1000 }],
    })
  })
})
