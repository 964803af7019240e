// Reading the past both ways: as it was (by time of occurrence) and as it was known (by time of recording), of a record, its
// ledger and its trace; with facts recorded late and a void in between.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let now = new Date('2026-01-15T06:30:00Z')
let source: string
let heap: string
const as = (who: string) => world.as(who, 'OP1')
const view = (id: string, query = ''): Promise<Json> => ok(as('omar').get(`/productbatch/${id}${query}`))

/** Known on 15 January: 1,000 kg, closed on 4 November. Json on 20 January: 400 kg of it were heaped on 10 November. Voided on 25 January. */
beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 1000, '2025-10-25')
  source = (await chain.lot()).id
  heap = (await chain.lot()).id
  await ok(chain.buy(source, cropId, 1000, '2025-11-03'))
  await ok(record(as('pooja'), 'productbatch', source, 'CLOSED', '2025-11-04'))
  now = new Date('2026-01-20T06:30:00Z')
  const { event } = await ok(record(as('pooja'), 'productbatch', heap, 'HEAP_BUILT', '2025-11-10', { inputs: [{ batchId: source, kg: 400 }] }))
  now = new Date('2026-01-25T06:30:00Z')
  await ok(as('pooja').post(`/productbatch/${heap}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
  now = new Date('2026-01-26T06:30:00Z')
}, 120_000)

describe('GET /{entity}/{id}?asOf&knownAt', () => {
  it('refuses what is no day or moment, or lies ahead (400), and a time at which nothing was known (404)', async () => {
    for (const given of ['yesterday', '2026-02-30', '2026-01-15T10:00'])
      expect(await as('omar').get(`/productbatch/${source}?asOf=${given}`)).toMatchObject({ status: 400, body: { fields: [{ path: 'asOf', code: 'format' }] } })
    for (const given of ['asOf=2026-01-27', 'knownAt=2026-01-27T00:30:00%2B05:30', 'asOf=2026-01-20&knownAt=2027-01-01'])
      expect(await as('omar').get(`/productbatch/${source}?${given}`)).toMatchObject({ status: 400, body: { fields: [{ code: 'max' }] } })
    expect(await as('omar').get(`/productbatch/${source}?asOf=2026-01-26&knownAt=2026-01-26`)).toMatchObject({ status: 200 })
    expect(await as('omar').get(`/productbatch/${source}?knownAt=2020-01-01`)).toMatchObject({ status: 404 })
    expect(await as('omar').get(`/productbatch/${source}?at=2020-01-01`)).toMatchObject({ status: 400 })
    expect(await world.as('dina').get(`/productbatch/${source}?asOf=2026-01-15`)).toMatchObject({ status: 404 })
  })
  it('answers the lot as it was on a day, as known today', async () => {
    expect(await view(source, '?asOf=2025-11-02')).toMatchObject({ status: 'OPEN', onHandKg: 0, claimStatus: null, may: [] })
    // The start of the conversion was confirmed on 10 January and counts from the day that was confirmed (BR-04).
    expect(await view(source, '?asOf=2025-11-03')).toMatchObject({ status: 'OPEN', onHandKg: 1000, claimStatus: 'ORGANIC', harvestFrom: '2025-10-25' })
    expect(await view(source, '?asOf=2026-01-12')).toMatchObject({ claimStatus: 'ORGANIC' })
    expect(await view(source, '?asOf=2025-11-11')).toMatchObject({ status: 'CLOSED', onHandKg: 1000 })
    expect(await view(source)).toMatchObject({ status: 'CLOSED', onHandKg: 1000 })
  })
  it('answers the lot as it was known on a day', async () => {
    expect(await view(source, '?knownAt=2026-01-15')).toMatchObject({ onHandKg: 1000, availableKg: 1000 })
    expect(await view(source, '?knownAt=2026-01-20')).toMatchObject({ onHandKg: 600, status: 'CLOSED' })
    expect(await view(heap, '?knownAt=2026-01-20')).toMatchObject({ onHandKg: 400, claimStatus: 'ORGANIC', past: { knownBy: '2026-01-20T18:29:59.999Z' } })
    expect(await view(heap, '?knownAt=2026-01-26')).toMatchObject({ onHandKg: 0, claimStatus: null })
  })
  it('answers both at once: on 9 November, as known on 20 January, nothing had been heaped yet', async () => {
    expect(await view(source, '?asOf=2025-11-09&knownAt=2026-01-20')).toMatchObject({ onHandKg: 1000 })
    expect(await view(source, '?asOf=2025-11-10&knownAt=2026-01-20')).toMatchObject({ onHandKg: 600 })
    expect(await view(source, '?asOf=2025-11-10&knownAt=2026-01-15')).toMatchObject({ onHandKg: 1000 })
  })
})

describe('trace and ledger of the past', () => {
  it('trace the voided heap to its plot as it was known, and to nothing now', async () => {
    const then = await ok(as('omar').get(`/productbatch/${heap}/trace?knownAt=2026-01-20`))
    expect(then.root.kg).toBe(400)
    expect(then.parcels.map(({ kg }: Json) => kg)).toEqual([400])
    const today = await ok(as('omar').get(`/productbatch/${heap}/trace`))
    expect(today.parcels).toEqual([])
  })
  it('show the movements that were known, with their balance', async () => {
    const known = await ok(as('omar').get(`/productbatch/${source}/ledger?knownAt=2026-01-20`))
    expect(known.items.map(({ deltaKg, balanceKg }: Json) => [deltaKg, balanceKg])).toEqual([
      [1000, 1000],
      [-400, 600],
    ])
    const today = await ok(as('omar').get(`/productbatch/${source}/ledger`))
    expect(today.items.map(({ deltaKg }: Json) => deltaKg)).toEqual([1000, -400, 400])
    expect((await ok(as('omar').get(`/productbatch/${source}/ledger?asOf=2025-11-09`))).items).toHaveLength(1)
  })
})

describe('what belongs to a record of the past', () => {
  it('its findings, from when their events happened', async () => {
    await ok(record(as('omar'), 'productbatch', source, 'LOSS', '2025-11-20', { cause: 'DRYING', kg: 15 }))
    // Without what the ticket does not say of its weighing (BR-08).
    const rulesOn = async (day: string, knownAt = '') =>
      (await view(source, `?asOf=${day}${knownAt}`)).flags.flatMap(({ ruleId }: Json) => (ruleId === 'BR-08' ? [] : [ruleId]))
    expect(await rulesOn('2025-11-19')).toEqual([])
    expect(await rulesOn('2025-11-20')).toEqual(['4.4'])
    expect(await rulesOn('2025-11-20', '&knownAt=2026-01-25')).toEqual([])
  })
  it('the place where each lot of a trace lay', async () => {
    const other = await ok(
      as('ada').post('/processingsystem', {
        ...{ place: 'Kasrawad', district: 'Khargone', capacityKgPerDay: 20_000, segregation: 'DEDICATED' },
        ...{ name: 'Second centre', systemType: 'COLLECTION', collectiveId: world.places.cotton.OP1?.id },
      }),
    )
    await ok(record(as('pooja'), 'productbatch', source, 'MOVE', '2025-11-22', { processingSystemId: other.id }))
    const placed = async (query: string) => {
      const { lots, places } = await ok(as('omar').get(`/productbatch/${source}/trace${query}`))
      return places[lots.find(({ id }: Json) => id === source).place]?.title
    }
    expect(await placed('')).toBe('Second centre')
    expect(await placed('?asOf=2025-11-22')).toBe('Second centre')
    expect(await placed('?asOf=2025-11-21')).toBe('Kasrawad centre')
    expect(await placed('?knownAt=2026-01-25')).toBe('Kasrawad centre')
  })
})

describe('a retired record', () => {
  it('is answered as it was while it was there, to whoever may see it, and is gone afterwards', async () => {
    const { parcelId } = await chain.member({ conversionStart: null })
    const systemId = await chain.systemOn(parcelId)
    const cropId = await chain.cropIn(systemId)
    const before = await chain.view('crop', cropId)
    now = new Date('2026-01-28T06:30:00Z')
    expect(await as('ada').delete(`/crop/${cropId}`, { 'if-match': `"${before.version}"` })).toMatchObject({ status: 204 })
    now = new Date('2026-01-30T06:30:00Z')
    expect(await as('ada').get(`/crop/${cropId}`)).toMatchObject({ status: 404 })
    for (const query of ['?knownAt=2026-01-28', '?asOf=2026-01-29', '?knownAt=2026-01-30'])
      expect(await as('ada').get(`/crop/${cropId}${query}`), query).toMatchObject({ status: 404 })
    for (const query of ['?knownAt=2026-01-27', '?asOf=2026-01-27', '?asOf=2026-01-27&knownAt=2026-01-30'])
      expect(await ok(as('ada').get(`/crop/${cropId}${query}`)), query).toMatchObject({ id: cropId, status: 'PLANNED', title: before.title, may: [] })
    expect(await world.as('dina').get(`/crop/${cropId}?knownAt=2026-01-27`)).toMatchObject({ status: 404 })
  })
})

describe('what the programme itself makes', () => {
  const found = (openedOn: string) => ({
    ...{ ref: `NC-${Math.random()}`, severity: 'MINOR', rule: 'BR-13', description: 'Buffer too narrow', openedOn, dueOn: '2026-03-20' },
  })
  const seen = async (path: string, query: string) => (await as('ines').get(`${path}?asOf=${query}`)).status
  it('is there from its own day on, entered late, too; what is of the field is there before anybody entered it', async () => {
    now = new Date('2026-01-30T06:30:00Z')
    const { id } = await ok(as('ines').post('/nonconformity', found('2026-01-29')))
    const path = `/nonconformity/${id}`
    expect([await seen(path, '2026-01-28'), await seen(path, '2026-01-29'), await seen(path, '2026-01-30')]).toEqual([404, 200, 200])
    const late = `/nonconformity/${(await ok(as('ines').post('/nonconformity', found('2025-12-01')))).id}`
    expect([await seen(late, '2025-11-30'), await seen(late, '2025-12-01')]).toEqual([404, 200])
    const { farmerId } = await chain.member({ conversionStart: null, isInspected: false })
    expect(await seen(`/farmer/${farmerId}`, '2025-12-01')).toBe(200)
  })
  it('is there from its entry on, or from the first fact of it where that is earlier', async () => {
    const { farmerId } = await chain.member({ conversionStart: null, isInspected: false })
    const question = {
      code: 'EDGE',
      section: 'Field',
      text: 'Is the edge marked?',
      ask: { kind: 'YES_NO', right: 'YES', mayNotApply: true },
      severity: 'MINOR',
    }
    const questions = [{ weight: 1, correctiveDays: 30, photo: 'NONE', ...question }]
    const { id: checklistId } = await ok(as('ada').post('/checklist', { name: 'Visit', kind: 'INTERNAL', questions }))
    await ok(record(as('ada'), 'checklist', checklistId, 'PUBLISHED', '2026-01-02'))
    const plan = { kind: 'INTERNAL', farmerId, seasonId: chain.season, round: 1, checklistId, plannedOn: '2026-02-10' }
    const path = `/inspection/${(await ok(as('ines').post('/inspection', plan))).id}`
    expect([await seen(path, '2026-01-29'), await seen(path, '2026-01-30')]).toEqual([404, 200])
    const { event } = await ok(as('ines').post(`${path}/events`, { eventType: 'STARTED', occurredAt: '2026-01-20T10:00:00+05:30', data: {} }))
    expect([await seen(path, '2026-01-19'), await seen(path, '2026-01-20')]).toEqual([404, 200])
    await ok(as('ines').post(`${path}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect([await seen(path, '2026-01-29'), await seen(path, '2026-01-30')]).toEqual([404, 200])
  })
})
