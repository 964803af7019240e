// Limits and rolling means of a line, at the bounds of how many runs they take.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { controlLimits, rollingMeans } from './control-chart.ts'

const runs = (count: number, share: (index: number) => number) => Array.from({ length: count }, (_, index) => share(index))

describe('the control chart', () => {
  it('has no limits before five runs', () => {
    expect(
      controlLimits(
        runs(4, () => 0.34),
        2,
      ),
    ).toBeNull()
    const limits = controlLimits([0.33, 0.35, 0.33, 0.35, 0.34], 2)
    expect(limits?.from).toBe(5)
    expect([limits?.mean, limits?.sigma, limits?.lower, limits?.upper].map((one) => one?.toFixed(6))).toEqual(['0.340000', '0.010000', '0.320000', '0.360000'])
  })
  it('takes its limits from before the latest thirty once there are thirty before them', () => {
    const before = (index: number) => (index % 2 ? 0.33 : 0.35)
    expect(controlLimits([...runs(29, before), ...runs(30, () => 0.4)], 2)?.from).toBe(59)
    const limits = controlLimits([...runs(30, before), ...runs(30, () => 0.4)], 2)
    expect(limits?.from).toBe(30)
    expect(limits?.mean).toBeCloseTo(0.34, 9)
  })
  it('rolls over thirty runs as a sum over each thirty does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 250, max: 420 }), { maxLength: 80 }), (permille) => {
        const shares = permille.map((one) => one / 1000)
        rollingMeans(shares).forEach((mean, index) => {
          const window = shares.slice(Math.max(0, index - 29), index + 1)
          if (window.length < 30) expect(mean).toBeNull()
          else expect(mean).toBeCloseTo(window.reduce((sum, share) => sum + share, 0) / 30, 9)
        })
      }),
    )
  })
})
