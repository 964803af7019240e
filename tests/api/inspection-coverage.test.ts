// Every active member is inspected before the committee decides (BR-21): one short is refused, all are enough; by the day of the decision, whenever each visit was
// recorded, and with what was corrected or taken back since.
import { beforeAll, describe, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let farmers: string[]
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const group = () => world.places.cotton.OP1?.id as string
const visit = (farmerId: string, day: string, more: Record<string, unknown> = {}) =>
  as('ines').post(`/farmer/${farmerId}/events`, {
    ...{ eventType: 'INTERNAL_INSPECTION', occurredAt: `${day}T10:00:00+05:30`, lateReason: 'From the checklist on paper', ...more },
    data: { seasonId: chain.season, round: 1, result: 'APPROVED' },
  })
const decide = (day: string) =>
  record(as('omar'), 'collective', group(), 'APPROVAL_COMMITTEE', day, {
    seasonId: chain.season,
    decisions: farmers.map((farmerId) => ({ farmerId, result: 'APPROVED' })),
  })
const short = (inspected: number, members: number) => ({ status: 422, body: { ruleId: 'BR-21', figures: { inspected, members } } })
const undo = (entity: string, id: string, eventId: string, who: string) =>
  ok(as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' }))

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  farmers = []
  for (let at = 0; at < 3; at++) farmers.push((await chain.member({ isInspected: false })).farmerId)
}, 120_000)

describe('the coverage of inspections', () => {
  const [first, second, third] = [() => farmers[0] as string, () => farmers[1] as string, () => farmers[2] as string]
  it('is refused one short of all members, and by visits of after the decision', async () => {
    await ok(visit(first(), '2025-08-10'))
    await refused(() => decide('2025-10-01'), short(1, 3))
    await ok(visit(second(), '2025-08-11'))
    await refused(() => decide('2025-10-01'), short(2, 3))
    await ok(visit(third(), '2025-10-02'))
    await refused(() => decide('2025-10-01'), short(2, 3))
    const { event } = await ok(decide('2025-10-02'))
    await undo('collective', group(), event.id, 'ada')
  })
  it('follows a visit that is moved by a correction, and one that is taken back', async () => {
    const events = (await ok(as('ines').get(`/farmer/${third()}/events`))).items
    const { id } = events.find(({ eventType }: Json) => eventType === 'INTERNAL_INSPECTION')
    const earlier = await ok(visit(third(), '2025-10-01', { supersedesEventId: id }))
    const { event } = await ok(decide('2025-10-01'))
    await undo('collective', group(), event.id, 'ada')
    await undo('farmer', third(), earlier.event.id, 'ines')
    await refused(() => decide('2025-10-05'), short(2, 3))
    // Recorded last, of a day before the others.
    await ok(visit(third(), '2025-07-20'))
    const again = await ok(decide('2025-10-01'))
    await undo('collective', group(), again.event.id, 'ada')
  })
  it('counts members as they are: one who joins is to be inspected, one who leaves is not', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    await refused(() => decide('2025-10-01'), short(3, 4))
    const { event } = await ok(record(as('omar'), 'farmer', farmerId, 'SUSPENDED', '2025-09-01', { reason: 'Left the village' }))
    const decision = await ok(decide('2025-10-01'))
    await undo('collective', group(), decision.event.id, 'ada')
    await undo('farmer', farmerId, event.id, 'omar')
    await refused(() => decide('2025-10-01'), short(3, 4))
  })
})
