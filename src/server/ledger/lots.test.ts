// Numbers of parts: whoever reads one must still know whose lot it was.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortened } from './lots.ts'

describe('shortened', () => {
  it('leaves what fits as it is', () => {
    expect(shortened('NOG-KH25-SC-014', 17)).toBe('NOG-KH25-SC-014')
  })
  it('keeps the operator in front and the lot’s own number at the end', () => {
    expect(shortened('OP1-KH25-BHI-ORG-3', 17)).toBe('OP1-KH25-BHI-ORG3')
    expect(shortened('OP1-KH25-BHIKANGAON-ORG-12', 17)).toMatch(/^OP1-.*12$/)
  })
  it('fits whatever the number, and never begins or ends otherwise', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{2,4}(-[A-Z0-9]{1,9}){0,5}$/), fc.integer({ min: 10, max: 20 }), (stem, room) => {
        const short = shortened(stem, room)
        expect(short.length).toBeLessThanOrEqual(room)
        expect([short.slice(0, 2), short.slice(-1)]).toEqual([stem.slice(0, 2), stem.slice(-1)])
      }),
    )
  })
})
