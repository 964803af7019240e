// Reports that come by themselves: who may make a schedule and for whom, when it is due, what each recipient gets with the rights of the
// moment, once however often the clock comes and however long nothing ran, and what is left of it.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseStorage } from '#server/files/database-driver.ts'
import { scheduledReports } from '#server/jobs/clock/scheduled-reports.ts'
import { runClock } from '#server/jobs/clock.ts'
import { reportJob } from '#server/jobs/report.ts'
import { fileOfRun } from '../harness/run-file.ts'
import { openWorld, type World } from '../harness/world.ts'
import { chainOf, type Json } from './chain-stage.ts'
import { delivererOf } from './notification-stage.ts'

/** A Thursday; in India it is noon. */
const start = new Date('2026-01-15T06:30:00Z')
let now = start
let world: World
let stage: ReturnType<typeof delivererOf>
beforeAll(async () => {
  world = await openWorld({ now: () => now })
  const chain = await chainOf(world)
  for (const name of ['Anil', 'Bhagwan']) await chain.member({ name })
  // As the record of a person has it who was registered by somebody.
  await world.scoped('ada', async ({ db, tenant }) =>
    sql`update "user" set operator_ids = array[${world.places.cotton.OP1?.id}::uuid] where tenant_id = ${tenant.id} and id = ${idOf('fatima')}::uuid`.execute(
      db,
    ),
  )
  stage = delivererOf(world, () => now, { mail: true, push: false, telephone: false })
  stage.setAhead(0)
})

const schedules = '/reports/farmer-register/schedules'
const idOf = (person: string): string => world.people[person]?.id ?? ''
const wanted = (changes: object = {}) => ({ format: 'csv', rhythm: 'DAY', hour: 7, recipients: [idOf('omar')], purpose: 'OWN_RECORDS', ...changes })
const make = async (changes: object = {}, who = 'omar'): Promise<Json> => {
  const { status, body } = await world.as(who, 'OP1').post(schedules, wanted(changes))
  expect([status, body.fields]).toEqual([201, undefined])
  return body
}
/** The clock of this programme, and of scheduled reports alone. */
const tick = async (at?: string) => {
  if (at) now = new Date(at)
  return (await runClock(stage.context, world.tenants.cotton, [scheduledReports]))['scheduled reports']
}
const runsOf = async (scheduleId: string): Promise<{ id: string; who: string; state: string; language: string }[]> =>
  world.scoped('ada', async ({ db, tenant }) => {
    const { rows } = await sql<{ id: string; who: string; state: string; language: string }>`select id, requested_by as who, state, language from report_run
      where tenant_id = ${tenant.id} and schedule_id = ${scheduleId}::uuid order by created_at, requested_by`.execute(db)
    return rows
  })
const changesOf = async (scheduleId: string): Promise<string[]> =>
  world.scoped('ada', async ({ db, tenant }) => {
    const { rows } = await sql<{ action: string }>`select action from report_schedule_change where tenant_id = ${tenant.id}
      and schedule_id = ${scheduleId}::uuid order by changed_at, id`.execute(db)
    return rows.map(({ action }) => action)
  })
const work = async (scheduleId: string) => {
  const job = reportJob({
    storage: databaseStorage(world.database),
    personNow: async (tenant, id, db) => (await world.deps.personNow?.(tenant, id, db)) ?? null,
  })
  for (const { id, state } of await runsOf(scheduleId)) if (state === 'QUEUED') await job.run(stage.context, { tenantId: world.tenants.cotton.id, runId: id })
}
const listed = async (who: string, id: string): Promise<Json> =>
  (await world.as(who, 'OP1').get('/report-schedules')).body.items.find((one: Json) => one.id === id)
const status = (person: string, to: string) =>
  world.scoped('ada', async ({ db, tenant }) => {
    await sql`update "user" set status = ${to} where tenant_id = ${tenant.id} and id = ${idOf(person)}::uuid`.execute(db)
  })
const mails = (person: string) =>
  world.scoped('ada', async ({ db, tenant }) => {
    const { rows } =
      await sql`select 1 from delivery where tenant_id = ${tenant.id} and recipient_id = ${idOf(person)}::uuid and channel = 'MAIL' and state = 'WAITING'`.execute(
        db,
      )
    return rows.length
  })

describe('a schedule is refused', () => {
  it('to a role that may not run the report, and to nobody in particular', async () => {
    expect(await world.as('paul', 'OP1').post(schedules, wanted())).toMatchObject({ status: 403 })
    expect(await world.stranger().post(`/api/operators/OP1${schedules}`, wanted())).toMatchObject({ status: 401 })
  })
  it.each([
    [{ format: 'json' }, 'format', 'choice'],
    [{ rhythm: 'HOUR' }, 'rhythm', 'choice'],
    [{ rhythm: 'WEEK' }, 'weekday', 'required'],
    [{ rhythm: 'WEEK', weekday: 8 }, 'weekday', 'max'],
    [{ rhythm: 'MONTH' }, 'monthDay', 'required'],
    [{ hour: 24 }, 'hour', 'max'],
    [{ recipients: [] }, 'recipients', 'min'],
    [{ recipients: [crypto.randomUUID()] }, 'recipients', 'missing'],
    [{ parameters: { colour: 'red' } }, 'colour', 'unknown'],
    [{ parameters: { season: crypto.randomUUID() } }, 'season', 'missing'],
    [{ timing: 1 }, 'timing', 'unknown'],
  ])('%j names %s', async (changes, path, code) => {
    const answer = await world.as('omar', 'OP1').post(schedules, wanted(changes))
    expect(answer.body.fields).toMatchObject([{ path, code }])
    expect(answer.status).toBe(400)
  })
  it('for somebody of another programme, and for a suspended colleague', async () => {
    expect((await world.as('omar', 'OP1').post(schedules, wanted({ recipients: [idOf('dina')] }))).body.fields).toMatchObject([{ code: 'missing' }])
    await status('fatima', 'SUSPENDED')
    expect((await world.as('ada', 'OP1').post(schedules, wanted({ recipients: [idOf('fatima')] }))).body.fields).toMatchObject([{ code: 'rule' }])
    await status('fatima', 'ACTIVE')
  })
  it('to change it, to everybody but its owner; to see it, to whoever does not get it', async () => {
    const { id } = await make({ recipients: [idOf('omar'), idOf('fatima')] })
    for (const verb of ['pause', 'resume', 'remove', 'leave']) expect((await world.as('ines', 'OP1').post(`/report-schedules/${id}/${verb}`)).status).toBe(404)
    for (const verb of ['pause', 'resume', 'remove']) expect((await world.as('fatima', 'OP1').post(`/report-schedules/${id}/${verb}`)).status).toBe(403)
    expect(await listed('ines', id)).toBeUndefined()
    expect(await listed('fatima', id)).toMatchObject({ isOwn: false, recipients: [{ id: idOf('fatima') }], owner: { id: idOf('omar') } })
    await world.as('omar', 'OP1').post(`/report-schedules/${id}/remove`)
    expect(await listed('omar', id)).toBeUndefined()
    expect((await world.as('omar', 'OP1').post(`/report-schedules/${id}/resume`)).status).toBe(404)
    expect(await changesOf(id)).toEqual(['CREATED', 'REMOVED'])
  })
})

describe('a schedule', () => {
  it('is made once however often it is sent', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [one, again] = [await world.as('omar', 'OP1').post(schedules, wanted(), key), await world.as('omar', 'OP1').post(schedules, wanted(), key)]
    expect(again.body.id).toBe(one.body.id)
    expect((await world.as('omar', 'OP1').post(`/report-schedules/${one.body.id}/remove`)).status).toBe(200)
  })
  it('is due at its hour where the programme works, once, and each gets what their own rights show, by mail', async () => {
    const { id, nextAt } = await make({ recipients: [idOf('omar'), idOf('fatima')] })
    expect(nextAt).toBe('2026-01-16T01:30:00.000Z')
    expect(await tick('2026-01-16T01:29:59Z')).toBe(0)
    expect(await tick('2026-01-16T01:30:00Z')).toBe(1)
    expect(await tick()).toBe(0)
    const runs = await runsOf(id)
    expect(runs.map(({ who }) => who).sort()).toEqual([idOf('omar'), idOf('fatima')].sort())
    await work(id)
    await stage.deliver()
    for (const person of ['omar', 'fatima']) {
      expect((await stage.inbox(person, 'REPORT_SCHEDULED')).map(({ headline }) => headline)).toEqual([
        'Your scheduled report “Farmer register” is ready. You find it under Reports.',
      ])
      expect(await mails(person)).toBe(1)
      expect(await stage.inbox(person, 'REPORT_READY')).toEqual([])
      const run = runs.find(({ who }) => who === idOf(person))
      // The same rows and the same masks as if they had asked themselves.
      const direct = await world.as(person, 'OP1').get('/reports/farmer-register.csv?purpose=OWN_RECORDS')
      const file = await fileOfRun(world.as(person, 'OP1'), run?.id ?? '')
      expect([file.status, file.headers.get('x-report-sha256')]).toEqual([200, direct.headers.get('x-report-sha256')])
      for (const other of ['ada', person === 'omar' ? 'fatima' : 'omar'])
        expect((await world.as(other, 'OP1').get(`/report-runs/${run?.id}/file`)).status).toBe(404)
    }
    expect(await listed('omar', id)).toMatchObject({ state: 'ACTIVE', lastAt: now.toISOString(), nextAt: '2026-01-17T01:30:00.000Z' })
    await world.as('omar', 'OP1').post(`/report-schedules/${id}/remove`)
  })
  it('catches up once after days off, and two clocks at once ask once', async () => {
    const { id } = await make()
    now = new Date('2026-01-25T10:00:00Z')
    await Promise.all([tick(), tick()])
    await tick()
    expect(await runsOf(id)).toHaveLength(1)
    expect(await listed('omar', id)).toMatchObject({ nextAt: '2026-01-26T01:30:00.000Z' })
    await world.as('omar', 'OP1').post(`/report-schedules/${id}/remove`)
    await tick('2026-01-27T10:00:00Z')
    expect(await runsOf(id)).toHaveLength(1)
  })
  it('rests and comes again without what it missed', async () => {
    const { id } = await make({ rhythm: 'WEEK', weekday: 1 })
    for (let time = 0; time < 2; time++) expect((await world.as('omar', 'OP1').post(`/report-schedules/${id}/pause`)).status).toBe(200)
    expect(await listed('omar', id)).toMatchObject({ state: 'PAUSED', nextAt: null })
    expect(await tick('2026-02-10T10:00:00Z')).toBe(0)
    await world.as('omar', 'OP1').post(`/report-schedules/${id}/resume`)
    expect(await tick()).toBe(0)
    // A Monday.
    expect(await listed('omar', id)).toMatchObject({ state: 'ACTIVE', nextAt: '2026-02-16T01:30:00.000Z' })
    await tick('2026-02-16T01:30:00Z')
    expect(await runsOf(id)).toHaveLength(1)
    expect(await changesOf(id)).toEqual(['CREATED', 'PAUSED', 'RESUMED', 'RAN'])
    await world.as('omar', 'OP1').post(`/report-schedules/${id}/remove`)
  })
  it('takes a suspended colleague off the list and tells its owner; the others get it', async () => {
    const { id } = await make({ recipients: [idOf('omar'), idOf('fatima')] })
    await status('fatima', 'SUSPENDED')
    await tick('2026-02-20T10:00:00Z')
    await status('fatima', 'ACTIVE')
    await stage.deliver()
    expect((await runsOf(id)).map(({ who }) => who)).toEqual([idOf('omar')])
    expect((await listed('omar', id)).recipients).toMatchObject([{ id: idOf('omar') }])
    expect((await stage.inbox('omar', 'REPORT_UNSUBSCRIBED')).map(({ headline }) => headline)).toEqual([
      expect.stringMatching(/gets the scheduled report “Farmer register” no more/),
    ])
    expect(await stage.inbox('fatima', 'REPORT_UNSUBSCRIBED')).toEqual([])
    expect(await changesOf(id)).toEqual(['CREATED', 'UNSUBSCRIBED', 'RAN'])
    await tick('2026-02-21T10:00:00Z')
    expect((await runsOf(id)).map(({ who }) => who)).toEqual([idOf('omar'), idOf('omar')])
    await world.as('omar', 'OP1').post(`/report-schedules/${id}/remove`)
  })
  it('takes off whoever lost the right to the report, and stops with its owner', async () => {
    const { id } = await make({ recipients: [idOf('omar'), idOf('fatima')] })
    const rolesOf = (person: string, roles?: unknown) =>
      world.scoped('ada', async ({ db, tenant }) => {
        const { rows } = await sql<{ roles: unknown }>`select roles from "user" where tenant_id = ${tenant.id} and id = ${idOf(person)}::uuid`.execute(db)
        if (roles)
          await sql`update "user" set roles = ${JSON.stringify(roles)}::jsonb where tenant_id = ${tenant.id} and id = ${idOf(person)}::uuid`.execute(db)
        return rows[0]?.roles
      })
    const before = await rolesOf('fatima', [{ role: 'BRAND_VIEWER' }])
    await tick('2026-03-01T10:00:00Z')
    await rolesOf('fatima', before)
    expect((await runsOf(id)).map(({ who }) => who)).toEqual([idOf('omar')])
    await status('omar', 'SUSPENDED')
    await tick('2026-03-02T10:00:00Z')
    await status('omar', 'ACTIVE')
    expect(await listed('omar', id)).toMatchObject({ state: 'STOPPED', nextAt: null, message: expect.stringContaining('may not come in') })
    expect(await tick('2026-03-05T10:00:00Z')).toBe(0)
    expect(await runsOf(id)).toHaveLength(1)
    expect(await changesOf(id)).toEqual(['CREATED', 'UNSUBSCRIBED', 'RAN', 'STOPPED'])
    // Whoever is back lets it come again.
    expect((await world.as('omar', 'OP1').post(`/report-schedules/${id}/resume`)).status).toBe(200)
    expect(await listed('omar', id)).toMatchObject({ state: 'ACTIVE', message: null })
    await world.as('omar', 'OP1').post(`/report-schedules/${id}/remove`)
  })
  it('is left by a recipient, and stops when nobody is left', async () => {
    const { id } = await make({ recipients: [idOf('fatima')] })
    expect((await world.as('fatima', 'OP1').post(`/report-schedules/${id}/leave`)).body.items).toEqual([])
    expect(await listed('omar', id)).toMatchObject({ state: 'STOPPED', recipients: [] })
    expect((await world.as('omar', 'OP1').post(`/report-schedules/${id}/resume`)).status).toBe(409)
    expect(await changesOf(id)).toEqual(['CREATED', 'LEFT'])
    await world.as('omar', 'OP1').post(`/report-schedules/${id}/remove`)
  })
  it('is one of twenty at most', async () => {
    const made = await Promise.all(Array.from({ length: 22 }, () => world.as('omar', 'OP1').post(schedules, wanted())))
    expect(made.map((one) => one.status).sort()).toEqual([...Array(20).fill(201), 429, 429])
    for (const { body } of made) if (body.isOwn) await world.as('omar', 'OP1').post(`/report-schedules/${body.id}/remove`)
  })
  it('leaves a record that nobody changes', async () => {
    await expect(world.scoped('ada', async ({ db }) => sql`delete from report_schedule_change`.execute(db))).rejects.toThrow()
  })
})
