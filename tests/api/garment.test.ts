// From lint to garment: spun, knitted, dyed, cut and sewn. Bounds of each process (2.3, BR-09, BR-10, BR-11), kilograms worked out by hand,
// runs recorded late, voided and corrected, the trace of a garment to its plots, its public page and its transaction certificate.
import { beforeAll, describe, expect, it } from 'vitest'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Textiles, textilesOf } from './textile-stage.ts'

let world: World
let chain: Chain
let mill: Textiles
/** Lots on the way, by what they are. */
const lots: Record<string, string> = {}
const plots: { parcelId: string; kg: number }[] = []
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const blocked = (ruleId: string, figures: Record<string, unknown> = {}) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId, figures } })
const kgOf = async (lot = ''): Promise<number> => (await chain.view('productbatch', lot)).onHandKg
const undo = (line: string, eventId: string) => as('ada').post(`/processingsystem/${line}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  mill = await textilesOf(chain)
  const heap = await chain.lot()
  for (const kg of [900, 600]) {
    const { cropId, farmerId, parcelId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, kg)
    await ok(chain.buy(heap.id, cropId, kg))
    plots.push({ parcelId, kg })
  }
  lots.seedCotton = await chain.atGin(heap.id, 1500)
  await ok(record(as('paul'), 'processingsystem', chain.gin, 'CLEANING', '2025-11-24', { area: 'Gin line', method: 'BLOWN' }, 20))
  const ginned = {
    process: 'GINNING',
    inputs: [{ batchId: lots.seedCotton, kg: 1500 }],
    outputs: [
      { productId: chain.products.lint, kg: 510 },
      { productId: chain.products.cottonseed, kg: 930 },
    ],
    wasteKg: 45,
    invisibleKg: 15,
    startedAt: '2025-11-25T02:00:00Z',
    endedAt: '2025-11-25T09:00:00Z',
  }
  const { event } = await ok(record(as('paul'), 'processingsystem', chain.gin, 'PROCESS_RUN', '2025-11-25', ginned, 16))
  const made = await mill.madeBy(event.id)
  lots.lint = made[chain.products.lint] ?? ''
  lots.cottonseed = made[chain.products.cottonseed] ?? ''
  await ok(record(as('paul'), 'productbatch', lots.lint, 'RELEASED', '2025-11-26'))
  lots.atMill = await mill.sent(lots.lint, 500, mill.spinner, mill.lines.spinning, '2025-11-27', 'paul')
  const spun = await mill.run('spinning', '2025-11-29', { [lots.atMill]: 500 }, { [mill.products.yarn]: 435 }, { wasteKg: 55, invisibleKg: 10 })
  lots.yarn = spun.made[mill.products.yarn] ?? ''
}, 120_000)

describe('a knitting, a dyeing and a cutting line', () => {
  it('refuse the processes of other lines (400), what they do not take in (400), and what they do not make (422 BR-10)', async () => {
    const { yarn = '' } = lots
    const dyed = mill.body('dyeing', '2025-12-01', { [yarn]: 100 }, { [mill.products.dyedYarn]: 95 }, { wasteKg: 3, invisibleKg: 2 })
    const otherLine = { status: 400, body: { fields: [{ path: 'data.process', code: 'rule' }] } }
    for (const line of ['spinning', 'knitting', 'sewing'] as const) await refused(() => mill.post(line, '2025-12-01', dyed), otherLine)
    await refused(() => mill.post('dyeing', '2025-12-01', { ...dyed, process: 'CMT' }), otherLine)
    const wrongLot = { status: 400, body: { fields: [{ path: 'data.inputs.0.batchId', code: 'rule' }] } }
    const { garment, yarn: spun } = mill.products
    await refused(() => mill.tried('sewing', '2025-12-01', { [yarn]: 100 }, { [garment]: 85 }, { wasteKg: 14, invisibleKg: 1 }), wrongLot)
    await refused(() => mill.tried('knitting', '2025-12-01', { [lots.cottonseed as string]: 1 }, { [spun]: 1 }), wrongLot)
    const foreign = blocked('BR-10', { foreign: 'GARMENT' })
    await refused(
      () => mill.tried('dyeing', '2025-12-01', { [yarn]: 100 }, { [mill.products.dyedYarn]: 90, [garment]: 5 }, { wasteKg: 3, invisibleKg: 2 }),
      foreign,
    )
  })
  it('knit 414.375 kg of fabric of 425 kg of yarn', async () => {
    const { made } = await mill.run(
      'knitting',
      '2025-12-01',
      { [lots.yarn as string]: 425 },
      { [mill.products.fabric]: 414.375 },
      { wasteKg: 8.5, invisibleKg: 2.125 },
    )
    lots.fabric = made[mill.products.fabric] ?? ''
    expect(await chain.view('productbatch', lots.fabric)).toMatchObject({ onHandKg: 414.375, claimStatus: 'ORGANIC', unitType: 'ROLL_LOT' })
    expect(await kgOf(lots.yarn)).toBe(10)
  })
})

describe('DYEING_FINISHING', () => {
  const dye = (kg: number, outKg: number, values: Parameters<Textiles['tried']>[4] = {}) =>
    mill.tried('dyeing', '2025-12-03', { [lots.fabric as string]: kg }, { [mill.products.dyedFabric]: outKg }, values)
  it('refuses fabric of yarn, yarn of fabric, and both in one run (422 BR-10)', async () => {
    const { fabric = '', yarn = '' } = lots
    const { dyedFabric, dyedYarn } = mill.products
    const losses = { wasteKg: 0.3, invisibleKg: 0.3 }
    await refused(
      () => mill.tried('dyeing', '2025-12-03', { [yarn]: 10 }, { [dyedFabric]: 9.4 }, losses),
      blocked('BR-10', { foreign: 'FABRIC', from: ['YARN'] }),
    )
    await refused(
      () => mill.tried('dyeing', '2025-12-03', { [fabric]: 10 }, { [dyedYarn]: 9.4 }, losses),
      blocked('BR-10', { foreign: 'YARN', from: ['FABRIC'] }),
    )
    const both = blocked('BR-10', { from: ['FABRIC', 'YARN'] })
    await refused(() => mill.tried('dyeing', '2025-12-03', { [fabric]: 5, [yarn]: 5 }, { [dyedYarn]: 4.7, [dyedFabric]: 4.7 }, losses), both)
  })
  it('refuses more than 105 % (422 BR-09), what is out of the band without a reason, a balance that is not even, and an invisible loss above its bound', async () => {
    await refused(() => dye(400, 420.001), blocked('BR-09', { inKg: 400, outKg: 420.001 }))
    await refused(() => dye(400, 420), blocked('BR-10', { material: 'FABRIC', share: 1.05, max: 1.02, hardMax: 1.05 }))
    await refused(() => dye(400, 343.6, { wasteKg: 46.4, invisibleKg: 10 }), blocked('BR-10', { share: 0.859, min: 0.86 }))
    await refused(() => dye(400, 380, { wasteKg: 8, invisibleKg: 9.6 }), blocked('BR-09', { differenceKg: 2.4 }))
    await refused(() => dye(400, 360, { invisibleKg: 40, reason: 'Singed' }), blocked('BR-10', { invisibleShare: 0.1, invisibleMax: 0.03 }))
    await refused(() => dye(414.376, 390, { wasteKg: 12, invisibleKg: 12.376 }), blocked('BR-09', { leftKg: 414.375 }))
  })
  it('keeps conventional fabric out of a certified run, and lowers the claim only when that is confirmed (BR-11)', async () => {
    const grey = await mill.claimed('CONVENTIONAL', 30)
    const inputs = { [lots.fabric as string]: 4, [grey]: 6 }
    const data = { wasteKg: 0.3, invisibleKg: 0.3 }
    await refused(() => mill.tried('dyeing', '2025-12-03', inputs, { [mill.products.dyedFabric]: 9.4 }, data), blocked('BR-11'))
    await refused(
      () => mill.tried('dyeing', '2025-12-03', inputs, { [mill.products.dyedFabric]: 9.4 }, { ...data, downgradeConfirmed: true }),
      blocked('BR-11'),
    )
    const converted = { [lots.fabric as string]: 4, [await mill.claimed('IC2', 6)]: 6 }
    const dyed = { [mill.products.dyedFabric]: 9.4 }
    await refused(() => mill.tried('dyeing', '2025-12-03', converted, dyed, data), blocked('BR-11', { claims: ['ORGANIC', 'IC2'] }))
    const { id, made, findings } = await mill.run('dyeing', '2025-12-03', converted, dyed, { ...data, downgradeConfirmed: true })
    expect(findings).toMatchObject([{ ruleId: 'BR-11', severity: 'WARN' }])
    expect(await chain.view('productbatch', made[mill.products.dyedFabric] ?? '')).toMatchObject({ onHandKg: 9.4, claimStatus: 'IC2' })
    await ok(undo(mill.lines.dyeing, id))
  })
  it('takes up water with a reason (WARN), is taken back, and dyes 387 kg of 410 kg', async () => {
    const wet = await ok(dye(400, 420, { reason: 'Softener, weighed before drying' }))
    expect(wet.findings).toMatchObject([{ ruleId: 'BR-10', severity: 'WARN', figures: { process: 'DYEING_FINISHING', material: 'FABRIC', share: 1.05 } }])
    await ok(undo(mill.lines.dyeing, wet.event.id))
    expect([await kgOf(lots.fabric), (await chain.view('processingsystem', mill.lines.dyeing)).flags]).toEqual([414.375, []])
    const { id, findings, made } = await mill.run(
      'dyeing',
      '2025-12-03',
      { [lots.fabric as string]: 410 },
      { [mill.products.dyedFabric]: 387 },
      { wasteKg: 11, invisibleKg: 12 },
    )
    expect(findings).toEqual([])
    Object.assign(lots, { dyed: made[mill.products.dyedFabric], dyeing: id })
    expect(await chain.view('productbatch', lots.dyed as string)).toMatchObject({ onHandKg: 387, claimStatus: 'ORGANIC' })
  })
})

describe('CMT', () => {
  const sew = (out: Partial<Record<'garment' | 'cuttingWaste' | 'dyedFabric', number>>, values: Parameters<Textiles['tried']>[4] = {}, kg = 380) => {
    const outputs = Object.fromEntries(Object.entries(out).map(([product, of]) => [mill.products[product as 'garment'], of]))
    return mill.tried('sewing', '2025-12-10', { [lots.atMaker as string]: kg }, outputs, values)
  }
  it('refuses fabric that another company holds (400)', async () => {
    const { dyed = '' } = lots
    const data = mill.body('sewing', '2025-12-10', { [dyed]: 100 }, { [mill.products.garment]: 85 }, { wasteKg: 14, invisibleKg: 1 })
    await refused(() => mill.post('sewing', '2025-12-10', data), { status: 400, body: { fields: [{ path: 'data.inputs.0.batchId', code: 'rule' }] } })
    await ok(record(as('ada'), 'productbatch', dyed, 'RELEASED', '2025-12-04'))
    lots.atMaker = await mill.sent(dyed, 387, mill.maker, mill.lines.sewing, '2025-12-05')
  })
  it('refuses more garments than fabric (422 BR-09), a share out of the band without a reason, cutting waste alone, and an invisible loss above its bound', async () => {
    await refused(() => sew({ garment: 380.001 }), blocked('BR-09', { inKg: 380, outKg: 380.001 }))
    await refused(() => sew({ garment: 372.4, cuttingWaste: 7.6 }), blocked('BR-10', { material: 'GARMENT', share: 0.98, max: 0.97, hardMax: 1 }))
    await refused(() => sew({ garment: 281.2, cuttingWaste: 98.8 }), blocked('BR-10', { material: 'GARMENT', share: 0.74, min: 0.75 }))
    await refused(() => sew({ cuttingWaste: 380 }, { reason: 'All spoiled' }), blocked('BR-10', { missing: 'GARMENT' }))
    await refused(() => sew({ garment: 323, dyedFabric: 57 }), blocked('BR-10', { foreign: 'FABRIC' }))
    await refused(() => sew({ garment: 350 }, { invisibleKg: 30 }), blocked('BR-10', { invisibleMax: 0.02 }))
    await refused(() => sew({ garment: 323, cuttingWaste: 50 }), blocked('BR-09', { differenceKg: 7 }))
  })
  it('sews 329 kg of garments of 387 kg of dyed fabric, with 50 kg of cutting waste as a lot of its own', async () => {
    const { findings, made, id } = await mill.run(
      'sewing',
      '2025-12-10',
      { [lots.atMaker as string]: 387 },
      { [mill.products.garment]: 329, [mill.products.cuttingWaste]: 50 },
      { wasteKg: 2.26, invisibleKg: 5.74 },
    )
    expect(findings).toEqual([])
    Object.assign(lots, { garments: made[mill.products.garment], waste: made[mill.products.cuttingWaste], sewing: id })
    expect(await chain.view('productbatch', lots.garments as string)).toMatchObject({ onHandKg: 329, claimStatus: 'ORGANIC', unitType: 'CARTON_LOT' })
    expect(await chain.view('productbatch', lots.waste as string)).toMatchObject({ onHandKg: 50, claimStatus: 'ORGANIC' })
    expect((await chain.view('productbatch', lots.atMaker as string)).status).toBe('DEPLETED')
  })
  it('leaves every kilogram of the seed cotton in a lot or a loss', async () => {
    const { lint = '', cottonseed = '', yarn = '', fabric = '', garments = '', waste = '' } = lots
    expect(await Promise.all([lint, cottonseed, yarn, fabric, garments, waste].map(kgOf))).toEqual([10, 930, 10, 4.375, 329, 50])
    const losses = [45, 15, 55, 10, 8.5, 2.125, 11, 12, 2.26, 5.74]
    expect(10 + 930 + 10 + 4.375 + 329 + 50 + losses.reduce((sum, kg) => sum + kg, 0)).toBeCloseTo(1500, 6)
  })
})

describe('a run of the chain that is corrected', () => {
  it('is not taken back under goods that were used (BR-26), and keeps what is left in its place to the gram', async () => {
    const { made } = await mill.run(
      'dyeing',
      '2025-12-11',
      { [lots.yarn as string]: 10 },
      { [mill.products.dyedYarn]: 9.4 },
      { wasteKg: 0.3, invisibleKg: 0.3 },
    )
    lots.dyedYarn = made[mill.products.dyedYarn] ?? ''
    await refused(() => undo(mill.lines.dyeing, lots.dyeing as string), { status: 422, body: { ruleId: 'BR-26' } })
    const again = (garmentKg: number, values: Parameters<Textiles['tried']>[4]) =>
      mill.tried('sewing', '2025-12-10', { [lots.atMaker as string]: 387 }, { [mill.products.garment]: garmentKg, [mill.products.cuttingWaste]: 50 }, values)
    await refused(() => again(387, { supersedes: lots.sewing as string }), blocked('BR-09'))
    const corrected = await ok(again(327, { wasteKg: 4.26, invisibleKg: 5.74, supersedes: lots.sewing as string }))
    expect((await chain.view('productbatch', lots.garments as string)).status).toBe('VOIDED')
    const next = await mill.madeBy(corrected.event.id)
    expect([await kgOf(next[mill.products.garment]), await kgOf(next[mill.products.cuttingWaste]), await kgOf(lots.atMaker)]).toEqual([327, 50, 0])
    await ok(undo(mill.lines.sewing, corrected.event.id))
    expect([await kgOf(lots.atMaker), await kgOf(next[mill.products.garment])]).toEqual([387, 0])
  })
  it('is recorded weeks late, once its lots were there', async () => {
    const early = { [lots.atMaker as string]: 387 }
    const outputs = { [mill.products.garment]: 329, [mill.products.cuttingWaste]: 50 }
    const losses = { wasteKg: 2.26, invisibleKg: 5.74 }
    await refused(() => mill.tried('sewing', '2025-12-04', early, outputs, losses), {
      status: 422,
      body: { ruleId: 'BR-25', figures: { batchId: lots.atMaker } },
    })
    const { made } = await mill.run('sewing', '2025-12-06', early, outputs, losses)
    Object.assign(lots, { garments: made[mill.products.garment], waste: made[mill.products.cuttingWaste] })
    expect(await kgOf(lots.garments)).toBe(329)
  })
})

describe('the trace of a garment', () => {
  it('names the plots, whose kilograms sum to the lot, and every process on the way', async () => {
    const trace = await ok(as('omar').get(`/productbatch/${lots.garments}/trace?direction=back`))
    expect(flawsOfAnswer('productbatch.trace', 200, trace)).toEqual([])
    // Of 329 kg, as 900 and 600 of 1,500 kg of seed cotton.
    expect(trace.parcels.map(({ parcelId, kg }: Json) => [parcelId, kg])).toEqual([
      [plots[0]?.parcelId, 197.4],
      [plots[1]?.parcelId, 131.6],
    ])
    const forward = await ok(as('omar').get(`/landparcel/${plots[0]?.parcelId}/trace`))
    expect(JSON.stringify(forward)).toContain(lots.garments)
    expect(JSON.stringify(forward)).toContain(lots.waste)
  })
  it('is told to a shopper step by step', async () => {
    await ok(record(as('ada'), 'productbatch', lots.garments as string, 'RELEASED', '2025-12-12'))
    const { qrToken } = await chain.view('productbatch', lots.garments as string)
    const page = await ok(world.stranger().get(`/api/public/batch/${qrToken}`))
    expect(page.journey.map(({ step }: Json) => step)).toEqual(expect.arrayContaining(['PICKED', 'GINNED', 'SPUN', 'KNITTED', 'DYED', 'SEWN']))
    expect(page).toMatchObject({ organicShare: 0.95, units: null })
    expect(page.journey.some(({ step }: Json) => step === 'PROCESSED')).toBe(false)
  })
})

describe('the history of a line', () => {
  const history = (line: string) => ok(as('ada').get(`/processingsystem/${line}/run-history`))
  it('has the out-turn of each run against the band of its material', async () => {
    const sewing = await history(mill.lines.sewing)
    expect(sewing).toMatchObject({ norm: { material: 'GARMENT', min: 0.75, max: 0.97 }, meanShare: 0.85013, items: [{ material: 'GARMENT', share: 0.85013 }] })
    const dyeing = await history(mill.lines.dyeing)
    expect(flawsOfAnswer('processingsystem.runHistory', 200, dyeing)).toEqual([])
    // The yarn that was dyed last has an out-turn of its own.
    expect(dyeing).toMatchObject({ norm: { material: 'YARN', min: 0.86, max: 1.02 }, meanShare: 0.94 })
    expect(dyeing.items.map(({ material, share }: Json) => [material, share])).toEqual([
      ['FABRIC', 0.9439],
      ['YARN', 0.94],
    ])
  })
})
