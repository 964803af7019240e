// The past of a lot is that of what it was made of: claims and days of picking of crops, lots and plots as they were on a day and
// as they were known on a day, in the record and in each node of the trace.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let now = new Date('2026-01-15T06:30:00Z')
const days = { known: '2026-01-15', pickedLate: '2026-01-20', takenBack: '2026-01-22', confirmedAgain: '2026-01-24', today: '2026-01-26' }
const ids = { crop: '', plot: '', source: '', heap: '' }
const on = (day: string) => {
  now = new Date(`${day}T06:30:00Z`)
}
const as = (who: string) => world.as(who, 'OP1')
const view = (entity: string, id: string, query = ''): Promise<Json> => ok(as('ada').get(`/${entity}/${id}${query}`))
const trace = (query: string): Promise<Json> => ok(as('ada').get(`/productbatch/${ids.heap}/trace${query}`))
const claims = ({ parcels, crops, lots }: Json) => ({ plots: parcels.map(claimOf), crops: crops.map(claimOf), lots: lots.map(claimOf) })
const claimOf = ({ claim }: Json) => claim

/**
 * 1,000 kg picked on 25 October and bought on 3 November, heaped on 10 November. On 20 January a picking of 5 November is recorded; on 22
 * January the confirmation of the plot's conversion is voided, on 24 January recorded again: the claim stays low, as goods had left the farm.
 */
beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  const { cropId, parcelId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 1000, '2025-10-25')
  Object.assign(ids, { crop: cropId, plot: parcelId, source: (await chain.lot()).id, heap: (await chain.lot()).id })
  await ok(chain.buy(ids.source, cropId, 1000, '2025-11-03'))
  await ok(record(as('pooja'), 'productbatch', ids.source, 'CLOSED', '2025-11-04'))
  await ok(record(as('pooja'), 'productbatch', ids.heap, 'HEAP_BUILT', '2025-11-10', { inputs: [{ batchId: ids.source, kg: 400 }] }))
  on(days.pickedLate)
  await ok(record(as('fatima'), 'crop', cropId, 'HARVEST', '2025-11-05', { pickNo: 2, kg: 100 }))
  on(days.takenBack)
  const { items } = await ok(as('carla').get(`/landparcel/${parcelId}/events?filter[eventType]=CONVERSION_CONFIRMED`))
  await ok(as('carla').post(`/landparcel/${parcelId}/events/${items[0].id}/void`, { reason: 'INCORRECT_DATA' }))
  on(days.confirmedAgain)
  await ok(record(as('carla'), 'landparcel', parcelId, 'CONVERSION_CONFIRMED', '2026-01-10', { startedOn: '2022-01-10', document: 'NC-2' }))
  on(days.today)
}, 120_000)

describe('a lot and its sources as they were known', () => {
  it('have the claim and the days of picking that were known then', async () => {
    for (const [entity, id] of [
      ['productbatch', ids.source],
      ['productbatch', ids.heap],
    ] as const) {
      expect(await view(entity, id, `?knownAt=${days.known}`)).toMatchObject({ claimStatus: 'ORGANIC', harvestFrom: '2025-10-25', harvestTo: '2025-10-25' })
      expect(await view(entity, id, `?knownAt=${days.pickedLate}`)).toMatchObject({ claimStatus: 'ORGANIC', harvestTo: '2025-11-05' })
      expect(await view(entity, id, `?knownAt=${days.takenBack}`)).toMatchObject({ claimStatus: 'CONVENTIONAL' })
    }
    expect(await view('crop', ids.crop, `?knownAt=${days.known}`)).toMatchObject({ claimStatus: 'ORGANIC', harvestEnd: '2025-10-25' })
    expect(await view('crop', ids.crop, `?knownAt=${days.takenBack}`)).toMatchObject({ claimStatus: 'CONVENTIONAL', harvestEnd: '2025-11-05' })
  })
  it('have the days of picking of a day, and the claim by the start that was confirmed, as far as that was known', async () => {
    // The start of January 2022 was recorded and confirmed on 15 January 2026: as is known since, it had counted from 2022 (BR-04). On 22 January the confirmation was taken back.
    for (const id of [ids.source, ids.heap]) {
      expect(await view('productbatch', id, '?asOf=2025-11-10&knownAt=2026-01-20')).toMatchObject({ claimStatus: 'ORGANIC', harvestTo: '2025-11-05' })
      expect(await view('productbatch', id, `?asOf=2025-11-10&knownAt=${days.takenBack}`)).toMatchObject({ claimStatus: 'CONVENTIONAL' })
    }
    expect(await view('productbatch', ids.source, '?asOf=2025-11-04&knownAt=2026-01-20')).toMatchObject({ harvestTo: '2025-10-25' })
    expect(await view('productbatch', ids.heap, '?asOf=2026-01-12&knownAt=2026-01-20')).toMatchObject({ claimStatus: 'ORGANIC' })
  })
})

describe('a claim that never rises after goods have left (BR-11)', () => {
  it('is today what it fell to, in the record and in its past of today', async () => {
    for (const [entity, id] of [
      ['crop', ids.crop],
      ['productbatch', ids.source],
      ['productbatch', ids.heap],
    ] as const)
      for (const query of ['', '?asOf=2026-01-26', '?knownAt=2026-01-26', '?asOf=2026-01-12'])
        expect(await view(entity, id, query), `${entity} ${query}`).toMatchObject({ claimStatus: 'CONVENTIONAL' })
  })
})

describe('the trace of the past', () => {
  it('shows each plot, crop and lot with its claim of then', async () => {
    expect(claims(await trace(`?knownAt=${days.known}`))).toEqual({ plots: ['ORGANIC'], crops: ['ORGANIC'], lots: ['ORGANIC', 'ORGANIC', 'ORGANIC'] })
    expect(claims(await trace(`?asOf=2025-11-10&knownAt=${days.known}`))).toEqual(claims(await trace(`?knownAt=${days.known}`)))
    expect(claims(await trace(`?asOf=2025-11-10&knownAt=${days.takenBack}`))).toEqual({
      plots: ['CONVENTIONAL'],
      crops: ['CONVENTIONAL'],
      lots: ['CONVENTIONAL', 'CONVENTIONAL', 'CONVENTIONAL'],
    })
    expect(claims(await trace('?asOf=2026-01-26'))).toEqual(claims(await trace('')))
    expect(claims(await trace(''))).toMatchObject({ crops: ['CONVENTIONAL'], lots: ['CONVENTIONAL', 'CONVENTIONAL', 'CONVENTIONAL'] })
  })
  it('shows the state of then: before it was closed a lot was open, and the crop was growing', async () => {
    const then = await ok(as('ada').get(`/productbatch/${ids.source}/trace?asOf=2025-11-03&knownAt=${days.known}`))
    expect(then.lots.find(({ id }: Json) => id === ids.source).status).toBe('OPEN')
    const today = await ok(as('ada').get(`/productbatch/${ids.source}/trace`))
    expect(today.lots.find(({ id }: Json) => id === ids.source).status).not.toBe('OPEN')
  })
  it('names the grower of then where the plot has another today', async () => {
    const before = await trace('')
    const { farmerId } = await chain.member({ name: 'Suresh' })
    await ok(record(as('fatima'), 'crop', ids.crop, 'CROP_CLOSE', '2026-01-24', { residue: 'SHREDDED' }))
    await ok(record(as('omar'), 'crop', ids.crop, 'CLOSED', '2026-01-24', { reconciled: true }, 11))
    await ok(record(as('omar'), 'landparcel', ids.plot, 'GROWER_CHANGED', '2026-01-25', { farmerId }))
    expect((await trace('')).parcels[0].farmerId).toBe(farmerId)
    expect((await trace('?asOf=2026-01-24')).parcels[0]).toMatchObject({ farmerId: before.parcels[0].farmerId, farmer: before.parcels[0].farmer })
  })
})

describe('a plot of the past', () => {
  it('counts its conversion to the day that is asked for', async () => {
    expect(await view('landparcel', ids.plot, '?asOf=2026-01-12')).toMatchObject({ organicStatus: 'ORGANIC' })
    expect(await view('landparcel', ids.plot, '?asOf=2025-06-20')).toMatchObject({ organicStatus: 'ORGANIC' })
    expect(await view('landparcel', ids.plot, '?asOf=2023-06-20')).toMatchObject({ organicStatus: 'IC2' })
    expect(await view('landparcel', ids.plot, `?asOf=2025-06-20&knownAt=${days.takenBack}`)).toMatchObject({ organicStatus: 'CONVENTIONAL' })
    const { parcelId } = await chain.member({ conversionStart: null })
    await ok(record(as('omar'), 'landparcel', parcelId, 'CONVERSION_STARTED', '2025-06-01', { startedOn: '2025-06-01' }))
    on('2027-07-01')
    for (const [day, organicStatus] of [
      ['2025-05-31', 'CONVENTIONAL'],
      ['2025-06-01', 'IC1'],
      ['2026-05-31', 'IC1'],
      ['2026-06-01', 'IC2'],
      ['2027-06-01', 'ORGANIC'],
    ])
      expect(await view('landparcel', parcelId, `?asOf=${day}`), day).toMatchObject({ organicStatus })
    on(days.today)
  })
})
