// The stock of a pond: an estimate that follows from what was recorded, and only from it.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/day.ts'
import { aliveOn, biomassOn, type PondEvent, pondFcr, pondProjection } from './pond-projection.ts'

const start = '2025-06-01'
const on = (day: number, eventType: string, data: Record<string, unknown> = {}): PondEvent => ({
  eventType,
  day: addDays(start, day),
  at: `${addDays(start, day)}T06:00:00.000Z`,
  data,
})
const stocked = (count: number, meanG: number) => on(0, 'STOCKING', { stock: [{ faoAlpha3: 'CTC', count, meanG }] })
const plan = { expectedSurvival: 0.85, stockingDate: start, plannedHarvestDate: addDays(start, 100) }

describe('aliveOn', () => {
  it('knows nothing before the stocking', () => {
    expect(aliveOn(pondProjection([]), plan, start)).toBeNull()
  })
  it('follows the line from all to those expected to survive', () => {
    const projection = pondProjection([stocked(1000, 5)])
    expect(aliveOn(projection, plan, start)).toBe(1000)
    expect(aliveOn(projection, plan, addDays(start, 50))).toBe(925)
    expect(aliveOn(projection, plan, addDays(start, 300))).toBe(850)
  })
  it('takes the deaths on record where they are more than was expected, and never both', () => {
    const projection = pondProjection([stocked(1000, 5), on(10, 'MORTALITY', { count: 400 })])
    expect(aliveOn(projection, plan, addDays(start, 50))).toBe(600)
  })
  it('begins anew with a count', () => {
    const projection = pondProjection([stocked(1000, 5), on(10, 'MORTALITY', { count: 400 }), on(50, 'COUNT_ADJUST', { counted: 700 })])
    expect(aliveOn(projection, plan, addDays(start, 50))).toBe(700)
    expect(aliveOn(projection, plan, addDays(start, 100))).toBe(625)
  })
  it('has none left after the last harvest', () => {
    const projection = pondProjection([stocked(1000, 5), on(90, 'FINAL_HARVEST', { fish: [{ kg: 300 }] })])
    expect(aliveOn(projection, plan, addDays(start, 95))).toBe(0)
    expect(projection.harvestedKg).toBe(300)
  })
  it('never grows by itself, and never falls below nothing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 400 }),
        (n, survival, day) => {
          const projection = pondProjection([stocked(n, 5)])
          const one = aliveOn(projection, { ...plan, expectedSurvival: survival }, addDays(start, day)) as number
          const next = aliveOn(projection, { ...plan, expectedSurvival: survival }, addDays(start, day + 1)) as number
          expect(next).toBeLessThanOrEqual(one)
          expect(next).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
  it('names the day on which more had gone than there were', () => {
    const projection = pondProjection([stocked(100, 5), on(4, 'TRANSFER', { count: 80 }), on(6, 'MORTALITY', { count: 30 })])
    expect(projection.firstBelowZero).toEqual({ day: addDays(start, 6), alive: -10 })
  })
})
describe('biomassOn and pondFcr', () => {
  it('is 3,825 kg for 300,000 stocked, 85 % of them left, at 15 g', () => {
    const projection = pondProjection([stocked(300_000, 0.01), on(100, 'SAMPLING', { meanG: 15 })])
    expect(biomassOn(projection, plan, addDays(start, 100))).toBeCloseTo(3825, 6)
  })
  it('converts the feed into what was gained and harvested, once a sample was weighed', () => {
    const fed = [stocked(1000, 10), on(20, 'FEEDING', { kg: 100 }), on(20, 'FEEDING', { kg: 50 })]
    expect(pondFcr(pondProjection(fed), plan, addDays(start, 20))).toBeNull()
    const sampled = pondProjection([...fed, on(30, 'SAMPLING', { meanG: 110 })])
    expect(sampled.feedDays).toEqual([{ day: addDays(start, 20), kg: 150 }])
    expect(pondFcr(sampled, { ...plan, expectedSurvival: 1 }, addDays(start, 30))).toBeCloseTo(1.5, 6)
  })
})
describe('pondProjection', () => {
  it('works the harmful ammonia out where the total was measured', () => {
    const { water } = pondProjection([
      on(1, 'WATER_QUALITY', { temperatureC: 28, doMgL: 5, ph: 8.5, tanMgL: 1 }),
      on(2, 'WATER_QUALITY', { temperatureC: 28, doMgL: 5, ph: 8.5 }),
    ])
    expect(water[0]?.nh3MgL).toBeCloseTo(0.181, 3)
    expect(water[1]?.nh3MgL).toBeNull()
  })
})
