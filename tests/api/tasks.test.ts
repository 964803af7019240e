// Tasks that repeat (domain dictionary 6.3): the next one is there when one is done, once, with its steps to do again, until the last day.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { clock, type Json, ok } from './chain-stage.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ now: clock })
})
const omar = () => world.as('omar', 'OP1')
const record = (id: string, eventType: string, data = {}) => omar().post(`/task/${id}/events`, { eventType, occurredAt: clock().toISOString(), data })
const series = async (subject: string): Promise<Json[]> => (await ok(omar().get(`/task?q=${subject}&sort=dueDate`))).items

describe('a task that repeats', () => {
  it('is followed by the next one when it is done, not by a second one when it is done again, and by none after its last day', async () => {
    const made = await ok(
      omar().post('/task', {
        subject: 'Calibrate',
        type: 'OTHER',
        priority: 'P3',
        fourEyes: false,
        dueDate: '2026-01-14',
        team: 'Centre',
        checklist: [{ item: 'Weigh the test weight', done: true }],
        recurrence: 'WEEKLY',
        recurrenceUntil: '2026-01-25',
      }),
    )
    await ok(record(made.id, 'DONE'))
    const [, next, ...others] = await series('Calibrate')
    expect(others).toEqual([])
    expect(next).toMatchObject({ status: 'OPEN', dueDate: '2026-01-21', team: 'Centre' })
    expect((await ok(omar().get(`/task/${next.id}`))).checklist).toMatchObject([{ item: 'Weigh the test weight', done: false }])
    await ok(record(made.id, 'REOPENED', { reason: 'Wrong weight' }))
    await ok(record(made.id, 'DONE'))
    expect(await series('Calibrate')).toHaveLength(2)
    await ok(record(next.id, 'DONE'))
    expect(await series('Calibrate')).toHaveLength(2)
  })
  it('loses the next one when it turns out not to be done, gets it again when it is, and leaves one on which somebody works', async () => {
    const { id } = await ok(
      omar().post('/task', { subject: 'Sweep', type: 'OTHER', priority: 'P3', fourEyes: false, dueDate: '2026-01-14', team: 'Centre', recurrence: 'WEEKLY' }),
    )
    const voided = async (eventId: string) => ok(omar().post(`/task/${id}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' }))
    await voided((await ok(record(id, 'DONE'))).event.id)
    expect(await series('Sweep')).toMatchObject([{ id, status: 'OPEN' }])
    const again = await ok(record(id, 'DONE'))
    const [, next, ...others] = await series('Sweep')
    expect([next.dueDate, others]).toEqual(['2026-01-21', []])
    await ok(record(next.id, 'STARTED'))
    await voided(again.event.id)
    expect(await series('Sweep')).toMatchObject([
      { id, status: 'OPEN' },
      { id: next.id, status: 'IN_PROGRESS' },
    ])
    await ok(record(id, 'DONE'))
    expect(await series('Sweep')).toHaveLength(2)
  })
})
