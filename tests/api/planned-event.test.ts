// A planned event is closed by recording what it waits for, on the record it is planned for, and by nothing else.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { createBySystem } from '#server/store/create.ts'
import type { Client } from '../harness/client.ts'
import { type Made, type Seeds, seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let seeds: Seeds
let ada: Client
let flock: Made
beforeAll(async () => {
  world = await openWorld()
  seeds = seedsOf(world)
  ada = world.as('ada', 'OP1')
  flock = await seeds.make(entityOf('poultrybatch'))
  expect((await record('PLACEMENT', { females: 100, males: 0, unsexed: 0 })).status).toBe(201)
})

const record = (eventType: string, data: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  ada.post(`/poultrybatch/${flock.id}/events`, { eventType, occurredAt: new Date().toISOString(), data, ...more })
const water = (planEventId: string) => record('WATER', { litres: 40 }, { planEventId })
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const plan = (values: Record<string, unknown> = {}): Promise<Made> =>
  world.scoped(
    'ada',
    async (scope) =>
      (
        await createBySystem(scope, entityOf('planevent'), {
          operatorId: world.places.cotton.OP1?.id as string,
          poultryBatchId: flock.id,
          name: 'Water',
          eventType: 'WATER',
          due: day(0),
          windowStart: day(-2),
          windowEnd: day(2),
          ...values,
        })
      ).row,
  )
const current = async ({ id }: Made) => (await ada.get(`/planevent/${id}`)).body

describe('POST …/events with planEventId', () => {
  it('refuses a plan that is not there, is another record’s, waits for something else, or is closed (400), and records nothing', async () => {
    const elsewhere = await plan({ poultryBatchId: (await seeds.make(entityOf('poultrybatch'))).id })
    const other = await plan({ eventType: 'LITTER' })
    const closed = await plan()
    expect((await water(closed.id)).status).toBe(201)
    const { body: before } = await ada.get(`/poultrybatch/${flock.id}/events`)
    for (const [id, code] of [
      [crypto.randomUUID(), 'missing'],
      [elsewhere.id, 'missing'],
      [other.id, 'rule'],
      [closed.id, 'taken'],
    ])
      expect(await water(id)).toMatchObject({ status: 400, body: { fields: [{ path: 'planEventId', code }] } })
    expect((await ada.get(`/poultrybatch/${flock.id}/events`)).body.items.length).toBe(before.items.length)
  })
  it('closes the plan in time within its window, late after it, and says by which event', async () => {
    const [inTime, late] = [await plan(), await plan({ due: day(-9), windowStart: day(-10), windowEnd: day(-8) })]
    for (const [one, status] of [
      [inTime, 'DONE_ON_TIME'],
      [late, 'DONE_LATE'],
    ] as const) {
      const { body } = await water(one.id)
      expect(await current(one)).toMatchObject({ status, fulfilledByEventId: body.event.id })
    }
  })
  it('opens the plan again when the event is taken back, so that it can be done anew', async () => {
    const one = await plan()
    const { body } = await water(one.id)
    expect((await ada.post(`/poultrybatch/${flock.id}/events/${body.event.id}/void`, { reason: 'DID_NOT_OCCUR' })).status).toBe(200)
    expect(await current(one)).toMatchObject({ status: 'PLANNED', fulfilledByEventId: null })
    const again = await water(one.id)
    expect(again.status).toBe(201)
    expect(await current(one)).toMatchObject({ status: 'DONE_ON_TIME', fulfilledByEventId: again.body.event.id })
  })
})
