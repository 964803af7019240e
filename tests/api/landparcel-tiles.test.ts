// Tiles of the map: what lies on them, for whom, and when they are new.
import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { sql } from 'kysely'
import { PbfReader } from 'pbf'
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import type { Bbox } from '#domain/geo/area.ts'
import type { Point, Polygon } from '#domain/kernel/kinds.ts'
import { currentTile, type Tile } from '#server/map/tiles.ts'
import type { Client } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { eventOf, field, place, plotsOf, type Stage, stageOf } from './parcel-stage.ts'

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

/** Column and row of the tile that holds a position. */
function tileAt([lon, lat]: readonly [number, number], z: number): string {
  const across = 2 ** z
  return `${z}/${Math.floor(((lon + 180) / 360) * across)}/${Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * across)}`
}
type Drawn = {
  status: number
  etag: string | null
  layer: string | null
  features: { type: number; properties: Record<string, unknown>; box: Bbox }[]
  response: Response
}
async function draw(person: string | User, operator: string, path: string, headers: Record<string, string> = {}): Promise<Drawn> {
  const user = typeof person === 'string' ? (world.people[person] as User) : person
  world.asUser(user)
  const host = `${world.tenants.cotton.subdomain}.farmbook.test`
  const response = await world.app.request(`http://${host}/api/operators/${operator}/tiles/landparcel/${path}.mvt`, {
    headers: { host, 'x-test-user': user.id, ...headers },
  })
  const copy = response.clone()
  const raw = new Uint8Array(await response.arrayBuffer())
  const bytes = response.headers.get('content-encoding') === 'gzip' ? gunzipSync(raw) : raw
  if (response.status !== 200) return { status: response.status, etag: response.headers.get('etag'), layer: null, features: [], response: copy }
  const tile = new VectorTile(new PbfReader(bytes))
  const [name] = Object.keys(tile.layers)
  const layer = tile.layers[name ?? '']
  const [z, x, y] = path.split('/').map(Number) as [number, number, number]
  const features = Array.from({ length: layer?.length ?? 0 }, (_, i) => layer?.feature(i))
    .filter((feature) => feature !== undefined)
    .map((feature) => {
      const { geometry } = feature.toGeoJSON(x, y, z) as unknown as { geometry: Polygon | Point }
      const positions = geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates.flat()
      const [lons, lats] = [positions.map(([lon]) => lon), positions.map(([, lat]) => lat)]
      return { type: feature.type, properties: feature.properties, box: [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)] as Bbox }
    })
  return { status: 200, etag: response.headers.get('etag'), layer: name ?? null, features, response: copy }
}
const names = ({ features }: Drawn): unknown[] => features.map(({ properties }) => properties.name).sort()
const here = (z: number): string => tileAt(place(50, 100), z)

describe('GET /tiles/landparcel/{z}/{x}/{y}.mvt', () => {
  it.each([
    ['nobody', 401, async () => (await world.stranger().get(`/tiles/landparcel/${here(14)}.mvt`)).status],
    ['somebody without a role', 404, async () => (await draw('nobody', 'OP1', here(14))).status],
    ['the manager of another operator', 404, async () => (await draw('leela', 'OP1', here(14))).status],
    ['a ginner', 403, async () => (await world.as('paul', 'OP1').get(`/tiles/landparcel/${here(14)}.mvt`)).status],
    ['all operators to anybody but an administrator', 403, async () => (await draw('omar', '-', here(14))).status],
    ['a layer we do not draw', 404, async () => (await fatima.get(`/tiles/farmer/${here(14)}.mvt`)).status],
    ['a zoom of 30', 400, async () => (await fatima.get('/tiles/landparcel/30/1/1.mvt')).status],
    ['a column beyond the world', 400, async () => (await fatima.get('/tiles/landparcel/3/8/1.mvt')).status],
    ['words for numbers', 404, async () => (await fatima.get('/tiles/landparcel/a/b/c.mvt')).status],
  ])('refuses %s (%i)', async (_, status, ask) => {
    expect(await ask()).toBe(status)
  })

  it('is empty (204) where nothing lies', async () => {
    expect((await draw('fatima', 'OP1', tileAt([80, 10], 14))).status).toBe(204)
    expect((await draw('fatima', 'OP1', tileAt([80, 10], 6))).status).toBe(204)
  })

  it('draws the operator’s parcels where they are, with what a map needs and nothing personal', async () => {
    const drawn = await draw('fatima', 'OP1', here(14))
    expect(drawn.layer).toBe('parcel')
    expect(names(drawn)).toEqual(['Beside', 'First', 'Other village', 'Point'])
    const first = drawn.features.find(({ properties }) => properties.name === 'First')
    expect(first?.properties).toEqual({
      id: plots.first?.id,
      code: plots.first?.code,
      parcelNo: plots.first?.parcelNo,
      name: 'First',
      status: 'MAPPED',
      claim: 'CONVENTIONAL',
    })
    expect(first?.type).toBe(3)
    const [west, south] = place(0, 0)
    expect(Math.abs((first?.box[0] ?? 0) - west)).toBeLessThan(0.00001)
    expect(Math.abs((first?.box[1] ?? 0) - south)).toBeLessThan(0.00001)
    expect(drawn.features.find(({ properties }) => properties.name === 'Point')?.type).toBe(1)
  })

  it('draws the same at every zoom from 11, and counts below', async () => {
    for (const z of [11, 12, 13]) expect(names(await draw('fatima', 'OP1', here(z)))).toEqual(['Beside', 'First', 'Other village', 'Point'])
    for (const z of [0, 3, 6, 10]) {
      const drawn = await draw('fatima', 'OP1', here(z))
      expect(drawn.layer).toBe('count')
      expect(drawn.features.reduce((sum, { properties }) => sum + (properties.n as number), 0)).toBe(4)
    }
  })

  it('draws at zoom 19 only what touches the tile', async () => {
    expect(names(await draw('fatima', 'OP1', tileAt(place(50, 350), 19)))).toEqual(['Other village'])
  })

  it('shows each reader their own reach, in parcels and in counts', async () => {
    const inspector: User = {
      id: '00000000-0000-7000-8000-00000000aaaa',
      name: 'Village officer',
      email: null,
      grants: [{ role: 'FIELD_OFFICER', operatorIds: [world.places.cotton.OP1?.id as string], villages: ['Bhikangaon'] }],
    }
    const farmer: User = {
      id: '00000000-0000-7000-8000-00000000bbbb',
      name: 'Grower',
      email: null,
      farmerId: plots.first?.farmerId as string,
      grants: [{ role: 'FARMER', operatorIds: [world.places.cotton.OP1?.id as string] }],
    }
    const n = async (user: string | User, operator: string) =>
      (await draw(user, operator, here(6))).features.reduce((sum, { properties }) => sum + (properties.n as number), 0)
    expect(names(await draw(inspector, 'OP1', here(14)))).toEqual(['Other village'])
    expect(await n(inspector, 'OP1')).toBe(1)
    expect((await draw(farmer, 'OP1', here(14))).status).toBe(403)
    expect(names(await draw('leela', 'OP2', here(14)))).toEqual(['Theirs'])
    expect(await n('leela', 'OP2')).toBe(1)
    expect(names(await draw('ada', '-', here(14)))).toEqual(['Beside', 'First', 'Other village', 'Point', 'Theirs'])
    expect(await n('ada', '-')).toBe(5)
    expect(await n('ada', 'OP2')).toBe(1)
  })

  it('answers 304 while nothing changed, and anew after any change of a parcel on it', async () => {
    const plot = await stage.plant({ name: 'Changing', boundary: field(-3000, 0) })
    const path = tileAt(place(-2950, 50), 14)
    const first = await draw('fatima', 'OP1', path)
    expect(first.response.headers.get('cache-control')).toBe('private, no-cache')
    expect((await draw('fatima', 'OP1', path, { 'if-none-match': first.etag ?? '' })).status).toBe(304)
    expect((await draw('ada', 'OP1', path)).etag).not.toBe(first.etag)
    await world.as('ines').post(`/landparcel/${plot.id}/events`, eventOf('VERIFIED'))
    const second = await draw('fatima', 'OP1', path, { 'if-none-match': first.etag ?? '' })
    expect(second.features[0]?.properties).toMatchObject({ name: 'Changing', status: 'VERIFIED' })
    const renamed = await fatima.patch(`/landparcel/${plot.id}`, { name: 'Changed' }, { 'if-match': '"2"' })
    expect(renamed.status).toBe(200)
    expect(names(await draw('fatima', 'OP1', path, { 'if-none-match': second.etag ?? '' }))).toEqual(['Changed'])
    await world.as('omar').post(`/landparcel/${plot.id}/events`, eventOf('RETIRED', { reason: 'Story over' }))
    expect((await draw('fatima', 'OP1', path)).status).toBe(204)
  })

  it('answers anew after a change that was begun before the latest one and became visible after it', async () => {
    const village = 'Pipalkheda'
    const plot = await stage.plant({ name: 'Moving', boundary: field(-6000, 0), farmerId: await stage.farmerOf('OP1', village) }, world.as('ada', 'OP1'))
    const path = tileAt(place(-5950, 50), 14)
    // Another plot's transaction began later and ended earlier: its time is ahead of everything that follows here.
    await world.scoped('ada', ({ db, tenant }) =>
      sql`update landparcel set updated_at = now() + interval '1 hour' where tenant_id = ${tenant.id} and name = 'Point'`.execute(db),
    )
    const before = await draw('omar', 'OP1', path)
    const { body: farmer } = await world.as('ada', 'OP1').get(`/farmer/${plot.farmerId}`)
    const moved = await world.as('ada', 'OP1').patch(`/farmer/${farmer.id}`, { village: 'Kasrawad' }, { 'if-match': `"${farmer.version}"` })
    expect(moved.status).toBe(200)
    expect((await draw('omar', 'OP1', path, { 'if-none-match': before.etag ?? '' })).status).toBe(200)
  })

  it('shows counts where more lie than a tile can hold, and parcels again when they have become few', async () => {
    const [z, x, y] = here(14).split('/').map(Number) as [number, number, number]
    let known: Tile | undefined
    const tile = (most: number) => world.scoped('ada', (scope) => currentTile(scope, { z, x, y }, known, (drawn) => (known = drawn), most))
    await expect(tile(2)).rejects.toMatchObject({ code: '40001' })
    const crowded = await tile(2)
    expect([crowded.layer, crowded.encoded === null]).toEqual(['count', false])
    expect(await tile(2)).toBe(crowded)
    await world.scoped('ada', ({ db, tenant }) => sql`update parcel_count set version = version + 1 where tenant_id = ${tenant.id}`.execute(db))
    expect((await tile(100)).layer).toBe('count')
    expect((await tile(100)).layer).toBe('parcel')
  })

  it('is sent packed to those who can unpack it', async () => {
    const packed = await draw('fatima', 'OP1', here(14), { 'accept-encoding': 'gzip' })
    expect(packed.response.headers.get('content-encoding')).toBe('gzip')
    expect(names(packed)).toHaveLength(4)
    expect((await draw('fatima', 'OP1', here(14))).response.headers.get('content-encoding')).toBeNull()
  })
})
