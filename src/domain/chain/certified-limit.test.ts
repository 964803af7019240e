// How much of a crop may be bought as certified where border rows are excluded (BR-13).
import { describe, expect, it } from 'vitest'
import { certifiedLimit } from './yield.ts'

describe('what may be bought as certified (BR-13)', () => {
  const crop = { yieldCapKg: 1600, harvestedKg: 1200, areaHa: 2, excludedHa: 0.5 }
  it('is the share of the area that is left, of the harvest or the ceiling, whichever is less', () => {
    expect(certifiedLimit(crop)).toBe(900)
    expect(certifiedLimit({ ...crop, harvestedKg: 1700 })).toBe(1200)
    expect(certifiedLimit({ ...crop, yieldCapKg: null })).toBe(900)
  })
  it('is the ceiling where no border row is excluded or nothing is picked, and open where neither is known', () => {
    expect(certifiedLimit({ ...crop, excludedHa: null })).toBe(1600)
    expect(certifiedLimit({ ...crop, harvestedKg: null })).toBe(1200)
    expect(certifiedLimit({ ...crop, yieldCapKg: null, harvestedKg: 0 })).toBeNull()
  })
})
