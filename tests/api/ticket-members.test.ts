// Whom a ticket was bought of (BR-08, BR-04): judged by what the member was, and what the committee had decided, at the time of the ticket, whenever that is recorded.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let lotId: string
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const inactive = (farmerStatus: string) => ({ status: 422, body: { ruleId: 'BR-08', figures: { farmerStatus } } })
const take = (entity: string, id: string, eventId: string) => ok(as('omar').post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }))
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  lotId = (await chain.lot()).id
}, 120_000)

async function grown(): Promise<{ cropId: string; farmerId: string }> {
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 1000)
  return { cropId, farmerId }
}

describe('a member who is suspended for a time', () => {
  const suspended = (farmerId: string, day: string) => ok(record(as('omar'), 'farmer', farmerId, 'SUSPENDED', day, { reason: 'Sanction' }))
  it('sells until that moment and from the end of it on, and not between, whatever is recorded first', async () => {
    const { cropId, farmerId } = await grown()
    await suspended(farmerId, '2025-11-05')
    await ok(record(as('ada'), 'farmer', farmerId, 'REINSTATED', '2025-11-10', { reason: 'Put right' }))
    const hour = (day: string, of: number) => record(as('pooja'), 'productbatch', lotId, 'PURCHASE', day, ticket(cropId), of)
    await ok(hour('2025-11-05', 9))
    await refused(() => hour('2025-11-05', 11), inactive('SUSPENDED'))
    await refused(() => hour('2025-11-10', 9), inactive('SUSPENDED'))
    await ok(hour('2025-11-10', 11))
  })
  it('has sold before, also when the ticket comes late; corrected into that time it is refused', async () => {
    const { cropId, farmerId } = await grown()
    const { event: suspension } = await suspended(farmerId, '2025-11-10')
    const { event } = await ok(chain.buy(lotId, cropId, 100, '2025-11-03'))
    const { data } = (await ok(as('pooja').get(`/productbatch/${lotId}/events?limit=100`))).items.find(({ id }: Json) => id === event.id)
    const moved = { eventType: 'PURCHASE', occurredAt: at('2025-11-11'), data, lateReason: 'Another day', supersedesEventId: event.id }
    await refused(() => as('pooja').post(`/productbatch/${lotId}/events`, moved), inactive('SUSPENDED'))
    await refused(() => chain.buy(lotId, cropId, 100, '2025-11-11'), inactive('SUSPENDED'))
    await take('farmer', farmerId, suspension.id)
    await ok(as('pooja').post(`/productbatch/${lotId}/events`, moved))
  })
})

describe('a member who left and joins again', () => {
  it('has sold before, sells nothing until approved again, and then; found where that is known later', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    const membership = (eventType: string, day: string, data: Record<string, unknown> = {}, supersedesEventId?: string) =>
      ok(
        as('ada').post(`/farmer/${farmerId}/events`, {
          ...{ eventType, occurredAt: at(day), data, lateReason: 'Letter' },
          ...(supersedesEventId ? { supersedesEventId } : {}),
        }),
      )
    await membership('EXITED', '2025-11-05', { reason: 'Moved away' })
    await membership('REJOINED', '2025-11-07')
    const { event: approval } = await membership('APPROVED', '2025-11-10')
    await chain.picked(cropId, 1000)
    await ok(chain.buy(lotId, cropId, 10, '2025-11-04'))
    await refused(() => chain.buy(lotId, cropId, 10, '2025-11-06'), inactive('EXITED'))
    await refused(() => chain.buy(lotId, cropId, 10, '2025-11-08'), inactive('PENDING'))
    await ok(chain.buy(lotId, cropId, 20, '2025-11-11'))
    const found = async () =>
      (await chain.view('farmer', farmerId)).flags
        .filter(({ ruleId }: Json) => ruleId === 'BR-08')
        .map(({ ruleId, figures }: Json) => [ruleId, figures.boughtKg])
    expect(await found()).toEqual([])
    const { event: later } = await membership('APPROVED', '2025-11-12', {}, approval.id)
    expect(await found()).toEqual([['BR-08', 20]])
    await membership('APPROVED', '2025-11-09', {}, later.id)
    expect(await found()).toEqual([])
  })
})

describe('a suspension that is recorded late', () => {
  it('finds what was bought until its end, until that is put right, the ticket corrected or taken back', async () => {
    const { cropId, farmerId } = await grown()
    const found = async () => (await chain.view('farmer', farmerId)).flags.map(({ ruleId, severity, figures }: Json) => [ruleId, severity, figures.boughtKg])
    const of = async (kg: number, day: string) => (await ok(chain.buy(lotId, cropId, kg, day))).event
    await of(10, '2025-11-04')
    const between = await of(20, '2025-11-07')
    await of(40, '2025-11-12')
    const membership = (eventType: string, day: string, who = 'omar', supersedesEventId?: string) =>
      ok(
        as(who).post(`/farmer/${farmerId}/events`, {
          ...{ eventType, occurredAt: at(day), data: { reason: 'Letter' }, lateReason: 'Letter of the body' },
          ...(supersedesEventId ? { supersedesEventId } : {}),
        }),
      )
    const { event } = await membership('SUSPENDED', '2025-11-05')
    expect(await found()).toEqual([['BR-08', 'REVIEW', 60]])
    await membership('REINSTATED', '2025-11-10', 'ada')
    expect(await found()).toEqual([['BR-08', 'REVIEW', 20]])
    await ok(as('pooja').post(`/productbatch/${lotId}/events/${between.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await found()).toEqual([])
    const { event: earlier } = await membership('SUSPENDED', '2025-11-03', 'omar', event.id)
    expect(await found()).toEqual([['BR-08', 'REVIEW', 10]])
    await membership('SUSPENDED', '2025-11-05', 'omar', earlier.id)
    expect(await found()).toEqual([])
  })
})

describe('a member against whom the committee had decided for a time', () => {
  it('sold under a claim between the decisions: found, also when the ticket is recorded last, until that is corrected or taken back (BR-04)', async () => {
    const { cropId, farmerId } = await grown()
    const decided = (result: string, day: string) =>
      ok(
        record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'APPROVAL_COMMITTEE', day, {
          seasonId: chain.season,
          decisions: [{ farmerId, result }],
        }),
      )
    await decided('SANCTIONED', '2025-11-05')
    await decided('APPROVED', '2025-11-10')
    const found = async () => {
      const { items } = await ok(as('omar').get(`/farmerseason?filter[farmerId]=${farmerId}`))
      const { flags } = await chain.view('farmerseason', items[0].id)
      return flags.filter(({ ruleId }: Json) => ruleId === 'BR-04').map(({ figures }: Json) => figures.boughtKg)
    }
    await ok(chain.buy(lotId, cropId, 10, '2025-11-04'))
    await ok(chain.buy(lotId, cropId, 20, '2025-11-10'))
    expect(await found()).toEqual([])
    const { event } = await ok(chain.buy(lotId, cropId, 40, '2025-11-07'))
    expect(await found()).toEqual([40])
    const { data } = (await ok(as('pooja').get(`/productbatch/${lotId}/events?limit=100`))).items.find(({ id }: Json) => id === event.id)
    const instead = (day: string, supersedesEventId: string) =>
      ok(as('pooja').post(`/productbatch/${lotId}/events`, { eventType: 'PURCHASE', occurredAt: at(day), data, lateReason: 'Another day', supersedesEventId }))
    const { event: moved } = await instead('2025-11-11', event.id)
    expect(await found()).toEqual([])
    const { event: back } = await instead('2025-11-08', moved.id)
    expect(await found()).toEqual([40])
    await take('productbatch', lotId, back.id)
    expect(await found()).toEqual([])
  })
})

let tickets = 0
const ticket = (cropId: string) => ({
  ...{ cropId, grossKg: 12, tareKg: 2, netKg: 10, pricePerKg: 72_00, premiumPerKg: 6_00 },
  receiptNo: `TM-${++tickets}`,
})
