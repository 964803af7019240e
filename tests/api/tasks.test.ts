// Tasks (domain dictionary 6.3). One that repeats: the next one is there when one is done, once, with its steps to do again, until the last day. And who verifies
// what was done.
import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
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

describe('a task that is done', () => {
  /** Another officer of the operator, each time. */
  const officer = () =>
    world.asUser(
      { id: randomUUIDv7(), name: 'Officer', email: null, grants: [{ role: 'FIELD_OFFICER', operatorIds: [world.places.cotton.OP1?.id ?? ''] }] },
      'cotton',
      'OP1',
    )
  const task = (by: Client, fourEyes: boolean) =>
    ok(by.post('/task', { subject: 'Read the traps', type: 'SAMPLE', priority: 'P3', fourEyes, dueDate: '2026-01-14', team: 'Centre' }))
  const on = (by: Client, id: string, eventType: string, data = {}) => by.post(`/task/${id}/events`, { eventType, occurredAt: clock().toISOString(), data })
  const may = async (by: Client, id: string): Promise<string[]> => (await ok(by.get(`/task/${id}`))).may

  it('and needs no second person is verified by nobody (422), nor offered to be; asked for later, it is', async () => {
    const giver = officer()
    const { id } = await task(giver, false)
    await ok(on(giver, id, 'DONE'))
    expect(await on(omar(), id, 'VERIFIED')).toMatchObject({ status: 422, body: { ruleId: '6.3' } })
    expect(await may(omar(), id)).not.toContain('VERIFIED')
    const { version } = await ok(omar().get(`/task/${id}`))
    await ok(omar().patch(`/task/${id}`, { fourEyes: true }, { 'If-Match': `"${version}"` }))
    expect(await may(omar(), id)).toContain('VERIFIED')
    expect((await ok(on(omar(), id, 'VERIFIED'))).subject.status).toBe('VERIFIED')
  })
  it('is verified by whoever gave it or the manager, by no other officer (403), and by nobody who did it (422)', async () => {
    const [giver, other, third] = [officer(), officer(), officer()]
    const { id } = await task(giver, true)
    await ok(on(other, id, 'DONE'))
    expect(await on(other, id, 'VERIFIED')).toMatchObject({ status: 422, body: { ruleId: 'BR-24' } })
    expect(await on(third, id, 'VERIFIED')).toMatchObject({ status: 403 })
    expect([await may(other, id), await may(third, id)].flat()).not.toContain('VERIFIED')
    expect(await may(giver, id)).toContain('VERIFIED')
    expect((await ok(on(giver, id, 'VERIFIED', { comment: 'Seen' }))).subject.status).toBe('VERIFIED')
    const own = await task(giver, true)
    await ok(on(giver, own.id, 'DONE'))
    expect(await on(giver, own.id, 'VERIFIED')).toMatchObject({ status: 422, body: { ruleId: 'BR-24' } })
    await ok(on(omar(), own.id, 'VERIFIED'))
  })
  it('keeps its second person for who does it: whoever gave it or the manager does away with that, nobody else (400)', async () => {
    const [giver, other] = [officer(), officer()]
    const given = await task(giver, true)
    const without = (by: Client, { id, version }: Json) => by.patch(`/task/${id}`, { fourEyes: false }, { 'If-Match': `"${version}"` })
    expect(await without(other, given)).toMatchObject({ status: 400, body: { fields: [{ path: 'fourEyes' }] } })
    await ok(other.patch(`/task/${given.id}`, { estimateHours: 2 }, { 'If-Match': `"${given.version}"` }))
    await ok(without(giver, await ok(giver.get(`/task/${given.id}`))))
    await ok(without(omar(), await task(giver, true)))
  })
  it('of a series stays given by whoever gave the first: who closed one neither lessens the next nor verifies it, the giver does', async () => {
    const [giver, doer] = [officer(), officer()]
    const first = await ok(
      giver.post('/task', {
        subject: 'Oil the gin',
        type: 'OTHER',
        priority: 'P3',
        fourEyes: true,
        dueDate: '2026-01-14',
        team: 'Centre',
        recurrence: 'WEEKLY',
      }),
    )
    await ok(on(doer, first.id, 'DONE'))
    const next = (await series('Oil')).find(({ status }) => status === 'OPEN')
    expect(next).toMatchObject({ dueDate: '2026-01-21', createdBy: first.createdBy })
    const { id, version } = await ok(doer.get(`/task/${next?.id}`))
    expect(await doer.patch(`/task/${id}`, { fourEyes: false }, { 'If-Match': `"${version}"` })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'fourEyes' }] },
    })
    await ok(on(officer(), id, 'DONE'))
    expect(await on(doer, id, 'VERIFIED')).toMatchObject({ status: 403 })
    expect([await may(doer, id), await may(giver, id)].map((names) => names.includes('VERIFIED'))).toEqual([false, true])
    await ok(on(giver, id, 'VERIFIED'))
  })
})
