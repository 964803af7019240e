// What the duties of a group's internal control decide (BR-24, domain dictionary 5.4): who decides in the committee, and who is sent to inspect.
// And its meetings: who was there, and their minutes as evidence.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { sentFile } from './internal-control-stage.ts'

let world: World
let chain: Chain
let op1: string
let second: string
const idOf = (key: string): string => world.people[key]?.id as string
const named = async (...duties: [string, string][]) => {
  const { version } = await chain.view('collective', op1)
  const icsStaff = duties.map(([userId, role]) => ({ userId, role }))
  return ok(world.as('omar').patch(`/collective/${op1}`, { icsStaff }, { 'if-match': `"${version}"` }))
}
/** A second manager, as the one who asks. */
const deputy = () => world.asUser({ id: second, name: 'Deputy', email: null, grants: [{ role: 'OPERATOR_MANAGER', operatorIds: [op1] }] })
const decide = (who: ReturnType<World['as']>, farmerId: string) =>
  record(who, 'collective', op1, 'APPROVAL_COMMITTEE', '2025-10-01', { seasonId: chain.season, decisions: [{ farmerId, result: 'APPROVED' }] })
const blocked = { status: 422, body: { code: 'RULE_BLOCKED', ruleId: 'BR-24' } }
const mayDecide = async (who: ReturnType<World['as']>): Promise<boolean> => (await ok(who.get(`/collective/${op1}`))).may.includes('APPROVAL_COMMITTEE')

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  op1 = world.places.cotton.OP1?.id as string
  const roles = ['OPERATOR_MANAGER', 'INTERNAL_INSPECTOR'].map((role) => ({ role, operatorIds: [op1] }))
  second = (await ok(world.as('ada', '-').post('/user', { name: 'Deputy Rao', email: 'deputy@cotton.example', locale: 'en', mfa: false, roles }))).id
})

describe('the committee', () => {
  it('decides by the approvers that the operator has named, and by no named inspector; whoever else manages is not offered it (422 BR-24)', async () => {
    const { farmerId } = await chain.member()
    await named([idOf('omar'), 'ICS_MANAGER'], [idOf('ines'), 'INSPECTOR'], [second, 'APPROVER'])
    expect(await mayDecide(world.as('omar'))).toBe(false)
    expect(await decide(world.as('omar'), farmerId)).toMatchObject(blocked)
    expect(await mayDecide(deputy())).toBe(true)
    await ok(decide(deputy(), farmerId))
    await named([idOf('omar'), 'ICS_MANAGER'], [idOf('ines'), 'INSPECTOR'], [second, 'INSPECTOR'])
    expect(await mayDecide(deputy())).toBe(false)
    expect(await decide(deputy(), farmerId)).toMatchObject(blocked)
    // Nobody is named for it: whoever manages decides.
    expect(await mayDecide(world.as('omar'))).toBe(true)
    await ok(decide(world.as('omar'), farmerId))
  })
  it('names no approver who has inspected the member, though they are no inspector any more (422 BR-24)', async () => {
    await named([idOf('omar'), 'ICS_MANAGER'], [idOf('ines'), 'INSPECTOR'], [second, 'INSPECTOR'])
    const { farmerId } = await chain.member({ isInspected: false })
    const inspecting = world.asUser({ id: second, name: 'Deputy', email: null, grants: [{ role: 'INTERNAL_INSPECTOR', operatorIds: [op1] }] })
    await ok(record(inspecting, 'farmer', farmerId, 'INTERNAL_INSPECTION', '2025-08-10', { seasonId: chain.season, round: 1, result: 'APPROVED' }))
    await named([idOf('omar'), 'ICS_MANAGER'], [idOf('ines'), 'INSPECTOR'], [second, 'APPROVER'])
    expect(await decide(deputy(), farmerId)).toMatchObject(blocked)
  })
})

describe('an inspection', () => {
  it('is planned for the inspectors that the operator has named, and for none of its approvers', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    const question = {
      code: 'A',
      section: 'A',
      text: 'A?',
      ask: { kind: 'TEXT', mayNotApply: true },
      severity: 'MINOR',
      weight: 1,
      correctiveDays: 1,
      photo: 'NONE',
    }
    const checklistId = (await ok(world.as('ada').post('/checklist', { name: 'Round', kind: 'INTERNAL', questions: [question] }))).id
    await ok(record(world.as('ada'), 'checklist', checklistId, 'PUBLISHED', '2025-07-01'))
    const inspects = (who: ReturnType<World['as']>) =>
      who.post('/inspection', { kind: 'INTERNAL', farmerId, seasonId: chain.season, checklistId, round: 1, plannedOn: '2026-01-20' })
    const asInspector = world.asUser({ id: second, name: 'Deputy', email: null, grants: [{ role: 'INTERNAL_INSPECTOR', operatorIds: [op1] }] })
    const inspectorsOfRound = async (): Promise<string[]> =>
      (
        await ok(
          world.as('omar').post('/inspection-rounds', {
            seasonId: chain.season,
            checklistId,
            round: 1,
            way: 'ALL',
            seed: 's',
            from: '2026-01-20',
            perDay: 2,
            isPreview: true,
          }),
        )
      ).inspectors.map(({ inspectorId }: Json) => inspectorId)
    await named([idOf('omar'), 'ICS_MANAGER'], [second, 'INSPECTOR'])
    expect(await inspectorsOfRound()).toEqual([second])
    expect(await inspects(world.as('ines'))).toMatchObject(blocked)
    await named([idOf('omar'), 'ICS_MANAGER'], [idOf('ines'), 'INSPECTOR'], [second, 'APPROVER'])
    expect(await inspectorsOfRound()).toEqual([idOf('ines')])
    expect(await inspects(asInspector)).toMatchObject(blocked)
    await ok(inspects(world.as('ines')))
  })
})

describe('a meeting', () => {
  const meet = (data: Json, day = '2025-06-20') => record(world.as('omar'), 'collective', op1, 'ICS_MEETING', day, { agenda: 'Internal standard', ...data })
  it('has minutes, written or attached, and no more people named than were present; those are its own (400)', async () => {
    const { farmerId } = await chain.member()
    const minutes = 'The standard was read.'
    const wrong: [Json, string][] = [
      [{ attendees: 4 }, 'data.minutes'],
      [{ attendees: 4, minutes: '  ' }, 'data.minutes'],
      [{ attendees: 1, minutes, attendeeIds: [idOf('omar')], farmerIds: [farmerId] }, 'data.attendees'],
      [{ attendees: 4, minutes, attendeeIds: [idOf('omar'), idOf('omar')] }, 'data.attendeeIds.1'],
      [{ attendees: 4, minutes, attendeeIds: [idOf('leela')] }, 'data.attendeeIds.0'],
      [{ attendees: 4, minutes, farmerIds: [idOf('omar')] }, 'data.farmerIds.0'],
      [{ attendees: 0, minutes }, 'data.attendees'],
    ]
    for (const [data, path] of wrong) expect([path, await meet(data)]).toMatchObject([path, { status: 400, body: { fields: [{ path }] } }])
  })
  it('is evidence that whoever certifies reads with its files; taken back it is shown no more, and recorded late it stands on its day', async () => {
    const { farmerId } = await chain.member()
    const files = [await sentFile(world.as('omar'), 'minutes')]
    const { event }: Json = await ok(meet({ attendees: 2, attendeeIds: [idOf('omar')], farmerIds: [farmerId], files }))
    await ok(meet({ attendees: 9, minutes: 'Sanctions' }, '2025-05-02'))
    const meetings = async (): Promise<Json[]> => (await ok(world.as('carla', 'OP1').get(`/collective/${op1}/events?filter[eventType]=ICS_MEETING`))).items
    expect((await meetings()).map(({ occurredAt }) => occurredAt.slice(0, 10))).toEqual(['2025-06-20', '2025-05-02'])
    expect((await world.as('carla', 'OP1').get(`/files/${files[0]}`)).status).toBe(200)
    expect((await world.as('leela', 'OP2').get(`/files/${files[0]}`)).status).toBe(404)
    await ok(world.as('omar').post(`/collective/${op1}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await meetings()).toHaveLength(1)
  })
})
