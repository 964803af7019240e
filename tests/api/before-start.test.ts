// An event is dated at most 30 days before its subject began (domain dictionary 1.3), whatever way it is recorded; what began before it was entered counts from that day (docs/decisions/0171).
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const refused = refusing(() => world)
const ada = () => world.as('ada', 'OP1')
const omar = () => world.as('omar', 'OP1')
const fatima = () => world.as('fatima', 'OP1')
const tooEarly = { status: 400, body: { fields: [{ path: 'occurredAt', code: 'min' }] } }
const visit = (id: string, day: string) => record(fatima(), 'farmer', id, 'VISIT', day, { purpose: 'OTHER' })

describe('an event of a member', () => {
  it('is refused more than 30 days before they joined (400 min), and taken on the thirtieth, in the years between joining and being entered, and since', async () => {
    // Joined on 1 April 2021, and was entered in January 2026.
    const { farmerId } = await chain.member({ isInspected: false })
    for (const day of ['1995-01-01', '2021-03-01']) await refused(() => visit(farmerId, day), tooEarly)
    for (const day of ['2021-03-02', '2021-04-01', '2023-05-05', '2026-01-14']) expect([day, (await visit(farmerId, day)).status]).toEqual([day, 201])
  })
  it('is refused as a training of the group, at the member who joined later, and nothing of it is left', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    const other = await chain.member({ isInspected: false })
    const { version } = await ok(omar().get(`/farmer/${other.farmerId}`))
    await ok(omar().patch(`/farmer/${other.farmerId}`, { joinedOn: '2025-04-01' }, { 'if-match': `"${version}"` }))
    const training = (day: string) =>
      record(omar(), 'collective', world.places.cotton.OP1?.id as string, 'TRAINING', day, { topic: 'ICS', hours: 2, farmerIds: [farmerId, other.farmerId] })
    await refused(() => training('2024-05-05'), { status: 400, body: { fields: [{ path: 'data.farmerIds.1', code: 'min' }] } })
    expect((await training('2025-05-05')).status).toBe(201)
  })
  it('of a training that names a member who was erased since is corrected with them (201), who are not named anew (400)', async () => {
    const [erased, other] = [await chain.member({ isInspected: false }), await chain.member({ isInspected: false })]
    const group = world.places.cotton.OP1?.id as string
    const farmerIds = [erased.farmerId, other.farmerId]
    const training = (named: string[], more: Record<string, unknown> = {}) =>
      omar().post(`/collective/${group}/events`, {
        ...{ eventType: 'TRAINING', occurredAt: '2025-05-06T06:30:00Z', lateReason: 'List read again' },
        ...{ data: { topic: 'ICS', hours: 2, farmerIds: named }, ...more },
      })
    const { event } = await ok(training(farmerIds))
    await ok(record(omar(), 'farmer', erased.farmerId, 'EXITED', '2026-01-15', { reason: 'Moved' }))
    await world.scoped('ada', ({ db, tenant }) =>
      sql`update farmer set erased_on = '2025-12-01' where tenant_id = ${tenant.id} and id = ${erased.farmerId}`.execute(db),
    )
    await refused(() => training(farmerIds), { status: 400, body: { fields: [{ path: 'data.farmerIds.0', code: 'rule' }] } })
    const data = { topic: 'ICS', hours: 3, farmerIds }
    expect((await training(farmerIds, { data, supersedesEventId: event.id })).status).toBe(201)
    const attended = (await ok(ada().get(`/farmer/${erased.farmerId}/events`))).items.filter(
      ({ eventType, status }: Json) => eventType === 'TRAINING_ATTENDED' && status === 'RECORDED',
    )
    expect(attended.map(({ data }: Json) => data.hours)).toEqual([3])
  })
  it('of a training before a member joined stays with them when its hours are corrected (201), and is not moved, nor given to others who joined later (400)', async () => {
    const [first, second] = [await chain.member({ isInspected: false }), await chain.member({ isInspected: false })]
    const joined = async (id: string, joinedOn: string) => {
      const { version } = await ok(omar().get(`/farmer/${id}`))
      await ok(omar().patch(`/farmer/${id}`, { joinedOn }, { 'if-match': `"${version}"` }))
    }
    const group = world.places.cotton.OP1?.id as string
    const { event } = await ok(record(omar(), 'collective', group, 'TRAINING', '2025-03-01', { topic: 'ICS', hours: 2, farmerIds: [first.farmerId] }))
    for (const { farmerId } of [first, second]) await joined(farmerId, '2025-05-01')
    const corrected = (occurredAt: string, farmerIds: string[], replaced: string) =>
      omar().post(`/collective/${group}/events`, {
        eventType: 'TRAINING',
        occurredAt,
        data: { topic: 'ICS', hours: 3, farmerIds },
        lateReason: 'List read again',
        supersedesEventId: replaced,
      })
    const both = [first.farmerId, second.farmerId]
    await refused(() => corrected(event.occurredAt, both, event.id), { status: 400, body: { fields: [{ path: 'data.farmerIds.1', code: 'min' }] } })
    const dayBefore = new Date(Date.parse(event.occurredAt) - 86_400_000).toISOString()
    await refused(() => corrected(dayBefore, [first.farmerId], event.id), { status: 400, body: { fields: [{ path: 'data.farmerIds.0', code: 'min' }] } })
    expect((await corrected(event.occurredAt, [first.farmerId], event.id)).status).toBe(201)
    const attended = (await ok(omar().get(`/farmer/${first.farmerId}/events`))).items.filter(
      ({ eventType, status }: Json) => eventType === 'TRAINING_ATTENDED' && status === 'RECORDED',
    )
    expect(attended.map(({ data }: Json) => data.hours)).toEqual([3])
  })
  it('is not corrected to before that, and a correction that leaves its day passes', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    const { event } = await ok(visit(farmerId, '2021-04-01'))
    const corrected = (occurredAt: string, replaced: string) =>
      fatima().post(`/farmer/${farmerId}/events`, {
        eventType: 'VISIT',
        occurredAt,
        data: { purpose: 'ADVICE' },
        lateReason: 'From the field book',
        supersedesEventId: replaced,
      })
    await refused(() => corrected('1995-04-01T06:00:00Z', event.id), tooEarly)
    // Recorded before the day of joining was corrected.
    const { version } = await ok(omar().get(`/farmer/${farmerId}`))
    await ok(omar().patch(`/farmer/${farmerId}`, { joinedOn: '2024-04-01' }, { 'if-match': `"${version}"` }))
    await refused(() => visit(farmerId, '2021-04-01'), tooEarly)
    expect((await corrected(event.occurredAt, event.id)).status).toBe(201)
  })
})

describe('an event of something else', () => {
  it('of a crop or its system is refused 75 days before the season, unless it was sown before; land is made ready in that time', async () => {
    const grown = await chain.sown({ isInspected: false })
    const ploughed = (day: string) => record(fatima(), 'croppingsystem', grown.systemId, 'LAND_PREP', day, { operation: 'PLOUGHING' })
    await refused(() => ploughed('1995-06-20'), tooEarly)
    await refused(() => ploughed('2025-03-17'), tooEarly)
    expect((await ploughed('2025-03-18')).status).toBe(201)
  })
  it('of a task or a non-conformity is refused before it was given or opened', async () => {
    const task: Json = await ok(
      omar().post('/task', { subject: 'Visit', type: 'VISIT', priority: 'P3', fourEyes: false, dueDate: '2025-12-01', team: 'Officers', checklist: [] }),
    )
    await refused(() => record(omar(), 'task', task.id, 'DONE', '2025-10-31'), tooEarly)
    expect((await record(omar(), 'task', task.id, 'DONE', '2025-11-01')).status).toBe(201)
    const finding: Json = await ok(
      world.as('ines', 'OP1').post('/nonconformity', {
        ref: 'E-1',
        severity: 'MINOR',
        rule: 'STORE',
        description: 'Sacks',
        openedOn: '2026-01-10',
        dueOn: '2026-02-10',
      }),
    )
    await refused(() => record(omar(), 'nonconformity', finding.id, 'ACTION_SENT', '1995-01-14', { action: 'Moved', doneOn: '2026-01-14' }), tooEarly)
    expect((await record(omar(), 'nonconformity', finding.id, 'ACTION_SENT', '2026-01-14', { action: 'Moved', doneOn: '2026-01-14' })).status).toBe(201)
  })
  it('of a plot is taken from long ago: land was there before anybody', async () => {
    const { parcelId } = await chain.member({ isInspected: false })
    await ok(record(ada(), 'landparcel', parcelId, 'SOIL_TEST', '1999-05-05', { laboratory: 'KVK' }))
  })
})
