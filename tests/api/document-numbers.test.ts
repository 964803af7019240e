// Numbers of papers and labels are the same number in whatever case, width and spacing somebody writes them: a ticket, a lot, a
// bale, a scope certificate and a seller's reference are entered once (domain dictionary 4.2, 5.4, 5.5; BR-08).
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let cropId: string
let lotId: string
const as = (key: string) => world.as(key, 'OP1')
const refused = refusing(() => world)
const duplicate = (path: string) => ({
  status: 409,
  body: { code: 'DUPLICATE', fields: expect.arrayContaining([expect.objectContaining({ path, code: 'taken' })]) },
})
/** The same number as other people would write it. */
const spellings = (no: string) => [
  no.toLowerCase(),
  ` ${no.toLowerCase()} `,
  no.replaceAll(/[A-Z0-9]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  // Cyrillic and Greek letters that are drawn alike, Devanagari digits, a dash, and what nobody sees.
  no.replaceAll(/[ABEHIKMNOPT]/g, (one) => ({ A: 'А', B: 'В', E: 'Е', H: 'Н', I: 'І', K: 'К', M: 'М', N: 'Ν', O: 'Ο', P: 'Ρ', T: 'Τ' })[one] ?? one),
  no.replaceAll(/[0-9]/g, (one) => String.fromCharCode(0x966 + Number(one))),
  no.replaceAll('-', '–'),
  [...no].join('\u200b'),
]

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const sown = await chain.sown({ areaHa: 3 })
  cropId = sown.cropId
  await chain.decide('APPROVED', sown.farmerId)
  await chain.picked(cropId, 3500)
  lotId = (await chain.lot()).id
}, 120_000)

describe('the number of a paper', () => {
  it('of a ticket is booked once, also by two at the same moment', async () => {
    await ok(chain.buy(lotId, cropId, 100, undefined, { receiptNo: 'BHI-26-0255' }))
    for (const receiptNo of spellings('BHI-26-0255')) await refused(() => chain.buy(lotId, cropId, 100, undefined, { receiptNo }), duplicate('data.receiptNo'))
    const two = await Promise.all(['bhi 7', 'BHI  7'].map((receiptNo) => chain.buy(lotId, cropId, 100, undefined, { receiptNo })))
    expect(two.map(({ status }) => status).sort()).toEqual([201, 409])
    const { items } = await ok(as('pooja').get(`/productbatch/${lotId}/events`))
    const numbers = items.flatMap(({ eventType, data }: Json) => (eventType === 'PURCHASE' ? [data.receiptNo] : []))
    expect(numbers.sort()).toEqual(['BHI 7', 'BHI-26-0255'])
  })
  it('of a lot is given once for each product', async () => {
    const lot = await ok(as('pooja').get(`/productbatch/${lotId}`))
    const other = (batchNo: string) => as('pooja').post('/productbatch', { productId: lot.productId, unitType: lot.unitType, seasonId: lot.seasonId, batchNo })
    for (const batchNo of spellings(lot.batchNo)) await refused(() => other(batchNo), duplicate('batchNo'))
  })
  it('of a bale is one identity', async () => {
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
    const press = (day: string, lintKg: number, ...numbers: string[]) =>
      record(as('paul'), 'processingsystem', chain.gin, 'BALE_PRESSED', day, {
        batchId: lint.id,
        productId: chain.products.bale,
        lintKg,
        bales: numbers.map((no) => ({ no, kg: 170 })),
      })
    await refused(() => press('2025-11-26', 340, 'K-1', 'k-1'), { status: 400, body: { fields: [{ path: 'data.bales.1.no', code: 'taken' }] } })
    const { event } = await ok(press('2025-11-26', 510, 'k-1', 'K-2', 'K-3'))
    expect(event.data.bales.map(({ no }: Json) => no)).toEqual(['K-1', 'K-2', 'K-3'])
    await refused(() => press('2025-11-26', 170, 'ｋ-1'), duplicate('data.bales.0.no'))
    const bales = await chain.madeBy(event.id)
    // Written otherwise it is still that bale: packed anew it keeps its identity, and a scan finds it.
    await ok(record(as('paul'), 'productbatch', bales, 'REPACK', '2025-11-27', { units: ['k-1', 'k-2', 'K-3'].map((unitNo) => ({ unitNo, kg: 170 })) }))
    expect((await chain.view('productbatch', bales)).units.map(({ unitNo }: Json) => unitNo)).toEqual(['K-1', 'K-2', 'K-3'])
    await ok(record(as('paul'), 'productbatch', bales, 'LOADED', '2025-11-28', { sscc: 'S-1', units: ['k-2'] }))
    const { items } = await ok(as('paul').get('/units/k-2'))
    expect(items.map(({ unitNo, sscc }: Json) => [unitNo, sscc])).toEqual([['K-2', 'S-1']])
  })
  it('of a scope certificate is one for each body', async () => {
    const all: Json[] = (await ok(as('carla').get('/scopecertificate?limit=50'))).items
    const one = await chain.view('scopecertificate', all[0].id)
    const { collectiveId, processorId, certificationBodyId, schemeId, issueDate, validFrom, validTo, products } = one
    const again = (scNo: string) =>
      as('carla').post('/scopecertificate', { collectiveId, processorId, certificationBodyId, schemeId, issueDate, validFrom, validTo, products, scNo })
    for (const scNo of spellings(one.scNo)) await refused(() => again(scNo), duplicate('scNo'))
    expect((await ok(world.stranger().get(`/api/public/code?code=${encodeURIComponent(one.scNo.toLowerCase())}`))).certificates[0].number).toBe(one.scNo)
  })
})
