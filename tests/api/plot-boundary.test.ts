// The boundary of a plot is the one that was taken last, in whatever order the boundaries are recorded: one that comes late is judged, and is a version of its time.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { bboxOf } from '#domain/geo/area.ts'
import { cellsOfBox } from '#domain/geo/cells.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import type { Answer, Client } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { field, ring, type Stage, stageOf } from './parcel-stage.ts'

let world: World
let stage: Stage
let fatima: Client
let omar: Client
let now = new Date('2026-01-10T06:30:00Z')
beforeAll(async () => {
  world = await openWorld({ now: () => now })
  stage = await stageOf(world)
  ;[fatima, omar] = [world.as('fatima'), world.as('omar')]
  now = new Date('2026-01-20T06:30:00Z')
})

/** Free ground for each test: a kilometre apart. */
let cases = 0
const elsewhere = (): number => ++cases * 1000
type Body = Answer['body']

/** `day`: of January 2026. */
const capture = (id: string, boundary: Polygon, day: number, more: Record<string, unknown> = {}): Promise<Answer> =>
  fatima.post(`/landparcel/${id}/events`, {
    eventType: 'BOUNDARY_CAPTURED',
    occurredAt: `2026-01-${String(day).padStart(2, '0')}T10:00:00+05:30`,
    data: { boundary, method: 'TAP_CORNERS' },
    ...more,
  })
async function captured(...given: Parameters<typeof capture>): Promise<Body> {
  const answer = await capture(...given)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const voided = (id: string, eventId: string): Promise<Answer> => omar.post(`/landparcel/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
async function retire(id: string, occurredAt = now.toISOString()): Promise<void> {
  expect((await omar.post(`/landparcel/${id}/events`, { eventType: 'RETIRED', occurredAt, data: { reason: 'Sold' } })).status).toBe(201)
}
const view = async (id: string, query = ''): Promise<Body> => (await omar.get(`/landparcel/${id}${query}`)).body
const versions = async (id: string): Promise<Polygon[]> => (await omar.get(`/landparcel/${id}/boundaries`)).body.items.map((one: Body) => one.polygon)

/** Row, version list and map say the same; answers the row. */
async function expectBoundaries(id: string, wanted: readonly Polygon[], more: Record<string, unknown> = {}): Promise<Body> {
  const plot = await view(id)
  expect(plot).toMatchObject({ boundary: wanted[0], boundaryVersion: wanted.length, hasBoundary: true, ...more })
  expect(await versions(id)).toEqual(wanted)
  await world.scoped('ada', async ({ db, tenant }) => {
    const { rows } = await sql<{ cell: number }>`select c.cell from parcel_cell as c where c.tenant_id = ${tenant.id} and c.parcel_id = ${id}::uuid`.execute(db)
    const cells = rows.map(({ cell }) => Number(cell)).sort((a, b) => a - b)
    expect(cells).toEqual(cellsOfBox(bboxOf(wanted[0] as Polygon)).sort((a, b) => a - b))
  })
  return plot
}

describe('a boundary over a part of another plot', () => {
  it('is an event that says from the beginning that it left a dispute', async () => {
    const at = elsewhere()
    await stage.plant({ boundary: field(at, 0) })
    const plot = await stage.plant({ boundary: field(at + 300, 0) })
    const { event } = await captured(plot.id, field(at + 90, 0), 18)
    expect(event).toMatchObject({ statusBefore: 'MAPPED', statusAfter: 'DISPUTED' })
    const { items } = (await fatima.get(`/landparcel/${plot.id}/events`)).body
    expect(items.find(({ id }: { id: string }) => id === event.id)).toMatchObject({ statusAfter: 'DISPUTED' })
  })
})

describe('a boundary that is recorded late', () => {
  it('is judged as any other: its line (422 BR-01) and the ground it lies on (409, 422 BR-02)', async () => {
    const at = elsewhere()
    const other = await stage.plant({ boundary: field(at + 400, 0) })
    const plot = await stage.plant({ boundary: field(at, 0) })
    await captured(plot.id, field(at + 10, 0), 18)
    const crossing = ring([at, 0], [at + 100, 100], [at + 100, 0], [at, 100])
    expect((await capture(plot.id, crossing, 15)).body).toMatchObject({ status: 422, ruleId: 'BR-01', fields: [{ path: 'data.boundary', code: 'crossing' }] })
    expect((await capture(plot.id, field(at + 400, 0), 15)).body).toMatchObject({ status: 409, ruleId: 'BR-02', figures: { code: other.code } })
    expect((await capture(plot.id, field(at + 450, 0), 15)).body).toMatchObject({ status: 422, ruleId: 'BR-02', fields: [{ path: 'data.boundary' }] })
    await expectBoundaries(plot.id, [field(at + 10, 0), field(at, 0)])
  })

  it('is a version of its time; the later one, its findings and its verification stay', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0), declaredAreaHa: 1 })
    const later = await captured(plot.id, field(at, 0, 100, 140), 18)
    expect(later.findings).toMatchObject([{ ruleId: 'BR-03' }])
    const verification = { eventType: 'VERIFIED', occurredAt: '2026-01-19T10:00:00+05:30' }
    expect((await world.as('ines').post(`/landparcel/${plot.id}/events`, verification)).status).toBe(201)
    const late = await captured(plot.id, field(at + 300, 0, 90), 15, { data: { boundary: field(at + 300, 0, 90), method: 'GPS_WALK', gpsAccuracyM: 12 } })
    expect(late).toMatchObject({ event: { statusAfter: 'MAPPED' }, findings: [] })
    const unchanged = {
      status: 'VERIFIED',
      mappedAreaHa: later.subject.mappedAreaHa,
      boundaryMethod: 'TAP_CORNERS',
      mappedAt: '2026-01-18',
      gpsAccuracyM: null,
    }
    const { flags } = await expectBoundaries(plot.id, [field(at, 0, 100, 140), field(at + 300, 0, 90), field(at, 0)], unchanged)
    expect(flags).toMatchObject([{ ruleId: 'BR-03', eventId: later.event.id }])
    // It took no ground.
    expect((await stage.plant({ boundary: field(at + 300, 0, 90), declaredAreaHa: 0.81 })).flags).toEqual([])
  })

  it('counts where nothing later is on record: what the plot was registered with is the first, whenever that was', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    await captured(plot.id, field(at + 10, 0), 15)
    await expectBoundaries(plot.id, [field(at + 10, 0), field(at, 0)])
  })

  it('does not replace a boundary that was edited after it, and an edit replaces what its author saw', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    // The clock of a phone may run a little ahead.
    const ahead = await captured(plot.id, field(at + 10, 0), 20, { occurredAt: '2026-01-20T12:03:00+05:30' })
    const edited = await fatima.patch(`/landparcel/${plot.id}`, { boundary: field(at + 20, 0) }, { 'if-match': `"${ahead.subject.version}"` })
    expect(edited.status).toBe(200)
    const late = await captured(plot.id, field(at + 30, 0), 15)
    const all = [field(at + 20, 0), field(at + 10, 0), field(at + 30, 0), field(at, 0)]
    await expectBoundaries(plot.id, all, { boundaryMethod: 'DESKTOP_DRAW' })
    expect((await voided(plot.id, late.event.id)).status).toBe(200)
    await expectBoundaries(plot.id, [all[0], all[1], all[3]] as Polygon[])
  })

  it('on a plot that was retired since takes no ground', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    await retire(plot.id, '2026-01-18T10:00:00+05:30')
    const late = await captured(plot.id, field(at + 10, 0), 15)
    expect(late.subject).toMatchObject({ status: 'RETIRED', boundary: field(at + 10, 0), geoHash: null })
    expect((await stage.plant({ boundary: field(at + 10, 0) })).flags).toEqual([])
    expect((await voided(plot.id, late.event.id)).body.subject).toMatchObject({ status: 'RETIRED', boundary: field(at, 0), geoHash: null })
  })
})

describe('taken back', () => {
  it('the later one gives way to the late one, with its findings, if that ground is still free (BR-26)', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0), declaredAreaHa: 1 })
    const later = await captured(plot.id, field(at + 300, 0), 18)
    const late = await captured(plot.id, field(at, 0, 100, 140), 15)
    const taker = await stage.plant({ boundary: field(at, 0, 100, 120) })
    expect((await voided(plot.id, later.event.id)).body).toMatchObject({ status: 422, ruleId: 'BR-02', figures: { code: taker.code } })
    await expectBoundaries(plot.id, [field(at + 300, 0), field(at, 0, 100, 140), field(at, 0)])
    await retire(taker.id)
    expect((await voided(plot.id, later.event.id)).body.subject).toMatchObject({ status: 'MAPPED', boundary: field(at, 0, 100, 140) })
    const { flags } = await expectBoundaries(plot.id, [field(at, 0, 100, 140), field(at, 0)], { mappedAreaHa: expect.closeTo(1.4, 2), mappedAt: '2026-01-15' })
    expect(flags).toMatchObject([{ ruleId: 'BR-03', eventId: late.event.id }])
  })

  it('the late one leaves the later one as it is', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    const later = await captured(plot.id, field(at + 10, 0), 18)
    const late = await captured(plot.id, field(at + 20, 0), 15)
    expect((await voided(plot.id, late.event.id)).body.subject).toMatchObject({ boundary: field(at + 10, 0), mappedAt: later.subject.mappedAt })
    await expectBoundaries(plot.id, [field(at + 10, 0), field(at, 0)])
  })
})

describe('superseded', () => {
  it('by one of an earlier time, the one between them counts', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    const later = await captured(plot.id, field(at + 10, 0), 18)
    await captured(plot.id, field(at + 20, 0), 15)
    await captured(plot.id, field(at + 30, 0), 12, { supersedesEventId: later.event.id, notes: 'It was the week before' })
    await expectBoundaries(plot.id, [field(at + 20, 0), field(at + 30, 0), field(at, 0)], { mappedAt: '2026-01-15', status: 'MAPPED' })
  })

  it('by one of a later time, the late one counts', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    await captured(plot.id, field(at + 10, 0), 16)
    const late = await captured(plot.id, field(at + 20, 0), 12)
    await captured(plot.id, field(at + 30, 0), 18, { supersedesEventId: late.event.id, notes: 'It was the week after' })
    await expectBoundaries(plot.id, [field(at + 30, 0), field(at + 10, 0), field(at, 0)], { mappedAt: '2026-01-18' })
  })

  it('is judged by what it leads to: the ground of the boundary before may have been taken', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    const later = await captured(plot.id, field(at + 300, 0), 18)
    expect((await stage.plant({ boundary: field(at, 0) })).flags).toEqual([])
    await captured(plot.id, field(at + 310, 0), 18, { supersedesEventId: later.event.id, notes: 'One corner was wrong' })
    await expectBoundaries(plot.id, [field(at + 310, 0), field(at, 0)])
  })
})

describe('orders of recording', () => {
  it('lead to the same boundary, area, versions, cells and findings', async () => {
    const ends: unknown[] = []
    const at = elsewhere()
    for (const order of [
      [12, 14, 16],
      [16, 14, 12],
      [14, 16, 12],
    ]) {
      const plot = await stage.plant({ boundary: field(at, 0), declaredAreaHa: 1 })
      for (const day of order) await captured(plot.id, field(at + day, 0, 100, 100 + 5 * (day - 9)), day)
      const wanted = [16, 14, 12].map((day) => field(at + day, 0, 100, 100 + 5 * (day - 9)))
      const { status, mappedAreaHa, perimeterM, areaDifference, mappedAt, flags } = await expectBoundaries(plot.id, [...wanted, field(at, 0)])
      ends.push({
        status,
        mappedAreaHa,
        perimeterM,
        areaDifference,
        mappedAt,
        flags: flags.map(({ ruleId, severity, figures }: Body) => [ruleId, severity, figures]),
      })
      await retire(plot.id)
    }
    expect(ends[1]).toEqual(ends[0])
    expect(ends[2]).toEqual(ends[0])
  })
})

describe('GET /landparcel/{id}?asOf&knownAt', () => {
  it('answers the boundary and the area of a day, as known then or now', async () => {
    const at = elsewhere()
    now = new Date('2026-01-10T06:30:00Z')
    const plot = await stage.plant({ boundary: field(at, 0) })
    now = new Date('2026-01-18T06:30:00Z')
    const later = await captured(plot.id, field(at + 10, 0, 100, 140), 18)
    now = new Date('2026-01-20T06:30:00Z')
    await captured(plot.id, field(at + 20, 0, 100, 120), 15, { data: { boundary: field(at + 20, 0, 100, 120), method: 'GPS_WALK', gpsAccuracyM: 4 } })
    const lately = { boundary: field(at + 20, 0, 100, 120), boundaryMethod: 'GPS_WALK', gpsAccuracyM: 4, mappedAt: '2026-01-15', boundaryVersion: 2 }
    expect(await view(plot.id, '?asOf=2026-01-16')).toMatchObject({ ...lately, mappedAreaHa: expect.closeTo(plot.mappedAreaHa * 1.2, 3) })
    expect(await view(plot.id, '?asOf=2026-01-16&knownAt=2026-01-19')).toMatchObject({
      boundary: field(at, 0),
      mappedAreaHa: plot.mappedAreaHa,
      boundaryVersion: 1,
    })
    const { boundary, mappedAreaHa, perimeterM, centroid, bbox, geoHash, areaDifference } = later.subject
    expect(await view(plot.id, '?asOf=2026-01-18')).toMatchObject({
      boundary,
      mappedAreaHa,
      perimeterM,
      centroid,
      bbox,
      geoHash,
      areaDifference,
      boundaryVersion: 3,
    })
  })
})

describe('the boundaries of a past day', () => {
  it('are those in force and known then: none that came late, one that was voided since, one as it was before its correction', async () => {
    const at = elsewhere()
    const [first, walked, corrected, late] = [field(at, 0), field(at + 10, 0), field(at + 20, 0), field(at + 30, 0)]
    now = new Date('2026-01-20T06:30:00Z')
    const plot = await stage.plant({ boundary: first })
    const { event } = await captured(plot.id, walked, 12)
    const { event: gone } = await captured(plot.id, late, 14)
    now = new Date('2026-01-22T06:30:00Z')
    expect((await voided(plot.id, gone.id)).status).toBe(200)
    await captured(plot.id, corrected, 12, { supersedesEventId: event.id })
    now = new Date('2026-01-24T06:30:00Z')
    await captured(plot.id, field(at + 40, 0), 13)
    now = new Date('2026-01-26T06:30:00Z')
    // By hand: day, known by, and what was recorded and not yet taken back, latest first.
    const cases: [query: string, wanted: Polygon[]][] = [
      ['?knownAt=2026-01-20', [late, walked, first]],
      ['?asOf=2026-01-13&knownAt=2026-01-20', [walked, first]],
      ['?asOf=2026-01-13&knownAt=2026-01-22', [corrected, first]],
      ['?knownAt=2026-01-22', [corrected, first]],
      ['?asOf=2026-01-13', [field(at + 40, 0), corrected, first]],
      ['?asOf=2026-01-12', [corrected, first]],
      ['?asOf=2026-01-11', [first]],
      ['', [field(at + 40, 0), corrected, first]],
    ]
    for (const [query, wanted] of cases) {
      const { items } = (await omar.get(`/landparcel/${plot.id}/boundaries${query}`)).body
      expect([query, items.map(({ polygon }: Body) => polygon)]).toEqual([query, wanted])
      expect([query, (await view(plot.id, query)).boundary]).toEqual([query, wanted[0]])
    }
  })
  it('are refused on a day that is none, before the plot was known, and out of reach', async () => {
    const { id } = await stage.plant({ boundary: field(elsewhere(), 0) })
    const path = `/landparcel/${id}/boundaries`
    expect(await omar.get(`${path}?asOf=2026-02-30`)).toMatchObject({ status: 400, body: { fields: [{ path: 'asOf', code: 'format' }] } })
    expect(await omar.get(`${path}?day=2026-01-20`)).toMatchObject({ status: 400 })
    expect((await omar.get(`${path}?knownAt=2026-01-09`)).status).toBe(404)
    expect((await world.as('leela', 'OP2').get(`${path}?asOf=2026-01-20`)).status).toBe(404)
  })
})

describe('the accuracy of each corner', () => {
  const metres = (...list: (number | null)[]) => list.map((one) => ({ metres: one }))
  const walked = (id: string, boundary: Polygon, day: number, vertexAccuracyM: unknown) =>
    capture(id, boundary, day, { data: { boundary, method: 'GPS_WALK', gpsAccuracyM: 4, vertexAccuracyM }, lateReason: 'No network' })
  const known = async (id: string): Promise<unknown[]> => (await omar.get(`/landparcel/${id}/boundaries`)).body.items.map((one: Body) => one.vertexAccuracyM)
  it('is given for each of them or for none (400), below a kilometre', async () => {
    const east = elsewhere()
    const { id } = await stage.plant({ name: 'Corners', parcelNo: 'VA-1' })
    for (const wrong of [metres(3, 4, 5), metres(3, 4, 5, 6, 3)])
      expect(await walked(id, field(east, 0), 12, wrong)).toMatchObject({ status: 400, body: { fields: [{ path: 'data.vertexAccuracyM', code: 'rule' }] } })
    expect(await walked(id, field(east, 0), 12, metres(3, 4, 5, 1001))).toMatchObject({ status: 400 })
    expect(await walked(id, field(east, 0), 12, [3, 4, 5, 6])).toMatchObject({ status: 400 })
    expect(await known(id)).toEqual([])
  })
  it('stays with its version: neither a later one nor an edit takes it over, and it goes with its event', async () => {
    const east = elsewhere()
    const { id } = await stage.plant({ name: 'Corners too', parcelNo: 'VA-2' })
    expect((await walked(id, field(east, 0), 12, metres(3, 4.5, null, 6))).status).toBe(201)
    expect(await known(id)).toEqual([[3, 4.5, null, 6]])
    const late = await walked(id, field(east, 0, 90), 11, metres(9, 8, 7, 6))
    expect(late.status).toBe(201)
    await captured(id, field(east, 0, 95), 13, { lateReason: 'No network' })
    expect(await known(id)).toEqual([null, [3, 4.5, null, 6], [9, 8, 7, 6]])
    expect((await voided(id, late.body.event.id)).status).toBe(200)
    expect(await known(id)).toEqual([null, [3, 4.5, null, 6]])
  })
})
