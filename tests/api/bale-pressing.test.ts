// Bales are pressed on the line on which lint was ginned: certified lint on a clean line only (BR-11), whichever was recorded first.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const lineEvent = (type: string, day: string, data: Record<string, unknown> = {}, hour = 16) =>
  record(as('paul'), 'processingsystem', chain.gin, type, day, data, hour)
const blocked = (ruleId: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId } })
const refused = refusing(() => world)
/** A lot of the centre with a ton of a member on whom the committee decided so. */
async function bought(result: string): Promise<string> {
  const { cropId, farmerId } = await chain.sown()
  await chain.decide(result, farmerId)
  await chain.picked(cropId, 1000, '2025-10-25')
  const { id } = await chain.lot()
  await ok(chain.buy(id, cropId, 1000, '2025-11-03'))
  return id
}
const ginRun = (lot: string, kg: number, day: string, from: string, to: string, more: Record<string, unknown> = {}) => ({
  process: 'GINNING',
  inputs: [{ batchId: lot, kg }],
  outputs: [
    { productId: chain.products.lint, kg: kg * 0.34 },
    { productId: chain.products.cottonseed, kg: kg * 0.625 },
  ],
  wasteKg: kg * 0.03,
  invisibleKg: kg * 0.005,
  startedAt: `${day}T${from}:00Z`,
  endedAt: `${day}T${to}:00Z`,
  ...more,
})

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('pressing on a line that is changed over (BR-11)', () => {
  it('is judged like a run: certified lint on a clean line only, whichever was recorded first', async () => {
    const organic = await chain.atGin(await bought('APPROVED'), 1000)
    const conventional = await chain.atGin(await bought('REJECTED'), 1000)
    const before = new Set((await ok(as('paul').get('/productbatch?filter[status]=CLOSED&limit=200'))).items.map(({ id }: Json) => id))
    const clean = (day: string) => lineEvent('CLEANING', day, { area: 'Gin stands', method: 'BLOWN' }, 6)
    await ok(clean('2025-12-23'))
    await ok(lineEvent('PROCESS_RUN', '2025-12-23', ginRun(organic, 1000, '2025-12-23', '04:00', '06:00'), 12))
    await ok(lineEvent('PROCESS_RUN', '2025-12-24', ginRun(conventional, 1000, '2025-12-24', '02:00', '03:00'), 12))
    const lots: Json[] = (await ok(as('paul').get('/productbatch?filter[status]=CLOSED&limit=200'))).items
    const lintOf = (claim: string): Json => lots.find((lot) => lot.productId === chain.products.lint && lot.claimStatus === claim && !before.has(lot.id))
    const [organicLint, otherLint] = [lintOf('ORGANIC'), lintOf('CONVENTIONAL')]
    const press = (lint: Json, day: string, no: string, hour = 10) =>
      lineEvent('BALE_PRESSED', day, { batchId: lint.id, productId: chain.products.bale, lintKg: 170, bales: [{ no, kg: 170 }] }, hour)
    await refused(() => press(organicLint, '2025-12-25', 'C-1'), blocked('BR-11'))
    const { event: cleaning } = await ok(clean('2025-12-25'))
    const { event: pressed } = await ok(press(organicLint, '2025-12-25', 'C-1'))
    const refusal = await as('paul').post(`/processingsystem/${chain.gin}/events`, {
      eventType: 'BALE_PRESSED',
      occurredAt: '2025-12-25T08:00:00+05:30',
      data: { batchId: otherLint.id, productId: chain.products.bale, lintKg: 170, bales: [{ no: 'C-2', kg: 170 }] },
      lateReason: 'Log book',
    })
    expect(refusal).toMatchObject({ status: 422, body: { ruleId: 'BR-11', figures: { eventId: pressed.id } } })
    await refused(() => as('paul').post(`/processingsystem/${chain.gin}/events/${cleaning.id}/void`, { reason: 'INCORRECT_DATA' }), blocked('BR-11'))
    await ok(press(otherLint, '2025-12-25', 'C-2', 11))
    expect(await chain.view('processingsystem', chain.gin)).toMatchObject({ lastRunClaim: 'CONVENTIONAL', lastRunAt: '2025-12-25T05:30:00.000Z' })
    await refused(() => press(organicLint, '2025-12-25', 'C-3', 12), blocked('BR-11'))
  })
})
