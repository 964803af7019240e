// A process of its own that accepts a file and carries its import out, for the test that kills it: the app, a worker and, where the
// database is embedded, the database. Says on its output what it does, a line each: `rows` before each transaction of rows,
// `accepted` with the import's id, and how it ended. Started again with the same file it asks for the same import.
import { readFileSync } from 'node:fs'
import { createApp } from '#server/app.ts'
import { userById } from '#server/auth/access.ts'
import { behaviours } from '#server/behaviours.ts'
import type { Database } from '#server/db/database.ts'
import { openPglite } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { ImportEnds } from '#server/exchange/import-ends.ts'
import { tenantsOf } from '#server/http/tenants.ts'
import { importJob } from '#server/jobs/imports.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { clientOf } from '../harness/client.ts'

const { DATABASE_URL: databaseUrl = null, DATABASE_FOLDER = '', SUBDOMAIN = '', USER_ID = '', IMPORT_FILE = '', HAND_BACK } = process.env
const opened = databaseUrl ? await openPostgres({ url: databaseUrl }) : await openPglite({ dataDir: DATABASE_FOLDER })
// What another process did is given back after some seconds without a sign of life; a long run of kills does not wait for that.
if (HAND_BACK && databaseUrl)
  await opened.script(`do $$ begin if to_regclass('pgboss.job') is not null then update pgboss.job set state = 'retry' where state = 'active'; end if; end $$`)
const transaction: Database['transaction'] = (tenant, work, use) => {
  if (use?.isWrite && !('record' in use)) console.log('rows')
  return opened.transaction(tenant, work, use)
}
const database: Database = { ...opened, transaction }
const clock = () => new Date()
const log = (level: string, message: string, details: unknown) => {
  if (level === 'error') console.error(message, details)
}
const ends = new ImportEnds()
const jobs = await startJobs([importJob({ personNow: (tenant, id, db) => userById(db, tenant.id, id), ends })], {
  database,
  databaseUrl,
  behaviours,
  log,
  clock,
  pauses: { polling: 0.5, retry: 1, heartbeat: 10, monitor: 1 },
})
const app = createApp({
  database,
  behaviours,
  log,
  now: clock,
  tenants: tenantsOf(database, { bases: ['farmbook.test'], local: null, port: '' }),
  authenticate: (_request, tenant, db) => userById(db, tenant.id, USER_ID),
  importEnds: ends,
  jobs,
})
const client = clientOf(app, `${SUBDOMAIN}.farmbook.test`, {}, '/api/operators/OP1')
const sent = await client.send('/farmer/import', {
  method: 'POST',
  body: readFileSync(IMPORT_FILE),
  headers: { 'content-type': 'text/csv', 'idempotency-key': IMPORT_FILE.replaceAll(/[^\w.-]/g, '') },
})
if (sent.status !== 202) throw new Error(JSON.stringify(sent.body))
console.log(`accepted ${sent.body.importId}`)
for (;;) {
  const { body } = await client.get(`/farmer/imports/${sent.body.importId}`, { prefer: 'wait=60' })
  if (body.state === 'QUEUED' || body.state === 'RUNNING') continue
  console.log(`ended ${JSON.stringify(body)}`)
  break
}
await jobs.stop()
await opened.close()
console.log('closed')
process.exit(0)
