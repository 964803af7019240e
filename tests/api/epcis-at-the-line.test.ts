// R27: what people do at a facility and in the field besides moving goods: seed that comes, cleaning, tests of quality, waste taken away, books put right. Each is an event with
// the kilograms of that moment, in the document of the lot and of the place, under the same id whoever asks; and stays under it with its declaration when it is taken back.
import { beforeAll, describe, expect, it } from 'vitest'
import { epcisFlawsOf } from '../harness/epcis-schema.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record, today } from './chain-stage.ts'

let world: World
let chain: Chain
let lot = ''
let cropId = ''
/** What is recorded after a pause was not known before it. */
let minutes = 0
const clock = () => new Date(Date.parse(today) + minutes * 60_000)
const as = (who: string) => world.as(who, 'OP1')
const onGin = async (type: string, day: string, data: Record<string, unknown>, who = 'paul'): Promise<string> =>
  (await ok(record(as(who), 'processingsystem', chain.gin, type, day, data))).event.id
async function eventsOf(query: string, who = 'ada'): Promise<Json[]> {
  const document = await ok(as(who).get(`/reports/epcis-document.json?${query}`))
  expect(epcisFlawsOf(document)).toEqual([])
  return document.epcisBody.eventList
}
const ofRecord = (events: Json[], id: string): Json => events.find((one) => one['fb:recorded'].endsWith(id))
const named = (kind: string, id: string) => `https://${world.tenants.cotton.subdomain}.farmbook.test/id/${kind}/${id}`
const acts = { seed: '', cleaned: '', tested: '', wasted: '', adjusted: '', early: '' }

/** 500 kg at the gin: 40 of them taken away as waste, then 3 fewer in the books. */
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const { parcelId, farmerId } = await chain.member()
  cropId = await chain.cropIn(await chain.systemOn(parcelId))
  acts.seed = (await ok(record(as('fatima'), 'crop', cropId, 'SEED_RECEIPT', '2025-06-10', { seedLotNo: 'S-7', kg: 6, supplier: 'Beej Bhandar' }))).event.id
  const sowing = {
    seedKg: 5,
    areaHa: 1,
    method: 'DIBBLING',
    seedLotNo: 'S-7',
    seedTreated: 'UNTREATED',
    nonGmProof: 'GMO-2025-11',
    nonGmProofKind: 'SEED_CERTIFICATE',
  }
  await ok(record(as('fatima'), 'crop', cropId, 'SOWING', '2025-06-20', sowing))
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 500)
  const { id } = await chain.lot()
  await ok(chain.buy(id, cropId, 500))
  lot = await chain.atGin(id, 500)
  acts.early = await onGin('CLEANING', '2025-05-20', { area: 'Gin', method: 'BLOWN' })
  acts.cleaned = await onGin('CLEANING', '2025-12-10', { area: 'Gin', method: 'PURGED', purgeKg: 12 })
  acts.wasted = await onGin('WASTE_OUT', '2025-12-12', { batchId: lot, kg: 40, destination: 'Brick kiln of Ramesh' }, 'ada')
  acts.tested = await onGin('QC_TEST', '2025-12-13', { batchId: lot, stapleMm: 29.5, mic: 4.1, result: 'FAIL', grade: 'B' })
  const { event } = await ok(record(as('paul'), 'productbatch', lot, 'ADJUST', '2025-12-14', { deltaKg: -3, reason: 'Scale was off' }))
  acts.adjusted = (await ok(record(as('ada'), 'productbatch', lot, 'ADJUST_APPROVED', '2025-12-15', { adjustEventId: event.id }))).event.id
}, 120_000)

describe('in the document of the lot', () => {
  it('are seed, tests, waste and what was put right, with what the books had then; no cleaning, which is of no lot', async () => {
    const events = await eventsOf(`lot=${lot}`)
    const batch = named('batch', lot)
    expect(ofRecord(events, acts.seed)).toMatchObject({
      bizStep: 'receiving',
      quantityList: [{ epcClass: named('seedlot', 'S-7'), quantity: 6, uom: 'KGM' }],
      'fb:crop': named('crop', cropId),
    })
    expect(ofRecord(events, acts.wasted)).toMatchObject({
      action: 'DELETE',
      bizStep: 'destroying',
      quantityList: [{ epcClass: batch, quantity: 40, uom: 'KGM' }],
    })
    expect(ofRecord(events, acts.tested)).toMatchObject({
      ...{ action: 'OBSERVE', bizStep: 'inspecting', disposition: 'non_conformant', readPoint: { id: named('facility', chain.gin) } },
      ...{ quantityList: [{ epcClass: batch, quantity: 460 }], 'fb:stapleMm': 29.5, 'fb:micronaire': 4.1 },
    })
    expect(ofRecord(events, acts.adjusted)).toMatchObject({ bizStep: 'cycle_counting', quantityList: [{ epcClass: batch, quantity: 457 }], 'fb:deltaKg': -3 })
    expect(ofRecord(events, acts.cleaned)).toBeUndefined()
    // No free text: neither who took it nor whose seed it was.
    expect(JSON.stringify(events)).not.toMatch(/Ramesh|Beej|Scale/)
  })
})
describe('in the document of the place', () => {
  it('are the same events under the same ids, and the cleanings of the season', async () => {
    const [ofLot, there] = [await eventsOf(`lot=${lot}`), await eventsOf(`facility=${chain.gin}&season=${chain.season}`, 'paul')]
    for (const id of [acts.wasted, acts.tested, acts.adjusted]) expect(ofRecord(there, id)).toEqual(ofRecord(ofLot, id))
    const place = named('facility', chain.gin)
    expect(ofRecord(there, acts.cleaned)).toMatchObject({
      bizStep: named('voc', 'BizStep-cleaning'),
      epcList: [place],
      bizLocation: { id: place },
      'fb:purgedKg': 12,
    })
    expect(ofRecord(there, acts.early)).toBeUndefined()
  })
})
describe('what is taken back', () => {
  it('has the id that it had, and says that it did not occur or was wrong', async () => {
    const before = await eventsOf(`lot=${lot}`)
    minutes++
    await ok(as('paul').post(`/processingsystem/${chain.gin}/events/${acts.tested}/void`, { reason: 'DID_NOT_OCCUR' }))
    const corrected = { eventType: 'WASTE_OUT', occurredAt: '2025-12-12T10:00:00+05:30', lateReason: 'Read wrongly', supersedesEventId: acts.wasted }
    const { event } = await ok(as('ada').post(`/processingsystem/${chain.gin}/events`, { ...corrected, data: { batchId: lot, kg: 41, destination: 'Kiln' } }))
    const after = await eventsOf(`lot=${lot}`)
    for (const id of [acts.tested, acts.wasted, acts.adjusted]) expect(ofRecord(after, id).eventID).toBe(ofRecord(before, id).eventID)
    expect(ofRecord(after, acts.tested).errorDeclaration).toMatchObject({ reason: 'did_not_occur' })
    const right = ofRecord(after, event.id)
    expect(right).toMatchObject({ quantityList: [{ quantity: 41 }] })
    expect(ofRecord(after, acts.wasted)).toMatchObject({
      quantityList: [{ quantity: 40 }],
      errorDeclaration: { reason: 'incorrect_data', correctiveEventIDs: [right.eventID] },
    })
    const there = await eventsOf(`facility=${chain.gin}&season=${chain.season}`, 'paul')
    expect(ofRecord(there, acts.wasted)).toEqual(ofRecord(after, acts.wasted))
  })
})
