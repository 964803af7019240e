// What a group certifies under a lower claim than it bought it under is certified no second time under the higher one, whichever certificate came first (T08):
// under each claim with all above it, no more than was bought so of approved farmers.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
const as = (who: string) => world.as(who, 'OP1')
/** A released lot of 100 kg, organic, bought of one approved farmer. */
const lotOf = async (): Promise<{ lotId: string; farmerId: string }> => {
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 100)
  const { id: lotId } = await chain.lot()
  await ok(chain.buy(lotId, cropId, 100))
  await ok(record(as('pooja'), 'productbatch', lotId, 'CLOSED', '2025-11-20'))
  await ok(record(as('omar'), 'productbatch', lotId, 'RELEASED', '2025-11-21'))
  return { lotId, farmerId }
}
const draftOf = async (lotId: string, kg: number, claimStatus: string): Promise<string> => {
  const sent = [await sales.send(lotId, kg)]
  const { lines } = await sales.body(sent)
  return (await sales.draft(sent, { lines: (lines as Json[]).map((line) => ({ ...line, claimStatus })) })).id
}
const t08 = async (id: string): Promise<Json> =>
  (await ok(as('omar').get(`/transactioncertificate/${id}/checks`))).checks.find(({ code }: Json) => code === 'T08')
const stopped = { status: 422, body: { ruleId: 'BR-12', figures: { check: 'T08' } } }
/** By claim: certified before, on this one, bought of approved farmers. */
const figuresOf = ({ inputs }: Json) =>
  Object.fromEntries(
    [
      ...Map.groupBy(
        (inputs as Json[]).filter(({ terms }) => terms),
        ({ terms }) => terms[0],
      ),
    ].map(([claim, of]) => [claim, of.slice(0, 3).map(({ value }) => value)]),
  )
const decide = (farmerId: string, result: string) =>
  ok(
    record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'APPROVAL_COMMITTEE', '2026-01-15', {
      seasonId: chain.season,
      decisions: [{ farmerId, result }],
    }),
  )

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
}, 120_000)

describe('a lot sold under a lower claim than it was bought under', () => {
  it('takes of what was bought under the higher one, before and after the certificate that asks for that', async () => {
    const [one, other] = [await lotOf(), await lotOf()]
    const [organic, lower] = [await draftOf(one.lotId, 100, 'ORGANIC'), await draftOf(other.lotId, 100, 'IC2')]
    const [high, low] = ['Organic', 'In conversion, year 2']
    // Nothing is bound yet: each alone is within what was bought.
    expect([figuresOf(await t08(organic)), figuresOf(await t08(lower))]).toEqual([{ [high]: [0, 100, 200] }, { [low]: [0, 100, 200] }])
    const { event } = await ok(sales.act(as('omar'), lower, 'SUBMITTED'))
    expect(await t08(organic)).toMatchObject({ outcome: 'REVIEW', message: expect.stringContaining('No signed list') })
    expect(figuresOf(await t08(organic))).toEqual({ [high]: [0, 100, 200], [low]: [100, 100, 200] })
    // One of the two farmers is on the list no more: 100 kg were bought of approved farmers, and 200 kg would be certified.
    await decide(other.farmerId, 'REJECTED')
    expect(figuresOf(await t08(organic))).toEqual({ [high]: [0, 100, 100], [low]: [100, 100, 100] })
    expect(await t08(organic)).toMatchObject({ outcome: 'BLOCK' })
    expect(await sales.act(as('omar'), organic, 'SUBMITTED')).toMatchObject(stopped)
    // In the other order: the lower one is refused beside the organic one, with the same figures.
    await ok(as('omar').post(`/transactioncertificate/${lower}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(sales.act(as('omar'), organic, 'SUBMITTED'))
    expect(figuresOf(await t08(lower))).toEqual({ [low]: [100, 100, 100] })
    expect(await sales.act(as('omar'), lower, 'SUBMITTED')).toMatchObject(stopped)
    // Approved again, both are certified.
    await decide(other.farmerId, 'APPROVED')
    await ok(sales.act(as('omar'), lower, 'SUBMITTED'))
    expect(figuresOf(await t08(organic))).toEqual({ [high]: [0, 100, 200], [low]: [100, 100, 200] })
  })
})
