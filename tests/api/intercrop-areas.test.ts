// The crops of an intercrop by its row ratio (BR-03): to the square metre, in whatever order they are entered, after one was cancelled, and when ratio or area change.
import { beforeAll, describe, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, cropBody, ok } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const blocked = (figures: Record<string, unknown>) => ({ status: 422, body: { ruleId: 'BR-03', figures } })
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)
const planted = (systemId: string, role: string, areaHa: number, more: Record<string, unknown> = {}) =>
  as('fatima').post('/crop', cropBody(chain, systemId, { role, areaHa, ...more }))
const systemOf = async (values: Record<string, unknown> = {}) => {
  const { parcelId } = await chain.member({ areaHa: 1 })
  return chain.systemOn(parcelId, { systemType: 'INTERCROP', rowRatio: '4:2', ...values })
}
const change = async (systemId: string, values: Record<string, unknown>) => {
  const { version } = await chain.view('croppingsystem', systemId)
  return as('omar').patch(`/croppingsystem/${systemId}`, values, { 'if-match': `"${version}"` })
}

describe('an intercrop of 1 ha with four rows to two', () => {
  it('has 0.6667 ha of the main crop and 0.3333 ha between, and not a square metre more', async () => {
    const systemId = await systemOf()
    await refused(() => planted(systemId, 'MAIN', 0.6668), blocked({ askedHa: 0.6668, allowedHa: 0.6667, systemHa: 1 }))
    await ok(planted(systemId, 'MAIN', 0.6667))
    // The two together are 1 ha.
    await refused(() => planted(systemId, 'INTERCROP', 0.3334), blocked({ askedHa: 1.0001, systemHa: 1 }))
    await ok(planted(systemId, 'INTERCROP', 0.3333))
  })
  it('is the same from the other side, and divided anew with its ratio', async () => {
    const systemId = await systemOf()
    await refused(() => planted(systemId, 'INTERCROP', 0.3335), blocked({ askedHa: 0.3335, allowedHa: 0.3334 }))
    await ok(planted(systemId, 'INTERCROP', 0.3334))
    const { id: main } = await ok(planted(systemId, 'MAIN', 0.6666))
    await refused(() => change(systemId, { rowRatio: '1:1' }), blocked({ askedHa: 0.6666, allowedHa: 0.5 }))
    await refused(() => change(systemId, { rowRatio: '5:1' }), blocked({ askedHa: 0.3334, allowedHa: 0.1667 }))
    await ok(change(systemId, { rowRatio: '2:1' }))
    const body = { eventType: 'CANCELLED', occurredAt: clock().toISOString(), data: { reason: 'Not sown' } }
    await ok(as('omar').post(`/crop/${main}/events`, body))
    await ok(change(systemId, { rowRatio: '1:1' }))
  })
  it('is divided no more once it is mixed: each crop may cover all of it', async () => {
    const systemId = await systemOf()
    await refused(() => planted(systemId, 'MAIN', 1), blocked({ allowedHa: 0.6667 }))
    await ok(change(systemId, { systemType: 'MIXED', rowRatio: null }))
    await ok(planted(systemId, 'MAIN', 1, { areaShare: 0.6 }))
    await ok(planted(systemId, 'INTERCROP', 1, { areaShare: 0.4 }))
    await refused(() => planted(systemId, 'BORDER', 1.0001, { areaShare: 0.001 }), blocked({ askedHa: 1.0001, systemHa: 1 }))
    await refused(() => change(systemId, { systemType: 'INTERCROP', rowRatio: '4:2' }), { status: 422, body: { ruleId: 'BR-03' } })
  })
})
