// How the installation does, for the administrator of one programme: nobody else, and nothing of another programme; a job that was given up is
// tried again at their word. And what those who run it measure and find in the log.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { type Runner, startJobs } from '#server/jobs/runner.ts'
import { enqueue } from '#server/store/enqueue.ts'
import { clientOf } from '../harness/client.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { serverAddress } from '../harness/database.ts'
import { pdf } from '../harness/files.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let runner: Runner
const carriedOut: unknown[] = []
let work: (payload: object) => Promise<void> = async () => {}
const at = (person: string, app = world.app) => {
  world.as(person)
  const host = `${world.tenants[person === 'dina' ? 'dairy' : 'cotton'].subdomain}.farmbook.test`
  return clientOf(app, host, { 'x-test-user': world.people[person]?.id ?? '' }, '/api')
}
const failed = async (mark: string, tenant: 'cotton' | 'dairy', state = 'failed') => {
  const { id } = world.tenants[tenant]
  const [row] = await world.database.script(`insert into pgboss.job (name, data, state, completed_on, retry_count, retry_limit, output)
    values ('mail', '{"mark":"${mark}","tenantId":${id}}', '${state}', now(), 8, 8, '{"message":"${mark} could not be reached","stack":"secret"}') returning id`)
  return String(row?.id)
}

beforeAll(async () => {
  world = await openWorld()
  const mail = {
    topic: 'mail',
    every: '0 3 1 1 *',
    run: async (_: unknown, payload: object) => {
      carriedOut.push(payload)
      await work(payload)
    },
  }
  const round = { topic: 'clock', every: '0 3 1 1 *', isRound: true, run: async () => {} }
  runner = await startJobs([mail, round], {
    database: world.database,
    databaseUrl: serverAddress() ?? null,
    behaviours: world.deps.behaviours,
    log: world.deps.log,
    clock: () => new Date(),
    pauses: { polling: 0.5 },
  })
})
afterAll(async () => {
  await world?.database.script(`delete from pgboss.job where data ? 'tenantId'`)
  await runner?.stop()
})

describe('/api/operations', () => {
  it.each(['omar', 'fatima', 'paul', 'ravi'])('is refused to %s (403)', async (person) => {
    if (!world.people[person]) return
    for (const path of ['/operations', '/operations/tables'])
      expect([path, await at(person).get(path)]).toEqual([path, expect.objectContaining({ status: 403, body: expect.objectContaining({ code: 'FORBIDDEN' }) })])
  })
  it('is refused to somebody unknown (401), with a parameter (400), and by another method (405)', async () => {
    expect((await clientOf(world.app, `${world.tenants.cotton.subdomain}.farmbook.test`, {}, '/api').get('/operations')).status).toBe(401)
    expect((await at('ada').get('/operations?tenant=2')).status).toBe(400)
    expect((await at('ada').send('/operations', { method: 'DELETE' })).status).toBe(405)
  })
  it('says what waits, what failed and why, how much is stored, and what runs', async () => {
    await failed('cotton mill', 'cotton')
    await at('fatima').send('/operators/OP1/files?name=a.pdf', { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: pdf() as BodyInit })
    const { status, body } = await at('ada').get('/operations')
    expect([status, flawsOfAnswer('operations.view', 200, body)]).toEqual([200, []])
    expect(body.jobs.topics).toEqual([expect.objectContaining({ topic: 'mail', failed: 1 })])
    expect(body.jobs.failures).toEqual([expect.objectContaining({ topic: 'mail', isGivenUp: true, tries: 9, reason: 'cotton mill could not be reached' })])
    expect(body.jobs.rounds.map(({ topic }: { topic: string }) => topic)).toEqual(expect.arrayContaining(['clock', 'mail']))
    expect(body.files).toMatchObject({ files: 1, bytes: pdf().byteLength, into: 'database' })
    expect(body.mail).toMatchObject({ waiting: 0, failed: 0, isSent: false })
    expect(body.database).toMatchObject({ engine: world.database.engine, answerMs: expect.any(Number) })
    expect(JSON.stringify(body)).not.toContain('secret')
  })
  it('says since when a round has not ended, once it is a quarter of an hour', async () => {
    const unended = async () => (await at('ada').get('/operations')).body.jobs.rounds.find(({ topic }: { topic: string }) => topic === 'clock').unendedSince
    const started = async (minutes: number) => {
      await world.database.script(`delete from pgboss.job where name = 'clock'`)
      await world.database.script(`insert into pgboss.job (name, data, state, started_on, heartbeat_on, expire_seconds)
        values ('clock', '{}', 'active', now() - interval '${minutes} minutes', now(), 14400)`)
    }
    expect(await unended()).toBeNull()
    await started(10)
    expect(await unended()).toBeNull()
    await started(20)
    expect(Date.now() - Date.parse(await unended())).toBeGreaterThan(19 * 60_000)
    await world.database.script(`delete from pgboss.job where name = 'clock'`)
    expect(await unended()).toBeNull()
  })
  it('shows nothing of another programme', async () => {
    await failed('goat farm', 'dairy')
    const [cotton, dairy] = [await at('ada').get('/operations'), await at('dina').get('/operations')]
    expect(JSON.stringify(cotton.body)).not.toContain('goat farm')
    expect(JSON.stringify(dairy.body)).not.toContain('cotton mill')
    expect(dairy.body.jobs.failures).toEqual([expect.objectContaining({ reason: 'goat farm could not be reached' })])
    expect(dairy.body.files).toMatchObject({ files: 0, bytes: 0 })
  })
  it('counts the rows of its own tables', async () => {
    const { status, body } = await at('ada').get('/operations/tables')
    expect([status, flawsOfAnswer('operations.tables', 200, body)]).toEqual([200, []])
    const rows = Object.fromEntries(body.items.map(({ table, rows: count }: { table: string; rows: number }) => [table, count]))
    const own = await world.scoped('ada', async ({ db, tenant }) =>
      Number((await sql<{ n: number }>`select count(*) as n from "user" where tenant_id = ${tenant.id}`.execute(db)).rows[0]?.n),
    )
    expect(rows.user).toBe(own)
    expect(Object.keys(rows)).not.toContain('tenant')
  })
})

describe('another try', () => {
  beforeEach(() => {
    work = async () => {}
  })
  const retry = (id: string, person = 'ada') => at(person).post(`/operations/jobs/${id}/retry`, {})
  it('is refused to others (403), of a job of another programme and of none (404), of one that is not given up (409)', async () => {
    const [own, theirs, done] = [await failed('own', 'cotton'), await failed('theirs', 'dairy'), await failed('done', 'cotton', 'completed')]
    expect((await retry(own, 'omar')).status).toBe(403)
    for (const id of [theirs, '0199a5b0-0000-7000-8000-000000000000']) expect((await retry(id)).status).toBe(404)
    expect(await retry(done)).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } })
    const states = await world.database.script(`select state::text from pgboss.job where id in ('${own}', '${theirs}') order by 1`)
    expect(states).toEqual([{ state: 'failed' }, { state: 'failed' }])
  })
  it('carries it out', async () => {
    const id = await failed('again', 'cotton')
    expect(await retry(id)).toMatchObject({ status: 200, body: { topic: 'mail' } })
    await expect.poll(() => carriedOut, { timeout: 20_000 }).toContainEqual(expect.objectContaining({ mark: 'again' }))
    await expect
      .poll(async () => (await at('ada').get('/operations')).body.jobs.failures.map((job: { id: string }) => job.id), { timeout: 20_000 })
      .not.toContain(id)
    expect((await retry(id)).status).toBe(409)
    expect(world.logged).toContainEqual(expect.objectContaining({ message: 'job: another try was asked for' }))
  })
})

describe('/metrics', () => {
  it('has routes, the loop, connections, jobs, mail and files, in the form of Prometheus', async () => {
    const app = createApp({ ...world.deps, areMetricsOpen: true })
    world.as('ada')
    await at('ada', app).get('/operators/OP1/farmer')
    await at('ada', app).get('/operators/OP1/farmer/0199a5b0-0000-7000-8000-000000000000')
    await world.scoped('ada', async (scope) => enqueue(scope, 'mail', { mark: 'measured' }))
    const text = await (await app.request('http://10.0.0.7/metrics')).text()
    expect(text).toMatch(/farmbook_request_seconds_count\{method="GET",route="\/api\/operators\/:operator\/farmer",status="200"\} 1/)
    expect(text).toMatch(/farmbook_request_seconds_count\{method="GET",route="\/api\/operators\/:operator\/farmer\/:id[^"]*",status="404"\} 1/)
    for (const line of [
      /^nodejs_eventloop_lag_seconds [\d.e-]+$/m,
      /^process_resident_memory_bytes \d+$/m,
      /^farmbook_database_up 1$/m,
      /^farmbook_database_connections\{state="limit"\} \d+$/m,
      /^farmbook_jobs\{topic="mail",state="failed"\} [1-9]/m,
      /^farmbook_mail\{state="waiting"\} \d+$/m,
      /^farmbook_files_bytes [1-9]\d*$/m,
    ])
      expect(text).toMatch(line)
    expect(text).not.toContain('0199a5b0')
  })
  it('says that the database is away, instead of failing', async () => {
    const gone = () => Promise.reject(Object.assign(new Error('gone'), { code: '08006' }))
    const app = createApp({ ...world.deps, areMetricsOpen: true, database: { ...world.database, owner: gone, script: gone, platform: gone } })
    const answer = await app.request('http://10.0.0.7/metrics')
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/^farmbook_database_up 0$/m)])
  })
})

describe('the log', () => {
  const refusals = () => world.logged.filter(({ message }) => message === 'refused').map(({ level, details }) => ({ level, ...(details as object) }))
  const since = async (calls: () => Promise<unknown>) => {
    const before = refusals().length
    await calls()
    return refusals().slice(before)
  }
  it('has who was refused what, and nothing personal', async () => {
    const lines = await since(async () => {
      await at('paul').post('/operators/OP1/user', { name: 'Secret Name', email: 'secret@cotton.example' })
    })
    expect(lines).toEqual([
      {
        level: 'info',
        requestId: expect.any(String),
        code: 'FORBIDDEN',
        method: 'POST',
        route: '/api/operators/:operator/user',
        tenant: world.tenants.cotton.subdomain,
        user: world.people.paul?.id,
      },
    ])
    expect(JSON.stringify(world.logged)).not.toMatch(/Secret Name|secret@cotton/)
  })
  it('has a record out of reach, as one that is not there', async () => {
    const gone = '0199a5b0-0000-7000-8000-000000000000'
    const lines = await since(() => at('ines').get(`/operators/OP1/landowner/${gone}`))
    expect(lines).toEqual([expect.objectContaining({ code: 'NOT_FOUND', route: expect.stringContaining('/landowner/:id') })])
    expect(JSON.stringify(lines)).not.toContain(gone)
  })
  it('has a thousand of a kind as one line, and a word wrong in a form not at all', async () => {
    const stranger = clientOf(world.app, `${world.tenants.dairy.subdomain}.farmbook.test`, {}, '/api')
    const lines = await since(async () => {
      for (let n = 0; n < 50; n++) expect((await stranger.get('/operators/GIR/farmer')).status).toBe(401)
      expect((await at('ada').post('/operators/OP1/landowner', { name: 5 })).status).toBe(400)
    })
    expect(lines).toEqual([expect.objectContaining({ code: 'UNAUTHENTICATED', user: null })])
  })
})
