// An event that names a whole group is recorded for every member of it (crop fault B38): a training of 500.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { farmers, person } from './exchange-stage.ts'

let world: World
let members: string[]
const omar = () => world.as('omar', 'OP1')
const group = () => world.places.cotton.OP1?.id as string

beforeAll(async () => {
  world = await openWorld({ now: clock })
  await chainOf(world)
  const body = farmers(...Array.from({ length: 500 }, () => person()))
  await ok(omar().send('/farmer/import', { method: 'POST', body, headers: { 'content-type': 'text/csv', prefer: 'wait=60' } }))
  members = []
  for (let next: string | null = ''; next !== null; ) {
    const page: Json = await ok(omar().get(`/farmer?limit=200&sort=memberNo${next ? `&cursor=${next}` : ''}`))
    members.push(...page.items.map(({ id }: Json) => id))
    next = page.next
  }
}, 240_000)

/** How many members have an event of a training in force, by the list of their events. */
const attended = async (): Promise<number> => {
  const { rows } = await world.scoped('ada', ({ db, tenant }) =>
    sql<{ id: string }>`select subject_id as id from event where tenant_id = ${tenant.id} and event_type = 'TRAINING_ATTENDED' and status = 'RECORDED'`.execute(
      db,
    ),
  )
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  return rows.length
}

describe('a whole group in one event', () => {
  const training = (farmerIds: readonly string[]) => record(omar(), 'collective', group(), 'TRAINING', '2025-12-01', { topic: 'Neem', hours: 3, farmerIds })
  it('is refused with one more than the largest group, or with a stranger, and nobody is trained (400)', async () => {
    const stranger = '01900000-0000-7000-8000-000000000001'
    expect(await training([...members, stranger])).toMatchObject({ status: 400, body: { fields: [{ path: 'data.farmerIds', code: 'max' }] } })
    expect(await training([...members.slice(1), stranger])).toMatchObject({ status: 400, body: { fields: [{ path: 'data.farmerIds.499', code: 'missing' }] } })
    expect(await attended()).toBe(0)
  })
  it('is trained, each member once, in a few statements for each; and is not when that is taken back', async () => {
    const sent: number[] = []
    for (const named of [members.slice(0, 10), members]) {
      let answer: Json
      const messages = await messagesOf(async () => {
        answer = await ok(training(named))
      })
      sent.push(statementsIn(messages).length)
      expect(await attended()).toBe(named.length)
      await ok(omar().post(`/collective/${group()}/events/${answer.event.id}/void`, { reason: 'INCORRECT_DATA' }))
      expect(await attended()).toBe(0)
    }
    const [few = 0, all = 0] = sent
    // As many for each member of a large group as of a small one.
    expect((all - few) / 490).toBeLessThanOrEqual(3.1)
  })
})
