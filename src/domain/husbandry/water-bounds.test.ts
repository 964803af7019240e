// Which water is a finding, by the species that lives in it, and what is said of it.
import { describe, expect, it } from 'vitest'
import { boundsOf, isOutOfBounds, speciesGroup, waterTrouble } from './water-bounds.ts'

const good = { doMgL: 5, ph: 7.8, temperatureC: 27, nh3MgL: 0.01 }
const [carp, trout, shrimp] = [boundsOf('CARP'), boundsOf('TROUT'), boundsOf('SHRIMP')]

describe('waterTrouble', () => {
  it('finds nothing in good water, nor in what was not measured', () => {
    expect(waterTrouble(carp, good)).toBeNull()
    expect(waterTrouble(carp, { ...good, nh3MgL: null, nitriteMgL: null })).toBeNull()
  })
  it('names everything that is wrong at once, with what was found', () => {
    expect(waterTrouble(carp, { ...good, doMgL: 3.4, nh3MgL: 0.34712 })).toEqual({ severity: 'WARN', figures: { oxygen: 3.4, ammonia: 0.347 } })
  })
  it('judges each species by its own table (B29)', () => {
    expect(waterTrouble(trout, { ...good, doMgL: 9, temperatureC: 12 })).toBeNull()
    expect(waterTrouble(carp, { ...good, temperatureC: 12 })).toEqual({ severity: 'WARN', figures: { temperature: 12 } })
    expect(waterTrouble(shrimp, { ...good, doMgL: 4.2, nitriteMgL: 10, salinityPpt: 15 })).toEqual({ severity: 'WARN', figures: { nitrite: 10 } })
    expect(waterTrouble(carp, { ...good, salinityPpt: 15 })).toEqual({ severity: 'WARN', figures: { salinity: 15 } })
  })
  it('asks for a review where animals die', () => {
    expect(waterTrouble(carp, { ...good, doMgL: 2.9 })?.severity).toBe('REVIEW')
  })
  it('judges by the values that a programme set', () => {
    expect(waterTrouble(boundsOf('CARP', { CARP: { doMgL: { least: 6, most: null } } }), good)).toEqual({ severity: 'WARN', figures: { oxygen: 5 } })
  })
})
describe('isOutOfBounds', () => {
  it.each([
    ['doMgL', 4, false],
    ['doMgL', 3.9, true],
    ['ph', 9, false],
    ['ph', 9.1, true],
    ['ph', 6.4, true],
    ['temperatureC', 33.1, true],
    ['nh3MgL', 0.06, false],
  ] as const)('of %s at %d in a carp pond is %s', (measure, value, expected) => {
    expect(isOutOfBounds(carp, measure, value)).toBe(expected)
  })
})
describe('speciesGroup', () => {
  it('is that of the largest share', () => {
    expect(
      speciesGroup([
        { faoAlpha3: 'TRR', share: 0.3 },
        { faoAlpha3: 'CTC', share: 0.7 },
      ]),
    ).toBe('CARP')
    expect(speciesGroup([{ faoAlpha3: 'XXX', share: 1, stage: 'PL' }])).toBe('SHRIMP')
    expect(speciesGroup([{ faoAlpha3: 'XXX', share: 1, stage: 'FRY' }])).toBe('OTHER')
    expect(speciesGroup([])).toBe('OTHER')
  })
})
