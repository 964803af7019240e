// Tests of a crop in the field (domain dictionary 3.5, BR-15): a positive one reaches what was picked, what was made of it and what is picked later, until a later
// sample is negative or two people have taken it back.
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let reports = 0
let now = clock()
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const on = (who: string, id: string, type: string, day: string, data: Record<string, unknown> = {}) => record(as(who), 'crop', id, type, day, data)
const crop = (id: string): Promise<Json> => chain.view('crop', id)
const lot = (id: string): Promise<Json> => chain.view('productbatch', id)
const sample = (sampleNo: string, kind = 'GMO') => ({ kind, sampleNo, laboratory: 'Indore' })
const result = (sampleNo: string, value: 'POSITIVE' | 'NEGATIVE', kind = 'GMO') => ({ kind, sampleNo, result: value, reportNo: `R-${++reports}` })
const voided = (who: string, id: string, eventId: string, note: string | null = 'Of another field') =>
  as(who).post(`/crop/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA', ...(note ? { note } : {}) })
const farmLot = async (cropId: string): Promise<Json> =>
  world
    .scoped('ada', async ({ db, tenant }) => {
      const { id } = await db
        .selectFrom('productbatch')
        .select('id')
        .where('tenant_id', '=', tenant.id)
        .where('crop_id', '=', cropId)
        .where('unit_type', '=', 'FARM_LOT')
        .executeTakeFirstOrThrow()
      return id
    })
    .then((id) => lot(id as string))
const tasks = async (cropId: string): Promise<Json[]> => (await ok(as('ada').get(`/task?filter[cropId]=${cropId}`))).items

/** A picked crop of an approved member, and a heap of 300 kg of it. */
async function bought(): Promise<{ cropId: string; heap: string }> {
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 1000)
  const { id: heap } = await chain.lot()
  await ok(chain.buy(heap, cropId, 300))
  return { cropId, heap }
}

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  sales = salesOf(chain)
}, 120_000)
afterEach(() => {
  now = clock()
})

describe('a test of the field', () => {
  it('is refused before sowing (409), by a purchase officer (403) and as negative above its limit (400)', async () => {
    const { parcelId } = await chain.member()
    const planned = await chain.cropIn(await chain.systemOn(parcelId))
    await refused(() => on('fatima', planned, 'SAMPLE_TAKEN', '2025-07-10', sample('F-0')), { status: 409 })
    const { cropId } = await chain.sown()
    await refused(() => on('pooja', cropId, 'LAB_RESULT', '2025-08-10', result('F-1', 'POSITIVE')), { status: 403 })
    const above = { ...result('F-1', 'NEGATIVE', 'RESIDUE'), measured: 0.02, limit: 0.01 }
    await refused(() => on('fatima', cropId, 'LAB_RESULT', '2025-08-10', above), { status: 400, body: { fields: [{ path: 'data.result' }] } })
    expect(await crop(cropId)).toMatchObject({ gmoStatus: null, gmoTestId: null })
  })
  it('positive before the harvest restricts what is picked later: it is not bought, and released as conventional alone', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await ok(on('fatima', cropId, 'SAMPLE_TAKEN', '2025-08-10', sample('F-2')))
    expect(await crop(cropId)).toMatchObject({ gmoStatus: 'PENDING' })
    const { event } = await ok(on('fatima', cropId, 'LAB_RESULT', '2025-08-20', result('F-2', 'POSITIVE')))
    expect(event.findings ?? (await ok(as('omar').get(`/crop/${cropId}`))).flags).toEqual(
      expect.arrayContaining([expect.objectContaining({ ruleId: 'BR-15', severity: 'REVIEW' })]),
    )
    expect(await crop(cropId)).toMatchObject({ gmoStatus: 'POSITIVE', gmoTestId: null })
    expect(await tasks(cropId)).toMatchObject([{ status: 'OPEN', priority: 'P1', type: 'SAMPLE' }])
    await chain.picked(cropId, 1000)
    const picked = await farmLot(cropId)
    expect(picked).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE', onHandKg: 1000, availableKg: 0 })
    const { id: heap } = await chain.lot()
    expect(await chain.buy(heap, cropId, 300, '2026-01-15')).toMatchObject({ status: 422, body: { ruleId: 'BR-15' } })
    const release = (downgrade: boolean) =>
      as('omar').post(`/productbatch/${picked.id}/events`, {
        eventType: 'RELEASE',
        occurredAt: clock().toISOString(),
        data: { causeClosed: 'Looked at', downgrade },
      })
    await refused(() => release(false), { status: 422, body: { ruleId: 'BR-15' } })
    await ok(release(true))
    expect(await farmLot(cropId)).toMatchObject({ claimStatus: 'CONVENTIONAL' })
    // What is picked after that is conventional in the same lot: nothing of it is restricted again.
    await ok(on('fatima', cropId, 'HARVEST', '2025-11-20', { pickNo: 2, kg: 50 }))
    expect(await farmLot(cropId)).toMatchObject({ status: 'OPEN', claimStatus: 'CONVENTIONAL', onHandKg: 1050 })
  })
  it('positive after the purchase holds the heap and what is left on the farm; a negative one of a later sample lifts that, and is a proof', async () => {
    const { cropId, heap } = await bought()
    await ok(on('fatima', cropId, 'SAMPLE_TAKEN', '2025-11-05', sample('F-3')))
    const { event } = await ok(on('fatima', cropId, 'LAB_RESULT', '2025-11-10', result('F-3', 'POSITIVE')))
    expect(await lot(heap)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE' })
    expect(await farmLot(cropId)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE', onHandKg: 700 })
    // Of an older sample a negative one says nothing.
    await ok(on('fatima', cropId, 'SAMPLE_TAKEN', '2025-11-01', sample('F-4')))
    await ok(on('fatima', cropId, 'LAB_RESULT', '2025-11-12', result('F-4', 'NEGATIVE')))
    expect(await lot(heap)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE' })
    await ok(on('fatima', cropId, 'SAMPLE_TAKEN', '2025-11-14', sample('F-5')))
    const { event: negative } = await ok(on('fatima', cropId, 'LAB_RESULT', '2025-11-18', result('F-5', 'NEGATIVE')))
    expect(await crop(cropId)).toMatchObject({ gmoStatus: 'NEGATIVE', gmoTestId: `R-${reports}` })
    expect(await lot(heap)).toMatchObject({ status: 'OPEN', gmoStatus: 'NEGATIVE', quarantineReason: null })
    expect(await farmLot(cropId)).toMatchObject({ status: 'OPEN', gmoStatus: 'NEGATIVE' })
    // Taken back, the field is positive again.
    await ok(voided('fatima', cropId, negative.id, null))
    expect(await lot(heap)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE' })
    expect(await farmLot(cropId)).toMatchObject({ status: 'QUARANTINED' })
    await refused(() => voided('fatima', cropId, event.id), { status: 422, body: { ruleId: 'BR-24' } })
    await refused(() => voided('omar', cropId, event.id, null), { status: 400, body: { fields: [{ path: 'note' }] } })
    await ok(voided('omar', cropId, event.id))
    expect(await lot(heap)).toMatchObject({ status: 'OPEN', quarantineReason: null })
    expect(await tasks(cropId)).toMatchObject([{ status: 'CANCELLED' }])
  })
  it('positive says so to whom it concerns; recorded late, after a later sample was negative, nothing is held back, and nobody is informed', async () => {
    const { cropId, heap } = await bought()
    const informed = async (): Promise<number> => {
      const { rows } = await world.scoped('ada', ({ db, tenant }) =>
        sql`select 1 from outbox where tenant_id = ${tenant.id} and code = 'FIELD_POSITIVE' and ${cropId}::uuid = any(subject_ids)`.execute(db),
      )
      return rows.length
    }
    await ok(on('fatima', cropId, 'SAMPLE_TAKEN', '2025-11-05', sample('F-10')))
    await ok(on('fatima', cropId, 'SAMPLE_TAKEN', '2025-11-14', sample('F-11')))
    await ok(on('fatima', cropId, 'LAB_RESULT', '2025-11-18', result('F-11', 'NEGATIVE')))
    await ok(on('fatima', cropId, 'LAB_RESULT', '2025-11-10', result('F-10', 'POSITIVE')))
    expect([(await lot(heap)).status, await tasks(cropId), await informed()]).toEqual(['OPEN', [], 0])
    await ok(on('fatima', cropId, 'SAMPLE_TAKEN', '2025-11-20', sample('F-12')))
    await ok(on('fatima', cropId, 'LAB_RESULT', '2025-11-24', result('F-12', 'POSITIVE')))
    expect([(await lot(heap)).status, await informed()]).toEqual(['QUARANTINED', 1])
  })
  it('that was misread is corrected by another person, both ways; of residues as of GMO', async () => {
    const { cropId, heap } = await bought()
    const data = result('F-6', 'NEGATIVE', 'RESIDUE')
    await ok(on('fatima', cropId, 'SAMPLE_TAKEN', '2025-11-05', sample('F-6', 'RESIDUE')))
    const { event } = await ok(on('fatima', cropId, 'LAB_RESULT', '2025-11-10', data))
    expect(await lot(heap)).toMatchObject({ status: 'OPEN', gmoStatus: 'UNTESTED' })
    const instead = (who: string, value: string, supersedesEventId: string) =>
      as(who).post(`/crop/${cropId}/events`, {
        eventType: 'LAB_RESULT',
        occurredAt: at('2025-11-10'),
        data: { ...data, result: value },
        lateReason: 'Misread',
        supersedesEventId,
      })
    const { event: positive } = await ok(instead('fatima', 'POSITIVE', event.id))
    expect(await lot(heap)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'UNTESTED' })
    await refused(() => instead('fatima', 'NEGATIVE', positive.id), { status: 422, body: { ruleId: 'BR-24' } })
    await ok(instead('omar', 'NEGATIVE', positive.id))
    expect(await lot(heap)).toMatchObject({ status: 'OPEN' })
    expect(await farmLot(cropId)).toMatchObject({ status: 'OPEN' })
  })
  it('that is awaited keeps a heap of it from being released (422 BR-15), and is not recorded late from under a release', async () => {
    const { cropId, heap } = await bought()
    await ok(record(as('pooja'), 'productbatch', heap, 'CLOSED', '2025-11-20'))
    await ok(on('fatima', cropId, 'SAMPLE_TAKEN', '2025-11-05', sample('F-7')))
    await refused(() => record(as('omar'), 'productbatch', heap, 'RELEASED', '2025-11-21'), { status: 422, body: { ruleId: 'BR-15' } })
    const negative = await ok(on('fatima', cropId, 'LAB_RESULT', '2025-11-10', result('F-7', 'NEGATIVE')))
    await ok(record(as('omar'), 'productbatch', heap, 'RELEASED', '2025-11-21'))
    await refused(() => voided('fatima', cropId, negative.event.id), { status: 409 })
    await refused(() => on('fatima', cropId, 'SAMPLE_TAKEN', '2025-11-15', sample('F-8')), { status: 409 })
  })
  it('reaches a lot that is bought at the same moment, whichever comes first', async () => {
    const { cropId } = await bought()
    const { id: heap } = await chain.lot()
    const [test, purchase] = await Promise.all([
      on('fatima', cropId, 'LAB_RESULT', '2025-11-10', result('F-9', 'POSITIVE')),
      chain.buy(heap, cropId, 100, '2025-11-12'),
    ])
    expect(test.status).toBe(201)
    expect([201, 422]).toContain(purchase.status)
    if (purchase.status === 201) expect(await lot(heap)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE' })
    expect(await farmLot(cropId)).toMatchObject({ status: 'QUARANTINED' })
  })
})

describe('goods of a positive field', () => {
  /** A farm lot of 1,000 kg of a field that was positive before the harvest, released as conventional on the day of the demo. */
  async function conventional(): Promise<{ cropId: string; id: string }> {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await ok(on('fatima', cropId, 'LAB_RESULT', '2025-08-20', result('F-20', 'POSITIVE')))
    await chain.picked(cropId, 1000)
    const { id } = await farmLot(cropId)
    const data = { causeClosed: 'Sold as conventional', downgrade: true }
    await ok(as('omar').post(`/productbatch/${id}/events`, { eventType: 'RELEASE', occurredAt: now.toISOString(), data }))
    return { cropId, id }
  }
  it('that were released as conventional stay so wherever they go, also when more is picked after they were bought', async () => {
    const { cropId, id } = await conventional()
    now = new Date('2026-01-20T06:30:00Z')
    const { id: heap } = await chain.lot()
    await ok(chain.buy(heap, cropId, 300, '2026-01-16'))
    expect(await lot(heap)).toMatchObject({ status: 'OPEN', claimStatus: 'CONVENTIONAL', quarantineReason: null })
    await ok(on('fatima', cropId, 'HARVEST', '2025-11-20', { pickNo: 2, kg: 50 }))
    for (const one of [id, heap]) expect(await lot(one)).toMatchObject({ status: 'OPEN', quarantineReason: null })
    await ok(record(as('pooja'), 'productbatch', heap, 'CLOSED', '2026-01-16', {}, 12))
    // A heap with goods of a positive field is released as conventional itself (BR-15).
    await refused(() => record(as('omar'), 'productbatch', heap, 'RELEASED', '2026-01-17'), { status: 422, body: { ruleId: 'BR-15' } })
    await ok(record(as('omar'), 'productbatch', heap, 'QUARANTINE', '2026-01-17', { reason: 'Of a positive field' }))
    await ok(record(as('omar'), 'productbatch', heap, 'RELEASE', '2026-01-18', { causeClosed: 'Sold as conventional', downgrade: true }))
    const { partId } = await sales.send(heap, 100, 'INV-conventional', '2026-01-19')
    for (const one of [heap, partId]) expect(await lot(one)).toMatchObject({ claimStatus: 'CONVENTIONAL', quarantineReason: null })
    expect(await lot(partId)).toMatchObject({ status: 'IN_TRANSIT' })
  })
  it('that left before they were released as conventional are restricted where they went', async () => {
    const { cropId } = await conventional()
    const { id: heap } = await chain.lot()
    await ok(chain.buy(heap, cropId, 300, '2025-11-03'))
    expect(await lot(heap)).toMatchObject({ status: 'QUARANTINED', onHandKg: 300, availableKg: 0 })
  })
  it('that were disposed of stay so: what is picked next has a lot of its own, is restricted, and once that is taken back it is bought; both count', async () => {
    const { cropId, heap } = await bought()
    await ok(on('fatima', cropId, 'SAMPLE_TAKEN', '2025-11-05', sample('F-30')))
    await ok(on('fatima', cropId, 'LAB_RESULT', '2025-11-10', result('F-30', 'POSITIVE')))
    const first = await farmLot(cropId)
    await ok(
      as('omar').post(`/productbatch/${first.id}/events`, {
        eventType: 'DISPOSAL',
        occurredAt: now.toISOString(),
        data: { method: 'Burnt', evidence: 'Photo 3' },
      }),
    )
    expect(await lot(first.id)).toMatchObject({ status: 'DISPOSED', onHandKg: 0 })
    await ok(on('fatima', cropId, 'HARVEST', '2025-11-20', { pickNo: 2, kg: 80 }))
    expect(await lot(first.id)).toMatchObject({ status: 'DISPOSED', onHandKg: 0 })
    const { items } = await ok(as('ada').get(`/productbatch?filter[cropId]=${cropId}&filter[unitType]=FARM_LOT`))
    expect(items.length).toBe(2)
    const second = items.find(({ id }: Json) => id !== first.id)
    expect(await lot(second.id)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE', onHandKg: 80 })
    expect(await chain.buy(heap, cropId, 50, '2026-01-15')).toMatchObject({ status: 422 })
    // A second positive result is recorded though there is a lot that was disposed of.
    await ok(on('fatima', cropId, 'SAMPLE_TAKEN', '2025-11-25', sample('F-31')))
    await ok(on('fatima', cropId, 'LAB_RESULT', '2025-11-28', result('F-31', 'POSITIVE')))
    await ok(on('fatima', cropId, 'SAMPLE_TAKEN', '2025-12-01', sample('F-32')))
    await ok(on('fatima', cropId, 'LAB_RESULT', '2025-12-05', result('F-32', 'NEGATIVE')))
    expect(await lot(second.id)).toMatchObject({ status: 'OPEN', onHandKg: 80 })
    const { id: next } = await chain.lot()
    await ok(chain.buy(next, cropId, 50, '2026-01-15'))
    expect(await crop(cropId)).toMatchObject({ harvestedKg: 1080, purchasedKg: 350 })
    await ok(on('fatima', cropId, 'HARVEST', '2025-12-08', { pickNo: 3, kg: 20 }))
    expect(await lot(second.id)).toMatchObject({ status: 'OPEN', onHandKg: 50 })
    expect(await lot(first.id)).toMatchObject({ status: 'DISPOSED', onHandKg: 0 })
  })
  it('that were disposed of have one lot after them, also when two people record what is picked next at once, and late', async () => {
    const { cropId } = await bought()
    await ok(on('fatima', cropId, 'SAMPLE_TAKEN', '2025-11-05', sample('F-33')))
    await ok(on('fatima', cropId, 'LAB_RESULT', '2025-11-10', result('F-33', 'POSITIVE')))
    const first = await farmLot(cropId)
    const disposal = { eventType: 'DISPOSAL', occurredAt: now.toISOString(), data: { method: 'Burnt', evidence: 'Photo 4' } }
    await ok(as('omar').post(`/productbatch/${first.id}/events`, disposal))
    const before = await crop(cropId)
    const picked = await Promise.all([
      on('fatima', cropId, 'HARVEST', '2025-11-20', { pickNo: 2, kg: 80 }),
      on('omar', cropId, 'HARVEST', '2025-11-21', { pickNo: 3, kg: 40 }),
    ])
    expect(picked.map(({ status }) => status)).toEqual([201, 201])
    const lots = async (): Promise<Json[]> => (await ok(as('ada').get(`/productbatch?filter[cropId]=${cropId}&filter[unitType]=FARM_LOT`))).items
    const second = (await lots()).find(({ id }) => id !== first.id)
    expect((await lots()).map(({ id }) => id).sort()).toEqual([first.id, second?.id].sort())
    expect(await lot(second?.id)).toMatchObject({ status: 'QUARANTINED', onHandKg: 120 })
    for (const [who, { body }] of [
      ['omar', picked[0]],
      ['ada', picked[1]],
    ] as const)
      await ok(voided(who, cropId, body.event.id))
    expect(await lot(second?.id)).toMatchObject({ onHandKg: 0 })
    expect((await crop(cropId)).harvestedKg).toBe(before.harvestedKg)
    await ok(on('fatima', cropId, 'HARVEST', '2025-11-22', { pickNo: 2, kg: 30 }))
    expect(await lots()).toHaveLength(2)
    expect(await lot(second?.id)).toMatchObject({ status: 'QUARANTINED', onHandKg: 30 })
  })
  it('are restricted also when their picking was taken back and recorded again', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await ok(on('fatima', cropId, 'LAB_RESULT', '2025-08-20', result('F-21', 'POSITIVE', 'RESIDUE')))
    const { event } = await chain.picked(cropId, 1000)
    expect(await farmLot(cropId)).toMatchObject({ status: 'QUARANTINED', onHandKg: 1000 })
    await ok(voided('omar', cropId, event.id))
    expect(await farmLot(cropId)).toMatchObject({ onHandKg: 0 })
    await ok(on('fatima', cropId, 'HARVEST', '2025-10-26', { pickNo: 1, kg: 900 }))
    expect(await farmLot(cropId)).toMatchObject({ status: 'QUARANTINED', onHandKg: 900, availableKg: 0 })
    const { id: heap } = await chain.lot()
    expect(await chain.buy(heap, cropId, 300, '2026-01-15')).toMatchObject({ status: 422, body: { ruleId: 'BR-15' } })
  })
  it('that a transaction certificate names: the result is taken back once the certification body, and nobody else, has agreed on the crop (409)', async () => {
    const { cropId, heap } = await bought()
    await ok(record(as('pooja'), 'productbatch', heap, 'CLOSED', '2025-11-20'))
    await ok(record(as('omar'), 'productbatch', heap, 'RELEASED', '2025-11-21'))
    await sales.submitted([await sales.send(heap, 80)])
    const data = result('F-22', 'POSITIVE')
    const { event } = await ok(on('fatima', cropId, 'LAB_RESULT', '2025-12-10', data))
    const dismissed = (who: string, more: Json = {}) =>
      on(who, cropId, 'RESULT_DISMISSED', '2026-01-14', { kind: data.kind, reportNo: data.reportNo, reason: 'The laboratory mixed up two samples', ...more })
    const unagreed = { status: 409, body: { code: 'STATE_CONFLICT', detail: expect.stringContaining('certification body') } }
    await refused(() => voided('omar', cropId, event.id), unagreed)
    for (const who of ['omar', 'ada', 'fatima']) await refused(() => dismissed(who), { status: 403 })
    await refused(() => dismissed('carla', { reportNo: 'R-0' }), { status: 400, body: { fields: [{ path: 'data.reportNo' }] } })
    // That is all the body records on a crop.
    await refused(() => on('carla', cropId, 'LAB_RESULT', '2025-12-11', data), { status: 403 })
    const { event: agreed } = await ok(dismissed('carla'))
    for (const who of ['omar', 'ada']) await refused(() => voided(who, cropId, agreed.id), { status: 403 })
    await ok(voided('carla', cropId, agreed.id))
    await refused(() => voided('omar', cropId, event.id), unagreed)
    await ok(dismissed('carla'))
    await ok(voided('omar', cropId, event.id))
    expect(await crop(cropId)).toMatchObject({ gmoStatus: null })
    expect(await lot(heap)).toMatchObject({ status: 'RELEASED', quarantineReason: null })
  })
})
