// The map's own figures, as ratios within one run on the embedded database: `node bench/geo.ts [parcels]`. What a tile costs
// beside the plain query for the same parcels, what cells save beside reading every box, what a boundary adds to a record.
// Nothing here passes or fails; the numbers of a run go to bench/README.md with the machine.
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { bboxOf } from '#domain/geo/area.ts'
import { inspectBoundary } from '#domain/geo/boundary.ts'
import { overlap } from '#domain/geo/overlap.ts'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'
import { behaviours } from '#server/behaviours.ts'
import { queryAll } from '#server/db/connection.ts'
import { createTenant } from '#server/db/platform.ts'
import { boxInSteps } from '#server/map/cells.ts'
import { parcelsNear } from '#server/map/overlaps.ts'
import { countFeatures, countsQuery } from '#server/map/parcel-counts.ts'
import { drawnTile, parcelsQuery } from '#server/map/tiles.ts'
import type { Scope } from '#server/scope.ts'
import { always } from '#server/store/condition.ts'
import { createBySystem } from '#server/store/create.ts'
import { inMemory } from '#tests/harness/database.ts'
import { sampleOf } from '#tests/samples.ts'

const wanted = Number(process.argv[2] ?? 2000)
const across = Math.ceil(Math.sqrt(wanted))
const [west, south] = [75.6, 21.9]
/** The n-th plot: a ring of eight corners on a grid of 120 m. */
function plot(n: number, corners = 8): Polygon {
  const middle: Position = [west + (n % across) * 0.0012, south + Math.floor(n / across) * 0.0011]
  const ring = Array.from({ length: corners }, (_, i): Position => {
    const turn = (i / corners) * 2 * Math.PI
    return [middle[0] + Math.cos(turn) * 0.0005, middle[1] + Math.sin(turn) * 0.00045]
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0] as Position]] }
}

/** Median milliseconds of several rounds, after one to warm up. */
async function timed(rounds: number, work: (round: number) => unknown): Promise<number> {
  await work(0)
  const times: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const from = performance.now()
    await work(round)
    times.push(performance.now() - from)
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
}

const database = await inMemory()
const tenant = await database.platform((db) => createTenant(db, { subdomain: 'bench', name: 'Bench', timezone: 'Asia/Kolkata', country: 'IN' }))
const scopeIn = (db: Scope['db'], userId: string): Scope => ({
  tenant,
  db,
  behaviours,
  user: { id: userId, name: 'Bench', email: null, grants: [{ role: 'ADMIN' }] },
  operator: null,
  now: new Date(),
  source: 'IMPORT',
  requestId: 'bench',
  newId: () => randomUUIDv7(),
  afterCommit: () => {},
})
const rows: [what: string, ratio: number, comparedWith: string][] = []

await database.transaction(tenant.id, async (db) => {
  const person = await createBySystem(scopeIn(db, randomUUIDv7()), entityOf('user'), { ...sampleOf(entityOf('user')), operatorId: null })
  const scope = scopeIn(db, person.row.id)
  const make = async (name: string, values: Record<string, unknown>) =>
    (await createBySystem(scope, entityOf(name), { ...sampleOf(entityOf(name)), operatorId: null, ...values })).row
  const operator = await make('collective', { code: 'OP1' })
  const farmer = await make('farmer', { operatorId: operator.id })
  const parcel = (values: Record<string, unknown>) =>
    make('landparcel', { operatorId: operator.id, farmerId: farmer.id, tenure: 'OWNED', declaredAreaHa: 1, ...values })
  const bare = await timed(100, () => parcel({}))
  const from = performance.now()
  for (let n = 0; n < wanted; n++) await parcel({ boundary: plot(n) })
  rows.push([`a parcel with its boundary (${wanted} of them)`, (performance.now() - from) / wanted / bare, 'a parcel without one'])
  await sql`analyze`.execute(db).catch(() => {})

  for (const z of [11, 12, 14, 16]) {
    const [lon, lat] = [west + (across / 2) * 0.0012, south + (across / 2) * 0.0011]
    const address = {
      z,
      x: Math.floor(((lon + 180) / 360) * 2 ** z),
      y: Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z),
    }
    const [parcels = []] = await queryAll(db, parcelsQuery(scope, address, always))
    const ids = parcels.map(({ id }) => id)
    const plain = await timed(15, () =>
      sql`select r.id, r.boundary from landparcel as r where r.tenant_id = ${tenant.id} and r.id = any(${ids}::uuid[])`.execute(db),
    )
    rows.push([
      `tile at zoom ${z}, ${ids.length} parcels, found, drawn and packed`,
      (await timed(15, async () => drawnTile(scope, address, 'parcel', (await queryAll(db, parcelsQuery(scope, address, always)))[0] ?? []))) / plain,
      'the same parcels by their ids',
    ])
  }

  const grouped = await timed(15, () => sql`select count(*) from landparcel as r where r.tenant_id = ${tenant.id} and r.has_boundary`.execute(db))
  const world = { z: 6, x: 45, y: 28 }
  const counts = await timed(15, async () => countFeatures(scope, world, (await queryAll(db, countsQuery(scope, world, always)))[0] ?? []))
  rows.push(['all parcels as counts at zoom 6', counts / grouped, 'counting the parcel table'])

  const box = bboxOf(plot(Math.floor(wanted / 2)))
  const [w, s, e, n] = boxInSteps(box)
  const scan = await timed(15, () =>
    sql`select r.id, r.boundary from landparcel as r where r.tenant_id = ${tenant.id} and (r.bbox->>'west')::numeric * 1e7 <= ${e} and (r.bbox->>'east')::numeric * 1e7 >= ${w}
      and (r.bbox->>'south')::numeric * 1e7 <= ${n} and (r.bbox->>'north')::numeric * 1e7 >= ${s}`.execute(db),
  )
  rows.push(['neighbours of one plot by cells', (await timed(30, () => parcelsNear(scope, box))) / scan, 'reading every box'])
})
await database.close()

const small = await timed(200, (round) => inspectBoundary(plot(round, 10)))
for (const corners of [100, 1000])
  rows.push([`judging ${corners} corners`, (await timed(50, (round) => inspectBoundary(plot(round, corners)))) / small, 'judging 10'])
const pair = await timed(200, () => overlap(plot(1, 10), plot(1, 12)))
rows.push(['clipping two plots of 1,000 corners', (await timed(30, () => overlap(plot(1, 1000), plot(1, 998)))) / pair, 'clipping two of 10'])

for (const [what, ratio, comparedWith] of rows) console.log(`${ratio.toFixed(ratio < 10 ? 2 : 0).padStart(7)} x   ${what}, beside ${comparedWith}`)
