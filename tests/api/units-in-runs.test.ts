// Bales by their numbers in what uses them up (domain dictionary 4.4): a run takes those that it names, a loss leaves each of the others able to go on, and a
// number is of one bale for good.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Mill, millOf } from './mill-stage.ts'

let world: World
let chain: Chain
let mill: Mill
let lint = ''
let baleLot = ''
/** The lot in which the bales came to the mill. */
let atMill = ''
const as = (who: string) => world.as(who, 'OP1')
const numbers = Array.from({ length: 3 }, (_, index) => `U-${index + 1}`)
const onGin = (type: string, day: string, data: Record<string, unknown>, hour = 12) => record(as('paul'), 'processingsystem', chain.gin, type, day, data, hour)
const onMill = (type: string, day: string, data: Record<string, unknown>, hour = 12) => record(as('ada'), 'processingsystem', mill.line, type, day, data, hour)
const press = (day: string, nos: readonly string[], hour = 12) =>
  onGin('BALE_PRESSED', day, { batchId: lint, productId: chain.products.bale, lintKg: 148 * nos.length, bales: nos.map((no) => ({ no, kg: 148 })) }, hour)
const numbersIn = async (lot: string): Promise<string[]> => (await chain.view('productbatch', lot)).units.map(({ unitNo }: Json) => unitNo)
const refused = refusing(() => world)

/** Three bales of 148 kg, pressed, sent to the mill and weighed in there with 3 kg less. */
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  mill = await millOf(world)
  const { farmerId, cropId } = await chain.sown({ areaHa: 3 })
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 3500)
  const { id } = await chain.lot()
  await ok(chain.buy(id, cropId, 2200))
  const seedCotton = await chain.atGin(id, 2200)
  await ok(onGin('CLEANING', '2025-11-25', { area: 'Gin stands', method: 'BLOWN' }, 6))
  const ginned = {
    process: 'GINNING',
    inputs: [{ batchId: seedCotton, kg: 2200 }],
    outputs: [
      { productId: chain.products.lint, kg: 748 },
      { productId: chain.products.cottonseed, kg: 1375 },
    ],
    wasteKg: 66,
    invisibleKg: 11,
    startedAt: '2025-11-25T04:00:00Z',
    endedAt: '2025-11-25T06:00:00Z',
  }
  await ok(onGin('PROCESS_RUN', '2025-11-25', ginned))
  const lots: Json[] = (await ok(as('paul').get('/productbatch?filter[status]=CLOSED&limit=200'))).items
  lint = lots.find(({ productId }) => productId === chain.products.lint).id
  await ok(press('2025-11-26', numbers))
  baleLot = (await ok(as('paul').get('/productbatch?filter[unitType]=BALE_LOT'))).items[0].id
  await ok(record(as('paul'), 'productbatch', baleLot, 'RELEASED', '2025-11-27'))
}, 120_000)

describe('numbers of bales', () => {
  it('are given by pressing alone: a run of pressing makes no lot of bales without them', async () => {
    const run = {
      process: 'PRESSING',
      inputs: [{ batchId: lint, kg: 148 }],
      outputs: [{ productId: chain.products.bale, kg: 148 }],
      wasteKg: 0,
      invisibleKg: 0,
    }
    await refused(() => onGin('PROCESS_RUN', '2025-11-28', { ...run, startedAt: '2025-11-28T04:00:00Z', endedAt: '2025-11-28T05:00:00Z' }), { status: 400 })
  })
  it('are of one of two who press the same at once', async () => {
    const answers = await Promise.all([press('2025-11-29', ['U-11'], 9), press('2025-11-29', ['U-11'], 10)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'DUPLICATE', fields: [{ path: 'data.bales.0.no', code: 'taken' }] })
  })
  it('go with their bales to the buyer, and do not come back to the press (409)', async () => {
    await ok(record(as('paul'), 'productbatch', baleLot, 'DISPATCH', '2025-12-01', { buyerId: mill.company, kg: 444, bales: 3, invoiceNo: 'I-1' }))
    atMill = (await ok(as('ada').get('/productbatch?filter[status]=IN_TRANSIT'))).items[0].id
    expect(await numbersIn(atMill)).toEqual(numbers)
    expect(await numbersIn(baleLot)).toEqual([])
    await refused(() => press('2025-12-02', ['U-1']), { status: 409, body: { fields: [{ path: 'data.bales.0.no', code: 'taken' }] } })
  })
})

describe('bales in a run', () => {
  const spin = (day: string, units: readonly string[], kg: number, hour = 12) =>
    onMill(
      'PROCESS_RUN',
      day,
      {
        process: 'SPINNING_CARDED',
        inputs: [{ batchId: atMill, kg, units }],
        outputs: [{ productId: mill.yarn, kg: Math.round(kg * 870) / 1000 }],
        wasteKg: Math.round(kg * 110) / 1000,
        invisibleKg: Math.round((kg - Math.round(kg * 870) / 1000 - Math.round(kg * 110) / 1000) * 1000) / 1000,
        startedAt: `${day}T04:00:00Z`,
        endedAt: `${day}T05:00:00Z`,
      },
      hour,
    )
  const weights = async (): Promise<Record<string, number>> =>
    Object.fromEntries((await chain.view('productbatch', atMill)).units.map(({ unitNo, kg }: Json) => [unitNo, kg]))

  it('weigh together what was weighed in', async () => {
    await ok(onMill('GOODS_RECEIVED', '2025-12-03', { batchId: atMill, grossKg: 541, tareKg: 100, netKg: 441 }))
    const all = await weights()
    expect(Object.keys(all)).toEqual(numbers)
    expect(Object.values(all).reduce((sum, kg) => sum + kg, 0)).toBeCloseTo(441, 3)
  })
  it('are those that are named, with their weight; the others are left, of which the shopper sees no number', async () => {
    const named = ['U-2']
    const all = await weights()
    const kg = Math.round(named.reduce((sum, no) => sum + (all[no] ?? 0), 0) * 1000) / 1000
    await refused(() => spin('2025-12-05', ['U-2', 'U-77'], kg), { status: 400, body: { fields: [{ path: 'data.inputs.0.units' }] } })
    await refused(() => spin('2025-12-05', named, kg + 148), { status: 400, body: { fields: [{ path: 'data.inputs.0.kg' }] } })
    const { event } = await ok(spin('2025-12-05', named, kg))
    const left = numbers.filter((no) => !named.includes(no))
    expect(await numbersIn(atMill)).toEqual(left)
    const { qrToken } = await chain.view('productbatch', atMill)
    // Of one grower: the shopper sees no number of bales (BR-35), and the lot as it is.
    expect(await ok(world.stranger().get(`/api/public/batch/${qrToken}`))).toMatchObject({ units: null })
    // Taken back, they are there again; recorded once more, gone.
    await ok(as('ada').post(`/processingsystem/${mill.line}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await numbersIn(atMill)).toEqual(numbers)
    await ok(spin('2025-12-05', named, kg))
    expect(await numbersIn(atMill)).toEqual(left)
  })
  it('are judged by the trash of their lint where a test says it, whenever that was recorded (2.3, BR-10)', async () => {
    const [spun] = (await ok(as('ada').get(`/processingsystem/${mill.line}/events?limit=100`))).items.filter(
      ({ eventType, status }: Json) => eventType === 'PROCESS_RUN' && status === 'RECORDED',
    )
    const found = async () =>
      (await chain.view('processingsystem', mill.line)).flags.flatMap(({ ruleId, eventId, figures }: Json) =>
        ruleId === 'BR-10' ? [{ eventId, figures }] : [],
      )
    const test = async (day: string, trash: number): Promise<string> =>
      (await ok(onMill('QC_TEST', day, { batchId: atMill, trash, result: 'PASS' }, 8))).event.id
    const take = (id: string) => ok(as('ada').post(`/processingsystem/${mill.line}/events/${id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await found()).toEqual([])
    // 97.5 - 8 - 5.5 - 1 = 83 %, and 87 % came.
    const dirty = await test('2025-12-04', 8)
    const finding = [{ eventId: spun.id, figures: { process: 'SPINNING_CARDED', material: 'YARN', share: 0.87, expected: 0.83 } }]
    expect(await found()).toEqual(finding)
    // The last test before the run counts: what was found afterwards says nothing against it, what was found closer before it does.
    const after = await test('2025-12-06', 3)
    expect(await found()).toEqual(finding)
    const closer = await test('2025-12-05', 4)
    expect(await found()).toEqual([])
    await take(closer)
    expect(await found()).toEqual(finding)
    await take(dirty)
    expect(await found()).toEqual([])
    await take(after)
    // A test at the gin speaks of the same bales, and one of the lint that they were pressed of, where the bales have none.
    const atGin = async (batchId: string, day: string, trash: number): Promise<string> =>
      (await ok(onGin('QC_TEST', day, { batchId, trash, result: 'PASS' }, 5))).event.id
    const ofLint = await atGin(lint, '2025-11-27', 8)
    expect(await found()).toEqual(finding)
    const ofBales = await atGin(baleLot, '2025-11-28', 4)
    expect(await found()).toEqual([])
    for (const id of [ofBales, ofLint]) await ok(as('paul').post(`/processingsystem/${chain.gin}/events/${id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await found()).toEqual([])
  })
  it('can go on to the last one, whatever was lost on the way', async () => {
    const all = await weights()
    const last = 'U-3'
    const others = Object.keys(all).filter((no) => no !== last)
    await ok(spin('2025-12-08', others, Math.round(others.reduce((sum, no) => sum + (all[no] ?? 0), 0) * 1000) / 1000))
    expect(await chain.view('productbatch', atMill)).toMatchObject({ onHandKg: all[last], units: [{ unitNo: last }] })
    await ok(record(as('ada'), 'productbatch', atMill, 'SPLIT', '2025-12-09', { outputs: [{ kg: all[last], units: [last] }] }))
    expect(await chain.view('productbatch', atMill)).toMatchObject({ onHandKg: 0, units: [] })
  })
})
