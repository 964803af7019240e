// What a group must say of itself, inputs that it buys and hands out, and the premium it pays (domain dictionary 5.4): never more than there was at any moment, also recorded late, corrected,
// taken back, or by two at once.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { at, type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
let cake: string
let farmerId: string
let operatorId: string
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  cake = (await ok(world.as('ada', 'OP1').post('/inputitem', { name: 'Neem cake', category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 0 }))).id
  ;({ farmerId } = await chain.member())
  ;({ operatorId } = await chain.view('farmer', farmerId))
})
const omar = () => world.as('omar', 'OP1')
const lateReason = 'From the register'
const record = (eventType: string, day: string, data: Json, more: Json = {}) =>
  omar().post(`/collective/${operatorId}/events`, { eventType, occurredAt: at(day), data, lateReason, ...more })
const bought = (day: string, kg: number, more: Json = {}) => record('INPUT_PROCUREMENT', day, { itemId: cake, kg, supplier: 'Mill' }, more)
const issued = (day: string, kg: number, more: Json = {}) => record('INPUT_ISSUE', day, { itemId: cake, kg, farmerIds: [farmerId] }, more)
const voided = (id: string) => omar().post(`/collective/${operatorId}/events/${id}/void`, { reason: 'DID_NOT_OCCUR' })
const refused = { status: 422, body: { ruleId: '5.4' } }

describe('a group', () => {
  it('has a legal form and a registration number (400)', async () => {
    const body = sampleOf(entityOf('collective'))
    for (const name of ['legalForm', 'regNo']) {
      const { [name]: _, ...without } = body
      const answer = await world.as('ada', '-').post('/collective', without)
      expect([answer.status, answer.body.fields.map(({ path }: Json) => path)]).toEqual([400, [name]])
    }
  })
})

describe('inputs of a group', () => {
  it('are not handed out before they were bought, to strangers, or more than there is; a late purchase counts from its day', async () => {
    expect(await issued('2025-12-01', 10)).toMatchObject(refused)
    await ok(bought('2025-12-05', 100))
    expect(await issued('2025-12-01', 10)).toMatchObject(refused)
    expect(await record('INPUT_ISSUE', '2025-12-06', { itemId: cake, kg: 1, farmerIds: ['01980000-0000-7000-8000-000000000000'] })).toMatchObject({
      status: 400,
    })
    expect(await issued('2025-12-06', 101)).toMatchObject(refused)
    await ok(issued('2025-12-06', 100))
    expect(await issued('2025-12-07', 1)).toMatchObject(refused)
    await ok(bought('2025-11-20', 10))
    await ok(issued('2025-12-01', 10))
  })
  it('cannot lose what was handed out: the purchase is neither taken back nor corrected below it', async () => {
    const { event } = await ok(bought('2025-12-10', 50))
    const handed = await ok(issued('2025-12-11', 40))
    expect(await voided(event.id)).toMatchObject(refused)
    expect(await bought('2025-12-10', 39, { supersedesEventId: event.id })).toMatchObject(refused)
    await ok(bought('2025-12-10', 40, { supersedesEventId: event.id }))
    await ok(voided(handed.event.id))
    await ok(issued('2025-12-12', 40))
  })
  it('are handed out once where two hand out the last of them', async () => {
    await ok(bought('2025-12-20', 30))
    const answers = await Promise.all([issued('2025-12-21', 30), issued('2025-12-22', 30)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  })
})

describe('a premium', () => {
  const paid = (data: Json, more: Json = {}) => record('PREMIUM_DISTRIBUTION', '2026-01-10', { seasonId: chain.season, perKg: 500, ...data }, more)
  it('has the total that its kilograms make, and is paid for no more than was bought', async () => {
    const { cropId, farmerId: grower } = await chain.sown({ areaHa: 1 })
    await chain.picked(cropId, 300)
    const { id: heap } = await chain.lot()
    await chain.decide('APPROVED', grower)
    await ok(chain.buy(heap, cropId, 200))
    expect(await paid({ kg: 100, total: 60_000 })).toMatchObject({ status: 400, body: { fields: [{ path: 'data.total', code: 'rule' }] } })
    expect(await paid({ kg: 201, total: 100_500 })).toMatchObject(refused)
    const { event } = await ok(paid({ kg: 150, total: 75_000 }))
    expect(await paid({ kg: 51, total: 25_500 })).toMatchObject(refused)
    await ok(paid({ kg: 200, total: 100_000 }, { supersedesEventId: event.id }))
  })
})
