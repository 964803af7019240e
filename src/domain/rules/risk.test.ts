// Points and classes of risk at their bounds, and the size of a sample by an independent calculation.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RiskFacts, riskOf, suggestedSample } from './risk.ts'
import { tolerancesOf } from './tolerances.ts'

const calm: RiskFacts = {
  isFirstYear: false,
  gmNeighbours: 0,
  parallelCrops: 0,
  majorFindings: 0,
  yieldOfMedian: null,
  plotsWithoutPolygon: 0,
  isLargeFarm: false,
  lateShare: null,
}

const bounds = tolerancesOf()

describe('BR-34', () => {
  it.each([
    ['nothing', {}, 0, 'LOW'],
    ['the first year', { isFirstYear: true }, 2, 'LOW'],
    ['a GM neighbour', { gmNeighbours: 2 }, 2, 'LOW'],
    ['parallel production', { parallelCrops: 1 }, 3, 'LOW'],
    ['a major finding', { majorFindings: 3 }, 3, 'LOW'],
    ['a yield at the bound', { yieldOfMedian: 1.3 }, 0, 'LOW'],
    ['a yield above the bound', { yieldOfMedian: 1.301 }, 3, 'LOW'],
    ['no polygon', { plotsWithoutPolygon: 1 }, 2, 'LOW'],
    ['a large farm', { isLargeFarm: true }, 1, 'LOW'],
    ['late records at the bound', { lateShare: 0.3 }, 0, 'LOW'],
    ['late records above it', { lateShare: 0.31 }, 1, 'LOW'],
    ['four points', { majorFindings: 1, isLargeFarm: true }, 4, 'MEDIUM'],
    ['seven points', { majorFindings: 1, isFirstYear: true, gmNeighbours: 1 }, 7, 'MEDIUM'],
    ['eight points', { majorFindings: 1, parallelCrops: 1, isFirstYear: true }, 8, 'HIGH'],
  ] as const)('counts %s', (_, facts, total, riskClass) => expect(riskOf({ ...calm, ...facts }, bounds)).toMatchObject({ points: total, riskClass }))

  it('is of the class that the programme’s own bounds say', () => {
    const facts = { ...calm, majorFindings: 1, isLargeFarm: true }
    expect(riskOf(facts, tolerancesOf({ riskMedium: 5 })).riskClass).toBe('LOW')
    expect(riskOf(facts, tolerancesOf({ riskHigh: 4 })).riskClass).toBe('HIGH')
  })
  it('gives a reason for every point', () =>
    fc.assert(
      fc.property(
        fc.record({
          isFirstYear: fc.boolean(),
          gmNeighbours: fc.nat(3),
          parallelCrops: fc.nat(3),
          majorFindings: fc.nat(3),
          yieldOfMedian: fc.option(fc.double({ min: 0, max: 3, noNaN: true })),
          plotsWithoutPolygon: fc.nat(3),
          isLargeFarm: fc.boolean(),
          lateShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        }),
        (facts) => {
          const { points, reasons } = riskOf(facts, bounds)
          expect(reasons.reduce((sum, one) => sum + one.points, 0)).toBe(points)
          expect(points).toBeLessThanOrEqual(17)
        },
      ),
    ))
})

describe('the sample of a certification body', () => {
  it.each([
    [0, 0],
    [6, 6],
    [10, 10],
    [100, 10],
    [101, 11],
    [190, 14],
    [400, 20],
    [401, 21],
    [500, 25],
  ])('of %i farms is %i', (members, sample) => expect(suggestedSample(members)).toBe(sample))
})
