// The score of an internal control: the mean of what is measured, its bounds, and that nothing is made of nothing.
import { describe, expect, it } from 'vitest'
import { icsScore, spreadOf } from './ics-score.ts'
import { defaultTolerances } from './tolerances.ts'

const nothing = { done: 0, of: 0 }
const of = (done: number, all: number) => ({ done, of: all })

describe('the score of an internal control', () => {
  it('is the mean of the parts that are measured, each as heavy as the others', () => {
    const { score, risk, parts } = icsScore({ COVERAGE: of(9, 10), DETECTION: of(3, 5), SPREAD: nothing, CORRECTION: of(1, 2) }, defaultTolerances)
    expect(parts.map(({ share }) => share)).toEqual([0.9, 0.6, null, 0.5])
    expect([score, risk]).toEqual([67, 'MEDIUM'])
  })
  it('is none of one part alone', () => {
    expect(icsScore({ COVERAGE: of(10, 10), DETECTION: nothing, SPREAD: nothing, CORRECTION: nothing }, defaultTolerances)).toMatchObject({
      score: null,
      risk: null,
    })
  })
  it('is low risk from 80, high below 60, or as the programme sets it', () => {
    const at = (share: number, own = defaultTolerances) =>
      icsScore({ COVERAGE: of(share, 100), DETECTION: of(share, 100), SPREAD: nothing, CORRECTION: nothing }, own).risk
    expect([80, 79, 60, 59].map((share) => at(share))).toEqual(['LOW', 'MEDIUM', 'MEDIUM', 'HIGH'])
    expect(at(79, { ...defaultTolerances, icsGood: 75 })).toBe('LOW')
  })
  it('counts an inspector within the limits whole, near them half, far off not; one alone is compared with nobody', () => {
    expect(spreadOf(['INSIDE', 'FEWER', 'MANY_FEWER', 'MORE'])).toEqual({ done: 2, of: 4 })
    expect(spreadOf(['INSIDE'])).toEqual({ done: 0, of: 0 })
  })
})
