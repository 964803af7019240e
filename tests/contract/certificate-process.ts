// A process of its own that submits and issues transaction certificates, with the app and, where it is embedded, the database, for the test that kills it. Says
// `sends` with certificate and step before each call, `write` before each transaction that writes, and `answered` with certificate, step and status after each
// answer. Started again with the same certificates it sends the same calls under the same keys. Where the buyer's lot is named with a certificate, it is restricted
// while the certificate is under review, so that its issue is refused.
import { createApp } from '#server/app.ts'
import { userById } from '#server/auth/access.ts'
import { behaviours } from '#server/behaviours.ts'
import type { Database } from '#server/db/database.ts'
import { openPglite } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { tenantsOf } from '#server/http/tenants.ts'
import { at, clock } from '../api/chain-stage.ts'
import { clientOf } from '../harness/client.ts'

const {
  DATABASE_URL: databaseUrl = null,
  DATABASE_FOLDER = '',
  SUBDOMAIN = '',
  SELLER = '',
  AUDITOR = '',
  BUYER = '',
  CERTIFICATES = '[]',
  WORKERS = '3',
} = process.env
const opened = databaseUrl ? await openPostgres({ url: databaseUrl }) : await openPglite({ dataDir: DATABASE_FOLDER })
const database: Database = {
  ...opened,
  transaction(tenant, work, use) {
    if (use?.isWrite) console.log('write')
    return opened.transaction(tenant, work, use)
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
const by = (user: string) => clientOf(app, `${SUBDOMAIN}.farmbook.test`, { 'x-test-user': user }, '/api/operators/OP1')
type Waiting = { id: string; restricts: string | null }
type Step = { who: ReturnType<typeof by>; eventType: string; data: Record<string, unknown>; on?: string }
const stepsOf = ({ id, restricts }: Waiting): Step[] => [
  { who: by(SELLER), eventType: 'SUBMITTED', data: {} },
  { who: by(AUDITOR), eventType: 'REVIEW_STARTED', data: {} },
  ...(restricts ? [{ who: by(BUYER), eventType: 'QUARANTINE', data: { reason: 'Wet' }, on: `/productbatch/${restricts}/events` }] : []),
  { who: by(AUDITOR), eventType: 'ISSUED', data: { tcNo: `TC-${id}`, reviewNote: 'Papers seen' } },
]

async function certify(certificate: Waiting): Promise<void> {
  const { id } = certificate
  for (const { who, eventType, data, on = `/transactioncertificate/${id}/events` } of stepsOf(certificate)) {
    console.log(`sends ${id} ${eventType}`)
    const { status } = await who.post(on, { eventType, occurredAt: at('2026-01-15', 11), data }, { 'idempotency-key': `${eventType}-${id}` })
    console.log(`answered ${id} ${eventType} ${status}`)
    // Of two of one dispatch the second is refused, and so is one whose goods are restricted.
    if (status === 422) return
    if (status !== 201) throw new Error(`${eventType} of ${id}: ${status}`)
  }
}

const waiting: Waiting[] = JSON.parse(CERTIFICATES)
const worker = async () => {
  for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await certify(one)
}
await Promise.all(Array.from({ length: Number(WORKERS) }, worker))
await opened.close()
process.exit(0)
