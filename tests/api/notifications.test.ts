// From what happens to the inbox of those whom it concerns: nobody else, once, in words that say nothing they may not see.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { deliverAll } from '#server/jobs/deliver.ts'
import type { Change, Scope } from '#server/scope.ts'
import { createMany } from '#server/store/create-many.ts'
import { notify } from '#server/store/notify.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { delivererOf, type Inbox, noWays } from './notification-stage.ts'

let world: World
let chain: Chain
let stage: ReturnType<typeof delivererOf>
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  stage = delivererOf(world, clock)
  await stage.deliver()
}, 120_000)

const omar = () => world.as('omar')
const about = (items: readonly Inbox[], id: string) => items.filter(({ subjectId }) => subjectId === id)
const outbox = () =>
  world.scoped('ada', async ({ db, tenant }) => (await sql<Json>`select * from outbox where tenant_id = ${tenant.id} order by raised_at, id`.execute(db)).rows)
let tasks = 0
const taskFor = async (person: string, more: Record<string, unknown> = {}): Promise<Json> =>
  ok(
    omar().post('/task', {
      subject: `Visit ${++tasks}`,
      type: 'VISIT',
      priority: 'P3',
      dueDate: '2026-01-20',
      assigneeId: world.people[person]?.id,
      fourEyes: false,
      ...more,
    }),
  )

describe('another’s notification', () => {
  it('is not there to be read, marked or taken back (404), and reading it changes nothing for its owner', async () => {
    const task = await taskFor('fatima')
    await stage.deliver()
    const [mine] = about(await stage.inbox('fatima', 'TASK_ASSIGNED'), task.id)
    expect(mine).toMatchObject({ status: 'UNREAD', headline: expect.stringContaining(task.subject) })
    for (const other of ['omar', 'ada', 'ines']) {
      expect(await world.as(other).get(`/notification/${mine?.id}`)).toMatchObject({ status: 404 })
      expect(await record(world.as(other), 'notification', mine?.id ?? '', 'READ', '2026-01-15')).toMatchObject({ status: 404 })
    }
    expect(about(await stage.inbox('fatima'), task.id)).toMatchObject([{ status: 'UNREAD' }])
  })
  it('is made, changed and deleted by nobody (405, 403)', async () => {
    expect(await omar().post('/notification', { event: 'FARMER_DUP' })).toMatchObject({ status: 405 })
    const [mine] = await stage.inbox('fatima')
    expect((await world.as('fatima').patch(`/notification/${mine?.id}`, { headline: 'x' }, { 'if-match': '"1"' })).status).toBeGreaterThanOrEqual(400)
  })
  it('of another programme is never made: nobody there hears of it', async () => {
    await taskFor('fatima')
    await stage.deliver()
    expect(await stage.deliver('dairy')).toBe(0)
    expect(await stage.inbox('dina')).toEqual([])
  })
})

describe('what is to be done', () => {
  it('says by when: to the end of the day of the record, where the programme works; what asks for nothing does not', async () => {
    const task = await taskFor('fatima', { dueDate: '2026-01-21' })
    await stage.deliver()
    const [mine] = about(await stage.inbox('fatima', 'TASK_ASSIGNED'), task.id)
    expect(mine).toMatchObject({ actionRequired: true, dueAt: '2026-01-21T18:29:59.000Z' })
    const others = await stage.inbox('fatima')
    expect(others.filter(({ actionRequired, dueAt }) => !actionRequired && dueAt !== null)).toEqual([])
  })
})

describe('whom it concerns is asked when it is delivered', () => {
  const setStatus = (person: string, status: string) =>
    world.scoped('ada', ({ db, tenant }) =>
      sql`update "user" set status = ${status} where tenant_id = ${tenant.id} and id = ${world.people[person]?.id}::uuid`.execute(db),
    )
  it('a suspended person gets none', async () => {
    const task = await taskFor('ines')
    await setStatus('ines', 'SUSPENDED')
    await stage.deliver()
    await setStatus('ines', 'ACTIVE')
    expect(about(await stage.inbox('ines'), task.id)).toEqual([])
    expect(await stage.deliver()).toBe(0)
  })
  it('a role that was taken away before gets none, and another operator’s manager never does', async () => {
    const roles = [{ role: 'READ_ONLY_VIEWER', operatorIds: [world.places.cotton.OP1?.id] }]
    const { id } = await chain.lot()
    await ok(record(omar(), 'productbatch', id, 'QUARANTINE', '2026-01-15', { reason: 'Smells of diesel' }))
    const change = (of: unknown) =>
      world.scoped('ada', ({ db, tenant }) =>
        sql`update "user" set roles = ${JSON.stringify(of)}::jsonb where tenant_id = ${tenant.id} and id = ${world.people.pooja?.id}::uuid`.execute(db),
      )
    await change(roles)
    await stage.deliver()
    await change(world.people.pooja?.grants)
    for (const person of ['pooja', 'leela', 'paul']) expect(about(await stage.inbox(person), id), person).toEqual([])
  })
  it('whoever did it does not hear of it', async () => {
    const { id } = await chain.lot()
    await ok(record(omar(), 'productbatch', id, 'QUARANTINE', '2026-01-15', { reason: 'Wet' }))
    await stage.deliver()
    expect(about(await stage.inbox('omar'), id)).toEqual([])
    expect(about(await stage.inbox('pooja', 'BATCH_QUARANTINED'), id)).toMatchObject([{ status: 'UNREAD', severity: 'CRITICAL', timesSeen: 1 }])
  })
})

describe('one occasion', () => {
  it('is one notification, however often it is delivered', async () => {
    const task = await taskFor('fatima')
    await stage.deliver()
    await world.scoped('ada', ({ db, tenant }) => sql`update outbox set state = 'WAITING' where tenant_id = ${tenant.id}`.execute(db))
    expect(await stage.deliver()).toBeGreaterThan(0)
    expect(about(await stage.inbox('fatima'), task.id)).toMatchObject([{ timesSeen: 1, version: 1 }])
  })
  it('is there when its transaction commits, and never when it rolls back', async () => {
    const before = (await outbox()).length
    const subject = { type: 'collective', id: world.places.cotton.OP1?.id ?? '', operatorId: null }
    const raised = { key: 'rolled back', userIds: [world.people.fatima?.id ?? ''], figures: { report: 'R01' } }
    await expect(
      world.scoped('omar', async (scope) => {
        notify(scope, 'REPORT_READY', subject, raised)
        await sql`select 1`.execute(scope.db)
        throw new Error('No')
      }),
    ).rejects.toThrow('No')
    expect(await outbox()).toHaveLength(before)
    await world.scoped('omar', async (scope) => notify(scope, 'REPORT_READY', subject, raised))
    await stage.deliver()
    expect(await stage.inbox('fatima', 'REPORT_READY')).toMatchObject([{ headline: 'The report “R01” is ready.' }])
  })
  it('that comes again within a day counts on the same one, which is unread again; after a day it is another', async () => {
    const subject = { type: 'collective', id: world.places.cotton.OP1?.id ?? '', operatorId: null }
    const again = (now: Date) =>
      world.scoped(
        'omar',
        async (scope) => notify(scope, 'REPORT_READY', subject, { key: 'again', userIds: [world.people.ines?.id ?? ''], figures: { report: 'R02' } }),
        { now },
      )
    const later = (hours: number) => new Date(clock().getTime() + hours * 3_600_000)
    await again(clock())
    await stage.deliver()
    const [first] = await stage.inbox('ines', 'REPORT_READY')
    await ok(record(world.as('ines'), 'notification', first?.id ?? '', 'READ', '2026-01-15'))
    await again(later(3))
    stage.setAhead(4 * 3_600_000)
    await stage.deliver()
    expect(await stage.inbox('ines', 'REPORT_READY')).toMatchObject([{ id: first?.id, status: 'UNREAD', timesSeen: 2 }])
    await again(later(40))
    stage.setAhead(41 * 3_600_000)
    await stage.deliver()
    stage.setAhead(120_000)
    // The first one was unread: the newer one takes its place.
    expect((await stage.inbox('ines', 'REPORT_READY')).map(({ status, timesSeen }) => [status, timesSeen]).sort()).toEqual([
      ['ARCHIVED', 2],
      ['UNREAD', 1],
    ])
  })
  it('that comes again and again is another one a day after the first, not a day after the last', async () => {
    const subject = { type: 'collective', id: world.places.cotton.OP1?.id ?? '', operatorId: null }
    const raised = { key: 'every ten hours', userIds: [world.people.paul?.id ?? ''], figures: { report: 'R03' } }
    for (const hours of [0, 10, 20, 24, 25, 35]) {
      const now = new Date(clock().getTime() + hours * 3_600_000)
      await world.scoped('omar', async (scope) => notify(scope, 'REPORT_READY', subject, raised), { now })
      stage.setAhead((hours + 0.1) * 3_600_000)
      await stage.deliver()
    }
    stage.setAhead(120_000)
    expect((await stage.inbox('paul', 'REPORT_READY')).map(({ status, timesSeen }) => [status, timesSeen]).sort()).toEqual([
      ['ARCHIVED', 4],
      ['UNREAD', 2],
    ])
  })
  it('whose event is taken back is withdrawn from those who have not read it', async () => {
    const { id } = await chain.lot()
    const { event } = await ok(record(omar(), 'productbatch', id, 'QUARANTINE', '2026-01-15', { reason: 'Wet' }))
    await stage.deliver()
    const [unread] = about(await stage.inbox('pooja', 'BATCH_QUARANTINED'), id)
    expect(unread).toMatchObject({ status: 'UNREAD' })
    await ok(omar().post(`/productbatch/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await stage.deliver()
    expect(about(await stage.inbox('pooja', 'BATCH_QUARANTINED'), id)).toMatchObject([{ status: 'ARCHIVED' }])
  })
  it('whose event is taken back before it was delivered reaches nobody', async () => {
    const { id } = await chain.lot()
    const { event } = await ok(record(omar(), 'productbatch', id, 'QUARANTINE', '2026-01-15', { reason: 'Wet' }))
    await ok(omar().post(`/productbatch/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await stage.deliver()
    expect(about(await stage.inbox('pooja'), id)).toEqual([])
  })
})

describe('what it says', () => {
  it('names a farmer by the code to those from whom personal fields are hidden', async () => {
    const { farmerId } = await chain.member()
    const subject = { type: 'farmer', id: farmerId, operatorId: world.places.cotton.OP1?.id ?? null }
    const { title, code } = await chain.view('farmer', farmerId)
    await world.scoped('ada', async (scope) => notify(scope, 'EXPORT_PERSONAL', subject, { key: 'masked', figures: { what: 'Farmers', rows: 12 } }))
    await world.scoped('omar', async (scope) =>
      notify(scope, 'REPORT_READY', subject, {
        key: 'masked too',
        userIds: [world.people.pooja?.id ?? '', world.people.fatima?.id ?? ''],
        figures: { report: 'x' },
      }),
    )
    await stage.deliver()
    const params = async (person: string) =>
      (await world.as(person).get(`/notification/${about(await stage.inbox(person, 'REPORT_READY'), farmerId)[0]?.id}`)).body.params
    expect(await params('fatima')).toContainEqual({ name: 'record', value: title })
    expect(await params('pooja')).toContainEqual({ name: 'record', value: code })
    expect(await stage.inbox('ada', 'EXPORT_PERSONAL')).toMatchObject([{ headline: `${title} has taken out personal data: Farmers, 12 rows.` }])
  })
})

describe('an import of ten thousand rows', () => {
  it('is one notification for each manager, with their number', async () => {
    const farmer = entityOf('farmer')
    const rows = Array.from({ length: 400 }, (_, index) => ({
      memberNo: `IMP-${index}`,
      firstName: 'Ramesh',
      lastName: 'Patidar',
      gender: 'M',
      phone: null,
      noPhone: true,
      language: 'hi',
      village: `Dorf ${index}`,
      block: 'Kasrawad',
      district: 'Khargone',
      state: 'Madhya Pradesh',
      country: 'IN',
      totalHoldingHa: 4.5,
      otherGroupMembership: true,
      joinedOn: '2024-04-01',
    }))
    const operator = { id: world.places.cotton.OP1?.id ?? '', code: 'OP1', name: 'Narmada' }
    for (const half of [rows.slice(0, 200), rows.slice(200)])
      await world.scoped('fatima', async (scope) => {
        const made = await createMany({ ...scope, operator, source: 'IMPORT' }, farmer, half)
        expect(made?.every((one) => 'row' in one)).toBe(true)
      })
    await stage.deliver()
    const [one, ...others] = await stage.inbox('omar', 'GROUP_LIMIT')
    expect(others).toEqual([])
    expect(one).toMatchObject({ timesSeen: 400, subjectId: null, headline: 'Limits of the group are close or passed with 400 farmers.' })
    expect(await stage.inbox('leela', 'GROUP_LIMIT')).toEqual([])
  })
})

describe('the outbox', () => {
  it('goes on after a row that cannot be delivered, says so, and tries it again later', async () => {
    const broken = await taskFor('fatima')
    const task = await taskFor('fatima')
    const { behaviours } = world.deps
    const failing = {
      ...behaviours,
      notification: {
        ...behaviours.notification,
        async prepare(_: Scope, { after }: Change) {
          if (Object(after).subjectId === broken.id) throw new Error('No')
        },
      },
    }
    await deliverAll({ ...stage.context, behaviours: failing }, world.tenants.cotton, noWays)
    expect(about(await stage.inbox('fatima'), task.id)).toHaveLength(1)
    expect(about(await stage.inbox('fatima'), broken.id)).toEqual([])
    expect(world.logged).toContainEqual(expect.objectContaining({ level: 'error', message: 'notifications: a row of the outbox could not be delivered' }))
    expect(await stage.deliver()).toBe(0)
    stage.setAhead(15 * 60_000)
    await stage.deliver()
    stage.setAhead(120_000)
    expect(about(await stage.inbox('fatima'), broken.id)).toHaveLength(1)
  })
  it('is delivered once by several workers at the same moment', async () => {
    const made = await Promise.all([taskFor('ines'), taskFor('ines'), taskFor('ines')])
    await Promise.all([stage.deliver(), stage.deliver(), stage.deliver()])
    for (const { id } of made) expect(about(await stage.inbox('ines'), id)).toHaveLength(1)
  })
})
