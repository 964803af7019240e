// Goods that come back by a void into a lot that was empty when its source was restricted (BR-15, BR-27), and lots that a positive result or a recall reaches
// through lots that are used up.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let grown: { cropId: string; parcelId: string }[]
const as = (who: string) => world.as(who, 'OP1')
const lotEvent = (who: string, lot: string, type: string, day: string, data: Record<string, unknown> = {}) =>
  record(as(who), 'productbatch', lot, type, day, data)
const lot = (id: string): Promise<Json> => chain.view('productbatch', id)
const voidEvent = (who: string, entity: string, id: string, eventId: string) =>
  as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA', note: 'Read wrongly' })
const positive = async (id: string): Promise<Json> => {
  await ok(lotEvent('pooja', id, 'SAMPLE_TAKEN', '2025-12-01', { kind: 'GMO', sampleNo: `S-${id.slice(-6)}`, laboratory: 'Indore' }))
  return ok(lotEvent('pooja', id, 'LAB_RESULT', '2025-12-05', { kind: 'GMO', sampleNo: `S-${id.slice(-6)}`, result: 'POSITIVE', reportNo: 'L-9' }))
}
const recall = (body: Record<string, unknown>) => ok(as('omar').post('/recallcase', { isDrill: false, cause: 'QUALITY', reason: 'Wet bales', ...body }))

/** A closed and released heap of so many kilograms from a crop of its own. */
async function heap(kg: number): Promise<string> {
  const crop = grown.shift()
  if (!crop) throw new Error('No further crop was grown')
  const { id } = await chain.lot()
  await ok(chain.buy(id, crop.cropId, kg))
  await released(id)
  return id
}
async function released(id: string): Promise<void> {
  await ok(lotEvent('pooja', id, 'CLOSED', '2025-11-20'))
  await ok(lotEvent('omar', id, 'RELEASED', '2025-11-21'))
}
/** A released lot made of so many kilograms of another, on that day of November and the two after it. */
async function madeOf(source: string, kg: number, day = 22): Promise<string> {
  const { id } = await chain.lot()
  await ok(lotEvent('pooja', id, 'HEAP_BUILT', `2025-11-${day}`, { inputs: [{ batchId: source, kg }] }))
  await ok(lotEvent('pooja', id, 'CLOSED', `2025-11-${day + 1}`))
  await ok(lotEvent('omar', id, 'RELEASED', `2025-11-${day + 2}`))
  return id
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  grown = []
  for (let count = 0; count < 6; count++) {
    const { cropId, farmerId, parcelId } = await chain.sown({ areaHa: 1 })
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 1000)
    grown.push({ cropId, parcelId })
  }
}, 120_000)

describe('goods that a void brings back', () => {
  it('are restricted for a positive result of their source that came while the lot was empty', async () => {
    const source = await heap(300)
    const made = await madeOf(source, 100)
    const { event: stolen } = await ok(lotEvent('omar', made, 'LOSS', '2025-11-25', { cause: 'THEFT', kg: 100 }))
    expect(await lot(made)).toMatchObject({ status: 'DEPLETED', onHandKg: 0 })
    const { event: result } = await positive(source)
    expect(await lot(made)).toMatchObject({ status: 'DEPLETED', quarantineReason: null })
    await ok(voidEvent('omar', 'productbatch', made, stolen.id))
    expect(await lot(made)).toMatchObject({ status: 'QUARANTINED', onHandKg: 100, availableKg: 0 })
    // The cause taken back, the goods are free.
    await ok(voidEvent('omar', 'productbatch', source, result.id))
    expect(await lot(made)).toMatchObject({ status: 'RELEASED', onHandKg: 100, availableKg: 100 })
  })
  it('are recalled with the case that is open on their source', async () => {
    const source = await heap(300)
    const made = await madeOf(source, 100)
    await ok(lotEvent('omar', made, 'QUARANTINE', '2025-11-25', { reason: 'A smell of diesel' }))
    const { event: disposal } = await ok(lotEvent('omar', made, 'DISPOSAL', '2025-11-26', { method: 'Burnt', evidence: 'Photograph' }))
    const { id: caseId } = await recall({ batchId: source })
    expect(await lot(made)).toMatchObject({ status: 'DISPOSED', onHandKg: 0 })
    await ok(voidEvent('omar', 'productbatch', made, disposal.id))
    expect(await lot(made)).toMatchObject({ status: 'RECALLED', onHandKg: 100, availableKg: 0 })
    expect(await ok(as('omar').get(`/recallcase/${caseId}`))).toMatchObject({ foundKg: 300 })
  })
})

describe('what stands on used-up lots', () => {
  it('is asked for a sample when a lot of the same source is positive, at whatever depth', async () => {
    const source = await heap(300)
    const [tested, used] = [await madeOf(source, 100), await madeOf(source, 80)]
    const further = await madeOf(used, 80, 25)
    expect(await lot(used)).toMatchObject({ status: 'DEPLETED' })
    await positive(tested)
    const isRequested = async (id: string) =>
      ((await ok(as('omar').get(`/productbatch/${id}/events?limit=50`))).items as Json[]).some(({ eventType }) => eventType === 'RETEST_ASKED')
    expect(await Promise.all([further, source, used, tested].map(isRequested))).toEqual([true, true, false, false])
    expect(await lot(further)).toMatchObject({ status: 'RELEASED', gmoStatus: 'PENDING' })
  })
})

describe('a recall of a plot', () => {
  it('reaches the farm lot that is filled again after the case was opened, once', async () => {
    const crop = grown.shift()
    if (!crop) throw new Error('No further crop was grown')
    const { items } = await ok(as('fatima').get(`/crop/${crop.cropId}/events?limit=50`))
    const picking = (items as Json[]).find(({ eventType }) => eventType === 'HARVEST')
    await ok(voidEvent('ada', 'crop', crop.cropId, picking.id))
    const { id: caseId } = await recall({ parcelId: crop.parcelId })
    await chain.picked(crop.cropId, 400, '2025-11-01')
    const [farmLot] = (await ok(as('ada').get(`/productbatch?filter[cropId]=${crop.cropId}&filter[unitType]=FARM_LOT`))).items
    expect(await lot(farmLot.id)).toMatchObject({ status: 'RECALLED', onHandKg: 400 })
    const widened = async () =>
      ((await ok(as('omar').get(`/recallcase/${caseId}/events?limit=50`))).items as Json[]).filter(({ eventType }) => eventType === 'WIDENED').length
    expect(await widened()).toBe(1)
  })
})

describe('restricted kilograms', () => {
  it('count what is recalled as well as what is held', async () => {
    const before = (await ok(as('ada').get('/reports/processing-figures'))).restrictedKg
    const source = await heap(120)
    await recall({ batchId: source })
    expect((await ok(as('ada').get('/reports/processing-figures'))).restrictedKg).toBe(before + 120)
  })
})
