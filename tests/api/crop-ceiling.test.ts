// Certified kilograms come from a mapped plot under a known ceiling, and nobody raises that ceiling alone once something is sown
// (BR-03, BR-06; review B8, B32, B33).
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, ok, record } from './chain-stage.ts'
import { field } from './parcel-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const cotton = await chain.view('croptype', chain.cotton)
  const yieldNorms = [...cotton.yieldNorms, { waterRegime: 'IRRIGATED', minKgPerHa: 500, typicalKgPerHa: 1350, maxKgPerHa: 2400 }]
  await ok(world.as('ada', 'OP1').patch(`/croptype/${chain.cotton}`, { yieldNorms }, { 'if-match': `"${cotton.version}"` }))
})
const fatima = () => world.as('fatima')
const omar = () => world.as('omar')
const blocked = (ruleId: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId } })
const edit = async (entity: string, id: string, values: Record<string, unknown>, who = fatima()) =>
  who.patch(`/${entity}/${id}`, values, { 'if-match': `"${(await chain.view(entity, id)).version}"` })
const harvest = (cropId: string, kg: number, day = '2025-10-25') => record(fatima(), 'crop', cropId, 'HARVEST', day, { pickNo: 1, kg, reason: 'Good year' })
const sowing = { seedKg: 5, areaHa: 1, method: 'DIBBLING', seedLotNo: 'S-1', seedTreated: 'UNTREATED', nonGmProof: 'GMO-1', nonGmProofKind: 'SEED_CERTIFICATE' }
const sownOn = async (croppingSystemId: string): Promise<string> => {
  const id = await chain.cropIn(croppingSystemId)
  await ok(record(fatima(), 'crop', id, 'SOWING', '2025-06-20', sowing))
  return id
}

describe('waterRegime of a cropping system (B8)', () => {
  it('changes freely before sowing, and lowers a ceiling after it; raising one is refused to everybody (422 BR-06 at waterRegime)', async () => {
    const { parcelId } = await chain.member()
    const id = await chain.systemOn(parcelId)
    expect((await edit('croppingsystem', id, { waterRegime: 'IRRIGATED' })).status).toBe(200)
    const cropId = await sownOn(id)
    expect(await chain.view('crop', cropId)).toMatchObject({ yieldCapKg: 2400 })
    expect((await edit('croppingsystem', id, { waterRegime: 'RAINFED' })).status).toBe(200)
    expect(await chain.view('crop', cropId)).toMatchObject({ yieldCapKg: 1600 })
    for (const who of [fatima(), omar(), world.as('ada', 'OP1')])
      expect(await edit('croppingsystem', id, { waterRegime: 'IRRIGATED' }, who)).toMatchObject({
        ...blocked('BR-06'),
        body: { figures: { capKg: 1600, wantedKg: 2400 }, fields: [{ path: 'waterRegime' }] },
      })
  })
  it('is raised by one person and another (BR-24), taken back by events, and not from under what was picked (422 BR-26)', async () => {
    const { systemId, cropId } = await chain.sown()
    const propose = () =>
      record(omar(), 'croppingsystem', systemId, 'WATER_CHANGE_PROPOSED', '2025-07-01', { waterRegime: 'IRRIGATED', reason: 'New tube well' })
    const approve = (who: ReturnType<World['as']>) => record(who, 'croppingsystem', systemId, 'WATER_CHANGE_APPROVED', '2025-07-02')
    expect((await approve(world.as('ada', 'OP1'))).status).toBe(409)
    const { event: proposed, subject } = await ok(propose())
    expect(subject).toMatchObject({ waterRegime: 'RAINFED' })
    expect(await approve(omar())).toMatchObject(blocked('BR-24'))
    expect((await approve(fatima())).status).toBe(403)
    const { event: approved, subject: irrigated } = await ok(approve(world.as('ada', 'OP1')))
    expect(irrigated).toMatchObject({ waterRegime: 'IRRIGATED' })
    expect(await chain.view('crop', cropId)).toMatchObject({ yieldCapKg: 2400 })
    const voidRecordedEvent = (who: ReturnType<World['as']>, id: string) =>
      who.post(`/croppingsystem/${systemId}/events/${id}/void`, { reason: 'INCORRECT_DATA' })
    expect((await voidRecordedEvent(omar(), proposed.id)).body).toMatchObject({ status: 409, figures: { eventType: 'WATER_CHANGE_APPROVED' } })
    const { event: picking } = await ok(harvest(cropId, 2000))
    expect(await voidRecordedEvent(omar(), approved.id)).toMatchObject({ ...blocked('BR-26'), body: { figures: { harvestedKg: 2000, capKg: 1600 } } })
    await ok(fatima().post(`/crop/${cropId}/events/${picking.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(voidRecordedEvent(omar(), approved.id))
    expect(await chain.view('crop', cropId)).toMatchObject({ yieldCapKg: 1600 })
    await ok(voidRecordedEvent(omar(), proposed.id))
    expect(await chain.view('croppingsystem', systemId)).toMatchObject({ waterRegime: 'RAINFED' })
  })
})

describe('a water regime without a norm (B32)', () => {
  it('gives no certified kilograms (422 BR-06), and conventional ones with a warning', async () => {
    const cotton = await chain.view('croptype', chain.cotton)
    const only = cotton.yieldNorms.filter(({ waterRegime }: { waterRegime: string }) => waterRegime === 'IRRIGATED')
    const { parcelId } = await chain.member()
    const { parcelId: conventional } = await chain.member({ conversionStart: null })
    const ada = world.as('ada', 'OP1')
    await ok(ada.patch(`/croptype/${chain.cotton}`, { yieldNorms: only }, { 'if-match': `"${cotton.version}"` }))
    const [certified, other] = [await sownOn(await chain.systemOn(parcelId)), await sownOn(await chain.systemOn(conventional))]
    expect(await harvest(certified, 200_000)).toMatchObject(blocked('BR-06'))
    expect(await chain.view('crop', certified)).toMatchObject({ claimStatus: 'ORGANIC', harvestedKg: 0 })
    expect((await harvest(other, 500)).status).toBe(201)
    const now = await chain.view('croptype', chain.cotton)
    await ok(ada.patch(`/croptype/${chain.cotton}`, { yieldNorms: cotton.yieldNorms }, { 'if-match': `"${now.version}"` }))
    expect((await harvest(certified, 500)).status).toBe(201)
  })
})

describe('a plot without a boundary (B33)', () => {
  const unmapped = async () => {
    const { farmerId } = await chain.member()
    const { id: parcelId } = await ok(
      fatima().post('/landparcel', { name: 'Typed', parcelNo: 'T', farmerId, tenure: 'OWNED', declaredAreaHa: 1, waterRegime: 'RAINFED' }),
    )
    await ok(record(omar(), 'landparcel', parcelId, 'CONVERSION_STARTED', '2022-01-10', { startedOn: '2022-01-10' }))
    await ok(record(world.as('carla'), 'landparcel', parcelId, 'CONVERSION_CONFIRMED', '2026-01-10', { startedOn: '2022-01-10', document: 'NC-1' }))
    const id = await chain.systemOn(parcelId)
    return { parcelId, cropId: await sownOn(id) }
  }
  it('gives no certified kilograms (422 BR-06) before it is mapped, and keeps its boundary while they stand on it', async () => {
    const { parcelId, cropId } = await unmapped()
    expect(await harvest(cropId, 500)).toMatchObject(blocked('BR-06'))
    const boundary = field(-4000, 0, 100, 100)
    const { event } = await ok(record(fatima(), 'landparcel', parcelId, 'BOUNDARY_CAPTURED', '2025-10-20', { boundary, method: 'GPS_WALK', gpsAccuracyM: 4 }))
    expect((await harvest(cropId, 500)).status).toBe(201)
    expect(await edit('landparcel', parcelId, { boundary: null })).toMatchObject(blocked('BR-06'))
    expect(await fatima().post(`/landparcel/${parcelId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })).toMatchObject(blocked('BR-06'))
  })
  it('keeps its declared area once something is sown (422 BR-03): what is measured counts', async () => {
    const { parcelId } = await unmapped()
    expect(await edit('landparcel', parcelId, { declaredAreaHa: 100 })).toMatchObject({ ...blocked('BR-03'), body: { fields: [{ path: 'declaredAreaHa' }] } })
    expect((await edit('landparcel', parcelId, { name: 'Renamed' })).status).toBe(200)
  })
})

describe('a yield norm of a region', () => {
  it('is the ceiling of what stands there, refuses above it, and stays that of the place where a crop was planned when its grower is moved', async () => {
    const cotton = await chain.view('croptype', chain.cotton)
    const ada = world.as('ada', 'OP1')
    const former = await sownOn(await chain.systemOn((await chain.member()).parcelId))
    const yieldNorms = [
      { waterRegime: 'RAINFED', minKgPerHa: 300, typicalKgPerHa: 800, maxKgPerHa: 1600 },
      { waterRegime: 'RAINFED', region: 'khargone', minKgPerHa: 200, typicalKgPerHa: 500, maxKgPerHa: 900 },
      { waterRegime: 'RAINFED', region: 'Dhar', minKgPerHa: 300, typicalKgPerHa: 900, maxKgPerHa: 1800 },
    ]
    await ok(ada.patch(`/croptype/${chain.cotton}`, { yieldNorms }, { 'if-match': `"${cotton.version}"` }))
    expect((await chain.view('croptype', chain.cotton)).yieldNorms[1]).toMatchObject({ region: 'khargone', maxKgPerHa: 900 })
    const { farmerId, parcelId } = await chain.member()
    const cropId = await sownOn(await chain.systemOn(parcelId))
    expect(await chain.view('crop', cropId)).toMatchObject({ yieldCapKg: 900, places: expect.arrayContaining(['Kasrawad', 'Khargone', 'Madhya Pradesh']) })
    expect(await record(fatima(), 'crop', cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'EYE', kgPerHa: 901 })).toMatchObject(blocked('BR-06'))
    await ok(edit('farmer', farmerId, { district: 'Dhar' }, omar()))
    await ok(record(fatima(), 'crop', cropId, 'YIELD_ESTIMATE', '2025-09-21', { method: 'EYE', kgPerHa: 900 }))
    expect(await chain.view('crop', cropId)).toMatchObject({ yieldCapKg: 900 })
    // What is planned after that stands where its grower is then.
    const { parcelId: other, farmerId: moved } = await chain.member()
    await ok(edit('farmer', moved, { district: 'Dhar' }, omar()))
    expect(await chain.view('crop', await chain.cropIn(await chain.systemOn(other)))).toMatchObject({ yieldCapKg: 1800 })
    // One from before any norm named a region has the norm of its place with its next event.
    await ok(record(fatima(), 'crop', former, 'YIELD_ESTIMATE', '2025-09-20', { method: 'EYE', kgPerHa: 700 }))
    expect(await chain.view('crop', former)).toMatchObject({ yieldCapKg: 900 })
  })
})
