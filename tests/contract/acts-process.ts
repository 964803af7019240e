// A process of its own that carries out what people record one after the other, with the app and, where it is embedded, the database, for the test that
// kills it: it kills itself (SIGKILL) in the act KILL_IN before message KILL_AT of its writing transaction, the commit among them, or at 0 after the commit before anybody is answered.
// Says `message` before each of them, `answered` with act and status after each answer. Started again with the same acts it sends the same calls under the
// same keys.
import { createApp } from '#server/app.ts'
import { userById } from '#server/auth/access.ts'
import { behaviours } from '#server/behaviours.ts'
import { statementChannel } from '#server/db/connection.ts'
import type { Database } from '#server/db/database.ts'
import { openPglite } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { tenantsOf } from '#server/http/tenants.ts'
import { clock } from '../api/chain-stage.ts'
import { clientOf } from '../harness/client.ts'
import type { Act } from './killed-play.ts'

const { DATABASE_URL: databaseUrl = null, DATABASE_FOLDER = '', SUBDOMAIN = '', ACTS = '[]', KILL_IN = '' } = process.env
const killAt = Number(process.env.KILL_AT ?? 0)
const opened = databaseUrl ? await openPostgres({ url: databaseUrl }) : await openPglite({ dataDir: DATABASE_FOLDER })
let isWriting = false
let current = ''
let messages = 0
const die = () => process.kill(process.pid, 'SIGKILL')
statementChannel.subscribe(() => {
  if (!isWriting) return
  if (++messages === killAt && current === KILL_IN) die()
  console.log('message')
})
const database: Database = {
  ...opened,
  async transaction(tenant, work, use) {
    isWriting = use?.isWrite === true
    const result = await opened.transaction(tenant, work, use)
    if (isWriting && killAt === 0 && current === KILL_IN) die()
    isWriting = false
    return result
  },
}
const app = createApp({
  database,
  behaviours,
  log: (level, message, details) => {
    if (level === 'error') console.error(message, details)
  },
  now: clock,
  tenants: tenantsOf(database, { bases: ['farmbook.test'], local: null, port: '' }),
  authenticate: (request, tenant, db) => userById(db, tenant.id, request.headers.get('x-test-user') ?? ''),
})
for (const { name, userId, path, body, refusedBy } of JSON.parse(ACTS) as Act[]) {
  current = name
  messages = 0
  const by = clientOf(app, `${SUBDOMAIN}.farmbook.test`, { 'x-test-user': userId }, '/api/operators/OP1')
  const { status, body: answer } = await by.post(path, body, { 'idempotency-key': name })
  if (refusedBy ? status !== 422 || answer.figures?.check !== refusedBy : status >= 300) throw new Error(`${name}: ${status} ${JSON.stringify(answer)}`)
  console.log(`answered ${name} ${status}`)
}
await opened.close()
process.exit(0)
