// From when the organic clock of a plot counts once the certification body has confirmed a start far back (BR-04): from the day that it confirmed, on every day that is read,
// however late the start and the confirmation were recorded; before they were known, as it was known.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let now = '2026-01-15T06:30:00Z'
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const start = '2022-01-10'
const days = { entered: '2026-01-15', confirmed: '2026-01-20', gone: '2026-01-24', today: '2026-01-26' }
const on = (day: string) => {
  now = `${day}T06:30:00Z`
}
beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
}, 120_000)

const view = (entity: string, id: string, query = ''): Promise<Json> => ok(as('ada').get(`/${entity}/${id}${query}`))
const plotOn = async (id: string, query: string): Promise<unknown[]> => {
  const { conversionCountsFrom, organicStatus } = await view('landparcel', id, query)
  return [conversionCountsFrom, organicStatus]
}
const confirm = (id: string, startedOn = start, day = days.confirmed, who = 'carla') =>
  record(as(who), 'landparcel', id, 'CONVERSION_CONFIRMED', day, { startedOn, document: 'NC/1' })
const typed = async (id: string, values: Json) => as('omar').patch(`/landparcel/${id}`, values, { 'if-match': `"${(await view('landparcel', id)).version}"` })
/** A plot with a crop that was sown in June and picked in October, and that enters on 15 January, typed or by an event. */
async function entered(how: 'typed' | 'event'): Promise<{ parcelId: string; cropId: string }> {
  on(days.entered)
  const { parcelId, cropId } = await chain.sown({ conversionStart: null })
  await chain.picked(cropId, 500)
  await ok(
    how === 'typed'
      ? typed(parcelId, { conversionStart: start })
      : record(as('omar'), 'landparcel', parcelId, 'CONVERSION_STARTED', days.entered, { startedOn: start }),
  )
  return { parcelId, cropId }
}
const tracker = async (parcelId: string, query: string): Promise<Json> => {
  const { code } = await view('landparcel', parcelId)
  const row = (await ok(as('ada').get(`/reports/conversion-tracker?${query}`))).rows.find((one: Json) => one.code === code)
  return row && { countsFrom: row.countsFrom, claim: row.claim, isBlocked: row.blockers.includes('START_UNCONFIRMED') }
}

describe.each(['typed', 'event'] as const)('a start far back, by the manager (%s)', (how) => {
  it('counts from its entry until it is confirmed, by the certification body alone and for just this day', async () => {
    const { parcelId, cropId } = await entered(how)
    on(days.confirmed)
    await refused(() => confirm(parcelId, start, days.confirmed, 'omar'), { status: 403 })
    await refused(() => confirm(parcelId, '2021-01-10'), { status: 400, body: { fields: [{ path: 'data.startedOn', code: 'rule' }] } })
    await refused(() => confirm(parcelId, start, '2026-02-01'), { status: 400, body: { fields: [{ path: 'occurredAt' }] } })
    expect(await plotOn(parcelId, '')).toEqual([days.entered, 'IC1'])
    expect(await plotOn(parcelId, '?asOf=2025-11-08')).toEqual([days.entered, 'CONVENTIONAL'])
    expect(await view('crop', cropId)).toMatchObject({ claimStatus: 'CONVENTIONAL' })
    expect(await tracker(parcelId, '')).toEqual({ countsFrom: days.entered, claim: 'IC1', isBlocked: true })
  })
  it('counts from the day that was confirmed, on every day, in record, crop and report; and as it was known before', async () => {
    const { parcelId, cropId } = await entered(how)
    on(days.confirmed)
    const { event } = await ok(confirm(parcelId))
    on(days.today)
    for (const query of ['', '?asOf=2025-11-08', `?asOf=2025-11-08&knownAt=${days.confirmed}`]) {
      expect([query, await plotOn(parcelId, query)]).toEqual([query, [start, 'ORGANIC']])
      expect([query, (await view('crop', cropId, query)).claimStatus]).toEqual([query, 'ORGANIC'])
    }
    expect(await plotOn(parcelId, '?asOf=2023-01-09')).toEqual([start, 'IC1'])
    expect(await plotOn(parcelId, '?asOf=2022-01-09')).toEqual([null, 'CONVENTIONAL'])
    expect(await tracker(parcelId, 'asOf=2023-06-01')).toEqual({ countsFrom: start, claim: 'IC2', isBlocked: false })
    const before = `?asOf=2025-11-08&knownAt=${days.entered}`
    expect(await plotOn(parcelId, before)).toEqual([days.entered, 'CONVENTIONAL'])
    expect((await view('crop', cropId, before)).claimStatus).toBe('CONVENTIONAL')
    expect(await tracker(parcelId, before.slice(1))).toEqual({ countsFrom: days.entered, claim: 'CONVENTIONAL', isBlocked: true })
    // Taken back: as if it had never been confirmed, but for who asks what was known between.
    on(days.gone)
    await ok(as('carla').post(`/landparcel/${parcelId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    on(days.today)
    expect(await plotOn(parcelId, '?asOf=2025-11-08')).toEqual([days.entered, 'CONVENTIONAL'])
    expect(await plotOn(parcelId, `?asOf=2025-11-08&knownAt=${days.confirmed}`)).toEqual([start, 'ORGANIC'])
    expect((await view('crop', cropId, '?asOf=2025-11-08')).claimStatus).toBe('CONVENTIONAL')
  })
})

describe('what else moves the clock', () => {
  it('counts by the days it speaks of as well, and never before them', async () => {
    const { parcelId, cropId } = await entered('event')
    on(days.confirmed)
    await ok(confirm(parcelId))
    on(days.today)
    const { event } = await ok(record(as('omar'), 'landparcel', parcelId, 'CONVERSION_RESET', days.today, { resetOn: '2025-03-01', cause: 'Drift' }))
    expect(await plotOn(parcelId, '?asOf=2025-02-28')).toEqual([start, 'ORGANIC'])
    expect(await plotOn(parcelId, '?asOf=2025-03-01')).toEqual(['2025-03-01', 'IC1'])
    expect((await view('crop', cropId, '?asOf=2025-11-08')).claimStatus).toBe((await view('crop', cropId)).claimStatus)
    await ok(as('omar').post(`/landparcel/${parcelId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await plotOn(parcelId, '?asOf=2025-03-01')).toEqual([start, 'ORGANIC'])
  })
  it('leaves the grower, the lease and the state of a day as they were on it', async () => {
    const { parcelId } = await entered('event')
    const { farmerId } = await view('landparcel', parcelId)
    on(days.confirmed)
    await ok(confirm(parcelId))
    const lease = { leaseFrom: '2025-04-01', leaseTo: '2030-03-31' }
    await ok(record(as('omar'), 'landparcel', parcelId, 'LEASE_CHANGED', days.confirmed, lease))
    expect(await view('landparcel', parcelId, '?asOf=2026-01-16')).toMatchObject({ farmerId, leaseFrom: null, conversionCountsFrom: start })
    expect(await view('landparcel', parcelId)).toMatchObject(lease)
  })
  it('confirmed by two at once, and while the manager corrects the day, has one day that the record and its past agree on', async () => {
    const { parcelId, cropId } = await entered('typed')
    on(days.confirmed)
    const { version } = await view('landparcel', parcelId)
    const corrected = () => as('omar').patch(`/landparcel/${parcelId}`, { conversionStart: '2022-06-10' }, { 'if-match': `"${version}"` })
    const answers = await Promise.all([confirm(parcelId), confirm(parcelId), corrected()])
    expect(answers.every(({ status }) => [200, 201, 400, 409, 412].includes(status))).toBe(true)
    on(days.today)
    expect(await plotOn(parcelId, `?asOf=${days.today}`)).toEqual(await plotOn(parcelId, ''))
    const [from] = await plotOn(parcelId, '?asOf=2025-11-08')
    expect((await plotOn(parcelId, ''))[0]).toBe(from)
    expect((await view('crop', cropId, '?asOf=2026-01-26')).claimStatus).toBe((await view('crop', cropId)).claimStatus)
  })
})
