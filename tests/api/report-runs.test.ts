// Reports made in the background: asked for once however often it is sent, made with the rights of the moment, cancelled, fetched by whoever
// asked and by nobody else, and gone after their days.
import { randomUUID } from 'node:crypto'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseStorage } from '#server/files/database-driver.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { reportJob } from '#server/jobs/report.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { fileOfRun } from '../harness/run-file.ts'
import { openWorld, type World } from '../harness/world.ts'
import { chainOf, clock, type Json } from './chain-stage.ts'

let world: World
const runs = '/reports/farmer-register/runs'
const wanted = { format: 'csv', parameters: {}, purpose: 'OWN_RECORDS' }

beforeAll(async () => {
  world = await openWorld({ now: clock })
  const chain = await chainOf(world)
  for (const name of ['Anil', 'Bhagwan']) await chain.member({ name })
})

const context = (): JobContext => ({
  database: world.database,
  behaviours: world.deps.behaviours,
  log: world.deps.log,
  clock,
  stop: new AbortController().signal,
})
/** What the worker does with the job of a run. */
const work = (runId: string, parts: Partial<Parameters<typeof reportJob>[0]> = {}) =>
  reportJob({
    storage: databaseStorage(world.database),
    personNow: async (tenant, id, db) => (await world.deps.personNow?.(tenant, id, db)) ?? null,
    ...parts,
  }).run(context(), {
    tenantId: world.tenants.cotton.id,
    runId,
  })
const ask = async (who = 'omar', body: unknown = wanted): Promise<Json> => {
  const { status, body: run } = await world.as(who).post(runs, body)
  expect(status).toBe(202)
  return run
}
const viewOf = async (id: string, who = 'omar'): Promise<Json> => (await world.as(who).get(`/report-runs/${id}`)).body

describe('asking for a report in the background refuses', () => {
  it('roles that may not run it, and formats that are not made so', async () => {
    expect((await world.as('paul', 'OP1').post(runs, wanted)).body.code).toBe('FORBIDDEN')
    expect((await world.as('omar').post(runs, { format: 'json' })).body.fields).toMatchObject([{ path: 'format', code: 'choice' }])
    expect((await world.as('omar').post(runs, { format: 'csv', language: 'xx' })).body.fields).toMatchObject([{ path: 'language', code: 'choice' }])
    expect((await world.as('omar').post(runs, { format: 'csv', parameters: { status: ['GONE'] } })).body.fields).toMatchObject([
      { path: 'status.0', code: 'choice' },
    ])
    expect((await world.as('omar').post(runs, { format: 'csv', parameters: { colour: 'red' } })).body.fields).toMatchObject([
      { path: 'colour', code: 'unknown' },
    ])
    expect((await world.as('omar').post(runs, {})).body.fields).toMatchObject([{ path: 'format', code: 'required' }])
  })
})

describe('a report in the background', () => {
  it('is asked for once however often it is sent, made, and fetched by whoever asked', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const [one, again] = [await world.as('omar').post(runs, wanted, key), await world.as('omar').post(runs, wanted, key)]
    expect(flawsOfAnswer('report.farmer-register.run', 202, one.body)).toEqual([])
    expect(again.body.id).toBe(one.body.id)
    expect((await world.as('omar').get(`/report-runs/${one.body.id}/file`)).body.code).toBe('STATE_CONFLICT')
    await work(one.body.id)
    const run = await viewOf(one.body.id)
    expect(run).toMatchObject({ state: 'DONE', progress: 1, rowCount: 2, fileName: expect.stringMatching(/^farmer-register-2026-01-15-[2-9A-Z]{12}\.csv$/) })
    const { body: direct, headers } = await world.as('omar').get('/reports/farmer-register.csv?purpose=OWN_RECORDS')
    const file = await fileOfRun(world.as('omar'), run.id)
    expect(file.body).toBe(direct)
    expect([run.sha256, file.headers.get('x-report-sha256')]).toEqual([headers.get('x-report-sha256'), headers.get('x-report-sha256')])
    const list = await world.as('omar').get('/report-runs')
    expect(flawsOfAnswer('reportRuns.list', 200, list.body)).toEqual([])
    expect(list.body.items.map(({ id }: Json) => id)).toEqual([run.id])
  })
  it('is nobody else’s: not an administrator’s, not another programme’s', async () => {
    const { id } = await ask()
    await work(id)
    for (const who of ['ada', 'fatima']) {
      const others = world.as(who, 'OP1')
      for (const path of [`/report-runs/${id}`, `/report-runs/${id}/file`]) expect([who, (await others.get(path)).status]).toEqual([who, 404])
      expect((await others.post(`/report-runs/${id}/cancel`)).status).toBe(404)
      expect((await others.get('/report-runs')).body.items).toEqual([])
    }
    expect((await world.as('dina').get(`/report-runs/${id}`)).status).toBe(404)
  })
  it('says in a workbook the same hash, on a sheet of its own', async () => {
    const { id } = await ask('omar', { format: 'xlsx', language: 'hi', parameters: {}, purpose: 'OWN_RECORDS' })
    await work(id)
    const run = await viewOf(id)
    const { headers } = await fileOfRun(world.as('omar'), id)
    expect(headers.get('content-type')).toContain('spreadsheetml')
    const { status, bytes } = await raw('omar', run.fileUrl)
    expect(status).toBe(200)
    const book = await readXlsx(bytes)
    expect(book.sheets.map(({ name }) => name)).toHaveLength(2)
    expect(book.sheets[1]?.rows.find(([label]) => label === 'SHA-256')?.[1]).toBe(run.sha256)
  })
  it('ends when it is cancelled, also while it is made', async () => {
    const { id } = await ask()
    expect((await world.as('omar').post(`/report-runs/${id}/cancel`)).body.state).toBe('CANCELLED')
    await work(id)
    expect(await viewOf(id)).toMatchObject({ state: 'CANCELLED', fileName: expect.any(String), sha256: null })
    const second = await ask()
    await work(second.id, {
      // Between the reading of the rows and the file.
      personNow: async (tenant, userId, db) => {
        await sql`update report_run set state = 'CANCELLED' where id = ${second.id}::uuid`.execute(db)
        return (await world.deps.personNow?.(tenant, userId, db)) ?? null
      },
    })
    expect(await viewOf(second.id)).toMatchObject({ state: 'CANCELLED', sha256: null })
    expect((await world.as('omar').post(`/report-runs/${second.id}/cancel`)).body.state).toBe('CANCELLED')
  })
  it('has the rights of the moment in which it is made', async () => {
    const { id } = await ask()
    await work(id, { personNow: async () => null })
    expect(await viewOf(id)).toMatchObject({ state: 'FAILED', message: 'Whoever asked for this report may not come in any more.' })
    const other = await ask()
    await work(other.id, {
      personNow: async (_tenant, userId) => ({ id: userId, name: 'Omar', email: null, grants: [{ role: 'BRAND_VIEWER', operatorIds: [] }] }),
    })
    expect(await viewOf(other.id)).toMatchObject({ state: 'FAILED' })
  })
  it('is made once in effect when its job comes twice, and not for ever when its process dies', async () => {
    const { id } = await ask()
    await work(id)
    const before = await viewOf(id)
    await work(id)
    expect(await viewOf(id)).toEqual(before)
    const dying = await ask()
    const dies = { storage: { ...databaseStorage(world.database), drivers: {} } }
    for (let attempt = 0; attempt < 5; attempt++) await expect(work(dying.id, dies)).rejects.toThrow()
    expect(await viewOf(dying.id)).toMatchObject({ state: 'RUNNING' })
    await work(dying.id, dies)
    expect(await viewOf(dying.id)).toMatchObject({ state: 'FAILED', message: expect.stringContaining('could not be made') })
  })
  it('is refused while five are being made', async () => {
    const open = [await ask('ines'), await ask('ines'), await ask('ines'), await ask('ines'), await ask('ines')]
    expect((await world.as('ines').post(runs, wanted)).body.code).toBe('TOO_MANY')
    await world.as('ines').post(`/report-runs/${open[0].id}/cancel`)
    await ask('ines')
  })
  it('is not handed out to its own person with other rights than it was made with, here or among files (410, 404)', async () => {
    const { id } = await ask()
    await work(id, {
      personNow: async (tenant, userId, db) => {
        const person = (await world.deps.personNow?.(tenant, userId, db)) ?? null
        return person && { ...person, grants: [...person.grants, ...person.grants] }
      },
    })
    expect(await viewOf(id)).toMatchObject({ state: 'DONE' })
    expect(await fileOfRun(world.as('omar'), id)).toMatchObject({ status: 410, body: { code: 'GONE' } })
    const [run] = await world.scoped('omar', async ({ db }) => (await sql<Json>`select file_id from report_run where id = ${id}::uuid`.execute(db)).rows)
    expect(await world.as('omar').get(`/files/${run.file_id}`)).toMatchObject({ status: 404 })
  })
  it('has no file any more when that was removed', async () => {
    const { id } = await ask()
    await work(id)
    await world.scoped(
      'omar',
      async ({ db }) => void (await sql`update file set state = 'REMOVING' where id = (select file_id from report_run where id = ${id}::uuid)`.execute(db)),
    )
    expect((await fileOfRun(world.as('omar'), id)).body.code).toBe('GONE')
  })
})

async function raw(who: string, path: string): Promise<{ status: number; bytes: Uint8Array }> {
  const host = `${world.tenants.cotton.subdomain}.farmbook.test`
  const response = await world.app.request(`http://${host}${path}`, { headers: { host, 'x-test-user': world.people[who]?.id ?? '' } })
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
}
