// `node bench/ratios.ts [folder of another checkout]`: list, view and create of the running product, each in turns with the
// same on raw `pg`, and imports, on a PostgreSQL of its own; of two checkouts in one run, so that both meet the same machine.
// Without the demo programme: a few minutes. Nothing here passes or fails.
import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import pg from 'pg'
import { freePort } from '../scripts/testing/free-port.ts'
import { startPostgres } from '../scripts/testing/postgres.ts'
import { compare, type Pair, throughput } from './measure.ts'

const roots = [...new Set([...(process.argv[2] ? [resolve(process.argv[2])] : []), process.cwd()])]
const rows = Number(process.env.BENCH_FARMERS ?? 2000)
const postgres = await startPostgres()
if (typeof postgres === 'string') throw new Error(`The bench needs a PostgreSQL. ${postgres}`)
const children: ChildProcess[] = []

async function child(cwd: string, file: string, env: Record<string, string>): Promise<string> {
  const one = spawn(process.execPath, [file], { cwd, env: { ...process.env, NODE_ENV: 'production', ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
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
    await client.end()
    await child(process.cwd(), 'bench/bare-server.ts', { DATABASE_URL: databaseUrl, PORT: String(barePort), BENCH_TENANT: String(seeded.tenant) })
    console.log(`\n${index + 1 < roots.length ? 'The other checkout' : 'This checkout'}: imported rows a second ${JSON.stringify(seeded.rates)}`)
    const signed = { port, host: 'bench.localhost', headers: { authorization: `Bearer ${seeded.token}` } }
    const list = '/api/operators/OP1/farmer'
    let number = 0
    const person = () =>
      JSON.stringify({
        memberNo: `B-${number++}`,
        firstName: 'Bench',
        lastName: 'Person',
        gender: 'F',
        phone: `98${String(10_000_000 + number)}`,
        noPhone: false,
        language: 'hi',
        village: 'Nimbola',
        block: 'Kasrawad',
        district: 'Khargone',
        state: 'Madhya Pradesh',
        country: 'IN',
        totalHoldingHa: 1.2,
        otherGroupMembership: false,
        joinedOn: '2024-05-02',
        consent: [],
      })
    const json = { 'content-type': 'application/json' }
    const bareList = { port: barePort, path: `/list?operator=${seeded.operatorId}` }
    const pairs: Pair[] = [
      { name: 'list of 50', product: { ...signed, path: list }, bare: bareList },
      { name: 'view', product: { ...signed, path: `${list}/${seeded.farmerId}` }, bare: { port: barePort, path: `/view?id=${seeded.farmerId}` } },
      {
        name: 'create',
        product: { ...signed, path: list, method: 'POST', headers: { ...signed.headers, ...json }, body: person },
        bare: { port: barePort, path: '/create', method: 'POST', headers: json, body: person },
      },
      {
        name: 'list of 50, shown columns',
        product: { ...signed, path: `${list}?fields=memberNo,village,totalHoldingHa,phone,status,updatedAt` },
        bare: bareList,
      },
    ]
    console.log('| call | product ms | bare ms | bare : product | answer bytes | product/s : bare/s, 8 at once | ratio |\n|---|---|---|---|---|---|---|')
    for (const pair of pairs) {
      try {
        const { productMs, bareMs, bytes } = await compare(pair, 100)
        const [ours, floor] = await throughput(pair, 8, 300)
        console.log(
          `| ${pair.name} | ${productMs.toFixed(1)} | ${bareMs.toFixed(1)} | ${(bareMs / productMs).toFixed(2)} | ${bytes} | ${ours.toFixed(0)} : ${floor.toFixed(0)} | ${(ours / floor).toFixed(3)} |`,
        )
      } catch (error) {
        console.log(`| ${pair.name} | not measured: ${(error as Error).message.slice(0, 200)} |`)
      }
    }
    for (const one of children.splice(0)) one.kill()
  }
} finally {
  for (const one of children) one.kill()
  await postgres.stop()
}
