// The season of a crop: fits its ground, takes its claim at sowing, never yields more than it can.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, cropBody, ok, record, uploadedSlip } from './chain-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const fatima = () => world.as('fatima')
const omar = () => world.as('omar')
const blocked = (ruleId: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId } })
const sowing = { seedKg: 5, areaHa: 1, method: 'DIBBLING', seedLotNo: 'S-1', seedTreated: 'UNTREATED', nonGmProof: 'GMO-1', nonGmProofKind: 'SEED_CERTIFICATE' }

describe('POST /croppingsystem', () => {
  it('refuses plans of one time that do not fit on the plot (422 BR-03), writes nothing, and fits the next season', async () => {
    const { parcelId } = await chain.member()
    const body = {
      parcelId,
      seasonId: chain.season,
      systemType: 'SOLE',
      areaHa: 0.7,
      waterRegime: 'RAINFED',
      plannedSowing: '2025-06-20',
      plannedEnd: '2026-01-10',
      managedOrganically: true,
    }
    await ok(fatima().post('/croppingsystem', body))
    const before = await rowCounts(world)
    expect(await fatima().post('/croppingsystem', { ...body, areaHa: 0.33 })).toMatchObject({
      ...blocked('BR-03'),
      body: { figures: { askedHa: 1.03, parcelHa: expect.closeTo(1, 3) } },
    })
    expect(await rowCounts(world)).toEqual(before)
    await ok(fatima().post('/croppingsystem', { ...body, areaHa: 1, plannedSowing: '2026-01-11', plannedEnd: '2026-04-01' }))
  })
  it('refuses a plan far outside its season (400 at plannedSowing)', async () => {
    const { parcelId } = await chain.member()
    const answer = await fatima().post('/croppingsystem', {
      parcelId,
      seasonId: chain.season,
      systemType: 'SOLE',
      areaHa: 1,
      waterRegime: 'RAINFED',
      plannedSowing: '2025-04-16',
      plannedEnd: '2026-01-10',
      managedOrganically: true,
    })
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ path: 'plannedSowing', code: 'rule' }] } })
  })
})

describe('POST /crop', () => {
  it('refuses crops beside one another above their system (422 BR-03), and a variety of another crop (400)', async () => {
    const { systemId } = await chain.sown()
    const body = cropBody(chain, systemId, { role: 'BORDER', areaHa: 0.1 })
    expect(await fatima().post('/crop', body)).toMatchObject(blocked('BR-03'))
    const ada = world.as('ada', 'OP1')
    const { id: maize } = await ok(
      ada.post('/croptype', {
        name: 'Maize',
        scientificName: 'Zea mays',
        lifecycle: 'ANNUAL',
        daysMin: 95,
        daysMax: 115,
        gmRisk: true,
        eudrCommodity: false,
        yieldNorms: [{ waterRegime: 'IRRIGATED', minKgPerHa: 1, typicalKgPerHa: 2, maxKgPerHa: 3 }],
      }),
    )
    expect(await fatima().post('/crop', { ...body, cropTypeId: maize })).toMatchObject({ status: 400, body: { fields: [{ path: 'varietyId' }] } })
  })
  it('says that a crop entered twice is there already (409 DUPLICATE)', async () => {
    const { systemId } = await chain.sown()
    expect(await fatima().post('/crop', cropBody(chain, systemId))).toMatchObject({ status: 409 })
  })
})

describe('crop SOWING', () => {
  const planned = async (more: Record<string, unknown> = {}, member = {}) => {
    const { parcelId } = await chain.member(member)
    const systemId = await chain.systemOn(parcelId, more)
    const id = await chain.cropIn(systemId)
    return { id, systemId }
  }
  it('refuses chemically treated seed on organic land (422 BR-14 at data.seedTreated), more ground than planned, and a day outside the season', async () => {
    const { id } = await planned()
    expect(await record(fatima(), 'crop', id, 'SOWING', '2025-06-20', { ...sowing, seedTreated: 'CHEMICAL' })).toMatchObject({
      ...blocked('BR-14'),
      body: { fields: [{ path: 'data.seedTreated' }] },
    })
    expect(await record(fatima(), 'crop', id, 'SOWING', '2025-06-20', { ...sowing, areaHa: 1.2 })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'data.areaHa', code: 'max' }] },
    })
    expect(await record(fatima(), 'crop', id, 'SOWING', '2025-03-01', sowing)).toMatchObject({ status: 400, body: { fields: [{ path: 'occurredAt' }] } })
    expect((await chain.view('crop', id)).status).toBe('PLANNED')
  })
  it.each([
    ['2022-01-10', 'ORGANIC'],
    ['2024-01-10', 'IC2'],
    ['2025-06-01', 'IC1'],
    [null, 'CONVENTIONAL'],
  ])('freezes the claim of a plot in the scheme since %s as %s, and starts the system', async (conversionStart, claimStatus) => {
    const { id, systemId } = await planned({}, { conversionStart })
    const { subject, findings } = await ok(record(fatima(), 'crop', id, 'SOWING', '2025-06-20', sowing))
    expect(subject).toMatchObject({ status: 'SOWN', claimStatus, sowingDate: '2025-06-20', yieldCapKg: 1600, seedQtyKg: 5 })
    expect(findings).toEqual([])
    expect((await chain.view('croppingsystem', systemId)).status).toBe('ACTIVE')
  })
  it('calls land conventional that is not managed organically, and warns of an odd seed rate and missing proof', async () => {
    const { id } = await planned({ managedOrganically: false })
    const { subject, findings } = await ok(
      record(fatima(), 'crop', id, 'SOWING', '2025-06-20', { ...sowing, seedKg: 30, nonGmProof: null, nonGmProofKind: null }),
    )
    expect(subject.claimStatus).toBe('CONVENTIONAL')
    expect(findings).toMatchObject([
      { ruleId: 'BR-20', severity: 'WARN' },
      { ruleId: 'BR-20', severity: 'REVIEW' },
    ])
  })
  it('can be taken back with everything it did, and then recorded again', async () => {
    const { id, systemId } = await planned()
    const { event } = await ok(record(fatima(), 'crop', id, 'SOWING', '2025-06-20', sowing))
    await ok(fatima().post(`/crop/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await chain.view('crop', id)).toMatchObject({ status: 'PLANNED', claimStatus: null, sowingDate: null })
    expect((await chain.view('croppingsystem', systemId)).status).toBe('PLANNED')
    await ok(record(fatima(), 'crop', id, 'SOWING', '2025-06-22', sowing))
    expect(await chain.view('crop', id)).toMatchObject({ status: 'SOWN', sowingDate: '2025-06-22' })
    expect((await chain.view('croppingsystem', systemId)).status).toBe('ACTIVE')
  })
})

describe('crop YIELD_ESTIMATE and ESTIMATE_APPROVED', () => {
  it('refuses an estimate above the ceiling (422 BR-06), approval by the estimator (422 BR-24), and approval of nothing (409)', async () => {
    const { cropId } = await chain.sown()
    expect(await record(omar(), 'crop', cropId, 'ESTIMATE_APPROVED', '2025-09-22')).toMatchObject({ status: 409 })
    expect(await record(fatima(), 'crop', cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'EYE', kgPerHa: 1700 })).toMatchObject({
      ...blocked('BR-06'),
      body: { figures: { estimateKg: 1700, capKg: 1600 } },
    })
    await ok(record(omar(), 'crop', cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'EYE', kgPerHa: 1200 }))
    expect(await record(omar(), 'crop', cropId, 'ESTIMATE_APPROVED', '2025-09-22')).toMatchObject(blocked('BR-24'))
    expect(await record(fatima(), 'crop', cropId, 'ESTIMATE_APPROVED', '2025-09-22')).toMatchObject({ status: 403 })
    expect(await chain.view('crop', cropId)).toMatchObject({ proposedKg: 1200, estimatedKg: null })
  })
  it('becomes the estimate once approved, and a loss lowers it', async () => {
    const { cropId, farmerId } = await chain.sown()
    await ok(record(fatima(), 'crop', cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'EYE', kgPerHa: 1200 }))
    await ok(record(omar(), 'crop', cropId, 'ESTIMATE_APPROVED', '2025-09-22'))
    expect(await chain.view('crop', cropId)).toMatchObject({
      estimatedKg: 1200,
      proposedKg: null,
      estimateMethod: 'EYE',
      estimateApprovedBy: world.people.omar?.id,
    })
    await ok(record(fatima(), 'crop', cropId, 'CROP_LOSS', '2025-10-02', { cause: 'HAIL', share: 0.25 }))
    expect(await chain.view('crop', cropId)).toMatchObject({ estimatedKg: 900, lossShare: 25, status: 'SOWN' })
    const { items } = await ok(omar().get(`/farmerseason?filter[farmerId]=${farmerId}`))
    expect(items).toMatchObject([{ estimatedKg: 900, result: 'NOT_INSPECTED' }])
  })
  it('ends a crop that is lost entirely, and its system with it; both come back when it was a mistake', async () => {
    const { cropId, systemId, parcelId } = await chain.sown()
    expect((await chain.view('landparcel', parcelId)).cropNow).toBe('Cotton')
    const { event, subject } = await ok(record(fatima(), 'crop', cropId, 'CROP_LOSS', '2025-08-02', { cause: 'FLOOD', share: 1 }))
    expect(subject.status).toBe('FAILED')
    expect((await chain.view('croppingsystem', systemId)).status).toBe('CLOSED')
    expect((await chain.view('landparcel', parcelId)).cropNow).toBeNull()
    await ok(omar().post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect((await chain.view('landparcel', parcelId)).cropNow).toBe('Cotton')
    expect((await chain.view('crop', cropId)).status).toBe('SOWN')
    expect((await chain.view('croppingsystem', systemId)).status).toBe('ACTIVE')
  })
})

describe('crop HARVEST', () => {
  it('refuses 128 % of the estimate (422 BR-07), more than the ceiling, and a harvest before sowing; nothing is booked', async () => {
    const { cropId } = await chain.sown()
    await chain.picked(cropId, 1000)
    const before = await rowCounts(world)
    expect(await record(fatima(), 'crop', cropId, 'HARVEST', '2025-11-20', { pickNo: 2, kg: 536 })).toMatchObject({
      ...blocked('BR-07'),
      body: { figures: { harvestedKg: 1536, ratio: 1.28 } },
    })
    expect(await record(fatima(), 'crop', cropId, 'HARVEST', '2025-11-20', { pickNo: 2, kg: 601 })).toMatchObject({
      ...blocked('BR-07'),
      body: { figures: { capKg: 1600 } },
    })
    expect(await record(fatima(), 'crop', cropId, 'HARVEST', '2025-06-20', { pickNo: 2, kg: 1 })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'occurredAt' }] },
    })
    expect(await rowCounts(world)).toEqual(before)
  })
  it('refuses a harvest in the waiting period of a spray on the crop or its system (422 BR-19); the manager may, with a word', async () => {
    const { cropId, systemId } = await chain.sown()
    const ada = world.as('ada', 'OP1')
    const { id: itemId } = await ok(ada.post('/inputitem', { name: 'Neem extract', category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 7 }))
    await ok(record(fatima(), 'crop', cropId, 'PLANT_PROTECTION', '2025-10-20', { itemId, dosePerHa: 5, unit: 'L', total: 5, target: 'Bollworm' }))
    expect((await chain.view('crop', cropId)).harvestNotBefore).toBe('2025-10-27')
    await ok(record(fatima(), 'croppingsystem', systemId, 'INPUT_APPLICATION', '2025-10-22', { itemId, dosePerHa: 5, unit: 'L', total: 5, phiDays: 10 }))
    expect((await chain.view('crop', cropId)).harvestNotBefore).toBe('2025-11-01')
    expect(await record(fatima(), 'crop', cropId, 'HARVEST', '2025-10-31', { pickNo: 1, kg: 100 })).toMatchObject(blocked('BR-19'))
    const allowed = async (by: ReturnType<typeof omar>) => ({
      pickNo: 1,
      kg: 100,
      phiOverride: 'None found',
      phiReportNo: '12',
      phiReport: [await uploadedSlip(by)],
    })
    expect(await record(fatima(), 'crop', cropId, 'HARVEST', '2025-10-31', await allowed(fatima()))).toMatchObject({ status: 403 })
    const { findings } = await ok(record(omar(), 'crop', cropId, 'HARVEST', '2025-10-31', await allowed(omar())))
    expect(findings.map((one: { ruleId: string }) => one.ruleId)).toContain('BR-19')
  })
  it('makes one farm lot and tops it up, each kilogram from the field', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.picked(cropId, 500, '2025-10-25')
    const { subject } = await ok(record(fatima(), 'crop', cropId, 'HARVEST', '2025-11-20', { pickNo: 2, kg: 300.5 }))
    expect(subject).toMatchObject({
      status: 'HARVESTING',
      harvestedKg: 800.5,
      remainingSellableKg: 800.5,
      harvestStart: '2025-10-25',
      harvestEnd: '2025-11-20',
    })
    const { items } = await ok(omar().get(`/productbatch?filter[cropId]=${cropId}`))
    expect(items).toMatchObject([
      { unitType: 'FARM_LOT', status: 'OPEN', onHandKg: 800.5, farmerId, claimStatus: 'ORGANIC', harvestFrom: '2025-10-25', harvestTo: '2025-11-20' },
    ])
    expect(items[0].batchNo).toMatch(/^OP1-KH25-SC-\d{3}$/)
  })
  it('wants a reason and a photo above 110 % and then flags it; what the farmer keeps is not for sale; a harvest taken back takes its kilograms along', async () => {
    const { cropId } = await chain.sown()
    await chain.picked(cropId, 1100)
    expect(await record(fatima(), 'crop', cropId, 'HARVEST', '2025-11-20', { pickNo: 2, kg: 300 })).toMatchObject(blocked('BR-07'))
    const { event, findings } = await ok(
      record(fatima(), 'crop', cropId, 'HARVEST', '2025-11-20', { pickNo: 2, kg: 300, reason: 'Late rain', files: [await uploadedSlip(fatima())] }),
    )
    expect(findings).toMatchObject([{ ruleId: 'BR-07', severity: 'REVIEW' }])
    await ok(record(fatima(), 'crop', cropId, 'RETAINED', '2025-11-25', { kg: 100, purpose: 'SEED' }))
    expect(await chain.view('crop', cropId)).toMatchObject({ harvestedKg: 1400, retainedKg: 100, remainingSellableKg: 1300 })
    await ok(fatima().post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await chain.view('crop', cropId)).toMatchObject({ harvestedKg: 1100, remainingSellableKg: 1000, status: 'HARVESTING' })
    const { items } = await ok(omar().get(`/productbatch?filter[cropId]=${cropId}`))
    expect(items).toMatchObject([{ onHandKg: 1000 }])
  })
})

describe('a closed season', () => {
  it('takes no events and gives none back (423 PERIOD_CLOSED), and cannot close over open crops (422 BR-28)', async () => {
    const other = await openWorld({ now: clock })
    const stage = await chainOf(other)
    const { cropId } = await stage.sown()
    const ada = other.as('ada', 'OP1')
    const close = () => ada.post(`/season/${stage.season}/events`, { eventType: 'SEASON_CLOSED', occurredAt: at('2026-01-14'), data: {} })
    expect(await close()).toMatchObject({ status: 422, body: { ruleId: 'BR-28', figures: { openCrops: 1 } } })
    const { event } = await ok(record(other.as('fatima'), 'crop', cropId, 'CROP_LOSS', '2025-08-02', { cause: 'FLOOD', share: 1 }))
    await ok(close())
    expect(await ada.post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' })).toMatchObject({
      status: 423,
      body: { code: 'PERIOD_CLOSED' },
    })
  })
})
