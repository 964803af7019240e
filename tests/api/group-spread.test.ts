// Members of a group who live or farm far from each other (5.4): found above the kilometres of the programme, not at them, of whoever is a member then; by homes and plots, edited, left and come back.
// Kilometres along a meridian, worked out here by its radius of curvature.
import { beforeAll, describe, expect, it } from 'vitest'
import { groupsNearLimits } from '#server/jobs/clock/group-limits.ts'
import { runClock } from '#server/jobs/clock.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let group: string
let [north, south] = ['', '']
let days = 0
const as = (who: string) => world.as(who, 'OP1')
const edit = async (entity: string, id: string, values: Json, who = 'omar') =>
  ok(as(who).patch(`/${entity}/${id}`, values, { 'if-match': `"${(await chain.view(entity, id)).version}"` }))
/** Degrees of latitude from 22° north that make these kilometres. */
const northOf = (km: number): number => {
  const [axis, e2] = [6378.137, 0.00669437999014]
  const radius = (latitude: number) => (axis * (1 - e2)) / (1 - e2 * Math.sin((latitude * Math.PI) / 180) ** 2) ** 1.5
  // The radius in the middle of the way.
  let lat = 22 + km / 110.7
  for (let round = 0; round < 5; round++) lat = 22 + ((km / radius((22 + lat) / 2)) * 180) / Math.PI
  return lat
}
const home = (id: string, lat: number | null) => edit('farmer', id, { homePoint: lat === null ? null : { type: 'Point', coordinates: [75.6, lat] } })
/** What the clock finds on the next day, as it stands with the group. */
const found = async (groupSpread?: number): Promise<Json[]> => {
  days++
  const now = () => new Date(clock().getTime() + days * 86_400_000)
  const { config, ...tenant } = world.tenants.cotton
  const own = groupSpread ? { ...config, tolerances: { groupSpread } } : config
  await runClock({ ...world.deps, clock: now, log: () => {}, stop: new AbortController().signal } as Json, { ...tenant, config: own }, [groupsNearLimits])
  return (await chain.view('collective', group)).flags
    .filter(({ figures }: Json) => figures?.distanceM)
    .map(({ severity, figures }: Json) => [severity, figures])
}
const far = (km: number, mostKm = 100) => [['WARN', { distanceM: km * 1000, mostM: mostKm * 1000 }]]

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  group = world.places.cotton.OP1?.id as string
  // Plots lie further east from file to file.
  const settled = async (): Promise<string> => {
    const { farmerId, parcelId } = await chain.member()
    await ok(record(as('omar'), 'landparcel', parcelId, 'RETIRED', '2026-01-10', { reason: 'Sold' }))
    return farmerId
  }
  north = await settled()
  south = await settled()
}, 120_000)

describe('members who lie far apart', () => {
  it('are found above the kilometres of the programme, ten metres below them not, and no more when a home is corrected', async () => {
    await home(south, 22)
    await home(north, northOf(99.99))
    expect(await found()).toEqual([])
    await home(north, northOf(100.01))
    expect(await found()).toEqual(far(100.1))
    await home(north, northOf(149.95))
    expect(await found()).toEqual(far(150))
    await home(north, northOf(20))
    expect(await found()).toEqual([])
  })
  it('are members: not of whoever has left, also when that is entered late, and again once it is taken back', async () => {
    await home(north, northOf(149.95))
    expect(await found()).toEqual(far(150))
    const { event } = await ok(record(as('omar'), 'farmer', north, 'SUSPENDED', '2025-06-10', { reason: 'Moved away' }))
    expect(await found()).toEqual([])
    await ok(as('omar').post(`/farmer/${north}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await found()).toEqual(far(150))
  })
  it('may do so within what the programme sets', async () => {
    expect(await found(160)).toEqual([])
    expect(await found(50)).toEqual(far(150, 50))
  })
})

describe('what a person has decided of members who lie far apart', () => {
  it('counts until they lie further apart by more than a tenth, and for this limit', async () => {
    await home(north, northOf(149.95))
    await found()
    const { id } = (await chain.view('collective', group)).flags.find(({ figures }: Json) => figures?.distanceM)
    await ok(world.as('ada', 'OP1').post(`/collective/${group}/findings/${id}/close`, { reason: 'ACCEPTED', note: 'One bus goes there' }))
    expect(await found()).toEqual([])
    await home(north, northOf(164.95))
    expect(await found()).toEqual([])
    await home(north, northOf(120))
    expect(await found()).toEqual([])
    expect(await found(110)).toEqual([['WARN', { distanceM: expect.any(Number), mostM: 110_000 }]])
    await home(north, northOf(165.05))
    expect(await found()).toEqual(far(165.1))
    await home(north, northOf(20))
    expect(await found()).toEqual([])
  })
})

describe('plots of members', () => {
  const plot = async (km: number): Promise<string> =>
    (
      await ok(
        as('fatima').post('/landparcel', {
          ...{ name: 'Far', parcelNo: `F-${km}`, farmerId: south, tenure: 'OWNED', declaredAreaHa: 1, waterRegime: 'RAINFED' },
          point: { type: 'Point', coordinates: [75.6, northOf(km)] },
        }),
      )
    ).id
  it('count by their point where they have no boundary, until they are retired', async () => {
    await home(north, northOf(20))
    expect(await found()).toEqual([])
    const id = await plot(249.95)
    expect(await found()).toEqual(far(250))
    const { event } = await ok(record(as('omar'), 'landparcel', id, 'RETIRED', '2026-01-10', { reason: 'Sold' }))
    expect(await found()).toEqual([])
    await ok(as('omar').post(`/landparcel/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await found()).toEqual(far(250))
  })
})
