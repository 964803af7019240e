// The event a page offers first: the day's work, where the state allows it.
import { describe, expect, it } from 'vitest'
import { animalStep, flockStep, pondStep, systemStep } from './day-step.ts'

describe('animalStep', () => {
  it('is milking for who is in milk, weighing for the others, counting for a group, and nothing once she is gone', () => {
    const may = ['MILKING', 'WEIGHT', 'GROUP_COUNT']
    expect(animalStep({ status: 'ALIVE', may, lactationStatus: 'FRESH' })).toBe('MILKING')
    expect(animalStep({ status: 'ALIVE', may, lactationStatus: 'DRY' })).toBe('WEIGHT')
    expect(animalStep({ status: 'ALIVE', may, recordKind: 'GROUP' })).toBe('GROUP_COUNT')
    expect(animalStep({ status: 'DEAD', may })).toBeUndefined()
  })
})
describe('flockStep, pondStep and systemStep', () => {
  it('begin with the placement, the stocking and the activation, then offer the day’s record', () => {
    expect([flockStep({ status: 'PLANNED', may: ['PLACEMENT'] }), flockStep({ status: 'LAYING', may: ['DAILY_RECORD'] })]).toEqual([
      'PLACEMENT',
      'DAILY_RECORD',
    ])
    expect([pondStep({ status: 'PREPARED', may: ['STOCKING', 'WATER_QUALITY'] }), pondStep({ status: 'GROWING', may: ['WATER_QUALITY'] })]).toEqual([
      'STOCKING',
      'WATER_QUALITY',
    ])
    expect(systemStep({ status: 'DRAFT', may: ['ACTIVATED'] })).toBe('ACTIVATED')
    expect(systemStep({ status: 'ACTIVE', may: ['HERD_MILKING'], milkSpecies: ['CATTLE'] })).toBe('HERD_MILKING')
    expect(systemStep({ status: 'ACTIVE', may: ['HERD_MILKING'], milkSpecies: [] })).toBeUndefined()
  })
})
