// What can happen to a plot: mapped anew, verified by other eyes, disputed and settled, handed over, retired; and taken back.
import { beforeAll, describe, expect, it } from 'vitest'
import { claimRank } from '#domain/chain/claim.ts'
import { entityOf } from '#domain/entities.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import type { Client } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { eventOf, field, ring, type Stage, stageOf } from './parcel-stage.ts'

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

/** Free ground for each test: a kilometre apart. */
let cases = 0
const elsewhere = (): number => ++cases * 1000

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

describe('events of a plot', () => {
  it('BOUNDARY_CAPTURED judges like a form (422 at data.boundary), keeps the old boundary as a version, and maps again', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    const bad = await fatima.post(
      `/landparcel/${plot.id}/events`,
      eventOf('BOUNDARY_CAPTURED', { boundary: ring([at, 0], [at + 100, 100], [at + 100, 0], [at, 100]), method: 'GPS_WALK', gpsAccuracyM: 4 }),
    )
    expect(bad.body).toMatchObject({ status: 422, ruleId: 'BR-01', fields: [{ path: 'data.boundary', code: 'crossing' }] })
    const good = await fatima.post(
      `/landparcel/${plot.id}/events`,
      eventOf('BOUNDARY_CAPTURED', { boundary: field(at + 10, 0), method: 'GPS_WALK', gpsAccuracyM: 4 }),
    )
    expect(good).toMatchObject({
      status: 201,
      body: { subject: { status: 'MAPPED', boundaryVersion: 2, boundaryMethod: 'GPS_WALK', gpsAccuracyM: 4, boundary: field(at + 10, 0) } },
    })
    const versions = (await fatima.get(`/landparcel/${plot.id}/boundaries`)).body.items
    expect(versions.map((version: { polygon: Polygon; method: string }) => [version.polygon, version.method])).toEqual([
      [field(at + 10, 0), 'GPS_WALK'],
      [field(at, 0), 'DESKTOP_DRAW'],
    ])
  })

  it('taken back, BOUNDARY_CAPTURED gives the old boundary and its standing back (BR-26)', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    await ines.post(`/landparcel/${plot.id}/events`, eventOf('VERIFIED'))
    const captured = await fatima.post(`/landparcel/${plot.id}/events`, eventOf('BOUNDARY_CAPTURED', { boundary: field(at + 10, 0), method: 'TAP_CORNERS' }))
    const voided = await fatima.post(`/landparcel/${plot.id}/events/${captured.body.event.id}/void`, { reason: 'INCORRECT_DATA' })
    expect(voided).toMatchObject({
      status: 200,
      body: { subject: { status: 'VERIFIED', boundary: field(at, 0), geoHash: plot.geoHash, verifiedAt: expect.any(String) } },
    })
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
    expect((await ines.post(`/landparcel/${own.id}/events`, eventOf('VERIFIED'))).body.subject).toMatchObject({
      status: 'VERIFIED',
      verifiedAt: expect.any(String),
    })
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

  it('VERIFIED recorded late is not refused for a dispute that arose after it', async () => {
    const plot = await stage.plant({ boundary: field(elsewhere(), 0) })
    await omar.post(`/landparcel/${plot.id}/events`, { ...eventOf('DISPUTED', { reason: 'The neighbour says otherwise' }), occurredAt: hoursAgo(1) })
    const after = await ines.post(`/landparcel/${plot.id}/events`, eventOf('VERIFIED'))
    expect(after).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } })
    const before = await ines.post(`/landparcel/${plot.id}/events`, { ...eventOf('VERIFIED'), occurredAt: hoursAgo(2) })
    expect(before).toMatchObject({ status: 201, body: { event: { statusAfter: 'VERIFIED' }, subject: { status: 'DISPUTED' } } })
  })

  it('DISPUTED is superseded where its resolution builds on it, though it cannot be taken back (409)', async () => {
    const plot = await stage.plant({ boundary: field(elsewhere(), 0) })
    const dispute = (reason: string, more: Record<string, unknown>) =>
      omar.post(`/landparcel/${plot.id}/events`, { ...eventOf('DISPUTED', { reason }), ...more })
    const { event } = (await dispute('Wrong neighbour', { occurredAt: hoursAgo(3) })).body
    const resolved = await omar.post(`/landparcel/${plot.id}/events`, {
      ...eventOf('DISPUTE_RESOLVED', { resolution: 'ACCEPTED_TOLERANCE' }),
      occurredAt: hoursAgo(2),
    })
    const builtOn = { status: 409, body: { code: 'STATE_CONFLICT', figures: { eventId: resolved.body.event.id } } }
    expect(await omar.post(`/landparcel/${plot.id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })).toMatchObject(builtOn)
    expect(await dispute('Right neighbour', { occurredAt: hoursAgo(1), supersedesEventId: event.id })).toMatchObject(builtOn)
    const replaced = await dispute('Right neighbour', { occurredAt: hoursAgo(3), supersedesEventId: event.id, notes: 'Names were mixed up' })
    expect(replaced).toMatchObject({ status: 201, body: { subject: { status: 'VERIFIED' } } })
    expect((await omar.get(`/landparcel/${plot.id}/events/${event.id}`)).body).toMatchObject({ status: 'SUPERSEDED', voidNote: 'Names were mixed up' })
  })

  it('a retired plot stays retired, and its ground free, when an earlier boundary is taken back', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    const remapped = { ...eventOf('BOUNDARY_CAPTURED', { boundary: field(at + 10, 0), method: 'GPS_WALK', gpsAccuracyM: 4 }), occurredAt: hoursAgo(2) }
    const { body } = await fatima.post(`/landparcel/${plot.id}/events`, remapped)
    expect((await omar.post(`/landparcel/${plot.id}/events`, eventOf('RETIRED', { reason: 'Sold for building' }))).status).toBe(201)
    const taken = await fatima.post(`/landparcel/${plot.id}/events/${body.event.id}/void`, { reason: 'INCORRECT_DATA' })
    expect([taken.status, (await omar.get(`/landparcel/${plot.id}`)).body.status]).toEqual([200, 'RETIRED'])
    expect((await fatima.post('/landparcel', stage.parcel({ boundary: field(at, 0) }))).status).toBe(201)
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

  it('asks for review when a new boundary leaves too little room for what is planned (BR-03), and neither retires nor hands over such a plot (422)', async () => {
    const at = elsewhere()
    const plot = await stage.plant({ boundary: field(at, 0) })
    const season = await world.as('ada').post('/season', sampleOf(entityOf('season')))
    const system = sampleOf(entityOf('croppingsystem'), { values: { parcelId: plot.id, seasonId: season.body.id, areaHa: 1 } })
    expect((await fatima.post('/croppingsystem', system)).status).toBe(201)
    const smaller = await fatima.post(`/landparcel/${plot.id}/events`, eventOf('BOUNDARY_CAPTURED', { boundary: field(at, 0, 95, 95), method: 'TAP_CORNERS' }))
    expect(smaller.body.findings).toEqual([expect.objectContaining({ ruleId: 'BR-03', severity: 'REVIEW', figures: expect.objectContaining({ askedHa: 1 }) })])
    for (const event of [eventOf('RETIRED', { reason: 'Sold' }), eventOf('GROWER_CHANGED', { farmerId: await stage.farmerOf('OP1', 'Bhikangaon') })]) {
      expect((await omar.post(`/landparcel/${plot.id}/events`, event)).body).toMatchObject({ status: 422, figures: { croppingSystems: [expect.any(String)] } })
    }
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
    expect((await record('CONVERSION_STARTED', { startedOn: yearsAgo(4) })).body.subject.organicStatus).toBe('IC1')
    const confirmed = await world
      .as('carla')
      .post(`/landparcel/${plot.id}/events`, eventOf('CONVERSION_CONFIRMED', { startedOn: yearsAgo(4), document: 'NC/1' }))
    expect(confirmed.body.subject.organicStatus).toBe('ORGANIC')
    const item = await world.as('ada', 'OP1').post('/inputitem', sampleOf(entityOf('inputitem'), { values: { permission: 'PROHIBITED' } }))
    const found = await record('PROHIBITED_INPUT_FOUND', {
      itemId: item.body.id,
      usedOn: new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10),
      evidence: 'Empty bag',
    })
    expect(found.body.subject).toMatchObject({ organicStatus: 'IC1', flags: [{ ruleId: 'BR-14', severity: 'REVIEW' }] })
  })

  it('leaves the clock to the manager (403 at the field), and counts recognised months once the certification body confirmed them', async () => {
    const yearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-01-15`
    const claimed = { conversionStart: yearsAgo(12), retroMonths: 12, retroDocument: 'x' }
    const edit = (who: Client, version: number, values: Record<string, unknown>) => who.patch(`/landparcel/${plot.id}`, values, { 'if-match': `"${version}"` })
    expect(await fatima.post('/landparcel', stage.parcel({ name: 'Mine', ...claimed }))).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const plot = await stage.plant({ lastProhibitedInputOn: yearsAgo(1) })
    const refused = await edit(fatima, 1, claimed)
    expect(refused).toMatchObject({ status: 403, body: { fields: [{ path: 'conversionStart' }, { path: 'retroMonths' }, { path: 'retroDocument' }] } })
    for (const lastProhibitedInputOn of [null, yearsAgo(3)])
      expect(await edit(fatima, 1, { lastProhibitedInputOn })).toMatchObject({ status: 403, body: { fields: [{ path: 'lastProhibitedInputOn' }] } })

    const months = new Date().getUTCMonth() >= 1 ? 12 : 11
    const wanted = { ...claimed, conversionStart: yearsAgo(1), retroMonths: months, lastProhibitedInputOn: null }
    const { body } = await edit(omar, 1, wanted)
    expect(body).toMatchObject({ retroConfirmedAt: null, flags: [{ ruleId: 'BR-04', severity: 'REVIEW' }] })
    const before = body.organicStatus
    const confirm = (who: Client, retroMonths: number) =>
      who.post(`/landparcel/${plot.id}/events`, eventOf('RETRO_CONFIRMED', { retroMonths, document: 'NC/7' }))
    expect((await confirm(omar, months)).status).toBe(403)
    const carla = world.as('carla')
    expect((await confirm(carla, 3)).body.fields).toMatchObject([{ path: 'data.retroMonths', code: 'rule' }])
    const { subject } = (await confirm(carla, months)).body
    expect(subject).toMatchObject({ retroConfirmedAt: expect.any(String), retroDocument: 'NC/7', flags: [] })
    expect(claimRank[subject.organicStatus as Claim]).toBeGreaterThan(claimRank[before as Claim])
    expect((await edit(omar, subject.version, { conversionStart: yearsAgo(2) })).body).toMatchObject({ retroConfirmedAt: null, flags: [{ ruleId: 'BR-04' }] })
  })

  it('BUFFER_OBSERVED replaces what was known of that side', async () => {
    const plot = await stage.plant({
      neighbours: [
        { side: 'N', use: 'ROAD', bufferM: 3 },
        { side: 'E', use: 'GM_COTTON', bufferM: 1 },
      ],
    })
    const { body } = await fatima.post(`/landparcel/${plot.id}/events`, eventOf('BUFFER_OBSERVED', { side: 'E', metres: 8, use: 'CONVENTIONAL' }))
    expect(body.subject.neighbours).toEqual([
      { side: 'N', use: 'ROAD', bufferM: 3 },
      { side: 'E', use: 'CONVENTIONAL', bufferM: 8 },
    ])
  })
})
