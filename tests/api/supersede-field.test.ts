// A supersede is one step: what is built on the corrected event is judged by its replacement, of plots, crops and seasons (BR-26); and
// the past of a plot and a crop is derived like their present.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const fatima = () => world.as('fatima')
const omar = () => world.as('omar')
const sowing = { seedKg: 5, areaHa: 1, method: 'DIBBLING', seedLotNo: 'S-1', seedTreated: 'UNTREATED', nonGmProof: 'GMO-1', nonGmProofKind: 'SEED_CERTIFICATE' }
const supersede = (who: ReturnType<World['as']>, entity: string, id: string, eventId: string, eventType: string, day: string, data: Record<string, unknown>) =>
  who.post(`/${entity}/${id}/events`, { eventType, occurredAt: at(day), data, lateReason: 'From the field book', supersedesEventId: eventId })
const eventOf = async (entity: string, id: string, type: string): Promise<Json> =>
  (await ok(world.as('ada', 'OP1').get(`/${entity}/${id}/events`))).items.find(({ eventType }: Json) => eventType === type)

describe('a superseded SOWING', () => {
  it('is not taken back from under a count (409), moves where the count still fits, and not behind it (409, the count by name)', async () => {
    const { cropId, systemId } = await chain.sown()
    const sown = await eventOf('crop', cropId, 'SOWING')
    const { event: count } = await ok(record(fatima(), 'crop', cropId, 'GERMINATION_COUNT', '2025-07-01', { plantsPerM2: 4 }))
    const builtOn = { status: 409, body: { figures: { eventId: count.id, eventType: 'GERMINATION_COUNT' } } }
    expect(await fatima().post(`/crop/${cropId}/events/${sown.id}/void`, { reason: 'INCORRECT_DATA' })).toMatchObject(builtOn)
    expect(await supersede(fatima(), 'crop', cropId, sown.id, 'SOWING', '2025-07-02', sowing)).toMatchObject(builtOn)
    const moved = await ok(supersede(fatima(), 'crop', cropId, sown.id, 'SOWING', '2025-06-25', { ...sowing, areaHa: 0.5 }))
    expect(moved.subject).toMatchObject({ status: 'GROWING', sowingDate: '2025-06-25', germinationDate: '2025-07-01', claimStatus: 'ORGANIC', yieldCapKg: 800 })
    expect(await chain.view('croppingsystem', systemId)).toMatchObject({ status: 'ACTIVE' })
    expect(await eventOf('croppingsystem', systemId, 'STARTED')).toMatchObject({ occurredAt: '2025-06-25T04:30:00.000Z' })
  })
  it('of a crop that has ended leaves its system ended', async () => {
    const { cropId, systemId } = await chain.sown()
    await ok(record(fatima(), 'crop', cropId, 'CROP_LOSS', '2025-08-02', { cause: 'FLOOD', share: 1 }))
    const sown = await eventOf('crop', cropId, 'SOWING')
    await ok(supersede(fatima(), 'crop', cropId, sown.id, 'SOWING', '2025-06-25', sowing))
    expect(await chain.view('crop', cropId)).toMatchObject({ status: 'FAILED', sowingDate: '2025-06-25' })
    expect(await chain.view('croppingsystem', systemId)).toMatchObject({ status: 'CLOSED' })
  })
})

describe('a superseded HARVEST', () => {
  it('of an approved crop does not let the claim rise after sale, nor fall in between', async () => {
    const { cropId, farmerId, parcelId } = await chain.sown()
    await chain.picked(cropId, 500)
    await chain.decide('APPROVED', farmerId)
    await ok(chain.buy((await chain.lot()).id, cropId, 200))
    const picking = await eventOf('crop', cropId, 'HARVEST')
    await ok(supersede(fatima(), 'crop', cropId, picking.id, 'HARVEST', '2025-10-25', { pickNo: 1, kg: 300 }))
    expect(await chain.view('crop', cropId)).toMatchObject({ harvestedKg: 300, claimStatus: 'ORGANIC', remainingSellableKg: 100 })
    expect(await chain.view('landparcel', parcelId)).toMatchObject({ cropNow: 'Cotton' })
  })
})

describe('a superseded CONVERSION_STARTED', () => {
  it('carries the reset that builds on it, and is refused behind it (409, the reset by name)', async () => {
    const { parcelId } = await chain.member()
    const started = await eventOf('landparcel', parcelId, 'CONVERSION_STARTED')
    const { event: reset } = await ok(record(omar(), 'landparcel', parcelId, 'CONVERSION_RESET', '2025-07-15', { resetOn: '2025-07-15', cause: 'Sanction' }))
    expect(await supersede(omar(), 'landparcel', parcelId, started.id, 'CONVERSION_STARTED', '2022-01-10', { startedOn: '2025-09-01' })).toMatchObject({
      status: 409,
      body: { figures: { eventId: reset.id } },
    })
    const { subject } = await ok(supersede(omar(), 'landparcel', parcelId, started.id, 'CONVERSION_STARTED', '2022-01-10', { startedOn: '2025-03-01' }))
    expect(subject).toMatchObject({ conversionStart: '2025-07-15', conversionCountsFrom: '2025-07-15' })
  })
})

describe('an inspection on which the committee decided', () => {
  it('is not taken back from under the decision (409 by name); another one of before it takes its place', async () => {
    const { farmerId } = await chain.member()
    const { event: decision } = await chain.decide('APPROVED', farmerId)
    const visit = await eventOf('farmer', farmerId, 'INTERNAL_INSPECTION')
    const address = `/farmer/${farmerId}/events/${visit.id}/void`
    expect(await world.as('ines').post(address, { reason: 'INCORRECT_DATA' })).toMatchObject({
      status: 409,
      body: { figures: { eventId: decision.id, eventType: 'APPROVAL_COMMITTEE' } },
    })
    const another = { seasonId: chain.season, round: 1, result: 'SANCTIONED' }
    await ok(record(world.as('ines'), 'farmer', farmerId, 'INTERNAL_INSPECTION', '2025-09-01', another))
    await ok(world.as('ines').post(address, { reason: 'INCORRECT_DATA' }))
    const [{ id }] = (await ok(omar().get(`/farmerseason?filter[farmerId]=${farmerId}`))).items
    // The inspector who counts now had not approved what the committee did.
    expect(await chain.view('farmerseason', id)).toMatchObject({
      inspection1On: '2025-09-01',
      flags: [{ ruleId: 'BR-21', severity: 'REVIEW', eventId: decision.id }],
    })
  })
})

describe('GET ?asOf of a plot and a crop', () => {
  it('derives the columns of that day from their history', async () => {
    const { cropId, parcelId, farmerId } = await chain.sown()
    await chain.picked(cropId, 500)
    await ok(record(omar(), 'landparcel', parcelId, 'CONVERSION_RESET', '2026-01-13', { resetOn: '2026-01-13', cause: 'Sanction' }))
    const then = await ok(omar().get(`/crop/${cropId}?asOf=2025-10-01`))
    expect(then).toMatchObject({ status: 'SOWN', sowingDate: '2025-06-20', estimatedKg: 1200, harvestedKg: 0, farmerId })
    expect(then.past.notDerived).toEqual([])
    expect(await ok(omar().get(`/landparcel/${parcelId}?asOf=2026-01-12`))).toMatchObject({ conversionStart: '2022-01-10', organicStatus: 'ORGANIC' })
    expect(await ok(omar().get(`/crop/${cropId}?asOf=2026-01-12`))).toMatchObject({ claimStatus: 'ORGANIC', harvestedKg: 500 })
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'CONVENTIONAL' })
    expect(await chain.view('landparcel', parcelId)).toMatchObject({ conversionStart: '2026-01-13' })
  })
})
