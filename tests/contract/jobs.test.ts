// The queue: a job exists when its transaction has committed and never when it was rolled back, is of the programme that asked for
// it, is tried again when it fails, and is carried out by another process when its own is killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tidy } from '#server/db/maintenance.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Job, JobPayload } from '#server/jobs/job.ts'
import { type Runner, startJobs } from '#server/jobs/runner.ts'
import { dropOvertaken } from '#server/jobs/waiting.ts'
import { enqueue } from '#server/store/enqueue.ts'
import { serverAddress } from '../harness/database.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let runner: Runner
/** What the worker of the topic `mail` was given, and what it does with it. */
const given: JobPayload[] = []
let work: (payload: JobPayload) => Promise<void> = async () => {}
const job: Job = {
  topic: 'mail',
  every: '0 3 1 1 *',
  async run(_context, payload) {
    given.push(payload)
    await work(payload)
  },
}
const begin = () =>
  startJobs([job], {
    database: world.database,
    databaseUrl: serverAddress() ?? null,
    behaviours: world.deps.behaviours,
    log: world.deps.log,
    clock: () => new Date(),
    pauses: { polling: 0.5, retry: 1, heartbeat: 10, monitor: 1, end: 1 },
  })
const marked = (mark: string) => given.filter((payload) => payload.mark === mark)
const ask = (mark: string, payload: Record<string, unknown> = {}) =>
  world.scoped('ada', async (scope) => enqueue(scope, 'mail', { mark, ...payload }), { jobWaits: (topic, payload) => runner.wake(topic, payload) })

beforeAll(async () => {
  world = await openWorld()
  runner = await begin()
})
afterAll(() => runner?.stop())

describe('a job of a transaction', () => {
  it('is not there when the transaction is rolled back', async () => {
    const refused = world.scoped('ada', async (scope) => {
      enqueue(scope, 'mail', { mark: 'rolled back' })
      await sql`select 1`.execute(scope.db)
      throw new Error('No')
    })
    await expect(refused).rejects.toThrow('No')
    await ask('after it')
    await expect.poll(() => marked('after it').length, { timeout: 20_000 }).toBe(1)
    expect(marked('rolled back')).toEqual([])
  })
  it('is of the programme that asked, whatever it says of itself', async () => {
    await ask('of cotton', { tenantId: world.tenants.dairy.id })
    await expect.poll(() => marked('of cotton'), { timeout: 20_000 }).toEqual([{ mark: 'of cotton', tenantId: world.tenants.cotton.id }])
  })
  it('is tried again when it fails, and carried out', async () => {
    work = async ({ mark }) => {
      if (mark === 'twice' && marked('twice').length < 2) throw new Error('Not yet')
    }
    await ask('twice')
    await expect.poll(() => marked('twice').length, { timeout: 20_000 }).toBe(2)
    expect(world.logged).toContainEqual(expect.objectContaining({ level: 'error', message: 'job failed' }))
    work = async () => {}
  })
  it('is handed back to the queue by a process that ends before it, and carried out by the next one', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    work = async ({ mark }) => {
      if (mark === 'long' && marked('long').length < 2) await released
    }
    await ask('long')
    await expect.poll(() => marked('long').length, { timeout: 20_000 }).toBe(1)
    await runner.stop()
    const [job] = await world.database.script(`select state::text as state from pgboss.job where data->>'mark' = 'long'`)
    expect(job).toEqual({ state: 'retry' })
    release()
    runner = await begin()
    await expect.poll(() => marked('long').length, { timeout: 20_000 }).toBe(2)
    work = async () => {}
  })
  it('waits while no worker runs, and is carried out by the next one', async () => {
    await runner.stop()
    await ask('meanwhile')
    expect(marked('meanwhile')).toEqual([])
    runner = await begin()
    await expect.poll(() => marked('meanwhile').length, { timeout: 20_000 }).toBe(1)
  })
})

describe('the queue itself', () => {
  it('loses those of a programme that another has overtaken, and neither what is for later nor what another programme asked', async () => {
    await runner.stop()
    const insert = (tenant: number, after: string) =>
      world.database.script(`insert into pgboss.job (name, data, start_after) values ('deliver', '{"tenantId":${tenant}}', ${after})`)
    await world.database.script(`select pgboss.create_queue('deliver', '{"policy":"standard"}'::jsonb)`).catch(() => {})
    // Files that ran before on this database leave what nobody delivered.
    await world.database.script(`delete from pgboss.job where name = 'deliver'`)
    const { cotton, dairy } = world.tenants
    for (let count = 0; count < 3; count++) await insert(cotton.id, 'now()')
    await insert(cotton.id, `now() + interval '1 hour'`)
    await insert(dairy.id, 'now()')
    await dropOvertaken(world.database, 'deliver', cotton.id)
    const left = await world.database.script(
      `select data->>'tenantId' as tenant, start_after > now() as "isLater" from pgboss.job where name = 'deliver' order by 2`,
    )
    expect(left).toEqual([
      { tenant: String(dairy.id), isLater: false },
      { tenant: String(cotton.id), isLater: true },
    ])
    await world.database.script(`delete from pgboss.job where name = 'deliver'`)
    runner = await begin()
  })
  it.each(['select * from pgboss.job', `insert into pgboss.job (name, data) values ('mail', '{}')`, 'delete from pgboss.job'])(
    'cannot be reached by the application: %s',
    async (text) => {
      await expect(world.scoped('ada', ({ db }) => sql.raw(text).execute(db))).rejects.toThrow(/permission denied/)
    },
  )
  it.each(['__pgboss__send-it', 'clock', 'maintenance'])('takes no job of the topic %s from the application', async (topic) => {
    await world.scoped('ada', ({ db }) => sql`select app.enqueue_job(${topic}, '{"name":"mail","data":{"mark":"smuggled"}}', null)`.execute(db))
    const rows = await world.database.script(`select 1 from pgboss.job where data::text like '%smuggled%'`)
    expect(rows).toEqual([])
  })
  it('finds the jobs of a programme by an index, in every queue, also one that is made later', async () => {
    await world.database.script(`select pgboss.create_queue('later', '{"policy":"standard","partition":true}'::jsonb)`)
    const plan = await world.database.script(
      `begin; set local enable_seqscan = off; explain select count(*) from pgboss.job where data ->> 'tenantId' = '7' and state = 'failed'; commit`,
    )
    const lines = plan.map((row) => String(row['QUERY PLAN']))
    expect(lines.filter((line) => /Seq Scan/.test(line))).toEqual([])
    expect(lines.some((line) => /Index/.test(line))).toBe(true)
    const indexed = await world.database.script(`select count(*)::integer as n from pg_indexes where schemaname = 'pgboss' and indexdef like '%tenantId%'`)
    expect(Number(indexed[0]?.n)).toBeGreaterThan(0)
    await world.database.script(`select pgboss.delete_queue('later')`)
  })
  it('is tidied up with the rest of the database', async () => {
    await world.database.script(`insert into pgboss.job (name, data, start_after) select 'mail', '{}', now() + interval '1 year' from generate_series(1, 400)`)
    await tidy(world.database)
    await world.database.script(`delete from pgboss.job where start_after > now() + interval '1 month'`)
  })
  it('takes no job outside a programme', async () => {
    await expect(world.database.platform((db) => sql`select app.enqueue_job('mail', '{}', null)`.execute(db))).rejects.toThrow(/permission denied/)
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('an owner without the right to make schemas', () => {
  it('gets a sentence that says what to ask for, and starts with the schema made by somebody else', async () => {
    const name = `jobs_${process.pid}`
    await world.database.script(`create role ${name} login`)
    await world.database.script(`create database ${name}`)
    onTestFinished(async () => {
      await world.database.script(`drop database ${name} with (force)`)
      await world.database.script(`drop role ${name}`)
    })
    const address = new URL(serverAddress() ?? '')
    address.pathname = `/${name}`
    const admin = await openPostgres({ url: address.href })
    address.username = name
    const database = await openPostgres({ url: address.href })
    const start = () =>
      startJobs([job], { database, databaseUrl: address.href, behaviours: world.deps.behaviours, log: world.deps.log, clock: () => new Date() })
    try {
      await expect(start()).rejects.toThrow(/create schema pgboss authorization/)
      await admin.script(`create schema pgboss authorization ${name}`)
      await (await start()).stop()
    } finally {
      await database.close()
      await admin.close()
    }
  })
})

// The process of the embedded database is killed with it.
describe.runIf(process.env.TEST_DATABASE_URL)('a worker that is killed while it works', () => {
  it('loses nothing: the job is carried out by another process', async () => {
    await runner.stop()
    const child: ChildProcess = spawn(process.execPath, ['tests/contract/stuck-worker.ts'], {
      env: { ...process.env, DATABASE_URL: serverAddress() ?? '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const taken = new Promise<void>((resolve) => {
      child.stdout?.on('data', (text: Buffer) => {
        if (String(text).includes('taken')) resolve()
      })
    })
    await ask('killed')
    await taken
    child.kill('SIGKILL')
    expect(marked('killed')).toEqual([])
    runner = await begin()
    await expect.poll(() => marked('killed').length, { timeout: 60_000, interval: 500 }).toBe(1)
    await setTimeout(3000)
    expect(marked('killed')).toHaveLength(1)
  }, 120_000)
})

describe.runIf(process.env.TEST_DATABASE_URL)('two workers side by side', () => {
  it('carry each job out once, and both of them work', async () => {
    await runner.stop()
    const done: { mark: unknown; by: number }[] = []
    const workers: { runner: Runner; close(): Promise<void> }[] = []
    for (const by of [1, 2]) {
      const database = await openPostgres({ url: serverAddress() ?? '' })
      const run: Job['run'] = async (_context, { mark }) => {
        await setTimeout(5)
        done.push({ mark, by })
      }
      const { behaviours, log } = world.deps
      const pauses = { polling: 0.5, retry: 1, heartbeat: 10, monitor: 1 }
      const started = await startJobs([{ topic: 'mail', every: '0 3 1 1 *', atOnce: 2, run }], {
        database,
        databaseUrl: serverAddress() ?? null,
        behaviours,
        log,
        clock: () => new Date(),
        pauses,
      })
      workers.push({ runner: started, close: () => database.close() })
    }
    const marks = Array.from({ length: 120 }, (_, n) => `side by side ${n}`)
    try {
      for (const mark of marks)
        await world.scoped('ada', async (scope) => enqueue(scope, 'mail', { mark }), {
          jobWaits: (topic, payload) => {
            for (const one of workers) one.runner.wake(topic, payload)
          },
        })
      await expect.poll(() => done.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(marks.length)
      await setTimeout(1500)
      expect(done.map(({ mark }) => mark).sort()).toEqual([...marks].sort())
      expect(new Set(done.map(({ by }) => by))).toEqual(new Set([1, 2]))
    } finally {
      for (const one of workers) {
        await one.runner.stop()
        await one.close()
      }
      runner = await begin()
    }
  }, 120_000)
})
