// The figures of /procdashboard (11.2) of goods that go on to a spinner and are certified on their way: yarn, cover and gap, routes, certificates in
// time, and where the kilograms of a lot went. Worked out by hand beside what the product answers.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { millOf } from './mill-stage.ts'
import { type Sales, type Sent, salesOf, tcNo } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let spinner = { company: '', line: '', yarn: '' }
let sold: Sent
let certificate = ''
const as = (key: string) => world.as(key, 'OP1')
const figures = (who = 'ada'): Promise<Json> => ok(as(who).get('/reports/processing-figures'))
const places = { centre: [75.6, 22.1], gin: [75.7, 22.2], mill: [75.9, 22.7] }
const put = async (id: string, coordinates: number[]) => {
  const { version } = await chain.view('processingsystem', id)
  await ok(as('ada').patch(`/processingsystem/${id}`, { point: { type: 'Point', coordinates } }, { 'if-match': `"${version}"` }))
}
const ginning = (type: string, day: string, data: Record<string, unknown>) => record(as('paul'), 'processingsystem', chain.gin, type, day, data, 12)
const received = (batchId: string, kg: number) => ({ batchId, grossKg: kg + 100, tareKg: 100, netKg: kg })

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
  spinner = await millOf(world)
  for (const [id, coordinates] of [
    [chain.centre, places.centre],
    [chain.gin, places.gin],
    [spinner.line, places.mill],
  ] as const)
    await put(id, coordinates)
  const lotId = await sales.lot(2000)
  sold = await sales.send(lotId, 1800)
  await ok(ginning('GOODS_RECEIVED', '2025-12-02', received(sold.partId, 1800)))
  await ok(record(as('paul'), 'processingsystem', chain.gin, 'CLEANING', '2025-12-03', { area: 'Gin stands', method: 'BLOWN' }, 6))
  const outputs = [
    { productId: chain.products.lint, kg: 510 },
    { productId: chain.products.cottonseed, kg: 930 },
  ]
  const hours = { startedAt: '2025-12-03T04:00:00Z', endedAt: '2025-12-03T06:00:00Z' }
  const run = { process: 'GINNING', inputs: [{ batchId: sold.partId, kg: 1500 }], outputs, wasteKg: 45, invisibleKg: 15, ...hours }
  await ok(ginning('PROCESS_RUN', '2025-12-03', run))
  const lots: Json[] = (await ok(as('paul').get('/productbatch?filter[status]=CLOSED&limit=200'))).items
  const lint = lots.find(({ productId }) => productId === chain.products.lint)
  await ok(record(as('paul'), 'productbatch', lint.id, 'RELEASED', '2025-12-04'))
  await ok(record(as('paul'), 'productbatch', lint.id, 'DISPATCH', '2025-12-05', { buyerId: spinner.company, kg: 400, invoiceNo: 'GIN-1' }))
  const [sent] = (await ok(as('ada').get('/productbatch?filter[status]=IN_TRANSIT'))).items as Json[]
  const atMill = (type: string, day: string, data: Record<string, unknown>) => record(as('ada'), 'processingsystem', spinner.line, type, day, data, 12)
  await ok(atMill('GOODS_RECEIVED', '2025-12-06', received(sent.id, 400)))
  const spun = {
    process: 'SPINNING_CARDED',
    inputs: [{ batchId: sent.id, kg: 400 }],
    outputs: [{ productId: spinner.yarn, kg: 348 }],
    wasteKg: 44,
    invisibleKg: 8,
  }
  await ok(atMill('PROCESS_RUN', '2025-12-08', { ...spun, startedAt: '2025-12-08T04:00:00Z', endedAt: '2025-12-08T06:00:00Z' }))
}, 120_000)

describe('processing of goods that are certified', () => {
  it('gives yarn by carded or combed, as a share of the lint', async () => {
    const { yields } = await figures()
    expect(yields.find(({ process }: Json) => process === 'SPINNING_CARDED')).toEqual({
      process: 'SPINNING_CARDED',
      inKg: 400,
      outputs: [{ material: 'YARN', kg: 348, share: 0.87 }],
      wasteKg: 44,
      wasteShare: 0.11,
      invisibleKg: 8,
      invisibleShare: 0.02,
      runs: 1,
    })
    expect(yields.some(({ process }: Json) => process === 'SPINNING_COMBED')).toBe(false)
  })
  it('has no cover before a certificate is issued, all of it then, and none once it is withdrawn', async () => {
    const cover = async () => Object.fromEntries((await figures()).cover.map((one: Json) => [one.holderId, [one.receivedKg, one.coveredKg, one.gapShare]]))
    expect(await cover()).toEqual({ [chain.ginner]: [1800, 0, 1], [spinner.company]: [400, 0, 1] })
    certificate = (await sales.draft([sold])).id
    const late = (day: string) => ({ occurredAt: at(day), lateReason: 'Letter of the body' })
    await ok(sales.act(as('omar'), certificate, 'SUBMITTED', {}, late('2026-01-05')))
    await ok(sales.act(as('carla'), certificate, 'REVIEW_STARTED', {}, late('2026-01-06')))
    expect(await cover()).toEqual({ [chain.ginner]: [1800, 0, 1], [spinner.company]: [400, 0, 1] })
    await ok(sales.act(as('carla'), certificate, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Seen' }, late('2026-01-08')))
    expect(await cover()).toEqual({ [chain.ginner]: [1800, 1800, 0], [spinner.company]: [400, 0, 1] })
  })
  it('shows certificates in time, from submission to issue, to whoever may list them', async () => {
    const { certificates } = await figures()
    expect(certificates).toEqual([
      { id: certificate, title: expect.any(String), status: 'ISSUED', at: '2026-01-05T04:30:00+00:00', issuedAt: '2026-01-08T04:30:00+00:00', kg: 1800 },
    ])
    expect((await ok(world.as('leela', 'OP2').get('/reports/processing-figures'))).certificates).toEqual([])
  })
  it('draws the ways of goods between places on the map', async () => {
    const { routes } = await figures()
    expect(routes.map(({ from, to, kg, dispatches }: Json) => [from.at, to.at, kg, dispatches])).toEqual([
      [places.centre, places.gin, 1800, 1],
      [places.gin, places.mill, 400, 1],
    ])
  })
  it('says of a lot where its kilograms went: what came in less what went out is on hand', async () => {
    const { totals, items, onHandKg } = await ok(as('ada').get(`/productbatch/${sold.lotId}/ledger`))
    expect([totals.PURCHASED, onHandKg, items.at(-1).balanceKg]).toEqual([2000, 200, 200])
    const moved = items.filter(({ account }: Json) => !account.startsWith('TC_')).reduce((sum: number, { deltaKg }: Json) => sum + deltaKg, 0)
    expect(moved).toBe(200)
    expect(totals.TC_ISSUE).toBe(1800)
  })
  it('loses its cover with a withdrawal', async () => {
    await ok(sales.act(as('carla'), certificate, 'WITHDRAWN', { reason: 'Papers were forged' }))
    const { cover, restrictedKg } = await figures()
    expect(cover.find(({ holderId }: Json) => holderId === chain.ginner)).toMatchObject({ receivedKg: 1800, coveredKg: 0 })
    // Everything made of the goods is restricted: 300 kg of seed cotton, 930 of seed, 110 of lint and 348 of yarn.
    expect(restrictedKg).toBe(1688)
  })
  it('counts of a dispatch what its certificate certifies, in the books of the holder too', async () => {
    const coverOf = async () => (await figures()).cover.find(({ holderId }: Json) => holderId === chain.ginner)
    const books = async () => {
      const { items } = await ok(as('paul').get(`/processor/${chain.ginner}/reconciliation`))
      return items.find(({ material, claim }: Json) => material === 'SEED_COTTON' && claim === 'ORGANIC')
    }
    const [before, booksBefore] = [await coverOf(), await books()]
    // Two dispatches, 300 and 100 kg, of which a certificate is asked for 180 and 60.
    const lotId = await sales.lot(1000)
    const parts = [await sales.send(lotId, 300, 'P-1'), await sales.send(lotId, 100, 'P-2')]
    await ok(ginning('GOODS_RECEIVED', '2025-12-10', received(parts[0]?.partId ?? '', 300)))
    const partial = await sales.issued(parts.map((one) => ({ ...one, kg: one.kg * 0.6 })))
    const [after, booksAfter] = [await coverOf(), await books()]
    expect([after.receivedKg - before.receivedKg, after.coveredKg - before.coveredKg]).toEqual([300, 180])
    // The books of the gin have the other dispatch too, which is still on its way.
    expect([booksAfter.receivedKg - booksBefore.receivedKg, booksAfter.coveredKg - booksBefore.coveredKg]).toEqual([400, 240])
    expect(booksAfter.gapKg - booksBefore.gapKg).toBe(160)
    await ok(sales.act(as('carla'), partial.id, 'WITHDRAWN', { reason: 'Weights were wrong' }))
    expect(await coverOf()).toMatchObject({ coveredKg: before.coveredKg })
  })
})
