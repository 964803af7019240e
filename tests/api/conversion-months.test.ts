// How long conversion takes follows from the schemes to which the group is certified when a plot enters (domain dictionary 5.2, BR-04): by event and by form, of several
// schemes the one that asks most, and for good, whatever the scheme says later. Without a certificate it takes as long as BR-04 says.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { field, type Stage, stageOf } from './parcel-stage.ts'

let world: World
let chain: Chain
let stage: Stage
let plots = 0
/** Each on ground of its own. */
const ground = (north = 0) => field(40_000 + 300 * ++plots, north)
const as = (key: string) => world.as(key, 'OP1')
const plot = (values: Json = {}) => stage.plant({ boundary: ground(), ...values }, as('omar'))
const view = (id: string) => chain.view('landparcel', id)
const scheme = async (abbreviation: string): Promise<Json> =>
  (await ok(as('ada').get('/scheme?limit=50'))).items.find((one: Json) => one.abbreviation === abbreviation)
/** The scheme with these months, in force. */
async function asks(abbreviation: string, annual: number, perennial: number): Promise<void> {
  const { id } = await scheme(abbreviation)
  const { version } = await chain.view('scheme', id)
  await ok(as('ada').patch(`/scheme/${id}`, { conversionMonthsAnnual: annual, conversionMonthsPerennial: perennial }, { 'if-match': `"${version}"` }))
}
/** Enters three years and a month before the day of the tests, confirmed by the certification body. */
const startedOn = '2022-12-15'
async function entered(id: string): Promise<Json> {
  const started = await ok(record(as('omar'), 'landparcel', id, 'CONVERSION_STARTED', startedOn, { startedOn }))
  await ok(record(as('carla'), 'landparcel', id, 'CONVERSION_CONFIRMED', '2026-01-10', { startedOn, document: 'NC-1' }))
  return started.event
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  stage = await stageOf(world)
}, 120_000)

describe('the months of conversion of a plot', () => {
  it('are those of the scheme of its group, by event and by form', async () => {
    await asks('NPOP', 38, 50)
    const { id } = await plot()
    const event = await entered(id)
    expect(event.data).toMatchObject({ monthsAnnual: 38, monthsPerennial: 50 })
    // Thirty-seven months have passed.
    expect(await view(id)).toMatchObject({ organicStatus: 'IC3', conversionMonths: 38, conversionMonthsPerennial: 50 })
    const typed = await plot({ conversionStart: '2025-03-01' })
    expect(await view(typed.id)).toMatchObject({ organicStatus: 'IC1', conversionMonths: 38 })
    const { items } = await ok(as('omar').get('/landparcel?filter[organicStatus]=IC3'))
    expect(items.map((one: Json) => one.id)).toEqual([id])
    const gone = await ok(as('omar').post(`/landparcel/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(gone.subject).toMatchObject({ organicStatus: 'CONVENTIONAL', conversionMonths: null })
  })
  it('stay what they were when the scheme says something else later', async () => {
    await asks('NPOP', 38, 50)
    const { id } = await plot()
    await entered(id)
    await asks('NPOP', 24, 36)
    expect(await view(id)).toMatchObject({ organicStatus: 'IC3', conversionMonths: 38 })
    const later = await plot()
    await entered(later.id)
    expect(await view(later.id)).toMatchObject({ organicStatus: 'ORGANIC', conversionMonths: 24 })
    // What was typed anew enters anew.
    const typed = await plot({ conversionStart: '2025-03-01' })
    const { version } = await view(typed.id)
    await asks('NPOP', 6, 12)
    await ok(as('omar').patch(`/landparcel/${typed.id}`, { conversionStart: '2025-04-01' }, { 'if-match': `"${version}"` }))
    expect(await view(typed.id)).toMatchObject({ organicStatus: 'ORGANIC', conversionMonths: 6 })
    // Typed later with the same months as the event before it had: they stay.
    await asks('NPOP', 38, 50)
    const both = await plot()
    await entered(both.id)
    const known = await view(both.id)
    await ok(as('omar').patch(`/landparcel/${both.id}`, { conversionStart: '2023-01-01' }, { 'if-match': `"${known.version}"` }))
    expect(await view(both.id)).toMatchObject({ conversionStart: '2023-01-01', conversionMonths: 38, conversionMonthsPerennial: 50 })
    await asks('NPOP', 24, 36)
  })
  it('are the most that any of its schemes asks, and those of BR-04 without a certificate', async () => {
    await chain.standards.certify({ collectiveId: world.places.cotton.OP1?.id as string }, { scheme: 'EU_ORG' })
    await asks('EU_ORG', 30, 40)
    const { id } = await plot()
    await entered(id)
    expect(await view(id)).toMatchObject({ conversionMonths: 30, conversionMonthsPerennial: 40 })
    await asks('EU_ORG', 24, 36)
    const theirs = await stage.plant({ boundary: ground(500), farmerId: await stage.farmerOf('OP2') }, world.as('leela'))
    await ok(record(world.as('ada', 'OP2'), 'landparcel', theirs.id, 'CONVERSION_STARTED', '2025-06-01', { startedOn: '2025-06-01' }))
    expect(await ok(world.as('ada', 'OP2').get(`/landparcel/${theirs.id}`))).toMatchObject({ organicStatus: 'IC1', conversionMonths: null })
  })
  it('are those of a crop sown there, and of the parts when it is divided', async () => {
    for (const abbreviation of ['NPOP', 'EU_ORG']) await asks(abbreviation, 12, 24)
    const { parcelId, cropId } = await chain.sown({ conversionStart: '2024-03-01' })
    expect(await chain.view('crop', cropId)).toMatchObject({ claimStatus: 'ORGANIC' })
    expect(await view(parcelId)).toMatchObject({ conversionMonths: 12 })
    const { id, boundary } = await plot()
    await entered(id)
    for (const abbreviation of ['NPOP', 'EU_ORG']) await asks(abbreviation, 24, 36)
    const [[west, south], , [eastern, north]] = boundary.coordinates[0]
    const line = [south - 0.001, north + 0.001].map((lat) => ({ lon: (west + eastern) / 2, lat }))
    const parts = { firstName: 'West', firstNo: 'W-1', secondName: 'East', secondNo: 'E-1', reason: 'Two sons' }
    await ok(record(as('omar'), 'landparcel', id, 'SPLIT', '2026-01-12', { line, ...parts }))
    const { items } = await ok(as('omar').get('/landparcel?limit=200&sort=-createdAt'))
    for (const no of ['W-1', 'E-1']) {
      const part = items.find(({ parcelNo }: Json) => parcelNo === no)
      expect(await view(part.id)).toMatchObject({ organicStatus: 'ORGANIC', conversionMonths: 12, conversionMonthsPerennial: 24 })
    }
  })
})
