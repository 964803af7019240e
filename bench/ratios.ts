// `node bench/ratios.ts [folder of another checkout]`: list, view, create, outlines in a box and tiles of the running product,
// each in turns with the same on raw `pg`, and imports, on a PostgreSQL of its own; of two checkouts in one run, so that both meet the same machine.
// Without the demo programme: a few minutes. Nothing here passes or fails.
import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import pg from 'pg'
import { freePort } from '../scripts/testing/free-port.ts'
import { startPostgres } from '../scripts/testing/postgres.ts'
import type { Pair } from './measure.ts'
import { boxOf, tileAt } from './plots.ts'
import { member, printTable } from './table.ts'

const roots = [...new Set([...(process.argv[2] ? [resolve(process.argv[2])] : []), process.cwd()])]
const rows = Number(process.env.BENCH_FARMERS ?? 2000)
const postgres = await startPostgres()
if (typeof postgres === 'string') throw new Error(`The bench needs a PostgreSQL. ${postgres}`)
const children: ChildProcess[] = []

async function child(cwd: string, file: string, env: Record<string, string>): Promise<string> {
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
      if (line) done(line)
    })
    one.once('exit', (code) => fail(new Error(`${file} ended with ${code}: ${text}`)))
  })
}

try {
  for (const [index, root] of roots.entries()) {
    const databaseUrl = postgres.url.replace(/\/postgres$/, `/farmbook_ratios_${index}`)
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    await admin.query(`create database farmbook_ratios_${index}`)
    await admin.end()
    const [port, barePort] = [await freePort(), await freePort()]
    const seeded = JSON.parse(await child(root, 'bench/seeded-server.ts', { DATABASE_URL: databaseUrl, PORT: String(port), BENCH_FARMERS: String(rows) }))
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query('vacuum analyze')
    await client.query('create table bench_farmer as select * from farmer limit 0')
    await child(process.cwd(), 'bench/bare-server.ts', { DATABASE_URL: databaseUrl, PORT: String(barePort), BENCH_TENANT: String(seeded.tenant) })
    console.log(`\n${index + 1 < roots.length ? 'The other checkout' : 'This checkout'}: imported rows a second ${JSON.stringify(seeded.rates)}`)
    const signed = { port, host: 'bench.localhost', headers: { authorization: `Bearer ${seeded.token}` } }
    const list = '/api/operators/OP1/farmer'
    const json = { 'content-type': 'application/json' }
    const box = boxOf(9)
    const bareList = { port: barePort, path: `/list?operator=${seeded.operatorId}` }
    const pairs: Pair[] = [
      { name: 'list of 50', product: { ...signed, path: list }, bare: bareList },
      { name: 'view', product: { ...signed, path: `${list}/${seeded.farmerId}` }, bare: { port: barePort, path: `/view?id=${seeded.farmerId}` } },
      {
        name: 'create',
        product: { ...signed, path: list, method: 'POST', headers: { ...signed.headers, ...json }, body: member },
        bare: { port: barePort, path: '/create', method: 'POST', headers: json, body: member },
      },
      {
        name: 'list of 50, shown columns',
        product: { ...signed, path: `${list}?fields=memberNo,village,totalHoldingHa,phone,status,updatedAt` },
        bare: bareList,
      },
      {
        name: 'outlines in a box',
        product: { ...signed, path: `/api/operators/OP1/landparcel/neighbours?box=${box}` },
        bare: { port: barePort, path: `/box?operator=${seeded.operatorId}&box=${box}` },
      },
      ...[12, 14].flatMap((zoom) => {
        const address = tileAt(zoom)
        const product = { ...signed, path: `/api/operators/OP1/tiles/landparcel/${address}.mvt`, headers: { ...signed.headers, 'accept-encoding': 'gzip' } }
        const bare = { port: barePort, path: `/tile/${address}?operator=${seeded.operatorId}` }
        // As after a change of a plot on it: the tile is drawn anew.
        const before = () => client.query('update parcel_count set version = version + 1 where tenant_id = $1', [seeded.tenant])
        return [
          { name: `tile at zoom ${zoom}`, product, bare },
          { name: `tile at zoom ${zoom}, drawn anew`, product, bare, before },
        ]
      }),
    ]
    await printTable(pairs, { rounds: 100, each: 300 })
    await client.end()
    for (const one of children.splice(0)) one.kill()
  }
} finally {
  for (const one of children) one.kill()
  await postgres.stop()
}
