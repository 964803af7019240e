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
  it('lets the committee decide once every member was inspected twice, on different days, at home or on a plot', async () => {
    const ada = world.as('ada', 'OP1')
    const { items } = await ok(ada.get('/scheme?limit=50'))
    const npop = items.find((one: Json) => one.abbreviation === 'NPOP')
    await ok(ada.patch(`/scheme/${npop.id}`, { inspectionsPerYear: 2 }, { 'if-match': `"${npop.version}"` }))
    const [first, second] = [await chain.member(), await chain.member()]
    const operator = world.places.cotton.OP1?.id as string
    const decide = () =>
      record(world.as('omar', 'OP1'), 'collective', operator, 'APPROVAL_COMMITTEE', '2025-10-01', {
        seasonId: chain.season,
        decisions: [{ farmerId: first.farmerId, result: 'APPROVED' }],
      })
    const refused = async (inspected: number) => {
      const before = await rowCounts(world)
      expect(await decide()).toMatchObject({ status: 422, body: { ruleId: 'BR-21', figures: { inspected, members: 2, times: 2 } } })
      expect(await rowCounts(world)).toEqual(before)
    }
    // Each was inspected once, on 10 August.
    await refused(0)
    const again = await ok(inspect('farmer', first.farmerId, '2025-09-10', 2))
    // On the same day, and after the decision, it does not count.
    await ok(inspect('landparcel', second.parcelId, '2025-08-10', 1))
    await ok(inspect('landparcel', second.parcelId, '2025-11-10', 2))
    await refused(1)
    await ok(inspect('landparcel', second.parcelId, '2025-09-12', 2))
    const decided = await ok(decide())
    await ok(world.as('omar', 'OP1').post(`/collective/${operator}/events/${decided.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(world.as('ada', 'OP1').post(`/farmer/${first.farmerId}/events/${again.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await refused(1)
  })
})
