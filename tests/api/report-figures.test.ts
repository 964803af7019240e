// What reports of the farm, of inspections and of trade say, beside what was written down as it was recorded: every expected figure is
// worked out here, by hand or from the list of what was sent. What was voided is in none of them.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const grown: { farmerId: string; parcelId: string; cropId: string; areaHa: number; harvestedKg: number }[] = []
/** Every ticket that counts, as it was sent. Prices in paise a kilogram. */
const tickets: { receiptNo: string; netKg: number; pricePerKg: number; premiumPerKg: number; deductions: number; farmer: number; day: string }[] = []
let lotId: string
const as = (who: string) => world.as(who, 'OP1')
const sum = (values: readonly number[]): number => Math.round(values.reduce((one, other) => one + other, 0) * 10_000) / 10_000
const report = async (id: string, query = '', who = 'omar'): Promise<Json> => ok(as(who).get(`/reports/${id}${query}`))
/** Rows as the columns named, in the order of the report. */
const columnsOf = ({ rows }: Json, ...names: string[]): unknown[][] => rows.map((row: Json) => names.map((name) => row[name]))

async function buy(farmer: number, netKg: number, day: string, more: Partial<(typeof tickets)[number]> = {}): Promise<Json> {
  const ticket = { receiptNo: `T-${tickets.length + 1}`, netKg, pricePerKg: 7250, premiumPerKg: 333, deductions: 0, farmer, day, ...more }
  const { pricePerKg, premiumPerKg, deductions, receiptNo } = ticket
  const answer = await ok(chain.buy(lotId, grown[farmer]?.cropId ?? '', netKg, day, { pricePerKg, premiumPerKg, deductions, receiptNo }))
  tickets.push(ticket)
  return answer
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  for (const [name, areaHa, harvestedKg] of [
    ['Anil', 1, 900],
    ['Bhagwan', 2, 1400],
    ['Champa', 0.5, 300],
  ] as const) {
    const one = await chain.sown({ name, areaHa })
    grown.push({ ...one, areaHa, harvestedKg })
    await chain.decide('APPROVED', one.farmerId)
    await chain.picked(one.cropId, harvestedKg)
  }
  lotId = (await chain.lot()).id
  await buy(0, 400, '2025-11-03')
  await buy(1, 700.5, '2025-11-04', { deductions: 1000 })
  await buy(1, 99.999, '2025-11-05')
  // Recorded and taken back: in no report.
  const { event } = await ok(chain.buy(lotId, grown[2]?.cropId ?? '', 120, '2025-11-05', { receiptNo: 'T-void' }))
  await ok(as('omar').post(`/productbatch/${lotId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
})

describe('the purchase register (R13)', () => {
  const payable = ({ netKg, pricePerKg, premiumPerKg, deductions }: (typeof tickets)[number]) => Math.round(netKg * (pricePerKg + premiumPerKg)) - deductions
  it('has every ticket that counts once, with what is to be paid', async () => {
    const answer = await report('purchase-register')
    expect(columnsOf(answer, 'receiptNo', 'netKg', 'pricePerKg', 'premiumPerKg', 'payable')).toEqual(
      tickets.map((one) => [one.receiptNo, one.netKg, one.pricePerKg, one.premiumPerKg, payable(one)]),
    )
    expect(answer.totals).toMatchObject({
      netKg: sum(tickets.map(({ netKg }) => netKg)),
      payable: sum(tickets.map(payable)),
      grossKg: sum(tickets.map(({ netKg }) => netKg + 2)),
    })
  })
  it('narrows by farmer and by days, both included', async () => {
    expect(columnsOf(await report('purchase-register', `?farmer=${grown[1]?.farmerId}`), 'receiptNo')).toEqual([['T-2'], ['T-3']])
    expect(columnsOf(await report('purchase-register', '?from=2025-11-04&to=2025-11-04'), 'receiptNo')).toEqual([['T-2']])
    expect((await report('purchase-register', '?to=2025-11-02')).count).toBe(0)
    expect((await as('omar').get('/reports/purchase-register?from=2025-11-05&to=2025-11-04')).body.fields).toMatchObject([{ path: 'to', code: 'min' }])
  })
  it('adds up by village as the tickets do', async () => {
    const { charts } = await report('purchase-register')
    expect(charts[0].points.map(({ value }: Json) => value)).toEqual([800.499, 400])
  })
})

describe('estimate, harvest and purchase (R12)', () => {
  it('has of each crop what was estimated, picked and bought', async () => {
    const answer = await report('estimate-to-purchase')
    const bought = (farmer: number) => sum(tickets.filter((one) => one.farmer === farmer).map(({ netKg }) => netKg))
    // The stage estimates 1,200 kg a hectare.
    expect(inOrder(columnsOf(answer, 'areaHa', 'estimatedKg', 'harvestedKg', 'purchasedKg', 'leftKg'))).toEqual(
      inOrder(grown.map(({ areaHa, harvestedKg }, farmer) => [areaHa, areaHa * 1200, harvestedKg, bought(farmer), sum([harvestedKg, -bought(farmer)])])),
    )
    expect(inOrder(columnsOf(answer, 'harvestedShare', 'purchasedShare'))).toEqual([
      [0.5, 0],
      [0.58333, 0.57179],
      [0.75, 0.44444],
    ])
    expect(answer.totals).toMatchObject({ harvestedKg: 2600, purchasedKg: 1200.499, areaHa: 3.5 })
  })
})

/** Reports go by village, and the numbers of the stage's villages by what ran before. */
const inOrder = <Row>(rows: readonly Row[]): Row[] => [...rows].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

describe('the crop area statement (R06)', () => {
  it('adds land, farmers and plots by crop and claim, and follows its parameters', async () => {
    const { rows, totals, parameters } = await report('crop-area-statement')
    expect(parameters.role).toEqual(['MAIN'])
    expect(rows).toEqual([
      {
        crop: 'Cotton',
        variety: 'RVJK-SGF-1',
        role: 'MAIN',
        claim: 'ORGANIC',
        areaHa: 3.5,
        sownHa: 3.5,
        farmers: 3,
        plots: 3,
        sownFrom: '2025-06-20',
        sownTo: '2025-06-20',
      },
    ])
    expect(totals).toEqual({ areaHa: 3.5, sownHa: 3.5 })
    expect((await report('crop-area-statement', '?claim=IC1,IC2')).count).toBe(0)
    expect((await report('crop-area-statement', '?role=BORDER')).count).toBe(0)
  })
})

describe('the parcel register (R03)', () => {
  it('has declared and mapped land, and boundaries only on a map', async () => {
    const answer = await report('parcel-register')
    expect(inOrder(columnsOf(answer, 'declaredHa', 'claim', 'method'))).toEqual(inOrder(grown.map(({ areaHa }) => [areaHa, 'ORGANIC', 'GPS_WALK'])))
    // From 10 January 2022 to 15 January 2026.
    expect(columnsOf(answer, 'months')).toEqual([[48], [48], [48]])
    expect(answer.rows[0]).not.toHaveProperty('boundary')
    const map = await ok(as('omar').get('/reports/parcel-register.geojson?purpose=OWN_RECORDS'))
    expect(map.features.map(({ geometry }: Json) => geometry.type)).toEqual(['Polygon', 'Polygon', 'Polygon'])
    expect(map.sha256).toBe(answer.sha256)
  })
})

describe('internal inspections (R10)', () => {
  it('has who inspected whom on which day, without what was taken back', async () => {
    const event = await ok(
      record(as('ines'), 'farmer', grown[0]?.farmerId ?? '', 'INTERNAL_INSPECTION', '2025-09-01', {
        seasonId: chain.season,
        round: 2,
        result: 'SANCTIONED',
        conditions: 'Buffer',
      }),
    )
    const answer = await report('internal-inspections', '?result=SANCTIONED')
    expect(columnsOf(answer, 'day', 'round', 'result', 'conditions', 'inspector')).toEqual([['2025-09-01', 2, 'SANCTIONED', 'Buffer', world.people.ines?.name]])
    await ok(as('ines').post(`/farmer/${grown[0]?.farmerId}/events/${event.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await report('internal-inspections')).rows.map(({ day }: Json) => day)).toEqual(['2025-08-10', '2025-08-10', '2025-08-10'])
  })
})

describe('non-conformities (R11)', () => {
  it('counts the days a finding was open, and those it is overdue', async () => {
    const finding = (ref: string, openedOn: string, dueOn: string) =>
      ok(as('ines').post('/nonconformity', { ref, severity: 'MINOR', rule: 'R-1', description: 'No buffer', farmerId: grown[0]?.farmerId, openedOn, dueOn }))
    const closed = await finding('NC-1', '2025-10-01', '2025-10-10')
    await finding('NC-2', '2026-01-01', '2026-01-10')
    await ok(record(as('fatima'), 'nonconformity', closed.id, 'ACTION_SENT', '2025-10-05', { action: 'Sown', doneOn: '2025-10-05' }))
    await ok(record(as('omar'), 'nonconformity', closed.id, 'CLOSED', '2025-10-08'))
    // Today is 15 January 2026.
    expect(columnsOf(await report('nonconformity-log'), 'ref', 'closedOn', 'days', 'overdue', 'status')).toEqual([
      ['NC-1', '2025-10-08', 7, null, 'CLOSED'],
      ['NC-2', null, 14, 5, 'OPEN'],
    ])
    expect(columnsOf(await report('internal-inspections', `?village=${encodeURIComponent('nowhere')}`), 'day')).toEqual([])
    expect((await report('internal-inspections')).rows.map(({ openFindings }: Json) => openFindings).sort()).toEqual([0, 0, 1])
  })
})

describe('the stock ledger, the trace and the yield (R16, R20, R17)', () => {
  it('has of the lot what came in, by the days on which it came', async () => {
    const line = async (query = '') => (await report('stock-ledger', query)).rows.find(({ place }: Json) => place === 'Kasrawad centre')
    expect(await line()).toMatchObject({ openingKg: 0, inKg: 1200.499, outKg: 0, closingKg: 1200.499 })
    expect(await line('?from=2025-11-04&to=2025-11-04')).toMatchObject({ openingKg: 400, inKg: 700.5, closingKg: 1100.5 })
    expect(await line('?to=2025-11-02')).toBeUndefined()
    const { totals } = await report('stock-ledger')
    // Everything harvested lies somewhere: nothing has left the ledger.
    expect(totals.closingKg).toBe(2600)
    expect(totals.inKg - totals.outKg).toBeCloseTo(2600, 6)
  })
  it('traces the lot to its plots, whose kilograms sum to it to the gram', async () => {
    await ok(record(as('pooja'), 'productbatch', lotId, 'CLOSED', '2025-11-20'))
    const { rows, totals, count } = await report('lot-trace', `?lot=${lotId}`)
    expect([count, totals.kg]).toEqual([2, 1200.499])
    expect(rows.map(({ kg }: Json) => kg)).toEqual([800.499, 400])
    expect((await as('omar').get('/reports/lot-trace')).body.fields).toMatchObject([{ path: 'lot', code: 'required' }])
  })
  it('has of a run the share of each output, and its input once', async () => {
    await ok(record(as('omar'), 'productbatch', lotId, 'RELEASED', '2025-11-21'))
    await ok(record(as('pooja'), 'productbatch', lotId, 'DISPATCH', '2025-11-22', { buyerId: chain.ginner, kg: 1000, invoiceNo: 'INV-1' }))
    const { items } = await ok(as('paul').get('/productbatch?filter[status]=IN_TRANSIT'))
    await ok(
      record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-11-23', { batchId: items[0].id, grossKg: 1100, tareKg: 100, netKg: 1000 }),
    )
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'CLEANING', '2025-11-24', { area: 'Gin', method: 'BLOWN' }, 9))
    const run = {
      process: 'GINNING',
      inputs: [{ batchId: items[0].id, kg: 1000 }],
      outputs: [
        { productId: chain.products.lint, kg: 345 },
        { productId: chain.products.cottonseed, kg: 620 },
      ],
      wasteKg: 25,
      invisibleKg: 10,
      startedAt: '2025-11-24T05:00:00Z',
      endedAt: '2025-11-24T07:00:00Z',
    }
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'PROCESS_RUN', '2025-11-24', run, 13))
    const answer = await report('processing-yield', '', 'paul')
    expect(columnsOf(answer, 'product', 'inputKg', 'outputKg', 'share', 'bandFrom', 'bandTo', 'isInBand', 'wasteKg')).toEqual([
      ['Lint', 1000, 345, 0.345, 0.31, 0.38, true, 25],
      ['Cottonseed', null, 620, 0.62, 0.55, 0.66, true, null],
    ])
    expect(answer.totals).toEqual({ inputKg: 1000, outputKg: 965, wasteKg: 25, invisibleKg: 10 })
    expect((await report('lot-trace', `?lot=${lotId}&direction=FORWARD`)).rows.map(({ name }: Json) => name).length).toBeGreaterThanOrEqual(3)
  })
})

describe('scope certificates (R22) and the audit log (R29)', () => {
  it('counts the days left from the day asked for', async () => {
    expect(columnsOf(await report('scope-expiry'), 'scNo', 'validTo', 'daysLeft', 'holderKind')).toEqual([['ORG/1', '2026-03-31', 75, 'OPERATOR']])
    expect(columnsOf(await report('scope-expiry', '?countedOn=2026-03-01'), 'daysLeft')).toEqual([[30]])
  })
  it('has a changed field with what it was and is, who changed it, and the ticket that was taken back', async () => {
    const { version } = await chain.view('farmer', grown[0]?.farmerId ?? '')
    await ok(as('omar').patch(`/farmer/${grown[0]?.farmerId}`, { totalHoldingHa: 1.25 }, { 'if-match': `"${version}"` }))
    const answer = await report('audit-log', '?entity=farmer')
    const edit = answer.rows.find(({ event }: Json) => event === 'EDITED')
    expect(edit).toMatchObject({ field: 'totalHoldingHa', before: '1', after: '1.25', who: world.people.omar?.name, source: 'WEB' })
    const lots = await report('audit-log', '?entity=productbatch')
    expect(lots.rows.filter(({ event, status }: Json) => event === 'PURCHASE' && status === 'VOIDED')).toHaveLength(1)
  })
  it('lets a manager read the log, and an administrator alone save it', async () => {
    expect((await report('audit-log')).formats).toEqual([])
    expect((await as('omar').get('/reports/audit-log.csv?purpose=OWN_RECORDS')).body.code).toBe('FORBIDDEN')
    expect((await as('ada').get('/reports/audit-log.csv?purpose=OWN_RECORDS')).status).toBe(200)
  })
})

describe('what a file says', () => {
  it('of a share as CSV is per cent, as its heading does', async () => {
    // Declared with a twentieth less than is mapped.
    const [plot] = (await ok(world.as('omar', 'OP1').get('/landparcel?limit=1'))).items
    const declared = { declaredAreaHa: Math.round(plot.declaredAreaHa * 0.95 * 10_000) / 10_000 }
    await ok(world.as('omar', 'OP1').patch(`/landparcel/${plot.id}`, declared, { 'if-match': `"${plot.version}"` }))
    const { body } = await world.as('ada').get('/api/operators/-/reports/parcel-register.csv?purpose=OWN_RECORDS')
    const [header = [], ...lines] = String(body)
      .replace('\ufeff', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const { rows } = (await world.as('ada').get('/api/operators/-/reports/parcel-register.json?purpose=OWN_RECORDS')).body
    const column = header.findIndex((name) => name.endsWith('(%)'))
    const name = Object.keys(rows[0] ?? {}).find((key) => key.toLowerCase().includes('difference')) ?? ''
    const wanted = rows.map((row: Json) => (row[name] === null ? '' : String(Math.round(row[name] * 1e8) / 1e6)))
    expect(lines.map((line) => line[column])).toEqual(wanted)
    expect(wanted.some((one: string) => Math.abs(Number(one)) > 0)).toBe(true)
  })
  it('of changes leaves out what is somebody’s own, for administrators too', async () => {
    const { rows } = (await world.as('ada').get('/api/operators/-/reports/audit-log.json?purpose=OWN_RECORDS')).body
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ entity }: Json) => entity === 'notification')).toEqual([])
  })
})
