// The process is killed (SIGKILL) in the middle of exports, reports, uploads and deliveries of the outbox, again and again: with it the workers and,
// where it is embedded, the database. Each ends once: one file with every row once, one file attached to one event, one message for
// each person; counted by SQL of its own. JOB_KILLS=100 makes it a longer run.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { farmers, person } from '../api/exchange-stage.ts'
import { lastingDatabase } from '../harness/lasting-database.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld } from '../harness/world.ts'

const kinds = ['export', 'report', 'upload', 'outbox'] as const
type Kind = (typeof kinds)[number]
const kills = Number(process.env.JOB_KILLS ?? kinds.length)
/** Of one order: a report over which processes die more often is given up. */
const killsOfOrder = 3
const farmersInList = 450
const readers = ['ada', 'omar', 'fatima', 'ines', 'pooja']

it(
  `${kills} kills: nothing lost, nothing twice`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'farmbook-kills-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const { env, open, close } = await lastingDatabase(folder)
    const first = await open()
    const world = await openWorld({ database: first })
    const { id: tenantId, subdomain } = world.tenants.cotton
    const farmer = await seedsOf(world, 'OP1').make(entityOf('farmer'))
    const list = farmers(...Array.from({ length: farmersInList - 1 }, () => person()))
    const imported = await world.as('omar').send('/farmer/import', { method: 'POST', body: list, headers: { 'content-type': 'text/csv', prefer: 'wait=100' } })
    expect(imported.body).toMatchObject({ state: 'DONE', created: farmersInList - 1 })
    const settings = {
      ...process.env,
      ...env,
      SUBDOMAIN: subdomain,
      USER_ID: world.people.omar?.id ?? '',
      FARMER: farmer.id,
      SUBJECT: world.places.cotton.OP1?.id ?? '',
      PEOPLE: readers.map((name) => world.people[name]?.id).join(' '),
    }
    await close(first)

    let child: ChildProcess | undefined
    onTestFinished(() => void child?.kill('SIGKILL'))
    /** One process over this order: how it ended, or undefined when it was killed before. At one of its first transactions that write, or a moment later. */
    const carryOn = async (order: Record<string, string>, killAt: number | null): Promise<Record<string, unknown> | undefined> => {
      const worker = spawn(process.execPath, ['tests/contract/work-process.ts'], { env: { ...settings, ...order }, stdio: ['ignore', 'pipe', 'inherit'] })
      child = worker
      const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      let ended: Record<string, unknown> | undefined
      let writes = 0
      for await (const line of createInterface({ input: worker.stdout })) {
        if (line.startsWith('ended ')) ended = JSON.parse(line.slice('ended '.length))
        if (line !== 'write' || ++writes !== killAt) continue
        if (process.env.JOB_KILLS) await setTimeout(Math.random() * 40)
        worker.kill('SIGKILL')
      }
      await exited
      if (worker.signalCode !== 'SIGKILL') expect(worker.exitCode).toBe(0)
      return worker.signalCode === 'SIGKILL' && ended === undefined ? undefined : ended
    }
    const killed = { export: 0, report: 0, upload: 0, outbox: 0 }
    const orders: Record<Kind, { key: string; fileId: string; ended: Record<string, unknown> }[]> = { export: [], report: [], upload: [], outbox: [] }
    for (const kind of kinds)
      for (let at = 0; killed[kind] < kills / kinds.length; ) {
        const key = `${kind}-${orders[kind].length + 1}`
        const fileId = randomUUIDv7()
        const order = { KIND: kind, ORDER: key, IDS: `${fileId} ${randomUUIDv7()} ${new Date(Date.now() - 60_000).toISOString()}` }
        let ended: Record<string, unknown> | undefined
        for (let start = 0; ended === undefined; start++) {
          const isToDie = start < killsOfOrder && killed[kind] < kills / kinds.length
          ended = await carryOn(order, isToDie ? 1 + (at++ % 7) : null)
          if (ended === undefined) killed[kind]++
        }
        orders[kind].push({ key, fileId, ended })
      }
    console.log(`kills: ${JSON.stringify(killed)}; orders: ${JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, orders[kind].length])))}`)

    const database = await open()
    const counted = await database.transaction(tenantId, async (db) => {
      const all = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows
      const uploaded = orders.upload.map(({ fileId }) => fileId)
      return {
        exports: await all(sql<object>`select state, done_rows from export_job where tenant_id = ${tenantId}`),
        reports: await all(sql<object>`select state, row_count from report_run where tenant_id = ${tenantId}`),
        texts: await all(sql<{
          text: string
        }>`select convert_from(c.bytes, 'UTF8') as text from file_content as c where c.tenant_id = ${tenantId} and c.file_id in (
          select file_id from export_job where tenant_id = ${tenantId} union all select file_id from report_run where tenant_id = ${tenantId})`),
        raised: await all(sql<object>`select code, count(*)::integer as n, sum(occurrences)::integer as times from outbox
          where tenant_id = ${tenantId} and code in ('EXPORT_PERSONAL', 'REPORT_READY') group by code order by code`),
        visits: await all(sql<object>`select count(*)::integer as n, count(distinct data->>'purpose')::integer as orders from event
          where tenant_id = ${tenantId} and event_type = 'VISIT'`),
        attached:
          await all(sql<object>`select count(*)::integer as n, count(distinct u.file_id)::integer as files from file_use as u join file as f on f.tenant_id = u.tenant_id and f.id = u.file_id
          where u.tenant_id = ${tenantId} and f.state = 'ATTACHED' and f.id = any(${uploaded}::uuid[])`),
        awaited: await all(sql<object>`select file_id from awaited_file where tenant_id = ${tenantId}`),
        bytes: await all(
          sql<object>`select (select value from counter where tenant_id = ${tenantId} and name = 'file:bytes') - (select sum(size) from file where tenant_id = ${tenantId})::integer as unaccounted`,
        ),
        notified:
          await all(sql<object>`select count(*)::integer as n, count(distinct (recipient_user_id, dedupe_key))::integer as different, max(times_seen) as times from notification
          where tenant_id = ${tenantId} and event = 'REPORT_READY' and dedupe_key ~ '^outbox-'`),
      }
    })
    await close(database)
    const done = (kind: Kind) => orders[kind].length
    expect(counted.exports).toEqual(orders.export.map(() => ({ state: 'DONE', done_rows: farmersInList })))
    expect(counted.reports).toEqual(orders.report.map(() => ({ state: 'DONE', row_count: farmersInList })))
    expect(counted.texts).toHaveLength(done('export') + done('report'))
    for (const { text } of counted.texts) {
      const lines = text.trim().split(/\r?\n/)
      expect(lines.length).toBeGreaterThan(farmersInList)
      expect(new Set(lines).size).toBe(lines.length)
    }
    expect(counted.raised).toEqual([
      { code: 'EXPORT_PERSONAL', n: done('export') + done('report'), times: done('export') + done('report') },
      { code: 'REPORT_READY', n: done('report') + done('outbox'), times: done('report') + done('outbox') },
    ])
    expect(counted.visits).toEqual([{ n: done('upload'), orders: done('upload') }])
    expect(counted.attached).toEqual([{ n: done('upload'), files: done('upload') }])
    expect([counted.awaited, counted.bytes]).toEqual([[], [{ unaccounted: 0 }]])
    const notified = readers.length * done('outbox')
    expect(counted.notified).toEqual([{ n: notified, different: notified, times: 1 }])
  },
  1_200_000 + kills * 120_000,
)
