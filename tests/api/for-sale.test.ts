// What the catalogue says is not for sale is neither bought, sent nor certified (domain dictionary 4.3), by the day of the trade; and a run with something that its facility is not
// registered for is to be looked at (4.2).
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record, uploadedSlip } from './chain-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const edit = async (entity: string, id: string, values: Record<string, unknown>) =>
  ok(as('ada').patch(`/${entity}/${id}`, values, { 'if-match': `"${(await chain.view(entity, id)).version}"` }))
const now = (id: string, eventType: string, data: Record<string, unknown>) =>
  as('pooja').post(`/productbatch/${id}/events`, { eventType, occurredAt: clock().toISOString(), data })
const notForSale = { status: 422, body: { code: 'RULE_BLOCKED', ruleId: '4.3', fields: [{ path: 'productId', code: 'rule' }] } }

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
}, 120_000)

describe('a product that is not for sale', () => {
  it('is neither bought nor sent from that day on (422 4.3), nor certified of a later shipment (400); what was traded before is recorded late and certified', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 1000)
    const { id: heap } = await chain.lot()
    const lot = await sales.lot(500)
    const sent = await sales.send(lot, 100)
    await edit('product', chain.products.seedCotton, { sellable: false })
    expect(await chain.buy(heap, cropId, 100, '2026-01-15')).toMatchObject({ status: 201 })
    await refused(() => now(lot, 'DISPATCH', { buyerId: chain.ginner, kg: 50, invoiceNo: 'N-1' }), notForSale)
    const ticket = {
      cropId,
      grossKg: 102,
      tareKg: 2,
      netKg: 100,
      pricePerKg: 72_00,
      premiumPerKg: 6_00,
      receiptNo: 'N-2',
      farmerConfirmation: 'SIGNATURE',
      signedSlip: [await uploadedSlip(as('pooja'))],
    }
    await refused(() => now(heap, 'PURCHASE', ticket), notForSale)
    await ok(record(as('pooja'), 'productbatch', lot, 'DISPATCH', '2025-12-02', { buyerId: chain.ginner, kg: 50, invoiceNo: 'N-3' }))
    expect((await chain.view('productbatch', lot)).may).not.toContain('DISPATCH')
    expect((await chain.view('productbatch', heap)).may).not.toContain('PURCHASE')
    const body = (await sales.body([sent])) as Json
    const without = { ...body, shipments: body.shipments.map(({ dispatchId: _, ...shipment }: Json) => ({ ...shipment, date: '2026-01-16' })) }
    await refused(() => as('omar').post('/transactioncertificate', without), {
      status: 400,
      body: { fields: [{ path: 'lines.0.productId', code: 'rule' }] },
    })
    const { items } = await ok(as('omar').get(`/certifiable-dispatches?collectiveId=${world.places.cotton.OP1?.id}&buyerId=${chain.ginner}`))
    expect(items.map(({ why }: Json) => why)).toEqual(items.map(() => null))
    const draft = await ok(as('omar').post('/transactioncertificate', body))
    await edit('product', chain.products.seedCotton, { sellable: true })
    await ok(now(lot, 'DISPATCH', { buyerId: chain.ginner, kg: 50, invoiceNo: 'N-4' }))
    // Goods that were sent while it was for sale stay certifiable, and their draft can be edited.
    await edit('product', chain.products.seedCotton, { sellable: false })
    const edited = await as('omar').patch(`/transactioncertificate/${draft.id}`, { consignee: 'Khargone Gin 2' }, { 'if-match': `"${draft.version}"` })
    expect(edited).toMatchObject({ status: 200, body: { consignee: 'Khargone Gin 2' } })
    await edit('product', chain.products.seedCotton, { sellable: true })
  })
})

describe('a run of a facility that lists its products', () => {
  /** A run of `minutes` that ended so long before now. */
  const run = (batchId: string, from: number, to: number) => {
    const at = (minutes: number) => new Date(clock().getTime() - minutes * 60_000).toISOString()
    return as('paul').post(`/processingsystem/${chain.gin}/events`, {
      eventType: 'PROCESS_RUN',
      occurredAt: at(to),
      lateReason: 'From the log book',
      data: {
        process: 'GINNING',
        inputs: [{ batchId, kg: 100 }],
        outputs: [
          { productId: chain.products.lint, kg: 34 },
          { productId: chain.products.cottonseed, kg: 60 },
        ],
        wasteKg: 4,
        invisibleKg: 2,
        startedAt: at(from),
        endedAt: at(to),
      },
    })
  }
  const cleaning = { eventType: 'CLEANING', occurredAt: new Date(clock().getTime() - 4 * 3_600_000).toISOString(), data: { area: 'All', method: 'BLOWN' } }
  const found = async () => (await chain.view('processingsystem', chain.gin)).flags.filter(({ ruleId }: Json) => ruleId === '4.2')
  it('with something else is for review, until that run is taken back', async () => {
    const goods = await chain.boughtAtGin(400)
    await ok(as('paul').post(`/processingsystem/${chain.gin}/events`, cleaning))
    await ok(run(goods, 180, 170))
    expect(await found()).toEqual([])
    await edit('processingsystem', chain.gin, { outputProductIds: [chain.products.lint] })
    const late = await run(goods, 50, 0)
    expect(late).toMatchObject({ status: 201 })
    expect(await found()).toMatchObject([{ severity: 'REVIEW', figures: { products: ['Cottonseed'] } }])
    await ok(as('paul').post(`/processingsystem/${chain.gin}/events/${late.body.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await found()).toEqual([])
  })
  it('over its capacity and with something else has two findings, each closed by itself', async () => {
    const goods = await chain.boughtAtGin(200)
    await edit('processingsystem', chain.gin, { outputProductIds: [chain.products.lint], capacityKgPerDay: 50 })
    await ok(as('paul').post(`/processingsystem/${chain.gin}/events`, cleaning))
    const { event } = await ok(run(goods, 50, 0))
    const ofRun = async () => (await found()).filter(({ eventId }: Json) => eventId === event.id)
    const both = await ofRun()
    expect(both.map(({ severity }: Json) => severity).sort()).toEqual(['REVIEW', 'WARN'])
    const { id } = both.find(({ severity }: Json) => severity === 'REVIEW')
    await ok(as('ada').post(`/processingsystem/${chain.gin}/findings/${id}/close`, { reason: 'NO_ISSUE', note: 'Cottonseed is made here' }))
    expect(await ofRun()).toMatchObject([{ severity: 'WARN', figures: { capacityKgPerDay: 50 } }])
  })
})
