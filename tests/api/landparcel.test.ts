// Putting a plot on the map: which boundaries are refused and why, what is stored of a sound one, and what its neighbours say.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'
import type { Client } from '../harness/client.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { eventOf, field, ownersIn, place, ring, type Stage, stageOf } from './parcel-stage.ts'

let world: World
let stage: Stage
let fatima: Client
let ines: Client
beforeAll(async () => {
  world = await openWorld()
  stage = await stageOf(world)
  ;[fatima, ines] = [world.as('fatima'), world.as('ines')]
})

/** Free ground for each test: a kilometre apart. */
let cases = 0
const elsewhere = (): number => ++cases * 1000

describe('POST /landparcel with a boundary (BR-01)', () => {
  it.each([
    ['a boundary that crosses itself', 'crossing', () => ring([0, 0], [100, 100], [100, 0], [0, 100])],
    ['a boundary with a spike', 'spike', () => ring([0, 0], [100, 0], [200, 0], [100, 0], [100, 100])],
    ['two corners 0.4 m apart', 'short_side', () => ring([0, 0], [100, 0], [100, 0.4], [100, 100], [0, 100])],
    ['a spike of half a degree', 'sharp_angle', () => ring([0, 0], [100, 0], [300, 1], [100, 2], [100, 100], [0, 100])],
    ['a boundary left open', 'not_closed', () => ({ type: 'Polygon', coordinates: [[place(0, 0), place(100, 0), place(100, 100), place(0, 100)]] })],
    ['two corners', 'too_few_points', () => ({ type: 'Polygon', coordinates: [[place(0, 0), place(100, 0), place(0, 0), place(0, 0)]] })],
    ['a garden of 25 m²', 'too_small', () => field(0, 0, 5)],
    ['a district of 400 ha', 'too_large', () => field(0, 0, 2000)],
    ['a slipped digit', 'too_wide', () => ring([0, 0], [100, 0], [20_000, 100], [0, 100])],
    ['a hole', 'holes', () => ({ type: 'Polygon', coordinates: [...field(0, 0).coordinates, ...field(20, 20, 20).coordinates] })],
    [
      'latitude before longitude',
      'swapped_axes',
      () => ({ type: 'Polygon', coordinates: [(field(0, 0).coordinates[0] as Position[]).map(([lon, lat]) => [lat, lon])] }),
    ],
    [
      'a plot in another country',
      'outside_area',
      () => ({
        type: 'Polygon',
        coordinates: [
          [
            [10, 50],
            [10.001, 50],
            [10.001, 50.001],
            [10, 50],
          ],
        ],
      }),
    ],
    [
      '1,001 corners',
      'too_many_points',
      () => ring(...Array.from({ length: 1001 }, (_, i): [number, number] => [100 * Math.cos(i * 0.006277), 100 * Math.sin(i * 0.006277)])),
    ],
  ] as const)('refuses %s (422 RULE_BLOCKED, %s), says so at the field, and writes nothing', async (_, cause, boundary) => {
    const before = await rowCounts(world)
    const { status, body } = await fatima.post('/landparcel', stage.parcel({ boundary: boundary() }))
    expect({ status, code: body.code, ruleId: body.ruleId }).toEqual({ status: 422, code: 'RULE_BLOCKED', ruleId: 'BR-01' })
    expect(body.fields).toEqual([expect.objectContaining({ path: 'boundary', code: cause })])
    expect(await rowCounts(world)).toEqual(before)
  })

  it('names the corners of a crossing', async () => {
    const { body } = await fatima.post('/landparcel', stage.parcel({ boundary: ring([0, 0], [100, 100], [100, 0], [0, 100]) }))
    expect(body.fields[0].params).toMatchObject({ vertex: 0, otherVertex: 2 })
  })

  it.each([
    ['20,000 corners', { type: 'Polygon', coordinates: [Array.from({ length: 20_000 }, () => [75.6, 22.1])] }],
    [
      'text for numbers',
      {
        type: 'Polygon',
        coordinates: [
          [
            ['75', '22'],
            ['76', '22'],
            ['76', '23'],
            ['75', '22'],
          ],
        ],
      },
    ],
    [
      'a latitude of 200',
      {
        type: 'Polygon',
        coordinates: [
          [
            [75, 200],
            [76, 200],
            [76, 201],
            [75, 200],
          ],
        ],
      },
    ],
    [
      'a line',
      {
        type: 'LineString',
        coordinates: [
          [75, 22],
          [76, 23],
        ],
      },
    ],
    ['a number', 7],
    ['script text', '<script>alert(1)</script>'],
  ])('refuses %s (400 VALIDATION)', async (_, boundary) => {
    const { status, body } = await fatima.post('/landparcel', { ...stage.parcel({}), boundary })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION' })
    expect(body.fields[0].path).toMatch(/^boundary/)
  })

  it('refuses a body of 100,000 corners before reading it (413)', async () => {
    const { status, body } = await fatima.post('/landparcel', {
      ...stage.parcel({}),
      boundary: { type: 'Polygon', coordinates: [Array.from({ length: 100_000 }, () => [75.61, 22.12])] },
    })
    expect({ status, code: body.code }).toEqual({ status: 413, code: 'TOO_LARGE' })
  })

  it('refuses a GPS walk worse than 15 m (422 BR-01) and flags one worse than 10 m, or of which that is not known', async () => {
    const at = elsewhere()
    const walk = { boundary: field(at, 0), boundaryMethod: 'GPS_WALK' }
    const refused = await fatima.post('/landparcel', stage.parcel({ ...walk, gpsAccuracyM: 18 }))
    expect(refused.body).toMatchObject({ status: 422, ruleId: 'BR-01', fields: [{ path: 'gpsAccuracyM', code: 'accuracy' }] })
    const doubtful = await stage.plant({ ...walk, gpsAccuracyM: 12 })
    expect(doubtful.flags).toEqual([expect.objectContaining({ ruleId: 'BR-01', severity: 'WARN' })])
    const unknown = await stage.plant({ boundary: field(elsewhere(), 0), boundaryMethod: 'GPS_WALK' })
    expect(unknown.flags).toEqual([expect.objectContaining({ ruleId: 'BR-01', severity: 'WARN', figures: { cause: 'accuracy', gpsAccuracyM: null } })])
  })

  it('refuses a plot that is leased or shared without its owners (400 VALIDATION), and takes it with them', async () => {
    const leased = { leaseFrom: '2025-01-01', leaseTo: '2029-12-31' }
    for (const tenure of ['LEASED', 'SHARECROP']) {
      const before = await rowCounts(world)
      const { status, body } = await fatima.post('/landparcel', { ...stage.parcel({}), ...leased, tenure, landowners: [] })
      expect({ status, fields: body.fields }).toEqual({ status: 400, fields: [expect.objectContaining({ path: 'landowners', code: 'required' })] })
      expect(await rowCounts(world)).toEqual(before)
      const owners = await ownersIn(world)
      const { id, version } = await stage.plant({ ...leased, tenure, landowners: owners })
      expect((await fatima.patch(`/landparcel/${id}`, { landowners: [] }, { 'if-match': `"${version}"` })).status).toBe(400)
    }
    await stage.plant({ tenure: 'COMMUNITY' })
  })

  it('refuses a farmer of another operator (400 VALIDATION)', async () => {
    const theirs = await stage.farmerOf('OP2')
    const { status, body } = await fatima.post('/landparcel', stage.parcel({ farmerId: theirs }))
    expect({ status, field: body.fields[0] }).toEqual({ status: 400, field: expect.objectContaining({ path: 'farmerId', code: 'missing' }) })
  })

  it('keeps a sound boundary counter-clockwise with its figures, maps the plot, and takes the grower’s village', async () => {
    const at = elsewhere()
    const clockwise: Polygon = { type: 'Polygon', coordinates: [[...(field(at, 0, 100, 120).coordinates[0] as Position[])].reverse()] }
    const made = await stage.plant({ boundary: clockwise, declaredAreaHa: 1.2 })
    expect(made).toMatchObject({
      status: 'MAPPED',
      village: 'Kasrawad',
      hasBoundary: true,
      boundaryVersion: 1,
      boundaryMethod: 'DESKTOP_DRAW',
      mappedBy: world.people.fatima?.id,
      organicStatus: 'CONVENTIONAL',
      flags: [],
      boundary: field(at, 0, 100, 120),
      geoHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(made.mappedAreaHa).toBeCloseTo(1.2, 3)
    expect(made.perimeterM).toBeCloseTo(440, 0)
    expect(made.centroid.coordinates[0]).toBeCloseTo(place(at + 50, 60)[0], 5)
    expect(made.bbox).toEqual({ west: place(at, 0)[0], south: place(at, 0)[1], east: place(at + 100, 120)[0], north: place(at + 100, 120)[1] })
    expect(Math.abs(made.areaDifference)).toBeLessThan(0.001)
  })

  it('leaves a plot without boundary unmapped, and one with a point too', async () => {
    expect(await stage.plant({})).toMatchObject({ status: 'DRAFT', boundary: null, mappedAreaHa: null, geoHash: null })
    expect(await stage.plant({ point: { type: 'Point', coordinates: place(-500, -500) } })).toMatchObject({ status: 'DRAFT' })
    const { body } = await fatima.post('/landparcel', stage.parcel({ point: { type: 'Point', coordinates: [22.1, 75.6] } }))
    expect(body.fields).toEqual([expect.objectContaining({ path: 'point', code: 'swapped_axes' })])
  })

  it('flags a mapped area more than 10 % from the declared one, and asks for review above 25 % (BR-03)', async () => {
    const at = elsewhere()
    const warned = await stage.plant({ boundary: field(at, 0), declaredAreaHa: 1.15 })
    expect(warned.flags).toEqual([expect.objectContaining({ ruleId: 'BR-03', severity: 'WARN' })])
    expect(warned.areaDifference).toBeCloseTo(-0.13, 2)
    const reviewed = await stage.plant({ boundary: field(at, 200), declaredAreaHa: 2 })
    expect(reviewed.flags).toEqual([expect.objectContaining({ ruleId: 'BR-03', severity: 'REVIEW', figures: expect.objectContaining({ declaredHa: 2 }) })])
    const corrected = await fatima.patch(`/landparcel/${reviewed.id}`, { declaredAreaHa: 1 }, { 'if-match': '"1"' })
    expect(corrected.body).toMatchObject({ flags: [], areaDifference: expect.closeTo(0, 2) })
  })
})

describe('PATCH /landparcel/{id} with a boundary', () => {
  it('refuses one that overlaps (422) and leaves the old one', async () => {
    const at = elsewhere()
    await stage.plant({ boundary: field(at, 0) })
    const mine = await stage.plant({ boundary: field(at + 200, 0) })
    const { status } = await fatima.patch(`/landparcel/${mine.id}`, { boundary: field(at + 50, 0) }, { 'if-match': '"1"' })
    expect(status).toBe(422)
    expect((await fatima.get(`/landparcel/${mine.id}`)).body).toMatchObject({ version: 1, boundary: field(at + 200, 0) })
  })

  it('may move a plot over its own old ground; a verified plot is to be verified again', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    await ines.post(`/landparcel/${plot.id}/events`, eventOf('VERIFIED'))
    expect(await fatima.patch(`/landparcel/${plot.id}`, { boundary: field(at + 5, 0) }, { 'if-match': '"2"' })).toMatchObject({
      status: 422,
      body: { ruleId: 'BR-24', fields: [{ path: 'boundary', code: 'request' }] },
    })
    const moved = await world.as('omar', 'OP1').patch(`/landparcel/${plot.id}`, { boundary: field(at + 5, 0) }, { 'if-match': '"2"' })
    expect(moved.body).toMatchObject({ status: 'MAPPED', boundaryVersion: 2, verifiedAt: null })
  })

  it('keeps a verified plot verified when the same ring is sent written another way', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    await ines.post(`/landparcel/${plot.id}/events`, eventOf('VERIFIED'))
    const [a, b, c, d] = field(at, 0).coordinates[0] as [Position, Position, Position, Position]
    const again = await fatima.patch(
      `/landparcel/${plot.id}`,
      { boundary: { type: 'Polygon', coordinates: [[c, b, a, d, c]] }, name: 'Same' },
      { 'if-match': '"2"' },
    )
    expect(again.body).toMatchObject({ status: 'VERIFIED', boundaryVersion: 1, name: 'Same', boundary: field(at, 0) })
  })

  it('leaves status and findings alone when something else is edited', async () => {
    const at = elsewhere()
    await stage.plant({ boundary: field(at, 0) })
    const doubtful = await stage.plant({ boundary: field(at + 97, 0), declaredAreaHa: 1.2 })
    const renamed = await fatima.patch(`/landparcel/${doubtful.id}`, { name: 'Renamed' }, { 'if-match': '"1"' })
    expect(renamed.body.flags.map((flag: { ruleId: string }) => flag.ruleId).sort()).toEqual(['BR-02', 'BR-03'])
    expect(renamed.body).toMatchObject({ status: 'MAPPED', boundaryVersion: 1, name: 'Renamed' })
  })

  it('takes the boundary away, and with it all that followed from it', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0), declaredAreaHa: 1.2 })
    const bare = await fatima.patch(`/landparcel/${plot.id}`, { boundary: null }, { 'if-match': '"1"' })
    expect(bare.body).toMatchObject({ status: 'DRAFT', boundary: null, mappedAreaHa: null, geoHash: null, bbox: null, hasBoundary: false, flags: [] })
    expect((await stage.plant({ boundary: field(at, 0) })).status).toBe('MAPPED')
  })
})
