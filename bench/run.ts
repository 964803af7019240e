// `npm run bench`: what the product costs beside the same queries on raw `pg` in a bare Node server, on one
// PostgreSQL in one run; what a first visit downloads; how long a start takes and what it holds in memory.
// Nothing here passes or fails. The numbers of a run go to bench/README.md with the machine.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import pg from 'pg'
import { signInOverHttp } from '#server/dev/sign-in.ts'
import { freePort } from '../scripts/testing/free-port.ts'
import { startPostgres } from '../scripts/testing/postgres.ts'
import { type RunningServer, startServer } from '../tests/e2e/server.ts'
import { type Ask, ask, type Pair } from './measure.ts'
import { sizes } from './sizes.ts'
import { member, printTable } from './table.ts'

const logFile = 'tests/e2e/.results/bench.log'
const farmers = Number(process.argv[2] ?? 10_000)
const print = (text: string): void => console.log(text)

const postgres = await startPostgres()
if (typeof postgres === 'string') throw new Error(`The bench needs a PostgreSQL. ${postgres}`)
print(`${cpus()[0]?.model ?? 'unknown processor'} x ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GiB; Node ${process.version}; ${postgres.version}`)
const databaseUrl = postgres.url.replace(/\/postgres$/, '/farmbook_bench')
const admin = new pg.Client({ connectionString: postgres.url })
await admin.connect()
await admin.query('drop database if exists farmbook_bench')
await admin.query('create database farmbook_bench')
await admin.end()

let product: RunningServer | undefined
let bare: ChildProcess | undefined
try {
  product = await startServer({ env: { DATABASE_URL: databaseUrl, CALLS_PER_MINUTE: '0' }, logFile, patienceMs: 900_000 })
  const port = product.port
  const { accessToken } = await signInOverHttp(`http://cotton.localhost:${port}`, 'omar@cotton')
  const signed: Omit<Ask, 'path'> = { port, host: 'cotton.localhost', headers: { authorization: `Bearer ${accessToken}` } }
  const operator = '/api/operators/OP1'
  print(`\nImporting ${farmers} farmers through the product …`)
  const imported = await importFarmers({ ...signed, path: `${operator}/farmer/import?name=bench.csv` })
  print(
    `${imported.rows} rows in ${(imported.ms / 1000).toFixed(1)} s: ${Math.round(imported.rows / (imported.ms / 1000))} a second, ${imported.rejected} came back`,
  )

  const pool = new pg.Client({ connectionString: databaseUrl })
  await pool.connect()
  await pool.query('vacuum analyze')
  const one = async (sql: string) => (await pool.query(sql)).rows[0]
  const tenant = (await one(`select id from tenant where subdomain = 'cotton'`)).id
  const farmer = await one(
    `select id, operator_id from farmer where tenant_id = ${tenant} and operator_id = (select id from collective where tenant_id = ${tenant} and code = 'OP1') limit 1`,
  )
  const lot = await one(`select id, qr_token, code from productbatch where tenant_id = ${tenant} and unit_type = 'BALE_LOT' order by code limit 1`)
  await pool.query('create table bench_farmer as select * from farmer limit 0')
  await pool.end()

  const barePort = await freePort()
  bare = spawn(process.execPath, ['bench/bare-server.ts'], {
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: String(barePort), BENCH_TENANT: String(tenant) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => bare?.stdout?.once('data', resolve))

  const json = { 'content-type': 'application/json' }
  const pairs: Pair[] = [
    { name: 'list, 50 of many', product: { ...signed, path: `${operator}/farmer` }, bare: { port: barePort, path: `/list?operator=${farmer.operator_id}` } },
    { name: 'view', product: { ...signed, path: `${operator}/farmer/${farmer.id}` }, bare: { port: barePort, path: `/view?id=${farmer.id}` } },
    {
      name: 'create',
      product: { ...signed, path: `${operator}/farmer`, method: 'POST', headers: { ...signed.headers, ...json }, body: member },
      bare: { port: barePort, path: '/create', method: 'POST', headers: json, body: member },
    },
    {
      name: 'trace back of a bale lot',
      product: {
        ...signed,
        path: `${operator}/productbatch/${lot.id}/trace?direction=back`,
        headers: { authorization: `Bearer ${(await signInOverHttp(`http://cotton.localhost:${port}`, 'ada@cotton')).accessToken}` },
      },
      bare: { port: barePort, path: `/trace?id=${lot.id}` },
    },
    {
      name: 'public page, whole HTML',
      product: { port, host: 'cotton.localhost', path: `/public/batch/${lot.qr_token}` },
      bare: { port: barePort, path: `/public?token=${lot.qr_token}` },
    },
  ]
  await printTable(pairs)
} finally {
  bare?.kill()
  await product?.remove()
  await postgres.stop()
}

print('\n| First visit | JS gz kB | CSS gz kB | files |\n|---|---|---|---|')
for (const { name, jsKb, cssKb, files } of sizes()) print(`| ${name} | ${jsKb.toFixed(0)} | ${cssKb.toFixed(1)} | ${files.length} |`)

await starts()

/** Uploads a CSV of made-up farmers and waits for its end. */
async function importFarmers(to: Ask): Promise<{ rows: number; rejected: number; ms: number }> {
  const header =
    'operator_code,member_no,first_name,last_name,gender,no_phone,language,village,block,district,state,country,holding_ha,joined_on,consent_version,consent_given_on,other_group'
  const syllables = ['ka', 'ra', 'mo', 'ti', 'su', 'na', 've', 'li', 'dha', 'po']
  const word = (seed: number) => {
    const text = [seed, seed * 7 + 3, seed * 13 + 5].map((n) => syllables[n % 10]).join('')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  const lines = Array.from(
    { length: farmers },
    (_, n) =>
      `OP1,X-${n},${word(n)},${word(n * 31 + 11)},${n % 3 ? 'M' : 'F'},Y,hi,Village ${n % 80},Kasrawad,Khargone,Madhya Pradesh,IN,${(0.4 + (n % 30) / 10).toFixed(1)},2024-05-02,C-2,2024-05-02,N`,
  )
  const from = performance.now()
  const body = [header, ...lines].join('\n')
  const started = JSON.parse((await ask({ ...to, method: 'POST', headers: { ...to.headers, 'content-type': 'text/csv' }, body: () => body })).text)
  let job = started
  while (job.state === 'QUEUED' || job.state === 'RUNNING') {
    await new Promise((resolve) => setTimeout(resolve, 500))
    job = JSON.parse((await ask({ ...to, path: to.path.replace(/import\?.*/, `imports/${started.importId}`) })).text)
  }
  return { rows: job.created + job.rejected, rejected: job.rejected, ms: performance.now() - from }
}

/** The embedded database: first start with the demo programme, a second start, and the process at rest. */
async function starts(): Promise<void> {
  const timed = async (dataDir?: string) => {
    const from = performance.now()
    const server = await startServer({ ...(dataDir ? { dataDir } : {}), env: { CALLS_PER_MINUTE: '0' }, logFile, patienceMs: 900_000 })
    return { server, seconds: (performance.now() - from) / 1000 }
  }
  const cold = await timed()
  await cold.server.stop()
  const warm = await timed(cold.server.dataDir)
  await new Promise((resolve) => setTimeout(resolve, 5000))
  const { pid } = JSON.parse(readFileSync(`${cold.server.dataDir}/running.json`, 'utf8')) as { pid: number }
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  await warm.server.stop()
  rmSync(cold.server.dataDir, { recursive: true, force: true })
  print(
    `\nEmbedded database: first start with the demo programme ${cold.seconds.toFixed(1)} s, second start ${warm.seconds.toFixed(1)} s, at rest ${Math.round(Number(memory) / 1000)} MB.`,
  )
}
