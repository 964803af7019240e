// Killed in the middle of delivering, at whatever moment: what it had started is delivered by the next process, to everybody, once.
import { spawn } from 'node:child_process'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { deliverJob } from '#server/jobs/deliver.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { notify } from '#server/store/notify.ts'
import { delivererOf } from '../api/notification-stage.ts'
import { serverAddress } from '../harness/database.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
const people = ['ada', 'omar', 'fatima', 'ines', 'pooja']

// The process of the embedded database is killed with it.
describe.runIf(process.env.TEST_DATABASE_URL)('a process that is killed while it delivers', () => {
  it.each([1, 2, 3, 4, 5])(
    'after the %s. of five recipients leaves nothing half done',
    async (after) => {
      const key = `killed after ${after}`
      const subject = { type: 'collective', id: world.places.cotton.OP1?.id ?? '', operatorId: null }
      const userIds = people.map((person) => world.people[person]?.id ?? '')
      await world.scoped('paul', async (scope) => notify(scope, 'REPORT_READY', subject, { key, userIds, figures: { report: key } }))
      const child = spawn(process.execPath, ['tests/contract/stuck-deliverer.ts'], {
        env: { ...process.env, DATABASE_URL: serverAddress() ?? '', TENANT: String(world.tenants.cotton.id), AFTER: String(after) },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      await new Promise<void>((resolve) => child.stdout.on('data', (text: Buffer) => String(text).includes('waiting') && resolve()))
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      const stage = delivererOf(world, () => new Date(), { mail: true, push: false, telephone: false })
      // The server may still hold the row for the connection that is gone.
      await expect.poll(() => stage.deliver(), { timeout: 30_000 }).toBeGreaterThan(0)
      await stage.deliver()
      for (const person of people) {
        const mine = (await stage.inbox(person, 'REPORT_READY')).filter(({ headline }) => headline.includes(key))
        expect(mine, person).toHaveLength(1)
        expect(mine[0]).toMatchObject({ timesSeen: 1, version: 1 })
      }
      const { rows } = await world.scoped('ada', ({ db, tenant }) =>
        sql<{ state: string }>`select state from outbox where tenant_id = ${tenant.id} and dedupe_key = ${key}`.execute(db),
      )
      expect(rows).toEqual([{ state: 'DONE' }])
    },
    60_000,
  )
})

describe('the job that delivers', () => {
  const waiting = async (): Promise<number> => {
    const [row] = await world.database.script(`select count(*)::integer as n from pgboss.job where name = 'deliver' and state = 'created'`)
    return Number(row?.n)
  }
  /** How many more wait after it. */
  const requested = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await waiting()
    await work()
    return (await waiting()) - before
  }
  const raiseIn = (key: string) => (scope: Parameters<Parameters<World['scoped']>[1]>[0]) => {
    const subject = { type: 'collective', id: world.places.cotton.OP1?.id ?? '', operatorId: null }
    notify(scope, 'REPORT_READY', subject, { key, userIds: [world.people.fatima?.id ?? ''], figures: { report: key } })
  }
  beforeAll(async () => {
    const { behaviours, log } = world.deps
    const deliver = { ...deliverJob({ mail: false, push: false, telephone: false }), every: '0 3 1 1 *' }
    const jobs = await startJobs([deliver], { database: world.database, databaseUrl: serverAddress() ?? null, behaviours, log, clock: () => new Date() })
    // The queue is there, and nobody works at it.
    await jobs.stop()
  })
  it('is not asked for by a transaction that is rolled back', async () => {
    const fails = () =>
      world.scoped('ada', async (scope) => {
        raiseIn('rolled back')(scope)
        await sql`select 1`.execute(scope.db)
        throw new Error('No')
      })
    expect(await requested(() => expect(fails()).rejects.toThrow('No'))).toBe(0)
  })
  it('is one for a transaction, whatever that says', async () => {
    const many = () => world.scoped('ada', async (scope) => Array.from({ length: 30 }, (_, n) => raiseIn(`many ${n}`)(scope)))
    expect(await requested(many)).toBe(1)
    const { rows } = await world.scoped('ada', ({ db, tenant }) =>
      sql<{ n: number }>`select count(*)::integer as n from outbox where tenant_id = ${tenant.id} and dedupe_key like 'many %'`.execute(db),
    )
    expect(rows).toEqual([{ n: 30 }])
  })
  it('is one for each transaction: a later one is not left to a job that may have begun', async () => {
    expect(
      await requested(async () => {
        for (const n of [1, 2, 3]) await world.scoped('ada', async (scope) => raiseIn(`each ${n}`)(scope))
      }),
    ).toBe(3)
  })
  it('is asked for by what follows where the step before it was undone', async () => {
    const half = () =>
      world.scoped('ada', async (scope) => {
        await sql`savepoint step`.execute(scope.db)
        raiseIn('undone')(scope)
        await sql`select 1`.execute(scope.db)
        await sql`rollback to savepoint step`.execute(scope.db)
        raiseIn('stands')(scope)
      })
    expect(await requested(half)).toBe(1)
  })
  it('delivers all of it, once', async () => {
    const stage = delivererOf(world, () => new Date(), { mail: false, push: false, telephone: false })
    await stage.deliver()
    const heard = (await stage.inbox('fatima', 'REPORT_READY')).filter(({ headline }) => /many \d|each \d|stands/.test(headline))
    expect(heard).toHaveLength(34)
  })
})

describe('a recipient', () => {
  it('has each message once: the database refuses a second one', async () => {
    const { rows } = await world.scoped('ada', ({ db }) =>
      sql<{ indexdef: string }>`select indexdef from pg_indexes where indexname = 'notification__recipient_user_id__dedupe_key'`.execute(db),
    )
    expect(rows[0]?.indexdef).toMatch(/^CREATE UNIQUE INDEX/)
  })
})
