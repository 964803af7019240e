// PostgreSQL is restarted, killed and robbed of its connections while people work. The process lives, whoever asks meanwhile is answered
// 503 with Retry-After, and everything acknowledged is there, once. DATABASE_RESTARTS=11 makes it a longer run.

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities, entityOf } from '#domain/entities.ts'
import { createApp } from '#server/app.ts'
import { addDevice } from '#server/channels/devices.ts'
import { webPushSender } from '#server/channels/web-push.ts'
import type { Database } from '#server/db/database.ts'
import { declaredSchema } from '#server/db/ddl.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { ImportEnds } from '#server/exchange/import-ends.ts'
import { databaseStorage } from '#server/files/database-driver.ts'
import { deliverJob } from '#server/jobs/deliver.ts'
import { exportJob } from '#server/jobs/exports.ts'
import { importJob } from '#server/jobs/imports.ts'
import { reportJob } from '#server/jobs/report.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { type OwnPostgres, startOwnPostgres } from '../../scripts/testing/postgres.ts'
import { farmers, person } from '../api/exchange-stage.ts'
import { clientOf } from '../harness/client.ts'
import { openPushService } from '../harness/push-service.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'

const restarts = Number(process.env.DATABASE_RESTARTS ?? 3)

describe.runIf(process.env.TEST_DATABASE_URL)('PostgreSQL restarted under load', () => {
  let server: OwnPostgres
  let database: Database
  let world: World
  beforeAll(async () => {
    const started = await startOwnPostgres()
    if (typeof started === 'string') throw new Error(started)
    server = started
    // The cluster of tests acknowledges before it has written; whoever kills it on purpose must not.
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    await admin.query('alter database postgres set synchronous_commit = on')
    await admin.end()
    database = await openPostgres({ url: server.url, max: 5 })
    await database.script(declaredSchema(entities))
    world = await openWorld({ database })
  })
  afterAll(async () => {
    await database?.close()
    await server?.stop()
  })
  const readiness = async () => (await world.app.request('http://x/readyz')).status

  it(`${restarts} times: nothing but 503 meanwhile, nothing lost, nothing twice`, async () => {
    const sample = sampleOf(entityOf('landowner'))
    const seen = new Map<string, number>()
    const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
    const acknowledged = new Map<string, string>()
    let isOver = false
    let answeredSince = 0
    const writer = async (name: string) => {
      const ada = world.as('ada', 'OP1')
      for (let n = 0; !isOver; n++) {
        const [key, code] = [randomUUID(), `${name}-${n}`]
        for (;;) {
          const { status, headers, body } = await ada.post('/landowner', { ...sample, code }, { 'idempotency-key': key })
          note(`write ${status} ${status === 503 ? `${body.code} ${headers.get('retry-after') !== null}` : ''}`.trim())
          if (status === 201) {
            acknowledged.set(code, body.id)
            answeredSince += 1
            break
          }
          if (status !== 503) throw new Error(`${status} ${JSON.stringify(body)} ${String((world.logged.at(-1)?.details as { error?: unknown })?.error)}`)
          await setTimeout(50)
        }
        await setTimeout(20)
      }
    }
    const reader = async () => {
      while (!isOver) {
        const { status, headers } = await world.as('omar').get('/landowner?limit=5')
        note(`read ${status} ${status === 503 ? headers.get('retry-after') !== null : ''}`.trim())
        await setTimeout(50)
      }
    }
    const working = Promise.all([...['WA', 'WB', 'WC', 'WD'].map(writer), reader(), reader()])
    try {
      for (let n = 0; n < restarts; n++) {
        // Longer than an answer of readiness is given again.
        await setTimeout(1_100)
        const kind = n % 3
        if (kind < 2) {
          const away = server.restart(kind ? 'fast' : 'immediate', 700)
          await setTimeout(500)
          expect(await readiness()).toBe(503)
          expect((await world.app.request('http://x/healthz')).status).toBe(200)
          await away
        } else {
          const admin = new pg.Client({ connectionString: server.url })
          await admin.connect()
          await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'farmbook%'`)
          await admin.end()
        }
        // It recovers by itself: people are answered again, and it says that it is ready.
        answeredSince = 0
        while (answeredSince < 8 || (await readiness()) !== 200) await setTimeout(50)
      }
    } finally {
      isOver = true
      await working
    }
    expect([...seen.keys()].sort()).toEqual(['read 200', ...(seen.has('read 503 true') ? ['read 503 true'] : []), 'write 201', 'write 503 UNAVAILABLE true'])
    const { rows } = await database.transaction(world.tenants.cotton.id, async (db) =>
      sql<{ code: string; n: number }>`select code, count(*) as n from landowner where tenant_id = ${world.tenants.cotton.id} group by code`.execute(db),
    )
    const stored = new Map(rows.map(({ code, n }) => [code, n]))
    expect([...acknowledged.keys()].filter((code) => stored.get(code) !== 1)).toEqual([])
    expect(rows.filter(({ n }) => n !== 1)).toEqual([])
  }, 300_000)

  it('goes on with an import by itself: every row is in once', async () => {
    const rows = 1_500
    let restarting: Promise<void> | undefined
    let n = 0
    let restarted = 0
    const transaction: Database['transaction'] = async (tenant, work, use) => {
      // In the middle of a transaction of rows, twice: the first is the one that takes the import.
      const isHit = use?.isWrite && !('record' in use) && [2, 4].includes(n++)
      return database.transaction(
        tenant,
        async (db) => {
          const result = await work(db)
          if (isHit) {
            restarting = server.restart('immediate', 300).then(() => void restarted++)
            await restarting
          }
          return result
        },
        use,
      )
    }
    const { behaviours, log, now: clock } = world.deps
    const ends = new ImportEnds()
    const personNow = world.deps.personNow ?? (async () => null)
    const pauses = { polling: 0.5, retry: 1, heartbeat: 10, monitor: 1 }
    const jobs = await startJobs([importJob({ personNow, ends })], {
      database: { ...database, transaction },
      databaseUrl: server.url,
      behaviours,
      log,
      clock,
      pauses,
    })
    try {
      await world.as('omar').get('/farmer?limit=1')
      const app = createApp({ ...world.deps, importEnds: ends, jobs })
      const omar = clientOf(app, `${world.tenants.cotton.subdomain}.farmbook.test`, { 'x-test-user': world.people.omar?.id ?? '' }, '/api/operators/OP1')
      const file = farmers(...Array.from({ length: rows }, () => person()))
      const sent = await omar.send('/farmer/import', { method: 'POST', body: file, headers: { 'content-type': 'text/csv' } })
      let state = ''
      let body: Record<string, unknown> = {}
      while (state !== 'DONE' && state !== 'FAILED') {
        const answer = await omar.get(`/farmer/imports/${sent.body.importId}`, { prefer: 'wait=5' })
        if (answer.status === 503) await setTimeout(50)
        else [state, body] = [answer.body.state, answer.body]
      }
      expect([restarted, body]).toMatchObject([2, { state: 'DONE', created: rows, changed: 0, unchanged: 0, rejected: 0 }])
    } finally {
      await restarting
      await jobs.stop()
    }
    const counted = await database.transaction(world.tenants.cotton.id, async (db) =>
      sql<{
        n: number
        numbers: number
      }>`select count(*)::integer as n, count(distinct member_no)::integer as numbers from farmer where tenant_id = ${world.tenants.cotton.id}`.execute(db),
    )
    expect(counted.rows).toEqual([{ n: rows, numbers: rows }])
  }, 300_000)

  it('goes on with exports and reports by itself: each is made once, with every row once', async () => {
    let restarting: Promise<void> | undefined
    let restarted = 0
    let writes = 0
    const transaction: Database['transaction'] = async (tenant, work, use) => {
      // In the middle of what the workers write, three times.
      const isHit = use?.isWrite && [3, 9, 16].includes(writes++)
      return database.transaction(
        tenant,
        async (db) => {
          const result = await work(db)
          if (isHit) {
            restarting = server.restart('immediate', 300).then(() => void restarted++)
            await restarting
          }
          return result
        },
        use,
      )
    }
    const { behaviours, log, now: clock } = world.deps
    const personNow = world.deps.personNow ?? (async () => null)
    const storage = databaseStorage(database)
    const jobs = await startJobs([exportJob({ personNow, storage }), reportJob({ personNow, storage })], {
      database: { ...database, transaction },
      databaseUrl: server.url,
      behaviours,
      log,
      clock,
      pauses: { polling: 0.5, retry: 1, heartbeat: 10, monitor: 1 },
    })
    try {
      world.as('omar')
      const app = createApp({ ...world.deps, jobs })
      const omar = clientOf(app, `${world.tenants.cotton.subdomain}.farmbook.test`, { 'x-test-user': world.people.omar?.id ?? '' }, '/api/operators/OP1')
      const requested: string[] = []
      const ask = async (path: string, body?: unknown): Promise<string> => {
        for (;;) {
          const answer = await omar.post(path, body, { 'idempotency-key': `${path} ${requested.length}`.replaceAll(/[^\w-]/g, '-') })
          if (answer.status === 202) return answer.body.id
          expect(answer.status).toBe(503)
          await setTimeout(50)
        }
      }
      for (let n = 0; n < 3; n++) {
        requested.push(`/farmer/exports/${await ask('/farmer/exports?format=csv&purpose=OWN_RECORDS')}`)
        requested.push(`/report-runs/${await ask('/reports/farmer-register/runs', { format: 'csv', parameters: {}, purpose: 'OWN_RECORDS' })}`)
      }
      const ended: Record<string, unknown>[] = []
      for (const path of requested)
        for (;;) {
          const { status, body } = await omar.get(path)
          if (status === 200 && body.state !== 'QUEUED' && body.state !== 'RUNNING') {
            ended.push(body)
            break
          }
          await setTimeout(50)
        }
      expect(ended.map(({ state }) => state)).toEqual(requested.map(() => 'DONE'))
      expect(restarted).toBe(3)
      for (const [index, path] of requested.entries()) {
        const { fileUrl } = ended[index] ?? {}
        const { status, body } = await omar.get(typeof fileUrl === 'string' ? fileUrl : `${path}/file`)
        const lines = String(body).trim().split(/\r?\n/)
        expect([status, lines.length > 1_500, new Set(lines).size]).toEqual([200, true, lines.length])
      }
    } finally {
      await restarting
      await jobs.stop()
    }
    const { rows } = await database.transaction(world.tenants.cotton.id, async (db) =>
      sql<{ code: string; n: number; times: number }>`select code, count(*)::integer as n, sum(occurrences)::integer as times from outbox
        where tenant_id = ${world.tenants.cotton.id} and code in ('EXPORT_PERSONAL', 'REPORT_READY') group by code order by code`.execute(db),
    )
    expect(rows).toEqual([
      // Three lists and three reports.
      { code: 'EXPORT_PERSONAL', n: 6, times: 6 },
      { code: 'REPORT_READY', n: 3, times: 3 },
    ])
  }, 300_000)

  it('delivers what people are to hear by itself: each in each inbox once, and to each browser at least once under one topic', async () => {
    const service = await openPushService()
    // Noon in Nimar on a day still to come: at night nothing is pushed to a browser.
    const noon = new Date(`${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T06:30:00Z`).getTime()
    let ahead = 0
    const { device, path } = service.browser('Chrome')
    const { behaviours, log } = world.deps
    const tenantId = world.tenants.cotton.id
    await world.scoped('fatima', (scope) => addDevice(scope, device))
    const total = 60
    for (let n = 0; n < total; n++) {
      const task = { subject: `Visit ${n}`, type: 'VISIT', priority: 'P3', dueDate: '2099-01-20', assigneeId: world.people.fatima?.id, fourEyes: false }
      expect(await world.as('omar').post('/task', task)).toMatchObject({ status: 201 })
    }
    let restarting: Promise<void> | undefined
    let restarted = 0
    let n = 0
    const hits = new Set([5, 40, 75])
    const transaction: Database['transaction'] = (tenant, work, use) =>
      database.transaction(
        tenant,
        async (db) => {
          const result = await work(db)
          // In the middle of a delivery, of handing over, and of noting it.
          if (use?.isWrite && hits.delete(n++)) {
            restarting = server.restart('immediate', 300).then(() => void restarted++)
            await restarting
          }
          return result
        },
        use,
      )
    const pushing = { sender: webPushSender({ services: [service.origin], contact: 'mailto:it@farmbook.test' }), keys: null }
    const job = deliverJob({ mail: false, push: true, telephone: false }, undefined, pushing)
    const context = { database: { ...database, transaction }, behaviours, log, clock: () => new Date(noon + ahead), stop: new AbortController().signal }
    const left = async (): Promise<number> => {
      const { rows } = await database.transaction(tenantId, (db) =>
        sql<{ n: number }>`select ((select count(*) from outbox where tenant_id = ${tenantId} and state = 'WAITING')
          + (select count(*) from delivery where tenant_id = ${tenantId} and state = 'WAITING'))::integer as n`.execute(db),
      )
      return rows[0]?.n ?? 0
    }
    try {
      // As the queue gives it out again; what was taken and not noted is given free after its time.
      for (let tries = 0; tries < 60 && (restarted < 3 || (await left().catch(() => 1)) > 0); tries++) {
        await job.run(context, { tenantId }).catch(() => {})
        await restarting
        ahead += 130_000
      }
      await expect.poll(() => left().catch(() => 1), { timeout: 20_000 }).toBe(0)
    } finally {
      await restarting
      await service.close()
    }
    const { rows } = await database.transaction(tenantId, (db) =>
      sql<{ id: string; subject: string }>`select id, subject_id as subject from notification
        where tenant_id = ${tenantId} and event = 'TASK_ASSIGNED' and recipient_user_id = ${world.people.fatima?.id}::uuid`.execute(db),
    )
    expect([restarted, rows.length, new Set(rows.map(({ subject }) => subject)).size]).toEqual([3, total, total])
    const pushed = service.to(path)
    expect(new Set(pushed.map(({ headers }) => headers.topic))).toEqual(new Set(rows.map(({ id }) => id.replaceAll('-', ''))))
    // More than once at most what was being handed over while the database died.
    expect(pushed.length - total).toBeLessThanOrEqual(20 * restarted)
  }, 300_000)
})
