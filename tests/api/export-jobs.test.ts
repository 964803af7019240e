// Exports that are made in the background: for whoever asked and nobody else, with the rights of the moment, the same rows as the streamed
// file, stopped when they are cancelled, made anew when their process ended.
import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import type { Database } from '#server/db/database.ts'
import { databaseStorage } from '#server/files/database-driver.ts'
import { removeUnusedFiles } from '#server/files/remove-unused.ts'
import { exportJob } from '#server/jobs/exports.ts'
import { jobsInProcess } from '#server/jobs/in-process.ts'
import type { JobContext, JobPayload } from '#server/jobs/job.ts'
import type { Runner } from '#server/jobs/runner.ts'
import { type Client, clientOf } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { farmers, person } from './exchange-stage.ts'

/** Pages of two hundred. */
const rows = 450

describe('a long export', { timeout: 60_000 }, () => {
  let world: World
  let jobs: Runner
  let requested: JobPayload[]
  /** Called before each transaction of the job: 0 takes it, 1 counts, 2 notes its beginning, 3 reads the first page. */
  let before: (n: number) => Promise<void>
  let context: Omit<JobContext, 'stop'>
  let omar: Client
  const job = () => exportJob({ personNow: world.deps.personNow ?? (async () => null), storage: databaseStorage(world.database) })
  beforeEach(async () => {
    world = await openWorld()
    before = async () => {}
    requested = []
    let n = 0
    const transaction: Database['transaction'] = async (tenant, work, use) => {
      if (use?.isWrite && !('record' in use)) await before(n++)
      return world.database.transaction(tenant, work, use)
    }
    const { behaviours, log, now } = world.deps
    context = { database: { ...world.database, transaction }, behaviours, log, clock: now }
    jobs = jobsInProcess([job()], context)
    const noted = {
      wake: (topic: string, payload: JobPayload) => {
        if (topic === 'export') requested.push(payload)
        jobs.wake(topic, payload)
      },
    }
    const app = createApp({ ...world.deps, jobs: noted })
    const list = farmers(...Array.from({ length: rows }, () => person()))
    const sent = await world.as('omar').send('/farmer/import', { method: 'POST', body: list, headers: { 'content-type': 'text/csv', prefer: 'wait=100' } })
    expect(sent.body).toMatchObject({ state: 'DONE', created: rows })
    omar = clientOf(app, `${world.tenants.cotton.subdomain}.farmbook.test`, { 'x-test-user': world.people.omar?.id ?? '' }, '/api/operators/OP1')
  })
  /** Ends when every job that was asked for has ended: nothing more is taken. */
  const ended = async (id: string) => {
    for (;;) {
      const { body } = await omar.get(`/farmer/exports/${id}`)
      if (body.state !== 'QUEUED' && body.state !== 'RUNNING') return body
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const pauseAt = (number: number) => {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    before = async (n) => {
      if (n !== number) return
      reached.resolve()
      await released.promise
    }
    return { reached: reached.promise, goOn: () => released.resolve() }
  }
  const files = () =>
    world.scoped('ada', async ({ db, tenant }) => {
      const counter = await db.selectFrom('counter').select('value').where('tenant_id', '=', tenant.id).where('name', '=', 'file:bytes').executeTakeFirst()
      return { files: (await db.selectFrom('file').select('id').where('tenant_id', '=', tenant.id).execute()).length, bytes: counter?.value ?? 0 }
    })

  it('is refused without the right, at other addresses, in formats that are streamed, by pages, and for unknown filters', async () => {
    expect(await world.as('pooja', 'OP1').post('/farmer/exports')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await world.stranger().post('/api/operators/OP1/farmer/exports')).status).toBe(401)
    expect((await world.as('leela', 'OP1').post('/farmer/exports')).status).toBe(404)
    for (const [query, path] of [
      ['format=geojson', 'format'],
      ['format=pdf', 'format'],
      ['limit=5', 'limit'],
      ['cursor=x', 'cursor'],
      ['count=true', 'count'],
      ['fields=memberNo', 'fields'],
      ['filter[shoeSize]=4', 'filter[shoeSize]'],
    ])
      expect(await omar.post(`/farmer/exports?purpose=OWN_RECORDS&${query}`)).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: [{ path }] } })
    expect((await omar.get('/farmer/exports')).status).toBe(405)
    expect((await omar.get('/api/exports')).body).toEqual({ items: [] })
  })
  it('is of whoever asked alone: others, the administrator and other programmes find nothing', async () => {
    const { body } = await omar.post('/farmer/exports?purpose=OWN_RECORDS')
    await ended(body.id)
    for (const other of [world.as('ada', 'OP1'), world.as('fatima'), world.as('dina')])
      for (const path of ['', '/file']) expect((await other.get(`/farmer/exports/${body.id}${path}`)).status).toBe(404)
    expect((await world.as('ada', 'OP1').post(`/farmer/exports/${body.id}/cancel`)).status).toBe(404)
    expect((await omar.get(`/landowner/exports/${body.id}`)).status).toBe(404)
    expect((await world.as('ada', 'OP1').get('/api/exports')).body.items).toEqual([])
  })
  it('has the rows of the streamed file, with its filters and order, and says how many', async () => {
    const query = 'sort=-memberNo&filter[gender]=F'
    const asking = await omar.post(`/farmer/exports?purpose=OWN_RECORDS&${query}`, undefined, { 'idempotency-key': 'once' })
    expect(asking).toMatchObject({ status: 202, body: { entity: 'farmer', operator: { code: 'OP1' }, format: 'csv', isReady: false } })
    expect((await omar.post(`/farmer/exports?purpose=OWN_RECORDS&${query}`, undefined, { 'idempotency-key': 'once' })).body.id).toBe(asking.body.id)
    const done = await ended(asking.body.id)
    expect(done).toMatchObject({ state: 'DONE', rows, totalRows: rows, isReady: true, message: null })
    const file = await omar.get(`/farmer/exports/${done.id}/file`)
    expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      `attachment; filename="${done.fileName}"`,
    ])
    expect(file.body).toBe((await omar.get(`/farmer/export?purpose=OWN_RECORDS&${query}`)).body)
    expect(await files()).toEqual({ files: 1, bytes: done.size })
    expect((await omar.get('/api/exports')).body.items).toEqual([done])
    expect(requested).toHaveLength(1)
  })
  it('makes a workbook, too', async () => {
    const { body } = await omar.post('/farmer/exports?purpose=OWN_RECORDS&format=xlsx')
    expect(await ended(body.id)).toMatchObject({ state: 'DONE', rows })
    expect((await omar.get(`/farmer/exports/${body.id}/file`)).body.slice(0, 2)).toBe('PK')
  })
  it('is cancelled between two pages: no file, again the same answer; one that is done is not (409)', async () => {
    const { reached, goOn } = pauseAt(4)
    const { body } = await omar.post('/farmer/exports?purpose=OWN_RECORDS')
    await reached
    expect(await omar.get(`/farmer/exports/${body.id}/file`)).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } })
    const first = await omar.post(`/farmer/exports/${body.id}/cancel`)
    expect(first).toMatchObject({ status: 200, body: { state: 'CANCELLED', isReady: false } })
    goOn()
    await jobs.stop()
    expect((await omar.post(`/farmer/exports/${body.id}/cancel`)).body).toEqual(first.body)
    jobs = jobsInProcess([job()], context)
    before = async () => {}
    const second = (await omar.post('/farmer/exports?purpose=OWN_RECORDS')).body
    await ended(second.id)
    expect(await omar.post(`/farmer/exports/${second.id}/cancel`)).toMatchObject({ status: 409, body: { detail: 'This export has ended already.' } })
  })
  it('stops when the rights of the person change meanwhile, and is not handed out when they have changed since', async () => {
    const ada = world.as('ada', '-')
    const { reached, goOn } = pauseAt(4)
    const ready = (await omar.post('/farmer/exports?purpose=OWN_RECORDS')).body
    await reached
    before = async () => {}
    goOn()
    expect(await ended(ready.id)).toMatchObject({ state: 'DONE' })
    const other = pauseAt(11)
    const running = (await omar.post('/farmer/exports?purpose=OWN_RECORDS')).body
    await other.reached
    const operators = [world.places.cotton.OP1?.id, world.places.cotton.OP2?.id]
    const roles = [{ role: 'OPERATOR_MANAGER', operatorIds: operators }]
    expect((await ada.patch(`/user/${world.people.omar?.id}`, { roles }, { 'if-match': '"1"' })).status).toBe(200)
    other.goOn()
    expect(await ended(running.id)).toMatchObject({ state: 'FAILED', message: 'The export was stopped: you may not export this any more.', isReady: false })
    // The same person, as signing in reads them now.
    const changed = world.asUser({
      ...(world.people.omar ?? { id: '', name: '', email: null, farmerId: null }),
      grants: [{ role: 'OPERATOR_MANAGER', operatorIds: operators.map(String) }],
    })
    expect(await changed.get(`/farmer/exports/${ready.id}/file`)).toMatchObject({
      status: 410,
      body: { detail: 'Your rights have changed since this file was made. Make it again.' },
    })
  })
  it('is refused when five are being made (429), and fails with a sentence when there is no room', async () => {
    await jobs.stop()
    for (let n = 0; n < 5; n++) expect((await omar.post('/farmer/exports?purpose=OWN_RECORDS')).status).toBe(202)
    expect(await omar.post('/farmer/exports?purpose=OWN_RECORDS')).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } })
    await world.scoped('ada', ({ db, tenant }) =>
      db.updateTable('counter').set({ value: 1_999_999_000 }).where('tenant_id', '=', tenant.id).where('name', '=', 'file:bytes').execute(),
    )
    await job().run({ ...context, stop: new AbortController().signal }, requested[0] ?? {})
    expect(await ended(String(requested[0]?.exportId))).toMatchObject({ state: 'FAILED', message: 'There is no room for this file.', isReady: false })
  })
  it('is made anew by another process, and carried out by one of two alone', async () => {
    const { reached, goOn } = pauseAt(5)
    const { body } = await omar.post('/farmer/exports?purpose=OWN_RECORDS')
    await reached
    before = async () => {}
    await job().run({ ...context, stop: new AbortController().signal }, requested[0] ?? {})
    expect(await ended(body.id)).toMatchObject({ state: 'DONE', rows })
    goOn()
    await jobs.stop()
    expect(await ended(body.id)).toMatchObject({ state: 'DONE', rows })
    expect((await omar.get(`/farmer/exports/${body.id}/file`)).status).toBe(200)
  })
  it('is there for thirty days; afterwards its room is free', async () => {
    const { body } = await omar.post('/farmer/exports?purpose=OWN_RECORDS')
    await ended(body.id)
    await removeUnusedFiles(world.database, new Date(Date.now() + 31 * 86_400_000), databaseStorage(world.database))
    expect(await files()).toEqual({ files: 0, bytes: 0 })
    expect((await omar.get(`/farmer/exports/${body.id}`)).body).toMatchObject({ state: 'DONE', isReady: false })
    expect(await omar.get(`/farmer/exports/${body.id}/file`)).toMatchObject({ status: 410, body: { code: 'GONE' } })
  })
})
