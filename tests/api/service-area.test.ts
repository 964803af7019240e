// The service area of a group as it was drawn (5.4): what cannot be one, how far outside it a plot may lie (BR-01), and files that bring it.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Position } from '#domain/kernel/kinds.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Json, ok } from './chain-stage.ts'
import { type Stage, stageOf } from './parcel-stage.ts'

let world: World
let stage: Stage
let group: string
let now = new Date('2026-01-15T06:30:00Z')
const refused = refusing(() => world)
beforeAll(async () => {
  world = await openWorld({ now: () => now })
  stage = await stageOf(world)
  group = world.places.cotton.OP1?.id as string
}, 120_000)

const ada = () => world.as('ada', 'OP1')
const view = (query = ''): Promise<Json> => ok(ada().get(`/collective/${group}${query}`))
const edited = async (values: Json) => ada().patch(`/collective/${group}`, values, { 'if-match': `"${(await view()).version}"` })
const polygon = (...corners: Position[]) => ({ type: 'Polygon', coordinates: [[...corners, corners[0]]] })
const turned = ({ coordinates }: { coordinates: unknown }) => ({
  type: 'Polygon',
  coordinates: (coordinates as Position[][]).map((ring) => ring.map(([lon, lat]) => [lat, lon])),
})
/** One degree wide, with a bay a third of it wide and deep in its north. */
const bay = polygon([75, 21], [76, 21], [76, 22], [75.7, 22], [75.7, 21.3], [75.3, 21.3], [75.3, 22], [75, 22])
/** A plot of a hectare whose south-west corner is here. */
const plotAt = (lon: number, lat: number) => polygon([lon, lat], [lon + 0.001, lat], [lon + 0.001, lat + 0.001], [lon, lat + 0.001])
const plot = (lon: number, lat: number) => world.as('fatima', 'OP1').post('/landparcel', stage.parcel({ boundary: plotAt(lon, lat), declaredAreaHa: 1.14 }))
const flawed = (code: string, path = 'serviceArea') => ({ status: 422, body: { ruleId: 'BR-01', fields: [expect.objectContaining({ path, code })] } })

describe('a service area that is refused', () => {
  it.each([
    ['crosses itself', 'crossing', polygon([75, 21], [76, 22], [76, 21], [75, 22])],
    ['runs back on itself', 'spike', polygon([75, 21], [76, 21], [76, 22], [76, 21.5])],
    [
      'has more than 1,000 corners',
      'too_many_points',
      polygon(...Array.from({ length: 1001 }, (_, n): Position => [75 + Math.cos((n / 1001) * 2 * Math.PI), 22 + Math.sin((n / 1001) * 2 * Math.PI)])),
    ],
    [
      'has a hole',
      'holes',
      {
        type: 'Polygon',
        coordinates: [
          ...bay.coordinates,
          [
            [75.1, 21.1],
            [75.2, 21.1],
            [75.2, 21.2],
            [75.1, 21.1],
          ],
        ],
      },
    ],
    ['is wider than five degrees', 'too_wide', polygon([72, 21], [77.1, 21], [77.1, 22])],
    ['has latitude and longitude the other way round', 'swapped_axes', turned(bay)],
    ['lies in another country', 'outside_area', polygon([10, 50], [11, 50], [11, 51])],
  ])('%s (422 BR-01 %s)', async (_, code, serviceArea) => {
    await refused(() => edited({ serviceArea }), flawed(code))
  })
  it('is no polygon (400)', async () => {
    for (const serviceArea of ['here', { type: 'Point', coordinates: [75, 22] }, { type: 'Polygon', coordinates: [[[75, 'x']]] }, polygon([75, 21], [76, 21])])
      await refused(() => edited({ serviceArea }), { status: 400, body: { code: 'VALIDATION' } })
  })
  it('comes of whoever may not change the group (403)', async () => {
    const { version } = await view()
    await refused(() => world.as('fatima', 'OP1').patch(`/collective/${group}`, { serviceArea: bay }, { 'if-match': `"${version}"` }), { status: 403 })
  })
})

describe('a service area that is drawn', () => {
  it('counts in place of office and distance from it, until it is taken away', async () => {
    await ok(edited({ centre: { type: 'Point', coordinates: [80, 20] }, serviceRadiusKm: 10 }))
    await refused(() => plot(75.1, 21.5), flawed('outside_area', 'boundary'))
    await ok(edited({ serviceArea: bay }))
    await ok(plot(75.1, 21.5))
    await refused(() => plot(80, 20), flawed('outside_area', 'boundary'))
    await ok(edited({ serviceArea: null }))
    await ok(plot(80, 20))
  })
  it('is stored counter-clockwise, and is read by day: as it was known before it was drawn', async () => {
    now = new Date('2026-01-20T06:30:00Z')
    await ok(edited({ serviceArea: { type: 'Polygon', coordinates: [[...(bay.coordinates[0] as Position[])].reverse()] } }))
    expect((await view()).serviceArea.coordinates[0].slice(0, 2)).toEqual([
      [75, 21],
      [76, 21],
    ])
    expect((await view('?knownAt=2026-01-16')).serviceArea).toBeNull()
    expect((await view('?knownAt=2026-01-20')).serviceArea).toMatchObject({ type: 'Polygon' })
  })
  it('takes plots up to 20 km from its line, in the bay too, and refuses a hundred metres more', async () => {
    // Metres of a degree by the ellipsoid of WGS 84, worked out here.
    const [a, e2] = [6_378_137, 0.006_694_379_990_14]
    const perLat = (lat: number) => ((Math.PI / 180) * a * (1 - e2)) / (1 - e2 * Math.sin((lat * Math.PI) / 180) ** 2) ** 1.5
    const perLon = (lat: number) => ((Math.PI / 180) * a * Math.cos((lat * Math.PI) / 180)) / Math.sqrt(1 - e2 * Math.sin((lat * Math.PI) / 180) ** 2)
    const east = (metres: number) => 76 + metres / perLon(21.5) - 0.001
    await ok(plot(east(19_950), 21.5))
    await refused(() => plot(east(20_050), 21.5), flawed('outside_area', 'boundary'))
    const south = (metres: number) => 21 - metres / perLat(20.9)
    await ok(plot(75.5, south(19_950)))
    await refused(() => plot(75.5, south(20_050)), flawed('outside_area', 'boundary'))
    // The middle of the bay is 20.8 km from either side: outside, though within the box around the area.
    await refused(() => plot(75.5, 21.7), flawed('outside_area', 'boundary'))
    await ok(plot(75.45, 21.7))
    await ok(plot(75.5, 21.4))
  })
  it('judges points of plots without a boundary, and says where axes were swapped', async () => {
    const at = (lon: number, lat: number) =>
      world.as('fatima', 'OP1').post('/landparcel', stage.parcel({ boundary: null, point: { type: 'Point', coordinates: [lon, lat] } }))
    await refused(() => at(75.5, 21.7), { status: 400, body: { fields: [{ path: 'point', code: 'outside_area' }] } })
    await refused(() => at(21.5, 75.2), { status: 400, body: { fields: [{ path: 'point', code: 'swapped_axes' }] } })
    await ok(at(75.2, 21.55))
    await refused(
      () => world.as('fatima', 'OP1').post('/landparcel', stage.parcel({ boundary: turned(plotAt(75.2, 21.56)) })),
      flawed('swapped_axes', 'boundary'),
    )
  })
  it('leaves plots that lie there already as they are, with what is recorded of them', async () => {
    const { id } = await ok(plot(75.6, 21.1))
    await ok(edited({ serviceArea: polygon([72, 18], [73, 18], [73, 19]) }))
    const { version, status } = await ok(ada().get(`/landparcel/${id}`))
    expect(status).toBe('MAPPED')
    await ok(world.as('omar', 'OP1').patch(`/landparcel/${id}`, { name: 'Kheda' }, { 'if-match': `"${version}"` }))
    await ok(edited({ serviceArea: bay }))
  })
})

describe('a service area of a file', () => {
  const sent = (features: Json[], name = 'groups.geojson') =>
    ada().send(`/collective/import?name=${name}`, {
      method: 'POST',
      body: JSON.stringify({ type: 'FeatureCollection', features }),
      headers: { 'content-type': 'application/geo+json', prefer: 'wait=60' },
    })
  const feature = async (geometry: unknown) => ({ type: 'Feature', properties: { code: (await view()).code }, geometry })
  it('is the geometry of its feature; one that crosses itself comes back with its cause', async () => {
    const { body: wrong } = await sent([await feature(polygon([75, 21], [76, 22], [76, 21], [75, 22]))])
    expect(wrong).toMatchObject({ changed: 0, rejected: 1, problems: [{ row: 1, column: 'service_area', ruleId: 'BR-01' }] })
    const area = polygon([75, 21], [76, 21], [76, 22])
    expect((await sent([await feature(area)])).body).toMatchObject({ changed: 1, rejected: 0 })
    expect((await view()).serviceArea).toEqual(area)
    expect((await sent([await feature(area)])).body).toMatchObject({ changed: 0, unchanged: 1, rejected: 0 })
    // A feature that is a point is where the office lies.
    expect((await sent([await feature({ type: 'Point', coordinates: [75.5, 21.2] })])).body).toMatchObject({ changed: 1, rejected: 0 })
    expect(await view()).toMatchObject({ serviceArea: area, centre: { coordinates: [75.5, 21.2] } })
  })
  it('is written with the office beside it, and read back without a change', async () => {
    const answer = await ada().get('/collective/export?purpose=OWN_RECORDS&format=geojson')
    const { features } = typeof answer.body === 'string' ? JSON.parse(answer.body) : answer.body
    const own = features.find(({ properties }: Json) => properties.legal_name === undefined || properties.code !== undefined)
    expect(own).toMatchObject({ geometry: { type: 'Polygon' }, properties: { centre: 'POINT (75.5 21.2)' } })
    expect((await sent(features)).body).toMatchObject({ created: 0, changed: 0, rejected: 0 })
  })
  it('is a cell of a table as well: well-known text or GeoJSON', async () => {
    const cell = JSON.stringify(bay).replaceAll('"', '""')
    const body = `code,service_area\n${(await view()).code},"${cell}"\n`
    const answer = await ada().send('/collective/import', { method: 'POST', body, headers: { 'content-type': 'text/csv', prefer: 'wait=60' } })
    expect(answer.body).toMatchObject({ changed: 1, rejected: 0 })
    expect((await view()).serviceArea).toEqual(bay)
  })
})
