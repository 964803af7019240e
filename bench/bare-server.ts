// What the product is measured against: the same queries on raw `pg` in a bare Node server. No tenant, no
// rights, no validation, no row security, no audit: the floor that no real product can go below.
import { randomUUIDv7 } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL as string, max: 10 })
const tenant = Number(process.env.BENCH_TENANT)

const traceSql = `with recursive up(output_id, output_kind, input_id, input_kind, kg, event_id) as (
    select l.output_id, l.output_kind, l.input_id, l.input_kind, l.kg, l.event_id from lot_link l where l.tenant_id = $1 and l.output_id = $2
    union
    select l.output_id, l.output_kind, l.input_id, l.input_kind, l.kg, l.event_id from lot_link l join up on l.tenant_id = $1 and l.output_id = up.input_id)
  select * from up`
const nodesSql = `select 'crop' as kind, c.id, c.title, c.code, p.title as parcel, c.village from crop c join landparcel p on p.tenant_id = $1 and p.id = c.parcel_id where c.tenant_id = $1 and c.id = any($2::uuid[])
  union all select 'productbatch', b.id, b.title, b.code, null, null from productbatch b where b.tenant_id = $1 and b.id = any($2::uuid[])`

const originSql = `with recursive up(id) as (select $2::uuid union select l.input_id from lot_link l join up on l.tenant_id = $1 and l.output_id = up.id)
  select p.id, p.code, p.title, p.village, f.title as farmer, coalesce(p.centroid, p.point) as point from up join crop c on c.tenant_id = $1 and c.id = up.id
  join landparcel p on p.tenant_id = $1 and p.id = c.parcel_id join farmer f on f.tenant_id = $1 and f.id = p.farmer_id`

type Work = (url: URL, request: IncomingMessage) => Promise<unknown>
const routes: Record<string, Work> = {
  '/list': async (url) =>
    (
      await pool.query('select * from farmer where tenant_id = $1 and operator_id = $2 and deleted_at is null order by created_at desc, id desc limit 51', [
        tenant,
        url.searchParams.get('operator'),
      ])
    ).rows,
  '/view': async (url) => (await pool.query('select * from farmer where tenant_id = $1 and id = $2', [tenant, url.searchParams.get('id')])).rows[0],
  '/create': async (_, request) => {
    const body = JSON.parse(await text(request)) as Record<string, unknown>
    const columns = Object.keys(body)
    const values = columns.map((name) => (body[name] !== null && typeof body[name] === 'object' ? JSON.stringify(body[name]) : body[name]))
    const names = columns.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    const id = randomUUIDv7()
    await pool.query(`insert into bench_farmer (id, ${names.join(', ')}) values ($1, ${columns.map((_name, index) => `$${index + 2}`).join(', ')})`, [
      id,
      ...values,
    ])
    return { id }
  },
  // The plots alone, without their kilograms.
  '/origin': async (url) => (await pool.query({ name: 'origin', text: originSql, values: [tenant, url.searchParams.get('id')] })).rows,
  '/trace': async (url) => trace(url.searchParams.get('id') as string),
  '/public': async (url) => {
    const { rows } = await pool.query('select id, title, claim_status, product_id from productbatch where tenant_id = $1 and qr_token = $2', [
      tenant,
      url.searchParams.get('token'),
    ])
    return { ...rows[0], ...(await trace(rows[0].id)) }
  },
}

async function trace(id: string): Promise<{ edges: unknown[]; nodes: unknown[] }> {
  const edges = (await pool.query({ name: 'edges', text: traceSql, values: [tenant, id] })).rows as { input_id: string }[]
  const nodes = (await pool.query({ name: 'nodes', text: nodesSql, values: [tenant, edges.map((edge) => edge.input_id)] })).rows
  return { edges, nodes }
}

async function text(request: IncomingMessage): Promise<string> {
  let all = ''
  for await (const chunk of request) all += chunk
  return all
}

createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://bench')
  try {
    const answer = JSON.stringify(await routes[url.pathname]?.(url, request))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(answer)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
