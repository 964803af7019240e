// What the product is measured against: the same queries on raw `pg` in a bare Node server. No tenant, no
// rights, no validation, no row security, no audit: the floor that no real product can go below.
import { randomUUIDv7 } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import pg from 'pg'
import type { Bbox } from '#domain/geo/area.ts'
import { cellsOfBox, tileBox } from '#domain/geo/cells.ts'
import { boxInSteps } from '#server/map/cells.ts'

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
/** Which plots lie in a box: the same cells as the product has, with its statement named so that it is planned once. */
const outlines = async (operator: string | null, box: Bbox): Promise<{ id: string; boundary: object; [name: string]: unknown }[]> => {
  const text = `select r.id, r.code, r.title, r.parcel_no, r.status, r.crop_now, r.organic_status, r.boundary from landparcel as r
    where r.tenant_id = $1 and r.operator_id = $2 and r.deleted_at is null and r.boundary is not null
      and r.id = any(array(select c.parcel_id from parcel_cell as c where c.tenant_id = $1 and c.cell = any($3::bigint[]) and c.w <= $6 and c.e >= $4 and c.s <= $7 and c.n >= $5))`
  const values = [tenant, operator, cellsOfBox(box), ...boxInSteps(box)]
  return (await pool.query({ name: 'outlines', text, values })).rows
}

type Work = (url: URL, request: IncomingMessage) => Promise<unknown>
const routes: Record<string, Work> = {
  '/list': async (url) => {
    const text = 'select * from farmer where tenant_id = $1 and operator_id = $2 and deleted_at is null order by created_at desc, id desc limit 51'
    return (await pool.query({ name: 'list', text, values: [tenant, url.searchParams.get('operator')] })).rows
  },
  '/view': async (url) =>
    (await pool.query({ name: 'view', text: 'select * from farmer where tenant_id = $1 and id = $2', values: [tenant, url.searchParams.get('id')] })).rows[0],
  '/box': async (url) => outlines(url.searchParams.get('operator'), (url.searchParams.get('box') ?? '').split(',').map(Number) as unknown as Bbox),
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

/** Encoded as the product encodes it, and never remembered. */
async function tile(url: URL): Promise<Buffer> {
  const [z = 0, x = 0, y = 0] = url.pathname.split('/').slice(2).map(Number)
  const rows = await outlines(url.searchParams.get('operator'), tileBox(z, x, y, 64 / 4096))
  const features = rows.map(({ boundary, ...properties }) => ({ type: 'Feature', geometry: boundary, properties }))
  const drawn = geoJSONToTile({ type: 'FeatureCollection', features } as never, z, x, y, { extent: 4096, buffer: 64, tolerance: 0, clip: true })
  return gzipSync(drawn ? fromGeojsonVt({ parcel: drawn }, { version: 2, extent: 4096 }) : new Uint8Array(), { level: 6 })
}

createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://bench')
  try {
    if (url.pathname.startsWith('/tile/')) return void response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end(await tile(url))
    const answer = JSON.stringify(await routes[url.pathname]?.(url, request))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(answer)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
