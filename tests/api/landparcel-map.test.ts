// The map beside its tiles: the plots around, the check of a boundary being drawn, and that cells and counters stay true.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { cellsOfBox, homeCell } from '#domain/geo/cells.ts'
import { appRole } from '#server/db/connection.ts'
import { boxInSteps, placeOf } from '#server/map/cells.ts'
import { idsInBox } from '#server/map/overlaps.ts'
import type { Scope } from '#server/scope.ts'
import { toRow, typedRecord } from '#server/store/columns.ts'
import type { Client } from '../harness/client.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { openWorld, type World } from '../harness/world.ts'
import { eventOf, field, place, plotsOf, ring, type Stage, stageOf } from './parcel-stage.ts'

let world: World
let stage: Stage
let fatima: Client
let plots: Awaited<ReturnType<typeof plotsOf>>
beforeAll(async () => {
  world = await openWorld()
  stage = await stageOf(world)
  fatima = world.as('fatima')
  plots = await plotsOf(stage)
})

describe('GET /landparcel/{id}/neighbours and /landparcel/neighbours', () => {
  it('refuses a plot that is not the reader’s (404) and boxes that are none, or too wide (400)', async () => {
    expect((await fatima.get(`/landparcel/${plots.theirs?.id}/neighbours`)).status).toBe(404)
    for (const box of ['', '?box=1,2,3', '?box=a,b,c,d', '?box=75,22,74,23', '?box=75,22,77,23', '?box=NaN,1,2,3'])
      expect((await fatima.get(`/landparcel/neighbours${box}`)).status).toBe(400)
    expect((await fatima.get('/landparcel/neighbours?box=75.6,22.1,75.62,22.13&except=7')).status).toBe(400)
    expect((await fatima.get('/landparcel/neighbours?bbox=1,2,3,4')).body.fields[0].path).toBe('bbox')
  })

  it('gives the outlines around a plot, without itself and without other operators’', async () => {
    const { body } = await fatima.get(`/landparcel/${plots.first?.id}/neighbours`)
    expect(body.items.map((one: { title: string }) => one.title).sort()).toEqual(['Beside', 'Other village'])
    expect(body.items[0]).toEqual({
      id: expect.any(String),
      code: expect.any(String),
      title: expect.any(String),
      parcelNo: expect.any(String),
      status: 'MAPPED',
      polygon: expect.objectContaining({ type: 'Polygon' }),
    })
    expect(body.overlaps).toEqual([])
    expect((await fatima.get(`/landparcel/${plots.bare?.id}/neighbours`)).body).toEqual({ items: [], overlaps: [] })
  })

  it('gives the outlines in a box to somebody who draws a new plot', async () => {
    const [west, south] = place(-50, -50)
    const [east, north] = place(90, 90)
    const { body } = await fatima.get(`/landparcel/neighbours?box=${west},${south},${east},${north}`)
    expect(body.items.map((one: { title: string }) => one.title)).toEqual(['First'])
    expect((await fatima.get(`/landparcel/neighbours?box=${west},${south},${east},${north}&except=${plots.first?.id}`)).body.items).toEqual([])
  })
})

describe('POST /landparcel/boundary-check', () => {
  const check = (body: unknown, by = fatima) => by.post('/landparcel/boundary-check', body)

  it('refuses what is no polygon (400), an unknown plot (404) and those who may not draw (403)', async () => {
    expect((await check({})).body.fields[0]).toMatchObject({ path: 'boundary', code: 'required' })
    expect((await check({ boundary: { type: 'Point', coordinates: [75, 22] } })).status).toBe(400)
    expect((await check({ boundary: field(0, 0), parcelId: plots.theirs?.id })).status).toBe(404)
    expect((await check({ boundary: field(0, 0) }, world.as('pooja', 'OP1'))).status).toBe(403)
  })

  it('says of free ground that it is free, with the figures, and writes nothing', async () => {
    const { status, body } = await check({ boundary: field(5000, 0), declaredAreaHa: 1 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      outcome: 'OK',
      flaw: null,
      overlaps: [],
      simplified: null,
      areaDifference: { findings: [] },
      boundary: { corners: 4, warnings: [] },
    })
    expect(body.boundary.areaHa).toBeCloseTo(1, 3)
    expect((await fatima.get('/landparcel?q=nothing')).body.items).toEqual([])
  })

  it('gives the band, the figures and the shared ground of each overlap; of another operator’s plot the code alone', async () => {
    const { body } = await check({ boundary: field(0, 90, 100, 70) })
    expect(body.outcome).toBe('REVIEW')
    const [worse, milder] = body.overlaps
    expect([worse.code, milder.code].sort()).toEqual([plots.first?.code, plots.theirs?.code].sort())
    const theirs = body.overlaps.find((one: { code: string }) => one.code === plots.theirs?.code)
    expect(theirs).toMatchObject({ id: null, title: null, band: 'review', shape: { type: 'MultiPolygon' } })
    expect(theirs.sharedM2).toBeCloseTo(1000, -1)
    expect(theirs.ratio).toBeCloseTo(1000 / 7000, 2)
    expect(body.overlaps.find((one: { code: string }) => one.code === plots.first?.code)).toMatchObject({ id: plots.first?.id, title: 'First' })
    expect((await check({ boundary: field(50, 0) })).body.outcome).toBe('BLOCK')
  })

  it('does not compare a plot with itself, and uses its declared area', async () => {
    const { body } = await check({ boundary: field(0, 0, 70), parcelId: plots.first?.id })
    expect(body.overlaps).toEqual([])
    expect(body).toMatchObject({ outcome: 'REVIEW', areaDifference: { findings: [{ ruleId: 'BR-03', severity: 'REVIEW' }] } })
  })

  it('shows the overlap of a draft that crosses itself, and still refuses it', async () => {
    const { body } = await check({ boundary: ring([0, 0], [100, 100], [100, 0], [0, 100]) })
    expect(body).toMatchObject({ outcome: 'BLOCK', boundary: null, flaw: { cause: 'crossing', vertex: 0, otherVertex: 2 } })
    expect(body.overlaps[0]).toMatchObject({ code: plots.first?.code, ratio: 1 })
  })

  it('neither clips nor lightens a tangled line, however many corners it has, and one of 5,000 corners over a district', async () => {
    const tangle = (corners: number, stepM: number) =>
      ring(...Array.from({ length: corners }, (_, n): [number, number] => [((n * 7919) % corners) * stepM, ((n * 4001) % (corners - 1)) * stepM]))
    for (const [corners, stepM, cause] of [
      [980, 0.1, 'crossing'],
      [4999, 0.1, 'too_many_points'],
      [4999, 10, 'too_many_points'],
    ] as const) {
      const { status, body } = await check({ boundary: tangle(corners, stepM) })
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ outcome: 'BLOCK', flaw: expect.objectContaining({ cause }), overlaps: [], simplified: null }),
      ])
    }
  })

  it('offers a lighter line for 3,000 corners and says how much of the plot it still is', async () => {
    const round = ring(
      ...Array.from({ length: 3000 }, (_, i): [number, number] => [7000 + 150 * Math.cos((i / 3000) * 2 * Math.PI), 150 * Math.sin((i / 3000) * 2 * Math.PI)]),
    )
    const { body } = await check({ boundary: round })
    expect(body).toMatchObject({ outcome: 'BLOCK', flaw: { cause: 'too_many_points' } })
    expect(body.simplified.corners).toBeLessThanOrEqual(1000)
    expect(body.simplified.iou).toBeGreaterThan(0.99)
    expect((await check({ boundary: body.simplified.polygon })).body.outcome).toBe('OK')
  })
})

describe('the map index', () => {
  /** What cells and counters should be, computed from the parcels alone. */
  async function expectTrue(): Promise<void> {
    await world.scoped('ada', async ({ db, tenant }) => {
      const { rows } = await sql<Record<string, unknown>>`select * from landparcel as r where r.tenant_id = ${tenant.id} and r.deleted_at is null`.execute(db)
      const places = rows.flatMap((row) => placeOf(typedRecord(entityOf('landparcel'), toRow(entityOf('landparcel'), row))) ?? [])
      const cells = places
        .flatMap(({ parcelId, box }) => cellsOfBox(box).map((cell) => [cell, parcelId, ...boxInSteps(box), cell === homeCell(box)].join(' ')))
        .sort()
      const stored = await sql<{
        line: string
      }>`select concat_ws(' ', c.cell, c.parcel_id, c.w, c.s, c.e, c.n, case when c.home then 'true' else 'false' end) as line from parcel_cell as c where c.tenant_id = ${tenant.id}`.execute(
        db,
      )
      expect(stored.rows.map(({ line }) => line).sort()).toEqual(cells)
      const counted = new Map<string, { n: number; ha: number }>()
      for (const { operatorId, box, ha } of places) {
        const key = `${operatorId} ${homeCell(box)}`
        const known = counted.get(key) ?? { n: 0, ha: 0 }
        counted.set(key, { n: known.n + 1, ha: known.ha + ha })
      }
      const counters = await sql<{
        key: string
        n: number
        ha: number
      }>`select concat_ws(' ', c.operator_id, c.cell) as key, c.n, c.ha from parcel_count as c where c.tenant_id = ${tenant.id} and c.n <> 0`.execute(db)
      expect(Object.fromEntries(counters.rows.map(({ key, n }) => [key, n]))).toEqual(Object.fromEntries([...counted].map(([key, { n }]) => [key, n])))
      for (const { key, ha } of counters.rows) expect(ha).toBeCloseTo(counted.get(key)?.ha ?? -1, 3)
    })
  }

  it('is what the parcels say after mapping, moving, retiring, unmapping, deleting and refusals', async () => {
    await expectTrue()
    const plot = await stage.plant({ boundary: field(20_000, 0) })
    await expectTrue()
    await fatima.patch(`/landparcel/${plot.id}`, { boundary: field(26_000, 3000, 100, 400), declaredAreaHa: 4 }, { 'if-match': '"1"' })
    await expectTrue()
    const captured = await fatima.post(`/landparcel/${plot.id}/events`, eventOf('BOUNDARY_CAPTURED', { boundary: field(20_000, 0), method: 'TAP_CORNERS' }))
    await expectTrue()
    await fatima.post(`/landparcel/${plot.id}/events/${captured.body.event.id}/void`, { reason: 'INCORRECT_DATA' })
    await expectTrue()
    expect((await fatima.patch(`/landparcel/${plot.id}`, { boundary: field(0, 0) }, { 'if-match': '"4"' })).status).toBe(409)
    await expectTrue()
    const retired = await world.as('omar').post(`/landparcel/${plot.id}/events`, eventOf('RETIRED', { reason: 'Story' }))
    await expectTrue()
    await world.as('omar').post(`/landparcel/${plot.id}/events/${retired.body.event.id}/void`, { reason: 'DID_NOT_OCCUR' })
    await expectTrue()
    await fatima.patch(`/landparcel/${plot.id}`, { boundary: null }, { 'if-match': '"6"' })
    await expectTrue()
    // What was recorded of it stays, also taken back: it is not deleted any more.
    expect((await fatima.delete(`/landparcel/${plot.id}`)).status).toBe(409)
    await expectTrue()
    const point = await stage.plant({ point: { type: 'Point', coordinates: place(30_000, 0) } })
    await expectTrue()
    expect((await fatima.delete(`/landparcel/${point.id}`)).status).toBe(204)
    await expectTrue()
  })

  it('finds neighbours through keys, without reading the parcel table', async () => {
    const { id: tenantId } = world.tenants.cotton
    let plan = ''
    const undone = new Error('Undone')
    const planned = world.database.owner(async (db) => {
      // More plots, each far from the others, than the table is read for as a whole; read as the product reads, under row security.
      await sql`insert into landparcel select (jsonb_populate_record(null::landparcel, to_jsonb(r) || jsonb_build_object('id', gen_random_uuid(), 'code', 'PLAN-' || n, 'parcel_no', 'Plan ' || n, 'geo_hash', null))).*
        from landparcel as r cross join generate_series(1, 400) as n where r.tenant_id = ${tenantId}::integer and r.id = ${plots.first?.id}::uuid`.execute(db)
      await sql`insert into parcel_cell (tenant_id, cell, parcel_id, w, s, e, n, home)
        select ${tenantId}::integer, 1000000 + row_number() over (), id, 0, 0, 1, 1, true from landparcel where tenant_id = ${tenantId}::integer and code like 'PLAN-%'`.execute(
        db,
      )
      await sql`analyze landparcel, parcel_cell`.execute(db)
      await sql.raw(`set local role ${appRole}`).execute(db)
      await sql`select set_config('app.tenant_id', ${String(tenantId)}, true)`.execute(db)
      const scope = { db, tenant: world.tenants.cotton } as unknown as Scope
      const [west, south] = place(0, 0)
      const [east, north] = place(90, 90)
      const { rows } = await sql<{
        'QUERY PLAN': string
      }>`explain select r.id from landparcel as r where r.tenant_id = ${tenantId} and r.id = any(${idsInBox(scope, [west, south, east, north])})`.execute(db)
      plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      throw undone
    })
    await expect(planned).rejects.toBe(undone)
    expect(plan).not.toMatch(/Seq Scan/)
    expect(plan).toMatch(/using parcel_cell__pkey|on parcel_cell__pkey/)
    expect(plan).toMatch(/Index Cond: .*cell = ANY/)
    expect(plan).toMatch(/Index Cond: .*\bid = ANY/)
  })
})

describe('what the map answers', () => {
  it('is what the API document says', async () => {
    const answers: [operation: string, status: number, answer: { status: number; body: unknown }][] = [
      ['landparcel.checkBoundary', 200, await fatima.post('/landparcel/boundary-check', { boundary: field(0, 90, 100, 70), declaredAreaHa: 2 })],
      ['landparcel.checkBoundary', 200, await fatima.post('/landparcel/boundary-check', { boundary: ring([0, 0], [100, 100], [100, 0], [0, 100]) })],
      ['landparcel.checkBoundary', 400, await fatima.post('/landparcel/boundary-check', {})],
      ['landparcel.neighboursOf', 200, await fatima.get(`/landparcel/${plots.first?.id}/neighbours`)],
      ['landparcel.neighboursOf', 404, await fatima.get(`/landparcel/${plots.theirs?.id}/neighbours`)],
      ['landparcel.neighbours', 400, await fatima.get('/landparcel/neighbours')],
      ['landparcel.boundaries', 200, await fatima.get(`/landparcel/${plots.first?.id}/boundaries`)],
    ]
    for (const [operation, status, answer] of answers) {
      expect({ operation, status: answer.status, flaws: flawsOfAnswer(operation, answer.status, answer.body) }).toEqual({ operation, status, flaws: [] })
    }
  })
})
