// Lots whose goods were recorded out of their order (domain dictionary 4.4, BR-26).
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const lotEvent = (who: string, lot: string, type: string, day: string, data: Record<string, unknown> = {}) =>
  record(as(who), 'productbatch', lot, type, day, data)
const view = (lot: string): Promise<Json> => chain.view('productbatch', lot)
const blocked = (ruleId: string, figures: Record<string, unknown> = {}) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId, figures } })
const contradicted = (figures: Record<string, unknown>) => ({ status: 409, body: { code: 'STATE_CONFLICT', figures } })

/** It is refused, and writes nothing. */
async function refused(call: () => Promise<Json>, expected: Record<string, unknown>): Promise<void> {
  const before = await rowCounts(world)
  expect(await call()).toMatchObject(expected)
  expect(await rowCounts(world)).toEqual(before)
}
/** The crop of an approved member, and the farm lot of its harvest. */
async function picked(kg: number): Promise<{ cropId: string; farmLot: string }> {
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, kg)
  const [lot] = (await ok(as('omar').get(`/productbatch?filter[cropId]=${cropId}`))).items
  return { cropId, farmLot: lot.id }
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('a lot recorded out of order', () => {
  it('is not voided dated before its goods came: a farm lot of a harvest, also when all was bought from it', async () => {
    const { cropId, farmLot } = await picked(100)
    const empty = (day: string) => lotEvent('omar', farmLot, 'VOIDED', day, { reason: 'Opened twice' })
    const harvest = contradicted({ eventId: expect.any(String), eventType: 'HARVEST' })
    await refused(() => empty('2025-11-02'), blocked('4.4', { onHandKg: 100 }))
    await refused(() => empty('2025-10-20'), harvest)
    const { id } = await chain.lot()
    await ok(chain.buy(id, cropId, 100, '2025-11-03'))
    await refused(() => empty('2025-10-20'), harvest)
    await refused(() => empty('2025-11-04'), blocked('BR-26'))
    expect(await view(farmLot)).toMatchObject({ status: 'OPEN', onHandKg: 0 })
  })
})
