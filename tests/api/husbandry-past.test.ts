// Animals, flocks and ponds as they were on a day and as they were known on a day, and how much of a long history is read for
// one milking: what the projections of the store make of the same events.
import { beforeAll, describe, expect, it } from 'vitest'
import { behaviours } from '#server/behaviours.ts'
import { openWorld } from '../harness/world.ts'
import { clock, daysAgo, type Husbandry, husbandryOf, milking, plainDay } from './husbandry-stage.ts'

let herd: Husbandry
/** How many events each projection of a cow has read. */
const read: number[] = []
beforeAll(async () => {
  const { cow } = behaviours
  const counted: typeof cow = {
    ...cow,
    async facts(...of) {
      const facts = (await cow?.facts?.(...of)) ?? []
      read.push(facts.length)
      return facts
    },
  }
  herd = await husbandryOf(await openWorld({ now: clock, behaviours: { ...behaviours, cow: counted } }))
}, 120_000)

describe('the past', () => {
  it('of a flock has its birds, its feed and its state of that day', async () => {
    const { id } = await herd.flock()
    await herd.recorded('poultrybatch', id, 'PLACEMENT', daysAgo(30), { females: 0, males: 0, unsexed: 1000 })
    await herd.recorded('poultrybatch', id, 'MORTALITY', daysAgo(20), { count: 10, cause: 'HEAT', disposal: 'OnPremise' })
    await herd.recorded('poultrybatch', id, 'FEEDING', daysAgo(15), { feedItemId: herd.feedId, kg: 50 })
    await herd.recorded('poultrybatch', id, 'CATCH', daysAgo(10), { count: 400, totalLiveKg: 800, buyer: 'Depot', forSlaughter: 'LIVE' })
    const past = (ago: number) => herd.view('poultrybatch', `${id}?asOf=${plainDay(ago)}`)
    expect(await past(25)).toMatchObject({ status: 'PLACED', aliveCount: 1000, feedKg: null })
    expect(await past(12)).toMatchObject({ status: 'PLACED', aliveCount: 990, feedKg: 50 })
    expect(await past(5)).toMatchObject({ status: 'DEPLETING', aliveCount: 590 })
    expect((await past(5)).past.notDerived).not.toContain('aliveCount')
  })
  it('of a cow has her weight, her lactation and her state of that day', async () => {
    const { id } = await herd.cow(100)
    await herd.recorded('cow', id, 'WEIGHT', daysAgo(60), { kg: 400, method: 'LoadCell' })
    await herd.recorded('cow', id, 'DRY_OFF', daysAgo(30), { reason: 'PLANNED' })
    await herd.recorded('cow', id, 'DEPARTURE', daysAgo(10), { kind: 'Sale' })
    const past = (ago: number) => herd.view('cow', `${id}?asOf=${plainDay(ago)}`)
    expect(await past(90)).toMatchObject({ status: 'ALIVE', lactationStatus: 'FRESH', parity: 1, lastWeightKg: null })
    expect(await past(20)).toMatchObject({ status: 'ALIVE', lactationStatus: 'DRY', lastWeightKg: 400 })
    expect(await past(5)).toMatchObject({ status: 'OFF_FARM' })
  })
})

describe('a cow with many milkings', () => {
  it('is milked without reading them: what was entered, her birth, and the first and the newest milking', async () => {
    const { id } = await herd.cow(100)
    for (const ago of Array.from({ length: 20 }, (_, place) => 30 - place)) await herd.recorded('cow', id, 'MILKING', daysAgo(ago), milking(5))
    read.length = 0
    await herd.recorded('cow', id, 'MILKING', daysAgo(1), milking(6))
    expect(read).toEqual([4])
    expect(await herd.view('cow', id)).toMatchObject({ lastMilkKg: 6, extra: { lactation: { milkKg: 106 } } })
    read.length = 0
    expect((await herd.attempt('cow', id, 'DEATH', daysAgo(20), { method: 'Perished', reason: 'Other', disposal: 'OnPremise' })).body).toMatchObject({
      ruleId: 'AH-01',
      figures: { day: plainDay(19) },
    })
  })
})
