// On whom the approval committee decides, and who decides (BR-21, BR-24): members who were active at that time, by the record that stays of them; nobody on
// themselves, and nobody on a member whom they had inspected, in whatever order the two are recorded and on whichever record of the person.
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import type { Client } from '../harness/client.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const operator = () => world.places.cotton.OP1?.id as string
const decide = (who: Client, day: string, ...decisions: [string, string][]) =>
  record(who, 'collective', operator(), 'APPROVAL_COMMITTEE', day, {
    seasonId: chain.season,
    decisions: decisions.map(([farmerId, result]) => ({ farmerId, result })),
  })
const inspect = (who: Client, farmerId: string, day: string, result = 'APPROVED') =>
  record(who, 'farmer', farmerId, 'INTERNAL_INSPECTION', day, { seasonId: chain.season, round: 2, result })
const undo = (who: Client, entity: string, id: string, eventId: string) => who.post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const rowOf = async (farmerId: string): Promise<Json> => {
  const { items } = await ok(as('omar').get(`/farmerseason?filter[farmerId]=${farmerId}&filter[seasonId]=${chain.season}`))
  return chain.view('farmerseason', items[0].id)
}
/** Omar with more roles, or who is a member himself. */
const omarAs = (more: Partial<User>, ...others: string[]): Client => {
  const grants = [...(world.people.omar?.grants ?? []), ...others.flatMap((one) => world.people[one]?.grants ?? [])]
  return world.asUser({ ...(world.people.omar as User), ...more, grants }, 'cotton', 'OP1')
}
const on = (who: string, farmerId: string, eventType: string, day: string, hour = 10, data: Json = { reason: 'Left' }) =>
  ok(record(as(who), 'farmer', farmerId, eventType, day, data, hour))
const merge = async (endedId: string, survivorId: string) => {
  await on('omar', endedId, 'MERGE_REQUESTED', '2026-01-12', 10, { survivorId, reason: 'One person' })
  await on('ada', endedId, 'MERGED', '2026-01-12', 11, { survivorId })
}
const notThen = (index: number, message: unknown = expect.stringContaining('no active member')) => ({
  status: 400,
  body: { fields: [{ path: `data.decisions.${index}.farmerId`, code: 'rule', message }] },
})

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('the committee', () => {
  it('decides on nobody who was suspended or had left by then, and on who was a member on the day of a paper list', async () => {
    const { farmerId: stays } = await chain.member()
    const { farmerId: suspended } = await chain.member()
    const { farmerId: left } = await chain.member()
    await on('omar', suspended, 'SUSPENDED', '2025-12-01')
    await on('omar', left, 'EXITED', '2025-12-01')
    await refused(() => decide(as('omar'), '2026-01-15', [stays, 'APPROVED'], [suspended, 'APPROVED']), notThen(1))
    await refused(() => decide(as('omar'), '2026-01-15', [left, 'REJECTED']), notThen(0))
    await ok(decide(as('omar'), '2025-11-30', [left, 'CONDITIONAL'], [suspended, 'CONDITIONAL']))
    expect(await rowOf(left)).toMatchObject({ result: 'CONDITIONAL', approvedOn: '2025-11-30' })
    // Back since: of the time between there is nothing to decide still.
    await on('ada', suspended, 'REINSTATED', '2025-12-20')
    await refused(() => decide(as('omar'), '2025-12-10', [suspended, 'APPROVED']), notThen(0))
    await ok(decide(as('omar'), '2025-12-21', [suspended, 'APPROVED']))
  })
  it('decides on a person by the record that stays: not on one that was merged, also for a day before that', async () => {
    const [{ farmerId: stays }, { farmerId: ended }] = [await chain.member(), await chain.member()]
    await merge(ended, stays)
    const elsewhere = expect.stringContaining('merged into')
    await refused(() => decide(as('omar'), '2026-01-15', [stays, 'APPROVED'], [ended, 'REJECTED']), notThen(1, elsewhere))
    await refused(() => decide(as('omar'), '2025-10-01', [ended, 'APPROVED']), notThen(0, elsewhere))
    await ok(decide(as('omar'), '2026-01-15', [stays, 'APPROVED']))
  })
  it('is nobody on themselves, by any record of theirs, which the table says before (422 BR-24)', async () => {
    const [{ farmerId: stays }, { farmerId: ended }] = [await chain.member(), await chain.member()]
    await merge(ended, stays)
    for (const farmerId of [stays, ended]) {
      const member = omarAs({ farmerId })
      const { items } = await ok(member.get(`/committee?seasonId=${chain.season}`))
      const own = items.find((one: Json) => one.farmerId === stays)
      expect(own).toMatchObject({ state: 'BLOCKED', blocked: [{ ruleId: 'BR-24', message: expect.stringContaining('is you') }] })
      expect(items.filter(({ state }: Json) => state === 'BLOCKED')).toHaveLength(1)
      await refused(() => decide(member, '2026-01-15', [stays, 'APPROVED']), { status: 422, body: { ruleId: 'BR-24', detail: own.blocked[0].message } })
    }
    await ok(decide(as('omar'), '2026-01-15', [stays, 'APPROVED']))
  })
})

describe('an inspection', () => {
  it('is nobody’s of their own farm, by any record of theirs (422 BR-24)', async () => {
    const { farmerId, parcelId, cropId } = await chain.sown()
    const { farmerId: ended } = await chain.member()
    await merge(ended, farmerId)
    const visit = { seasonId: chain.season, round: 2, result: 'APPROVED' }
    const own = { status: 422, body: { ruleId: 'BR-24' } }
    for (const one of [farmerId, ended]) {
      const ines = world.asUser({ ...(world.people.ines as User), farmerId: one }, 'cotton', 'OP1')
      await refused(() => inspect(ines, farmerId, '2025-09-10'), own)
      await refused(() => record(ines, 'landparcel', parcelId, 'INTERNAL_INSPECTION', '2025-09-10', visit), own)
      await refused(() => record(ines, 'crop', cropId, 'INTERNAL_INSPECTION', '2025-09-10', { round: 2, result: 'APPROVED' }), own)
    }
    const ines = world.asUser({ ...(world.people.ines as User), farmerId: (await chain.member()).farmerId }, 'cotton', 'OP1')
    await ok(inspect(ines, farmerId, '2025-09-10'))
  })
  it('of before a decision is not of whoever took it, recorded late or in place of the one that it rested on (422 BR-24)', async () => {
    const { farmerId, cropId } = await chain.sown()
    const both = omarAs({}, 'ines')
    const { event } = await ok(decide(both, '2025-10-01', [farmerId, 'APPROVED']))
    const own = { status: 422, body: { ruleId: 'BR-24' } }
    await refused(() => inspect(both, farmerId, '2025-09-10'), own)
    await refused(() => record(both, 'crop', cropId, 'INTERNAL_INSPECTION', '2025-10-01', { round: 2, result: 'APPROVED' }), own)
    // What is seen afterwards is no ground of that decision.
    const after = await ok(inspect(both, farmerId, '2025-10-02'))
    // Nor is one moved to before it, nor the decision to after it.
    const moved = (day: string, by: { event: Json }) => ({
      eventType: by.event.eventType,
      data: by.event.data,
      occurredAt: at(day),
      lateReason: 'The day',
      supersedesEventId: by.event.id,
    })
    await refused(() => both.post(`/farmer/${farmerId}/events`, moved('2025-09-10', after)), own)
    await refused(() => both.post(`/collective/${operator()}/events`, moved('2025-10-03', { event })), own)
    await ok(undo(both, 'collective', operator(), event.id))
    await ok(inspect(both, farmerId, '2025-09-10'))
    await refused(() => decide(both, '2025-10-03', [farmerId, 'APPROVED']), own)
  })
  it('of a record that is merged into a member’s is a finding on the decision of whoever inspected it, until one of the two is taken back', async () => {
    const { farmerId } = await chain.member()
    const { farmerId: ended } = await chain.member({ isInspected: false })
    const both = omarAs({}, 'ines')
    await ok(inspect(both, ended, '2025-09-10'))
    await ok(inspect(both, ended, '2025-09-12'))
    await ok(decide(both, '2025-10-01', [farmerId, 'APPROVED']))
    expect((await rowOf(farmerId)).flags).toEqual([])
    await merge(ended, farmerId)
    expect((await rowOf(farmerId)).flags).toMatchObject([{ ruleId: 'BR-24', severity: 'REVIEW' }])
    const { items } = await ok(as('ada').get(`/farmer/${ended}/events?filter[eventType]=MERGED`))
    await ok(undo(as('ada'), 'farmer', ended, items.find(({ eventType }: Json) => eventType === 'MERGED').id))
    expect((await rowOf(farmerId)).flags).toEqual([])
  })
})

describe('a decision against a member that is recorded late', () => {
  it('finds what was bought under a claim from its day to the next decision, until it or the purchase is taken back (BR-04)', async () => {
    const { farmerId, cropId } = await chain.sown()
    await chain.picked(cropId, 500)
    await ok(decide(as('omar'), '2025-10-01', [farmerId, 'APPROVED']))
    const { id: lotId } = await chain.lot()
    await ok(chain.buy(lotId, cropId, 100, '2025-11-03'))
    const ticket = await ok(chain.buy(lotId, cropId, 30, '2025-11-10'))
    await ok(chain.buy((await chain.lot()).id, cropId, 7, '2025-11-12', { asConventional: true }))
    const flags = async () => (await rowOf(farmerId)).flags.map(({ ruleId, figures }: Json) => [ruleId, figures.boughtKg])
    const against = await ok(decide(as('omar'), '2025-10-30', [farmerId, 'REJECTED']))
    expect(await flags()).toEqual([['BR-04', 130]])
    // Approved again on 5 November: what was bought since is in order.
    const again = await ok(decide(as('omar'), '2025-11-05', [farmerId, 'APPROVED']))
    expect(await flags()).toEqual([['BR-04', 100]])
    await refused(() => undo(as('omar'), 'collective', operator(), again.event.id), { status: 422, body: { ruleId: 'BR-26' } })
    await ok(decide(as('omar'), '2025-11-06', [farmerId, 'SANCTIONED']))
    expect((await flags()).sort()).toEqual([
      ['BR-04', 100],
      ['BR-04', 30],
    ])
    await ok(undo(as('pooja'), 'productbatch', lotId, ticket.event.id))
    expect(await flags()).toEqual([['BR-04', 100]])
    await ok(undo(as('omar'), 'collective', operator(), against.event.id))
    expect(await flags()).toEqual([])
  })
})
