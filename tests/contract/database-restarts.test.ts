// PostgreSQL is restarted, killed and robbed of its connections while people work. The process lives, whoever asks meanwhile is answered
// 503 with Retry-After, and everything acknowledged is there, once. DATABASE_RESTARTS=11 makes it a longer run.
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities, entityOf } from '#domain/entities.ts'
import type { Database } from '#server/db/database.ts'
import { declaredSchema } from '#server/db/ddl.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { type OwnPostgres, startOwnPostgres } from '../../scripts/testing/postgres.ts'
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
        await setTimeout(300)
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
})
