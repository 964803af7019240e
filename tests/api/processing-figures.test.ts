// The figures of /procdashboard (domain dictionary 11.2), worked out by hand beside what the product answers; for whom they are, and what a void takes
// out of them again.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let seedCotton = ''
let run = ''
const as = (key: string) => world.as(key, 'OP1')
const figures = (who = 'ada'): Promise<Json> => ok(as(who).get('/reports/processing-figures'))
const gin = (type: string, day: string, data: Record<string, unknown>, hour = 12) => record(as('paul'), 'processingsystem', chain.gin, type, day, data, hour)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const { farmerId, cropId } = await chain.sown({ areaHa: 3 })
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 3500)
  const { id } = await chain.lot()
  await ok(chain.buy(id, cropId, 2000, '2025-11-03'))
  // 2,000 kg are sent; 1,994 kg arrive: 0.3 %.
  await ok(record(as('pooja'), 'productbatch', id, 'CLOSED', '2025-11-20'))
  await ok(record(as('omar'), 'productbatch', id, 'RELEASED', '2025-11-21'))
  await ok(record(as('pooja'), 'productbatch', id, 'DISPATCH', '2025-11-22', { buyerId: chain.ginner, kg: 2000, invoiceNo: 'INV-1' }))
  seedCotton = (await ok(as('paul').get('/productbatch?filter[status]=IN_TRANSIT'))).items[0].id
  await ok(gin('GOODS_RECEIVED', '2025-11-23', { batchId: seedCotton, grossKg: 2094, tareKg: 100, netKg: 1994 }))
  await ok(gin('CLEANING', '2025-11-25', { area: 'Gin stands', method: 'BLOWN' }, 6))
  const ginning = {
    process: 'GINNING',
    inputs: [{ batchId: seedCotton, kg: 1500 }],
    outputs: [
      { productId: chain.products.lint, kg: 510 },
      { productId: chain.products.cottonseed, kg: 930 },
    ],
    wasteKg: 45,
    invisibleKg: 15,
    startedAt: '2025-11-25T04:00:00Z',
    endedAt: '2025-11-25T06:00:00Z',
  }
  run = (await ok(gin('PROCESS_RUN', '2025-11-25', ginning))).event.id
  const lots: Json[] = (await ok(as('paul').get('/productbatch?filter[status]=CLOSED&limit=200'))).items
  const lint = lots.find(({ productId }) => productId === chain.products.lint)
  const bales = [150, 160, 190].map((kg, index) => ({ no: `B-${index}`, kg }))
  await ok(gin('BALE_PRESSED', '2025-11-26', { batchId: lint.id, productId: chain.products.bale, lintKg: 500, bales }))
  await ok(record(as('paul'), 'productbatch', seedCotton, 'QUARANTINE', '2026-01-05', { reason: 'Moisture' }))
}, 120_000)

describe('the figures of processing', () => {
  it('are for whoever has the dashboards, of what they may list', async () => {
    expect((await as('nobody').get('/reports/processing-figures')).status).toBe(404)
    expect((await as('fatima').get('/reports/processing-figures?from=2020-01-01')).status).toBe(400)
    // A manager reads lines and their runs of the whole programme, and lots of the own operator alone.
    const others = await ok(world.as('leela', 'OP2').get('/reports/processing-figures'))
    expect(others).toMatchObject({ stock: [], restricted: [], restrictedKg: 0, cover: [], routes: [], certificates: [] })
    expect(others.yields).toEqual((await figures()).yields)
  })
  it('are received, processed and sent, by week and claim', async () => {
    const { weeks } = await figures()
    expect(weeks).toEqual([
      { week: '2025-11-17', claim: 'ORGANIC', receivedKg: 1994, processedKg: 0, dispatchedKg: 2000 },
      { week: '2025-11-24', claim: 'ORGANIC', receivedKg: 0, processedKg: 1500, dispatchedKg: 0 },
    ])
  })
  it('are yields and losses of each process, and what became what', async () => {
    const { yields, flows, lines } = await figures()
    expect(yields).toEqual([
      {
        process: 'GINNING',
        inKg: 1500,
        outputs: [
          { material: 'COTTONSEED', kg: 930, share: 0.62 },
          { material: 'LINT', kg: 510, share: 0.34 },
        ],
        wasteKg: 45,
        wasteShare: 0.03,
        invisibleKg: 15,
        invisibleShare: 0.01,
        runs: 1,
      },
      {
        process: 'PRESSING',
        inKg: 500,
        outputs: [{ material: 'BALE', kg: 500, share: 1 }],
        wasteKg: 0,
        wasteShare: 0,
        invisibleKg: 0,
        invisibleShare: 0,
        runs: 1,
      },
    ])
    expect(flows).toContainEqual({ from: 'SEED_COTTON', to: 'WASTE', kg: 45 })
    expect(flows).toContainEqual({ from: 'LINT', to: 'BALE', kg: 500 })
    expect(lines).toEqual([{ id: chain.gin, title: expect.any(String), runDays: 1, processedKg: 1500, capacityShare: 0.075 }])
  })
  it('are the stock by age, what is held and for how long, and what covers it', async () => {
    const { stock, restricted, restrictedKg, receipts, cover, traceability, bales, cycles } = await figures()
    // 494 kg of seed cotton, received 53 days ago; 10 kg of lint, 930 kg of seed and 500 kg of bales 50 and 51 days ago.
    expect(stock).toEqual([{ claim: 'ORGANIC', age: '31-60', kg: 1934, uncertifiedKg: 1440, lots: 4 }])
    expect(restricted).toEqual([{ id: seedCotton, title: expect.any(String), kg: 494, days: 10, reason: 'Moisture' }])
    expect(restrictedKg).toBe(494)
    expect(receipts).toEqual({ count: 1, p50: 0.003, p95: 0.003 })
    expect(cover).toEqual([
      {
        ...{ holder: expect.any(String), holderId: chain.ginner, material: 'SEED_COTTON', claim: 'ORGANIC', productIds: [chain.products.seedCotton] },
        ...{ lots: expect.any(Number), receivedKg: 1994, coveredKg: 0, gapShare: 1 },
      },
    ])
    expect(traceability).toEqual({ onHandKg: 1934, mappedKg: 1934, share: 1 })
    expect(bales).toEqual({ count: 3, meanKg: 166.7, lightestKg: 150, heaviestKg: 190, outside: 0 })
    // Bought on 3 November, pressed on the 26th.
    expect(cycles).toEqual([{ material: 'BALE', lots: 1, days: 23 }])
  })
  it('are without what was taken back', async () => {
    const { event } = await ok(gin('PROCESS_RUN', '2025-12-01', await secondRun(), 13))
    expect((await figures()).yields[0].inKg).toBe(1501)
    await ok(as('paul').post(`/processingsystem/${chain.gin}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await figures()).yields[0].inKg).toBe(1500)
    expect(run).not.toBe(event.id)
  })
})

/** One more kilogram; the lot must be free for it. */
async function secondRun(): Promise<Record<string, unknown>> {
  await ok(record(as('ada'), 'productbatch', seedCotton, 'RELEASE', '2026-01-06', { causeClosed: 'Dried', downgrade: false }))
  await ok(gin('CLEANING', '2025-12-01', { area: 'Gin stands', method: 'BLOWN' }, 6))
  return {
    process: 'GINNING',
    inputs: [{ batchId: seedCotton, kg: 1 }],
    outputs: [
      { productId: chain.products.lint, kg: 0.34 },
      { productId: chain.products.cottonseed, kg: 0.62 },
    ],
    wasteKg: 0.04,
    invisibleKg: 0,
    startedAt: '2025-12-01T04:00:00Z',
    endedAt: '2025-12-01T06:00:00Z',
  }
}
