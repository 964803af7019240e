// A picking within a waiting period (BR-19): by the manager with the report of a laboratory, and nothing of it is bought, released or sent under a claim before a
// second person has decided; the same where the spray is recorded after the picking, and no more once it is taken back.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { csvText } from '#domain/exchange/csv.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record, uploadedSlip } from './chain-stage.ts'

let world: World
let chain: Chain
let itemId: string
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const open = { status: 422, body: { ruleId: 'BR-19' } }
const spray = (cropId: string, day: string) =>
  record(as('fatima'), 'crop', cropId, 'PLANT_PROTECTION', day, { itemId, dosePerHa: 5, unit: 'L', total: 5, target: 'Bollworm' })
const pick = (cropId: string, more: Json, who = 'omar') => record(as(who), 'crop', cropId, 'HARVEST', '2025-10-10', { pickNo: 1, kg: 500, ...more })
const report = async (who = 'omar') => ({ phiOverride: 'None found', phiReportNo: 'R-12', phiReport: [await uploadedSlip(as(who))] })
const step = (lot: string, type: string, data: Json = {}, who = 'omar', day = '2025-12-02') => record(as(who), 'productbatch', lot, type, day, data)
const ofWait = async (cropId: string): Promise<Json[]> =>
  (await chain.view('crop', cropId)).flags.filter(({ ruleId, severity }: Json) => ruleId === 'BR-19' && severity === 'REVIEW')
const close = (cropId: string, { id }: Json, who: string) =>
  as(who).post(`/crop/${cropId}/findings/${id}/close`, { reason: 'ACCEPTED', note: 'Read the report of the laboratory' })
/** A crop with an approved estimate and a spray of 5 October that asks for 30 days. */
async function sprayed(day: string | null = '2025-10-05') {
  const made = await chain.sown()
  await ok(record(as('fatima'), 'crop', made.cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'BOLL_COUNT', kgPerHa: 1200 }))
  await ok(record(as('omar'), 'crop', made.cropId, 'ESTIMATE_APPROVED', '2025-09-22'))
  const { event } = day === null ? { event: null } : await ok(spray(made.cropId, day))
  return { ...made, sprayId: event?.id as string }
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  itemId = (await ok(as('ada').post('/inputitem', { name: 'Copper spray', category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 30 }))).id
}, 120_000)

describe('a picking within the waiting period', () => {
  it('asks for the manager’s reason, and the number and the file of a laboratory report (422, 400, 403), and leaves nothing without them', async () => {
    const { cropId } = await sprayed()
    const whole = await report()
    await refused(() => pick(cropId, {}), open)
    for (const [path, more] of [
      ['data.phiReportNo', { ...whole, phiReportNo: undefined }],
      ['data.phiReport', { ...whole, phiReport: undefined }],
      ['data.phiReport', { ...whole, phiReport: [] }],
    ] as const)
      await refused(() => pick(cropId, more), { status: 400, body: { fields: [{ path, code: 'required' }] } })
    const own = await report('fatima')
    await refused(() => pick(cropId, own, 'fatima'), { status: 403 })
    // The report without the manager's word allows nothing.
    await refused(() => pick(cropId, { ...whole, phiOverride: undefined }), open)
    await ok(pick(cropId, whole))
    expect(await ofWait(cropId)).toHaveLength(1)
  })
  it('that was recorded before the report was asked for is corrected without one, and not under another reason; one that has it does not lose it', async () => {
    const { cropId } = await sprayed()
    const whole = await report()
    const { event } = await ok(pick(cropId, whole))
    const corrected = (more: Json, former: string) =>
      as('omar').post(`/crop/${cropId}/events`, {
        ...{ eventType: 'HARVEST', occurredAt: at('2025-10-10'), lateReason: 'Weighed again', supersedesEventId: former },
        data: { pickNo: 1, kg: 450, phiOverride: whole.phiOverride, ...more },
      })
    const missing = (path: string) => ({ status: 400, body: { fields: [{ path, code: 'required' }] } })
    await refused(() => corrected({}, event.id), missing('data.phiReportNo'))
    await refused(() => corrected({ phiReportNo: 'R-12' }, event.id), missing('data.phiReport'))
    await world.database.owner((db) => sql`update event set data = data - 'phiReportNo' - 'phiReport' where id = ${event.id}::uuid`.execute(db))
    await refused(() => corrected({ phiOverride: 'Another reason' }, event.id), missing('data.phiReportNo'))
    const { event: second, subject } = await ok(corrected({}, event.id))
    expect(subject.harvestedKg).toBe(450)
    expect((await ok(corrected({ kg: 440 }, second.id))).subject.harvestedKg).toBe(440)
    expect(await ofWait(cropId)).toHaveLength(1)
  })
  it('comes in with a file of events by the number of its report, which no file can carry', async () => {
    const { cropId, farmerId, parcelId } = await sprayed()
    const [{ memberNo }, { parcelNo }, { code }] = await Promise.all([
      chain.view('farmer', farmerId),
      chain.view('landparcel', parcelId),
      chain.view('croptype', chain.cotton),
    ])
    const sent = async (phiReportNo: string) => {
      const row = {
        ...{ operator_code: 'OP1', member_no: memberNo, parcel_no: parcelNo, season: 'KH-2025', crop: code, variety: 'RVJK-SGF-1', role: 'MAIN' },
        ...{ event_type: 'HARVEST', occurred_on: '2025-10-10', late_reason: 'Book', pick_no: '1', kg: '50', phi_override: 'None found' },
        phi_report_no: phiReportNo,
      }
      const body = csvText(Object.keys(row), [Object.values(row)])
      return ok(as('omar').send('/crop/import?kind=events', { method: 'POST', body, headers: { 'content-type': 'text/csv', prefer: 'wait=100' } }))
    }
    expect(await sent('')).toMatchObject({ created: 0, rejected: 1 })
    expect(await sent('R-12')).toMatchObject({ created: 1, rejected: 0 })
    expect(await ofWait(cropId)).toHaveLength(1)
  })
  it('is neither bought nor released under a claim before somebody else than the manager who allowed it has decided', async () => {
    const { cropId, farmerId } = await sprayed()
    await chain.decide('APPROVED', farmerId)
    await ok(pick(cropId, await report()))
    const [finding] = await ofWait(cropId)
    const { id: lot } = await chain.lot()
    await refused(() => chain.buy(lot, cropId, 100), open)
    const { id: plain } = await chain.lot()
    expect((await ok(chain.buy(plain, cropId, 20, '2025-11-03', { asConventional: true }))).subject.claimStatus).toBe('CONVENTIONAL')
    await refused(() => close(cropId, finding, 'omar'), { status: 422, body: { ruleId: 'BR-24' } })
    await ok(close(cropId, finding, 'ada'))
    const { subject } = await ok(chain.buy(lot, cropId, 100))
    expect(subject.claimStatus).toBe('ORGANIC')
    await ok(step(lot, 'CLOSED'))
    await ok(step(lot, 'RELEASED'))
  })
  it('stops what was bought before the spray was recorded, until that is decided or the spray taken back', async () => {
    const { cropId, farmerId } = await sprayed(null)
    await chain.decide('APPROVED', farmerId)
    await ok(pick(cropId, {}))
    const { id: lot } = await chain.lot()
    await ok(chain.buy(lot, cropId, 100))
    const { id: heap } = await chain.lot()
    await ok(step(lot, 'CLOSED'))
    await ok(step(heap, 'HEAP_BUILT', { inputs: [{ batchId: lot, kg: 40 }] }, 'pooja'))
    await ok(step(heap, 'CLOSED'))
    const late = await ok(spray(cropId, '2025-10-05'))
    await refused(() => step(lot, 'RELEASED'), open)
    await refused(() => step(heap, 'RELEASED'), open)
    await ok(as('fatima').post(`/crop/${cropId}/events/${late.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(step(lot, 'RELEASED'))
    // Recorded again, also what was released is not sent.
    await ok(spray(cropId, '2025-10-06'))
    const sent = { buyerId: chain.ginner, kg: 10, invoiceNo: 'W-1' }
    await refused(() => step(lot, 'DISPATCH', sent, 'pooja'), open)
    await refused(() => step(heap, 'RELEASED'), open)
    const [finding] = await ofWait(cropId)
    await ok(close(cropId, finding, 'ada'))
    await ok(step(lot, 'DISPATCH', sent, 'pooja'))
    await ok(step(heap, 'RELEASED'))
  })
  it('leaves a ticket and a dispatch of before to be corrected, where the correction makes nothing worse', async () => {
    const { cropId, farmerId } = await sprayed(null)
    const other = await sprayed(null)
    await chain.decide('APPROVED', farmerId, other.farmerId)
    await ok(pick(cropId, {}))
    await ok(pick(other.cropId, {}))
    const [{ id: lot }, { id: plain }] = [await chain.lot(), await chain.lot()]
    const bought = await ok(chain.buy(lot, cropId, 100))
    const apart = await ok(chain.buy(plain, cropId, 20, '2025-11-03', { asConventional: true }))
    const elsewhere = await ok(chain.buy(lot, other.cropId, 50))
    await ok(step(lot, 'CLOSED'))
    await ok(step(lot, 'RELEASED'))
    const sent = await ok(step(lot, 'DISPATCH', { buyerId: chain.ginner, kg: 30, invoiceNo: 'W-2' }, 'pooja'))
    await ok(spray(cropId, '2025-10-05'))
    expect(await ofWait(cropId)).toHaveLength(1)
    const correct = (id: string, { event }: Json, data: Json) =>
      as('pooja').post(`/productbatch/${id}/events`, {
        ...{ eventType: event.eventType, occurredAt: event.occurredAt, lateReason: 'Read wrongly', supersedesEventId: event.id },
        data: { ...event.data, ...data },
      })
    const weight = (kg: number) => ({ grossKg: kg + 2, netKg: kg })
    await refused(() => correct(lot, bought, weight(101)), open)
    await refused(() => correct(lot, elsewhere, { cropId }), open)
    await refused(() => correct(plain, apart, { asConventional: false }), open)
    const dearer = await ok(correct(lot, bought, { pricePerKg: 73_00 }))
    const less = await ok(correct(lot, dearer, weight(90)))
    expect(less.event.data).toMatchObject({ netKg: 90, pricePerKg: 73_00 })
    await refused(() => correct(lot, less, weight(91)), open)
    await refused(() => correct(lot, sent, { kg: 31 }), open)
    const renamed = await ok(correct(lot, sent, { invoiceNo: 'W-3' }))
    await ok(correct(lot, renamed, { kg: 25 }))
    expect(await ofWait(cropId)).toHaveLength(1)
    await refused(() => step(lot, 'DISPATCH', { buyerId: chain.ginner, kg: 1, invoiceNo: 'W-4' }, 'pooja'), open)
  })
  it('passes a ticket that is corrected through the hold of the waiting period alone: of no person, of no test, and not into its days', async () => {
    const { cropId, farmerId } = await sprayed(null)
    await chain.decide('APPROVED', farmerId)
    await ok(pick(cropId, {}))
    const { id: lot } = await chain.lot()
    const first = await ok(chain.buy(lot, cropId, 100))
    const correct = ({ event }: Json, day = event.occurredAt, data: Json = {}) =>
      as('pooja').post(`/productbatch/${lot}/events`, {
        ...{ eventType: 'PURCHASE', occurredAt: day, lateReason: 'Read wrongly', supersedesEventId: event.id },
        data: { ...event.data, ...data },
      })
    const stopped = { status: 422, body: { ruleId: 'BR-15' } }
    const [{ id: farmLot }] = (await ok(as('omar').get(`/productbatch?filter[cropId]=${cropId}`))).items
    await ok(record(as('omar'), 'productbatch', farmLot, 'QUARANTINE', '2025-12-01', { reason: 'Mixed', ref: 'BR-19' }))
    await refused(() => correct(first), stopped)
    await refused(() => correct(first, at('2025-12-10')), stopped)
    await refused(() => correct(first, undefined, { asConventional: true }), stopped)
    await ok(record(as('omar'), 'productbatch', farmLot, 'RELEASE', '2025-12-12', { causeClosed: 'Not mixed', downgrade: false }))
    await ok(spray(cropId, '2025-10-05'))
    expect((await chain.view('productbatch', farmLot)).status).toBe('QUARANTINED')
    const earlier = await ok(correct(first, at('2025-11-04')))
    await refused(() => correct(earlier, clock().toISOString()), stopped)
    const dearer = await ok(correct(earlier, undefined, { pricePerKg: 73_00 }))
    await ok(record(as('omar'), 'productbatch', farmLot, 'LAB_RESULT', '2026-01-10', { kind: 'RESIDUE', sampleNo: 'W-9', result: 'POSITIVE', reportNo: 'W-9' }))
    await refused(() => correct(dearer, undefined, { pricePerKg: 74_00 }), stopped)
  })
  it('buys nothing under a claim from a farm lot that is held back by the correction of a ticket that was conventional', async () => {
    const { cropId, farmerId } = await sprayed(null)
    await ok(pick(cropId, {}))
    const { id: lot } = await chain.lot()
    const first = await ok(chain.buy(lot, cropId, 100))
    expect(first.subject.claimStatus).toBe('CONVENTIONAL')
    await ok(spray(cropId, '2025-10-05'))
    const [finding] = await ofWait(cropId)
    await ok(close(cropId, finding, 'ada'))
    const correct = ({ event }: Json, data: Json) =>
      as('pooja').post(`/productbatch/${lot}/events`, {
        ...{ eventType: 'PURCHASE', occurredAt: event.occurredAt, lateReason: 'Read wrongly', supersedesEventId: event.id },
        data: { ...event.data, ...data },
      })
    const plain = await ok(correct(first, { pricePerKg: 70_00 }))
    await chain.decide('APPROVED', farmerId)
    await refused(() => correct(plain, { pricePerKg: 71_00 }), { status: 422, body: { ruleId: 'BR-15' } })
  })
})
