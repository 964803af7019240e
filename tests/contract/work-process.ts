// A process of its own that carries out one order (an export, a report, an upload, messages of the outbox) with app, workers and, where it is embedded,
// the database, for the test that kills it. Says `write` before each transaction that writes, and how the order ended. Started again
// with the same order it asks for the same thing.
import { setTimeout } from 'node:timers/promises'
import { createApp } from '#server/app.ts'
import { userById } from '#server/auth/access.ts'
import { behaviours } from '#server/behaviours.ts'
import type { Database } from '#server/db/database.ts'
import { openPglite } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { databaseStorage } from '#server/files/database-driver.ts'
import { tenantsOf } from '#server/http/tenants.ts'
import { deliverJob } from '#server/jobs/deliver.ts'
import { exportJob } from '#server/jobs/exports.ts'
import { reportJob } from '#server/jobs/report.ts'
import { startJobs } from '#server/jobs/runner.ts'
import type { Tenant } from '#server/scope.ts'
import { notify, notifyingJob } from '#server/store/notify.ts'
import { clientOf } from '../harness/client.ts'
import { pdf } from '../harness/files.ts'

const { DATABASE_URL: databaseUrl = null, DATABASE_FOLDER = '', SUBDOMAIN = '', USER_ID = '', KIND = '', ORDER = '', FARMER = '', SUBJECT = '' } = process.env
const [fileId = '', eventId = '', occurredAt = ''] = (process.env.IDS ?? '').split(' ')
const people = (process.env.PEOPLE ?? '').split(' ')
const opened = databaseUrl ? await openPostgres({ url: databaseUrl }) : await openPglite({ dataDir: DATABASE_FOLDER })
// A worker that died is given up after a minute; a run of kills does not wait for that.
if (databaseUrl)
  await opened.script(`do $$ begin if to_regclass('pgboss.job') is not null then update pgboss.job set state = 'retry' where state = 'active'; end if; end $$`)
const database: Database = {
  ...opened,
  transaction(tenant, work, use) {
    if (use?.isWrite) console.log('write')
    return opened.transaction(tenant, work, use)
  },
}
const clock = () => new Date()
const log = (level: string, message: string, details: unknown) => {
  if (level === 'error') console.error(message, details)
}
const personNow = (tenant: Tenant, id: string, db: Parameters<typeof userById>[0]) => userById(db, tenant.id, id)
const storage = databaseStorage(database)
const jobs = await startJobs(
  [exportJob({ personNow, storage }), reportJob({ personNow, storage }), deliverJob({ mail: false, push: false, telephone: false })],
  {
    database,
    databaseUrl,
    behaviours,
    log,
    clock,
    pauses: { polling: 0.5, retry: 1, heartbeat: 10, monitor: 1 },
  },
)
const tenants = tenantsOf(database, { bases: ['farmbook.test'], local: null, port: '' })
const app = createApp({ database, behaviours, log, now: clock, tenants, authenticate: (_request, tenant, db) => userById(db, tenant.id, USER_ID), jobs })
const client = clientOf(app, `${SUBDOMAIN}.farmbook.test`, {}, '/api/operators/OP1')
const once = { 'idempotency-key': ORDER }

/** Asks until it is no longer under way. */
async function ended(path: string): Promise<unknown> {
  for (;;) {
    const { body } = await client.get(path)
    if (body.state !== 'QUEUED' && body.state !== 'RUNNING') return body
    await setTimeout(20)
  }
}
const requested = async (path: string, body?: unknown): Promise<string> => {
  const answer = await client.post(path, body, once)
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
  return answer.body.id
}
const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
  export: async () => ended(`/farmer/exports/${await requested('/farmer/exports?format=csv&purpose=OWN_RECORDS')}`),
  report: async () => ended(`/report-runs/${await requested('/reports/farmer-register/runs', { format: 'csv', parameters: {}, purpose: 'OWN_RECORDS' })}`),
  async upload() {
    const event = { id: eventId, eventType: 'VISIT', occurredAt, data: { purpose: ORDER, files: [fileId] } }
    const recorded = await client.post(`/farmer/${FARMER}/events`, event, { ...once, 'x-files-to-come': fileId })
    if (recorded.status !== 201) throw new Error(JSON.stringify(recorded.body))
    const init = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf(ORDER)) }
    const { body } = await client.send(`/files?name=paper.pdf&id=${fileId}`, init)
    return body
  },
  async outbox() {
    const tenant = await tenants.ofHost(`${SUBDOMAIN}.farmbook.test`)
    const state = (): Promise<string | undefined> =>
      opened.transaction(tenant.id, async (db) => (await db.selectFrom('outbox').select('state').where('dedupe_key', '=', ORDER).executeTakeFirst())?.state)
    if ((await state()) === undefined)
      await database.transaction(
        tenant.id,
        async (db) => {
          const scope = notifyingJob(db, tenant, { now: clock(), jobWaits: (topic, payload) => jobs.wake(topic, payload) })
          notify(scope, 'REPORT_READY', { type: 'collective', id: SUBJECT, operatorId: null }, { key: ORDER, userIds: people, figures: { report: ORDER } })
        },
        { isWrite: true },
      )
    for (;;) {
      const now = await state()
      if (now === 'DONE') return { state: now }
      await setTimeout(20)
    }
  },
}
console.log(`ended ${JSON.stringify(await kinds[KIND]?.())}`)
await jobs.stop()
await opened.close()
process.exit(0)
