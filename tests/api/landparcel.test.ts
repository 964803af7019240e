// A plot from its first line on the map to its retirement: what is refused and why, what is kept, what it leaves behind.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'
import type { Client } from '../harness/client.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { eventOf, field, place, ring, type Stage, stageOf } from './parcel-stage.ts'

let world: World
let stage: Stage
let fatima: Client
let omar: Client
let ines: Client
beforeAll(async () => {
  world = await openWorld()
  stage = await stageOf(world)
  ;[fatima, omar, ines] = [world.as('fatima'), world.as('omar'), world.as('ines')]
})

/** Free ground for each story: a kilometre apart. */
let stories = 0
const elsewhere = (): number => ++stories * 1000
const flagsOf = async (id: string): Promise<{ ruleId: string; severity: string; message: string }[]> => (await world.as('ada').get(`/landparcel/${id}`)).body.flags

describe('POST /landparcel with a boundary (BR-01)', () => {
  it.each([
    ['a boundary that crosses itself', 'crossing', () => ring([0, 0], [100, 100], [100, 0], [0, 100])],
    ['a boundary with a spike', 'spike', () => ring([0, 0], [100, 0], [200, 0], [100, 0], [100, 100])],
    ['a boundary left open', 'not_closed', () => ({ type: 'Polygon', coordinates: [[place(0, 0), place(100, 0), place(100, 100), place(0, 100)]] })],
    ['two corners', 'too_few_points', () => ({ type: 'Polygon', coordinates: [[place(0, 0), place(100, 0), place(0, 0), place(0, 0)]] })],
    ['a garden of 25 m²', 'too_small', () => field(0, 0, 5)],
    ['a district of 400 ha', 'too_large', () => field(0, 0, 2000)],
    ['a slipped digit', 'too_wide', () => ring([0, 0], [100, 0], [20_000, 100], [0, 100])],
    ['a hole', 'holes', () => ({ type: 'Polygon', coordinates: [...field(0, 0).coordinates, ...field(20, 20, 20).coordinates] })],
    ['latitude before longitude', 'swapped_axes', () => ({ type: 'Polygon', coordinates: [(field(0, 0).coordinates[0] as Position[]).map(([lon, lat]) => [lat, lon])] })],
    ['a plot in another country', 'outside_area', () => ({ type: 'Polygon', coordinates: [[[10, 50], [10.001, 50], [10.001, 50.001], [10, 50]]] })],
    ['1,001 corners', 'too_many_points', () => ring(...Array.from({ length: 1001 }, (_, i): [number, number] => [100 * Math.cos(i * 0.006277), 100 * Math.sin(i * 0.006277)]))],
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
    ['text for numbers', { type: 'Polygon', coordinates: [[['75', '22'], ['76', '22'], ['76', '23'], ['75', '22']]] }],
    ['a latitude of 200', { type: 'Polygon', coordinates: [[[75, 200], [76, 200], [76, 201], [75, 200]]] }],
    ['a line', { type: 'LineString', coordinates: [[75, 22], [76, 23]] }], ['a number', 7], ['script text', '<script>alert(1)</script>'],
  ])('refuses %s (400 VALIDATION)', async (_, boundary) => {
    const { status, body } = await fatima.post('/landparcel', { ...stage.parcel({}), boundary })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION' })
    expect(body.fields[0].path).toMatch(/^boundary/)
  })

  it('refuses a body of 100,000 corners before reading it (413)', async () => {
    const { status, body } = await fatima.post('/landparcel', { ...stage.parcel({}), boundary: { type: 'Polygon', coordinates: [Array.from({ length: 100_000 }, () => [75.61, 22.12])] } })
    expect({ status, code: body.code }).toEqual({ status: 413, code: 'TOO_LARGE' })
  })

  it('refuses a GPS walk worse than 15 m (422 BR-01) and flags one worse than 10 m', async () => {
    const at = elsewhere()
    const walk = { boundary: field(at, 0), boundaryMethod: 'GPS_WALK' }
    const refused = await fatima.post('/landparcel', stage.parcel({ ...walk, gpsAccuracyM: 18 }))
    expect(refused.body).toMatchObject({ status: 422, ruleId: 'BR-01', fields: [{ path: 'gpsAccuracyM', code: 'accuracy' }] })
    const doubtful = await stage.plant({ ...walk, gpsAccuracyM: 12 })
    expect(doubtful.flags).toEqual([expect.objectContaining({ ruleId: 'BR-01', severity: 'WARN' })])
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
      status: 'MAPPED', village: 'Kasrawad', hasBoundary: true, boundaryVersion: 1, boundaryMethod: 'DESKTOP_DRAW', mappedBy: world.people.fatima?.id, organicStatus: 'CONVENTIONAL', flags: [],
      boundary: field(at, 0, 100, 120), geoHash: expect.stringMatching(/^[0-9a-f]{64}$/),
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

describe('POST /landparcel over other plots (BR-02)', () => {
  it('refuses the very same boundary in whatever order it is written (409 DUPLICATE) and names the plot', async () => {
    const at = elsewhere()
    const first = await stage.plant({ boundary: field(at, 0) })
    const [a, b, c, d] = field(at, 0).coordinates[0] as [Position, Position, Position, Position]
    const { status, body } = await fatima.post('/landparcel', stage.parcel({ boundary: { type: 'Polygon', coordinates: [[c, b, a, d, c]] } }))
    expect({ status, code: body.code, ruleId: body.ruleId, figures: body.figures }).toEqual({ status: 409, code: 'DUPLICATE', ruleId: 'BR-02', figures: expect.objectContaining({ code: first.code }) })
  })

  it('refuses the same plot drawn again (422, duplicate) and more than 20 % of the smaller (422, overlap), with the figures', async () => {
    const at = elsewhere()
    const first = await stage.plant({ boundary: field(at, 0) })
    const again = await fatima.post('/landparcel', stage.parcel({ boundary: field(at + 1, 1) }))
    expect(again.body).toMatchObject({ status: 422, ruleId: 'BR-02', fields: [{ path: 'boundary', code: 'duplicate' }], figures: { code: first.code, band: 'duplicate' } })
    const over = await fatima.post('/landparcel', stage.parcel({ boundary: field(at + 70, 0) }))
    expect(over.body).toMatchObject({ status: 422, ruleId: 'BR-02', fields: [{ path: 'boundary', code: 'overlap' }], figures: { code: first.code, band: 'block' } })
    expect(over.body.figures.overlapShare).toBeCloseTo(0.3, 3)
    expect(over.body.figures.overlapM2).toBeCloseTo(3000, -1)
    const inside = await fatima.post('/landparcel', stage.parcel({ boundary: field(at + 30, 30, 20), declaredAreaHa: 0.04 }))
    expect(inside.body.figures.overlapShare).toBe(1)
  })

  it('saves a shared line, and a share of up to 1 %, without a word', async () => {
    const at = elsewhere()
    await stage.plant({ boundary: field(at, 0) })
    expect((await stage.plant({ boundary: field(at + 100, 0) })).flags).toEqual([])
    expect((await stage.plant({ boundary: field(at, 99.5) })).flags).toEqual([])
  })

  it('saves 1 to 5 % with a warning', async () => {
    const at = elsewhere()
    const first = await stage.plant({ boundary: field(at, 0) })
    const second = await stage.plant({ boundary: field(at + 97, 0) })
    expect(second).toMatchObject({ status: 'MAPPED', flags: [{ ruleId: 'BR-02', severity: 'WARN', figures: { overlaps: [{ code: first.code, band: 'warn' }] } }] })
    expect(second.flags[0].message).toMatch(/^Shares 3\.0 % \(0\.03 ha\) with PCL-/)
    expect((await fatima.get(`/landparcel/${first.id}`)).body.status).toBe('MAPPED')
  })

  it('saves 5 to 20 % for review and disputes both plots; the other learns by whom', async () => {
    const at = elsewhere()
    const first = await stage.plant({ boundary: field(at, 0) })
    expect((await ines.post(`/landparcel/${first.id}/events`, eventOf('VERIFIED'))).status).toBe(201)
    const second = await stage.plant({ boundary: field(at + 90, 0) })
    expect(second).toMatchObject({ status: 'DISPUTED', flags: [{ ruleId: 'BR-02', severity: 'REVIEW' }] })
    const other = (await fatima.get(`/landparcel/${first.id}`)).body
    expect(other).toMatchObject({ status: 'DISPUTED', verifiedAt: null, flags: [{ ruleId: 'BR-02', severity: 'REVIEW', figures: { overlaps: [{ code: second.code }] } }] })
    const events = (await fatima.get(`/landparcel/${first.id}/events`)).body.items
    expect(events[0]).toMatchObject({ eventType: 'DISPUTED', data: { otherParcelCode: second.code, overlapM2: expect.closeTo(1000, -1) } })
  })

  it('finds overlaps across operators, and tells only the code', async () => {
    const at = elsewhere()
    const theirs = await stage.plant({ boundary: field(at, 0), farmerId: await stage.farmerOf('OP2') }, world.as('leela'))
    const over = await fatima.post('/landparcel', stage.parcel({ boundary: field(at + 50, 0) }))
    expect(over.body.figures).toMatchObject({ code: theirs.code, band: 'block' })
    expect(JSON.stringify(over.body)).not.toContain(theirs.id)
    expect(JSON.stringify(over.body)).not.toContain(theirs.name)
  })

  it('does not see another tenant’s plots', async () => {
    const at = elsewhere()
    await stage.plant({ boundary: field(at, 0) })
    const dairy = world.as('gopal')
    const { entityOf } = await import('#domain/entities.ts')
    const { sampleOf } = await import('../samples.ts')
    const farmer = await dairy.post('/farmer', sampleOf(entityOf('farmer')))
    const made = await dairy.post('/landparcel', stage.parcel({ boundary: field(at, 0), farmerId: farmer.body.id }))
    expect(made).toMatchObject({ status: 201, body: { status: 'MAPPED', flags: [] } })
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
    const moved = await fatima.patch(`/landparcel/${plot.id}`, { boundary: field(at + 5, 0) }, { 'if-match': '"2"' })
    expect(moved.body).toMatchObject({ status: 'MAPPED', boundaryVersion: 2, verifiedAt: null })
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

describe('events of a plot', () => {
  it('BOUNDARY_CAPTURED judges like a form (422 at data.boundary), keeps the old boundary as a version, and maps again', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    const bad = await fatima.post(`/landparcel/${plot.id}/events`, eventOf('BOUNDARY_CAPTURED', { boundary: ring([at, 0], [at + 100, 100], [at + 100, 0], [at, 100]), method: 'GPS_WALK' }))
    expect(bad.body).toMatchObject({ status: 422, ruleId: 'BR-01', fields: [{ path: 'data.boundary', code: 'crossing' }] })
    const good = await fatima.post(`/landparcel/${plot.id}/events`, eventOf('BOUNDARY_CAPTURED', { boundary: field(at + 10, 0), method: 'GPS_WALK', gpsAccuracyM: 4 }))
    expect(good).toMatchObject({ status: 201, body: { subject: { status: 'MAPPED', boundaryVersion: 2, boundaryMethod: 'GPS_WALK', gpsAccuracyM: 4, boundary: field(at + 10, 0) } } })
    const versions = (await fatima.get(`/landparcel/${plot.id}/boundaries`)).body.items
    expect(versions.map((version: { polygon: Polygon; method: string }) => [version.polygon, version.method])).toEqual([[field(at + 10, 0), 'GPS_WALK'], [field(at, 0), 'DESKTOP_DRAW']])
  })

  it('taken back, BOUNDARY_CAPTURED gives the old boundary and its standing back (BR-26)', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    await ines.post(`/landparcel/${plot.id}/events`, eventOf('VERIFIED'))
    const captured = await fatima.post(`/landparcel/${plot.id}/events`, eventOf('BOUNDARY_CAPTURED', { boundary: field(at + 10, 0), method: 'TAP_CORNERS' }))
    const voided = await fatima.post(`/landparcel/${plot.id}/events/${captured.body.event.id}/void`, { reason: 'INCORRECT_DATA' })
    expect(voided).toMatchObject({ status: 200, body: { subject: { status: 'VERIFIED', boundary: field(at, 0), geoHash: plot.geoHash, verifiedAt: expect.any(String) } } })
    // The ground of the boundary that was taken back is free again.
    expect((await stage.plant({ boundary: field(at + 101, 0) })).flags).toEqual([])
  })

  it('VERIFIED needs a boundary (400), other eyes than the mapper’s (422 BR-24), and no open overlap', async () => {
    const at = elsewhere()
    const bare = await stage.plant({})
    expect((await ines.post(`/landparcel/${bare.id}/events`, eventOf('VERIFIED'))).status).toBe(409)
    const own = await stage.plant({ boundary: field(at, 0) }, omar)
    expect((await omar.post(`/landparcel/${own.id}/events`, eventOf('VERIFIED'))).body).toMatchObject({ status: 422, ruleId: 'BR-24' })
    expect((await fatima.post(`/landparcel/${own.id}/events`, eventOf('VERIFIED'))).status).toBe(403)
    expect((await ines.post(`/landparcel/${own.id}/events`, eventOf('VERIFIED'))).body.subject).toMatchObject({ status: 'VERIFIED', verifiedAt: expect.any(String) })
  })

  it('DISPUTE_RESOLVED refuses “reshaped” while the boundaries overlap (422), and accepts tolerance with nothing left open', async () => {
    const at = elsewhere()
    const first = await stage.plant({ boundary: field(at, 0) })
    const second = await stage.plant({ boundary: field(at + 90, 0) })
    const reshaped = await omar.post(`/landparcel/${second.id}/events`, eventOf('DISPUTE_RESOLVED', { resolution: 'RESHAPED' }))
    expect(reshaped.body).toMatchObject({ status: 422, ruleId: 'BR-02' })
    const tolerated = await omar.post(`/landparcel/${second.id}/events`, eventOf('DISPUTE_RESOLVED', { resolution: 'ACCEPTED_TOLERANCE' }))
    expect(tolerated.body.subject).toMatchObject({ status: 'VERIFIED', flags: [] })
    // The other plot really is reshaped: mapping it anew ends its own dispute.
    const fixed = await fatima.post(`/landparcel/${first.id}/events`, eventOf('BOUNDARY_CAPTURED', { boundary: field(at, 0, 90, 100), method: 'DESKTOP_DRAW' }))
    expect(fixed.body.subject).toMatchObject({ status: 'MAPPED', flags: [] })
  })

  it('RETIRED frees the ground; taken back, it finds it taken (409 BR-02)', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    const retired = await omar.post(`/landparcel/${plot.id}/events`, eventOf('RETIRED', { reason: 'Sold for building' }))
    expect(retired.body.subject).toMatchObject({ status: 'RETIRED', may: [] })
    const next = await stage.plant({ boundary: field(at, 0) })
    expect(next.flags).toEqual([])
    const undone = await omar.post(`/landparcel/${plot.id}/events/${retired.body.event.id}/void`, { reason: 'DID_NOT_OCCUR' })
    expect(undone.body).toMatchObject({ status: 409, ruleId: 'BR-02' })
  })

  it('GROWER_CHANGED refuses the present grower and one of another operator, and takes the new one’s village', async () => {
    const plot = await stage.plant({})
    const change = (farmerId: string) => omar.post(`/landparcel/${plot.id}/events`, eventOf('GROWER_CHANGED', { farmerId }))
    expect((await change(plot.farmerId)).body.fields[0]).toMatchObject({ path: 'data.farmerId', code: 'rule' })
    expect((await change(await stage.farmerOf('OP2'))).body.fields[0]).toMatchObject({ path: 'data.farmerId', code: 'missing' })
    const next = await stage.farmerOf('OP1', 'Bhikangaon')
    expect((await change(next)).body.subject).toMatchObject({ farmerId: next, village: 'Bhikangaon' })
  })

  it('keeps the organic clock: entered, found out, reset (BR-04, BR-14)', async () => {
    const plot = await stage.plant({})
    const record = (type: string, data: Record<string, unknown>) => omar.post(`/landparcel/${plot.id}/events`, eventOf(type, data))
    const yearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-01-15`
    expect((await record('CONVERSION_RESET', { resetOn: yearsAgo(1), cause: 'None' })).body.fields[0]).toMatchObject({ path: 'data.resetOn' })
    expect((await record('CONVERSION_STARTED', { startedOn: '2099-01-01' })).body.fields[0]).toMatchObject({ path: 'data.startedOn', code: 'max' })
    expect((await record('CONVERSION_STARTED', { startedOn: yearsAgo(4), retroMonths: 6 })).body.fields[0]).toMatchObject({ path: 'data.retroDocument' })
    expect((await record('CONVERSION_STARTED', { startedOn: yearsAgo(4) })).body.subject.organicStatus).toBe('ORGANIC')
    const item = await world.as('ada', 'OP1').post('/inputitem', (await import('../samples.ts')).sampleOf((await import('#domain/entities.ts')).entityOf('inputitem')))
    const found = await record('PROHIBITED_INPUT_FOUND', { itemId: item.body.id, usedOn: new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10), evidence: 'Empty bag' })
    expect(found.body.subject).toMatchObject({ organicStatus: 'IC1', flags: [{ ruleId: 'BR-14', severity: 'REVIEW' }] })
  })

  it('BUFFER_OBSERVED replaces what was known of that side', async () => {
    const plot = await stage.plant({ neighbours: [{ side: 'N', use: 'ROAD', bufferM: 3 }, { side: 'E', use: 'GM_COTTON', bufferM: 1 }] })
    const { body } = await fatima.post(`/landparcel/${plot.id}/events`, eventOf('BUFFER_OBSERVED', { side: 'E', metres: 8, use: 'CONVENTIONAL' }))
    expect(body.subject.neighbours).toEqual([{ side: 'N', use: 'ROAD', bufferM: 3 }, { side: 'E', use: 'CONVENTIONAL', bufferM: 8 }])
  })
})
