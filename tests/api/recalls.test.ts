// Recalls (BR-27): what would be reached without writing anything, what is restricted when one is opened, what is found later, who answers for whom,
// and what becomes of the lots. Figures are worked out by hand.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
/** Two crops of 4,800 kg each to buy from, and one that the plot's recall alone is about. */
let crops: string[]
let made = 0
let parcel: string
let ofParcel: string
const as = (who: string) => world.as(who, 'OP1')
const lotEvent = (who: string, lot: string, type: string, day: string, data: Record<string, unknown> = {}) =>
  record(as(who), 'productbatch', lot, type, day, data)
const lot = (id: string): Promise<Json> => chain.view('productbatch', id)
const open = (who: string, body: Record<string, unknown>) => as(who).post('/recallcase', { isDrill: false, cause: 'QUALITY', reason: 'Wet bales', ...body })
/** Now: what happens in a case happens after it was opened. */
const inCase = (who: string, id: string, eventType: string, data: Record<string, unknown> = {}) =>
  as(who).post(`/recallcase/${id}/events`, { eventType, occurredAt: clock().toISOString(), data })
const refused = refusing(() => world)
type Goods = { heap: string; part: string; sent: string }
/** A heap of 600 kg, of which 100 kg were split off and 200 kg sent to the gin, where they have not arrived. */
async function goods(crop = crops[made++ % 2] as string, sentKg = 200): Promise<Goods> {
  const { id: heap } = await chain.lot()
  await ok(chain.buy(heap, crop, 600))
  await ok(lotEvent('pooja', heap, 'CLOSED', '2025-11-20'))
  await ok(lotEvent('omar', heap, 'RELEASED', '2025-11-21'))
  await ok(lotEvent('pooja', heap, 'SPLIT', '2025-11-22', { outputs: [{ kg: 100 }] }))
  await ok(lotEvent('pooja', heap, 'DISPATCH', '2025-11-23', { buyerId: chain.ginner, kg: sentKg, invoiceNo: `INV-${heap}`.slice(0, 40) }))
  const { items } = await ok(as('ada').get(`/productbatch/${heap}/what-if`))
  const below = (items as Json[]).filter(({ id }) => id !== heap)
  return { heap, part: below.find(({ kg }) => kg === 100).id, sent: below.find(({ kg }) => kg === sentKg).id }
}
/** The operator has 400 kg, the gin 200 kg. */
async function answerAll(id: string): Promise<void> {
  await ok(inCase('pooja', id, 'ANSWERED', { locatedKg: 400, returnedKg: 0 }))
  await ok(inCase('paul', id, 'ANSWERED', { processorId: chain.ginner, locatedKg: 150, returnedKg: 50 }))
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const grown = async (): Promise<{ cropId: string; parcelId: string }> => {
    const { cropId, farmerId, parcelId } = await chain.sown({ areaHa: 4 })
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 4800)
    return { cropId, parcelId }
  }
  crops = [(await grown()).cropId, (await grown()).cropId]
  const third = await grown()
  ;[ofParcel, parcel] = [third.cropId, third.parcelId]
}, 120_000)

describe('a recall that is only thought of', () => {
  it('names lots, holders and kilograms, and writes nothing', async () => {
    const { heap } = await goods()
    const before = await rowCounts(world)
    const reach = await ok(as('omar').get(`/productbatch/${heap}/what-if`))
    expect(reach).toMatchObject({
      start: { kind: 'productbatch', id: heap, kg: 600 },
      lots: 3,
      affectedKg: 600,
      foundKg: 600,
      restrictedKg: 0,
      lostKg: 0,
      shippedKg: 200,
      travellingKg: 200,
      otherHolders: 0,
    })
    expect(reach.holders.map(({ processorId, kg, travellingKg, mayAnswer }: Json) => [processorId, kg, travellingKg, mayAnswer])).toEqual([
      [null, 400, 0, false],
      [chain.ginner, 200, 200, false],
    ])
    // The farm lot of its harvest.
    expect(await ok(as('omar').get(`/landparcel/${parcel}/what-if`))).toMatchObject({ lots: 1, foundKg: 4800 })
    expect(await rowCounts(world)).toEqual(before)
  })
  it('is for those who may see the lot (404), and of a unit that it has (400)', async () => {
    const { heap } = await goods()
    expect(await world.as('paul', 'OP1').get(`/productbatch/${heap}/what-if`)).toMatchObject({ status: 404 })
    expect(await as('omar').get(`/productbatch/${heap}/what-if?unitNo=B-1`)).toMatchObject({ status: 400 })
  })
})

describe('opening a recall', () => {
  it('refuses what names no beginning, two, or a unit and a test that are not of the lot', async () => {
    const { heap } = await goods()
    await refused(() => open('omar', {}), { status: 400, body: { fields: [{ path: 'batchId', code: 'rule' }] } })
    await refused(() => open('omar', { batchId: heap, parcelId: parcel }), { status: 400, body: { fields: [{ path: 'batchId', code: 'rule' }] } })
    await refused(() => open('omar', { batchId: heap, unitNo: 'B-1' }), { status: 400, body: { fields: [{ path: 'unitNo', code: 'rule' }] } })
    await refused(() => open('omar', { batchId: heap, testEventId: '019a0000-0000-7000-8000-000000000000' }), {
      status: 400,
      body: { fields: [{ path: 'testEventId', code: 'rule' }] },
    })
    await refused(() => open('omar', { batchId: heap, cause: 'DRILL' }), { status: 400, body: { fields: [{ path: 'cause', code: 'rule' }] } })
    await refused(() => open('fatima', { batchId: heap }), { status: 403 })
    await refused(() => open('paul', { batchId: heap }), { status: 400 })
  })
  it('restricts every lot with the goods, also on its way, and they are not used until it is closed', async () => {
    const { heap, part, sent } = await goods()
    const recall = await ok(open('omar', { batchId: heap }))
    expect(recall).toMatchObject({
      status: 'OPEN',
      lotsCount: 3,
      holdersCount: 2,
      answersCount: 0,
      affectedKg: 600,
      foundKg: 600,
      restrictedKg: 600,
      shippedKg: 200,
      effectiveness: 0,
      processorIds: [chain.ginner],
    })
    for (const id of [heap, part, sent])
      expect(await lot(id)).toMatchObject({ status: 'RECALLED', quarantineReason: `Recall ${recall.code}: Wet bales`, availableKg: 0, certifiableKg: 0 })
    const split = { outputs: [{ kg: 10 }] }
    await refused(() => as('pooja').post(`/productbatch/${part}/events`, { eventType: 'SPLIT', occurredAt: clock().toISOString(), data: split }), {
      status: 409,
    })
    const { id: other } = await chain.lot()
    const joined = { eventType: 'HEAP_BUILT', occurredAt: clock().toISOString(), data: { inputs: [{ batchId: part, kg: 10 }] } }
    await refused(() => as('pooja').post(`/productbatch/${other}/events`, joined), { status: 422, body: { ruleId: 'BR-27' } })
    const release = { eventType: 'RELEASE', occurredAt: clock().toISOString(), data: { causeClosed: 'Looked at', downgrade: false } }
    await refused(() => as('omar').post(`/productbatch/${part}/events`, release), { status: 409 })
    // What travels arrives, and stays restricted.
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2026-01-14', { batchId: sent, grossKg: 300, tareKg: 100, netKg: 200 }))
    expect(await lot(sent)).toMatchObject({ status: 'RECALLED' })
    const reach = await ok(as('omar').get(`/recallcase/${recall.id}/reach`))
    expect(reach).toMatchObject({ restrictedKg: 600, travellingKg: 0 })
    // The gin sees what the gin has.
    const seen = await ok(as('paul').get(`/recallcase/${recall.id}/reach`))
    expect(seen).toMatchObject({ otherHolders: 1, affectedKg: 600 })
    expect(seen.holders).toMatchObject([{ processorId: chain.ginner, kg: 200, mayAnswer: true }])
    expect(seen.items.map(({ id }: Json) => id)).toEqual([sent])
  })
  it('goes on finding lots: what was split off before it and is recorded after it is restricted, and the case is open again', async () => {
    const { heap } = await goods()
    const recall = await ok(open('omar', { batchId: heap }))
    await answerAll(recall.id)
    await ok(inCase('omar', recall.id, 'CONTAINED'))
    await ok(lotEvent('pooja', heap, 'SPLIT', '2025-11-24', { outputs: [{ kg: 30 }] }))
    const { items, lots } = await ok(as('omar').get(`/recallcase/${recall.id}/reach`))
    expect(lots).toBe(4)
    expect(items.map(({ status }: Json) => status)).toEqual(['RECALLED', 'RECALLED', 'RECALLED', 'RECALLED'])
    expect(await chain.view('recallcase', recall.id)).toMatchObject({ status: 'OPEN', lotsCount: 4, restrictedKg: 600, containedAt: null })
  })
  it('at a plot restricts what was made of its harvest', async () => {
    await goods(ofParcel)
    const before = await ok(as('ada').get(`/landparcel/${parcel}/what-if`))
    expect(before).toMatchObject({ lots: 4, foundKg: 4800 })
    const { id } = await ok(open('carla', { parcelId: parcel, cause: 'RESIDUE' }))
    const after = await ok(as('ada').get(`/recallcase/${id}/reach`))
    expect([after.lots, after.foundKg, after.restrictedKg]).toEqual([before.lots, before.foundKg, before.foundKg])
    await ok(inCase('ada', id, 'ANSWERED', { locatedKg: 0, returnedKg: 0 }))
    for (const { processorId } of after.holders.filter((holder: Json) => holder.processorId))
      await ok(inCase('ada', id, 'ANSWERED', { processorId, locatedKg: 0, returnedKg: 0 }))
    await ok(inCase('omar', id, 'CONTAINED'))
    await ok(inCase('omar', id, 'CLOSED', { reason: 'Second sample clean', outcome: 'RELEASE' }))
  })
})

describe('the answers', () => {
  it('are each holder’s own, and a later one takes the place of the one before', async () => {
    const { heap } = await goods()
    const { id } = await ok(open('omar', { batchId: heap }))
    await refused(() => inCase('pooja', id, 'ANSWERED', { processorId: chain.ginner, locatedKg: 200, returnedKg: 0 }), { status: 403 })
    await refused(() => inCase('paul', id, 'ANSWERED', { locatedKg: 400, returnedKg: 0 }), { status: 403 })
    await refused(() => inCase('carla', id, 'ANSWERED', { locatedKg: 400, returnedKg: 0 }), { status: 403 })
    await refused(() => inCase('paul', id, 'ANSWERED', { processorId: chain.ginner, locatedKg: 700, returnedKg: 0 }), {
      status: 422,
      body: { ruleId: 'BR-27' },
    })
    await ok(inCase('paul', id, 'ACKNOWLEDGED', { processorId: chain.ginner }))
    expect(await chain.view('recallcase', id)).toMatchObject({ answersCount: 0 })
    const first = await ok(inCase('paul', id, 'ANSWERED', { processorId: chain.ginner, locatedKg: 120, returnedKg: 0 }))
    expect(first.findings).toMatchObject([{ ruleId: 'BR-27', severity: 'WARN', figures: { answeredKg: 120, bookKg: 200 } }])
    await ok(inCase('paul', id, 'ANSWERED', { processorId: chain.ginner, locatedKg: 150, returnedKg: 50 }))
    expect(await chain.view('recallcase', id)).toMatchObject({ answersCount: 1, locatedKg: 150, returnedKg: 50, effectiveness: 0.33333, answeredAt: null })
    const offered = async () => (await ok(as('omar').get(`/recallcase/${id}`))).may.includes('CONTAINED')
    expect(await offered()).toBe(false)
    await refused(() => inCase('omar', id, 'CONTAINED'), { status: 422, body: { ruleId: 'BR-27', figures: { holders: 1, kg: 400 } } })
    const own = await ok(inCase('pooja', id, 'ANSWERED', { locatedKg: 400, returnedKg: 0 }))
    expect(own.subject).toMatchObject({ answersCount: 2, effectiveness: 1, answeredAt: clock().toISOString() })
    expect(await offered()).toBe(true)
    // Taken back, it was not given.
    await ok(as('pooja').post(`/recallcase/${id}/events/${own.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await chain.view('recallcase', id)).toMatchObject({ answersCount: 1, locatedKg: 150, answeredAt: null })
  })
  it('are as the books up to half a percent, to the gram, and of no more than the whole recall', async () => {
    // 200.8 kg at the gin: half a percent of them are 1.004 kg. The recall is of 600 kg, of which the operator has the rest.
    const { heap } = await goods(undefined, 200.8)
    const { id } = await ok(open('omar', { batchId: heap }))
    expect(await chain.view('recallcase', id)).toMatchObject({ affectedKg: 600 })
    const answer = (locatedKg: number, returnedKg = 0) => inCase('paul', id, 'ANSWERED', { processorId: chain.ginner, locatedKg, returnedKg })
    const found = async (locatedKg: number, returnedKg?: number) =>
      (await ok(answer(locatedKg, returnedKg))).findings.map(({ ruleId, severity, figures }: Json) => [ruleId, severity, figures.answeredKg])
    expect([await found(199.796), await found(201.804), await found(150, 49.796)]).toEqual([[], [], []])
    expect(await found(199.795)).toEqual([['BR-27', 'WARN', 199.795]])
    expect(await found(201.805)).toEqual([['BR-27', 'WARN', 201.805]])
    expect(await found(100, 500)).toEqual([['BR-27', 'WARN', 600]])
    await refused(() => answer(100, 500.001), { status: 422, body: { ruleId: 'BR-27', figures: { answeredKg: 600.001, affectedKg: 600 } } })
    // 200.8 and 399.2 kg of 600 are all of it, and a kilogram less is not.
    expect(await found(200.8)).toEqual([])
    await ok(inCase('pooja', id, 'ANSWERED', { locatedKg: 399.2, returnedKg: 0 }))
    expect(await chain.view('recallcase', id)).toMatchObject({ answersCount: 2, effectiveness: 1 })
    await ok(inCase('pooja', id, 'ANSWERED', { locatedKg: 398.2, returnedKg: 0 }))
    expect(await chain.view('recallcase', id)).toMatchObject({ effectiveness: 0.99833 })
  })
})

describe('closing a recall', () => {
  const contained = async (more: Record<string, unknown> = {}): Promise<Goods & { id: string }> => {
    const made = await goods()
    const { id } = await ok(open('omar', { batchId: made.heap, ...more }))
    await answerAll(id)
    await ok(inCase('omar', id, 'CONTAINED'))
    return { ...made, id }
  }
  it('is for somebody else than who opened it, once it is contained, with a reason', async () => {
    const { id } = await contained()
    await refused(() => inCase('omar', id, 'CLOSED', { reason: 'Dry again', outcome: 'RELEASE' }), { status: 422, body: { ruleId: 'BR-24' } })
    await refused(() => inCase('carla', id, 'CLOSED', { outcome: 'RELEASE' }), { status: 400 })
    await refused(() => inCase('carla', id, 'CLOSED', { reason: 'Burnt', outcome: 'DISPOSE' }), { status: 400, body: { fields: [{ path: 'data.evidence' }] } })
    const { heap } = await goods()
    const { id: fresh } = await ok(open('omar', { batchId: heap }))
    await refused(() => inCase('carla', fresh, 'CLOSED', { reason: 'Dry again', outcome: 'RELEASE' }), { status: 409 })
  })
  it('gives the lots back what they were', async () => {
    const { id, heap, part, sent } = await contained()
    await ok(lotEvent('omar', part, 'SAMPLE_TAKEN', '2025-12-01', { kind: 'GMO', sampleNo: 'S-9', laboratory: 'Lab' }))
    await ok(lotEvent('omar', part, 'LAB_RESULT', '2025-12-05', { kind: 'GMO', sampleNo: 'S-9', result: 'POSITIVE', reportNo: 'R-9' }))
    expect((await ok(inCase('carla', id, 'CLOSED', { reason: 'Dry again', outcome: 'RELEASE' }))).subject).toMatchObject({
      status: 'CLOSED',
      outcome: 'RELEASE',
      effectiveness: 1,
    })
    expect(await lot(heap)).toMatchObject({ status: 'RELEASED', quarantineReason: null })
    expect(await lot(sent)).toMatchObject({ status: 'IN_TRANSIT' })
    // A hold of its own stays on it.
    expect(await lot(part)).toMatchObject({ status: 'QUARANTINED' })
  })
  it('leaves them held back, and so what came of them and is recorded later', async () => {
    const { id, heap, part } = await contained()
    await ok(inCase('carla', id, 'CLOSED', { reason: 'Still wet', outcome: 'HOLD' }))
    expect(await lot(part)).toMatchObject({ status: 'QUARANTINED' })
    const late = await ok(lotEvent('pooja', part, 'SPLIT', '2025-11-25', { outputs: [{ kg: 40 }] }))
    expect(late.subject).toMatchObject({ onHandKg: 60 })
    const { items } = await ok(as('omar').get(`/productbatch/${part}/what-if`))
    expect(items.map(({ status }: Json) => status)).toEqual(['QUARANTINED', 'QUARANTINED'])
    await ok(
      as('omar').post(`/productbatch/${heap}/events`, {
        eventType: 'RELEASE',
        occurredAt: clock().toISOString(),
        data: { causeClosed: 'Dried', downgrade: false },
      }),
    )
    expect(await lot(heap)).toMatchObject({ status: 'RELEASED' })
  })
  it('disposes of them', async () => {
    const { id, heap, part, sent } = await contained()
    await ok(inCase('carla', id, 'CLOSED', { reason: 'Burnt', outcome: 'DISPOSE', evidence: 'Record 7 of the brickworks' }))
    for (const one of [heap, part, sent]) expect(await lot(one)).toMatchObject({ status: 'DISPOSED', onHandKg: 0 })
    expect(await ok(as('omar').get(`/recallcase/${id}/reach`))).toMatchObject({ foundKg: 0, lostKg: 600, affectedKg: 600 })
  })
})

describe('a drill', () => {
  it('asks the same and restricts nothing; its figures stand with the operator', async () => {
    const { heap, part } = await goods()
    const { id, ...drill } = await ok(open('omar', { batchId: heap, isDrill: true, cause: 'DRILL', reason: 'Yearly drill' }))
    expect(drill).toMatchObject({ affectedKg: 600, restrictedKg: 0, holdersCount: 2 })
    expect(await lot(part)).toMatchObject({ status: 'RELEASED' })
    await answerAll(id)
    await ok(inCase('omar', id, 'CONTAINED'))
    await refused(() => inCase('carla', id, 'CLOSED', { reason: 'Done', outcome: 'HOLD' }), { status: 400, body: { fields: [{ path: 'data.outcome' }] } })
    await ok(inCase('carla', id, 'CLOSED', { reason: 'Done', outcome: 'RELEASE' }))
    const operator = world.places.cotton.OP1?.id as string
    const { items } = await ok(as('ada').get(`/collective/${operator}/events?limit=50`))
    expect(items.filter(({ eventType }: Json) => eventType === 'MOCK_RECALL')).toMatchObject([{ data: { caseId: id, minutes: 0, foundShare: 1 } }])
  })
})

describe('the report of recalls and drills (R21)', () => {
  const rows = async (query = '', who = 'omar', operator = 'OP1'): Promise<Json[]> =>
    (await ok(world.as(who, operator).get(`/reports/recall-effectiveness${query}`))).rows
  it('has a row for each case with the figures and minutes of its answers, and none of another operator', async () => {
    const { heap } = await goods()
    const { id } = await ok(open('omar', { batchId: heap, reason: 'For the report' }))
    const row = async () => (await rows()).find(({ begins, status }) => begins === title && status !== 'CLOSED')
    const { title } = await lot(heap)
    expect(await row()).toMatchObject({
      ...{ isDrill: false, lots: 3, affectedKg: 600, foundKg: 600, locatedKg: 0, returnedKg: 0, shippedKg: 200, restrictedKg: 600 },
      ...{ holders: 2, answers: 0, effectiveness: 0, minutes: null, containedMinutes: null },
    })
    await answerAll(id)
    await ok(inCase('omar', id, 'CONTAINED'))
    // 400 and 150 kg located and 50 kg returned, of 600: all of it.
    expect(await row()).toMatchObject({ locatedKg: 550, returnedKg: 50, answers: 2, effectiveness: 1, minutes: 0, containedMinutes: 0, status: 'CONTAINED' })
    await ok(open('omar', { batchId: (await goods()).heap, isDrill: true, cause: 'DRILL', reason: 'Yearly drill' }))
    const items = await rows('?kind=DRILL')
    expect(items.length).toBeGreaterThan(0)
    expect(items.every(({ isDrill }) => isDrill)).toBe(true)
    expect(await rows('', 'leela', 'OP2')).toEqual([])
  })
  it('forgets an answer that was taken back', async () => {
    const { heap } = await goods()
    const { id } = await ok(open('omar', { batchId: heap, reason: 'Taken back' }))
    const { event } = await ok(inCase('pooja', id, 'ANSWERED', { locatedKg: 400, returnedKg: 0 }))
    const { title } = await lot(heap)
    const row = async () => (await rows()).find(({ begins }) => begins === title)
    expect(await row()).toMatchObject({ locatedKg: 400, answers: 1 })
    await ok(as('ada').post(`/recallcase/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await row()).toMatchObject({ locatedKg: 0, answers: 0, effectiveness: 0 })
  })
})
