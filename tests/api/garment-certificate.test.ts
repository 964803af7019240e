// A transaction certificate of garments: from a garment maker to a brand, of what is organic of their weight (5.5), with the certificate of the fabric behind it.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, salesOf, tcNo } from './sale-stage.ts'
import { type Textiles, textilesOf } from './textile-stage.ts'

let world: World
let chain: Chain
let mill: Textiles
let sales: Sales
let brand = ''
let garments = ''
let dispatchId = ''
let values: Record<string, unknown> = {}
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
/** Of 200 kg sent to the brand. */
const goods = (certifiedKg: number) => [
  { batchId: garments, productId: mill.products.garment, hsCode: '610910', claimStatus: 'ORGANIC', grossKg: 210, netKg: 200, certifiedKg, units: 1000 },
]

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  // Paul’s company sews too.
  mill = await textilesOf(chain, chain.ginner)
  sales = salesOf(chain)
  const fabric = await mill.claimed('ORGANIC', 300)
  const dyed = await mill.run('dyeing', '2025-12-01', { [fabric]: 300 }, { [mill.products.dyedFabric]: 285 }, { wasteKg: 9, invisibleKg: 6 })
  const dyedLot = dyed.made[mill.products.dyedFabric] ?? ''
  await ok(record(as('ada'), 'productbatch', dyedLot, 'RELEASED', '2025-12-02'))
  const atMaker = await mill.sent(dyedLot, 285, mill.maker, mill.lines.sewing, '2025-12-03')
  const { garment, cuttingWaste } = mill.products
  const sewn = await mill.run('sewing', '2025-12-08', { [atMaker]: 285 }, { [garment]: 240, [cuttingWaste]: 40 }, { wasteKg: 1, invisibleKg: 4 })
  garments = sewn.made[garment] ?? ''
  await ok(record(as('ada'), 'productbatch', garments, 'RELEASED', '2025-12-09'))
  const { id: _, ...company } = sampleOf(entityOf('processor'), { values: { code: 'BRAND', legalName: 'Nordic Basics', types: ['BRAND'] } }) as Json
  brand = (await ok(as('ada').post('/processor', company))).id
  await ok(record(as('ada'), 'processor', brand, 'ACTIVATED', '2025-06-01'))
  dispatchId = (await ok(record(as('ada'), 'productbatch', garments, 'DISPATCH', '2025-12-10', { buyerId: brand, kg: 200, invoiceNo: 'G-1' }))).event.id
  const shipment = { dispatchId, date: '2025-12-10', invoiceNo: 'G-1', invoiceDate: '2025-12-10', mode: 'SEA', grossKg: 210, netKg: 200 }
  values = await sales.body([], {
    collectiveId: null,
    processorId: mill.maker,
    sellerScopeId: chain.certificates.ginner,
    buyerId: brand,
    buyerScopeId: null,
    consignee: 'Nordic Basics',
    shipments: [shipment],
    lines: goods(190),
    inputCertificates: [{ externalNo: 'TC/2025/1', kgUsed: 285 }],
  })
}, 120_000)

const stopped = { status: 422, body: { ruleId: 'BR-12', figures: { checks: ['T10'] } } }
let draftId = ''
/** `organic` null: the product has no composition. */
const composed = async (organic: number | null, of: 'garment' | 'fabric' = 'garment') => {
  // Taking a whole composition away is no edit: such products were made without one.
  if (organic === null)
    return world.scoped('ada', async ({ db, tenant }) => {
      await db
        .updateTable('product')
        .set({ composition: JSON.stringify([]) as never })
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', mill.products[of])
        .execute()
    })
  const { version } = await chain.view('product', mill.products[of])
  const parts = (share: number) => [
    { material: 'FABRIC', share, organic: true },
    { material: 'OTHER', share: Math.round((1 - share) * 100) / 100, organic: false },
  ]
  await ok(as('ada').patch(`/product/${mill.products[of]}`, { composition: parts(organic) }, { 'if-match': `"${version}"` }))
}

describe('a transaction certificate of garments', () => {
  const offered = () => ok(as('ada').get(`/certifiable-dispatches?processorId=${mill.maker}&buyerId=${brand}`))
  it('is offered for what was sent, with the share that is organic', async () => {
    expect((await offered()).items).toMatchObject([{ dispatchId, kg: 200, hsCode: '610910', claim: 'ORGANIC', organicShare: 0.95, why: null }])
    expect(flawsOfAnswer('transactioncertificate.dispatches', 200, await offered())).toEqual([])
  })
  it('refuses more than net × organic share (400), and goods that are not the seller’s (400)', async () => {
    const refusedAt = (path: string, code: string) => ({ status: 400, body: { fields: [{ path, code }] } })
    await refused(() => as('paul').post('/transactioncertificate', { ...values, lines: goods(190.001) }), refusedAt('lines.0.certifiedKg', 'max'))
    const sellerScopeId = (await chain.standards.certify({ processorId: mill.spinner })).id
    const other = { ...values, processorId: mill.spinner, sellerScopeId }
    await refused(() => as('ada').post('/transactioncertificate', other), refusedAt('lines.0.batchId', 'rule'))
  })
  it('is for no product of which less than 70 % is organic (400), and says so with the dispatch', async () => {
    await composed(0.69)
    expect((await offered()).items).toMatchObject([{ organicShare: 0.69, why: expect.stringContaining('Less than 70 %') }])
    const below = { status: 400, body: { fields: [{ path: 'lines.0.productId', code: 'rule' }] } }
    await refused(() => as('paul').post('/transactioncertificate', { ...values, lines: goods(100) }), below)
    await composed(0.95)
  })
  it('follows what the goods were made of, and is never above it whatever composition their product has', async () => {
    await composed(null)
    expect((await offered()).items).toMatchObject([{ organicShare: 1, why: null }])
    // Two steps behind the garments: knitted, dyed, sewn.
    await composed(0.6, 'fabric')
    expect((await offered()).items).toMatchObject([{ organicShare: 0.6, why: expect.stringContaining('Less than 70 %') }])
    const below = { status: 400, body: { fields: [{ path: 'lines.0.productId', code: 'rule' }] } }
    await refused(() => as('paul').post('/transactioncertificate', { ...values, lines: goods(100) }), below)
    await composed(0.8, 'fabric')
    const above = { status: 400, body: { fields: [{ path: 'lines.0.certifiedKg', code: 'max' }] } }
    await refused(() => as('paul').post('/transactioncertificate', { ...values, lines: goods(160.001) }), above)
    // Nor does a composition of its own make more organic than what was sewn.
    await composed(0.95)
    expect((await offered()).items).toMatchObject([{ organicShare: 0.8, why: null }])
    await refused(() => as('paul').post('/transactioncertificate', { ...values, lines: goods(160.001) }), above)
    await composed(null, 'fabric')
  })
  it('is neither submitted nor issued once less of it is organic than was drafted (422 BR-12, T10)', async () => {
    const { id } = await ok(as('paul').post('/transactioncertificate', values))
    await composed(0.6)
    await refused(() => sales.act(as('paul'), id, 'SUBMITTED'), stopped)
    await composed(0.95)
    draftId = id
  })
  it('is drafted, judged and issued like one of seed cotton, and certifies the lot', async () => {
    const id = draftId
    const checks: Json[] = (await ok(as('carla').get(`/transactioncertificate/${id}/checks`))).checks
    expect(checks.filter(({ outcome }) => outcome === 'BLOCK')).toEqual([])
    const outcomes = Object.fromEntries(checks.map(({ code, outcome }) => [code, outcome]))
    expect(outcomes).toMatchObject({ T01: 'OK', T05: 'OK', T10: 'OK', T13: 'OK', T15: 'OK' })
    await ok(sales.act(as('paul'), id, 'SUBMITTED'))
    await ok(sales.act(as('carla'), id, 'REVIEW_STARTED'))
    await composed(0.6)
    await refused(() => sales.act(as('carla'), id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Papers seen' }), stopped)
    await composed(0.95)
    const { subject } = await ok(sales.act(as('carla'), id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Papers seen' }))
    expect(subject).toMatchObject({ status: 'ISSUED', netKg: 200, certifiedKg: 190 })
    expect(await sales.kilograms(garments)).toMatchObject({ onHandKg: 40, shippedKg: 200, certifiedKg: 200 })
    expect((await offered()).items).toMatchObject([{ certificate: { id } }])
  })
})
