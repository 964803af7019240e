// The one button a field officer sees must never lead into a refusal.
import { describe, expect, it } from 'vitest'
import { defaultTolerances } from '#domain/rules/tolerances.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { nextStep } from './next-step.ts'
import { sellable as sellableWithin } from './sellable.ts'

const crop = (status: string, more: Record<string, unknown> = {}) =>
  ({
    status,
    may: [],
    plannedSowing: '2025-06-20',
    areaHa: 1.6,
    estimatedKg: null,
    proposedKg: null,
    harvestNotBefore: null,
    ...more,
  }) as unknown as RecordAnswer
const type = (status: string, more = {}) => nextStep(crop(status, more), '2025-11-18')?.type

describe('nextStep', () => {
  it('offers no picking while a waiting period runs', () => {
    expect(type('GROWING', { estimatedKg: 1300, harvestNotBefore: '2025-11-19' })).toBe('SCOUTING')
    expect(type('GROWING', { estimatedKg: 1300, harvestNotBefore: '2025-11-18' })).toBe('HARVEST')
  })
  it('asks for an estimate before the first picking', () => expect(type('GROWING')).toBe('YIELD_ESTIMATE'))
  it('offers the approval only to those who may approve', () => {
    expect(type('GROWING', { proposedKg: 1300, may: ['ESTIMATE_APPROVED'] })).toBe('ESTIMATE_APPROVED')
    expect(type('GROWING', { proposedKg: 1300 })).toBe('HARVEST')
  })
  it('offers the end of the harvest when nobody picked for two months', () => {
    expect(type('HARVESTING', { estimatedKg: 1300, harvestEnd: '2025-11-02' })).toBe('HARVEST')
    expect(type('HARVESTING', { estimatedKg: 1300, harvestEnd: '2025-09-02' })).toBe('CROP_CLOSE')
  })
  it('has nothing more to offer after the harvest', () =>
    expect([type('HARVESTED'), type('CLOSED'), type('FAILED')]).toEqual([undefined, undefined, undefined]))
})

const sellable = (crop: RecordAnswer) => sellableWithin(crop, defaultTolerances)
describe('sellable', () => {
  it('takes the tolerance of the programme, not the product’s', () => {
    const one = crop('HARVESTING', { harvestedKg: 1300, purchasedKg: 1000, estimatedKg: 1000, yieldCapKg: 2000 })
    expect([sellableWithin(one, { purchaseOverEstimate: 1.2 }).leftKg, sellableWithin(one, { purchaseOverEstimate: 1 }).leftKg]).toEqual([200, 0])
  })
  it('says that nothing is harvested', () => expect(sellable(crop('GROWING', { estimatedKg: 1000 }))).toEqual({ leftKg: 0, limitedBy: 'nothing' }))
  it('is limited by the harvest less what is kept', () =>
    expect(sellable(crop('HARVESTING', { harvestedKg: 800, retainedKg: 20, purchasedKg: 500, estimatedKg: 1000, yieldCapKg: 2000 }))).toEqual({
      leftKg: 280,
      limitedBy: 'harvest',
    }))
  it('is limited by the estimate and a tenth', () =>
    expect(sellable(crop('HARVESTING', { harvestedKg: 1300, purchasedKg: 1000, estimatedKg: 1000, yieldCapKg: 2000 }))).toEqual({
      leftKg: 100,
      limitedBy: 'estimate',
    }))
  it('never goes below nothing', () => expect(sellable(crop('HARVESTING', { harvestedKg: 1300, purchasedKg: 1200, estimatedKg: 1000 })).leftKg).toBe(0))
})
