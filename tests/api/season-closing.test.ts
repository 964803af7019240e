// The guard of closing a season (BR-28), step by step: what is open is named with its number and closing is not offered; each step is done, undone and done again
// in its own way; the sheet that is signed (R30) counts the same. Figures are worked out here from what was recorded.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let grower: Awaited<ReturnType<Chain['sown']>>
let other: string
const as = (who: string, operator = 'OP1') => world.as(who, operator)
const refused = refusing(() => world)
const close = () => as('ada').post(`/season/${chain.season}/events`, { eventType: 'SEASON_CLOSED', occurredAt: at('2026-01-15', 11), data: {} })
const none = { openSubmissions: 0, openEstimates: 0, openCrops: 0, openDeliveries: 0, uncountedLots: 0 }
/** Is refused with exactly these figures, is not offered, and the page and the sheet say the same; nothing is left behind. */
const isOpen = async (open: Partial<typeof none>) => {
  await refused(close, { status: 422, body: { ruleId: 'BR-28' } })
  const { body } = await close()
  const figures = { ...none, ...open }
  expect(body.figures).toEqual(figures)
  const page = await chain.view('season', chain.season)
  const steps = Object.values(figures)
  const named = page.extra.against.map((one: Json) => one.open)
  expect([page.may.includes('SEASON_CLOSED'), named]).toEqual([false, steps.filter((n) => n > 0)])
  const sheet: Json[] = (await ok(as('ada').get(`/reports/season-closing?season=${chain.season}`))).rows
  expect(sheet.filter(({ isNeeded }) => isNeeded).map((row) => row.open)).toEqual(steps)
  return body.detail ?? body.message
}
const undo = (who: string, entity: string, id: string, eventId: string) =>
  ok(as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }))
const count = (day: string, batchId: string, countedKg: number) =>
  record(as('pooja'), 'processingsystem', chain.centre, 'STOCK_COUNT', day, { batchId, countedKg })
const sendIn = async (formCode: string, values: Record<string, string>, more: Record<string, unknown> = {}, who = as('fatima')): Promise<string> => {
  const answers = Object.entries(values).map(([field, text]) => ({ field, value: { kind: 'TEXT', text } }))
  return (await ok(who.post('/submission', { formCode, formVersion: 1, answers, deviceId: 'SM-A146', capturedAt: at('2026-01-14'), ...more }))).id
}
/** Days before the closing; null: as the product has it. */
const limit = async (closingCount: number | null) => {
  const { version } = await ok(world.as('ada', '-').get('/api/tolerances'))
  await ok(world.as('ada', '-').patch('/api/tolerances', { closingCount }, { 'if-match': `"${version}"` }))
}
const reject = (id: string) => ok(record(as('omar'), 'submission', id, 'REJECTED', '2026-01-15', { reason: 'Not so' }))

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const season = { name: 'Rabi 2025', kind: 'RABI', startDate: '2025-10-01', endDate: '2026-05-31', yieldFactor: 1 }
  other = (await ok(as('ada').post('/season', season))).id
  grower = await chain.sown()
}, 120_000)

describe('a season that is not finished', () => {
  it('is not closed by whoever may not close seasons (403)', async () => {
    await refused(() => as('omar').post(`/season/${chain.season}/events`, { eventType: 'SEASON_CLOSED', occurredAt: at('2026-01-15'), data: {} }), {
      status: 403,
    })
    expect((await ok(as('omar').get(`/season/${chain.season}`))).extra).toEqual({})
  })
  it('says every step that is open, each with its number', async () => {
    const { event } = await ok(record(as('fatima'), 'crop', grower.cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'BOLL_COUNT', kgPerHa: 900 }))
    const sent = await sendIn('CROP_EVENT', { eventType: 'RETAINED', kg: '5', purpose: 'HOME' }, { targetType: 'crop', targetId: grower.cropId })
    const message = await isOpen({ openSubmissions: 1, openEstimates: 1, openCrops: 1 })
    expect(message).toBe(
      '1 submission for this season is not decided yet. 1 estimate of this season waits for approval. 1 crop of this season is not closed yet.',
    )
    await reject(sent)
    await isOpen({ openEstimates: 1, openCrops: 1 })
    await undo('fatima', 'crop', grower.cropId, event.id)
    await isOpen({ openCrops: 1 })
  })
  it('waits for submissions of its own: by the record, by the season among the answers, else by the day', async () => {
    const systemId = await chain.systemOn(grower.parcelId, { seasonId: other, areaHa: 0.5, plannedSowing: '2026-02-10', plannedEnd: '2026-05-20' })
    // Captured while both seasons run.
    const elsewhere = [
      await sendIn('CROP_EVENT', { eventType: 'IRRIGATION', method: 'DRIP' }, { targetType: 'croppingsystem', targetId: systemId }),
      await sendIn('INSPECTION', { seasonId: other, round: '1', result: 'APPROVED' }, { farmerId: grower.farmerId }),
      await sendIn('FARMER_REG', { firstName: 'Savita' }, { capturedAt: at('2025-05-31') }),
    ]
    await isOpen({ openCrops: 1 })
    const own = [
      await sendIn('FARMER_REG', { firstName: 'Savita' }),
      await sendIn('CROP_EVENT', { eventType: 'HARVEST' }, { targetType: 'crop', targetId: 'not an id' }),
      await sendIn('INSPECTION', { seasonId: chain.season, round: '1', result: 'APPROVED' }, { farmerId: grower.farmerId, capturedAt: at('2025-05-31') }),
    ]
    await isOpen({ openCrops: 1, openSubmissions: 3 })
    for (const id of own) await reject(id)
    await isOpen({ openCrops: 1 })
    for (const id of elsewhere) expect((await chain.view('submission', id)).status).toBe('RECEIVED')
  })
  it('waits for every operator of the programme, of which each sheet shows its own', async () => {
    const id = await sendIn('PURCHASE', { netKg: '12' }, {}, as('pooja', 'OP2'))
    expect((await close()).body.figures).toEqual({ ...none, openSubmissions: 1, openCrops: 1 })
    const sheet: Json[] = (await ok(as('omar').get(`/reports/season-closing?season=${chain.season}`))).rows
    expect(sheet.find(({ step }) => step === 'SUBMISSIONS')).toMatchObject({ open: 0, isDone: true })
    await ok(record(as('leela', 'OP2'), 'submission', id, 'REJECTED', '2026-01-15', { reason: 'Not so' }))
    await isOpen({ openCrops: 1 })
  })
})

/** The last count of the stock at the centre. */
let countId = ''
/** The farm lot of the grower, and what it lost. */
const lost = { lotId: '', eventId: '' }
describe('deliveries and stock', () => {
  let lotId = ''
  it('are reconciled when what was harvested is bought, kept or lost', async () => {
    await chain.picked(grower.cropId, 500)
    await chain.decide('APPROVED', grower.farmerId)
    lotId = (await chain.lot()).id
    await isOpen({ openCrops: 1, openDeliveries: 1 })
    await ok(chain.buy(lotId, grower.cropId, 400))
    await isOpen({ openCrops: 1, openDeliveries: 1, uncountedLots: 1 })
    await ok(record(as('fatima'), 'crop', grower.cropId, 'RETAINED', '2025-11-25', { kg: 60, purpose: 'SEED' }))
    await ok(record(as('fatima'), 'crop', grower.cropId, 'CROP_CLOSE', '2025-12-20', { residue: 'SHREDDED' }))
    await ok(record(as('omar'), 'crop', grower.cropId, 'CLOSED', '2026-01-10', { reconciled: true }))
    // 40 of 500 kg are neither; the ledger of the farm lot says so, and takes a loss.
    await isOpen({ openDeliveries: 1, uncountedLots: 1 })
    // As the page of the season leads there.
    const listed = async (search: string) =>
      (await ok(as('ada').get(`/productbatch?filter[seasonId]=${chain.season}&filter[onHandKg][gte]=0.001&${search}`))).items
    expect((await listed('filter[unitType]=FARM_LOT')).map(({ onHandKg }: Json) => onHandKg)).toEqual([40])
    expect((await listed('filter[unitType]=HEAP,BALE_LOT&filter[status]=OPEN,CLOSED,RELEASED,RECEIVED')).map(({ id }: Json) => id)).toEqual([lotId])
    expect((await ok(as('ada').get(`/crop?filter[seasonId]=${chain.season}&filter[proposedKg][is]=set`))).items).toEqual([])
    const { items } = await ok(as('omar').get(`/productbatch?filter[cropId]=${grower.cropId}`))
    expect(items).toMatchObject([{ onHandKg: 40 }])
    const { event } = await ok(record(as('omar'), 'productbatch', items[0].id, 'LOSS', '2026-01-11', { cause: 'DRYING', kg: 40 }))
    Object.assign(lost, { lotId: items[0].id, eventId: event.id })
    await isOpen({ uncountedLots: 1 })
  })
  it('are counted shortly before the closing, or as the programme sets it', async () => {
    // Thirty days before 15 January.
    const early = await ok(count('2025-12-15', lotId, 400))
    await isOpen({ uncountedLots: 1 })
    await limit(31)
    expect((await chain.view('season', chain.season)).may).toContain('SEASON_CLOSED')
    await limit(null)
    await isOpen({ uncountedLots: 1 })
    const counted = await ok(count('2025-12-16', lotId, 400))
    expect((await chain.view('season', chain.season)).may).toContain('SEASON_CLOSED')
    await undo('pooja', 'processingsystem', chain.centre, counted.event.id)
    await isOpen({ uncountedLots: 1 })
    await undo('pooja', 'processingsystem', chain.centre, early.event.id)
  })
  it('are counted where they lie; what is on its way waits for its arrival', async () => {
    countId = (await ok(count('2026-01-12', lotId, 400))).event.id
    await ok(record(as('pooja'), 'productbatch', lotId, 'CLOSED', '2026-01-12', {}, 11))
    await ok(record(as('omar'), 'productbatch', lotId, 'RELEASED', '2026-01-12', {}, 12))
    await ok(record(as('pooja'), 'productbatch', lotId, 'DISPATCH', '2026-01-13', { buyerId: chain.ginner, kg: 150, invoiceNo: 'INV-1' }))
    expect((await chain.view('season', chain.season)).may).toContain('SEASON_CLOSED')
    const { items } = await ok(as('paul').get('/productbatch?filter[status]=IN_TRANSIT'))
    const received = { batchId: items[0].id, grossKg: 250, tareKg: 100, netKg: 150 }
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2026-01-14', received))
    await isOpen({ uncountedLots: 1 })
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'STOCK_COUNT', '2026-01-14', { batchId: items[0].id, countedKg: 150 }, 12))
  })
})

describe('a finished season', () => {
  let onsetId = ''
  it('is closed, once, and takes no facts: of crops, plans, purchases, inspections, rounds, lists', async () => {
    expect((await chain.view('season', chain.season)).may).toContain('SEASON_CLOSED')
    onsetId = (
      await ok(record(as('ada'), 'season', chain.season, 'ONSET_DECLARED', '2025-06-17', { onsetOn: '2025-06-17', expectedOn: '2025-06-15', villages: [] }))
    ).event.id
    await ok(close())
    expect((await close()).status).toBe(409)
    const closed = { status: 423, body: { code: 'PERIOD_CLOSED' } }
    await refused(() => as('pooja').post(`/processingsystem/${chain.centre}/events/${countId}/void`, { reason: 'INCORRECT_DATA' }), closed)
    const { id: plot } = await ok(as('omar').get(`/landparcel/${grower.parcelId}`))
    const round = { seasonId: chain.season, round: 1, plan: 'Late', dueOn: '2026-02-01' }
    await refused(() => record(as('fatima'), 'crop', grower.cropId, 'HARVEST', '2025-11-01', { pickNo: 2, kg: 1 }), closed)
    await refused(
      () =>
        as('fatima').post('/croppingsystem', {
          parcelId: plot,
          seasonId: chain.season,
          systemType: 'SOLE',
          areaHa: 0.1,
          waterRegime: 'RAINFED',
          plannedSowing: '2025-06-20',
          plannedEnd: '2026-01-31',
          managedOrganically: true,
        }),
      closed,
    )
    await refused(
      () =>
        as('pooja').post('/productbatch', { productId: chain.products.seedCotton, unitType: 'HEAP', seasonId: chain.season, processingSystemId: chain.centre }),
      closed,
    )
    await refused(() => record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'INSPECTION_ROUND', '2026-01-15', round), closed)
  })
  it('keeps what its closing rests on: its days and factor, the onset, and what a field’s account lost', async () => {
    const closed = { status: 423, body: { code: 'PERIOD_CLOSED' } }
    const { version, may } = await chain.view('season', chain.season)
    expect(may).not.toContain('edit')
    for (const values of [{ yieldFactor: 1.2 }, { endDate: '2025-12-31' }, { startDate: '2025-05-01' }, { name: 'Kharif' }])
      await refused(() => as('ada').patch(`/season/${chain.season}`, values, { 'if-match': `"${version}"` }), {
        status: 409,
        body: { code: 'STATE_CONFLICT', detail: 'Kharif 2025 is closed. An administrator can reopen it.' },
      })
    const onset = { onsetOn: '2025-06-18', expectedOn: '2025-06-15', villages: [] }
    await refused(() => record(as('ada'), 'season', chain.season, 'ONSET_DECLARED', '2025-06-18', onset), closed)
    await refused(() => as('ada').post(`/season/${chain.season}/events/${onsetId}/void`, { reason: 'INCORRECT_DATA' }), closed)
    const { lotId, eventId } = lost
    await refused(() => as('omar').post(`/productbatch/${lotId}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }), closed)
    await refused(() => record(as('omar'), 'productbatch', lotId, 'LOSS', '2025-12-01', { cause: 'DRYING', kg: 1 }), closed)
    await refused(() => record(as('omar'), 'productbatch', lotId, 'ADJUST', '2026-01-14', { deltaKg: 5, reason: 'Weighed again' }), closed)
    expect((await chain.view('productbatch', lotId)).onHandKg).toBe(0)
    // A residue may still be found in what was sold.
    await ok(record(as('omar'), 'productbatch', lotId, 'QUARANTINE', '2026-01-14', { reason: 'Residue' }))
  })
  it('that was reopened and has facts is not closed by taking the reopening back', async () => {
    const first = await ok(record(as('ada'), 'season', chain.season, 'SEASON_REOPENED', '2026-01-15', { reason: 'A late picking' }, 11))
    const undone = () => as('ada').post(`/season/${chain.season}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' })
    const { cropId } = await chain.sown()
    const corrected = { eventType: 'SEASON_REOPENED', occurredAt: at('2026-01-15', 11), data: { reason: 'A late sowing' }, supersedesEventId: first.event.id }
    const { event, subject } = await ok(as('ada').post(`/season/${chain.season}/events`, corrected))
    expect(subject.status).toBe('OPEN')
    await refused(undone, { status: 422, body: { ruleId: 'BR-28', figures: { openCrops: 1 } } })
    await ok(record(as('fatima'), 'crop', cropId, 'CROP_LOSS', '2025-08-02', { cause: 'FLOOD', share: 1 }))
    await ok(undone())
    expect((await chain.view('season', chain.season)).status).toBe('CLOSED')
  })
})
