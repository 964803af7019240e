// R27 of numbered units: bales one by one as they are received, loaded, packed and labelled, with what they weigh; by GS1's schema and the rule of EPCIS 2.0
// that objects are named once, as instances or by their class, with kilograms worked out here.
import { beforeAll, describe, expect, it } from 'vitest'
import { epcisFlawsOf } from '../harness/epcis-schema.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record, today } from './chain-stage.ts'
import { type Mill, millOf } from './mill-stage.ts'

let world: World
let chain: Chain
let mill: Mill
let bales = ''
/** Loose, at the gin, and used up by its run. */
let seedCotton = ''
/** The lot in which two of them came to the mill. */
let atMill = ''
let receipt = ''
/** What is recorded after a pause was not known before it. */
let minutes = 0
const clock = () => new Date(Date.parse(today) + minutes * 60_000)
const pause = () => ++minutes
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const lotEvent = (who: string, id: string, type: string, day: string, data: Record<string, unknown> = {}, hour = 10) =>
  record(as(who), 'productbatch', id, type, day, data, hour)
const onMill = (type: string, day: string, data: Record<string, unknown>, hour = 12) => record(as('ada'), 'processingsystem', mill.line, type, day, data, hour)
const onGin = (type: string, day: string, data: Record<string, unknown>, hour = 12) => record(as('paul'), 'processingsystem', chain.gin, type, day, data, hour)
const undo = (entity: string, id: string, eventId: string, reason = 'INCORRECT_DATA', who = 'ada') =>
  as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason })
const path = (query: string) => `/reports/epcis-document.json?${query}`
const documentOf = async (query: string, who = 'ada'): Promise<Json> => ok(as(who).get(path(query)))
async function eventsOf(query: string, who = 'ada'): Promise<Json[]> {
  const document = await documentOf(query, who)
  expect(epcisFlawsOf(document)).toEqual([])
  return document.epcisBody.eventList
}
const ofRecord = (events: Json[], id: string): Json => events.find((one) => one['fb:recorded'].endsWith(id))
const unit = (no: string) => `https://${world.tenants.cotton.subdomain}.farmbook.test/id/unit/${chain.ginner}/${no}`
const lot = (id: string) => `https://${world.tenants.cotton.subdomain}.farmbook.test/id/batch/${id}`
const mass = (value: number) => ({ type: 'Mass', value, uom: 'KGM' })
const booked = (value: number) => ({ ...mass(value), dataProcessingMethod: expect.stringMatching(/\/voc\/booked_weight$/) })
const weights = (of: Record<string, number>) => Object.entries(of).map(([no, kg]) => ({ 'fb:epc': unit(no), 'gs1:value': kg, 'gs1:unitCode': 'KGM' }))

/** Two bales of 225 kg at the gin, out of 1,320 kg that came there. */
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  mill = await millOf(world)
  seedCotton = await chain.boughtAtGin(1320)
  await ok(onGin('CLEANING', '2025-11-25', { area: 'Gin stands', method: 'BLOWN' }, 6))
  const outputs = [
    { productId: chain.products.lint, kg: 450 },
    { productId: chain.products.cottonseed, kg: 825 },
  ]
  const run = { process: 'GINNING', inputs: [{ batchId: seedCotton, kg: 1320 }], outputs, wasteKg: 40, invisibleKg: 5 }
  await ok(onGin('PROCESS_RUN', '2025-11-25', { ...run, startedAt: '2025-11-25T04:00:00Z', endedAt: '2025-11-25T06:00:00Z' }))
  const lots: Json[] = (await ok(as('paul').get('/productbatch?filter[status]=CLOSED&limit=200'))).items
  const lint = lots.find(({ productId }) => productId === chain.products.lint)
  const pressed = ['N-1', 'N-2'].map((no) => ({ no, kg: 225 }))
  await ok(onGin('BALE_PRESSED', '2025-11-26', { batchId: lint.id, productId: chain.products.bale, lintKg: 450, bales: pressed }))
  bales = (await ok(as('paul').get('/productbatch?filter[unitType]=BALE_LOT'))).items[0].id
  await ok(lotEvent('paul', bales, 'RELEASED', '2025-11-27'))
}, 120_000)

const packed = {
  units: [
    { unitNo: 'N-1', kg: 150 },
    { unitNo: 'N-2', kg: 160 },
    { unitNo: 'N-3', kg: 140 },
  ],
}

describe('what is refused', () => {
  it('to those who have nothing of the bales, and of an event that cannot be', async () => {
    const missing = { status: 400, body: { fields: [{ path: 'lot', code: 'missing' }] } }
    await refused(() => world.as('leela', 'OP2').get(path(`lot=${bales}`)), missing)
    await refused(() => world.as('dina').get(path(`lot=${bales}`)), missing)
    await refused(() => as('fatima').get(path(`lot=${bales}`)), { status: 403, body: { code: 'FORBIDDEN' } })
    await refused(() => as('paul').get(path(`facility=${mill.line}&season=${chain.season}`)), {
      status: 400,
      body: { fields: [{ path: 'facility', code: 'missing' }] },
    })
    // What is refused is in no document.
    const before = await eventsOf(`lot=${bales}`)
    await refused(() => lotEvent('paul', bales, 'LOADED', '2025-11-28', { sscc: 'TRUCK-1', units: ['N-9'] }), { status: 400 })
    await refused(() => lotEvent('paul', bales, 'REPACK', '2025-11-28', { units: [{ unitNo: 'N-1', kg: 339 }] }), { status: 422 })
    expect(await eventsOf(`lot=${bales}`)).toEqual(before)
  })
})

describe('units where they lie', () => {
  it('are named one by one with what they weigh, where nothing of them is named by its class as well', async () => {
    const { event: loaded } = await ok(lotEvent('paul', bales, 'LOADED', '2025-11-28', { sscc: 'TRUCK-1' }))
    const { event: labelled } = await ok(lotEvent('paul', bales, 'RELABEL', '2025-11-28', { labels: [{ unitNo: 'N-1', label: 'L-1' }], reason: 'Rain' }, 12))
    const { event: unloaded } = await ok(lotEvent('paul', bales, 'UNLOADED', '2025-11-29', { sscc: 'TRUCK-1' }))
    const { event: repacked } = await ok(lotEvent('paul', bales, 'REPACK', '2025-11-30', packed))
    const events = await eventsOf(`lot=${bales}`)
    const both = {
      childEPCs: [unit('N-1'), unit('N-2')],
      sensorElementList: [{ sensorReport: [booked(450)] }],
      'fb:netWeights': weights({ 'N-1': 225, 'N-2': 225 }),
    }
    expect(ofRecord(events, loaded.id)).toMatchObject({ type: 'AggregationEvent', action: 'ADD', bizStep: 'loading', ...both })
    expect(ofRecord(events, unloaded.id)).toMatchObject({ type: 'AggregationEvent', action: 'DELETE', bizStep: 'unloading', ...both })
    const repackaging = { type: 'ObjectEvent', action: 'OBSERVE', bizStep: 'repackaging', 'fb:lot': lot(bales) }
    expect(ofRecord(events, labelled.id)).toMatchObject({
      ...repackaging,
      epcList: [unit('N-1')],
      sensorElementList: [{ sensorReport: [booked(225)] }],
      'fb:netWeights': weights({ 'N-1': 225 }),
      'fb:labels': [{ 'fb:epc': unit('N-1'), 'fb:label': 'L-1' }],
    })
    // Packing weighs each of them.
    expect(ofRecord(events, repacked.id)).toMatchObject({
      ...repackaging,
      epcList: [unit('N-1'), unit('N-2'), unit('N-3')],
      sensorElementList: [{ sensorReport: [mass(450)] }],
      'fb:netWeights': weights({ 'N-1': 150, 'N-2': 160, 'N-3': 140 }),
    })
    for (const { id } of [loaded, labelled, unloaded, repacked]) {
      expect(ofRecord(events, id)).not.toHaveProperty('fb:endedUnits')
      const { quantityList, childQuantityList, ilmd } = ofRecord(events, id)
      // EPCIS has instance data of what begins alone.
      expect([quantityList, childQuantityList, ilmd]).toEqual([undefined, undefined, undefined])
    }
  })
  it('weigh what the books had of them at that moment, whatever is lost or packed later', async () => {
    const { event: loss } = await ok(lotEvent('paul', bales, 'LOSS', '2025-12-01', { cause: 'DRYING', kg: 4.5 }))
    const { event: loaded } = await ok(lotEvent('paul', bales, 'LOADED', '2025-12-02', { sscc: 'TRUCK-2', units: ['N-2', 'N-3'] }))
    const before = ofRecord(await eventsOf(`lot=${bales}`), loaded.id)
    // 445.5 of 450: a hundredth less of each.
    expect(before).toMatchObject({ sensorElementList: [{ sensorReport: [booked(297)] }], 'fb:netWeights': weights({ 'N-2': 158.4, 'N-3': 138.6 }) })
    pause()
    // The loss is taken back after it was loaded: the event says what was known.
    await ok(undo('productbatch', bales, loss.id, 'DID_NOT_OCCUR', 'paul'))
    expect(ofRecord(await eventsOf(`lot=${bales}`), loaded.id)).toEqual(before)
  })
  it('are in the document of the gin as in that of everybody who sees the lot', async () => {
    const whole = new Map((await eventsOf(`lot=${bales}`)).map((one) => [one.eventID, one]))
    const ginners = await eventsOf(`lot=${bales}`, 'paul')
    expect(ginners.length).toBeGreaterThan(5)
    for (const one of ginners) expect(one).toEqual(whole.get(one.eventID))
  })
  it('stay named when it is taken back that they were loaded, and when it is corrected', async () => {
    const { event: wrong } = await ok(lotEvent('paul', bales, 'LOADED', '2025-12-03', { sscc: 'TRUCK-3', units: ['N-1'] }))
    await ok(undo('productbatch', bales, wrong.id, 'DID_NOT_OCCUR', 'paul'))
    const gone = ofRecord(await eventsOf(`lot=${bales}`), wrong.id)
    expect(gone).toMatchObject({
      childEPCs: [unit('N-1')],
      sensorElementList: [{ sensorReport: [booked(150)] }],
      errorDeclaration: { reason: 'did_not_occur', declarationTime: clock().toISOString() },
    })
    const { event: first } = await ok(lotEvent('paul', bales, 'LOADED', '2025-12-03', { sscc: 'TRUCK-4', units: ['N-1'] }))
    const { event: right } = await ok(
      as('paul').post(`/productbatch/${bales}/events`, {
        eventType: 'LOADED',
        occurredAt: '2025-12-03T10:00:00+05:30',
        data: { sscc: 'TRUCK-5', units: ['N-1'] },
        lateReason: 'The other truck',
        supersedesEventId: first.id,
      }),
    )
    const events = await eventsOf(`lot=${bales}`)
    const { eventID } = ofRecord(events, right.id)
    expect(ofRecord(events, first.id)).toMatchObject({
      childEPCs: [unit('N-1')],
      errorDeclaration: { reason: 'incorrect_data', correctiveEventIDs: [eventID] },
    })
    await ok(lotEvent('paul', bales, 'UNLOADED', '2025-12-04', { sscc: 'TRUCK-5' }))
  })
})

describe('units that arrive', () => {
  it('are those that came, with what was weighed; the lot is named besides', async () => {
    const { event: sent } = await ok(lotEvent('paul', bales, 'DISPATCH', '2025-12-05', { buyerId: mill.company, kg: 300, sscc: 'TRUCK-2', invoiceNo: 'I-1' }))
    atMill = await chain.madeBy(sent.id)
    receipt = (await ok(onMill('GOODS_RECEIVED', '2025-12-06', { batchId: atMill, grossKg: 394, tareKg: 100, netKg: 294 }))).event.id
    const events = await eventsOf(`lot=${atMill}`)
    expect(ofRecord(events, sent.id)).toMatchObject({
      epcList: [unit('N-2'), unit('N-3')],
      'fb:netWeightKg': 300,
      sensorElementList: [{ sensorReport: [booked(300)] }],
      'fb:netWeights': weights({ 'N-2': 160, 'N-3': 140 }),
    })
    const received = ofRecord(events, receipt)
    // 294 of 300: a fiftieth less of each.
    expect(received).toMatchObject({
      type: 'ObjectEvent',
      bizStep: 'receiving',
      epcList: [unit('N-2'), unit('N-3')],
      'fb:lot': lot(atMill),
      sensorElementList: [{ sensorReport: [mass(294)] }],
      'fb:netWeights': weights({ 'N-2': 156.8, 'N-3': 137.2 }),
    })
    expect(received.quantityList).toBeUndefined()
    // Loose goods have no units: they are received by weight.
    const loose = events.find(({ bizStep, quantityList }) => bizStep === 'receiving' && quantityList?.[0].epcClass === lot(seedCotton))
    expect(loose).toMatchObject({ quantityList: [{ quantity: 1320, uom: 'KGM' }] })
    for (const member of ['epcList', 'sensorElementList', 'fb:netWeights']) expect(loose).not.toHaveProperty(member)
  })
  it('are the same in the document of the mill, whatever is packed there afterwards', async () => {
    const before = ofRecord(await eventsOf(`facility=${mill.line}&season=${chain.season}`), receipt)
    pause()
    await ok(lotEvent('ada', atMill, 'UNLOADED', '2025-12-07', { sscc: 'TRUCK-2' }, 9))
    const { event: cones } = await ok(
      lotEvent('ada', atMill, 'REPACK', '2025-12-07', {
        units: [
          { unitNo: 'C-1', kg: 140 },
          { unitNo: 'N-2', kg: 154 },
        ],
      }),
    )
    const events = await eventsOf(`facility=${mill.line}&season=${chain.season}`)
    expect(ofRecord(events, receipt)).toEqual(before)
    // What was in the lot and has no number any more is named.
    expect(ofRecord(events, cones.id)['fb:endedUnits']).toEqual([unit('N-3')])
    expect(ofRecord(events, cones.id).epcList).toEqual([unit('C-1').replace(chain.ginner, mill.company), unit('N-2')])
    expect(ofRecord(await eventsOf(`lot=${atMill}`), receipt)).toEqual(before)
    await ok(undo('productbatch', atMill, cones.id))
  })
  it('are named in the receipt that was wrong and in the one in its place', async () => {
    const { event: right } = await ok(
      as('ada').post(`/processingsystem/${mill.line}/events`, {
        eventType: 'GOODS_RECEIVED',
        occurredAt: '2025-12-06T12:00:00+05:30',
        data: { batchId: atMill, grossKg: 400, tareKg: 100, netKg: 300 },
        lateReason: 'The scale was off',
        supersedesEventId: receipt,
      }),
    )
    const events = await eventsOf(`lot=${atMill}`)
    const both = { epcList: [unit('N-2'), unit('N-3')], 'fb:lot': lot(atMill) }
    const { eventID } = ofRecord(events, right.id)
    expect(ofRecord(events, right.id)).toMatchObject({ ...both, 'fb:netWeights': weights({ 'N-2': 160, 'N-3': 140 }) })
    expect(ofRecord(events, receipt)).toMatchObject({
      ...both,
      'fb:netWeights': weights({ 'N-2': 156.8, 'N-3': 137.2 }),
      errorDeclaration: { reason: 'incorrect_data', correctiveEventIDs: [eventID] },
    })
    await ok(undo('processingsystem', mill.line, right.id, 'DID_NOT_OCCUR'))
    expect(ofRecord(await eventsOf(`facility=${mill.line}&season=${chain.season}`), right.id)).toMatchObject({
      ...both,
      errorDeclaration: { reason: 'did_not_occur' },
    })
    await ok(onMill('GOODS_RECEIVED', '2025-12-06', { batchId: atMill, grossKg: 400, tareKg: 100, netKg: 300 }))
  })
})

describe('goods that are restricted', () => {
  const stepsOf = async (id: string, opened: string): Promise<Json[]> =>
    (await eventsOf(`lot=${id}`))
      .filter((one) => one.recordTime >= opened && ['holding', 'destroying'].includes(one.bizStep) && one.quantityList[0].epcClass === lot(id))
      .map(({ bizStep, disposition, quantityList, 'fb:onHandKg': onHandKg }) => [bizStep, disposition, quantityList[0].quantity, onHandKg])
  it('have the kilograms that lay there, also where they are disposed of at that moment; where nothing lay no quantity is said', async () => {
    pause()
    const opened = clock().toISOString()
    // 1,320 went from the centre to the gin and into the run there; 150 of the bales are left, and 300 are at the mill.
    const { id } = await ok(as('omar').post('/recallcase', { isDrill: false, cause: 'QUALITY', reason: 'Wet bales', batchId: seedCotton }))
    const inCase = (who: string, eventType: string, data: Record<string, unknown> = {}) =>
      ok(as(who).post(`/recallcase/${id}/events`, { eventType, occurredAt: clock().toISOString(), data }))
    await inCase('paul', 'ANSWERED', { processorId: chain.ginner, locatedKg: 975, returnedKg: 0 })
    await inCase('ada', 'ANSWERED', { processorId: mill.company, locatedKg: 300, returnedKg: 0 })
    await inCase('ada', 'CONTAINED')
    await inCase('ada', 'CLOSED', { outcome: 'DISPOSE', reason: 'Burnt', evidence: 'Photo' })
    const disposed = (kg: number) => [
      ['holding', 'recalled', kg, undefined],
      ['holding', 'non_sellable_other', kg, undefined],
      ['destroying', 'destroyed', kg, undefined],
    ]
    expect(await stepsOf(bales, opened)).toEqual(disposed(150))
    expect(await stepsOf(atMill, opened)).toEqual(disposed(300))
    // EPCIS 2.0 has no quantity of nothing (QuantityElement).
    expect(await stepsOf(seedCotton, opened)).toEqual([
      ['holding', 'recalled', undefined, 0],
      ['holding', 'non_sellable_other', undefined, 0],
    ])
  })
})
