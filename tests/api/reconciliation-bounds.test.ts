// Reconciliation of certified goods at its bounds (BR-12a): what came in without a certificate, and what runs have made of what went into them; with facts that
// are late, taken back and corrected, and under several claims.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let lot: string
const as = (who: string) => world.as(who, 'OP1')
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
  lot = await sales.lot(2000)
}, 120_000)

/** Of the gin's books. */
const rowOf = async (material: string, claim = 'ORGANIC'): Promise<Json> =>
  (await ok(as('paul').get(`/processor/${chain.ginner}/reconciliation`))).items.find((row: Json) => row.material === material && row.claim === claim)

describe('what came in without a certificate', () => {
  it('is up to half a percent, to the gram: also by what is recorded late, corrected and taken back', async () => {
    const bare = await sales.send(lot, 5, 'G-5', '2025-12-01')
    const sent = await sales.send(lot, 995, 'G-995', '2025-12-02')
    expect(await rowOf('SEED_COTTON')).toMatchObject({ gapKg: 1000, problem: 'UNCOVERED' })
    await sales.issued([sent])
    expect(await rowOf('SEED_COTTON')).toMatchObject({ receivedKg: 1000, coveredKg: 995, gapKg: 5, gapShare: 0.005, problem: null })
    // A gram more of the first of December, known later.
    const late = await sales.send(lot, 0.006, 'G-6', '2025-12-01')
    expect(await rowOf('SEED_COTTON')).toMatchObject({ gapKg: 5.006, problem: 'UNCOVERED' })
    await ok(as('pooja').post(`/productbatch/${lot}/events/${late.dispatchId}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await rowOf('SEED_COTTON')).toMatchObject({ gapKg: 5, problem: null })
    const corrected = (kg: number, supersedesEventId: string) =>
      ok(
        as('pooja').post(`/productbatch/${lot}/events`, {
          eventType: 'DISPATCH',
          occurredAt: at('2025-12-01'),
          data: { buyerId: chain.ginner, kg, invoiceNo: 'G-5' },
          lateReason: 'Weighed again',
          supersedesEventId,
        }),
      )
    const { event } = await corrected(5.1, bare.dispatchId)
    expect(await rowOf('SEED_COTTON')).toMatchObject({ gapKg: 5.1, problem: 'UNCOVERED' })
    await corrected(4.9, event.id)
    expect(await rowOf('SEED_COTTON')).toMatchObject({ gapKg: 4.9, problem: null })
  })
})

describe('what runs have made', () => {
  let lineId: string
  const product = () => chain.products
  /** Kilograms of lots into lint and seed, in a run of an hour. */
  const run = (inputs: Record<string, number>, lint: number, seed: number, day: string, more: { supersedes?: string; from?: string } = {}) => {
    const kg = Object.values(inputs).reduce((sum, one) => sum + one, 0)
    const lost = Math.round((kg - lint - seed) * 1000) / 1000
    return as('paul').post(`/processingsystem/${lineId}/events`, {
      eventType: 'PROCESS_RUN',
      occurredAt: at(day, 12),
      lateReason: 'Log',
      ...(more.supersedes ? { supersedesEventId: more.supersedes } : {}),
      data: {
        process: 'GINNING',
        inputs: Object.entries(inputs).map(([batchId, of]) => ({ batchId, kg: of })),
        outputs: [
          { productId: product().lint, kg: lint },
          { productId: product().cottonseed, kg: seed },
        ],
        wasteKg: lost,
        invisibleKg: 0,
        startedAt: more.from ?? at(day, 11),
        endedAt: at(day, 12),
        reason: 'A new gin',
        downgradeConfirmed: true,
      },
    })
  }
  const take = (eventId: string) => ok(as('paul').post(`/processingsystem/${lineId}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' }))
  const goods: Record<'ORGANIC' | 'IC1', string> = { ORGANIC: '', IC1: '' }
  beforeAll(async () => {
    const line = { place: 'Khargone', district: 'Khargone', systemType: 'GINNING', processorId: chain.ginner, capacityKgPerDay: 20_000 }
    lineId = (await ok(as('ada').post('/processingsystem', { ...line, name: 'Line of the books', segregation: 'SEPARATE_LINE' }))).id
    await ok(record(as('ada'), 'processingsystem', lineId, 'ACTIVATED', '2025-06-01'))
    for (const [claim, conversionStart] of [
      ['ORGANIC', '2022-01-10'],
      ['IC1', '2025-01-10'],
    ] as const) {
      const { cropId, farmerId } = await chain.sown({ areaHa: 2, conversionStart })
      await chain.decide('APPROVED', farmerId)
      await chain.picked(cropId, 2000)
      const { id } = await chain.lot()
      await ok(chain.buy(id, cropId, 1000))
      goods[claim] = await chain.atGin(id, 1000)
      expect(await chain.view('productbatch', goods[claim])).toMatchObject({ claimStatus: claim })
    }
  })
  it('lies within what the process can give, to the gram: 42 % of lint at most, and 55 % of seed at least', async () => {
    const problems = async () => Promise.all(['LINT', 'COTTONSEED'].map(async (material) => (await rowOf(material))?.problem ?? null))
    // 55 kg × 0.42 are 23.1 kg, and 6 kg × 0.55 are 3.3 kg.
    const most = await ok(run({ [goods.ORGANIC]: 55 }, 23.1, 31.9, '2025-12-05'))
    expect(await problems()).toEqual([null, null])
    await take(most.event.id)
    const least = await ok(run({ [goods.ORGANIC]: 6 }, 2.4, 3.3, '2025-12-05'))
    expect(await problems()).toEqual([null, null])
    // A gram less is taken for a reason, and is a question of the books; corrected it is none.
    const less = await ok(run({ [goods.ORGANIC]: 6 }, 2.4, 3.299, '2025-12-05', { supersedes: least.event.id }))
    expect(await problems()).toEqual([null, 'YIELD'])
    const more = await ok(run({ [goods.ORGANIC]: 6 }, 2.4, 3.3, '2025-12-05', { supersedes: less.event.id }))
    expect(await problems()).toEqual([null, null])
    // Each is of all runs: one of another day, known later, and gone again.
    const late = await ok(run({ [goods.ORGANIC]: 6 }, 2.4, 3.29, '2025-12-03'))
    expect(await problems()).toEqual([null, 'YIELD'])
    await take(late.event.id)
    expect(await problems()).toEqual([null, null])
    await take(more.event.id)
  })
  it('is judged by all that went in, also where a claim was given up for a lower one', async () => {
    const { event } = await ok(run({ [goods.ORGANIC]: 100, [goods.IC1]: 100 }, 68, 120, '2025-12-08'))
    expect(await rowOf('LINT', 'IC1')).toMatchObject({ madeKg: 68, problem: null })
    const pure = await ok(run({ [goods.ORGANIC]: 100 }, 34, 60, '2025-12-09'))
    expect(await rowOf('LINT')).toMatchObject({ madeKg: 34, problem: null })
    await take(pure.event.id)
    await take(event.id)
  })
  it('is judged by the goods of its run, also where that began before the period', async () => {
    const { event } = await ok(run({ [goods.ORGANIC]: 100 }, 34, 60, '2025-12-10', { from: at('2025-12-09', 20) }))
    const { items } = await ok(as('paul').get(`/processor/${chain.ginner}/reconciliation?from=2025-12-10&to=2025-12-31`))
    expect(items).toContainEqual(expect.objectContaining({ material: 'LINT', claim: 'ORGANIC', madeKg: 34, problem: null }))
    expect(items.filter(({ problem }: Json) => problem === 'YIELD')).toEqual([])
    const { items: before } = await ok(as('paul').get(`/processor/${chain.ginner}/reconciliation?from=2025-12-01&to=2025-12-09`))
    expect(before.filter(({ problem }: Json) => problem === 'YIELD')).toEqual([])
    await take(event.id)
  })
})
