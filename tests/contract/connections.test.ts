// A real PostgreSQL that is disturbed from outside: connections that break, rows that somebody keeps locked, a pool that is
// used up. The process lives, answers 503 with Retry-After, and goes on; nobody waits who does not want what is locked.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Db } from '#server/scope.ts'
import { serverAddress } from '../harness/database.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

describe.runIf(process.env.TEST_DATABASE_URL)('a PostgreSQL that is disturbed', () => {
  let world: World
  let outside: pg.Client
  let tenantId: number
  beforeAll(async () => {
    world = await openWorld()
    tenantId = world.tenants.cotton.id
    outside = new pg.Client({ connectionString: serverAddress() })
    await outside.connect()
  })
  afterAll(() => outside?.end())
  const pidOf = async (db: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0
  const terminate = (pid: number) => outside.query('select pg_terminate_backend($1)', [pid])
  const landowner = sampleOf(entityOf('landowner'))

  it('a connection that breaks between two statements ends its transaction and nothing else', async () => {
    let pid = 0
    const broken = world.database.transaction(tenantId, async (db) => {
      pid = await pidOf(db)
      await terminate(pid)
      await pause(100)
      await sql`select 1`.execute(db)
    })
    await expect(broken).rejects.toMatchObject({ code: expect.stringMatching(/^(08006|57P01)$/) })
    for (let n = 0; n < 10; n++) expect(await world.database.transaction(tenantId, pidOf)).not.toBe(pid)
  })
  it('a connection that breaks while nothing is asked of it, too', async () => {
    const broken = world.database.transaction(tenantId, async (db) => {
      await terminate(await pidOf(db))
      await pause(100)
      return 'the work is done'
    })
    await expect(broken).rejects.toMatchObject({ code: '08006' })
    expect(await world.database.transaction(tenantId, async () => 'next')).toBe('next')
  })
  it('is reported as 503 with Retry-After, and the next call is answered', async () => {
    const ada = world.as('ada')
    const reached = (await ada.get('/landowner')).status
    const terminating: World['database']['transaction'] = (tenant, work, use) =>
      world.database.transaction(
        tenant,
        async (db) => {
          await terminate(await pidOf(db))
          await pause(50)
          return work(db)
        },
        use,
      )
    const { createApp } = await import('#server/app.ts')
    const app = createApp({ ...world.deps, database: { ...world.database, transaction: terminating } })
    const answer = await app.request(`http://${world.tenants.cotton.subdomain}.farmbook.test/api/operators/OP1/landowner`, {
      headers: { 'x-test-user': world.people.ada?.id ?? '' },
    })
    const { code } = (await answer.json()) as { code: string }
    expect([reached, answer.status, answer.headers.get('retry-after'), code]).toEqual([200, 503, '1', 'UNAVAILABLE'])
    expect((await ada.get('/landowner')).status).toBe(200)
  })
  it('a locked row delays only those who want it; they are asked to try again', async () => {
    const ada = world.as('ada', 'OP1')
    const made = await Promise.all([1, 2].map((n) => ada.post('/landowner', { ...landowner, name: `Owner ${n}` })))
    const [locked, other] = made.map(({ body }) => body)
    expect(made.map(({ status }) => status)).toEqual([201, 201])
    await outside.query('begin')
    await outside.query('set local row_security = off')
    await outside.query('select 1 from landowner where tenant_id = $1 and id = $2 for update', [tenantId, locked.id])
    try {
      // Each once: `patch` sends what is answered 503 again.
      const headers = { 'content-type': 'application/json', 'if-match': '"1"' }
      const edit = (id: string, name: string) => ada.send(`/landowner/${id}`, { method: 'PATCH', headers, body: JSON.stringify({ name }) })
      let ended = 0
      const wanting = Array.from({ length: 14 }, (_, n) => edit(locked.id, `Wanting ${n}`).finally(() => ended++))
      await pause(300)
      const others = await Promise.all([
        ...Array.from({ length: 6 }, () => ada.get('/landowner')),
        world.as('dina').get('/farmer'),
        edit(other.id, 'Of another record'),
        world.app.request('http://x/readyz'),
      ])
      // Answered while every one of those who want the row still waits for it.
      expect([others.map(({ status }) => status), ended]).toEqual([[200, 200, 200, 200, 200, 200, 200, 200, 200], 0])
      const answers = await Promise.all(wanting)
      expect(new Set(answers.map(({ status, body, headers }) => `${status} ${body.code} ${Number(headers.get('retry-after')) > 0}`))).toEqual(
        new Set(['503 UNAVAILABLE true']),
      )
    } finally {
      await outside.query('rollback')
    }
    expect((await ada.patch(`/landowner/${locked.id}`, { name: 'Afterwards' }, { 'if-match': '"1"' })).status).toBe(200)
  })
  it('a pool that is used up is reported as too many connections, and readiness does not depend on it', async () => {
    const small = await openPostgres({ url: serverAddress() as string, max: 1, waitMs: 100 })
    try {
      let release = () => {}
      const using = small.transaction(tenantId, () => new Promise<void>((resolve) => (release = resolve)))
      await expect(small.transaction(tenantId, async () => 'never')).rejects.toMatchObject({ code: '53300' })
      await small.ping()
      release()
      await using
    } finally {
      await small.close()
    }
  })
  it('an address where nobody listens is not ready, and is reported as a lost connection', async () => {
    const address = new URL(serverAddress() as string)
    const database = await openPostgres({ url: address.href, max: 1 })
    await database.close()
    await expect(database.transaction(tenantId, async () => 'never')).rejects.toMatchObject({ code: '08006' })
  })
})
