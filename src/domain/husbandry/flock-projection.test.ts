// The balance of a flock: the test vectors of the domain dictionary (animal 15), and what holds whatever was recorded.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/day.ts'
import { husbandryAssumptions } from './assumptions.ts'
import { aliveAtDawn, type FlockEvent, flockFcr, flockLossShare, flockTotals, layingOver, projectFlock } from './flock-projection.ts'
import { poultrybatch } from './poultrybatch.ts'

const start = '2025-06-01'
let ids = 0
const on = (day: number, eventType: string, data: Record<string, unknown> = {}, hour = '06'): FlockEvent => ({
  id: `e${++ids}`,
  eventType,
  day: addDays(start, day),
  occurredAt: `${addDays(start, day)}T${hour}:00:00.000Z`,
  data,
})
const project = (events: readonly FlockEvent[], record: Record<string, unknown> = {}) =>
  projectFlock(poultrybatch, { title: 'House 1', birdType: 'BROILER', ...record }, events, husbandryAssumptions)
const placed = (unsexed: number, more: Record<string, unknown> = {}) => on(0, 'PLACEMENT', { females: 0, males: 0, unsexed, ...more })

describe('flockTotals', () => {
  it('finds nothing below nought while no more go than came', () => {
    const totals = flockTotals([placed(1000), on(3, 'MORTALITY', { count: 40 }), on(30, 'CATCH', { count: 960, totalLiveKg: 1900 })])
    expect(totals).toMatchObject({ placed: 1000, alive: 0, dead: 40, caughtKg: 1900, firstBelowZero: null })
    expect(flockLossShare(totals)).toBeCloseTo(0.04, 6)
  })
  it('names the first bad day when more are caught than live', () => {
    const totals = flockTotals([placed(1000), on(3, 'MORTALITY', { count: 40 }), on(30, 'CATCH', { count: 980, totalLiveKg: 1 })])
    expect(totals.firstBelowZero).toEqual({ day: addDays(start, 30), alive: -20 })
  })
  it('names the day of the catch when a death is recorded late', () => {
    const totals = flockTotals([placed(1000), on(30, 'CATCH', { count: 1000, totalLiveKg: 1 }), on(20, 'MORTALITY', { count: 1 })])
    expect(totals.firstBelowZero?.day).toBe(addDays(start, 30))
  })
  it('takes the day that a day’s record is for, not the day it was written', () => {
    const totals = flockTotals([placed(100), on(9, 'DAILY_RECORD', { day: addDays(start, 8), deadUnsexed: 2, feedKg: 11, eggsGood: 0 })])
    expect(totals.days.at(-1)).toMatchObject({ day: addDays(start, 8), dead: 2, alive: 98, feedKg: 11, eggs: null })
  })
  it('says nothing of a flock that was not placed', () => {
    expect(flockTotals([])).toMatchObject({ placedOn: null, alive: 0, days: [] })
  })
  it('keeps the balance: alive is what was placed less what went, in whatever order it was recorded', () => {
    const losses = fc.array(fc.record({ day: fc.integer({ min: 1, max: 60 }), count: fc.integer({ min: 1, max: 9 }) }), { maxLength: 30 })
    fc.assert(
      fc.property(losses, fc.boolean(), (all, backwards) => {
        const events = [placed(500), ...all.map(({ day, count }) => on(day, 'MORTALITY', { count }))]
        const totals = flockTotals(backwards ? events.toReversed() : events)
        expect(totals.alive).toBe(500 - all.reduce((sum, { count }) => sum + count, 0))
        expect(totals.alive + totals.dead).toBe(500)
        expect(totals.days.map(({ day }) => day)).toEqual(totals.days.map(({ day }) => day).toSorted())
      }),
    )
  })
})
describe('projectFlock', () => {
  it('names the first bad date by the order of happening, whatever was recorded first (vectors 13 and 14)', () => {
    const early = project([placed(1000), on(3, 'MORTALITY', { count: 40 }), on(30, 'CATCH', { count: 980, totalLiveKg: 1 })])
    expect(early.refusal).toMatchObject({ ruleId: 'AH-08', day: addDays(start, 30), figures: { missing: 20 } })
    const late = project([placed(960), on(30, 'CATCH', { count: 960, totalLiveKg: 1 }), on(20, 'MORTALITY', { count: 1 })])
    expect(late.refusal).toMatchObject({ ruleId: 'AH-08', day: addDays(start, 30), eventType: 'CATCH' })
  })
  it('lets a count correct what went before it on the same day, and nothing after it (B11)', () => {
    const events = [placed(1000), on(5, 'MORTALITY', { count: 10 }, '06'), on(5, 'COUNT_ADJUST', { counted: 990, reason: 'x' }, '12')]
    expect(project(events).columns.aliveCount).toBe(990)
    expect(project([...events, on(5, 'TRANSFER_IN', { count: 100 }, '15')]).columns.aliveCount).toBe(1090)
    expect(
      project([placed(1000), on(5, 'COUNT_ADJUST', { counted: 990, reason: 'x' }, '12'), on(5, 'MORTALITY', { count: 10 }, '14')]).columns.aliveCount,
    ).toBe(980)
  })
  it('refuses a cleared house in which birds lived then, and birds received before the placement (B15, B16)', () => {
    const cleared = project([placed(1000), on(10, 'CLEANOUT', { downtimeDays: 1 }), on(28, 'CATCH', { count: 1000, totalLiveKg: 1 })])
    expect(cleared.refusal).toMatchObject({ ruleId: 'AH-08', day: addDays(start, 10), figures: { alive: 1000 } })
    expect(project([on(-1, 'TRANSFER_IN', { count: 5 }), placed(100)]).refusal).toMatchObject({ ruleId: 'AH-01', eventType: 'TRANSFER_IN' })
  })
  it('does not depend on the order of recording', () => {
    const events = [
      placed(1000, { weightG: 42 }),
      on(3, 'MORTALITY', { count: 10 }, '07'),
      on(3, 'COUNT_ADJUST', { counted: 985, reason: 'x' }, '12'),
      on(5, 'TRANSFER_IN', { count: 50, averageWeightG: 90 }),
      on(7, 'WEIGHT_SAMPLE', { meanG: 180 }),
      on(8, 'FEEDING', { kg: 300 }),
      on(9, 'DAILY_RECORD', { day: addDays(start, 8), deadUnsexed: 2, eggsGood: 0 }),
      on(20, 'CATCH', { count: 1033, totalLiveKg: 1900 }),
      on(21, 'CLEANOUT', { downtimeDays: 7 }),
    ]
    const expected = project(events)
    expect(expected).toMatchObject({ refusal: null, status: 'CLOSED', columns: { aliveCount: 0 } })
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (shuffled) => {
        expect(project(shuffled)).toEqual(expected)
      }),
    )
  })
  it('counts birds that were caught on a day among those that may have laid on it (B12)', () => {
    const { totals } = project([
      placed(1000),
      on(5, 'CATCH', { count: 1000, totalLiveKg: 1 }, '15'),
      on(5, 'DAILY_RECORD', { day: addDays(start, 5), eggsGood: 900 }, '14'),
    ])
    expect(totals.days.map(aliveAtDawn)).toEqual([1000, 1000])
    expect(layingOver(totals, 1)).toBeCloseTo(0.9, 6)
  })
})
describe('layingOver', () => {
  it('adds eggs and living hens up over the days on record', () => {
    const events = [
      on(0, 'PLACEMENT', { females: 100, males: 0, unsexed: 0 }),
      on(140, 'DAILY_RECORD', { deadFemales: 0, eggsGood: 80, eggsCracked: 5 }),
      on(141, 'DAILY_RECORD', { deadFemales: 10, eggsGood: 90, eggsBroken: 5 }),
    ]
    expect(layingOver(flockTotals(events), 7)).toBeCloseTo(180 / 200, 6)
    expect(layingOver(flockTotals(events), 1)).toBeCloseTo(95 / 100, 6)
  })
  it('says nothing of a flock without eggs on record', () => {
    expect(layingOver(flockTotals([placed(10)]), 7)).toBeNull()
  })
})
describe('flockFcr', () => {
  it('is feed up to the newest weighing for what was gained until then', () => {
    const events = [placed(1000, { weightG: 42 }), on(20, 'FEEDING', { kg: 1500 }), on(28, 'WEIGHT_SAMPLE', { meanG: 1042 }), on(30, 'FEEDING', { kg: 500 })]
    expect(flockFcr(flockTotals(events))).toBeCloseTo(1.5, 6)
  })
  it('weighs birds that were caught, and never counts them twice (B10)', () => {
    const events = [placed(1000), on(5, 'FEEDING', { kg: 3200 }), on(7, 'WEIGHT_SAMPLE', { meanG: 2000 }), on(9, 'CATCH', { count: 1000, totalLiveKg: 2200 })]
    expect(flockFcr(flockTotals(events, 42))).toBeCloseTo(3200 / (2200 - 42), 6)
    expect(flockFcr(flockTotals(events.slice(0, 3), 42))).toBeCloseTo(3200 / (2000 - 42), 6)
    const thinned = [...events.slice(0, 3), on(8, 'CATCH', { count: 400, totalLiveKg: 880 }), on(9, 'WEIGHT_SAMPLE', { meanG: 2300 })]
    expect(flockFcr(flockTotals(thinned, 42))).toBeCloseTo(3200 / (880 + 600 * 2.3 - 42), 6)
  })
  it('says nothing where nobody knows the weight at placement', () => {
    expect(flockFcr(flockTotals([placed(1000), on(5, 'FEEDING', { kg: 10 }), on(7, 'WEIGHT_SAMPLE', { meanG: 2000 })]))).toBeNull()
  })
  it('says nothing before a second weighing', () => {
    expect(flockFcr(flockTotals([placed(1000, { weightG: 42 }), on(2, 'FEEDING', { kg: 30 })]))).toBeNull()
  })
})
