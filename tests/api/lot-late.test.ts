// Lots whose goods or tests were recorded out of their order: voids dated before the goods, samples dated around a release (domain
// dictionary 4.4, BR-15, BR-26).
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const lotEvent = (who: string, lot: string, type: string, day: string, data: Record<string, unknown> = {}) =>
  record(as(who), 'productbatch', lot, type, day, data)
const view = (lot: string): Promise<Json> => chain.view('productbatch', lot)
const blocked = (ruleId: string, figures: Record<string, unknown> = {}) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId, figures } })
const contradicted = (figures: Record<string, unknown>) => ({ status: 409, body: { code: 'STATE_CONFLICT', figures } })
const positive = { kind: 'GMO', sampleNo: 'P1', result: 'POSITIVE', reportNo: 'L-P' }

const refused = refusing(() => world)
/** The crop of an approved member, and the farm lot of its harvest. */
async function picked(kg: number): Promise<{ cropId: string; farmLot: string }> {
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, kg)
  const [lot] = (await ok(as('omar').get(`/productbatch?filter[cropId]=${cropId}`))).items
  return { cropId, farmLot: lot.id }
}
async function filled(kg: number): Promise<string> {
  const { cropId } = await picked(kg)
  const { id } = await chain.lot()
  await ok(chain.buy(id, cropId, kg, '2025-11-03'))
  return id
}
async function closed(kg: number): Promise<string> {
  const id = await filled(kg)
  await ok(lotEvent('pooja', id, 'CLOSED', '2025-11-04'))
  return id
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('a lot recorded out of order', () => {
  it('is not voided dated before its goods came: a farm lot of a harvest, also when all was bought from it', async () => {
    const { cropId, farmLot } = await picked(100)
    const empty = (day: string) => lotEvent('omar', farmLot, 'VOIDED', day, { reason: 'Opened twice' })
    const harvest = contradicted({ eventId: expect.any(String), eventType: 'HARVEST' })
    await refused(() => empty('2025-11-02'), blocked('4.4', { onHandKg: 100 }))
    await refused(() => empty('2025-10-20'), harvest)
    const { id } = await chain.lot()
    await ok(chain.buy(id, cropId, 100, '2025-11-03'))
    await refused(() => empty('2025-10-20'), harvest)
    await refused(() => empty('2025-11-04'), blocked('BR-26'))
    expect(await view(farmLot)).toMatchObject({ status: 'OPEN', onHandKg: 0 })
  })
  it('is not filled after it was voided, whatever day that was dated, and is not opened again beside the lot that took its place', async () => {
    const { cropId, farmLot } = await picked(100)
    const first = (await ok(as('ada').get(`/crop/${cropId}/events?limit=50`))).items.find(({ eventType }: Json) => eventType === 'HARVEST').id
    const voidOf = (who: string, entity: string, id: string, eventId: string) =>
      as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
    await ok(voidOf('fatima', 'crop', cropId, first))
    const emptied = (await ok(lotEvent('omar', farmLot, 'VOIDED', '2025-10-20', { reason: 'Opened twice' }))).event.id
    const second = (await ok(record(as('fatima'), 'crop', cropId, 'HARVEST', '2025-10-26', { pickNo: 1, kg: 80 }))).event.id
    expect(await view(farmLot)).toMatchObject({ status: 'VOIDED', onHandKg: 0, availableKg: 0 })
    const lots = (await ok(as('omar').get(`/productbatch?filter[cropId]=${cropId}`))).items
    const other = lots.find(({ id }: Json) => id !== farmLot)
    expect(other).toMatchObject({ status: 'OPEN', onHandKg: 80 })
    await refused(() => voidOf('omar', 'productbatch', farmLot, emptied), blocked('BR-26', { batchId: other.id }))
    await ok(voidOf('fatima', 'crop', cropId, second))
    await refused(() => voidOf('omar', 'productbatch', farmLot, emptied), blocked('BR-26', { batchId: other.id }))
    await ok(lotEvent('omar', other.id, 'VOIDED', '2025-10-20', { reason: 'Opened twice' }))
    await ok(voidOf('omar', 'productbatch', farmLot, emptied))
    await ok(record(as('fatima'), 'crop', cropId, 'HARVEST', '2025-10-26', { pickNo: 1, kg: 70 }))
    expect(await view(farmLot)).toMatchObject({ status: 'OPEN', onHandKg: 70 })
    expect(await view(other.id)).toMatchObject({ status: 'VOIDED', onHandKg: 0 })
  })
  it('keeps what its sources say until it has a test of its own: a sample taken after the release clears nothing', async () => {
    const lot = await closed(1000)
    const split = async (kg: number) => {
      const batchNo = `PART-${kg}-${lot.slice(-6)}`
      await ok(lotEvent('pooja', lot, 'SPLIT', '2025-11-06', { outputs: [{ kg, batchNo }] }))
      return (await ok(as('omar').get(`/productbatch?q=${batchNo}`))).items[0].id
    }
    const sampled = (id: string, day: string, sampleNo: string) => lotEvent('pooja', id, 'SAMPLE_TAKEN', day, { kind: 'GMO', sampleNo, laboratory: 'Indore' })
    const [part, other] = [await split(300), await split(200)]
    await ok(sampled(lot, '2025-11-07', 'P1'))
    await ok(sampled(other, '2025-11-10', 'O1'))
    await refused(() => lotEvent('omar', other, 'RELEASED', '2025-11-09'), blocked('BR-15', { gmoStatus: 'PENDING' }))
    await ok(lotEvent('pooja', lot, 'LAB_RESULT', '2025-11-08', positive))
    expect(await view(part)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE' })
    const today = clock().getTime()
    const now = (minutes: number) => new Date(today + minutes * 60_000).toISOString()
    const data = { kind: 'GMO', sampleNo: 'P2', laboratory: 'Indore' }
    await ok(as('pooja').post(`/productbatch/${part}/events`, { eventType: 'SAMPLE_TAKEN', occurredAt: now(1), data }))
    const release = { eventType: 'RELEASE', occurredAt: now(0), data: { causeClosed: 'Dried', downgrade: false } }
    await refused(() => as('omar').post(`/productbatch/${part}/events`, release), blocked('BR-15', { gmoStatus: 'POSITIVE' }))
  })
  it('refuses a sample recorded late, dated before a release, until its result of before the release is there', async () => {
    const lot = await closed(100)
    const release = (await ok(lotEvent('omar', lot, 'RELEASED', '2025-11-09'))).event.id
    const sample = () => lotEvent('pooja', lot, 'SAMPLE_TAKEN', '2025-11-05', { kind: 'GMO', sampleNo: 'N1', laboratory: 'Indore' })
    await refused(sample, contradicted({ eventId: release, eventType: 'RELEASED' }))
    await ok(lotEvent('pooja', lot, 'LAB_RESULT', '2025-11-07', { ...positive, sampleNo: 'N1', result: 'NEGATIVE' }))
    await ok(sample())
    const open = await filled(100)
    await ok(lotEvent('omar', open, 'QUARANTINE', '2025-11-06', { reason: 'Wet' }))
    await ok(lotEvent('omar', open, 'RELEASE', '2025-11-08', { causeClosed: 'Dried', downgrade: false }))
    const residue = (day: string) => lotEvent('pooja', open, 'SAMPLE_TAKEN', day, { kind: 'RESIDUE', sampleNo: 'R1', laboratory: 'Indore' })
    await refused(() => residue('2025-11-07'), contradicted({ eventType: 'RELEASE' }))
    await ok(residue('2025-11-09'))
  })
  it('is used up when nothing is left of it, closed or under a hold; the hold is there again when goods come back', async () => {
    const use = async (lot: string, day: string) =>
      (await ok(lotEvent('pooja', lot, 'SPLIT', day, { outputs: [{ kg: 100, batchNo: `U-${lot.slice(-8)}` }] }))).event.id
    const back = (lot: string, eventId: string) => ok(as('pooja').post(`/productbatch/${lot}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }))
    const usedUp = { status: 'DEPLETED', onHandKg: 0, availableKg: 0 }
    const [lot, wet] = [await closed(100), await closed(100)]
    const used = await use(lot, '2025-11-05')
    expect(await view(lot)).toMatchObject({ ...usedUp, quarantineReason: null })
    await back(lot, used)
    expect(await view(lot)).toMatchObject({ status: 'CLOSED', availableKg: 100 })
    const hold = (await ok(lotEvent('omar', wet, 'QUARANTINE', '2025-11-08', { reason: 'Wet' }))).event.id
    await refused(() => lotEvent('pooja', wet, 'SPLIT', '2025-11-09', { outputs: [{ kg: 100, batchNo: 'U-9' }] }), { status: 409 })
    const before = await use(wet, '2025-11-05')
    expect(await view(wet)).toMatchObject({ ...usedUp, quarantineReason: 'Wet' })
    await back(wet, before)
    expect(await view(wet)).toMatchObject({ status: 'QUARANTINED', availableKg: 0, onHandKg: 100 })
    await ok(as('omar').post(`/productbatch/${wet}/events/${hold}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await view(wet)).toMatchObject({ status: 'CLOSED', availableKg: 100, quarantineReason: null })
  })
})
