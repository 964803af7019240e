// Opening stock by a certificate from elsewhere (12): what lots have of one is added up, never more than is stated to be on it; where nobody says how much that is, a further use is to be
// decided. Nothing was made after the day on which it is entered.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
const as = (key: string) => world.as(key, 'OP1')
const lotEvent = (lot: string, type: string, day: string, data: Record<string, unknown> = {}, who = 'omar') =>
  record(as(who), 'productbatch', lot, type, day, data)
const propose = (lot: string, no: string, kg: number, more: Record<string, unknown> = {}, day = '2025-06-02') =>
  lotEvent(lot, 'OPENING_STOCK', day, { kg, claim: 'ORGANIC', externalCertificateNo: no, certificationBody: 'Old Body', ...more })
const approve = (lot: string, day = '2025-06-03') => lotEvent(lot, 'OPENING_APPROVED', day, {}, 'ada')
const undo = (lot: string, eventId: string) => as('ada').post(`/productbatch/${lot}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const refused = refusing(() => world)
const used = { status: 422, body: { ruleId: '12' } }
const lot = async (): Promise<string> => (await chain.lot()).id
const figures = async (id: string) =>
  (await chain.view('productbatch', id)).flags.map(({ ruleId, severity, figures: { otherKg = null } }: Json) => [ruleId, severity, otherKg])

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('opening stock by a certificate from elsewhere', () => {
  it('was not made after the day on which it is entered (400)', async () => {
    const id = await lot()
    for (const producedOn of ['2030-01-01', '2025-06-03'])
      await refused(() => propose(id, 'A-1', 10, { producedOn }), { status: 400, body: { fields: [{ path: 'data.producedOn', code: 'max' }] } })
    await ok(propose(id, 'A-1', 10, { producedOn: '2025-06-02' }))
  })
  it('is no more in all than is stated to be on it, however number and issuer are written; what is taken back is free again', async () => {
    const [one, other, third] = [await lot(), await lot(), await lot()]
    await refused(() => propose(one, 'B/1', 1001, { externalCertificateKg: 1000 }), used)
    await ok(propose(one, 'B/1', 600, { externalCertificateKg: 1000 }))
    await ok(approve(one))
    await refused(() => propose(other, 'b 1', 400.001, { certificationBody: 'OLD-BODY' }), used)
    await refused(() => propose(other, 'B/1', 10, { externalCertificateKg: 900 }), used)
    const { event } = await ok(propose(other, 'b-1', 400))
    await refused(() => propose(third, 'B/1', 0.001, { certificationBody: null }), used)
    await ok(undo(other, event.id))
    await ok(propose(third, 'B/1', 400))
    await ok(approve(third))
    // The same number of another issuer is another certificate.
    await ok(propose(other, 'B/1', 5000, { certificationBody: 'Another' }))
    expect(await figures(third)).toEqual([])
  })
  it('of which nobody says the weight is to be decided when it is used again, before and after its approval, until the first use is taken back', async () => {
    const [one, other] = [await lot(), await lot()]
    const first = await ok(propose(one, 'C-1', 100_000))
    const approval = await ok(approve(one))
    await ok(propose(other, 'c1', 100_000))
    expect([await figures(one), await figures(other)]).toEqual([[], [['12', 'REVIEW', 100_000]]])
    await ok(approve(other))
    expect(await figures(other)).toEqual([['12', 'REVIEW', 100_000]])
    await ok(undo(one, approval.event.id))
    await ok(undo(one, first.event.id))
    expect(await figures(other)).toEqual([])
  })
  it('of this programme is none (422)', async () => {
    const no = 'TC-OWN/26'
    const sales = salesOf(chain)
    const { id } = await sales.submitted([await sales.send(await sales.lot(100), 40)])
    await ok(sales.act(as('carla'), id, 'ISSUED', { tcNo: no, reviewNote: 'Seen' }))
    const own = await lot()
    await refused(() => propose(own, 'tc own 26', 10), used)
  })
  it('is entered of by two at once no more than is on it', async () => {
    const lots = await Promise.all([lot(), lot(), lot()])
    const answers = await Promise.all(lots.map((id) => propose(id, 'D-1', 60, { externalCertificateKg: 100 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  })
  it('is judged when a late proposal is approved, by all that were entered', async () => {
    const [one, other] = [await lot(), await lot()]
    await ok(propose(one, 'E-1', 80))
    await ok(propose(other, 'E-1', 80, {}, '2025-06-01'))
    const stated = await lot()
    // What is on it becomes known: neither can be approved beside the other.
    await refused(() => propose(stated, 'E-1', 1, { externalCertificateKg: 100 }), used)
    await ok(approve(one))
    expect(await figures(other)).toEqual([['12', 'REVIEW', 80]])
  })
})
