// The days of a crop at their bounds: waiting periods (BR-19), seed for each hectare (BR-20), and sowing before germination before picking (BR-25); recorded in time, late, corrected and taken back.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, uploadedSlip } from './chain-stage.ts'

let world: World
let chain: Chain
let neem: string
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const blocked = (ruleId: string, figures: Record<string, unknown> = {}) => ({ status: 422, body: { ruleId, figures } })
const spray = { dosePerHa: 5, unit: 'L', total: 5, target: 'Bollworm' }
const write = (cropId: string, eventType: string, day: string, data: Json, more: Json = {}, who = 'fatima', hour = 10) =>
  as(who).post(`/crop/${cropId}/events`, { eventType, occurredAt: at(day, hour), data, lateReason: 'From the field book', ...more })
const pick = (cropId: string, day: string, more: Json = {}, who = 'fatima', hour = 10) => write(cropId, 'HARVEST', day, { pickNo: 1, kg: 10 }, more, who, hour)
const undo = (cropId: string, eventId: string, who = 'fatima') => as(who).post(`/crop/${cropId}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const found = async (cropId: string, ruleId: string): Promise<Json[]> => (await chain.view('crop', cropId)).flags.filter((flag: Json) => flag.ruleId === ruleId)
const farmLot = async (cropId: string): Promise<Json> => (await ok(as('omar').get(`/productbatch?filter[cropId]=${cropId}`))).items[0]

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  neem = (await ok(as('ada').post('/inputitem', { name: 'Neem oil', category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 10 }))).id
}, 120_000)

describe('a waiting period (BR-19)', () => {
  it('ends on the day that it says: the day before is refused, of a spray in place of another by the later days, and of one taken back by none', async () => {
    const { cropId } = await chain.sown()
    const first = await ok(write(cropId, 'PLANT_PROTECTION', '2025-11-05', { itemId: neem, ...spray }))
    await refused(() => pick(cropId, '2025-11-14', {}, 'fatima', 23), blocked('BR-19', { notBefore: '2025-11-15' }))
    const moved = await ok(write(cropId, 'PLANT_PROTECTION', '2025-11-06', { itemId: neem, ...spray }, { supersedesEventId: first.event.id }))
    await refused(() => pick(cropId, '2025-11-15'), blocked('BR-19', { appliedOn: '2025-11-06', notBefore: '2025-11-16' }))
    const { event } = await ok(pick(cropId, '2025-11-16', {}, 'fatima', 0))
    // The picking is corrected into the waiting period: refused, and nothing of it is moved.
    await refused(() => pick(cropId, '2025-11-15', { supersedesEventId: event.id }), blocked('BR-19'))
    await ok(undo(cropId, moved.event.id))
    await ok(pick(cropId, '2025-11-15', { supersedesEventId: event.id }))
    expect(await found(cropId, 'BR-19')).toEqual([])
  })
  it('of a spray that is recorded after the picking is found from its last day on, follows its correction, and goes with it', async () => {
    const { cropId } = await chain.sown()
    await ok(pick(cropId, '2025-11-15'))
    const late = await ok(write(cropId, 'PLANT_PROTECTION', '2025-11-05', { itemId: neem, ...spray }))
    expect([late.findings, (await farmLot(cropId)).status]).toEqual([[], 'OPEN'])
    const later = await ok(write(cropId, 'PLANT_PROTECTION', '2025-11-06', { itemId: neem, ...spray }, { supersedesEventId: late.event.id }))
    expect(later.findings).toMatchObject([{ ruleId: 'BR-19', severity: 'REVIEW', figures: { until: '2025-11-16', harvestDays: ['2025-11-15'] } }])
    expect((await farmLot(cropId)).status).toBe('QUARANTINED')
    const back = await ok(write(cropId, 'PLANT_PROTECTION', '2025-11-05', { itemId: neem, ...spray }, { supersedesEventId: later.event.id }))
    expect(await found(cropId, 'BR-19')).toEqual([])
    const again = await ok(write(cropId, 'PLANT_PROTECTION', '2025-11-14', { itemId: neem, ...spray }, { supersedesEventId: back.event.id }))
    expect(await found(cropId, 'BR-19')).toMatchObject([{ eventId: again.event.id, figures: { until: '2025-11-24' } }])
    await ok(undo(cropId, again.event.id))
    expect(await found(cropId, 'BR-19')).toEqual([])
  })
  it('of an input on the whole system is the same: refused in it, found late, and gone with it', async () => {
    const { cropId, systemId } = await chain.sown()
    const onSystem = (day: string, more: Json = {}, data: Json = {}) =>
      as('fatima').post(`/croppingsystem/${systemId}/events`, {
        ...{ eventType: 'INPUT_APPLICATION', occurredAt: at(day), lateReason: 'From the field book', ...more },
        data: { itemId: neem, dosePerHa: 5, unit: 'L', total: 5, ...data },
      })
    const first = await ok(onSystem('2025-10-01'))
    await refused(() => pick(cropId, '2025-10-10'), blocked('BR-19', { notBefore: '2025-10-11' }))
    await ok(pick(cropId, '2025-10-11'))
    const longer = await ok(onSystem('2025-10-01', { supersedesEventId: first.event.id }, { phiDays: 11 }))
    expect(await found(cropId, 'BR-19')).toMatchObject([{ eventId: longer.event.id, figures: { until: '2025-10-12' } }])
    expect((await farmLot(cropId)).status).toBe('QUARANTINED')
    await ok(as('fatima').post(`/croppingsystem/${systemId}/events/${longer.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await found(cropId, 'BR-19')).toEqual([])
  })
  it('of an input whose days are edited is what they were when it was used', async () => {
    const { cropId } = await chain.sown()
    const item = await ok(as('ada').post('/inputitem', { name: 'Garlic extract', category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 3 }))
    await ok(write(cropId, 'PLANT_PROTECTION', '2025-10-01', { itemId: item.id, ...spray }))
    await ok(as('ada').patch(`/inputitem/${item.id}`, { phiDays: 20 }, { 'if-match': `"${item.version}"` }))
    await ok(pick(cropId, '2025-10-04'))
    expect(await found(cropId, 'BR-19')).toEqual([])
  })
  it('that the manager set aside leaves a finding while the spray and the picking are there', async () => {
    const { cropId } = await chain.sown()
    const { event: sprayed } = await ok(write(cropId, 'PLANT_PROTECTION', '2025-11-05', { itemId: neem, ...spray }))
    const phiReport = [await uploadedSlip(as('omar'))]
    const allowed = (day: string, more: Json = {}) =>
      write(cropId, 'HARVEST', day, { pickNo: 1, kg: 10, phiOverride: 'None found', phiReportNo: '12', phiReport }, more, 'omar')
    const { event } = await ok(allowed('2025-11-14'))
    expect(await found(cropId, 'BR-19')).toMatchObject([{ eventId: event.id, severity: 'REVIEW' }])
    const moved = await ok(allowed('2025-11-15', { supersedesEventId: event.id }))
    expect(await found(cropId, 'BR-19')).toEqual([])
    await ok(allowed('2025-11-13', { supersedesEventId: moved.event.id }))
    expect(await found(cropId, 'BR-19')).toHaveLength(1)
    await ok(undo(cropId, sprayed.id))
    expect(await found(cropId, 'BR-19')).toEqual([])
  })
})

describe('seed for each hectare (BR-20)', () => {
  const sowing = (seedKg: number, areaHa: number) => ({
    ...{ seedKg, areaHa, method: 'DIBBLING', seedLotNo: 'S-1', seedTreated: 'UNTREATED', nonGmProof: 'GMO-1', nonGmProofKind: 'SEED_CERTIFICATE' },
  })
  const planned = async (areaHa: number): Promise<string> => {
    const { parcelId } = await chain.member({ areaHa })
    return chain.cropIn(await chain.systemOn(parcelId, { areaHa }), { areaHa })
  }
  const rates = async (cropId: string): Promise<number[]> => (await found(cropId, 'BR-20')).map(({ figures }) => figures.seedKgPerHa)
  it('is usual at both ends of the norm, also where a division of decimal fractions is not, and not a gram beyond', async () => {
    // 2 to 15 kg: 0.3 ha × 2 = 0.6 kg; 0.7 ha × 15 = 10.5 kg; 0.55 ha × 2 = 1.1 kg.
    for (const [kg, ha, isFound] of [
      [0.6, 0.3, false],
      [0.599, 0.3, true],
      [1.1, 0.55, false],
      [10.5, 0.7, false],
      [10.501, 0.7, true],
      [4.5, 0.3, false],
      [4.501, 0.3, true],
    ] as const) {
      const cropId = await planned(ha)
      await ok(write(cropId, 'SOWING', '2025-06-20', sowing(kg, ha)))
      expect(await rates(cropId), `${kg} kg on ${ha} ha`).toHaveLength(isFound ? 1 : 0)
    }
  })
  it('follows the sowing that is corrected or taken back, and each sowing again', async () => {
    const cropId = await planned(1)
    const { event } = await ok(write(cropId, 'SOWING', '2025-06-20', sowing(16, 1)))
    expect(await rates(cropId)).toEqual([16])
    const corrected = await ok(write(cropId, 'SOWING', '2025-06-20', sowing(15, 1), { supersedesEventId: event.id }))
    expect(await rates(cropId)).toEqual([])
    const again = await ok(write(cropId, 'RESOWING', '2025-07-05', { ...sowing(1.999, 1), reason: 'Dry spell' }))
    expect(await rates(cropId)).toEqual([1.999])
    await ok(undo(cropId, again.event.id))
    expect(await rates(cropId)).toEqual([])
    await ok(undo(cropId, corrected.event.id))
    await ok(write(cropId, 'SOWING', '2025-06-21', sowing(15.001, 1)))
    expect(await rates(cropId)).toEqual([15.001])
  })
})

describe('sowing, germination and picking (BR-25)', () => {
  const seed = { seedKg: 5, areaHa: 1, method: 'DIBBLING', seedLotNo: 'S-1', seedTreated: 'UNTREATED', nonGmProof: 'GMO-1', nonGmProofKind: 'SEED_CERTIFICATE' }
  const early = { status: 400, body: { fields: [{ path: 'occurredAt', code: 'rule' }] } }
  const sowingOf = async (cropId: string): Promise<string> =>
    (await ok(as('fatima').get(`/crop/${cropId}/events`))).items.find(({ eventType }: Json) => eventType === 'SOWING').id
  it('follow one another by days: nothing comes up or is picked on the day of the sowing, and on the next it is', async () => {
    const { cropId } = await chain.sown()
    const count = (day: string) => write(cropId, 'GERMINATION_COUNT', day, { plantsPerM2: 3 }, {}, 'fatima', 18)
    await refused(() => count('2025-06-20'), early)
    await refused(() => pick(cropId, '2025-06-20', {}, 'fatima', 18), early)
    await ok(count('2025-06-21'))
    await refused(() => pick(cropId, '2025-06-21', {}, 'fatima', 20), early)
    await ok(pick(cropId, '2025-06-22'))
  })
  it('are so when the sowing is moved by a correction, or sown again late: not onto the day of what came after it', async () => {
    const { cropId } = await chain.sown()
    const sownBy = await sowingOf(cropId)
    await ok(pick(cropId, '2025-10-25', {}, 'fatima', 18))
    const moved = (day: string) => write(cropId, 'SOWING', day, seed, { supersedesEventId: sownBy }, 'fatima', 6)
    expect((await moved('2025-10-26')).status).toBe(409)
    await refused(() => moved('2025-10-25'), early)
    await refused(() => write(cropId, 'RESOWING', '2025-10-25', { ...seed, reason: 'Dry spell' }, {}, 'fatima', 7), early)
    expect((await chain.view('crop', cropId)).sowingDate).toBe('2025-06-20')
    await ok(moved('2025-10-24'))
    expect((await chain.view('crop', cropId)).sowingDate).toBe('2025-10-24')
  })
  it('taken back in any order leave the days of what is there', async () => {
    const { cropId } = await chain.sown()
    const counted = await ok(write(cropId, 'GERMINATION_COUNT', '2025-07-01', { plantsPerM2: 3 }))
    await refused(() => pick(cropId, '2025-07-01', {}, 'fatima', 18), early)
    await ok(undo(cropId, counted.event.id))
    await ok(pick(cropId, '2025-07-01', {}, 'fatima', 18))
    await refused(() => write(cropId, 'GERMINATION_COUNT', '2025-07-01', { plantsPerM2: 3 }), early)
    await ok(write(cropId, 'GERMINATION_COUNT', '2025-06-30', { plantsPerM2: 3 }))
  })
})
