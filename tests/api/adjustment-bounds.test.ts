// What one approval may change in the books of a lot (BR-30; docs/decisions/0096): 3 % of what was in them just before, alone and with others between which no goods came or
// went, and 3 % of what came in with all others; in any order of recording. Of drawn histories: drawn-adjustments.test.ts.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, ok, record } from './chain-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: ReturnType<typeof salesOf>
const as = (key: string) => world.as(key, 'OP1')
const refused = refusing(() => world)
const blocked = (figures: Record<string, unknown>) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId: 'BR-30', figures } })
const on = (who: string, lot: string, type: string, day: string, data: Record<string, unknown> = {}, hour = 10) =>
  record(as(who), 'productbatch', lot, type, day, data, hour)
/** A proposal, with what approves it on its day. */
async function proposed(lot: string, deltaKg: number, day: string) {
  const { event } = await ok(on('pooja', lot, 'ADJUST', day, { deltaKg, reason: 'Weighed again' }))
  const approve = (who = 'omar', hour = 12) => on(who, lot, 'ADJUST_APPROVED', day, { adjustEventId: event.id }, hour)
  return { approve, agree: () => on('carla', lot, 'ADJUST_AGREED', day, { adjustEventId: event.id }, 11) }
}
const undo = (lot: string, eventId: string) => as('omar').post(`/productbatch/${lot}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const onHand = async (lot: string): Promise<number> => (await chain.view('productbatch', lot)).onHandKg

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
}, 120_000)

describe('an adjustment that one approval is not enough for', () => {
  it('is one above 3 % of what is left, whatever had come in, and so are several between which no goods came or went', async () => {
    const lot = await sales.lot(1000)
    await sales.send(lot, 950)
    await refused((await proposed(lot, -1.501, '2025-12-04')).approve, blocked({ deltaKg: -1.501, bookKg: 50 }))
    await refused((await proposed(lot, 30, '2025-12-04')).approve, blocked({ deltaKg: 30, bookKg: 50 }))
    await ok((await proposed(lot, -1.4, '2025-12-05')).approve())
    const next = await proposed(lot, -0.2, '2025-12-06')
    await refused(next.approve, blocked({ deltaKg: -0.2, adjustedKg: -1.4, bookKg: 50 }))
    // A loss is no goods that went: the run goes on after it, of what is left.
    await ok(on('omar', lot, 'LOSS', '2025-12-06', { cause: 'DRYING', kg: 0.5 }, 9))
    await refused(next.approve, blocked({ deltaKg: -0.2, adjustedKg: -1.4, bookKg: 49.5 }))
    await refused((await proposed(lot, -0.1, '2025-12-07')).approve, blocked({ deltaKg: -0.1, adjustedKg: -1.4, bookKg: 49.5 }))
    await ok((await proposed(lot, -0.08, '2025-12-07')).approve())
    // The body agrees; what follows is measured by the books as it knows them.
    await ok(next.agree())
    await ok(next.approve())
    await ok((await proposed(lot, -1.3, '2025-12-08')).approve())
    expect(await onHand(lot)).toBe(46.52)
  })
  it('begins anew when goods went, until 3 % of what came in are reached', async () => {
    const lot = await sales.lot(1000)
    await ok((await proposed(lot, -29, '2025-12-01')).approve())
    await sales.send(lot, 10, undefined, '2025-12-02')
    await refused((await proposed(lot, -1.001, '2025-12-03')).approve, blocked({ deltaKg: -1.001, adjustedKg: -29, cameKg: 1000 }))
    await ok((await proposed(lot, -1, '2025-12-03')).approve())
    await ok((await proposed(lot, 28, '2025-12-04')).approve())
    expect(await onHand(lot)).toBe(988)
  })
  it('entered late is measured by the books of its own day, together with others of that time', async () => {
    const lot = await sales.lot(1000)
    const { dispatchId } = await sales.send(lot, 950, undefined, '2025-12-10')
    await ok((await proposed(lot, 20, '2025-12-05')).approve())
    await refused((await proposed(lot, 10.1, '2025-12-04')).approve, blocked({ deltaKg: 10.1, adjustedKg: 20, cameKg: 1000 }))
    await ok((await proposed(lot, -1.2, '2025-12-12')).approve())
    // Back to before the goods went: there 20 kg of 1,000 are adjusted already.
    await refused((await proposed(lot, -30.1, '2025-12-04')).approve, blocked({ deltaKg: -30.1, bookKg: 1000 }))
    await ok((await proposed(lot, -30, '2025-12-04')).approve())
    expect([await onHand(lot), (await undo(lot, dispatchId)).status]).toEqual([38.8, 200])
    expect(await onHand(lot)).toBe(988.8)
  })
  it('stays within 3 % when what was in the books before it is taken back, or something is recorded late; the event is named (409)', async () => {
    const lot = await sales.lot(1000)
    const { event: more } = await ok((await proposed(lot, 30, '2025-12-05')).approve())
    const { event: less } = await ok((await proposed(lot, -30.9, '2025-12-06')).approve())
    await refused(() => undo(lot, more.id), { status: 409, body: { figures: { eventId: less.id } } })
    await refused(() => on('omar', lot, 'LOSS', '2025-12-04', { cause: 'RAIN', kg: 1 }), { status: 409, body: { figures: { eventId: more.id } } })
    await ok(undo(lot, less.id))
    await ok(undo(lot, more.id))
    expect(await onHand(lot)).toBe(1000)
  })
  it('is one of two at once, and of two of the same moment', async () => {
    const lot = await sales.lot(1000)
    await sales.send(lot, 500)
    const [one, other] = [await proposed(lot, 10, '2025-12-05'), await proposed(lot, 10, '2025-12-05')]
    const answers = await Promise.all([one.approve(), other.approve('ada')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject(blocked({ deltaKg: 10, adjustedKg: 10, bookKg: 500 }).body)
    expect(await onHand(lot)).toBe(510)
    // A late fact is judged against each of a moment.
    await ok((await proposed(lot, 4, '2025-12-05')).approve())
    const { event } = await ok((await proposed(lot, -14.9, '2025-12-05')).approve())
    await refused(() => on('omar', lot, 'LOSS', '2025-12-04', { cause: 'RAIN', kg: 10 }), { status: 409, body: { figures: { eventId: event.id } } })
  })
})
