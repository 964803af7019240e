// Imports that do not come to their end at once: their sender is suspended or loses the right, somebody cancels them, the process
// ends, a worker dies or is given up for dead, the database is away for a moment. What was counted is in, once; the rest follows or
// is not started, and the import says so.
import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import type { Database } from '#server/db/database.ts'
import { ImportEnds } from '#server/exchange/import-ends.ts'
import { importJob } from '#server/jobs/imports.ts'
import { jobsInProcess } from '#server/jobs/in-process.ts'
import type { JobContext, JobPayload } from '#server/jobs/job.ts'
import { type Runner, startJobs } from '#server/jobs/runner.ts'
import { type Answer, type Client, clientOf } from '../harness/client.ts'
import { serverAddress } from '../harness/database.ts'
import { openWorld, type World } from '../harness/world.ts'
import { farmers, person } from './exchange-stage.ts'

/** Three transactions at least: ten rows first, then sets of five hundred or fewer. */
const rows = 1_300
const people = () => Array.from({ length: rows }, () => person())

describe('an import that ends before its file, or later', { timeout: 120_000 }, () => {
  let world: World
  let jobs: Runner
  /** What the app asked to be carried out, in its order. */
  let requested: JobPayload[]
  /** Called before each transaction of rows, with its number: calls say which record they are about, imports do not. */
  let before: (n: number) => Promise<void>
  let context: Omit<JobContext, 'stop'>
  let omar: Client
  let nobody: Client
  const ends = new ImportEnds()
  const job = () => importJob({ personNow: world.deps.personNow ?? (async () => null), ends })
  beforeEach(async () => {
    world = await openWorld()
    before = async () => {}
    requested = []
    let n = 0
    const transaction: Database['transaction'] = async (tenant, work, use) => {
      // The first is the one that takes the import.
      if (use?.isWrite && !('record' in use)) await before(n++)
      return world.database.transaction(tenant, work, use)
    }
    const { behaviours, log, now } = world.deps
    context = { database: { ...world.database, transaction }, behaviours, log, clock: now }
    jobs = jobsInProcess([job()], context)
    const noted = {
      wake: (topic: string, payload: JobPayload) => {
        requested.push(payload)
        jobs.wake(topic, payload)
      },
    }
    const app = createApp({ ...world.deps, importEnds: ends, jobs: noted })
    await world.as('omar').get('/farmer')
    nobody = clientOf(app, `${world.tenants.cotton.subdomain}.farmbook.test`, {}, '/api/operators/OP1')
    omar = clientOf(app, `${world.tenants.cotton.subdomain}.farmbook.test`, { 'x-test-user': world.people.omar?.id ?? '' }, '/api/operators/OP1')
  })
  const send = (wait = 100, query = '', file = farmers(...people())): Promise<Answer> =>
    omar.send(`/farmer/import?name=members.csv${query}`, {
      method: 'POST',
      body: file,
      headers: { 'content-type': 'text/csv', ...(wait ? { prefer: `wait=${wait}` } : {}) },
    })
  const look = async (id: string, wait = 100): Promise<Answer['body']> => (await omar.get(`/farmer/imports/${id}`, { prefer: `wait=${wait}` })).body
  const made = async () => (await world.as('ada', 'OP1').get('/farmer?count=true&limit=1')).body.total
  /** What stands in the database beside the import itself, and is to be gone with its end. */
  const left = () =>
    world.scoped('ada', async ({ db, tenant }) => {
      const counter = await db.selectFrom('counter').select('value').where('tenant_id', '=', tenant.id).where('name', '=', 'file:bytes').executeTakeFirst()
      const count = async (table: 'import_part' | 'import_set') =>
        (await db.selectFrom(table).select('import_id').where('tenant_id', '=', tenant.id).execute()).length
      return { parts: await count('import_part'), sets: await count('import_set'), bytes: counter?.value ?? 0 }
    })
  const nothing = { parts: 0, sets: 0, bytes: 0 }
  /** Resolves when the transaction of rows with this number is about to begin; it begins when `goOn` is called. */
  const pauseAt = (number: number) => {
    let goOn = () => {}
    let isReached = () => {}
    const reached = new Promise<void>((resolve) => {
      isReached = resolve
    })
    const released = new Promise<void>((resolve) => {
      goOn = resolve
    })
    before = async (n) => {
      if (n !== number) return
      isReached()
      await released
    }
    return { reached, goOn: () => goOn() }
  }

  it.each([
    [
      'is suspended',
      () =>
        world
          .as('ada', '-')
          .post(`/user/${world.people.omar?.id}/events`, { eventType: 'SUSPENDED', occurredAt: new Date().toISOString(), data: { reason: 'Left' } }),
    ],
    [
      'loses the right',
      () =>
        world
          .as('ada', '-')
          .patch(`/user/${world.people.omar?.id}`, { roles: [{ role: 'FIELD_OFFICER', operatorIds: [world.places.cotton.OP1?.id] }] }, { 'if-match': '"1"' }),
    ],
    [
      'loses the operator',
      () =>
        world
          .as('ada', '-')
          .patch(
            `/user/${world.people.omar?.id}`,
            { roles: [{ role: 'OPERATOR_MANAGER', operatorIds: [world.places.cotton.OP2?.id] }] },
            { 'if-match': '"1"' },
          ),
    ],
  ])('stops when its sender %s: the rows counted are in, and no more', async (_, change) => {
    const { reached, goOn } = pauseAt(3)
    const { body } = await send(0)
    await reached
    expect(await change()).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
    goOn()
    const ended = await look(body.importId)
    expect(ended).toMatchObject({ state: 'FAILED', message: 'The import was stopped: its sender may not import here any more. Rows counted so far are in.' })
    expect(ended.created).toBeGreaterThan(0)
    expect(ended.created).toBeLessThan(rows)
    expect([await made(), await left()]).toEqual([ended.created, nothing])
  })

  describe('cancelled', () => {
    const cancel = (client: Client, id: string) => client.post(`/farmer/imports/${id}/cancel`)
    it('is refused to nobody, to whoever did not send it, in another programme, at another entity, and for what is no import', async () => {
      const { reached, goOn } = pauseAt(2)
      const { body } = await send(0)
      await reached
      expect((await cancel(nobody, body.importId)).status).toBe(401)
      for (const other of [world.as('fatima'), world.as('dina')]) expect((await cancel(other, body.importId)).status).toBe(404)
      expect((await omar.post(`/landowner/imports/${body.importId}/cancel`)).status).toBe(404)
      for (const none of ['no-id', world.people.omar?.id ?? '']) expect((await cancel(omar, none)).status).toBe(404)
      goOn()
      expect(await look(body.importId)).toMatchObject({ state: 'DONE', created: rows })
      // One that has ended stays as it is.
      expect(await cancel(omar, body.importId)).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT', detail: 'This import has ended already.' } })
      expect(await look(body.importId)).toMatchObject({ state: 'DONE', created: rows })
    })
    it('stops at the next set and says how many rows stand; again it answers the same', async () => {
      const { reached, goOn } = pauseAt(3)
      const { body } = await send(0)
      await reached
      const first = await cancel(omar, body.importId)
      expect(first).toMatchObject({ status: 200, body: { state: 'CANCELLED', message: 'The import was cancelled. Rows counted so far are in.' } })
      expect(first.body.created).toBeGreaterThan(0)
      expect(first.body.created).toBeLessThan(rows)
      expect((await cancel(omar, body.importId)).body).toEqual(first.body)
      goOn()
      await jobs.stop()
      expect([await made(), await left()]).toEqual([first.body.created, nothing])
      expect(await look(body.importId)).toMatchObject({ state: 'CANCELLED', created: first.body.created })
    })
    it('does not begin when it waited still, by an administrator, too', async () => {
      await jobs.stop()
      const { body } = await send(0)
      expect(await left()).toMatchObject({ parts: 1, sets: 0 })
      expect((await left()).bytes).toBeGreaterThan(10_000)
      expect((await cancel(world.as('ada', 'OP1'), body.importId)).body).toMatchObject({ state: 'CANCELLED', rows: 0 })
      await job().run({ ...context, stop: new AbortController().signal }, requested[0] ?? {})
      expect([await made(), await left(), (await look(body.importId)).state]).toEqual([0, nothing, 'CANCELLED'])
    })
    it('says of a trial that nothing was written', async () => {
      const { reached, goOn } = pauseAt(1)
      const { body } = await send(0, '&dryRun=true')
      await reached
      expect((await cancel(omar, body.importId)).body).toMatchObject({ state: 'CANCELLED', message: 'The trial was cancelled. Nothing was written.' })
      goOn()
      await jobs.stop()
      expect([await made(), await left()]).toEqual([0, nothing])
    })
  })

  describe('taken up by another worker', () => {
    /** Another process: the same database, nothing in memory. */
    const takeUp = async (payload = requested[0] ?? {}) => job().run({ ...context, stop: new AbortController().signal }, payload)

    it('after its process ended in order: goes on after the last set', async () => {
      const { reached, goOn } = pauseAt(3)
      const { body } = await send(0)
      await reached
      const stopped = jobs.stop()
      goOn()
      await stopped
      const halfway = await look(body.importId, 0)
      expect(halfway).toMatchObject({ state: 'RUNNING', totalRows: rows })
      expect(halfway.rows).toBeGreaterThan(0)
      expect(halfway.rows).toBeLessThan(rows)
      expect(await made()).toBe(halfway.created)
      before = async () => {}
      await takeUp()
      expect(await look(body.importId)).toMatchObject({ state: 'DONE', created: rows, unchanged: 0, rejected: 0, progress: 1 })
      expect([await made(), await left()]).toEqual([rows, nothing])
    })
    it('while the first still lives: only one of them carries each row out', async () => {
      const { reached, goOn } = pauseAt(3)
      const { body } = await send(0)
      await reached
      before = async () => {}
      await takeUp()
      expect(await look(body.importId)).toMatchObject({ state: 'DONE', created: rows })
      goOn()
      await jobs.stop()
      expect(await look(body.importId)).toMatchObject({ state: 'DONE', created: rows, unchanged: 0, rejected: 0 })
      expect([await made(), await left()]).toEqual([rows, nothing])
    })
    it('reports a row that comes twice, with the first one before and the second one after', async () => {
      const list = people()
      const twice = { ...(list[3] ?? {}), first_name: 'Another' }
      const { reached, goOn } = pauseAt(3)
      const { body } = await send(0, '', farmers(...list, twice))
      await reached
      const stopped = jobs.stop()
      goOn()
      await stopped
      before = async () => {}
      await takeUp()
      const ended = await look(body.importId)
      expect(ended).toMatchObject({ state: 'DONE', created: rows, rejected: 1, totalRows: rows + 1 })
      expect(ended.problems).toMatchObject([{ row: rows + 2, code: 'DUPLICATE' }])
    })
    it('when it has ended: does nothing', async () => {
      const { body } = await send()
      expect(body).toMatchObject({ state: 'DONE', created: rows })
      await takeUp()
      await takeUp({ tenantId: world.tenants.dairy.id, importId: body.importId })
      await takeUp({ tenantId: 2_000_000_000, importId: body.importId })
      expect(await look(body.importId)).toEqual({ ...body, importId: undefined, id: body.importId })
    })
    it('when its job was lost: an hour later, by the round', async () => {
      await jobs.stop()
      const { body } = await send(0)
      const enqueued: string[] = []
      const watched: Database['transaction'] = (tenant, work, use) =>
        world.database.transaction(
          tenant,
          async (db) => {
            const result = await work(db)
            if (Array.isArray(result)) enqueued.push(...result)
            return result
          },
          use,
        )
      const round = (clock: () => Date) =>
        job().run({ ...context, database: { ...world.database, transaction: watched }, clock, stop: new AbortController().signal }, {})
      await round(() => new Date())
      expect(enqueued).toEqual([])
      await round(() => new Date(Date.now() + 3_700_000))
      expect(enqueued).toContain(body.importId)
    })
  })

  it('is accepted but not carried out where nobody works, and is waited for no longer than asked', async () => {
    const app = createApp({ ...world.deps, jobs: null })
    const client = clientOf(app, `${world.tenants.cotton.subdomain}.farmbook.test`, { 'x-test-user': world.people.omar?.id ?? '' }, '/api/operators/OP1')
    const answer = await client.send('/farmer/import', { method: 'POST', body: farmers(person()), headers: { 'content-type': 'text/csv', prefer: 'wait=1' } })
    expect([answer.status, answer.body.state, await made()]).toEqual([202, 'QUEUED', 0])
  })
  it('is refused when the programme has no room for its file, and leaves nothing', async () => {
    await world.scoped('ada', ({ db, tenant }) => db.insertInto('counter').values({ tenant_id: tenant.id, name: 'file:bytes', value: 1_999_990_000 }).execute())
    expect(await send()).toMatchObject({ status: 409, body: { code: 'QUOTA_FULL', fields: [{ path: 'file', code: 'quota' }] } })
    expect([await left(), (await omar.get('/farmer/imports')).body.items]).toEqual([{ parts: 0, sets: 0, bytes: 1_999_990_000 }, []])
  })
  it('is waited for only by whoever may see it (401 at once)', async () => {
    const { reached, goOn } = pauseAt(1)
    const { body } = await send(0)
    await reached
    // The import cannot end before this has been answered.
    const stranger = await nobody.get(`/farmer/imports/${body.importId}`, { prefer: 'wait=100' })
    expect(stranger.status).toBe(401)
    goOn()
    await look(body.importId)
  })
  it.each(['40P01', '55P03', '08006'])('is tried again when the database says %s: no row is rejected for it, none is in twice', async (code) => {
    let failures = 0
    before = async (n) => {
      if (n !== 2 && n !== 3) return
      failures += 1
      throw Object.assign(new Error('not now'), { code })
    }
    expect((await send()).body).toMatchObject({ state: 'DONE', created: rows, rejected: 0 })
    expect([failures, await made()]).toEqual([2, rows])
  })
  it('is handed back by a process that ends in order, and carried on by the next one', async () => {
    const begin = () =>
      startJobs([job()], { ...context, databaseUrl: serverAddress() ?? null, pauses: { polling: 0.5, retry: 600, heartbeat: 600, monitor: 600 } })
    const first = await begin()
    jobs = first
    const { reached, goOn } = pauseAt(3)
    const { body } = await send(0)
    await reached
    const stopped = first.stop()
    goOn()
    await stopped
    expect(await look(body.importId, 0)).toMatchObject({ state: 'RUNNING', totalRows: rows })
    const waiting = `select 1 from pgboss.job where name = 'import' and state = 'created' and data->>'importId' = '${body.importId}'`
    expect(await world.database.script(waiting)).toHaveLength(1)
    before = async () => {}
    const second = await begin()
    try {
      expect(await look(body.importId)).toMatchObject({ state: 'DONE', created: rows, unchanged: 0, rejected: 0 })
    } finally {
      await second.stop()
    }
    expect([await made(), await left()]).toEqual([rows, nothing])
  })
})
