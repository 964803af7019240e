// What reports of inputs, seed, tests and trainings say of what was recorded; every expected figure is worked out by hand. What was voided is in none.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, cropBody, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let neem: string
let compost: string
let seed: string
const grown: { farmerId: string; parcelId: string; systemId: string; cropId: string }[] = []
const as = (who: string) => world.as(who, 'OP1')
const report = async (id: string, query = '', who = 'omar'): Promise<Json> => ok(as(who).get(`/reports/${id}${query}`))
const at = (index: number) => grown[index] ?? { farmerId: '', parcelId: '', systemId: '', cropId: '' }
const undone = async (path: string, event: { event: { id: string } }) =>
  ok(as('omar').post(`/${path}/events/${event.event.id}/void`, { reason: 'INCORRECT_DATA' }))

const handedOut = (farmerId: string, kg: number, lotNo: string, { itemId = seed, day = '2025-06-10' } = {}) =>
  ok(record(as('fatima'), 'farmer', farmerId, 'INPUT_DISTRIBUTED', day, { itemId, kg, lotNo }))

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const input = async (name: string, category: string, phiDays: number) =>
    (await ok(world.as('ada', 'OP1').post('/inputitem', { name, category, permission: 'ALLOWED', phiDays }))).id
  neem = await input('Neem oil', 'BOTANICAL', 10)
  compost = await input('Compost', 'COMPOST', 0)
  for (const [name, areaHa] of [
    ['Anil', 1],
    ['Bhagwan', 2],
  ] as const)
    grown.push(await chain.sown({ name, areaHa }))
})

describe('input use (R08)', () => {
  const spray = (crop: number, dosePerHa: number, total: number, day: string) =>
    ok(record(as('fatima'), 'crop', at(crop).cropId, 'PLANT_PROTECTION', day, { itemId: neem, dosePerHa, unit: 'L', total, target: 'Aphids' }))
  it('is not for whoever buys', async () => {
    expect((await as('pooja').get('/reports/input-use')).status).toBe(403)
  })
  it('adds what was applied by input and unit, without what was taken back', async () => {
    expect((await report('input-use')).rows).toEqual([])
    await spray(0, 2, 2, '2025-08-01')
    await spray(1, 3, 6, '2025-08-20')
    await undone(`crop/${at(1).cropId}`, await spray(1, 9, 9, '2025-08-21'))
    await ok(
      record(as('fatima'), 'croppingsystem', at(1).systemId, 'INPUT_APPLICATION', '2025-06-10', {
        itemId: compost,
        dosePerHa: 5000,
        unit: 'KG',
        total: 10_000,
      }),
    )
    expect((await report('input-use')).rows).toEqual([
      {
        item: 'Compost',
        category: 'COMPOST',
        permission: 'ALLOWED',
        unit: 'KG',
        applications: 1,
        total: 10_000,
        areaHa: 2,
        farmers: 1,
        doseMin: 5000,
        doseMean: 5000,
        doseMax: 5000,
        firstOn: '2025-06-10',
        lastOn: '2025-06-10',
        earlyHarvests: 0,
      },
      {
        item: 'Neem oil',
        category: 'BOTANICAL',
        permission: 'ALLOWED',
        unit: 'L',
        applications: 2,
        total: 8,
        // 2 L at 2 L/ha and 6 L at 3 L/ha.
        areaHa: 3,
        farmers: 2,
        doseMin: 2,
        doseMean: 2.5,
        doseMax: 3,
        firstOn: '2025-08-01',
        lastOn: '2025-08-20',
        earlyHarvests: 0,
      },
    ])
    expect((await report('input-use', '?from=2025-08-02')).rows).toMatchObject([{ item: 'Neem oil', applications: 1, areaHa: 2 }])
    expect((await report('input-use', `?item=${compost}`)).count).toBe(1)
    expect((await report('input-use', '?permission=PROHIBITED')).count).toBe(0)
  })
})

describe('the seed register (R09)', () => {
  it('adds receipts and sowings of a lot, and counts what was sown without a proof', async () => {
    const receipt = await ok(
      record(as('fatima'), 'crop', at(0).cropId, 'SEED_RECEIPT', '2025-06-15', {
        seedLotNo: 'S-1',
        kg: 6,
        supplier: 'Seed co-operative',
        nonGmProof: 'P-7',
        nonGmProofKind: 'SEED_CERTIFICATE',
      }),
    )
    // Of this lot 7 kg were handed out to one of them; what was handed out of another lot, or is no seed, is not of the row.
    const group = world.places.cotton.OP1?.id as string
    seed = (
      await ok(
        world.as('ada', 'OP1').post('/inputitem', { name: 'Cotton seed', category: 'SEED', permission: 'ALLOWED', phiDays: 0, cropTypeId: chain.cotton }),
      )
    ).id
    for (const itemId of [seed, compost])
      await ok(record(as('omar'), 'collective', group, 'INPUT_PROCUREMENT', '2025-06-01', { itemId, kg: 20, supplier: 'Seed co-operative' }))
    await handedOut(at(0).farmerId, 7, 's-1')
    await handedOut(at(0).farmerId, 3, 'S-9')
    await handedOut(at(0).farmerId, 2, 'S-1', { itemId: compost })
    // The stage sows 5 kg a hectare of lot S-1, with the proof GMO-2025-11.
    expect((await report('seed-register')).rows).toEqual([
      {
        seedLot: 'S-1',
        crop: 'Cotton',
        variety: 'RVJK-SGF-1',
        supplier: 'Seed co-operative',
        proof: 'GMO-2025-11, P-7',
        issuedKg: 7,
        receivedKg: 6,
        sownKg: 15,
        sownHa: 3,
        farmers: 2,
        withoutProof: 0,
      },
    ])
    await undone(`crop/${at(0).cropId}`, receipt)
    await ok(
      record(as('fatima'), 'crop', at(1).cropId, 'RESOWING', '2025-07-02', {
        seedKg: 4,
        areaHa: 2,
        method: 'DIBBLING',
        seedLotNo: 'S-2',
        seedTreated: 'UNTREATED',
        reason: 'Drought',
      }),
    )
    await ok(record(as('fatima'), 'crop', at(1).cropId, 'SEED_RECEIPT', '2025-06-16', { seedLotNo: 's-2', kg: 1, supplier: 'Seed co-operative' }))
    const { rows, totals } = await report('seed-register')
    expect(rows.map((row: Json) => [row.seedLot, row.receivedKg, row.sownKg, row.withoutProof])).toEqual([
      ['S-1', 0, 15, 0],
      ['S-2', 1, 4, 1],
    ])
    expect(totals).toEqual({ issuedKg: 7, receivedKg: 1, sownKg: 19, sownHa: 5, withoutProof: 1 })
  })
})

describe('seed handed out (R09)', () => {
  it('counts each hand-out in one row and one season, whatever else the farmer grows of the lot', async () => {
    // The same lot in the next season.
    const { farmerId, parcelId } = await chain.sown({ name: 'Chandu', areaHa: 1 })
    const season = (
      await ok(as('ada').post('/season', { code: 'RB-2025', name: 'Rabi 2025', kind: 'RABI', startDate: '2025-10-01', endDate: '2026-04-30', yieldFactor: 1 }))
    ).id
    const plan = { parcelId, seasonId: season, systemType: 'SOLE', areaHa: 1, waterRegime: 'RAINFED', plannedSowing: '2026-02-05', plannedEnd: '2026-04-20' }
    const { id: systemId } = await ok(as('fatima').post('/croppingsystem', { ...plan, managedOrganically: true }))
    const { id: next } = await ok(as('fatima').post('/crop', cropBody(chain, systemId, { plannedSowing: '2026-02-05', areaHa: 0.8 })))
    await ok(record(as('fatima'), 'crop', next, 'SEED_RECEIPT', '2026-01-10', { seedLotNo: 's-1', kg: 5, supplier: 'Seed co-operative' }))
    await handedOut(farmerId, 1.5, 's-1', { day: '2025-06-09' })
    await handedOut(farmerId, 2.25, 'S-1', { day: '2025-10-03' })
    const issued = async (query: string) => {
      const { rows, totals } = await report('seed-register', query)
      return [totals.issuedKg, rows.filter(({ seedLot }: Json) => seedLot.toUpperCase() === 'S-1').map(({ issuedKg }: Json) => issuedKg)]
    }
    expect(await issued(`?season=${chain.season}`)).toEqual([8.5, [8.5]])
    expect(await issued(`?season=${season}`)).toEqual([2.25, [2.25]])
    expect(await issued('')).toEqual([10.75, [10.75]])
  })
})

describe('GMO and residue tests (R23)', () => {
  it('has a sample with its result and its days, and one that waits until today', async () => {
    const { id } = await chain.lot()
    await chain.decide('APPROVED', at(0).farmerId)
    await chain.picked(at(0).cropId, 500)
    await ok(chain.buy(id, at(0).cropId, 100, '2025-11-03', { receiptNo: 'T-1' }))
    const test = (type: string, day: string, data: Json) => ok(record(as('omar'), 'productbatch', id, type, day, data))
    await test('SAMPLE_TAKEN', '2025-11-05', { kind: 'GMO', sampleNo: 'G-1', laboratory: 'Lab One' })
    await test('LAB_RESULT', '2025-11-12', { kind: 'GMO', sampleNo: 'G-1', result: 'NEGATIVE', reportNo: 'R-55' })
    await test('SAMPLE_TAKEN', '2026-01-05', { kind: 'RESIDUE', sampleNo: 'P-1', laboratory: 'Lab Two' })
    const voided = await test('SAMPLE_TAKEN', '2025-11-06', { kind: 'GMO', sampleNo: 'G-0', laboratory: 'Lab One' })
    await undone(`productbatch/${id}`, voided)
    // Today is 15 January 2026.
    expect((await report('laboratory-tests')).rows.map((row: Json) => [row.sampleNo, row.kind, row.laboratory, row.result, row.reportNo, row.days])).toEqual([
      ['G-1', 'GMO', 'Lab One', 'NEGATIVE', 'R-55', 7],
      ['P-1', 'RESIDUE', 'Lab Two', null, null, 10],
    ])
    expect((await report('laboratory-tests', '?kind=RESIDUE')).count).toBe(1)
    expect((await report('laboratory-tests', '?to=2025-11-30')).rows).toMatchObject([{ sampleNo: 'G-1' }])
  })
})

describe('trainings (R24)', () => {
  it('counts each farmer of a training once, and the women among them', async () => {
    const person = await ok(as('omar').get(`/farmer/${at(0).farmerId}`))
    await ok(as('omar').patch(`/farmer/${person.id}`, { gender: 'M' }, { 'if-match': `"${person.version}"` }))
    const training = (day: string, data: Json) => ok(record(as('omar'), 'collective', person.operatorId, 'TRAINING', day, data))
    await training('2025-07-01', { topic: 'Compost', hours: 3, farmerIds: [at(0).farmerId, at(1).farmerId] })
    await undone(`collective/${person.operatorId}`, await training('2025-07-02', { topic: 'Traps', hours: 2, farmerIds: [at(0).farmerId] }))
    const { rows, totals } = await report('training-register')
    expect(rows).toMatchObject([{ on: '2025-07-01', topic: 'Compost', hours: 3, farmers: 2, women: 1, womenShare: 0.5, farmerHours: 6 }])
    expect(totals).toEqual({ hours: 3, farmers: 2, women: 1, farmerHours: 6 })
    expect((await report('training-register', '?from=2025-07-02')).count).toBe(0)
  })
})
