// The balance of a flock: the test vectors of the domain dictionary (animal 15), and what holds whatever was recorded.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/day.ts'
import { type FlockEvent, flockFcr, flockLossShare, flockProjection, layingOver } from './flock-projection.ts'

const start = '2025-06-01'
const on = (day: number, eventType: string, data: Record<string, unknown> = {}): FlockEvent => ({ eventType, day: addDays(start, day), data })
const placed = (unsexed: number, more: Record<string, unknown> = {}) => on(0, 'PLACEMENT', { females: 0, males: 0, unsexed, ...more })

describe('flockProjection', () => {
  it('finds nothing below nought while no more go than came', () => {
    const projection = flockProjection([placed(1000), on(3, 'MORTALITY', { count: 40 }), on(30, 'CATCH', { count: 960, totalLiveKg: 1900 })])
    expect(projection).toMatchObject({ placed: 1000, alive: 0, dead: 40, caughtKg: 1900, firstBelowZero: null })
    expect(flockLossShare(projection)).toBeCloseTo(0.04, 6)
  })
  it('names the first bad day when more are caught than live', () => {
    const projection = flockProjection([placed(1000), on(3, 'MORTALITY', { count: 40 }), on(30, 'CATCH', { count: 980, totalLiveKg: 1 })])
    expect(projection.firstBelowZero).toEqual({ day: addDays(start, 30), alive: -20 })
  })
  it('names the day of the catch when a death is told late', () => {
    const projection = flockProjection([placed(1000), on(30, 'CATCH', { count: 1000, totalLiveKg: 1 }), on(20, 'MORTALITY', { count: 1 })])
    expect(projection.firstBelowZero?.day).toBe(addDays(start, 30))
  })
  it('takes the day that a day’s record is for, not the day it was written', () => {
    const projection = flockProjection([placed(100), on(9, 'DAILY_RECORD', { day: addDays(start, 8), deadUnsexed: 2, feedKg: 11, eggsGood: 0 })])
    expect(projection.days.at(-1)).toMatchObject({ day: addDays(start, 8), dead: 2, alive: 98, feedKg: 11, eggs: null })
  })
  it('says nothing of a flock that was not placed', () => {
    expect(flockProjection([])).toMatchObject({ placedOn: null, alive: 0, days: [] })
  })
  it('keeps the balance: alive is what was placed less what went, in whatever order it was told', () => {
    const losses = fc.array(fc.record({ day: fc.integer({ min: 1, max: 60 }), count: fc.integer({ min: 1, max: 9 }) }), { maxLength: 30 })
    fc.assert(
      fc.property(losses, fc.boolean(), (all, backwards) => {
        const events = [placed(500), ...all.map(({ day, count }) => on(day, 'MORTALITY', { count }))]
        const projection = flockProjection(backwards ? events.toReversed() : events)
        expect(projection.alive).toBe(500 - all.reduce((sum, { count }) => sum + count, 0))
        expect(projection.alive + projection.dead).toBe(500)
        expect(projection.days.map(({ day }) => day)).toEqual(projection.days.map(({ day }) => day).toSorted())
      }),
    )
  })
})
describe('layingOver', () => {
  it('adds eggs and living hens up over the days on record', () => {
    const events = [
      on(0, 'PLACEMENT', { females: 100, males: 0, unsexed: 0 }),
      on(140, 'DAILY_RECORD', { deadFemales: 0, eggsGood: 80, eggsCracked: 5 }),
      on(141, 'DAILY_RECORD', { deadFemales: 10, eggsGood: 90, eggsBroken: 5 }),
    ]
    expect(layingOver(flockProjection(events), 7)).toBeCloseTo(180 / 200, 6)
    expect(layingOver(flockProjection(events), 1)).toBeCloseTo(95 / 100, 6)
  })
  it('says nothing of a flock without eggs on record', () => {
    expect(layingOver(flockProjection([placed(10)]), 7)).toBeNull()
  })
})
describe('flockFcr', () => {
  it('is feed up to the newest weighing for what was gained until then', () => {
    const events = [placed(1000, { weightG: 42 }), on(20, 'FEEDING', { kg: 1500 }), on(28, 'WEIGHT_SAMPLE', { meanG: 1042 }), on(30, 'FEEDING', { kg: 500 })]
    expect(flockFcr(flockProjection(events))).toBeCloseTo(1.5, 6)
  })
  it('says nothing before a second weighing', () => {
    expect(flockFcr(flockProjection([placed(1000, { weightG: 42 }), on(2, 'FEEDING', { kg: 30 })]))).toBeNull()
  })
})
