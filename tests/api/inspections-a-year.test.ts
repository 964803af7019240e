// How often a member is inspected in the year before the committee decides follows from the schemes of the group (domain dictionary 5.2, BR-21).
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const inspect = (entity: string, id: string, day: string, round: number) =>
  record(world.as('ines', 'OP1'), entity, id, 'INTERNAL_INSPECTION', day, { seasonId: chain.season, round, result: 'APPROVED' })

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('a scheme that asks for two inspections a year', () => {
  const decide = (farmerId: string, day = '2025-10-01') =>
    record(world.as('omar', 'OP1'), 'collective', world.places.cotton.OP1?.id as string, 'APPROVAL_COMMITTEE', day, {
      seasonId: chain.season,
      decisions: [{ farmerId, result: 'APPROVED' }],
    })
  const refused = async (farmerId: string, inspected: number, members: number, day?: string) => {
    const before = await rowCounts(world)
    const detail = `${inspected} of ${members} active members were inspected 2 times in the year before, at least 30 days apart; the scheme of the group asks for that.`
    expect(await decide(farmerId, day)).toMatchObject({ status: 422, body: { ruleId: 'BR-21', detail, figures: { inspected, members, times: 2, gap: 30 } } })
    expect(await rowCounts(world)).toEqual(before)
  }
  const undo = (entity: string, id: string, eventId: string, who = 'ada') =>
    ok(world.as(who, 'OP1').post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }))
  const taken = async (farmerId: string, day?: string) => {
    const { event } = await ok(decide(farmerId, day))
    await undo('collective', world.places.cotton.OP1?.id as string, event.id, 'omar')
  }
  const move = (entity: string, id: string, day: string, supersedesEventId: string) =>
    world.as('ines', 'OP1').post(`/${entity}/${id}/events`, {
      ...{ eventType: 'INTERNAL_INSPECTION', occurredAt: `${day}T10:00:00+05:30`, lateReason: 'From the checklist on paper', supersedesEventId },
      data: { seasonId: chain.season, round: 2, result: 'APPROVED' },
    })
  let first: Json
  let second: Json
  beforeAll(async () => {
    const ada = world.as('ada', 'OP1')
    const { items } = await ok(ada.get('/scheme?limit=50'))
    const npop = items.find((one: Json) => one.abbreviation === 'NPOP')
    await ok(ada.patch(`/scheme/${npop.id}`, { inspectionsPerYear: 2 }, { 'if-match': `"${npop.version}"` }))
    // Each is inspected once, on 10 August.
    ;[first, second] = [await chain.member(), await chain.member()]
  })

  it('lets the committee decide once every member was inspected twice, 30 days apart, at home or on a plot', async () => {
    await refused(first.farmerId, 0, 2)
    const again = await ok(inspect('farmer', first.farmerId, '2025-09-10', 2))
    // On the same day, on the next one, 29 days later and after the decision, it does not count.
    await ok(inspect('landparcel', second.parcelId, '2025-08-10', 1))
    await ok(inspect('landparcel', second.parcelId, '2025-08-11', 2))
    const near = await ok(inspect('landparcel', second.parcelId, '2025-09-08', 2))
    await ok(inspect('landparcel', second.parcelId, '2025-11-10', 2))
    await refused(first.farmerId, 1, 2)
    const thirtieth = await ok(move('landparcel', second.parcelId, '2025-09-09', near.event.id))
    await taken(first.farmerId)
    await undo('farmer', first.farmerId, again.event.id)
    await refused(first.farmerId, 1, 2)
    await ok(inspect('farmer', first.farmerId, '2025-09-10', 2))
    await taken(first.farmerId)
    await undo('landparcel', second.parcelId, thirtieth.event.id)
    await refused(first.farmerId, 1, 2)
  })
  it('counts a visit of before the others that is recorded last, and follows one that is moved', async () => {
    const plot = second.parcelId
    // 11 July lies 30 days before the visit of 10 August, 13 July 29 days before that of 11 August.
    const late = await ok(inspect('landparcel', plot, '2025-07-11', 1))
    await taken(first.farmerId)
    const nearer = await ok(move('landparcel', plot, '2025-07-13', late.event.id))
    await refused(first.farmerId, 1, 2)
    const back = await ok(move('landparcel', plot, '2025-07-12', nearer.event.id))
    await taken(first.farmerId)
    const meeting = await ok(world.as('omar', 'OP1').get(`/committee?seasonId=${chain.season}&day=2025-10-01`))
    expect(meeting).toMatchObject({ stopped: null, times: 2, inspectedOften: 2 })
    expect(meeting.items.map(({ visitsInYear }: Json) => visitsInYear)).toEqual([2, 2])
    await undo('landparcel', plot, back.event.id)
    await refused(first.farmerId, 1, 2)
    const { stopped, items } = await ok(world.as('omar', 'OP1').get(`/committee?seasonId=${chain.season}&day=2025-10-01`))
    expect(stopped.message).toBe(
      '1 of 2 active members were inspected 2 times in the year before, at least 30 days apart; the scheme of the group asks for that.',
    )
    expect(items.find(({ farmerId }: Json) => farmerId === second.farmerId)).toMatchObject({
      visitsInYear: 1,
      blocked: [{ ruleId: 'BR-21', message: 'Inspections of the year that count, 30 days apart: 1 of the 2 that the scheme asks for.' }],
    })
  })
})
