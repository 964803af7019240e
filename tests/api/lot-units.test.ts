// Units of lots: bales keep number and owner through packing, dispatch and receipt; what runs use, what is loaded, labelled and
// packed anew, late, taken back and by two people at once (domain dictionary 4.4, decision 0067).
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { spinnerOf } from './mill-stage.ts'

let world: World
let chain: Chain
let baleLot = ''
let spinner = ''
const as = (key: string) => world.as(key, 'OP1')
const lotEvent = (lot: string, type: string, day: string, data: Record<string, unknown> = {}, who = 'paul', hour = 10) =>
  record(as(who), 'productbatch', lot, type, day, data, hour)
const view = (lot: string) => chain.view('productbatch', lot)
const numbersIn = async (lot: string): Promise<string[]> => (await view(lot)).units.map(({ unitNo }: Json) => unitNo)
const undo = (lot: string, eventId: string, who = 'paul') => as(who).post(`/productbatch/${lot}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const bale = (unitNo: string): Promise<Json> => ok(as('ada').get(`/units/${unitNo}`))
const blocked = (rule: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId: rule } })

const refused = refusing(() => world)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const { farmerId, cropId } = await chain.sown({ areaHa: 3 })
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 3500)
  const { id } = await chain.lot()
  await ok(chain.buy(id, cropId, 2000))
  const seedCotton = await chain.atGin(id, 2000)
  await ok(record(as('paul'), 'processingsystem', chain.gin, 'CLEANING', '2025-11-25', { area: 'Gin stands', method: 'BLOWN' }, 6))
  const run = {
    process: 'GINNING',
    inputs: [{ batchId: seedCotton, kg: 2000 }],
    outputs: [
      { productId: chain.products.lint, kg: 680 },
      { productId: chain.products.cottonseed, kg: 1250 },
    ],
    wasteKg: 60,
    invisibleKg: 10,
    startedAt: '2025-11-25T04:00:00Z',
    endedAt: '2025-11-25T06:00:00Z',
  }
  await ok(record(as('paul'), 'processingsystem', chain.gin, 'PROCESS_RUN', '2025-11-25', run, 12))
  const lots: Json[] = (await ok(as('paul').get('/productbatch?filter[status]=CLOSED&limit=200'))).items
  const lint = lots.find(({ productId }) => productId === chain.products.lint)
  const bales = ['N-1', 'N-2', 'N-3', 'N-4'].map((no) => ({ no, kg: 170 }))
  await ok(
    record(as('paul'), 'processingsystem', chain.gin, 'BALE_PRESSED', '2025-11-26', { batchId: lint.id, productId: chain.products.bale, lintKg: 680, bales }),
  )
  baleLot = (await ok(as('paul').get('/productbatch?filter[unitType]=BALE_LOT'))).items[0].id
  await ok(lotEvent(baleLot, 'RELEASED', '2025-11-27'))
  spinner = await spinnerOf(world)
}, 120_000)

describe('units of a lot', () => {
  it('are packed only with the weight of the lot, under numbers that nobody else has', async () => {
    const units = (kg: number, ...numbers: string[]) => ({ units: numbers.map((unitNo) => ({ unitNo, kg })) })
    await refused(() => lotEvent(baleLot, 'REPACK', '2025-12-01', units(170, 'N-1', 'N-2', 'N-3')), blocked('BR-09'))
    await refused(() => lotEvent(baleLot, 'REPACK', '2025-12-01', units(170, 'N-1', 'N-2', 'N-3', 'N-3')), {
      status: 400,
      body: { fields: [{ path: 'data.units.3.unitNo', code: 'taken' }] },
    })
    await refused(() => lotEvent(baleLot, 'REPACK', '2025-12-01', units(680, 'N-1'), 'pooja'), { status: 403 })
    // A bale weighs 140 to 230 kg, as it does when it is pressed (4.2).
    const refusedAt = (index: number, code: string) => ({ status: 400, body: { fields: [{ path: `data.units.${index}.kg`, code }] } })
    const weighing = (...weights: number[]) => ({ units: weights.map((kg, index) => ({ unitNo: `N-${index + 1}`, kg })) })
    await refused(() => lotEvent(baleLot, 'REPACK', '2025-12-01', weighing(170, 170, 340)), refusedAt(2, 'max'))
    await refused(() => lotEvent(baleLot, 'REPACK', '2025-12-01', weighing(230.001, 230, 219.999)), refusedAt(0, 'max'))
    await refused(() => lotEvent(baleLot, 'REPACK', '2025-12-01', weighing(180.001, 180, 180, 139.999)), refusedAt(3, 'min'))
    await ok(undo(baleLot, (await ok(lotEvent(baleLot, 'REPACK', '2025-12-01', weighing(230, 170, 140, 140)))).event.id))
    // N-3 and N-4 are pressed with some of the others into N-34: they end, the others stay what they were.
    const packed = { units: [...units(225, 'N-1', 'N-2').units, { unitNo: 'N-34', kg: 230 }] }
    const { event } = await ok(lotEvent(baleLot, 'REPACK', '2025-12-01', packed))
    expect(await numbersIn(baleLot)).toEqual(['N-1', 'N-2', 'N-34'])
    expect((await bale('N-3')).items).toMatchObject([{ unitNo: 'N-3', lot: null, history: [{ eventType: 'BALE_PRESSED' }, { eventType: 'REPACK' }] }])
    // A loss of before would make the weights wrong: the packing is named.
    await refused(() => lotEvent(baleLot, 'LOSS', '2025-11-30', { cause: 'DRYING', kg: 1 }), { status: 409, body: { figures: { eventId: event.id } } })
    await ok(undo(baleLot, event.id))
    expect(await numbersIn(baleLot)).toEqual(['N-1', 'N-2', 'N-3', 'N-4'])
    // A number that ended with what was taken back is free again.
    await ok(undo(baleLot, (await ok(lotEvent(baleLot, 'REPACK', '2025-12-01', packed))).event.id))
  })
  it('have the kind that they had when they came: of a lot with units it is fixed, and so it is of a farm lot', async () => {
    const edit = async (lot: string, unitType: string, who = 'paul') =>
      as(who).patch(`/productbatch/${lot}`, { unitType }, { 'if-match': `"${(await view(lot)).version}"` })
    const fixed = { status: 400, body: { fields: [{ path: 'unitType', code: 'rule' }] } }
    await refused(() => edit(baleLot, 'HEAP'), fixed)
    const [farmLot] = (await ok(as('pooja').get('/productbatch?filter[unitType]=FARM_LOT'))).items
    await refused(() => edit(farmLot.id, 'HEAP', 'pooja'), fixed)
    // A lot without units may be said to be another kind of lot.
    const { id } = await chain.lot()
    expect(await ok(edit(id, 'BAG_LOT', 'pooja'))).toMatchObject({ unitType: 'BAG_LOT' })
  })
  it('keep their weight in a new packing where the books had less than a bale of them', async () => {
    const { event: loss } = await ok(lotEvent(baleLot, 'LOSS', '2025-12-01', { cause: 'DRYING', kg: 124 }, 'ada'))
    // 556 of four bales: 139 of each.
    const weighing = (...weights: number[]) => ({ units: weights.map((kg, index) => ({ unitNo: `N-${index + 1}`, kg })) })
    const below = { status: 400, body: { fields: [{ path: 'data.units.0.kg', code: 'min' }] } }
    await refused(() => lotEvent(baleLot, 'REPACK', '2025-12-02', weighing(138.999, 139, 139, 139.001)), below)
    await ok(undo(baleLot, (await ok(lotEvent(baleLot, 'REPACK', '2025-12-02', weighing(139, 139, 139, 139)))).event.id))
    await ok(undo(baleLot, loss.id, 'ada'))
  })
  it('are found by a label, which no other unit bears', async () => {
    await refused(() => lotEvent(baleLot, 'RELABEL', '2025-12-02', { labels: [{ unitNo: 'X-9', label: 'L-1' }], reason: 'Rain' }), {
      status: 400,
      body: { fields: [{ path: 'data.labels.0.unitNo', code: 'missing' }] },
    })
    await ok(lotEvent(baleLot, 'RELABEL', '2025-12-02', { labels: [{ unitNo: 'N-1', label: 'L-1' }], reason: 'Rain' }))
    await refused(() => lotEvent(baleLot, 'RELABEL', '2025-12-02', { labels: [{ unitNo: 'N-2', label: 'L-1' }], reason: 'Rain' }), {
      status: 400,
      body: { fields: [{ path: 'data.labels.0.label', code: 'taken' }] },
    })
    expect((await bale('L-1')).items).toMatchObject([{ unitNo: 'N-1', label: 'L-1', lot: { id: baleLot } }])
    expect((await bale('none')).items).toEqual([])
  })
  it('go where their shipment goes, whole, and into one shipment at a time', async () => {
    await refused(() => lotEvent(baleLot, 'LOADED', '2025-12-03', { sscc: '123456789012345678', units: ['N-2'] }), {
      status: 400,
      body: { fields: [{ path: 'data.sscc', code: 'format' }] },
    })
    await ok(lotEvent(baleLot, 'LOADED', '2025-12-03', { sscc: 'TRUCK-1', units: ['N-2', 'N-4'], vehicle: 'MP09 1234' }))
    await refused(() => lotEvent(baleLot, 'LOADED', '2025-12-03', { sscc: 'TRUCK-2', units: ['N-4'] }, 'paul', 11), blocked('BR-09'))
    await refused(() => lotEvent(baleLot, 'SPLIT', '2025-12-03', { outputs: [{ kg: 170, units: ['N-4'] }] }, 'paul', 11), blocked('BR-09'))
    const sending = { buyerId: spinner, invoiceNo: 'I-9', sscc: 'TRUCK-1' }
    await refused(() => lotEvent(baleLot, 'DISPATCH', '2025-12-04', { ...sending, kg: 170 }), { status: 400, body: { fields: [{ path: 'data.kg' }] } })
    const { event: left } = await ok(lotEvent(baleLot, 'DISPATCH', '2025-12-04', { ...sending, kg: 340 }))
    expect(await numbersIn(baleLot)).toEqual(['N-1', 'N-3'])
    const [sent] = (await ok(as('ada').get('/productbatch?filter[status]=IN_TRANSIT'))).items
    expect(await numbersIn(sent.id)).toEqual(['N-2', 'N-4'])
    expect((await bale('N-4')).items).toMatchObject([{ sscc: 'TRUCK-1', lot: { id: sent.id } }])
    // What is said late about before it: unloading by then contradicts the dispatch of what was loaded, and is another unit's matter.
    await refused(() => lotEvent(baleLot, 'REPACK', '2025-12-03', { units: [100, 101, 102, 103].map((no) => ({ unitNo: `N-${no}`, kg: 170 })) }, 'paul', 12), {
      status: 422,
    })
    await ok(lotEvent(sent.id, 'UNLOADED', '2025-12-05', { sscc: 'TRUCK-1' }, 'ada'))
    await refused(() => lotEvent(sent.id, 'UNLOADED', '2025-12-05', { sscc: 'TRUCK-1', units: ['N-2'] }, 'ada', 11), blocked('BR-09'))
    // The dispatch cannot be taken back under an unloading.
    await refused(() => undo(baleLot, left.id), blocked('BR-26'))
  })
  it('are on a past day where they were, with the labels and shipments of then', async () => {
    const unitsOn = async (query: string) => {
      const { items } = await ok(as('ada').get(`/productbatch/${baleLot}/units${query}`))
      return items.map(({ unitNo, label, sscc, lot }: Json) => [unitNo, label, sscc, lot?.id === baleLot].join(' ')).sort()
    }
    const here = (no: string, label = '', sscc = '', isHere = true) => [no, label, sscc, isHere].join(' ')
    await refused(() => as('ada').get(`/productbatch/${baleLot}/units?asOf=2025-02-30`), { status: 400, body: { fields: [{ path: 'asOf' }] } })
    expect(await unitsOn('?asOf=2025-11-25')).toEqual([])
    expect(await unitsOn('?asOf=2025-12-01')).toEqual(['N-1', 'N-2', 'N-3', 'N-4'].map((no) => here(no)))
    expect(await unitsOn('?asOf=2025-12-02')).toEqual([here('N-1', 'L-1'), here('N-2'), here('N-3'), here('N-4')])
    expect(await unitsOn('?asOf=2025-12-03')).toEqual([here('N-1', 'L-1'), here('N-2', '', 'TRUCK-1'), here('N-3'), here('N-4', '', 'TRUCK-1')])
    const gone = (no: string, sscc: string) => here(no, '', sscc, false)
    expect(await unitsOn('?asOf=2025-12-04')).toEqual([here('N-1', 'L-1'), gone('N-2', 'TRUCK-1'), here('N-3'), gone('N-4', 'TRUCK-1')])
    expect(await unitsOn('')).toEqual([here('N-1', 'L-1'), gone('N-2', ''), here('N-3'), gone('N-4', '')])
  })
  it('of two people who pack the same number at once, one is refused', async () => {
    const [one, other] = [(await ok(lotEvent(baleLot, 'SPLIT', '2025-12-06', { outputs: [{ kg: 170, units: ['N-3'] }] }))).event, null]
    expect([one.eventType, other]).toEqual(['SPLIT', null])
    const parts: Json[] = (await ok(as('paul').get('/productbatch?filter[unitType]=BALE_LOT'))).items
    const part = parts.find(({ units, onHandKg, id }) => onHandKg === 170 && id !== baleLot && (units ?? [{ unitNo: 'N-3' }])[0].unitNo === 'N-3')
    const answers = await Promise.all([baleLot, part.id].map((lot) => lotEvent(lot, 'REPACK', '2025-12-07', { units: [{ unitNo: 'P-1', kg: 170 }] })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
  it('stand while the receipt of their goods is corrected, and are named where it cannot be taken back', async () => {
    const { farmerId, cropId } = await chain.sown({ areaHa: 3 })
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 500)
    const { id } = await chain.lot()
    await ok(chain.buy(id, cropId, 100))
    const here = await chain.atGin(id, 100)
    const { items } = await ok(as('paul').get(`/productbatch/${here}/events`))
    const { data } = items.find(({ eventType }: Json) => eventType === 'RECEIVED')
    const packed = await ok(lotEvent(here, 'REPACK', '2025-12-02', { units: [{ unitNo: 'S-1', kg: 100 }] }))
    const receipts = (await ok(as('paul').get(`/processingsystem/${chain.gin}/events?limit=200`))).items
    const receipt = receipts.find((one: Json) => one.eventType === 'GOODS_RECEIVED' && one.data.batchId === here)
    expect(data.causeEventId).toBe(receipt.id)
    await refused(() => as('paul').post(`/processingsystem/${chain.gin}/events/${receipt.id}/void`, { reason: 'INCORRECT_DATA' }), {
      status: 409,
      body: { figures: { eventId: packed.event.id } },
    })
    const corrected = { eventType: 'GOODS_RECEIVED', occurredAt: receipt.occurredAt, lateReason: 'Book', supersedesEventId: receipt.id }
    await ok(as('paul').post(`/processingsystem/${chain.gin}/events`, { ...corrected, data: { ...receipt.data, vehicle: 'MP09 1234' } }))
    expect(await numbersIn(here)).toEqual(['S-1'])
  })
})
