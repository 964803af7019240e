// The stock of a pond: an estimate that follows from what was recorded, and only from it.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/day.ts'
import { aquacrop } from './aquacrop.ts'
import { aliveOn, biomassOn, guessFindings, type PondEvent, pondFcr, pondTotals, projectPond } from './pond-projection.ts'

const start = '2025-06-01'
let ids = 0
const on = (day: number, eventType: string, data: Record<string, unknown> = {}): PondEvent => ({
  id: `e${++ids}`,
  eventType,
  day: addDays(start, day),
  occurredAt: `${addDays(start, day)}T06:00:00.000Z`,
  data,
})
const stocked = (count: number, meanG: number) => on(0, 'STOCKING', { stock: [{ faoAlpha3: 'CTC', count, meanG }] })
const plan = { expectedSurvival: 0.85, stockingDate: start, plannedHarvestDate: addDays(start, 100) }

describe('aliveOn', () => {
  it('knows nothing before the stocking', () => {
    expect(aliveOn(pondTotals([]), plan, start)).toBeNull()
  })
  it('follows the line from all to those expected to survive', () => {
    const totals = pondTotals([stocked(1000, 5)])
    expect(aliveOn(totals, plan, start)).toBe(1000)
    expect(aliveOn(totals, plan, addDays(start, 50))).toBe(925)
    expect(aliveOn(totals, plan, addDays(start, 300))).toBe(850)
  })
  it('takes the deaths on record where they are more than was expected, and never both', () => {
    const totals = pondTotals([stocked(1000, 5), on(10, 'MORTALITY', { count: 400 })])
    expect(aliveOn(totals, plan, addDays(start, 50))).toBe(600)
  })
  it('begins anew with a count', () => {
    const totals = pondTotals([stocked(1000, 5), on(10, 'MORTALITY', { count: 400 }), on(50, 'COUNT_ADJUST', { counted: 700 })])
    expect(aliveOn(totals, plan, addDays(start, 50))).toBe(700)
    expect(aliveOn(totals, plan, addDays(start, 100))).toBe(625)
  })
  it('has none left after the last harvest', () => {
    const totals = pondTotals([stocked(1000, 5), on(90, 'FINAL_HARVEST', { fish: [{ kg: 300 }] })])
    expect(aliveOn(totals, plan, addDays(start, 95))).toBe(0)
    expect(totals.harvestedKg).toBe(300)
  })
  it('never grows by itself, and never falls below nothing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 400 }),
        (n, survival, day) => {
          const totals = pondTotals([stocked(n, 5)])
          const one = aliveOn(totals, { ...plan, expectedSurvival: survival }, addDays(start, day)) as number
          const next = aliveOn(totals, { ...plan, expectedSurvival: survival }, addDays(start, day + 1)) as number
          expect(next).toBeLessThanOrEqual(one)
          expect(next).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
  it('names the day on which more had gone than there were', () => {
    const totals = pondTotals([stocked(100, 5), on(4, 'TRANSFER', { count: 80 }), on(6, 'MORTALITY', { count: 30 })])
    expect(totals.firstBelowZero).toEqual({ day: addDays(start, 6), alive: -10 })
  })
})
describe('biomassOn and pondFcr', () => {
  it('is 3,825 kg for 300,000 stocked, 85 % of them left, at 15 g', () => {
    const totals = pondTotals([stocked(300_000, 0.01), on(100, 'SAMPLING', { meanG: 15 })])
    expect(biomassOn(totals, plan, addDays(start, 100))).toBeCloseTo(3825, 6)
  })
  it('converts the feed into what was gained and harvested, once a sample was weighed', () => {
    const fed = [stocked(1000, 10), on(20, 'FEEDING', { kg: 100 }), on(20, 'FEEDING', { kg: 50 })]
    expect(pondFcr(pondTotals(fed), plan, addDays(start, 20))).toBeNull()
    const sampled = pondTotals([...fed, on(30, 'SAMPLING', { meanG: 110 })])
    expect(sampled.feedDays).toEqual([{ day: addDays(start, 20), kg: 150 }])
    expect(pondFcr(sampled, { ...plan, expectedSurvival: 1 }, addDays(start, 30))).toBeCloseTo(1.5, 6)
  })
})
describe('projectPond', () => {
  const record = { title: 'Pond', ...plan }
  const project = (events: readonly PondEvent[]) => projectPond(aquacrop, record, events, addDays(start, 20))
  it('estimates how many an uncounted harvest took, and refuses nothing by an estimate (B14)', () => {
    const harvest = on(50, 'PARTIAL_HARVEST', { fish: [{ kg: 50 }] })
    const { refusal, totals } = project([stocked(1000, 10), harvest, on(60, 'MORTALITY', { count: 30 })])
    expect(refusal).toBeNull()
    expect(aliveOn(totals, plan, addDays(start, 50))).toBe(0)
    expect(guessFindings(totals, 14)).toMatchObject([{ eventId: harvest.id, severity: 'WARN', figures: { weighedOn: start } }])
    const weighed = project([stocked(1000, 10), on(45, 'SAMPLING', { meanG: 200 }), harvest])
    expect(aliveOn(weighed.totals, { ...plan, expectedSurvival: 1 }, addDays(start, 50))).toBe(750)
    expect(guessFindings(weighed.totals, 14)).toEqual([])
    expect(project([stocked(1000, 10), on(50, 'PARTIAL_HARVEST', { fish: [{ kg: 50, count: 1001 }] })]).refusal).toMatchObject({ ruleId: 'AH-08' })
  })
  it('refuses fish received before the stocking (B15)', () => {
    expect(project([on(-2, 'TRANSFER_IN', { count: 10, meanG: 5 }), stocked(1000, 10)]).refusal).toMatchObject({ ruleId: 'AH-01', day: addDays(start, -2) })
  })
  it('counts the dead, and fish that came and went, in the feed conversion (B10)', () => {
    const events = [stocked(1000, 100), on(10, 'FEEDING', { kg: 300 }), on(20, 'SAMPLING', { meanG: 200 }), on(21, 'MORTALITY', { count: 100 })]
    const always = { ...plan, expectedSurvival: 1 }
    expect(pondFcr(pondTotals(events), always, addDays(start, 21))).toBeCloseTo(300 / (900 * 0.2 + 100 * 0.2 - 100), 6)
    const moved = [...events, on(22, 'TRANSFER', { count: 200, meanG: 200 }), on(23, 'TRANSFER_IN', { count: 50, meanG: 300 })]
    expect(pondFcr(pondTotals(moved), always, addDays(start, 23))).toBeCloseTo(300 / (750 * 0.2 + 20 + 40 - 15 - 100), 6)
  })
})
describe('pondTotals', () => {
  it('works the harmful ammonia out where the total was measured', () => {
    const { water } = pondTotals([
      on(1, 'WATER_QUALITY', { temperatureC: 28, doMgL: 5, ph: 8.5, tanMgL: 1 }),
      on(2, 'WATER_QUALITY', { temperatureC: 28, doMgL: 5, ph: 8.5 }),
    ])
    expect(water[0]?.nh3MgL).toBeCloseTo(0.181, 3)
    expect(water[1]?.nh3MgL).toBeNull()
  })
})
