// A lot in the order in which things happened, whatever the order in which they were recorded: holds, tests, tickets and runs recorded
// late, voided or in another order (domain dictionary 4.4, BR-09, BR-11, BR-15, BR-25, BR-26, BR-30).
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const lotEvent = (who: string, lot: string, type: string, day: string, data: Record<string, unknown> = {}, hour = 10) =>
  record(as(who), 'productbatch', lot, type, day, data, hour)
const lineEvent = (type: string, day: string, data: Record<string, unknown> = {}, hour = 16) =>
  record(as('paul'), 'processingsystem', chain.gin, type, day, data, hour)
const view = (lot: string): Promise<Json> => chain.view('productbatch', lot)
const voidOf = (who: string, entity: string, id: string, eventId: string) =>
  as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA', note: 'Read wrongly' })
const blocked = (ruleId: string, figures: Record<string, unknown> = {}) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId, figures } })
const conflict = { status: 409, body: { code: 'STATE_CONFLICT' } }
const positive = { kind: 'GMO', sampleNo: 'P1', result: 'POSITIVE', reportNo: 'L-P' }

const refused = refusing(() => world)
/** A picked crop of an approved member (or of one the committee decided otherwise). */
async function picked(kg = 1000, result = 'APPROVED', conversionStart?: string): Promise<{ cropId: string; farmLot: string }> {
  const { cropId, farmerId } = await chain.sown(conversionStart ? { conversionStart } : {})
  if (result !== 'NONE') await chain.decide(result, farmerId)
  await chain.picked(cropId, kg, '2025-10-25')
  const [lot] = (await ok(as('omar').get(`/productbatch?filter[cropId]=${cropId}`))).items
  return { cropId, farmLot: lot.id }
}
/** A lot of the centre with `kg` in it. */
async function filled(kg = 1000): Promise<string> {
  const { cropId } = await picked(kg)
  const { id } = await chain.lot()
  await ok(chain.buy(id, cropId, kg, '2025-11-03'))
  return id
}
async function closed(kg = 1000): Promise<string> {
  const id = await filled(kg)
  await ok(lotEvent('pooja', id, 'CLOSED', '2025-11-04'))
  return id
}
const heapOf = async (lot: string, kg: number, day = '2025-11-10'): Promise<string> => {
  const { id } = await chain.lot()
  await ok(lotEvent('pooja', id, 'HEAP_BUILT', day, { inputs: [{ batchId: lot, kg }] }))
  return id
}
const ginRun = (lot: string, kg: number, day: string, from: string, to: string, more: Record<string, unknown> = {}) => ({
  process: 'GINNING',
  inputs: [{ batchId: lot, kg }],
  outputs: [
    { productId: chain.products.lint, kg: kg * 0.34 },
    { productId: chain.products.cottonseed, kg: kg * 0.625 },
  ],
  wasteKg: kg * 0.03,
  invisibleKg: kg * 0.005,
  startedAt: `${day}T${from}:00Z`,
  endedAt: `${day}T${to}:00Z`,
  ...more,
})

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('holds and tests of a lot (BR-15)', () => {
  it('stays held for a positive result when the hold before it is voided', async () => {
    const lot = await closed()
    await ok(lotEvent('omar', lot, 'RELEASED', '2025-11-05'))
    const { event } = await ok(lotEvent('omar', lot, 'QUARANTINE', '2025-11-06', { reason: 'Smell of chemicals' }))
    await ok(lotEvent('pooja', lot, 'LAB_RESULT', '2025-11-08', positive))
    await ok(voidOf('omar', 'productbatch', lot, event.id))
    expect(await view(lot)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE', availableKg: 0, onHandKg: 1000 })
    await refused(() => lotEvent('pooja', lot, 'DISPATCH', '2025-11-09', { buyerId: chain.ginner, kg: 10, invoiceNo: 'I-1' }), conflict)
  })
  it('judges a release by the tests of its time: a later positive result holds the lot again', async () => {
    const lot = await filled(100)
    await ok(lotEvent('omar', lot, 'QUARANTINE', '2025-11-10', { reason: 'Wet' }))
    await ok(lotEvent('pooja', lot, 'SAMPLE_TAKEN', '2025-11-14', { kind: 'GMO', sampleNo: 'P1', laboratory: 'Indore' }))
    await ok(lotEvent('pooja', lot, 'LAB_RESULT', '2025-11-16', positive))
    await refused(() => lotEvent('omar', lot, 'RELEASE', '2025-11-17', { causeClosed: 'Dried', downgrade: false }), blocked('BR-15', { gmoStatus: 'POSITIVE' }))
    await ok(lotEvent('omar', lot, 'RELEASE', '2025-11-12', { causeClosed: 'Dried', downgrade: false }))
    expect(await view(lot)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE', claimStatus: 'ORGANIC' })
  })
  it('keeps the negative result that a release stands on, until the release is taken back or another result takes its place', async () => {
    const lot = await filled(100)
    await ok(lotEvent('pooja', lot, 'SAMPLE_TAKEN', '2025-11-05', { kind: 'GMO', sampleNo: 'N1', laboratory: 'Indore' }))
    const negative = { ...positive, sampleNo: 'N1', result: 'NEGATIVE' }
    const result = (await ok(lotEvent('pooja', lot, 'LAB_RESULT', '2025-11-06', negative))).event.id
    await ok(lotEvent('pooja', lot, 'CLOSED', '2025-11-10'))
    const release = (await ok(lotEvent('omar', lot, 'RELEASED', '2025-11-11'))).event.id
    const named = { ...conflict, body: { ...conflict.body, figures: { eventId: release, eventType: 'RELEASED' } } }
    await refused(() => voidOf('pooja', 'productbatch', lot, result), named)
    const call = { eventType: 'LAB_RESULT', occurredAt: at('2025-11-06'), data: { ...negative, reportNo: 'L-N' }, lateReason: 'Misread' }
    const other = (await ok(as('pooja').post(`/productbatch/${lot}/events`, { ...call, supersedesEventId: result }))).event.id
    await ok(voidOf('omar', 'productbatch', lot, release))
    await ok(voidOf('pooja', 'productbatch', lot, other))
    expect(await view(lot)).toMatchObject({ status: 'CLOSED', gmoStatus: 'PENDING' })
  })
  it('takes a positive result of a lot that is used up, and holds what was made of it until the result is voided', async () => {
    const lot = await closed()
    await ok(lotEvent('pooja', lot, 'SAMPLE_TAKEN', '2025-11-05', { kind: 'GMO', sampleNo: 'P1', laboratory: 'Indore' }))
    const heap = await heapOf(lot, 1000)
    const second = await closed(100)
    const mixed = await heapOf(second, 50)
    expect(await view(heap)).toMatchObject({ gmoStatus: 'PENDING', status: 'OPEN' })
    const { event } = await ok(lotEvent('pooja', lot, 'LAB_RESULT', '2025-11-20', positive))
    expect(await view(lot)).toMatchObject({ status: 'DEPLETED', gmoStatus: 'POSITIVE' })
    expect(await view(heap)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE', availableKg: 0, onHandKg: 1000 })
    expect(await view(mixed)).toMatchObject({ status: 'OPEN', gmoStatus: 'UNTESTED' })
    await ok(voidOf('omar', 'productbatch', lot, event.id))
    expect(await view(heap)).toMatchObject({ status: 'OPEN', gmoStatus: 'PENDING', availableKg: 1000 })
  })
  it('is not cleared by an older negative result recorded later, nor by one whose sample nobody took', async () => {
    const lot = await closed()
    await ok(lotEvent('pooja', lot, 'SAMPLE_TAKEN', '2025-11-05', { kind: 'GMO', sampleNo: 'N1', laboratory: 'Indore' }))
    await ok(lotEvent('pooja', lot, 'LAB_RESULT', '2025-11-19', positive))
    await ok(lotEvent('pooja', lot, 'LAB_RESULT', '2025-11-13', { kind: 'GMO', sampleNo: 'N1', result: 'NEGATIVE', reportNo: 'L-N' }))
    await ok(lotEvent('pooja', lot, 'LAB_RESULT', '2025-11-21', { kind: 'GMO', sampleNo: 'X', result: 'NEGATIVE', reportNo: 'L-X' }))
    expect(await view(lot)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE' })
    await refused(() => lotEvent('omar', lot, 'RELEASE', '2025-11-22', { causeClosed: 'Tested again', downgrade: false }), blocked('BR-15'))
    await ok(lotEvent('pooja', lot, 'SAMPLE_TAKEN', '2025-11-22', { kind: 'GMO', sampleNo: 'N2', laboratory: 'Indore' }))
    await refused(() => lotEvent('omar', lot, 'RELEASE', '2025-11-23', { causeClosed: 'Tested again', downgrade: false }), blocked('BR-15'))
    await ok(lotEvent('pooja', lot, 'LAB_RESULT', '2025-11-24', { kind: 'GMO', sampleNo: 'N2', result: 'NEGATIVE', reportNo: 'L-N2' }))
    // BR-15: the negative result of the later sample releases it to what it was.
    expect(await view(lot)).toMatchObject({ status: 'CLOSED', gmoStatus: 'NEGATIVE', claimStatus: 'ORGANIC', availableKg: 1000 })
    await ok(lotEvent('omar', lot, 'RELEASED', '2025-11-25'))
    expect(await view(lot)).toMatchObject({ status: 'RELEASED' })
  })
  it('is not released with its claim while a result is awaited, or after a positive residue test; by other eyes than the result’s (BR-24)', async () => {
    const awaited = await closed(100)
    await ok(lotEvent('pooja', awaited, 'SAMPLE_TAKEN', '2025-11-05', { kind: 'GMO', sampleNo: 'A1', laboratory: 'Indore' }))
    await ok(lotEvent('omar', awaited, 'QUARANTINE', '2025-11-06', { reason: 'To be sure' }))
    await refused(() => lotEvent('omar', awaited, 'RELEASE', '2025-11-07', { causeClosed: 'No reason', downgrade: false }), blocked('BR-15'))
    const residue = await closed(100)
    await ok(lotEvent('omar', residue, 'LAB_RESULT', '2025-11-07', { ...positive, kind: 'RESIDUE' }))
    await refused(() => lotEvent('ada', residue, 'RELEASE', '2025-11-08', { causeClosed: 'x', downgrade: false }), blocked('BR-15'))
    await refused(() => lotEvent('omar', residue, 'RELEASE', '2025-11-08', { causeClosed: 'x', downgrade: true }), blocked('BR-24'))
    expect((await ok(lotEvent('ada', residue, 'RELEASE', '2025-11-08', { causeClosed: 'Sold as conventional', downgrade: true }))).subject).toMatchObject({
      status: 'RELEASED',
      claimStatus: 'CONVENTIONAL',
    })
  })
  it('lowers the claim of its parts when it is released as conventional, with a finding on each', async () => {
    const lot = await closed()
    const { subject } = await ok(lotEvent('pooja', lot, 'SPLIT', '2025-11-06', { outputs: [{ kg: 300, batchNo: `PART-${lot.slice(-6)}` }] }))
    expect(subject.onHandKg).toBe(700)
    const [part] = (await ok(as('omar').get(`/productbatch?q=PART-${lot.slice(-6)}`))).items
    await ok(lotEvent('pooja', lot, 'LAB_RESULT', '2025-11-08', { ...positive, kind: 'RESIDUE' }))
    expect(await view(part.id)).toMatchObject({ status: 'QUARANTINED', claimStatus: 'ORGANIC' })
    await ok(lotEvent('omar', lot, 'RELEASE', '2025-11-09', { causeClosed: 'Sold as conventional', downgrade: true }))
    const lowered = await view(part.id)
    expect(lowered).toMatchObject({ claimStatus: 'CONVENTIONAL' })
    expect(lowered.flags).toEqual(expect.arrayContaining([expect.objectContaining({ ruleId: 'BR-11', severity: 'REVIEW' })]))
  })
})

describe('goods and their time (BR-08, BR-25, BR-26)', () => {
  it('does not heap a farm lot without a ticket, whatever was released on it (422 BR-08)', async () => {
    const { farmLot } = await picked(500, 'NONE')
    await ok(lotEvent('pooja', farmLot, 'QUARANTINE', '2025-11-01', { reason: 'Wet' }))
    await ok(lotEvent('omar', farmLot, 'RELEASE', '2025-11-02', { causeClosed: 'Dry', downgrade: false }))
    expect(await view(farmLot)).toMatchObject({ status: 'OPEN', claimStatus: 'ORGANIC' })
    const { id } = await chain.lot()
    await refused(() => lotEvent('pooja', id, 'HEAP_BUILT', '2025-11-05', { inputs: [{ batchId: farmLot, kg: 100 }] }), blocked('BR-08'))
  })
  it('is voided empty only, also when goods come late: the void is named, and so is what came after it', async () => {
    const { cropId } = await picked(100)
    const { id } = await chain.lot()
    const { event } = await ok(lotEvent('pooja', id, 'VOIDED', '2025-11-10', { reason: 'Opened twice' }))
    const late = () => chain.buy(id, cropId, 40, '2025-11-05')
    await refused(late, { ...conflict, body: { ...conflict.body, figures: { eventId: event.id, eventType: 'VOIDED' } } })
    await ok(voidOf('pooja', 'productbatch', id, event.id))
    const ticket = (await ok(chain.buy(id, cropId, 40, '2025-11-12'))).event
    const empty = () => lotEvent('pooja', id, 'VOIDED', '2025-11-10', { reason: 'Opened twice' })
    await refused(empty, { ...conflict, body: { ...conflict.body, figures: { eventId: ticket.id, eventType: 'PURCHASE' } } })
    await refused(() => lotEvent('pooja', id, 'VOIDED', '2025-11-14', { reason: 'Opened twice' }), blocked('4.4', { onHandKg: 40 }))
    expect(await view(id)).toMatchObject({ status: 'OPEN', onHandKg: 40 })
  })
  it('takes what left a lot before its disposal, also when it is recorded after: less was disposed of', async () => {
    const [lot, heap] = [await filled(100), (await chain.lot()).id]
    for (const [type, day, data] of [
      ['CLOSED', '2025-11-10', {}],
      ['QUARANTINE', '2025-11-20', { reason: 'Wet' }],
      ['DISPOSAL', '2025-11-22', { method: 'Burnt', evidence: 'Photograph' }],
    ] as const)
      await ok(lotEvent('omar', lot, type, day, data))
    await ok(lotEvent('pooja', lot, 'SPLIT', '2025-11-12', { outputs: [{ kg: 30 }] }))
    await ok(lotEvent('pooja', heap, 'HEAP_BUILT', '2025-11-13', { inputs: [{ batchId: lot, kg: 20 }] }))
    await refused(() => lotEvent('pooja', lot, 'SPLIT', '2025-11-14', { outputs: [{ kg: 51 }] }), blocked('BR-09'))
    const { items } = await ok(as('ada').get(`/productbatch/${lot}/ledger`))
    const disposed = items.filter(({ account }: Json) => account === 'LOSS').reduce((kg: number, { deltaKg }: Json) => kg + deltaKg, 0)
    expect([disposed, (await view(lot)).onHandKg, (await view(heap)).onHandKg]).toEqual([-50, 0, 20])
  })
  it('names what would be missing kilograms, not what was replaced on that day', async () => {
    const lot = await filled(100)
    await ok(lotEvent('omar', lot, 'CLOSED', '2025-11-10'))
    const lost = (await ok(lotEvent('omar', lot, 'LOSS', '2025-11-12', { cause: 'DRYING', kg: 20 }))).event.id
    const call = { eventType: 'LOSS', occurredAt: at('2025-11-12'), data: { cause: 'DRYING', kg: 30 }, lateReason: 'Weighed', supersedesEventId: lost }
    const replaced = (await ok(as('omar').post(`/productbatch/${lot}/events`, call))).event.id
    await refused(() => lotEvent('omar', lot, 'LOSS', '2025-11-11', { cause: 'DRYING', kg: 71 }), blocked('BR-09', { eventId: replaced }))
    await ok(lotEvent('pooja', lot, 'SPLIT', '2025-11-13', { outputs: [{ kg: 60 }] }))
    await refused(() => lotEvent('pooja', lot, 'SPLIT', '2025-11-11', { outputs: [{ kg: 11 }] }), blocked('BR-09', { askedKg: 11, leftKg: 10 }))
    expect((await lotEvent('pooja', lot, 'SPLIT', '2025-11-11', { outputs: [{ kg: 11 }] })).body.figures.eventId).toEqual(expect.any(String))
  })
  it('does not reopen a lot whose goods were used (422 BR-26)', async () => {
    const id = await filled()
    const { event } = await ok(lotEvent('pooja', id, 'CLOSED', '2025-11-04'))
    await heapOf(id, 600)
    await refused(() => voidOf('pooja', 'productbatch', id, event.id), blocked('BR-26'))
  })
  it('gives the claim and the days of picking back when the ticket that lowered them is voided', async () => {
    const organic = await picked(300)
    const converting = await picked(300, 'APPROVED', '2024-03-01')
    const { id } = await chain.lot()
    await ok(chain.buy(id, organic.cropId, 300, '2025-11-03'))
    const { event, subject } = await ok(chain.buy(id, converting.cropId, 100, '2025-11-04', { downgradeConfirmed: true }))
    expect(subject.claimStatus).toBe('IC2')
    await ok(voidOf('pooja', 'productbatch', id, event.id))
    expect(await view(id)).toMatchObject({ claimStatus: 'ORGANIC', onHandKg: 300, harvestFrom: '2025-10-25', harvestTo: '2025-10-25' })
  })
  it('judges a lot by its state at the time: no dispatch before it was released, none within a hold, no receipt before the dispatch', async () => {
    const lot = await closed()
    await ok(lotEvent('omar', lot, 'RELEASED', '2025-11-10'))
    const send = (day: string, kg = 10) => lotEvent('pooja', lot, 'DISPATCH', day, { buyerId: chain.ginner, kg, invoiceNo: `I-${day}-${kg}` })
    await refused(() => send('2025-11-05'), conflict)
    await ok(lotEvent('omar', lot, 'QUARANTINE', '2025-11-12', { reason: 'Fire nearby' }))
    await ok(lotEvent('omar', lot, 'RELEASE', '2025-11-14', { causeClosed: 'No smoke', downgrade: false }))
    await refused(() => send('2025-11-13'), conflict)
    await ok(send('2025-11-15', 100))
    // A hold dated before what has left since is refused, and says which event stands against it.
    await refused(() => lotEvent('omar', lot, 'QUARANTINE', '2025-11-15', { reason: 'Late' }, 8), { ...conflict, body: { figures: { eventType: 'DISPATCH' } } })
    const [sent] = (await ok(as('paul').get('/productbatch?filter[status]=IN_TRANSIT'))).items
    const receive = (day: string) => lineEvent('GOODS_RECEIVED', day, { batchId: sent.id, grossKg: 100, tareKg: 0, netKg: 100 })
    await refused(() => receive('2025-11-13'), blocked('BR-25'))
    await ok(receive('2025-11-16'))
    expect(await view(sent.id)).toMatchObject({ status: 'RECEIVED', onHandKg: 100 })
  })
  it('does not void a ticket in a closed season (423 PERIOD_CLOSED)', async () => {
    const { cropId } = await picked(100)
    const { id } = await chain.lot()
    const { event } = await ok(chain.buy(id, cropId, 100, '2025-11-03'))
    const season = await ok(as('ada').get(`/season/${chain.season}`))
    await world.scoped('ada', async ({ db, tenant }) => {
      await sql`update season set status = 'CLOSED' where tenant_id = ${tenant.id} and id = ${season.id}::uuid`.execute(db)
    })
    try {
      await refused(() => voidOf('pooja', 'productbatch', id, event.id), { status: 423, body: { code: 'PERIOD_CLOSED' } })
    } finally {
      await world.scoped('ada', async ({ db, tenant }) => {
        await sql`update season set status = 'OPEN' where tenant_id = ${tenant.id} and id = ${season.id}::uuid`.execute(db)
      })
    }
  })
})

describe('counts and adjustments (BR-30)', () => {
  it('compares a count with the book of its own moment', async () => {
    const lot = await chain.atGin(await filled(), 1000)
    await ok(record(as('ada'), 'processingsystem', chain.gin, 'WASTE_OUT', '2025-12-05', { batchId: lot, kg: 500, destination: 'Compost' }))
    const { findings } = await ok(lineEvent('STOCK_COUNT', '2025-12-04', { batchId: lot, countedKg: 1000 }))
    expect(findings).toEqual([])
    const { items: events } = await ok(as('paul').get(`/productbatch/${lot}/events`))
    expect(events.map(({ eventType }: Json) => eventType)).not.toContain('ADJUST')
  })
  it('asks for a look at a proposal again when its approval is taken back, also at one in place of it', async () => {
    const lot = await filled(100)
    const waiting = async () => (await view(lot)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-30').map(({ eventId }: Json) => eventId)
    const proposed = { deltaKg: 1, reason: 'Counted' }
    const first = (await ok(lotEvent('pooja', lot, 'ADJUST', '2025-11-10', proposed))).event.id
    const approval = (await ok(lotEvent('omar', lot, 'ADJUST_APPROVED', '2025-11-11'))).event.id
    expect(await waiting()).toEqual([])
    const call = { eventType: 'ADJUST', occurredAt: at('2025-11-10'), data: proposed, lateReason: 'From the field book', supersedesEventId: first }
    const second = (await ok(as('pooja').post(`/productbatch/${lot}/events`, call))).event.id
    expect(await waiting()).toEqual([])
    await ok(voidOf('omar', 'productbatch', lot, approval))
    expect(await waiting()).toEqual([second])
    await ok(voidOf('pooja', 'productbatch', lot, second))
    expect(await waiting()).toEqual([])
  })
})

describe('a gin line in time (BR-10, BR-11)', () => {
  it('refuses a run whose loss nobody can explain, and asks for the by-product (422 BR-10)', async () => {
    const lot = await chain.atGin(await filled(), 1000)
    await ok(lineEvent('CLEANING', '2025-12-10', { area: 'Gin stands', method: 'BLOWN' }, 5))
    const lost = ginRun(lot, 1000, '2025-12-10', '02:00', '04:00', {
      outputs: [{ productId: chain.products.lint, kg: 340 }],
      wasteKg: 0,
      invisibleKg: 660,
      reason: 'Wind',
    })
    await refused(() => lineEvent('PROCESS_RUN', '2025-12-10', lost, 12), blocked('BR-10'))
    const noSeed = ginRun(lot, 100, '2025-12-10', '02:00', '04:00', { outputs: [{ productId: chain.products.lint, kg: 34 }], wasteKg: 65, invisibleKg: 1 })
    await refused(() => lineEvent('PROCESS_RUN', '2025-12-10', noSeed, 12), blocked('BR-10'))
  })
  it('judges the cleaning by time: a conventional run recorded late is refused when a certified one followed it uncleaned', async () => {
    const organic = await chain.atGin(await filled(), 500)
    const { cropId } = await picked(500, 'REJECTED')
    const { id } = await chain.lot()
    await ok(chain.buy(id, cropId, 500, '2025-11-03'))
    const conventional = await chain.atGin(id, 500)
    expect((await view(conventional)).claimStatus).toBe('CONVENTIONAL')
    await ok(lineEvent('CLEANING', '2025-12-20', { area: 'Gin stands', method: 'BLOWN' }, 6))
    await ok(lineEvent('PROCESS_RUN', '2025-12-20', ginRun(organic, 400, '2025-12-20', '04:00', '06:00'), 12))
    const between = ginRun(conventional, 300, '2025-12-20', '02:00', '03:00')
    await refused(() => lineEvent('PROCESS_RUN', '2025-12-20', between, 13), blocked('BR-11'))
    await ok(lineEvent('PROCESS_RUN', '2025-12-21', ginRun(conventional, 300, '2025-12-21', '02:00', '03:00'), 13))
    const line = await chain.view('processingsystem', chain.gin)
    expect(line).toMatchObject({ lastRunClaim: 'CONVENTIONAL', lastRunAt: '2025-12-21T03:00:00.000Z' })
  })
})

describe('bales (4.2)', () => {
  it('have a number for good, and weigh what is on hand of their lot', async () => {
    const { id } = await chain.lot()
    for (let delivery = 0; delivery < 2; delivery += 1) {
      const { cropId } = await picked(1000)
      await ok(chain.buy(id, cropId, 1000, '2025-11-03'))
    }
    const lot = await chain.atGin(id, 2000)
    await ok(lineEvent('CLEANING', '2025-12-28', { area: 'Gin stands', method: 'BLOWN' }, 6))
    const { event: run } = await ok(lineEvent('PROCESS_RUN', '2025-12-28', ginRun(lot, 2000, '2025-12-28', '04:00', '06:00'), 12))
    const lints: Json[] = (await ok(as('paul').get('/productbatch?filter[status]=CLOSED&limit=200'))).items
    const lint = lints.find(({ productId, onHandKg }) => productId === chain.products.lint && onHandKg === 680)
    const press = (day: string, numbers: string[], lintKg: number) =>
      lineEvent('BALE_PRESSED', day, { batchId: lint.id, productId: chain.products.bale, lintKg, bales: numbers.map((no) => ({ no, kg: 170 })) })
    expect(run.eventType).toBe('PROCESS_RUN')
    await ok(press('2025-12-29', ['B-1', 'B-2'], 340))
    const bales: Json[] = (await ok(as('paul').get('/productbatch?filter[unitType]=BALE_LOT'))).items
    const [baleLot] = bales.filter(({ onHandKg }) => onHandKg === 340)
    await ok(lotEvent('paul', baleLot.id, 'LOSS', '2025-12-30', { cause: 'DRYING', kg: 3 }))
    const after = await view(baleLot.id)
    expect(after.units.map(({ unitNo }: Json) => unitNo)).toEqual(['B-1', 'B-2'])
    expect(after.units.reduce((sum: number, { kg }: Json) => sum + kg, 0)).toBeCloseTo(337, 3)
    await ok(lotEvent('paul', baleLot.id, 'SPLIT', '2025-12-31', { outputs: [{ kg: after.units[0].kg, bales: 1 }] }))
    expect((await view(baleLot.id)).units).toEqual([after.units[1]])
    await refused(() => press('2025-12-31', ['B-1'], 170), { status: 409, body: { code: 'DUPLICATE', fields: [{ path: 'data.bales.0.no', code: 'taken' }] } })
  })
})

describe('the history of a void', () => {
  it('is an event of its own with a hash, keeps the links and the entries, and says when it was recorded', async () => {
    const lot = await closed()
    const { id: heap } = await chain.lot()
    const { event } = await ok(lotEvent('pooja', heap, 'HEAP_BUILT', '2025-11-10', { inputs: [{ batchId: lot, kg: 400 }] }))
    await ok(voidOf('pooja', 'productbatch', heap, event.id))
    await world.scoped('ada', async ({ db, tenant }) => {
      const { rows: events } =
        await sql<Json>`select * from event where tenant_id = ${tenant.id} and subject_id = ${heap}::uuid and event_type = 'EVENT_VOIDED'`.execute(db)
      expect(events).toMatchObject([{ status: 'RECORDED', data: { eventId: event.id, eventType: 'HEAP_BUILT', reason: 'INCORRECT_DATA' } }])
      expect(events[0].hash).toMatch(/^[0-9a-f]{64}$/)
      const { rows: links } =
        await sql<Json>`select kg, voided_at, void_event_id from lot_link where tenant_id = ${tenant.id} and event_id = ${event.id}::uuid`.execute(db)
      expect(links).toMatchObject([{ kg: 400, void_event_id: events[0].id }])
      expect(links[0].voided_at).not.toBeNull()
      const { rows: entries } =
        await sql<Json>`select delta_kg, void_event_id from ledger_entry where tenant_id = ${tenant.id} and event_id = ${event.id}::uuid order by void_event_id nulls first, delta_kg`.execute(
          db,
        )
      expect(entries.map(({ delta_kg }) => delta_kg)).toEqual([-400, 400, -400, 400])
    })
    for (const statement of [
      'delete from lot_link',
      'update lot_link set kg = 1',
      'delete from ledger_entry',
      'update ledger_entry set delta_kg = 1',
      'delete from event',
      'delete from lot_unit',
    ])
      await expect(world.scoped('ada', ({ db }) => sql.raw(statement).execute(db))).rejects.toThrow(/permission denied/)
  })
})
