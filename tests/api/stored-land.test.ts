// What was stored before a rule about it came stays, and is no obstacle to changing something else (0139): plots that are leased without their owners (3.3), and
// boundaries and parts of plots with corners that no new line may have (BR-01).
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { field, ownersIn, place, ring, type Stage, stageOf } from './parcel-stage.ts'

let world: World
let chain: Chain
let stage: Stage
const as = (who: string) => world.as(who, 'OP1')
let cases = 0
/** South of everything else: a kilometre apart. */
const elsewhere = (): number => 3000 + ++cases * 1000
const north = -30_000
const square = (east: number, width = 100): Polygon => field(east, north, width, 100)
/** The same with a corner 0.3 m from the next one. */
const shortSided = (east: number): Polygon =>
  ring([east, north], [east + 100, north], [east + 100, north + 0.3], [east + 100, north + 100], [east, north + 100])
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  stage = await stageOf(world)
}, 120_000)

const stored = (table: string, column: string, id: string, value: unknown) =>
  world.scoped('ada', ({ db, tenant }) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${JSON.stringify(value)}::jsonb where tenant_id = ${tenant.id} and id = ${id}::uuid`.execute(db),
  )
const edit = async (entity: string, id: string, values: Record<string, unknown>, who = 'omar') =>
  as(who).patch(`/${entity}/${id}`, values, { 'if-match': `"${(await chain.view(entity, id)).version}"` })
const refusedAt = (path: string, code: string, status = 422) => ({ status, body: { fields: [expect.objectContaining({ path, code })] } })

describe('a plot that is leased, of which nobody has named the owners', () => {
  const lease = { tenure: 'LEASED', leaseFrom: '2025-01-01', leaseTo: '2029-12-31' }
  const leased = async (boundary: Polygon): Promise<string> => {
    const { id } = await stage.plant({ ...lease, boundary, declaredAreaHa: 1, landowners: await ownersIn(world) }, as('omar'))
    await stored('landparcel', 'landowners', id, [])
    return id
  }
  it('is edited; tenure and owners are not changed to what needs them', async () => {
    const id = await leased(square(elsewhere()))
    expect(await edit('landparcel', id, { tenure: 'SHARECROP' })).toMatchObject(refusedAt('landowners', 'required', 400))
    await ok(edit('landparcel', id, { name: 'Under the tank', leaseTo: '2030-12-31' }))
    const owners = await ownersIn(world)
    await ok(edit('landparcel', id, { landowners: owners }))
    expect(await edit('landparcel', id, { landowners: [] })).toMatchObject(refusedAt('landowners', 'required', 400))
  })
  it('is divided and joined: what comes of it is leased as it was', async () => {
    const east = elsewhere()
    const id = await leased(square(east))
    const across = [north - 20, north + 120].map((y) => ({ lon: place(east + 40, y)[0], lat: place(east + 40, y)[1] }))
    const names = { firstName: 'West', firstNo: `SW${east}`, secondName: 'East', secondNo: `SE${east}`, reason: 'Two sons' }
    await ok(record(as('omar'), 'landparcel', id, 'SPLIT', '2026-01-10', { line: across, ...names }))
    const made = async (no: string): Promise<Json> =>
      (await ok(as('omar').get('/landparcel?limit=50&sort=-createdAt'))).items.find(({ parcelNo }: Json) => parcelNo === no)
    expect(await chain.view('landparcel', (await made(`SW${east}`)).id)).toMatchObject({ tenure: 'LEASED', landowners: [] })
    const further = elsewhere()
    const [one, other] = [await leased(square(further)), await leased(field(further + 100, north, 100, 100))]
    await ok(
      record(as('omar'), 'landparcel', one, 'MERGED', '2026-01-10', { withIds: [other], name: 'One', parcelNo: `SJ${east}`, reason: 'The bund is gone' }),
    )
    expect(await chain.view('landparcel', (await made(`SJ${east}`)).id)).toMatchObject({ tenure: 'LEASED', landowners: [] })
  })
})

describe('a boundary that loses ground without a corner sharper than a degree', () => {
  it('is not divided (400 at data.line), and has all of its ground still', async () => {
    const east = elsewhere()
    const { id } = await stage.plant({ boundary: square(east), declaredAreaHa: 1 }, as('omar'))
    // 803 m² with a point of 727 m on top, of five times the ground.
    const spiked = ring([east, north], [east + 11, north], [east + 11, north + 73], [east + 5.5, north + 800], [east, north + 73])
    await stored('landparcel', 'boundary', id, spiked)
    const across = [north - 20, north + 820].map((y) => ({ lon: place(east + 5.5, y)[0], lat: place(east + 5.5, y)[1] }))
    const names = { firstName: 'West', firstNo: `SP${east}`, secondName: 'East', secondNo: `SQ${east}`, reason: 'Two sons' }
    const answer = await record(as('omar'), 'landparcel', id, 'SPLIT', '2026-01-10', { line: across, ...names })
    expect(answer).toMatchObject(refusedAt('data.line', 'rule', 400))
    expect(answer.body.fields[0].message).toMatch('loses ground without them')
    expect(await chain.view('landparcel', id)).toMatchObject({ status: 'MAPPED', boundary: spiked })
  })
})

describe('a line with corners closer than half a metre', () => {
  it('of a part of a plot stays where something else of the plan is changed', async () => {
    const { parcelId } = await chain.member({ areaHa: 1 })
    const { boundary } = await chain.view('landparcel', parcelId)
    const [lon, lat] = boundary?.coordinates[0][0] ?? place(elsewhere(), north)
    const part = (up: number): Polygon => ({
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [2000, 0],
          [2000, up],
          [2000, 2000],
          [0, 2000],
          [0, 0],
        ].map(([x = 0, y = 0]) => [lon + (x + 1000) / 1e7, lat + (y + 1000) / 1e7]),
      ],
    })
    const id = await chain.systemOn(parcelId, { areaHa: 0.05, subPlot: part(1000) })
    await stored('croppingsystem', 'sub_plot', id, part(20))
    const { plannedEnd } = await chain.view('croppingsystem', id)
    const later = new Date(Date.parse(plannedEnd) - 86_400_000).toISOString().slice(0, 10)
    await ok(edit('croppingsystem', id, { plannedEnd: later }))
    expect(await edit('croppingsystem', id, { subPlot: part(30) })).toMatchObject(refusedAt('subPlot', 'short_side'))
  })
  it('of a walk stays where only its accuracy is corrected, and not where its line is', async () => {
    const east = elsewhere()
    const { id } = await stage.plant({ boundary: square(east), declaredAreaHa: 1 }, as('omar'))
    const walk = (boundary: Polygon, more: Json = {}, gpsAccuracyM = 9) =>
      as('fatima').post(`/landparcel/${id}/events`, {
        ...{ eventType: 'BOUNDARY_CAPTURED', occurredAt: at('2026-01-10'), lateReason: 'Walked again' },
        data: { boundary, method: 'GPS_WALK', gpsAccuracyM },
        ...more,
      })
    const { event } = await ok(walk(square(east, 90)))
    const old = JSON.stringify(shortSided(east))
    await world.database.script(`update event set data = jsonb_set(data, '{boundary}', '${old}') where id = '${event.id}'`)
    await stored('landparcel', 'boundary', id, shortSided(east))
    const moved = ring([east, north], [east + 99, north], [east + 99, north + 0.3], [east + 99, north + 100], [east, north + 100])
    expect(await walk(moved, { supersedesEventId: event.id })).toMatchObject(refusedAt('data.boundary', 'short_side'))
    await ok(walk(shortSided(east), { supersedesEventId: event.id }, 4))
    expect(await chain.view('landparcel', id)).toMatchObject({ boundary: shortSided(east), gpsAccuracyM: 4 })
  })
})
