// How much of a product's weight may be certified (5.5), worked out by hand.
import { describe, expect, it } from 'vitest'
import { certifiableOf, labelOf, organicShareOf } from './composition.ts'

const part = (share: number, organic: boolean) => ({ material: 'FABRIC' as const, share, organic })

describe('the organic share of a product', () => {
  it('is all of one without a composition, and what its parts say of another', () => {
    expect([organicShareOf([]), organicShareOf([part(1, true)]), organicShareOf([part(1, false)])]).toEqual([1, 1, 0])
    expect(organicShareOf([part(0.7, true), part(0.25, true), part(0.05, false)])).toBeCloseTo(0.95)
  })
  it('is called organic from 95 % on, made with organic material from 70 % on, and nothing below', () => {
    expect([1, 0.95, 0.949, 0.7, 0.699, 0].map(labelOf)).toEqual(['organic', 'organic', 'madeWith', 'madeWith', null, null])
    expect(labelOf(organicShareOf([part(0.7, true), part(0.25, true), part(0.05, false)]))).toBe('organic')
  })
  it('certifies net weight by it, to the gram below', () => {
    expect([certifiableOf(300, 0.95), certifiableOf(100, 1), certifiableOf(0.001, 0.5), certifiableOf(10.001, 0.95)]).toEqual([285, 100, 0, 9.5])
  })
})
