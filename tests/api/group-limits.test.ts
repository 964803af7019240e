// The limits of a group (BR-22) at their bounds, with facts that come late, are taken back and corrected: who became a member and who left, what they hold, whether they are in another group, and
// under which certificate. Counted and summed here by hand, in square metres.
import { beforeAll, describe, expect, it } from 'vitest'
import { groupsNearLimits } from '#server/jobs/clock/group-limits.ts'
import { runClock } from '#server/jobs/clock.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { confirmation, onCertificate, type Standards } from './certificate-stage.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let standards: Standards
let group: string
let days = 0
const holdings = new Map<string, number>()
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const edit = async (entity: string, id: string, values: Json, who = 'ada') =>
  ok(as(who).patch(`/${entity}/${id}`, values, { 'if-match': `"${(await chain.view(entity, id)).version}"` }))
const undo = (entity: string, id: string, eventId: string, who = 'omar') =>
  ok(as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }))
const none = { groupMin: null, groupMax: null, largeFarmHa: null, largeFarmAreaShareMax: null, maxMemberHa: null, oneGroupOnly: false }
const limited = async (values: Json) => edit('scheme', await standards.scheme('NOP'), { ...none, ...values })
const proposed = async (): Promise<string> =>
  (await ok(as('omar').post('/scopecertificate', await standards.input({ collectiveId: group }, { scheme: 'NOP' })))).id
const confirm = (id: string) => as('carla').post(`/scopecertificate/${id}/events`, confirmation)
const blocked = (figures: Json) => ({ status: 422, body: { ruleId: 'BR-22', figures } })
const holds = async (farmerId: string, ha: number) => {
  await edit('farmer', farmerId, { totalHoldingHa: ha }, 'omar')
  holdings.set(farmerId, ha)
}
/** What the clock finds on the next day, as it stands with the group. */
const flags = async (): Promise<Json[]> => {
  days++
  const now = () => new Date(clock().getTime() + days * 86_400_000)
  await runClock({ ...world.deps, clock: now, log: () => {}, stop: new AbortController().signal } as Json, world.tenants.cotton, [groupsNearLimits])
  return (await chain.view('collective', group)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-22')
}
const marks = async () => (await flags()).map(({ figures }) => [figures.membersMark ?? null, figures.shareMark ?? null])

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  standards = chain.standards
  group = world.places.cotton.OP1?.id as string
  // Ten members with 3 ha in all.
  for (let n = 0; n < 10; n++) holdings.set((await chain.member()).farmerId, 1)
  for (const farmerId of holdings.keys()) await holds(farmerId, 0.3)
}, 120_000)

describe('the number of members', () => {
  it('follows who is found to have become one, or to have left, on a day before: late, taken back and corrected', async () => {
    const id = await proposed()
    await limited({ groupMax: 10 })
    const { farmerId: eleventh } = await chain.member()
    await refused(() => confirm(id), blocked({ members: 11, groupMax: 10 }))
    // Of a day before everything else, recorded last.
    const left = await ok(record(as('omar'), 'farmer', eleventh, 'SUSPENDED', '2025-06-10', { reason: 'Moved away' }))
    expect((await ok(confirm(id))).subject.status).toBe('VALID')
    await undo('farmer', eleventh, left.event.id)
    const again = await proposed()
    await refused(() => confirm(again), blocked({ members: 11, groupMax: 10 }))
    expect(await marks()).toEqual([[100, null]])
    const anew = await ok(record(as('omar'), 'farmer', eleventh, 'SUSPENDED', '2025-06-10', { reason: 'Moved away' }))
    const corrected = {
      ...{ eventType: 'SUSPENDED', occurredAt: '2025-06-12T10:00:00+05:30', data: { reason: 'Sold the land' }, lateReason: 'From the letter' },
      supersedesEventId: anew.event.id,
    }
    const moved = await ok(as('omar').post(`/farmer/${eleventh}/events`, corrected))
    await limited({ groupMin: 11 })
    await refused(() => confirm(again), blocked({ members: 10, groupMin: 11 }))
    await limited({ groupMin: 10 })
    expect((await ok(confirm(again))).subject.status).toBe('VALID')
    await ok(record(as('ada'), 'farmer', eleventh, 'REINSTATED', '2025-07-01', { reason: 'Came back' }))
    expect((await chain.view('collective', group)).memberCount).toBe(11)
    await limited({ groupMax: 11 })
    expect(await marks()).toEqual([[100, null]])
    expect(moved.subject.status).toBe('SUSPENDED')
    await ok(record(as('omar'), 'farmer', eleventh, 'SUSPENDED', '2025-07-02', { reason: 'Sold the land' }))
  })
  it('is said at 80, 95 and 100 % of the limit, one short of each not; with the certificate that is taken back it is said no more', async () => {
    // 10 of 12 are 83 %, of 13 they are 77 %; of 10 all.
    for (const [groupMax, mark] of [
      [13, null],
      [12, 80],
      [11, 80],
      [10, 100],
    ] as const) {
      await limited({ groupMax })
      expect(await marks(), `of ${groupMax}`).toEqual(mark === null ? [] : [[mark, null]])
    }
    const { items } = await ok(
      as('carla').get(`/scopecertificate?filter[collectiveId]=${group}&filter[schemeId]=${await standards.scheme('NOP')}&filter[status]=VALID`),
    )
    expect(items).toHaveLength(2)
    const [first, second] = items as [Json, Json]
    const confirmedBy = async (id: string) =>
      (await ok(as('carla').get(`/scopecertificate/${id}/events`))).items.find(({ eventType }: Json) => eventType === 'CONFIRMED').id
    await undo('scopecertificate', first.id, await confirmedBy(first.id), 'carla')
    expect(await marks()).toEqual([[100, null]])
    // Known late: it ended before all of this.
    const withdrawn = await ok(onCertificate(as('carla'), second.id, 'WITHDRAWN', '2025-05-01'))
    expect(await marks()).toEqual([])
    await undo('scopecertificate', second.id, withdrawn.event.id, 'carla')
    expect(await marks()).toEqual([[100, null]])
    await ok(confirm(first.id))
  })
})

describe('the area of large farms', () => {
  const shares = async () => (await marks()).map(([, share]) => share)
  it('is within its share a square metre below it, and not at it, also where a division of decimal fractions says less; as holdings are corrected', async () => {
    const [large = '', ...others] = holdings.keys()
    for (const id of others) await holds(id, 0.2)
    await holds(large, 1.2)
    // 12,000 of 30,000 m² are four tenths; 1.2 / 3 is a little less as a decimal fraction.
    const id = await proposed()
    await limited({ largeFarmHa: 1.2, largeFarmAreaShareMax: 0.4 })
    await refused(() => confirm(id), blocked({ largeFarmAreaShareMax: 0.4 }))
    expect(await shares()).toEqual([100])
    await limited({ largeFarmHa: 1.2, largeFarmAreaShareMax: 0.5 })
    expect(await shares()).toEqual([80])
    // 95 % of 0.421 are 0.39995.
    await limited({ largeFarmHa: 1.2, largeFarmAreaShareMax: 0.421 })
    expect(await shares()).toEqual([95])
    await limited({ largeFarmHa: 1.2, largeFarmAreaShareMax: 0.5001 })
    expect(await shares()).toEqual([])
    // A square metre more of the others.
    await limited({ largeFarmHa: 1.2, largeFarmAreaShareMax: 0.4 })
    await holds(others[0] as string, 0.2001)
    expect((await ok(confirm(id))).subject.status).toBe('VALID')
    // The large one is a square metre smaller: it is none any more.
    await holds(others[0] as string, 0.2)
    await holds(large, 1.1999)
    const next = await proposed()
    expect((await ok(confirm(next))).subject.status).toBe('VALID')
    expect(await shares()).toEqual([])
  })
  it('follows who left before and is entered late, and comes back with the void', async () => {
    const [large = '', other = ''] = holdings.keys()
    await holds(large, 1.2)
    await limited({ largeFarmHa: 1.2, largeFarmAreaShareMax: 0.42 })
    const id = await proposed()
    const left = await ok(record(as('omar'), 'farmer', other, 'SUSPENDED', '2025-06-05', { reason: 'Sold the land' }))
    // 12,000 of 28,000 m²: 42.857 %.
    await refused(() => confirm(id), blocked({ largeFarmAreaShare: 1.2 / 2.8 }))
    await undo('farmer', other, left.event.id)
    expect((await ok(confirm(id))).subject.status).toBe('VALID')
    const gone = await ok(record(as('omar'), 'farmer', large, 'SUSPENDED', '2025-06-05', { reason: 'Sold the land' }))
    expect(await shares()).toEqual([])
    await undo('farmer', large, gone.event.id)
    expect(await shares()).toEqual([95])
  })
})

describe('what a member holds, and is in', () => {
  const own = async (farmerId: string) =>
    (await chain.view('farmer', farmerId)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-22').map(({ severity }: Json) => severity)
  it('is found above the most, not at it, and no more when it is corrected', async () => {
    const { farmerId } = await chain.member({ areaHa: 5 })
    expect(await own(farmerId)).toEqual([])
    await edit('farmer', farmerId, { totalHoldingHa: 5.0001 }, 'omar')
    expect(await own(farmerId)).toEqual(['INFO'])
    await edit('farmer', farmerId, { totalHoldingHa: 5 }, 'omar')
    expect(await own(farmerId)).toEqual([])
    await edit('farmer', farmerId, { otherGroupMembership: true }, 'omar')
    expect(await own(farmerId)).toEqual(['REVIEW'])
    await limited({ oneGroupOnly: true })
    const id = await proposed()
    await refused(() => confirm(id), blocked({ inOtherGroups: 1 }))
    // Of somebody who has left it is nobody's concern any more, whenever that is entered.
    const left = await ok(record(as('omar'), 'farmer', farmerId, 'SUSPENDED', '2025-06-05', { reason: 'Sold the land' }))
    const confirmed = await ok(confirm(id))
    await undo('farmer', farmerId, left.event.id)
    const next = await proposed()
    await refused(() => confirm(next), blocked({ inOtherGroups: 1 }))
    await edit('farmer', farmerId, { otherGroupMembership: false }, 'omar')
    expect(await own(farmerId)).toEqual([])
    expect((await ok(confirm(next))).subject.status).toBe('VALID')
    await undo('scopecertificate', id, confirmed.event.id, 'carla')
  })
  it('that is found with a confirmation leaves with it, and is found anew by the size of then', async () => {
    const { farmerId } = await chain.member({ areaHa: 6 })
    await limited({ maxMemberHa: 5 })
    const id = await proposed()
    const found = async () =>
      (await chain.view('scopecertificate', id)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-22').map(({ figures }: Json) => figures.overSize)
    const { event } = await ok(confirm(id))
    expect(await found()).toEqual([1])
    await undo('scopecertificate', id, event.id, 'carla')
    expect(await found()).toEqual([])
    await edit('farmer', farmerId, { totalHoldingHa: 5 }, 'omar')
    expect((await ok(confirm(id))).findings).toEqual([])
    expect(await found()).toEqual([])
  })
})
