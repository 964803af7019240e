// Dividing a plot and joining plots: what is refused, what comes of it, what is taken over, and what follows from facts that come late or are taken back.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { field, ownersIn, place, type Stage, stageOf } from './parcel-stage.ts'

let world: World
let stage: Stage
let chain: Chain
const omar = () => world.as('omar', 'OP1')
const line = (...points: [number, number][]) => points.map(([east, north]) => ({ lon: place(east, north)[0], lat: place(east, north)[1] }))
let cases = 0
// West of everything else: the plots of the chain go east, as many as the files before this one have made.
const elsewhere = (): number => -20_000 - ++cases * 700
const names = (at: number) => ({ firstName: 'West', firstNo: `W${at}`, secondName: 'East', secondNo: `E${at}`, reason: 'Two sons' })
const split = (id: string, at: number, more: Record<string, unknown> = {}, day = '2026-01-10') =>
  record(omar(), 'landparcel', id, 'SPLIT', day, { line: line([at + 40, -20], [at + 40, 120]), ...names(at), ...more })
const plotsOf = async (nos: string[]): Promise<Json[]> => {
  const { items } = await ok(omar().get('/landparcel?limit=200&sort=-createdAt'))
  return Promise.all(nos.map(async (no) => ok(omar().get(`/landparcel/${items.find(({ parcelNo }: Json) => parcelNo === no)?.id}`))))
}
const view = (id: string) => ok(omar().get(`/landparcel/${id}`))
const plant = (at: number, values: Record<string, unknown> = {}) => stage.plant({ boundary: field(at, 0), declaredAreaHa: 1.0001, ...values }, omar())

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  stage = await stageOf(world)
}, 120_000)

describe('dividing a plot', () => {
  it('refuses a line that does not divide it, one number for both parts, and people without the right', async () => {
    const at = elsewhere()
    const { id } = await plant(at)
    expect((await split(id, at, { line: line([at, 200], [at + 50, 200]) })).body).toMatchObject({ status: 400, fields: [{ path: 'data.line', code: 'rule' }] })
    expect((await split(id, at, { secondNo: `w${at}` })).body).toMatchObject({ status: 400, fields: [{ path: 'data.secondNo', code: 'taken' }] })
    expect(
      (await record(world.as('fatima', 'OP1'), 'landparcel', id, 'SPLIT', '2026-01-10', { line: line([at + 40, -20], [at + 40, 120]), ...names(at) })).status,
    ).toBe(403)
    expect(await view(id)).toMatchObject({ status: 'MAPPED', version: 1 })
  })
  it('refuses while something is planned or grows on it, and names it', async () => {
    const { parcelId } = await chain.sown({ name: 'Busy' })
    const { boundary } = await view(parcelId)
    const [lon, lat] = boundary.coordinates[0][0]
    const across = [
      { lon: lon - 0.01, lat: lat + 0.0003 },
      { lon: lon + 0.01, lat: lat + 0.0003 },
    ]
    const { status, body } = await split(parcelId, 0, { line: across })
    expect([status, body.code]).toEqual([422, 'RULE_BLOCKED'])
    expect(body.figures.croppingSystems).toHaveLength(1)
  })
  it('retires it and makes two plots with all of its ground, declared area and conversion', async () => {
    const at = elsewhere()
    const { id, code } = await plant(at, { conversionStart: '2023-01-01', name: 'Whole' })
    await ok(record(world.as('carla', '-'), 'landparcel', id, 'CONVERSION_CONFIRMED', '2026-01-09', { startedOn: '2023-01-01', document: 'CB 1' }))
    const before = await view(id)
    await ok(split(id, at))
    expect(await view(id)).toMatchObject({ status: 'RETIRED', code })
    const [west, east] = await plotsOf([`W${at}`, `E${at}`])
    expect(west.mappedAreaHa + east.mappedAreaHa).toBeCloseTo(before.mappedAreaHa, 3)
    expect(Math.min(west.mappedAreaHa, east.mappedAreaHa)).toBeCloseTo(0.4, 2)
    expect(west.declaredAreaHa + east.declaredAreaHa).toBeCloseTo(1.0001, 9)
    for (const part of [west, east])
      expect(part).toMatchObject({
        status: 'MAPPED',
        farmerId: before.farmerId,
        conversionStart: '2023-01-01',
        conversionCountsFrom: '2023-01-01',
        organicStatus: 'ORGANIC',
      })
    const { items } = await ok(omar().get(`/landparcel/${west.id}/events`))
    expect(items.find(({ eventType }: Json) => eventType === 'TAKEN_OVER').data).toMatchObject({ parcelIds: [id], how: 'SPLIT' })
  })
  it('brings what is recorded late on the whole to its parts', async () => {
    const at = elsewhere()
    const { id } = await plant(at, { conversionStart: '2025-03-01' })
    await ok(split(id, at))
    const { id: itemId } = await ok(
      world.as('ada', 'OP1').post('/inputitem', { name: `Urea ${at}`, category: 'SYNTH_FERTILISER', permission: 'PROHIBITED', phiDays: 0 }),
    )
    const found = await ok(record(omar(), 'landparcel', id, 'PROHIBITED_INPUT_FOUND', '2025-06-01', { itemId, usedOn: '2025-06-01', evidence: 'Sacks' }))
    for (const part of await plotsOf([`W${at}`, `E${at}`])) expect(part).toMatchObject({ lastProhibitedInputOn: '2025-06-01' })
    expect(found.subject.status).toBe('RETIRED')
  })
  it('is taken back while nothing was recorded on the parts, and refused after', async () => {
    const at = elsewhere()
    const { id } = await plant(at)
    const { event } = await ok(split(id, at))
    await ok(omar().post(`/landparcel/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await view(id)).toMatchObject({ status: 'MAPPED', hasBoundary: true })
    expect((await plotsOf([`W${at}`, `E${at}`])).map(({ status }) => status)).toEqual(['RETIRED', 'RETIRED'])
    const again = await ok(split(id, at, { firstNo: `W${at}b`, secondNo: `E${at}b` }, '2026-01-11'))
    const [west] = await plotsOf([`W${at}b`])
    await ok(record(omar(), 'landparcel', west.id, 'SOIL_TEST', '2026-01-12', { laboratory: 'Lab' }))
    expect(await omar().post(`/landparcel/${id}/events/${again.event.id}/void`, { reason: 'DID_NOT_OCCUR' })).toMatchObject({
      status: 409,
      body: { figures: { codes: [west.code] } },
    })
  })
})

describe('what comes late about the time before a division', () => {
  const late = (id: string, type: string, data: Record<string, unknown>, who = omar()) => record(who, 'landparcel', id, type, '2025-12-01', data)
  it('is refused with the division by name where it would have been of other ground or for another grower', async () => {
    const at = elsewhere()
    const { id, boundary } = await plant(at)
    const { event } = await ok(split(id, at))
    const farmerId = (await chain.member({ name: 'Mohan' })).farmerId
    const named = { status: 422, body: { ruleId: 'BR-26', figures: { eventId: event.id } } }
    expect(await late(id, 'BOUNDARY_CAPTURED', { boundary: field(at, 0, 100, 90), method: 'TAP_CORNERS' })).toMatchObject(named)
    expect(await late(id, 'GROWER_CHANGED', { farmerId })).toMatchObject(named)
    expect((await view(id)).boundary).toEqual(boundary)
    // The same ground, walked by somebody else, changes nothing.
    await ok(late(id, 'BOUNDARY_CAPTURED', { boundary, method: 'TAP_CORNERS' }, world.as('fatima', 'OP1')))
    expect((await plotsOf([`W${at}`])).map(({ status }) => status)).toEqual(['MAPPED'])
  })
  it('is that of its parts: lease and neighbours, also when it is taken back', async () => {
    const at = elsewhere()
    const { id } = await plant(at, { tenure: 'LEASED', landowners: await ownersIn(world), leaseFrom: '2024-01-01', leaseTo: '2026-12-31' })
    await ok(split(id, at))
    const lease = await ok(late(id, 'LEASE_CHANGED', { leaseFrom: '2025-01-01', leaseTo: '2029-12-31' }))
    const buffer = await ok(late(id, 'BUFFER_OBSERVED', { side: 'N', use: 'GM_COTTON', metres: 4 }, world.as('fatima', 'OP1')))
    const around = [{ side: 'N', use: 'GM_COTTON', bufferM: 4 }]
    for (const part of await plotsOf([`W${at}`, `E${at}`])) expect(part).toMatchObject({ leaseTo: '2029-12-31', neighbours: around })
    for (const { event } of [lease, buffer])
      await ok(world.as('ada', 'OP1').post(`/landparcel/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA', note: 'Another plot' }))
    for (const part of await plotsOf([`W${at}`, `E${at}`])) expect(part).toMatchObject({ leaseTo: '2026-12-31', neighbours: [] })
  })
})

describe('joining plots', () => {
  const join = (id: string, withIds: string[], at: number) =>
    record(omar(), 'landparcel', id, 'MERGED', '2026-01-10', { withIds, name: 'One', parcelNo: `J${at}`, reason: 'The bund is gone' })
  it('refuses plots apart from each other, of another grower, and itself', async () => {
    const at = elsewhere()
    const [one, apart] = [await plant(at), await plant(at + 150)]
    const theirs = await plant(at + 300, { farmerId: await stage.farmerOf('OP1', 'Bhikangaon') })
    for (const withIds of [[apart.id], [theirs.id], [one.id]])
      expect((await join(one.id, withIds, at)).body).toMatchObject({ status: 400, fields: [{ path: expect.stringMatching(/^data\.withIds/) }] })
  })
  it('makes one plot of their ground with the worst of their conversions, and retires them', async () => {
    const at = elsewhere()
    const one = await plant(at, { conversionStart: '2025-02-01' })
    const two = await plant(at + 100, { conversionStart: '2025-09-01' })
    await ok(join(one.id, [two.id], at))
    const [whole] = await plotsOf([`J${at}`])
    expect(whole).toMatchObject({ status: 'MAPPED', conversionStart: '2025-09-01', organicStatus: 'IC1' })
    expect(whole.mappedAreaHa).toBeCloseTo(2, 2)
    expect(whole.declaredAreaHa).toBeCloseTo(2.0002, 9)
    expect([(await view(one.id)).status, (await view(two.id)).status]).toEqual(['RETIRED', 'RETIRED'])
  })
  it('is in no scheme where one of them was in none', async () => {
    const at = elsewhere()
    const [one, two] = [await plant(at, { conversionStart: '2025-02-01' }), await plant(at + 100)]
    await ok(join(one.id, [two.id], at))
    expect((await plotsOf([`J${at}`]))[0]).toMatchObject({ conversionStart: null, organicStatus: 'CONVENTIONAL' })
  })
  it('is taken back: both lie where they lay', async () => {
    const at = elsewhere()
    const [one, two] = [await plant(at), await plant(at + 100)]
    const { event } = await ok(join(one.id, [two.id], at))
    await ok(omar().post(`/landparcel/${one.id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect([(await view(one.id)).status, (await view(two.id)).status]).toEqual(['MAPPED', 'MAPPED'])
    expect((await plotsOf([`J${at}`]))[0].status).toBe('RETIRED')
  })
  it('is corrected by another joining in its place', async () => {
    const at = elsewhere()
    const [one, two] = [await plant(at), await plant(at + 100)]
    const { event } = await ok(join(one.id, [two.id], at))
    const data = { withIds: [two.id], name: 'Whole', parcelNo: `K${at}`, reason: 'The bund is gone' }
    await ok(
      omar().post(`/landparcel/${one.id}/events`, { eventType: 'MERGED', occurredAt: event.occurredAt, data, supersedesEventId: event.id, lateReason: 'Book' }),
    )
    expect((await plotsOf([`J${at}`, `K${at}`])).map(({ status }) => status)).toEqual(['RETIRED', 'MAPPED'])
    expect((await view(two.id)).status).toBe('RETIRED')
  })
})
