// Plots of two programmes over each other: each learns yes or no of its own plots and nothing of the other, where both take part, once for each
// boundary and so many a day (BR-02).
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { bboxOf } from '#domain/geo/area.ts'
import { cellsOfBox } from '#domain/geo/cells.ts'
import { overlap } from '#domain/geo/overlap.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { changeTenant } from '#server/db/platform.ts'
import { landElsewhere } from '#server/jobs/clock/land-elsewhere.ts'
import type { Answer, Client } from '../harness/client.ts'
import { openWorld, rowCounts, type TenantKey, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { field, ring, type Stage, stageOf } from './parcel-stage.ts'

type Body = Answer['body']
let world: World
let stage: Stage
let dairyFarmer: string
let gopal: Client
let omar: Client
beforeAll(async () => {
  world = await openWorld()
  stage = await stageOf(world)
  ;[gopal, omar] = [world.as('gopal'), world.as('omar')]
  dairyFarmer = (await gopal.post('/farmer', sampleOf(entityOf('farmer')))).body.id
})
beforeEach(() => takePart('cotton', 'dairy'))
// Other worlds of this database are other programmes: they meet none of this one.
afterAll(() => takePart())

let cases = 0
const elsewhere = (): number => ++cases * 1000
/** Those take part, and no other programme of this world. */
async function takePart(...those: TenantKey[]): Promise<void> {
  for (const key of ['cotton', 'dairy'] as const) {
    const config = { blindOverlapCheck: those.includes(key) }
    await world.database.platform((db) => changeTenant(db, world.tenants[key].id, { config }))
    Object.assign(world.tenants[key], { config })
  }
  world.deps.tenants.forget()
}
const ours = (boundary: Polygon): Promise<Body> => stage.plant({ boundary })
async function theirs(boundary: Polygon): Promise<Body> {
  const made = await gopal.post('/landparcel', stage.parcel({ name: 'Secret name', boundary, farmerId: dairyFarmer }))
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}
const ask = (person: string, id: string, boundary: Polygon): Promise<boolean | null> =>
  world.scoped(person, async ({ db }) => {
    const { rows } = await sql<{ answer: boolean | null }>`select app.lies_elsewhere(${id}::uuid, ${cellsOfBox(bboxOf(boundary))}::bigint[]) as answer`.execute(
      db,
    )
    return rows[0]?.answer ?? null
  })
const seen = async (by: Client, { id }: Body): Promise<Body> => (await by.get(`/landparcel/${id}/overlap-cases`)).body.elsewhere
const rowsOf = (person: string): Promise<Body[]> =>
  world.scoped(
    person,
    async ({ db, tenant }) => (await sql<Body>`select * from parcel_elsewhere where tenant_id = ${tenant.id} order by parcel_id, ring`.execute(db)).rows,
  )
/** As the database's owner, within the wall of that programme. */
const asOwner = (key: TenantKey, text: RawBuilder<unknown>): Promise<unknown> =>
  world.database.owner(async (db) => {
    await sql`select set_config('app.tenant_id', ${String(world.tenants[key].id)}, true)`.execute(db)
    await text.execute(db)
  })
/** As if it had been answered so many days before. */
const age = (key: TenantKey, parcelId: string, days: number): Promise<unknown> =>
  asOwner(
    key,
    sql`update parcel_elsewhere set answered_on = answered_on - ${days}::integer where tenant_id = ${world.tenants[key].id} and parcel_id = ${parcelId}::uuid`,
  )

describe('nothing is answered', () => {
  it('while one of the two does not take part', async () => {
    const at = elsewhere()
    const plot = await ours(field(at, 0))
    await theirs(field(at + 50, 0))
    await takePart('dairy')
    expect(await ask('ada', plot.id, field(at, 0))).toBeNull()
    expect(await world.scoped('ada', (scope) => landElsewhere.due({ ...scope, day: '2026-01-01' }, null, 100))).toEqual([])
    await takePart('cotton')
    expect(await ask('ada', plot.id, field(at, 0))).toBe(false)
    expect(await rowsOf('dina')).toEqual([])
  })

  it('of a plot of another programme, of none, of one without a boundary or retired', async () => {
    const at = elsewhere()
    const other = await theirs(field(at, 0))
    const bare = await stage.plant({})
    const retired = await ours(field(at + 200, 0))
    const gone = { eventType: 'RETIRED', occurredAt: new Date().toISOString(), data: { reason: 'Sold' } }
    expect((await omar.post(`/landparcel/${retired.id}/events`, gone)).status).toBe(201)
    const before = [await rowCounts(world), await rowCounts(world, 'dairy')]
    for (const id of [other.id, bare.id, retired.id, '00000000-0000-4000-8000-000000000000']) expect(await ask('ada', id, field(at, 0))).toBeNull()
    expect([await rowCounts(world), await rowCounts(world, 'dairy')]).toEqual(before)
  })

  it('to a role that would write an answer or measure two rings by itself', async () => {
    const write = (text: string) => world.scoped('ada', ({ db }) => sql.raw(text).execute(db))
    const { id } = world.tenants.cotton
    await expect(write(`insert into parcel_elsewhere values (${id}, '00000000-0000-4000-8000-000000000000', 'x', true, now(), true)`)).rejects.toThrow(
      /permission denied/,
    )
    await expect(write(`delete from parcel_elsewhere where tenant_id = ${id}`)).rejects.toThrow(/permission denied/)
    await expect(write(`update parcel_elsewhere set is_requested = false where tenant_id = ${id}`)).rejects.toThrow(/permission denied/)
    await expect(write(`select app.shared_ratio('{}', '{}')`)).rejects.toThrow(/permission denied/)
  })
})

describe('the answer', () => {
  it('is yes for both above 5 % of the smaller plot, and the programme of before is entered again', async () => {
    const at = elsewhere()
    const plot = await ours(field(at, 0))
    const other = await theirs(field(at + 94, 0))
    const inTenant = await world.scoped('ada', async ({ db, tenant }) => {
      const { rows } = await sql<{
        answer: boolean
        own: number
      }>`select app.lies_elsewhere(${plot.id}::uuid, ${cellsOfBox(bboxOf(field(at, 0)))}::bigint[]) as answer, app.current_tenant() as own`.execute(db)
      const after = await sql<{ own: number }>`select app.current_tenant() as own`.execute(db)
      return { answer: rows[0]?.answer, isOwn: after.rows[0]?.own === tenant.id }
    })
    expect(inTenant).toEqual({ answer: true, isOwn: true })
    expect(await rowsOf('dina')).toMatchObject([{ parcel_id: other.id, ring: other.geoHash, is_over: true, is_requested: false }])
    expect(await seen(omar, plot)).toEqual({ isOver: true, on: new Date().toISOString().slice(0, 10) })
    expect(await seen(gopal, other)).toMatchObject({ isOver: true })
  })

  it('is no up to 5 %, side by side, within a box alone, and within one’s own programme', async () => {
    const at = elsewhere()
    const plot = await ours(field(at, 0))
    await theirs(field(at + 96, 0))
    await theirs(field(at, 100))
    // An L around the corner: its box covers the plot, its ground does not.
    await theirs(ring([at - 20, -20], [at + 150, -20], [at + 150, -5], [at - 5, -5], [at - 5, 90], [at - 20, 90]))
    await ours(field(at - 90, 0))
    expect(await ask('ada', plot.id, field(at, 0))).toBe(false)
    expect(await seen(omar, plot)).toMatchObject({ isOver: false })
  })

  it('is for managers, administrators and the certification body, and is all that there is', async () => {
    const at = elsewhere()
    const plot = await ours(field(at, 0))
    const other = await theirs(field(at + 50, 20))
    await ask('ada', plot.id, field(at, 0))
    for (const who of ['omar', 'ada', 'carla']) expect(await seen(world.as(who, 'OP1'), plot)).toMatchObject({ isOver: true })
    for (const who of ['fatima', 'ines']) expect(await seen(world.as(who), plot)).toBeNull()
    expect((await world.as('leela').get(`/landparcel/${plot.id}/overlap-cases`)).status).toBe(404)
    const everything = [
      await omar.get(`/landparcel/${plot.id}/overlap-cases`),
      await omar.get(`/landparcel/${plot.id}`),
      await omar.get(`/landparcel/${plot.id}/events`),
      await omar.get(`/landparcel/${plot.id}/neighbours`),
      await omar.post('/landparcel/boundary-check', { boundary: field(at, 0), parcelId: plot.id }),
    ]
    for (const secret of [other.id, other.geoHash, 'Secret name', world.tenants.dairy.subdomain])
      expect(JSON.stringify(everything.map(({ body }) => body))).not.toContain(secret)
    expect(await rowsOf('ada')).toContainEqual(expect.objectContaining({ parcel_id: plot.id }))
    expect((await rowsOf('ada')).map((row) => row.parcel_id)).not.toContain(other.id)
    // It disputes nothing and stops nothing.
    expect((await omar.get(`/landparcel/${plot.id}`)).body).toMatchObject({ status: 'MAPPED', flags: [] })
  })

  it('stays with the boundary, and does not follow one that is moved about', async () => {
    const at = elsewhere()
    const plot = await ours(field(at, 0))
    const other = await theirs(field(at + 300, 0))
    expect(await ask('ada', plot.id, field(at, 0))).toBe(false)
    const move = async (boundary: Polygon) => {
      const data = { boundary, method: 'TAP_CORNERS' }
      expect((await omar.post(`/landparcel/${plot.id}/events`, { eventType: 'BOUNDARY_CAPTURED', occurredAt: new Date().toISOString(), data })).status).toBe(
        201,
      )
    }
    await move(field(at + 250, 0))
    expect(await ask('ada', plot.id, field(at + 250, 0))).toBeNull()
    expect(await seen(omar, plot)).toBeNull()
    // A boundary that had its answer has it still.
    await move(field(at, 0))
    expect(await ask('ada', plot.id, field(at, 0))).toBe(false)
    await move(field(at + 250, 0))
    await age('cotton', plot.id, 7)
    expect(await ask('ada', plot.id, field(at + 250, 0))).toBe(true)
    expect(await seen(gopal, other)).toMatchObject({ isOver: true })
    // The other one moves away: a yes is asked again after 90 days.
    const gone = { eventType: 'RETIRED', occurredAt: new Date().toISOString(), data: { reason: 'Sold' } }
    expect((await gopal.post(`/landparcel/${other.id}/events`, gone)).status).toBe(201)
    expect(await ask('ada', plot.id, field(at + 250, 0))).toBe(true)
    await age('cotton', plot.id, 90)
    expect(await ask('ada', plot.id, field(at + 250, 0))).toBe(false)
  })

  it('is not given for more than a hundred plots of a small programme on a day', async () => {
    const at = elsewhere()
    const plot = await ours(field(at, 0))
    const { id } = world.tenants.cotton
    await asOwner(
      'cotton',
      sql`insert into parcel_elsewhere select ${id}::integer, gen_random_uuid(), 'x', false, (now() at time zone 'utc')::date, true from generate_series(1, 100)`,
    )
    expect(await ask('ada', plot.id, field(at, 0))).toBeNull()
    expect(await world.scoped('ada', (scope) => landElsewhere.due({ ...scope, day: '2026-01-01' }, null, 100))).toEqual([])
    await asOwner('cotton', sql`delete from parcel_elsewhere where tenant_id = ${id} and ring = 'x'`)
    expect(await ask('ada', plot.id, field(at, 0))).toBe(false)
  })

  it('comes by the clock, once', async () => {
    const at = elsewhere()
    const plot = await ours(field(at, 0))
    await theirs(field(at + 50, 0))
    const due = () => world.scoped('ada', (scope) => landElsewhere.due({ ...scope, day: '2026-01-01' }, null, 100))
    expect(await due()).toContain(plot.id)
    await world.scoped('ada', (scope) => landElsewhere.carryOut(scope, plot.id))
    expect(await seen(omar, plot)).toMatchObject({ isOver: true })
    expect(await due()).not.toContain(plot.id)
    await takePart('dairy')
    expect(await seen(omar, plot)).toBeNull()
  })
})

describe('the share that the database works out', () => {
  it('is that of the clipping, for rings of any shape', async () => {
    // A fixed run of numbers, so that a failure can be repeated.
    let seed = 7
    const random = (): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const star = (east: number, north: number): Polygon => {
      const corners = 3 + Math.floor(random() * 9)
      return ring(
        ...Array.from({ length: corners }, (_, at): [number, number] => {
          const [angle, far] = [(at / corners) * 2 * Math.PI, 20 + random() * 80]
          return [east + Math.cos(angle) * far, north + Math.sin(angle) * far]
        }),
      )
    }
    const pairs = [
      [field(0, 0), field(90, 0)],
      [field(0, 0), field(0, 0)],
      [field(0, 0), field(25, 25, 50)],
      [field(0, 0), field(100, 0)],
      ...Array.from({ length: 120 }, () => [star(0, 0), star(random() * 120, random() * 120)]),
    ] as [Polygon, Polygon][]
    const shares = await world.database.owner(
      async (db) =>
        (
          await sql<{
            share: number
          }>`select app.shared_ratio(p->0, p->1) as share from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) with ordinality as t (p, at) order by at`.execute(
            db,
          )
        ).rows,
    )
    expect(shares).toHaveLength(pairs.length)
    for (const [at, { share }] of shares.entries()) expect(Number(share)).toBeCloseTo(overlap(...(pairs[at] as [Polygon, Polygon])).ratio, 5)
  })
})
