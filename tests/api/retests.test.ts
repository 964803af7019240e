// A positive result (BR-15) reaches further than the lot: what was made of it is restricted, lots of the same sources are to be tested, the manager has a task. A
// negative one of a later sample takes the holds back, and so does the void of the first.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let crop: string
const as = (who: string) => world.as(who, 'OP1')
const lotEvent = (who: string, lot: string, type: string, day: string, data: Record<string, unknown> = {}) =>
  record(as(who), 'productbatch', lot, type, day, data)
const now = (lot: string, who: string, eventType: string, data: Record<string, unknown>, minutes = 0) =>
  as(who).post(`/productbatch/${lot}/events`, { eventType, occurredAt: new Date(clock().getTime() + minutes * 60_000).toISOString(), data })
const lot = (id: string): Promise<Json> => chain.view('productbatch', id)
const sample = { kind: 'GMO', sampleNo: 'P-1', laboratory: 'Indore' }
const result = { kind: 'GMO', sampleNo: 'P-1', result: 'POSITIVE', reportNo: 'L-1' }
const tasks = async (id: string): Promise<Json[]> =>
  (await ok(as('ada').get('/task?limit=200'))).items.filter(({ id: task }: Json) => task).length
    ? (await Promise.all((await ok(as('ada').get('/task?limit=200'))).items.map(({ id: one }: Json) => chain.view('task', one)))).filter(
        ({ productBatchId }: Json) => productBatchId === id,
      )
    : []
/** Two heaps of one crop; a part of the first. */
async function heaps(): Promise<{ first: string; part: string; second: string }> {
  const filled = async (): Promise<string> => {
    const { id } = await chain.lot()
    await ok(chain.buy(id, crop, 200))
    await ok(lotEvent('pooja', id, 'CLOSED', '2025-11-10'))
    return id
  }
  const [first, second] = [await filled(), await filled()]
  await ok(lotEvent('pooja', first, 'SPLIT', '2025-11-11', { outputs: [{ kg: 50 }] }))
  const { items } = await ok(as('omar').get(`/productbatch/${first}/what-if`))
  return { first, second, part: items.find(({ id }: Json) => id !== first).id }
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const { cropId, farmerId } = await chain.sown({ areaHa: 4 })
  crop = cropId
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 4800)
}, 120_000)

describe('a positive result', () => {
  it('restricts what was made of it, asks for a sample of its siblings and gives the manager a task', async () => {
    const { first, part, second } = await heaps()
    await ok(lotEvent('pooja', first, 'SAMPLE_TAKEN', '2025-11-12', sample))
    const { event } = await ok(lotEvent('pooja', first, 'LAB_RESULT', '2025-11-20', result))
    expect(await lot(first)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE' })
    expect(await lot(part)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE' })
    expect(await lot(second)).toMatchObject({ status: 'CLOSED', gmoStatus: 'PENDING' })
    expect((await now(second, 'omar', 'RELEASED', {})).status).toBe(422)
    expect(await tasks(first)).toMatchObject([
      { status: 'OPEN', priority: 'P1', ruleId: 'BR-15', dueDate: '2026-01-18', checklist: [{ item: `Sample of ${(await lot(second)).title}` }] },
    ])
    // Its own sample answers for the sibling.
    await ok(now(second, 'pooja', 'SAMPLE_TAKEN', { ...sample, sampleNo: 'P-2' }, 1))
    expect(await lot(second)).toMatchObject({ gmoStatus: 'PENDING' })
    await ok(now(second, 'pooja', 'LAB_RESULT', { ...result, sampleNo: 'P-2', result: 'NEGATIVE', reportNo: 'L-2' }, 2))
    expect(await lot(second)).toMatchObject({ gmoStatus: 'NEGATIVE', status: 'CLOSED' })
    // Taken back, nothing of it stands.
    await ok(as('omar').post(`/productbatch/${first}/events/${event.id}/void`, { reason: 'INCORRECT_DATA', note: 'Of another lot' }))
    expect(await lot(first)).toMatchObject({ status: 'CLOSED', gmoStatus: 'PENDING' })
    expect(await lot(part)).toMatchObject({ status: 'CLOSED' })
    expect(await tasks(first)).toMatchObject([{ status: 'CANCELLED' }])
  })
  it('is answered by a later negative sample: its holds are lifted, and are there again when that is taken back', async () => {
    const { first, part } = await heaps()
    await ok(lotEvent('pooja', first, 'SAMPLE_TAKEN', '2025-11-12', sample))
    await ok(lotEvent('pooja', first, 'LAB_RESULT', '2025-11-20', result))
    await ok(lotEvent('pooja', first, 'SAMPLE_TAKEN', '2025-11-22', { ...sample, sampleNo: 'P-3' }))
    const { event } = await ok(lotEvent('pooja', first, 'LAB_RESULT', '2025-11-28', { ...result, sampleNo: 'P-3', result: 'NEGATIVE', reportNo: 'L-3' }))
    expect(await lot(first)).toMatchObject({ status: 'CLOSED', gmoStatus: 'NEGATIVE', quarantineReason: null })
    expect(await lot(part)).toMatchObject({ status: 'CLOSED', gmoStatus: 'NEGATIVE', quarantineReason: null })
    await ok(as('pooja').post(`/productbatch/${first}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await lot(first)).toMatchObject({ status: 'QUARANTINED' })
    expect(await lot(part)).toMatchObject({ status: 'QUARANTINED' })
  })
  it('stands again, and so do its holds on what was made of it, when the sample of the negative one is taken back', async () => {
    const { first, part } = await heaps()
    await ok(lotEvent('pooja', first, 'SAMPLE_TAKEN', '2025-11-12', sample))
    await ok(lotEvent('pooja', first, 'LAB_RESULT', '2025-11-20', result))
    const { event } = await ok(lotEvent('pooja', first, 'SAMPLE_TAKEN', '2025-11-22', { ...sample, sampleNo: 'P-3' }))
    await ok(lotEvent('pooja', first, 'LAB_RESULT', '2025-11-28', { ...result, sampleNo: 'P-3', result: 'NEGATIVE', reportNo: 'L-3' }))
    await ok(as('pooja').post(`/productbatch/${first}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await lot(first)).toMatchObject({ status: 'QUARANTINED' })
    expect(await lot(part)).toMatchObject({ status: 'QUARANTINED' })
  })
  it('is what a measurement above the limit is called (400)', async () => {
    const { second } = await heaps()
    const above = { kind: 'RESIDUE', sampleNo: 'R-1', result: 'NEGATIVE', reportNo: 'L-9', substance: 'Chlorpyrifos', measured: 0.03, limit: 0.01 }
    expect(await lotEvent('pooja', second, 'LAB_RESULT', '2025-11-20', above)).toMatchObject({ status: 400, body: { fields: [{ path: 'data.result' }] } })
    await ok(lotEvent('pooja', second, 'LAB_RESULT', '2025-11-20', { ...above, result: 'POSITIVE' }))
    expect(await lot(second)).toMatchObject({ status: 'QUARANTINED' })
  })
  it('is one a hair above the limit, and none at it', async () => {
    const { second } = await heaps()
    const measured = (values: Record<string, unknown>) =>
      lotEvent('pooja', second, 'LAB_RESULT', '2025-11-20', { kind: 'RESIDUE', sampleNo: 'R-1', result: 'NEGATIVE', reportNo: 'L-9', limit: 0.01, ...values })
    expect(await measured({ measured: 0.0101 })).toMatchObject({ status: 400, body: { fields: [{ path: 'data.result' }] } })
    await ok(measured({ measured: 0.01 }))
    expect(await lot(second)).toMatchObject({ status: 'CLOSED' })
  })
  it('that was misread is corrected: everything that followed from it goes, and comes with the correction of a negative one', async () => {
    const { first, part, second } = await heaps()
    await ok(lotEvent('pooja', first, 'SAMPLE_TAKEN', '2025-11-12', sample))
    const { event } = await ok(lotEvent('pooja', first, 'LAB_RESULT', '2025-11-20', result))
    const states = async () => Promise.all([first, part, second].map(async (id) => [(await lot(id)).status, (await lot(id)).gmoStatus]))
    const instead = async (value: string, supersedesEventId: string): Promise<string> => {
      const call = { eventType: 'LAB_RESULT', occurredAt: event.occurredAt, data: { ...result, result: value }, lateReason: 'Misread', supersedesEventId }
      return (await ok(as('omar').post(`/productbatch/${first}/events`, call))).event.id
    }
    const positive = await states()
    expect(positive).toEqual([
      ['QUARANTINED', 'POSITIVE'],
      ['QUARANTINED', 'POSITIVE'],
      ['CLOSED', 'PENDING'],
    ])
    const negative = await instead('NEGATIVE', event.id)
    const [own, made, sibling] = await states()
    expect([own, made]).toEqual([
      ['CLOSED', 'NEGATIVE'],
      ['CLOSED', 'NEGATIVE'],
    ])
    expect(sibling).not.toEqual(['CLOSED', 'PENDING'])
    expect(await tasks(first)).toMatchObject([{ status: 'CANCELLED' }])
    await instead('POSITIVE', negative)
    expect(await states()).toEqual(positive)
    expect((await tasks(first)).filter(({ status }: Json) => status === 'OPEN')).toHaveLength(1)
  })
})
