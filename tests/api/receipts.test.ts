// Kilograms that are weighed in beyond what was sent came from nowhere that is known: they are in no books, and certified by nobody, before a second person approves them (4.2, BR-30).
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Mill, millOf } from './mill-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let mill: Mill
const as = (key: string) => world.as(key, 'OP1')
const refused = refusing(() => world)
const undo = (who: string, entity: string, id: string, eventId: string) => as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const view = (id: string): Promise<Json> => chain.view('productbatch', id)
const weighed = (batchId: string, netKg: number) => ({ batchId, grossKg: netKg, tareKg: 0, netKg })
const receive = (who: string, line: string, batchId: string, netKg: number, day: string, hour = 10) =>
  record(as(who), 'processingsystem', line, 'GOODS_RECEIVED', day, weighed(batchId, netKg), hour)
let invoices = 0
async function sendOn(lotId: string, buyerId: string, kg: number, day: string, hour = 10): Promise<string> {
  const { event } = await ok(record(as('ada'), 'productbatch', lotId, 'DISPATCH', day, { buyerId, kg, invoiceNo: `ON-${++invoices}` }, hour))
  return chain.madeBy(event.id)
}
/** A part of a lot of the group, on its way to the gin. */
async function onItsWay(kg: number): Promise<string> {
  const sales = salesOf(chain)
  return (await sales.send(await sales.lot(kg), kg)).partId
}
const openOf = async (id: string) => (await view(id)).flags.map(({ ruleId, severity, figures }: Json) => [ruleId, severity, figures.deltaKg])

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  mill = await millOf(world)
}, 120_000)

describe('more that arrived than was sent', () => {
  it('is refused above 2 %, and up to it is in no books: it waits for a second person, who is not the one that weighed (422 BR-24)', async () => {
    const lot = await onItsWay(1000)
    await refused(() => receive('paul', chain.gin, lot, 1021, '2025-12-03'), { status: 422, body: { ruleId: '4.2' } })
    await ok(receive('ada', chain.gin, lot, 1019.9, '2025-12-03'))
    expect(await view(lot)).toMatchObject({ status: 'RECEIVED', onHandKg: 1000, certifiableKg: 1000, availableKg: 1000, closedQtyKg: 1000 })
    expect(await openOf(lot)).toEqual([['BR-30', 'REVIEW', 19.9]])
    await refused(() => record(as('ada'), 'productbatch', lot, 'ADJUST_APPROVED', '2025-12-04'), { status: 422, body: { ruleId: 'BR-24' } })
    await ok(record(as('omar'), 'productbatch', lot, 'ADJUST_APPROVED', '2025-12-04'))
    expect(await view(lot)).toMatchObject({ onHandKg: 1019.9, certifiableKg: 1019.9, flags: [] })
  })
  it('is no more sent on than was sent here before that', async () => {
    const lot = await onItsWay(500)
    await ok(receive('paul', chain.gin, lot, 505, '2025-12-03'))
    const data = { buyerId: mill.company, kg: 505, invoiceNo: 'ON-505' }
    await refused(() => record(as('ada'), 'productbatch', lot, 'DISPATCH', '2025-12-05', data), { status: 422, body: { ruleId: 'BR-09' } })
  })
  it('is not taken back while its approval stands (422 BR-26), and leaves nothing after that', async () => {
    const lot = await onItsWay(400)
    const receipt = await ok(receive('paul', chain.gin, lot, 404, '2025-12-03'))
    const approval = await ok(record(as('omar'), 'productbatch', lot, 'ADJUST_APPROVED', '2025-12-04'))
    await refused(() => undo('paul', 'processingsystem', chain.gin, receipt.event.id), {
      status: 422,
      body: { ruleId: 'BR-26', figures: { eventId: approval.event.id } },
    })
    await ok(undo('omar', 'productbatch', lot, approval.event.id))
    expect([(await view(lot)).certifiableKg, await openOf(lot)]).toEqual([400, [['BR-30', 'REVIEW', 4]]])
    await ok(undo('paul', 'processingsystem', chain.gin, receipt.event.id))
    expect(await view(lot)).toMatchObject({ status: 'IN_TRANSIT', onHandKg: 400, flags: [] })
    // Weighed anew, with less: what is missing is lost.
    await ok(receive('paul', chain.gin, lot, 399, '2025-12-03'))
    expect(await view(lot)).toMatchObject({ status: 'RECEIVED', onHandKg: 399, certifiableKg: 399, flags: [] })
  })
  it('is proposed of a lot that is held back, and of one whose receipt is recorded late; two at once are received once', async () => {
    const lot = await onItsWay(300)
    await ok(record(as('omar'), 'productbatch', lot, 'QUARANTINE', '2025-12-02', { reason: 'Torn cover' }))
    await ok(receive('paul', chain.gin, lot, 303, '2025-12-03'))
    expect(await view(lot)).toMatchObject({ status: 'QUARANTINED', onHandKg: 300, certifiableKg: 0 })
    const other = await onItsWay(200)
    const both = await Promise.all([201, 202].map((kg) => receive('paul', chain.gin, other, kg, '2025-12-03')))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect([await view(other), (await openOf(other)).length]).toMatchObject([{ onHandKg: 200, certifiableKg: 200 }, 1])
  })
})

describe('goods that go to and fro', () => {
  it('never become more to certify than came from the fields, whatever is weighed', async () => {
    const hop = fc.record({ share: fc.constantFrom(1.0199, 1.005, 1, 0.9951, 0.9801), part: fc.constantFrom(1, 0.6) })
    await fc.assert(
      fc.asyncProperty(fc.array(hop, { minLength: 2, maxLength: 8 }), async (hops) => {
        const start = 100
        let lot = await onItsWay(start)
        const lots = [lot]
        let hour = 0
        for (const [place, { share, part }] of hops.entries()) {
          const isGin = place % 2 === 0
          const sentKg = (await view(lot)).onHandKg
          await ok(receive('ada', isGin ? chain.gin : mill.line, lot, Math.floor(sentKg * share * 1000) / 1000, '2025-12-10', ++hour))
          const { onHandKg, certifiableKg } = await view(lot)
          expect([onHandKg <= sentKg, certifiableKg <= start]).toEqual([true, true])
          lot = await sendOn(lot, isGin ? mill.company : chain.ginner, Math.floor(onHandKg * part * 1000) / 1000, '2025-12-10', ++hour)
          lots.push(lot)
        }
        const there = await Promise.all(lots.map(view))
        expect(there.reduce((sum, { onHandKg }) => sum + onHandKg, 0)).toBeLessThanOrEqual(start)
      }),
      { numRuns: 6 },
    )
  }, 120_000)
})
