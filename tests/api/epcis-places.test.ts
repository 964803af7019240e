// R27 of a facility, and of the field: an event is in the document of the facility where it happened, whatever became of the goods; an input on a whole cropping system
// names the crops that it reached.
import { beforeAll, describe, expect, it } from 'vitest'
import { epcisFlawsOf } from '../harness/epcis-schema.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record, today } from './chain-stage.ts'

let world: World
let chain: Chain
/** Another centre of the operator, to which the lot is moved. */
let store = ''
let grower: { farmerId: string; parcelId: string; systemId: string; cropId: string }
let bought = ''
let moveId = ''
/** What is recorded after a pause was not known before it. */
let minutes = 0
const clock = () => new Date(Date.parse(today) + minutes * 60_000)
const pause = () => ++minutes
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const lotEvent = (who: string, id: string, type: string, day: string, data: Record<string, unknown> = {}, hour = 10) =>
  ok(record(as(who), 'productbatch', id, type, day, data, hour))
const path = (query: string) => `/reports/epcis-document.json?${query}`
async function eventsOf(query: string, who = 'ada'): Promise<Json[]> {
  const document = await ok(as(who).get(path(query)))
  expect(epcisFlawsOf(document)).toEqual([])
  return document.epcisBody.eventList
}
const at = (facility: string, who = 'ada') => eventsOf(`facility=${facility}&season=${chain.season}`, who)
const named = (kind: string, id: string) => `https://${world.tenants.cotton.subdomain}.farmbook.test/id/${kind}/${id}`
const ofRecord = (events: Json[], id: string): Json => events.find((one) => one['fb:recorded'].endsWith(id))
/** Steps of a lot, in their order, each with what was taken back about it. */
const stepsOf = (events: Json[], lot: string) =>
  events
    .filter((one) => JSON.stringify(one).includes(named('batch', lot)))
    .map(({ bizStep, errorDeclaration }) => [bizStep, ...(errorDeclaration ? [errorDeclaration.reason] : [])].join(' '))
/** Of every event in the document of a facility: it was read there, or the goods were there after it. */
const areThere = (events: Json[], facility: string) => {
  const place = named('facility', facility)
  expect(events.filter(({ readPoint, bizLocation }) => readPoint?.id !== place && bizLocation?.id !== place)).toEqual([])
}

/** 600 kg bought at the centre, moved to the store, and of them 250 kg sent to the gin and received there. */
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const centre = { place: 'Bhikangaon', district: 'Khargone', capacityKgPerDay: 20_000, systemType: 'COLLECTION', segregation: 'DEDICATED' }
  store = (await ok(as('ada').post('/processingsystem', { ...centre, name: 'Bhikangaon store', collectiveId: world.places.cotton.OP1?.id }))).id
  await ok(record(as('ada'), 'processingsystem', store, 'ACTIVATED', '2025-06-01'))
  const { farmerId, parcelId } = await chain.member({ areaHa: 2 })
  const systemId = await chain.systemOn(parcelId, { areaHa: 2, systemType: 'MIXED' })
  const cropId = await chain.cropIn(systemId, { areaShare: 0.999 })
  const sowing = {
    seedKg: 5,
    areaHa: 1,
    method: 'DIBBLING',
    seedLotNo: 'S-1',
    seedTreated: 'UNTREATED',
    nonGmProof: 'GMO-2025-11',
    nonGmProofKind: 'SEED_CERTIFICATE',
  }
  await ok(record(as('fatima'), 'crop', cropId, 'SOWING', '2025-06-20', sowing))
  grower = { farmerId, parcelId, systemId, cropId }
  await chain.decide('APPROVED', grower.farmerId)
  await chain.picked(grower.cropId, 1000)
  bought = (await chain.lot()).id
  await ok(chain.buy(bought, grower.cropId, 600))
  await lotEvent('pooja', bought, 'CLOSED', '2025-11-06')
  moveId = (await lotEvent('pooja', bought, 'MOVE', '2025-11-08', { processingSystemId: store })).event.id
  await lotEvent('pooja', bought, 'SAMPLE_TAKEN', '2025-11-09', { kind: 'RESIDUE', sampleNo: 'S-9', laboratory: 'Lab One' })
}, 120_000)

describe('what is refused', () => {
  it('wants a facility that the reader sees, with its season', async () => {
    const missing = (field: string, code = 'missing') => ({ status: 400, body: { fields: [{ path: field, code }] } })
    await refused(() => as('ada').get(path(`facility=${store}`)), missing('season', 'required'))
    await refused(() => as('ada').get(path(`facility=01900000-0000-7000-8000-000000000001&season=${chain.season}`)), missing('facility'))
    await refused(() => as('paul').get(path(`facility=${store}&season=${chain.season}`)), missing('facility'))
    await refused(() => world.as('dina').get(path(`facility=${store}&season=${chain.season}`)), { status: 400 })
    await refused(() => as('fatima').get(path(`facility=${store}&season=${chain.season}`)), { status: 403, body: { code: 'FORBIDDEN' } })
    // Of the operator of the address, as a lot is: also for who sees both, and for who may know the place.
    for (const who of ['leela', 'ada']) await refused(() => world.as(who, 'OP2').get(path(`facility=${store}&season=${chain.season}`)), missing('facility'))
    await refused(() => world.as('ada', 'OP2').get(path(`lot=${bought}`)), missing('lot'))
    // A processor's is of no operator; of all operators an administrator has each.
    await ok(world.as('ada', 'OP2').get(path(`facility=${chain.gin}&season=${chain.season}`)))
    await ok(world.as('ada', '-').get(path(`facility=${store}&season=${chain.season}`)))
  })
})

describe('the document of a facility', () => {
  it('has what happened there to a lot that has left it, and nothing of before or after', async () => {
    const [atCentre, atStore] = [await at(chain.centre), await at(store)]
    expect(stepsOf(atCentre, bought)).toEqual(['receiving', 'storing'])
    expect(stepsOf(atStore, bought)).toEqual(['storing', 'sampling'])
    areThere(atCentre, chain.centre)
    areThere(atStore, store)
    // The move is one event, read where it left; both have it.
    const move = ofRecord(atCentre, moveId)
    expect(move).toMatchObject({
      readPoint: { id: named('facility', chain.centre) },
      bizLocation: { id: named('facility', store) },
      quantityList: [{ quantity: 600 }],
    })
    expect(ofRecord(atStore, moveId)).toEqual(move)
  })
  it('has the dispatch where it left and the receipt where it came', async () => {
    await lotEvent('omar', bought, 'RELEASED', '2025-11-10')
    const { event: sent } = await lotEvent('pooja', bought, 'DISPATCH', '2025-11-11', { buyerId: chain.ginner, kg: 250, invoiceNo: 'INV-1' })
    const part = await chain.madeBy(sent.id)
    const weighed = { batchId: part, grossKg: 350, tareKg: 100, netKg: 250 }
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-11-12', weighed))
    const [atCentre, atStore, atGin] = [await at(chain.centre), await at(store), await at(chain.gin)]
    expect([stepsOf(atCentre, part), stepsOf(atStore, part), stepsOf(atGin, part)]).toEqual([[], ['shipping'], ['receiving']])
    for (const [events, facility] of [
      [atCentre, chain.centre],
      [atStore, store],
      [atGin, chain.gin],
    ] as const)
      areThere(events, facility)
    // The gin sees what it did, and the same of it.
    expect(await at(chain.gin, 'paul')).toEqual(atGin)
    expect(await at(store, 'omar')).toEqual(atStore)
    // In the document of the lot each event is the same.
    const whole = new Map((await eventsOf(`lot=${part}`)).map((one) => [one.eventID, one]))
    for (const one of [...atStore.filter(({ bizStep }) => bizStep === 'shipping'), ...atGin]) expect(one).toEqual(whole.get(one.eventID))
  })
  it('has of each day what was there by then', async () => {
    const then = await eventsOf(`facility=${chain.centre}&season=${chain.season}&asOf=2025-11-07&knownAt=2026-01-15`)
    expect(stepsOf(then, bought)).toEqual(['receiving'])
  })
  it('keeps what was recorded under a move that is taken back, and has what comes after it where the lot is then', async () => {
    pause()
    const { event: wrong } = await lotEvent('pooja', bought, 'MOVE', '2025-11-13', { processingSystemId: chain.centre })
    const { event: loss } = await lotEvent('pooja', bought, 'LOSS', '2025-11-14', { cause: 'DRYING', kg: 1 })
    expect(stepsOf(await at(chain.centre), bought)).toEqual(['receiving', 'storing', 'storing', 'destroying'])
    pause()
    await ok(as('omar').post(`/productbatch/${bought}/events/${wrong.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    pause()
    const { event: later } = await lotEvent('pooja', bought, 'LOSS', '2025-11-15', { cause: 'DRYING', kg: 1 })
    const [atCentre, atStore] = [await at(chain.centre), await at(store)]
    expect(stepsOf(atCentre, bought)).toEqual(['receiving', 'storing', 'storing did_not_occur', 'destroying'])
    expect(stepsOf(atStore, bought)).toEqual(['storing', 'sampling', 'shipping', 'storing did_not_occur', 'destroying'])
    expect([ofRecord(atCentre, loss.id), ofRecord(atStore, later.id)]).not.toContain(undefined)
    areThere(atCentre, chain.centre)
    areThere(atStore, store)
  })
  it('has a move that was wrong, and the one in its place where that leads', async () => {
    pause()
    const { event: first } = await lotEvent('pooja', bought, 'MOVE', '2025-11-16', { processingSystemId: chain.centre })
    pause()
    const { event: right } = await ok(
      as('pooja').post(`/productbatch/${bought}/events`, {
        eventType: 'MOVE',
        occurredAt: '2025-11-16T10:00:00+05:30',
        data: { storageBin: 'Bin 4' },
        lateReason: 'Only to another bin',
        supersedesEventId: first.id,
      }),
    )
    const [atCentre, atStore] = [await at(chain.centre), await at(store)]
    expect(ofRecord(atCentre, right.id)).toBeUndefined()
    const { eventID, readPoint, bizLocation } = ofRecord(atStore, right.id)
    expect([readPoint, bizLocation]).toEqual([{ id: named('facility', store) }, { id: named('facility', store) }])
    expect(ofRecord(atStore, first.id).errorDeclaration).toMatchObject({ reason: 'incorrect_data', correctiveEventIDs: [eventID] })
    areThere(atCentre, chain.centre)
  })
})

describe('a move that is recorded late', () => {
  it('adds itself to both places and moves nothing that was recorded before it', async () => {
    const [atCentre, atStore] = [await at(chain.centre), await at(store)]
    pause()
    const { event: late } = await lotEvent('pooja', bought, 'MOVE', '2025-11-14', { processingSystemId: chain.centre }, 12)
    const added = (events: Json[], before: Json[]) => events.filter(({ eventID }) => !before.some((one) => one.eventID === eventID))
    const [centreNow, storeNow] = [await at(chain.centre), await at(store)]
    for (const [now, before] of [
      [centreNow, atCentre],
      [storeNow, atStore],
    ] as const) {
      expect(added(now, before)).toMatchObject([{ bizStep: 'storing', 'fb:recorded': named('event', late.id) }])
      expect(now.filter((one) => !added(now, before).includes(one))).toEqual(before)
    }
    areThere(centreNow, chain.centre)
    areThere(storeNow, store)
    pause()
    await ok(as('omar').post(`/productbatch/${bought}/events/${late.id}/void`, { reason: 'DID_NOT_OCCUR' }))
  })
})

describe('a lot that is restricted', () => {
  const holdingOf = async (lot: string, eventId: string): Promise<Json> => ofRecord(await eventsOf(`lot=${lot}`), eventId)
  it('has what lay in it, also of goods from a clock that is a little ahead; no quantity where it was empty; and says when that was taken back', async () => {
    pause()
    const { id: heap } = await chain.lot()
    const hold = (lot: string, data: Record<string, unknown> = { reason: 'Wet' }, who = 'omar') =>
      as(who).post(`/productbatch/${lot}/events`, { eventType: 'QUARANTINE', occurredAt: clock().toISOString(), data })
    await refused(() => hold(heap, {}), { status: 400, body: { fields: [{ path: 'data.reason' }] } })
    const { event: empty } = await ok(hold(heap))
    expect(await holdingOf(heap, empty.id)).toMatchObject({ bizStep: 'holding', quantityList: [{ epcClass: named('batch', heap) }], 'fb:onHandKg': 0 })
    pause()
    await ok(as('omar').post(`/productbatch/${heap}/events/${empty.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect((await holdingOf(heap, empty.id)).errorDeclaration).toMatchObject({ reason: 'did_not_occur' })
    const ahead = new Date(clock().getTime() + 3 * 60_000).toISOString()
    const sending = { buyerId: chain.ginner, kg: 100, invoiceNo: 'INV-2' }
    const { event: sent } = await ok(as('pooja').post(`/productbatch/${bought}/events`, { eventType: 'DISPATCH', occurredAt: ahead, data: sending }))
    const part = await chain.madeBy(sent.id)
    const { event } = await ok(hold(part, { reason: 'Wet' }, 'paul'))
    expect((await chain.view('productbatch', part)).onHandKg).toBe(100)
    const holding = await holdingOf(part, event.id)
    expect(holding.quantityList).toEqual([{ epcClass: named('batch', part), quantity: 100, uom: 'KGM' }])
    expect(holding).not.toHaveProperty('fb:onHandKg')
  })
})

describe('an input on a whole cropping system', () => {
  const apply = (day: string, more: Record<string, unknown> = {}) =>
    ok(record(as('fatima'), 'croppingsystem', grower.systemId, 'INPUT_APPLICATION', day, { itemId: input, dosePerHa: 4, unit: 'KG', total: 4, ...more }))
  let input = ''
  it('is refused for what is no input, and is in no document then', async () => {
    input = (await ok(as('ada').post('/inputitem', { name: 'Compost', category: 'COMPOST', permission: 'ALLOWED', phiDays: 0 }))).id
    const before = await eventsOf(`lot=${bought}`)
    const nothing = { itemId: '01900000-0000-7000-8000-000000000001', dosePerHa: 4, unit: 'KG', total: 4 }
    await refused(() => record(as('fatima'), 'croppingsystem', grower.systemId, 'INPUT_APPLICATION', '2025-07-01', nothing), { status: 400 })
    expect(await eventsOf(`lot=${bought}`)).toEqual(before)
  })
  it('names the crops that it reached, with what was applied', async () => {
    const { event } = await apply('2025-07-01')
    const applied = ofRecord(await eventsOf(`lot=${bought}`), event.id)
    expect(applied).toMatchObject({
      type: 'ObjectEvent',
      action: 'OBSERVE',
      bizStep: expect.stringMatching(/\/voc\/BizStep-input_application$/),
      epcList: [named('crop', grower.cropId)],
      'fb:croppingSystem': named('croppingsystem', grower.systemId),
      'fb:inputs': [{ 'fb:name': 'Compost', 'fb:quantity': 4, 'fb:uom': 'KGM' }],
    })
    // A crop that is entered later was not known to it; an input after that reaches both.
    pause()
    const second = await chain.cropIn(grower.systemId, { areaShare: 0.001, role: 'BORDER', areaHa: 0.01 })
    const { event: later } = await apply('2025-07-02')
    const events = await eventsOf(`lot=${bought}`)
    expect(ofRecord(events, event.id)).toEqual(applied)
    expect(ofRecord(events, later.id).epcList.sort()).toEqual([named('crop', grower.cropId), named('crop', second)].sort())
    // Of a crop that was given up by then it says nothing.
    await ok(record(as('omar'), 'crop', second, 'CANCELLED', '2025-07-03', { reason: 'Not sown' }))
    expect(ofRecord(await eventsOf(`lot=${bought}`), later.id).epcList).toHaveLength(2)
    const { event: last } = await apply('2025-07-04')
    expect(ofRecord(await eventsOf(`lot=${bought}`), last.id).epcList).toEqual([named('crop', grower.cropId)])
    // The screen names them, too.
    const { rows } = await ok(as('ada').get(`/reports/epcis-document?lot=${bought}`))
    expect(rows.filter((row: Json) => row.event === 'croppingsystem.INPUT_APPLICATION').map((row: Json) => row.what)).not.toContain(null)
  })
  it('names them where it is taken back and where it is corrected', async () => {
    const { event: wrong } = await apply('2025-07-05')
    pause()
    await ok(as('omar').post(`/croppingsystem/${grower.systemId}/events/${wrong.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    const { event: first } = await apply('2025-07-06')
    pause()
    const { event: right } = await ok(
      as('fatima').post(`/croppingsystem/${grower.systemId}/events`, {
        eventType: 'INPUT_APPLICATION',
        occurredAt: '2025-07-06T10:00:00+05:30',
        data: { itemId: input, dosePerHa: 5, unit: 'KG', total: 5 },
        lateReason: 'Read wrongly',
        supersedesEventId: first.id,
      }),
    )
    const events = await eventsOf(`lot=${bought}`)
    const crops = { epcList: [named('crop', grower.cropId)] }
    const { eventID } = ofRecord(events, right.id)
    expect(ofRecord(events, wrong.id)).toMatchObject({ ...crops, errorDeclaration: { reason: 'did_not_occur' } })
    expect(ofRecord(events, right.id)).toMatchObject({ ...crops, 'fb:inputs': [{ 'fb:quantity': 5 }] })
    expect(ofRecord(events, first.id)).toMatchObject({ ...crops, errorDeclaration: { reason: 'incorrect_data', correctiveEventIDs: [eventID] } })
  })
  it('is not for who sees the goods and not the field', async () => {
    const { items } = await ok(as('paul').get('/productbatch?limit=200'))
    const events = await eventsOf(`lot=${items[0].id}`, 'paul')
    expect(events.length).toBeGreaterThan(0)
    expect(JSON.stringify(events)).not.toContain('input_application')
  })
})
