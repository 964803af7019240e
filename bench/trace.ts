// `node bench/trace.ts [folder of another checkout]`: origin, trace graph and public page of lots of depth 8, of the running product in
// turns with the same on raw `pg`, on a PostgreSQL of its own; of two checkouts in one run. Then the memory of the product after
// 200 traces. A few minutes. Nothing here passes or fails.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { openPostgres } from '#server/db/postgres.ts'
import { rebuildOrigins } from '#server/ledger/lot-origin.ts'
import { freePort } from '../scripts/testing/free-port.ts'
import { startPostgres } from '../scripts/testing/postgres.ts'
import { writeChain } from './chain-rows.ts'
import { type Ask, ask, compare, type Pair, throughput } from './measure.ts'

const roots = [...new Set([...(process.argv[2] ? [resolve(process.argv[2])] : []), process.cwd()])]
const trees = Number(process.env.BENCH_TREES ?? 40)
const postgres = await startPostgres()
if (typeof postgres === 'string') throw new Error(`The bench needs a PostgreSQL. ${postgres}`)
const children: ChildProcess[] = []

/** Starts a server and answers it with its first line. */
async function child(cwd: string, file: string, env: Record<string, string>): Promise<{ process: ChildProcess; line: string }> {
  // As `npm start` and the image start it.
  const one = spawn(process.execPath, ['--max-semi-space-size=16', '--heap-growing-percent=50', file], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(one)
  return new Promise((done, fail) => {
    let text = ''
    one.stdout?.on('data', (piece: Buffer) => {
      text += piece
      const line = text.split('\n').find((some) => some.startsWith('{"tenant"') || some === 'ready')
      if (line) done({ process: one, line })
    })
    one.once('exit', (code) => fail(new Error(`${file} ended with ${code}: ${text}`)))
  })
}
const megabytes = (pid: number): number => Math.round(Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024)

try {
  for (const [index, root] of roots.entries()) {
    const databaseUrl = postgres.url.replace(/\/postgres$/, `/farmbook_trace_${index}`)
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    await admin.query(`create database farmbook_trace_${index}`)
    await admin.end()
    const [port, barePort] = [await freePort(), await freePort()]
    const product = await child(root, 'bench/seeded-server.ts', { DATABASE_URL: databaseUrl, PORT: String(port), BENCH_FARMERS: '400' })
    const seeded = JSON.parse(product.line)
    const { lots } = await writeChain(databaseUrl, seeded.tenant, seeded.operatorId, trees)
    const database = await openPostgres({ url: databaseUrl, max: 2 })
    const tables = await database.owner((db) => sql`select from pg_class where relname = 'lot_origin'`.execute(db))
    if (tables.rows.length) await database.transaction(seeded.tenant, (db) => rebuildOrigins({ db, tenant: { id: seeded.tenant } }))
    await database.close()
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query('vacuum analyze')
    await client.end()
    await child(process.cwd(), 'bench/bare-server.ts', { DATABASE_URL: databaseUrl, PORT: String(barePort), BENCH_TENANT: String(seeded.tenant) })
    const signed = { port, host: 'bench.localhost', headers: { authorization: `Bearer ${seeded.token}` } }
    const before = megabytes(product.process.pid ?? 0)
    let turn = 0
    // One after the other, so that no page of one lot is all that is in memory.
    const requested = (to: Omit<Ask, 'path'>, path: (lot: { id: string; token: string }) => string): Ask => ({
      ...to,
      get path() {
        return path(lots[turn++ % lots.length] as { id: string; token: string })
      },
    })
    const lot = '/api/operators/OP1/productbatch'
    const hasOrigin = tables.rows.length > 0
    const pairs: Pair[] = [
      {
        name: hasOrigin ? 'plots of origin' : 'plots of origin (by the trace)',
        product: requested(signed, ({ id }) => `${lot}/${id}/${hasOrigin ? 'origin' : 'trace'}`),
        bare: requested({ port: barePort }, ({ id }) => `/origin?id=${id}`),
      },
      {
        name: 'trace graph back',
        product: requested(signed, ({ id }) => `${lot}/${id}/trace`),
        bare: requested({ port: barePort }, ({ id }) => `/trace?id=${id}`),
      },
      {
        name: 'public page, HTML',
        product: requested({ port, host: 'bench.localhost' }, ({ token }) => `/public/batch/${token}`),
        bare: requested({ port: barePort }, ({ token }) => `/public?token=${token}`),
      },
    ]
    console.log(`\n${index + 1 < roots.length ? 'The other checkout' : 'This checkout'}, ${trees} lots of depth 8`)
    console.log('| call | product ms | bare ms | bare : product | answer bytes | product/s : bare/s, 16 at once | ratio |\n|---|---|---|---|---|---|---|')
    for (const pair of pairs) {
      try {
        const { productMs, bareMs, bytes } = await compare(pair, 80)
        const [ours, floor] = await throughput(pair, 16, 200)
        console.log(
          `| ${pair.name} | ${productMs.toFixed(1)} | ${bareMs.toFixed(1)} | ${(bareMs / productMs).toFixed(2)} | ${bytes} | ${ours.toFixed(0)} : ${floor.toFixed(0)} | ${(ours / floor).toFixed(3)} |`,
        )
      } catch (error) {
        console.log(`| ${pair.name} | not measured: ${(error as Error).message.slice(0, 200)} |`)
      }
    }
    const trace = pairs[1]?.product
    if (trace) for (let n = 0; n < 200; n += 16) await Promise.all(Array.from({ length: 16 }, () => ask(trace)))
    console.log(`Memory of the product, before and after 200 more traces: ${before} MB, ${megabytes(product.process.pid ?? 0)} MB`)
    for (const one of children.splice(0)) one.kill()
  }
} finally {
  for (const one of children) one.kill()
  await postgres.stop()
}
