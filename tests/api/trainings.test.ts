// A training of the group (domain dictionary 5.4): whom and what it refuses, that it counts for each member who came for half hours too, with its trainer
// and its attendance list, and no more or otherwise when it is recorded late, corrected or taken back.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record, uploadedSlip } from './chain-stage.ts'

let world: World
let chain: Chain
let members: string[]
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const group = (): string => world.places.cotton.OP1?.id as string
const train = (data: Record<string, unknown>, day = '2025-12-01', who = 'omar') =>
  record(as(who), 'collective', group(), 'TRAINING', day, { topic: 'Neem', ...data })
/** What stands at a member, as topic and hours. */
const attended = async (id = members[0]): Promise<[string, number][]> =>
  (await ok(as('omar').get(`/farmer/${id}/events?limit=100`))).items
    .filter((one: Json) => one.eventType === 'TRAINING_ATTENDED' && one.status === 'RECORDED')
    .map(({ data }: Json) => [data.topic, data.hours])
const hoursOfReport = async (): Promise<[string, number, number, number][]> =>
  (await ok(as('omar').get('/reports/training-register'))).rows.map((row: Json) => [row.topic, row.hours, row.farmers, row.farmerHours])

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  members = [(await chain.member()).farmerId, (await chain.member()).farmerId, (await chain.member()).farmerId]
}, 120_000)

describe('a training is refused', () => {
  it('below half an hour and above eight, of nobody, of somebody twice, and with a trainer of another group (400)', async () => {
    const invalid = (path: string) => ({ status: 400, body: { fields: [{ path: expect.stringContaining(path) }] } })
    for (const hours of [0.4, 8.1, 0]) await refused(() => train({ hours, farmerIds: members }), invalid('data.hours'))
    await refused(() => train({ hours: 2, farmerIds: [] }), invalid('data.farmerIds'))
    await refused(() => train({ hours: 2, farmerIds: [members[0], members[0]] }), invalid('data.farmerIds'))
    await refused(() => train({ hours: 2, farmerIds: members, trainerId: world.people.leela?.id }), invalid('data.trainerId'))
  })
  it('of members of another group (400), and to whoever does not run the group (403)', async () => {
    const stranger = crypto.randomUUID()
    await refused(() => train({ hours: 2, farmerIds: [members[0], stranger] }), { status: 400, body: { fields: [{ path: 'data.farmerIds.1' }] } })
    for (const who of ['fatima', 'pooja', 'carla']) await refused(() => train({ hours: 2, farmerIds: members }, '2025-12-01', who), { status: 403 })
  })
})

describe('a training', () => {
  it('counts for each who came, to the half hour, with trainer and attendance list, which whoever certifies can open', async () => {
    const list = await uploadedSlip(as('omar'))
    const { event } = await ok(train({ hours: 0.5, trainerId: world.people.ines?.id, farmerIds: members.slice(0, 2), files: [list] }))
    expect([await attended(members[0]), await attended(members[1]), await attended(members[2])]).toEqual([[['Neem', 0.5]], [['Neem', 0.5]], []])
    const [own] = (await ok(as('omar').get(`/farmer/${members[0]}/events`))).items
    expect(own.data).toMatchObject({ trainerId: world.people.ines?.id, causeEventId: event.id })
    const seen = (await ok(as('carla').get(`/collective/${group()}/events`))).items.find(({ id }: Json) => id === event.id)
    expect(seen.data.files).toEqual([list])
    expect((await as('carla').get(`/files/${list}`)).status).toBe(200)
    expect(await hoursOfReport()).toEqual([['Neem', 0.5, 2, 1]])
  })
  it('recorded late counts on its day; corrected it is what it says now, of whom it names now; taken back it is nobody’s', async () => {
    const { event } = await ok(train({ topic: 'Traps', hours: 8, farmerIds: members }, '2025-07-01'))
    expect(await attended(members[2])).toEqual([['Traps', 8]])
    const again = { eventType: 'TRAINING', occurredAt: event.occurredAt, lateReason: 'List read again', supersedesEventId: event.id }
    const corrected = await ok(
      as('omar').post(`/collective/${group()}/events`, { ...again, data: { topic: 'Traps', hours: 2.5, farmerIds: [members[1], members[2]] } }),
    )
    expect([await attended(members[0]), await attended(members[2])]).toEqual([[['Neem', 0.5]], [['Traps', 2.5]]])
    expect((await hoursOfReport()).sort()).toEqual([
      ['Neem', 0.5, 2, 1],
      ['Traps', 2.5, 2, 5],
    ])
    await ok(as('omar').post(`/collective/${group()}/events/${corrected.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect([await attended(members[1]), await attended(members[2])]).toEqual([[['Neem', 0.5]], []])
    expect(await hoursOfReport()).toEqual([['Neem', 0.5, 2, 1]])
  })
  it('is taken back with its cause alone', async () => {
    const own = (await ok(as('omar').get(`/farmer/${members[0]}/events`))).items.find((one: Json) => one.eventType === 'TRAINING_ATTENDED')
    await refused(() => as('omar').post(`/farmer/${members[0]}/events/${own.id}/void`, { reason: 'DID_NOT_OCCUR' }), { status: 409 })
  })
})
