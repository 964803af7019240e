// The product over a database of its own, for bench/ratios.ts: one programme, one operator, one manager with a token, and
// farmers imported through the API, and plots on a grid. Says on its first line what a caller needs. Run from the checkout that is measured.
import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'kysely'
import type { User } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { createApp } from '#server/app.ts'
import { createSignIn } from '#server/auth/sign-in.ts'
import { mintAccessToken, type Secrets } from '#server/auth/tokens.ts'
import { behaviours } from '#server/behaviours.ts'
import { openDatabase } from '#server/db/open.ts'
import { createTenant } from '#server/db/platform.ts'
import { jsonLog } from '#server/http/log.ts'
import { tenantsOf } from '#server/http/tenants.ts'
import type { Scope } from '#server/scope.ts'
import { createBySystem } from '#server/store/create.ts'
import { sampleOf } from '#tests/samples.ts'
import { plotAt, plots } from './plots.ts'

const port = Number(process.env.PORT)
const rows = Number(process.env.BENCH_FARMERS)
const secrets: Secrets = ['a secret of the bench, long enough']
const clock = () => new Date()
const { database } = await openDatabase({ databaseUrl: process.env.DATABASE_URL as string, databasePool: 16, dataDir: '' })
const tenant = await database.platform((db) => createTenant(db, { subdomain: 'bench', name: 'Bench', timezone: 'Asia/Kolkata', country: 'IN' }))
const { operator, manager } = await database.transaction(tenant.id, async (db) => {
  const founder: User = { id: randomUUIDv7(), name: 'Founder', email: null, grants: [{ role: 'ADMIN' }] }
  const scope: Scope = {
    tenant,
    db,
    behaviours: {},
    user: founder,
    operator: null,
    now: clock(),
    source: 'SYSTEM',
    requestId: 'bench',
    newId: () => randomUUIDv7(),
    afterCommit: () => {},
  }
  const operator = (
    await createBySystem(scope, entityOf('collective'), { ...sampleOf(entityOf('collective')), code: 'OP1', operatorId: null, status: 'ACTIVE' })
  ).row
  const roles = [{ role: 'OPERATOR_MANAGER', operatorIds: [operator.id] }]
  const values = { ...sampleOf(entityOf('user')), email: 'om@example.org', roles, operatorId: null, status: 'ACTIVE' }
  return { operator, manager: (await createBySystem<AnyEntity>(scope, entityOf('user'), values)).row }
})
const signIn = createSignIn({ database, behaviours, log: jsonLog, clock, settings: { secrets, isSecure: false, providers: [], firebase: null } })
const tenants = tenantsOf(database, { bases: ['localhost'], local: null, port: String(port) })
const app = createApp({ database, behaviours, log: jsonLog, now: clock, authenticate: signIn.authenticate, tenants })
createServer(getRequestListener(app.fetch)).listen(port, '127.0.0.1')
const mint = async () => (await mintAccessToken(secrets, tenant.id, { uid: 'om', sid: null, userId: manager.id }, clock())).token

const syllables = ['ka', 'ra', 'mo', 'ti', 'su', 'na', 've', 'li', 'dha', 'po', 'sha', 'gu', 'bi', 'jo', 'ma', 'ya']
/** One of 4,096 names, spread evenly over the seeds. */
const word = (seed: number) => {
  const mixed = Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1) >>> 12
  const text = [mixed, mixed >>> 4, mixed >>> 8].map((n) => syllables[n & 15]).join('')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
type Rate = { perSecond: number; nodeMsPerRow: number; databaseMsPerRow: number }
/** Processor time of every process of the database server by its id, in ms; empty where it runs on another machine. */
async function databaseCpu(): Promise<Map<number, number>> {
  const { rows } = await database.owner((db) => sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db))
  return new Map(
    rows.flatMap(({ pid }) => {
      try {
        const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
        return [[pid, (user + system) * 10] as const]
      } catch {
        return []
      }
    }),
  )
}
/** `villages`: over how many the members are spread. */
function farmersOf(mark: string, count: number, villages: number, withRelation: boolean, from = 0): Promise<Rate> {
  const header =
    'member_no,first_name,last_name,relation_name,gender,no_phone,language,village,block,district,state,country,holding_ha,joined_on,consent_version,consent_given_on,other_group'
  const lines = Array.from({ length: count }, (_, index) => index + from).map(
    (n) =>
      `${mark}-${n},${word(n)},${word(n * 31 + 11)},${withRelation ? word(n * 17 + 3) : ''},F,Y,hi,${mark} ${n % villages},Kasrawad,Khargone,Madhya Pradesh,IN,1.5,2024-05-02,C-2,2024-05-02,N`,
  )
  return imported('farmer', header, lines)
}
/** Plots of a hectare side by side, one for each of the first so many of these farmers; neighbours share a line. */
function parcelsOf(mark: string, count: number): Promise<Rate> {
  const corner = (column: number, row: number) => `${(75.6 + column * 0.00097).toFixed(7)} ${(22.1 + row * 0.0009).toFixed(7)}`
  const lines = Array.from({ length: count }, (_, n) => {
    const [x, y] = [n % 100, Math.floor(n / 100)]
    return `${mark}-${n},1,1,OWNED,RAINFED,"POLYGON ((${[corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1), corner(x, y)].join(', ')}))"`
  })
  return imported('landparcel', 'member_no,parcel_no,declared_area,tenure,water_regime,wkt', lines)
}
/** Processor time does not depend on what else the machine does. */
async function imported(entity: string, header: string, lines: readonly string[]): Promise<Rate> {
  const cpuBefore = await databaseCpu()
  const own = process.cpuUsage()
  const from = performance.now()
  const host = `bench.localhost:${port}`
  const answer = await app.request(`http://${host}/api/operators/OP1/${entity}/import`, {
    method: 'POST',
    body: [header, ...lines].join('\n'),
    headers: { host, authorization: `Bearer ${await mint()}`, 'content-type': 'text/csv', prefer: 'wait=600' },
  })
  let job = (await answer.json()) as { state: string; created: number; importId?: string; id?: string }
  while (job.state === 'QUEUED' || job.state === 'RUNNING') {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const path = `http://${host}/api/operators/OP1/${entity}/imports/${job.importId ?? job.id}`
    job = (await (await app.request(path, { headers: { host, authorization: `Bearer ${await mint()}` } })).json()) as typeof job
  }
  const seconds = (performance.now() - from) / 1000
  const { user, system } = process.cpuUsage(own)
  const cpu = [...(await databaseCpu())].reduce((sum, [pid, ms]) => sum + ms - (cpuBefore.get(pid) ?? 0), 0)
  const perRow = (ms: number) => Math.round((ms / job.created) * 1000) / 1000
  return { perSecond: Math.round(job.created / seconds), nodeMsPerRow: perRow((user + system) / 1000), databaseMsPerRow: perRow(cpu) }
}
const rates = {
  spread: await farmersOf('Spread', rows, 80, false),
  oneVillage: await farmersOf('Village', Math.round(rows / 2), 1, true),
  oneVillageAgain: await farmersOf('Village2', Math.round(rows / 2), 1, true),
  parcels: await parcelsOf('Spread', Math.round(rows / 2)),
}
// BENCH_VILLAGE: one village of so many members, imported in files of ten thousand, each slower or as quick as the one before.
const large: Rate[] = []
for (let n = 0; n < Number(process.env.BENCH_VILLAGE ?? 0); n += 10_000) large.push(await farmersOf('Large', 10_000, 1, true, n))
/** Plots of one farmer with their boundaries, cells and counters, in transactions of a hundred. */
async function addPlots(farmerId: string): Promise<void> {
  const user: User = { id: manager.id, name: 'Bench', email: null, grants: [{ role: 'ADMIN' }] }
  const plot = (n: number) => ({
    ...sampleOf(entityOf('landparcel')),
    operatorId: operator.id,
    farmerId,
    tenure: 'OWNED' as const,
    declaredAreaHa: 1,
    boundary: plotAt(n),
  })
  for (let from = 0; from < plots; from += 100)
    await database.transaction(tenant.id, async (db) => {
      const scope = {
        tenant,
        db,
        behaviours,
        user,
        operator: null,
        now: clock(),
        source: 'SYSTEM' as const,
        requestId: 'bench',
        newId: () => randomUUIDv7(),
        afterCommit: () => {},
      }
      for (let n = from; n < Math.min(plots, from + 100); n++) await createBySystem(scope, entityOf('landparcel'), plot(n))
    })
}
const farmer = await database.transaction(tenant.id, (db) => db.selectFrom('farmer').select('id').where('tenant_id', '=', tenant.id).executeTakeFirstOrThrow())
await addPlots(farmer.id)
process.once('SIGINT', () => process.exit())
console.log(
  JSON.stringify({
    tenant: tenant.id,
    operatorId: operator.id,
    farmerId: farmer.id,
    token: await mint(),
    rates: { ...rates, ...(large.length ? { large } : {}) },
  }),
)
