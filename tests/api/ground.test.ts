// Maps that a deployment puts under its own: what the web is answered, a PMTiles file read by ranges, and the policy that lets a browser ask.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PMTiles, TileType } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { groundSettings } from '#server/map-settings.ts'
import { pmtilesFile } from '../harness/pmtiles-file.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let folder: string
let app: ReturnType<typeof createApp>
const tile = (text: string) => new TextEncoder().encode(text)
const host = () => `${world.tenants.cotton.subdomain}.localhost`
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(`http://${host()}${path}`, { method, headers: { host: host(), ...headers } })

beforeAll(async () => {
  world = await openWorld()
  folder = await mkdtemp(join(tmpdir(), 'maps-'))
  const file = join(folder, 'nimar.pmtiles')
  const tiles = [
    { z: 0, x: 0, y: 0, bytes: tile('the world') },
    { z: 1, x: 1, y: 0, bytes: tile('north east') },
  ]
  await writeFile(file, pmtilesFile('png', tiles, [74, 21, 77, 23]))
  app = createApp({
    ...world.deps,
    maps: groundSettings({
      base: file,
      baseAttribution: 'OpenStreetMap contributors',
      satellite: 'https://photo.example/{z}/{x}/{y}.jpg',
      satelliteAttribution: 'Earth pictures',
    }),
  })
})
afterAll(() => rm(folder, { recursive: true }))

describe('GET /api/public/ground', () => {
  it('refuses what it does not know (400)', async () => {
    expect((await get('/api/public/ground?which=base')).status).toBe(400)
  })
  it('says what lies under a map and whose it is, without the place of a file', async () => {
    const answer = await get('/api/public/ground')
    expect(await answer.json()).toEqual({
      base: { kind: 'pmtiles', url: '/maps/base.pmtiles', attribution: 'OpenStreetMap contributors' },
      satellite: { kind: 'raster', url: 'https://photo.example/{z}/{x}/{y}.jpg', attribution: 'Earth pictures' },
    })
  })
  it('is nothing in an installation without such settings, which asks nobody', async () => {
    const answer = await world.as('ada').get('/api/public/ground')
    expect(answer.body).toEqual({ base: null, satellite: null })
    expect(answer.headers.get('content-security-policy')).toContain("connect-src 'self';")
  })
  it('lets a browser ask just the origins of the maps', async () => {
    const policy = (await get('/api/public/ground')).headers.get('content-security-policy')
    expect(policy).toContain("connect-src 'self' https://photo.example;")
    expect(policy).toContain("img-src 'self' data: blob: https://photo.example;")
  })
})

describe('GET /maps/base.pmtiles', () => {
  it.each([
    {},
    { range: 'bytes=' },
    { range: 'bytes=5-2' },
    { range: 'bytes=-5' },
    { range: 'bytes=0-1,4-5' },
    { range: 'bytes=999999-' },
    { range: 'lines=1-2' },
  ])('answers no more than one range of it (416): %j', async (headers) => {
    const answer = await get('/maps/base.pmtiles', headers)
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/)
  })
  it('is not there where no file is set (404)', async () => {
    expect((await get('/maps/satellite.pmtiles', { range: 'bytes=0-9' })).status).toBe(404)
  })
  it('answers the range that is asked for, and its head alone', async () => {
    const answer = await get('/maps/base.pmtiles', { range: 'bytes=0-6' })
    expect([answer.status, await answer.text(), answer.headers.get('content-length')]).toEqual([206, 'PMTiles', '7'])
    const head = await get('/maps/base.pmtiles', { range: 'bytes=0-6' }, 'HEAD')
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([206, '', '7'])
  })
  it('is read tile by tile by the library that reads it in a browser', async () => {
    const archive = new PMTiles({
      getKey: () => 'base',
      getBytes: async (offset, length) => ({
        data: await (await get('/maps/base.pmtiles', { range: `bytes=${offset}-${offset + length - 1}` })).arrayBuffer(),
      }),
    })
    expect(await archive.getHeader()).toMatchObject({ tileType: TileType.Png, minZoom: 0, maxZoom: 1, minLon: 74, maxLat: 23 })
    const read = async (z: number, x: number, y: number) => new TextDecoder().decode((await archive.getZxy(z, x, y))?.data ?? new ArrayBuffer(0))
    expect(await read(0, 0, 0)).toBe('the world')
    expect(await read(1, 1, 0)).toBe('north east')
    expect(await read(1, 0, 0)).toBe('')
  })
})
