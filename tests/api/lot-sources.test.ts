// Lots that wait for, or are restricted by, a test of what they were made of, in whatever order that was recorded (BR-11, BR-15).
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const lotEvent = (who: string, lot: string, type: string, day: string, data: Record<string, unknown> = {}) =>
  record(as(who), 'productbatch', lot, type, day, data)
const view = (lot: string, query = ''): Promise<Json> => ok(as('ada').get(`/productbatch/${lot}${query}`))
const voidOf = (who: string, lot: string, eventId: string) =>
  as(who).post(`/productbatch/${lot}/events/${eventId}/void`, { reason: 'INCORRECT_DATA', note: 'Read wrongly' })
const blocked = (ruleId: string, figures: Record<string, unknown> = {}) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId, figures } })
const contradicted = (figures: Record<string, unknown>) => ({ status: 409, body: { code: 'STATE_CONFLICT', figures } })

const refused = refusing(() => world)
async function closed(kg: number): Promise<string> {
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, kg)
  const { id } = await chain.lot()
  await ok(chain.buy(id, cropId, kg, '2025-11-03'))
  await ok(lotEvent('pooja', id, 'CLOSED', '2025-11-04'))
  return id
}
async function partOf(lot: string, kg: number): Promise<string> {
  const batchNo = `P-${kg}-${lot.slice(-8)}`
  await ok(lotEvent('pooja', lot, 'SPLIT', '2025-11-05', { outputs: [{ kg, batchNo }] }))
  return (await ok(as('omar').get(`/productbatch?q=${batchNo}`))).items[0].id
}
const sampled = (lot: string, day: string, kind = 'GMO') => lotEvent('pooja', lot, 'SAMPLE_TAKEN', day, { kind, sampleNo: 'S1', laboratory: 'Indore' })
const resulted = (lot: string, day: string, result: string, kind = 'GMO') =>
  lotEvent('pooja', lot, 'LAB_RESULT', day, { kind, sampleNo: 'S1', result, reportNo: `L-${result}` })
const restricted = (lot: string, day: string) => lotEvent('omar', lot, 'QUARANTINE', day, { reason: 'Wet' })
const lifted = (lot: string, day: string, downgrade = false, who = 'omar') => lotEvent(who, lot, 'RELEASE', day, { causeClosed: 'Dried', downgrade })
const heaped = (heap: string, lot: string, kg: number, day: string) => lotEvent('pooja', heap, 'HEAP_BUILT', day, { inputs: [{ batchId: lot, kg }] })

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('a lot whose source awaits a result', () => {
  it('is not released out of a hold with its claim until the result is negative (422 BR-15)', async () => {
    const lot = await closed(1000)
    const [part, other] = [await partOf(lot, 300), await partOf(lot, 200)]
    await ok(sampled(lot, '2025-11-06'))
    for (const id of [part, other]) await ok(restricted(id, '2025-11-07'))
    await refused(() => lifted(part, '2025-11-08'), blocked('BR-15', { gmoStatus: 'PENDING' }))
    expect(await view(part)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'PENDING', claimStatus: 'ORGANIC', availableKg: 0 })
    await ok(lifted(other, '2025-11-08', true))
    expect(await view(other)).toMatchObject({ status: 'RELEASED', claimStatus: 'CONVENTIONAL' })
    const negative = (await ok(resulted(lot, '2025-11-09', 'NEGATIVE'))).event.id
    await refused(() => lifted(part, '2025-11-08'), blocked('BR-15', { gmoStatus: 'PENDING' }))
    const release = (await ok(lifted(part, '2025-11-10'))).event.id
    expect(await view(part)).toMatchObject({ status: 'RELEASED', gmoStatus: 'NEGATIVE', claimStatus: 'ORGANIC', availableKg: 300 })
    await refused(() => voidOf('pooja', lot, negative), contradicted({ eventId: release, eventType: 'RELEASE' }))
  })
  it('is not released with its claim while a residue test of the source is awaited, or was positive (422 BR-15)', async () => {
    const lot = await closed(1000)
    const part = await partOf(lot, 300)
    await ok(sampled(lot, '2025-11-06', 'RESIDUE'))
    await ok(restricted(part, '2025-11-07'))
    await refused(() => lifted(part, '2025-11-08'), blocked('BR-15'))
    await ok(resulted(lot, '2025-11-09', 'POSITIVE', 'RESIDUE'))
    await refused(() => lifted(part, '2026-01-15'), blocked('BR-15'))
    await ok(lifted(part, '2026-01-15', true))
  })
  it('keeps a release of before the sample: a sample of the source dated before it is refused, naming it', async () => {
    const lot = await closed(1000)
    const [part, other] = [await partOf(lot, 300), await partOf(lot, 200)]
    await ok(restricted(part, '2025-11-07'))
    const release = (await ok(lifted(part, '2025-11-10'))).event.id
    const released = (await ok(lotEvent('omar', other, 'RELEASED', '2025-11-12'))).event.id
    await refused(() => sampled(lot, '2025-11-09'), contradicted({ eventId: release, eventType: 'RELEASE' }))
    await refused(() => sampled(lot, '2025-11-11'), contradicted({ eventId: released, eventType: 'RELEASED' }))
    await ok(sampled(lot, '2025-11-13'))
    expect(await view(part)).toMatchObject({ status: 'RELEASED', gmoStatus: 'PENDING' })
  })
  it('is released by what was awaited at that time, not today', async () => {
    const lot = await closed(1000)
    const [part, other] = [await partOf(lot, 300), await partOf(lot, 200)]
    await ok(sampled(lot, '2025-11-10'))
    await ok(lotEvent('omar', part, 'RELEASED', '2025-11-09'))
    await refused(() => lotEvent('omar', other, 'RELEASED', '2025-11-10'), blocked('BR-15', { gmoStatus: 'PENDING' }))
    await ok(resulted(lot, '2025-11-12', 'NEGATIVE'))
    await refused(() => lotEvent('omar', other, 'RELEASED', '2025-11-11'), blocked('BR-15', { gmoStatus: 'PENDING' }))
    await ok(lotEvent('omar', other, 'RELEASED', '2025-11-13'))
  })
  it('is not joined late with such goods before its release, nor are those it was split into (409, naming the release)', async () => {
    const [lot, awaited] = [await closed(500), await closed(500)]
    await ok(sampled(awaited, '2025-11-06'))
    const { id: heap } = await chain.lot()
    await ok(heaped(heap, lot, 400, '2025-11-07'))
    await ok(lotEvent('pooja', heap, 'CLOSED', '2025-11-10'))
    await ok(lotEvent('pooja', heap, 'SPLIT', '2025-11-11', { outputs: [{ kg: 100, batchNo: `H-${heap.slice(-8)}` }] }))
    const part = (await ok(as('omar').get(`/productbatch?q=H-${heap.slice(-8)}`))).items[0].id
    const release = (await ok(lotEvent('omar', part, 'RELEASED', '2025-11-12'))).event.id
    await refused(() => heaped(heap, awaited, 100, '2025-11-08'), contradicted({ eventId: release, eventType: 'RELEASED' }))
    await ok(voidOf('omar', part, release))
    await ok(heaped(heap, awaited, 100, '2025-11-08'))
    expect(await view(part)).toMatchObject({ status: 'CLOSED', gmoStatus: 'PENDING' })
  })
})

describe('a lot whose source was found positive', () => {
  it('is restricted for it also when its goods are recorded after the result they came before', async () => {
    const [lot, clean] = [await closed(500), await closed(500)]
    const [{ id: heap }, { id: late }] = [await chain.lot(), await chain.lot()]
    await ok(heaped(heap, lot, 100, '2025-11-07'))
    for (const id of [heap, late]) await ok(heaped(id, clean, 100, '2025-11-06'))
    await ok(lotEvent('pooja', late, 'CLOSED', '2025-11-12'))
    const result = (await ok(resulted(lot, '2025-11-10', 'POSITIVE'))).event.id
    expect((await ok(heaped(late, lot, 100, '2025-11-07'))).subject).toMatchObject({ status: 'QUARANTINED', availableKg: 0 })
    expect(await view(heap)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE', availableKg: 0 })
    expect(await view(late)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE', availableKg: 0 })
    await ok(voidOf('omar', lot, result))
    expect(await view(heap)).toMatchObject({ status: 'OPEN', gmoStatus: 'UNTESTED' })
    expect(await view(late)).toMatchObject({ status: 'CLOSED', gmoStatus: 'UNTESTED' })
  })
  it('is restricted when its goods come back; another lot that got its own back by the same correction is not', async () => {
    const [lot, clean] = [await closed(500), await closed(500)]
    const [{ id: tainted }, { id: other }, { id: heap }] = [await chain.lot(), await chain.lot(), await chain.lot()]
    await ok(heaped(tainted, lot, 100, '2025-11-06'))
    await ok(heaped(other, clean, 100, '2025-11-06'))
    for (const id of [tainted, other]) await ok(lotEvent('pooja', id, 'CLOSED', '2025-11-07'))
    const inputs = [tainted, other].map((batchId) => ({ batchId, kg: 100 }))
    const { event } = await ok(lotEvent('pooja', heap, 'HEAP_BUILT', '2025-11-08', { inputs }))
    await ok(resulted(lot, '2025-11-10', 'POSITIVE'))
    await ok(voidOf('pooja', heap, event.id))
    expect(await view(tainted)).toMatchObject({ status: 'QUARANTINED', onHandKg: 100, availableKg: 0 })
    expect(await view(other)).toMatchObject({ status: 'CLOSED', quarantineReason: null, availableKg: 100 })
  })
  it('is free again when the goods of that source are taken back, and so is what was made of it; not while others of them are in it', async () => {
    const [lot, clean] = [await closed(500), await closed(500)]
    const [{ id: heap }, { id: second }] = [await chain.lot(), await chain.lot()]
    await ok(heaped(heap, clean, 100, '2025-11-06'))
    const [one, other] = [(await ok(heaped(heap, lot, 10, '2025-11-06'))).event.id, (await ok(heaped(heap, lot, 10, '2025-11-07'))).event.id]
    await ok(lotEvent('pooja', heap, 'CLOSED', '2025-11-08'))
    await ok(heaped(second, heap, 50, '2025-11-09'))
    await ok(resulted(lot, '2025-11-10', 'POSITIVE'))
    await ok(voidOf('pooja', heap, one))
    for (const id of [heap, second]) expect(await view(id)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE', availableKg: 0 })
    await ok(voidOf('pooja', heap, other))
    expect(await view(heap)).toMatchObject({ status: 'CLOSED', gmoStatus: 'UNTESTED', availableKg: 50 })
    expect(await view(second)).toMatchObject({ status: 'OPEN', gmoStatus: 'UNTESTED', onHandKg: 50 })
    expect(await view(lot)).toMatchObject({ status: 'QUARANTINED', onHandKg: 500 })
  })
  it('stays as a person has decided when the goods are taken back after it was released', async () => {
    const [lot, clean] = [await closed(500), await closed(500)]
    const { id: heap } = await chain.lot()
    await ok(heaped(heap, clean, 100, '2025-11-06'))
    const joined = (await ok(heaped(heap, lot, 10, '2025-11-06'))).event.id
    await ok(resulted(lot, '2025-11-10', 'POSITIVE'))
    await ok(record(as('omar'), 'productbatch', heap, 'RELEASE', '2026-01-15', { causeClosed: 'Sold as conventional', downgrade: true }, 12))
    await ok(voidOf('pooja', heap, joined))
    expect(await view(heap)).toMatchObject({ status: 'OPEN', claimStatus: 'CONVENTIONAL', onHandKg: 100 })
  })
  it('is not restricted again by what left the source after it was released as conventional', async () => {
    const lot = await closed(500)
    await ok(resulted(lot, '2025-11-10', 'POSITIVE'))
    await ok(lifted(lot, '2025-11-11', true))
    const { id: heap } = await chain.lot()
    await ok(heaped(heap, lot, 100, '2025-11-12'))
    expect(await view(heap)).toMatchObject({ status: 'OPEN', claimStatus: 'CONVENTIONAL' })
  })
})

describe('a lot in the past', () => {
  it('says of its tests what those of its source said then', async () => {
    const lot = await closed(1000)
    const part = await partOf(lot, 300)
    await ok(sampled(lot, '2025-11-08'))
    await ok(resulted(lot, '2025-11-12', 'NEGATIVE'))
    expect(await view(part, '?asOf=2025-11-07')).toMatchObject({ gmoStatus: 'UNTESTED' })
    expect(await view(part, '?asOf=2025-11-09')).toMatchObject({ gmoStatus: 'PENDING' })
    expect(await view(part, '?asOf=2025-11-12')).toMatchObject({ gmoStatus: 'NEGATIVE' })
    expect(await view(part)).toMatchObject({ gmoStatus: 'NEGATIVE' })
  })
})
