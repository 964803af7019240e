// What is recorded late of a crop counts from the day on which it happened: sprays and pickings, losses and estimates, approvals
// (BR-06, BR-07, BR-19, BR-26; review B7, B20, B24, B25, B31; reliability finding 8).
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let neem: string
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  neem = (await ok(world.as('ada', 'OP1').post('/inputitem', { name: 'Neem oil', category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 10 }))).id
})
const fatima = () => world.as('fatima')
const omar = () => world.as('omar')
const blocked = (ruleId: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId } })
const estimate = (cropId: string, day: string, kgPerHa: number) => record(fatima(), 'crop', cropId, 'YIELD_ESTIMATE', day, { method: 'EYE', kgPerHa })
const approve = (cropId: string, day: string) => record(omar(), 'crop', cropId, 'ESTIMATE_APPROVED', day)
const harvest = (cropId: string, day: string, kg: number, more = {}) => record(fatima(), 'crop', cropId, 'HARVEST', day, { pickNo: 1, kg, ...more })
const voidRecordedEvent = (who: ReturnType<World['as']>, cropId: string, eventId: string) =>
  who.post(`/crop/${cropId}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const statusCounts = async (farmerId: string): Promise<Json> => (await ok(omar().get(`/farmerseason?filter[farmerId]=${farmerId}`))).items[0]

describe('a picking and a spray recorded in any order (B20)', () => {
  it('takes the picking of before the spray, and refuses the one within its waiting period, naming the spray (422 BR-19)', async () => {
    const { cropId } = await chain.sown()
    await ok(record(fatima(), 'crop', cropId, 'PLANT_PROTECTION', '2025-11-05', { itemId: neem, dosePerHa: 5, unit: 'L', total: 5, target: 'Bollworm' }))
    expect((await ok(harvest(cropId, '2025-11-01', 100))).subject).toMatchObject({ harvestedKg: 100, harvestNotBefore: '2025-11-15' })
    expect(await harvest(cropId, '2025-11-14', 100)).toMatchObject({
      ...blocked('BR-19'),
      body: { figures: { appliedOn: '2025-11-05', item: 'Neem oil', notBefore: '2025-11-15' } },
    })
    await ok(harvest(cropId, '2025-11-15', 100))
  })
})

describe('estimates and losses by their days (B24, B25, finding 8)', () => {
  it('a loss of August recorded in October leaves the estimate of September; one recorded before its approval lowers it', async () => {
    const { cropId, farmerId } = await chain.sown()
    await ok(estimate(cropId, '2025-09-20', 1000))
    await ok(approve(cropId, '2025-09-22'))
    await ok(record(fatima(), 'crop', cropId, 'CROP_LOSS', '2025-08-10', { cause: 'HAIL', share: 0.25 }))
    expect(await chain.view('crop', cropId)).toMatchObject({ estimatedKg: 1000, lossShare: 25 })
    expect(await statusCounts(farmerId)).toMatchObject({ estimatedKg: 1000 })
    const other = await chain.sown()
    await ok(estimate(other.cropId, '2025-09-20', 400))
    await ok(record(fatima(), 'crop', other.cropId, 'CROP_LOSS', '2025-09-21', { cause: 'HAIL', share: 0.325 }))
    await ok(approve(other.cropId, '2025-09-22'))
    expect(await chain.view('crop', other.cropId)).toMatchObject({ estimatedKg: 270 })
    expect(await statusCounts(other.farmerId)).toMatchObject({ estimatedKg: 270 })
  })
  it('the member’s row follows a loss, and its being taken back (B25)', async () => {
    const { cropId, farmerId } = await chain.sown()
    await ok(estimate(cropId, '2025-09-20', 1000))
    await ok(approve(cropId, '2025-09-22'))
    const { event } = await ok(record(fatima(), 'crop', cropId, 'CROP_LOSS', '2025-10-02', { cause: 'HAIL', share: 0.25 }))
    expect(await statusCounts(farmerId)).toMatchObject({ estimatedKg: 750 })
    await ok(voidRecordedEvent(fatima(), cropId, event.id))
    expect(await statusCounts(farmerId)).toMatchObject({ estimatedKg: 1000 })
  })
  it('an old estimate recorded late does not replace the newer one; one recorded after the approval waits for its own', async () => {
    const { cropId } = await chain.sown()
    await ok(estimate(cropId, '2025-09-20', 1000))
    await ok(approve(cropId, '2025-09-22'))
    await ok(estimate(cropId, '2025-09-01', 1500))
    expect(await chain.view('crop', cropId)).toMatchObject({ estimatedKg: 1000, proposedKg: null })
    await ok(estimate(cropId, '2025-09-21', 1500))
    expect(await chain.view('crop', cropId)).toMatchObject({ estimatedKg: 1000, proposedKg: 1500 })
    expect(await approve(cropId, '2025-09-19')).toMatchObject({ status: 400, body: { fields: [{ path: 'occurredAt', code: 'rule' }] } })
  })
  it('a germination of before the resowing, recorded after it, is not that of the resown crop', async () => {
    const { cropId } = await chain.sown()
    const sowing = {
      seedKg: 5,
      areaHa: 1,
      method: 'DIBBLING',
      seedLotNo: 'S-2',
      seedTreated: 'UNTREATED',
      nonGmProof: 'GMO-1',
      nonGmProofKind: 'SEED_CERTIFICATE',
      reason: 'Dry spell',
    }
    await ok(record(fatima(), 'crop', cropId, 'RESOWING', '2025-07-05', sowing))
    await ok(record(fatima(), 'crop', cropId, 'GERMINATION_COUNT', '2025-06-28', { plantsPerM2: 3 }))
    expect(await chain.view('crop', cropId)).toMatchObject({ sowingDate: '2025-07-05', germinationDate: null })
    await ok(record(fatima(), 'crop', cropId, 'GERMINATION_COUNT', '2025-07-20', { plantsPerM2: 3 }))
    await ok(record(fatima(), 'crop', cropId, 'GERMINATION_COUNT', '2025-07-12', { plantsPerM2: 4 }))
    expect(await chain.view('crop', cropId)).toMatchObject({ germinationDate: '2025-07-12' })
  })
})

// The status by occurrence is the store's (record-event.ts, void-event.ts): these turn red when it judges so.
describe('the status of a crop by occurrence (B19, finding 8)', () => {
  it('stays “being harvested” when the first of two pickings is taken back', async () => {
    const { cropId } = await chain.sown()
    const { event } = await ok(harvest(cropId, '2025-10-25', 100))
    await ok(harvest(cropId, '2025-11-20', 100))
    await ok(voidRecordedEvent(fatima(), cropId, event.id))
    expect(await chain.view('crop', cropId)).toMatchObject({ status: 'HARVESTING', harvestedKg: 100 })
  })
  it('keeps a germination count that is recorded after the first picking', async () => {
    const { cropId } = await chain.sown()
    await ok(harvest(cropId, '2025-10-25', 100))
    await ok(record(fatima(), 'crop', cropId, 'GERMINATION_COUNT', '2025-07-01', { plantsPerM2: 3 }))
    expect(await chain.view('crop', cropId)).toMatchObject({ status: 'HARVESTING', germinationDate: '2025-07-01' })
  })
  it('is not growing by a germination of before the resowing', async () => {
    const { cropId } = await chain.sown()
    const sowing = {
      seedKg: 5,
      areaHa: 1,
      method: 'DIBBLING',
      seedLotNo: 'S-2',
      seedTreated: 'UNTREATED',
      nonGmProof: 'GMO-1',
      nonGmProofKind: 'SEED_CERTIFICATE',
      reason: 'Dry spell',
    }
    await ok(record(fatima(), 'crop', cropId, 'RESOWING', '2025-07-05', sowing))
    await ok(record(fatima(), 'crop', cropId, 'GERMINATION_COUNT', '2025-06-28', { plantsPerM2: 3 }))
    expect(await chain.view('crop', cropId)).toMatchObject({ status: 'SOWN' })
  })
})

describe('without an approved estimate (B7)', () => {
  it('a certified harvest waits for review and nothing of it is bought under its claim (422 BR-08)', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    expect((await ok(harvest(cropId, '2025-10-25', 1600))).findings).toMatchObject([{ ruleId: 'BR-07', severity: 'REVIEW' }])
    const { id: lotId } = await chain.lot()
    expect(await chain.buy(lotId, cropId, 100)).toMatchObject(blocked('BR-08'))
    await ok(estimate(cropId, '2025-10-20', 1500))
    await ok(approve(cropId, '2025-10-22'))
    await ok(chain.buy(lotId, cropId, 100))
  })
  it('the estimate that was approved is not taken back from under its approval, nor the approval from under what was bought or picked', async () => {
    const { cropId, farmerId } = await chain.sown()
    const { event: proposed } = await ok(estimate(cropId, '2025-09-20', 1000))
    const { event: approved } = await ok(approve(cropId, '2025-09-22'))
    expect((await voidRecordedEvent(fatima(), cropId, proposed.id)).body).toMatchObject({
      status: 409,
      figures: { eventId: approved.id, eventType: 'ESTIMATE_APPROVED' },
    })
    await ok(harvest(cropId, '2025-10-25', 500))
    await chain.decide('APPROVED', farmerId)
    const { id: lotId } = await chain.lot()
    const { event: ticket } = await ok(chain.buy(lotId, cropId, 100))
    expect(await voidRecordedEvent(omar(), cropId, approved.id)).toMatchObject(blocked('BR-26'))
    await ok(world.as('pooja').post(`/productbatch/${lotId}/events/${ticket.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(voidRecordedEvent(omar(), cropId, approved.id))
    await ok(voidRecordedEvent(fatima(), cropId, proposed.id))
    expect(await chain.view('crop', cropId)).toMatchObject({ estimatedKg: null, proposedKg: null, harvestedKg: 500 })
    expect(await statusCounts(farmerId)).toMatchObject({ estimatedKg: 0 })
  })
})

describe('a perennial (B31)', () => {
  it('planted before its plot was registered takes its claim on the day of its first harvest', async () => {
    const ada = world.as('ada', 'OP1')
    const { id: mango } = await ok(
      ada.post('/croptype', {
        name: 'Mango',
        scientificName: 'Mangifera indica',
        lifecycle: 'PERENNIAL',
        daysMin: 100,
        daysMax: 365,
        gmRisk: false,
        eudrCommodity: false,
        yieldNorms: [{ waterRegime: 'RAINFED', minKgPerHa: 300, typicalKgPerHa: 800, maxKgPerHa: 8000 }],
      }),
    )
    const { id: alphonso } = await ok(ada.post('/variety', { cropTypeId: mango, name: 'Alphonso', gmStatus: 'NON_GM' }))
    const { id: raw } = await ok(
      ada.post('/product', {
        code: 'PRD-MANGO',
        name: 'Mangoes',
        kind: 'RAW',
        material: 'GRAIN',
        unitType: 'HEAP',
        hsCode: '080450',
        sellable: true,
        cocModel: 'SEGREGATED',
        cropTypeId: mango,
      }),
    )
    await ok(record(ada, 'product', raw, 'ACTIVATED', '2025-06-01'))
    const orchard = async (conversionStart: string): Promise<string> => {
      const { parcelId } = await chain.member({ conversionStart })
      const { id: croppingSystemId } = await ok(
        fatima().post('/croppingsystem', {
          parcelId,
          seasonId: chain.season,
          systemType: 'AGROFORESTRY',
          areaHa: 1,
          waterRegime: 'RAINFED',
          plannedSowing: '2025-06-20',
          plannedEnd: '2026-01-10',
          managedOrganically: true,
        }),
      )
      const planned = { croppingSystemId, cropTypeId: mango, varietyId: alphonso, role: 'MAIN', areaHa: 1, plannedSowing: '2012-07-01' }
      const { id } = await ok(fatima().post('/crop', { ...planned, seedSource: 'GROUP', seedOrganic: false }))
      const planting = { seedKg: 1, areaHa: 1, method: 'TRANSPLANT', seedLotNo: 'T-1', seedTreated: 'UNTREATED' }
      await ok(record(fatima(), 'crop', id, 'SOWING', '2012-07-01', planting))
      return id
    }
    const [old, young] = [await orchard('2022-01-10'), await orchard('2023-09-01')]
    expect(await chain.view('crop', old)).toMatchObject({ claimStatus: 'CONVENTIONAL' })
    const { event, subject } = await ok(harvest(old, '2025-10-25', 100))
    expect(subject.claimStatus).toBe('ORGANIC')
    // 25 full months: in the third year of conversion.
    expect((await ok(harvest(young, '2025-10-25', 100))).subject.claimStatus).toBe('IC3')
    await ok(voidRecordedEvent(fatima(), old, event.id))
    expect(await chain.view('crop', old)).toMatchObject({ claimStatus: 'CONVENTIONAL', harvestedKg: 0 })
  })
})

describe('a crop that is closed for its season (BR-28)', () => {
  const left = async (cropId: string): Promise<Json[]> => {
    const { flags } = await chain.view('crop', cropId)
    return flags.flatMap(({ ruleId, figures }: Json) => (ruleId === 'BR-28' ? [figures.onHandKg] : []))
  }
  const close = async (cropId: string): Promise<Json> => {
    await ok(record(fatima(), 'crop', cropId, 'CROP_CLOSE', '2025-11-10', { residue: 'SHREDDED' }))
    expect(await record(omar(), 'crop', cropId, 'CLOSED', '2025-11-20', { reconciled: false })).toMatchObject({ status: 400 })
    return ok(record(omar(), 'crop', cropId, 'CLOSED', '2025-11-20', { reconciled: true }))
  }
  it('says what is left of it, also after a picking, a ticket or what was kept is recorded late', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 100, '2025-10-25')
    expect((await close(cropId)).findings).toMatchObject([{ ruleId: 'BR-28', figures: { onHandKg: 100 } }])
    await ok(harvest(cropId, '2025-10-28', 50, { pickNo: 2 }))
    expect(await left(cropId)).toEqual([150])
    const { id: lot } = await chain.lot()
    await ok(chain.buy(lot, cropId, 90, '2025-11-03'))
    expect(await left(cropId)).toEqual([60])
    await ok(record(fatima(), 'crop', cropId, 'RETAINED', '2025-11-04', { kg: 60, purpose: 'SEED' }))
    expect(await left(cropId)).toEqual([])
  })
  it('ends its farm lot, also when its only picking was taken back before', async () => {
    const { cropId } = await chain.sown()
    const { event } = await chain.picked(cropId, 100, '2025-10-25')
    await ok(voidRecordedEvent(fatima(), cropId, event.id))
    await close(cropId)
    const { items } = await ok(omar().get(`/productbatch?filter[cropId]=${cropId}`))
    expect(items).toMatchObject([{ status: 'DEPLETED', onHandKg: 0 }])
    expect(await left(cropId)).toEqual([])
  })
})

describe('an approval by what was known when it was recorded, with certified goods bought on its strength', () => {
  const conflict = (eventType: string) => ({ status: 409, body: { code: 'STATE_CONFLICT', figures: { eventType } } })
  const inPlaceOf = (who: ReturnType<World['as']>, cropId: string, eventType: string, day: string, supersedesEventId: string, data = {}) =>
    who.post(`/crop/${cropId}/events`, { eventType, occurredAt: `${day}T10:00:00+05:30`, data, lateReason: 'Misread', supersedesEventId })
  async function bought(kg: number, kgPerHa: number): Promise<{ cropId: string; lot: string; first: string; approval: string }> {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    const first = (await ok(estimate(cropId, '2025-09-20', kgPerHa))).event.id
    const approval = (await ok(approve(cropId, '2025-09-22'))).event.id
    await ok(harvest(cropId, '2025-10-25', kg))
    const { id: lot } = await chain.lot()
    await ok(chain.buy(lot, cropId, kg))
    return { cropId, lot, first, approval }
  }
  it('keeps its estimate: it is neither voided nor replaced by a smaller one, nor is the approval taken back or given to another', async () => {
    const { cropId, lot, first, approval } = await bought(1100, 1000)
    expect(await voidRecordedEvent(fatima(), cropId, first)).toMatchObject(conflict('ESTIMATE_APPROVED'))
    expect(await inPlaceOf(fatima(), cropId, 'YIELD_ESTIMATE', '2025-09-20', first, { method: 'EYE', kgPerHa: 500 })).toMatchObject(
      conflict('ESTIMATE_APPROVED'),
    )
    expect(await voidRecordedEvent(omar(), cropId, approval)).toMatchObject(blocked('BR-26'))
    const late = (await ok(estimate(cropId, '2025-09-21', 500))).event.id
    expect(await chain.view('crop', cropId)).toMatchObject({ estimatedKg: 1000, proposedKg: 500 })
    expect(await inPlaceOf(omar(), cropId, 'ESTIMATE_APPROVED', '2025-09-22', approval)).toMatchObject(blocked('BR-26'))
    await ok(voidRecordedEvent(fatima(), cropId, late))
    expect(await chain.view('productbatch', lot)).toMatchObject({ claimStatus: 'ORGANIC', onHandKg: 1100 })
    expect(await chain.view('crop', cropId)).toMatchObject({ estimatedKg: 1000, purchasedKg: 1100 })
  })
  it('is not taken back in favour of an older one that allows less', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await ok(estimate(cropId, '2025-09-20', 800))
    const old = (await ok(approve(cropId, '2025-09-22'))).event.id
    await ok(estimate(cropId, '2025-10-01', 1000))
    const second = (await ok(approve(cropId, '2025-10-02'))).event.id
    await ok(harvest(cropId, '2025-10-25', 1000))
    const { id: lot } = await chain.lot()
    await ok(chain.buy(lot, cropId, 1000))
    expect(await voidRecordedEvent(omar(), cropId, second)).toMatchObject(blocked('BR-26'))
    await ok(voidRecordedEvent(omar(), cropId, old))
    expect(await voidRecordedEvent(omar(), cropId, second)).toMatchObject(blocked('BR-26'))
  })
  it('lets no certified kilogram be bought once it was taken back', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    const first = (await ok(estimate(cropId, '2025-09-20', 1000))).event.id
    const approval = (await ok(approve(cropId, '2025-09-22'))).event.id
    await ok(harvest(cropId, '2025-10-25', 900))
    await ok(voidRecordedEvent(omar(), cropId, approval))
    await ok(voidRecordedEvent(fatima(), cropId, first))
    const { id: lot } = await chain.lot()
    expect(await chain.buy(lot, cropId, 900)).toMatchObject(blocked('BR-08'))
    expect(await chain.view('productbatch', lot)).toMatchObject({ onHandKg: 0, claimStatus: null })
  })
})

describe('a sowing that is voided', () => {
  it('leaves the seed as it was planned, and as it was edited since', async () => {
    const { parcelId } = await chain.member()
    const cropId = await chain.cropIn(await chain.systemOn(parcelId), {
      seedLotNo: 'PLAN-1',
      nonGmProof: 'PLAN-PROOF',
      nonGmProofKind: 'SEED_CERTIFICATE',
      spacingRowCm: 90,
    })
    const seed = {
      seedKg: 5,
      areaHa: 1,
      method: 'DIBBLING',
      seedLotNo: 'S-9',
      seedTreated: 'BIO',
      nonGmProof: 'S-PROOF',
      nonGmProofKind: 'GMO_TEST',
      spacingRowCm: 60,
      spacingPlantCm: 30,
    }
    const { event, subject } = await ok(record(fatima(), 'crop', cropId, 'SOWING', '2025-06-20', seed))
    expect(subject).toMatchObject({ seedLotNo: 'S-9', seedQtyKg: 5, nonGmProof: 'S-PROOF', nonGmProofKind: 'GMO_TEST', spacingRowCm: 60, spacingPlantCm: 30 })
    await ok(voidRecordedEvent(fatima(), cropId, event.id))
    const planned = {
      seedLotNo: 'PLAN-1',
      seedQtyKg: null,
      seedTreated: null,
      nonGmProof: 'PLAN-PROOF',
      nonGmProofKind: 'SEED_CERTIFICATE',
      spacingRowCm: 90,
      spacingPlantCm: null,
    }
    expect(await chain.view('crop', cropId)).toMatchObject({ status: 'PLANNED', ...planned })
    const { version } = await chain.view('crop', cropId)
    await ok(fatima().patch(`/crop/${cropId}`, { seedLotNo: 'PLAN-2' }, { 'if-match': `"${version}"` }))
    // Sown again without what is optional: that is as planned, not as in the sowing that was voided.
    const { seedKg, areaHa, method, seedTreated } = seed
    await ok(record(fatima(), 'crop', cropId, 'SOWING', '2025-06-21', { seedKg, areaHa, method, seedTreated, seedLotNo: 'S-10' }))
    expect(await chain.view('crop', cropId)).toMatchObject({ ...planned, seedLotNo: 'S-10', seedQtyKg: 5, seedTreated: 'BIO' })
  })
})
