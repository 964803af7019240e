// Comments of a task (domain dictionary 6.3): events by whoever does it or gave it, in their order, never written over, and out of the thread once taken back.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Json, ok, today } from './chain-stage.ts'

let world: World
let now = Date.parse(today)
let id: string
const by = (name: string): Client => world.as(name, 'OP1')
beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  const values = { subject: 'Visit', type: 'VISIT', priority: 'P3', fourEyes: false, dueDate: '2026-01-20', assigneeId: world.people.fatima?.id }
  id = (await ok(by('omar').post('/task', values))).id
})
const comment = (who: Client, text: string) => {
  now += 60_000
  return who.post(`/task/${id}/events`, { eventType: 'COMMENT', occurredAt: new Date(now).toISOString(), data: { text } })
}
const thread = async (): Promise<Json[]> => (await ok(by('fatima').get(`/task/${id}/events?filter[eventType]=COMMENT`))).items

describe('comments of a task', () => {
  it('need a word, are of somebody who sees the task, and change nothing of it', async () => {
    const refuse = refusing(() => world)
    await refuse(() => comment(by('fatima'), ' '), { status: 400, body: { fields: [{ path: 'data.text' }] } })
    await refuse(() => comment(by('fatima'), 'x'.repeat(1001)), { status: 400, body: { fields: [{ path: 'data.text' }] } })
    await refuse(() => comment(world.as('dina'), 'Not mine.'), { status: 404 })
    await refuse(() => world.stranger().post(`/api/operators/OP1/task/${id}/events`, { eventType: 'COMMENT' }), { status: 401 })
  })
  it('stand in their order with who wrote them, leave the task as it was, and go from the thread when taken back', async () => {
    const first = await ok(comment(by('fatima'), 'Nobody was at home.'))
    await ok(comment(by('omar'), 'Try on Thursday.'))
    expect((await thread()).map(({ data, recordedBy }) => [data.text, recordedBy])).toEqual([
      ['Try on Thursday.', world.people.omar?.id],
      ['Nobody was at home.', world.people.fatima?.id],
    ])
    expect((await ok(by('omar').get(`/task/${id}`))).status).toBe('OPEN')
    await ok(by('fatima').post(`/task/${id}/events/${first.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await thread()).map(({ data }) => data.text)).toEqual(['Try on Thursday.'])
    const whole = (await ok(by('ada').get(`/task/${id}/history?limit=100`))).items.filter(({ eventType }: Json) => eventType === 'COMMENT')
    expect(whole.map(({ data, status }: Json) => [data.text, status]).sort()).toEqual([
      ['Nobody was at home.', 'VOIDED'],
      ['Try on Thursday.', 'RECORDED'],
    ])
  })
})
