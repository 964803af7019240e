// Rounding once and exact decisions: what everything else in this folder stands on.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plotRing } from './arbitraries.ts'
import { closedRing, latticeRing, onLattice, orientation, signedDoubleArea, toDegrees, toLattice } from './lattice.ts'

describe('the lattice', () => {
  it('gives back the same integers after a way through degrees, everywhere', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }), fc.integer({ min: -900_000_000, max: 900_000_000 }), (x, y) => {
        expect(toLattice(toDegrees([x, y]))).toEqual([x, y])
      }),
    )
  })

  it('writes no more than seven decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }), (x) => {
        const [, decimals = ''] = String(toDegrees([x, 0])[0]).split('.')
        expect(decimals.includes('e-') ? 7 : decimals.length).toBeLessThanOrEqual(7)
      }),
    )
  })

  it('knows no negative zero', () => {
    expect(Object.is(toLattice([-1e-9, -1e-9])[0], 0)).toBe(true)
  })

  it('drops the closing point and equal neighbours and remembers where the others stood', () => {
    const ring = latticeRing([
      [0, 0],
      [0, 0],
      [1, 0],
      [1, 1e-9],
      [1, 1],
      [0, 0],
    ])
    expect(ring.points).toEqual([
      [0, 0],
      [10_000_000, 0],
      [10_000_000, 10_000_000],
    ])
    expect(ring.from).toEqual([0, 2, 4])
  })

  it('changes nothing when rounding what is rounded already', () => {
    fc.assert(
      fc.property(plotRing, (ring) => {
        const once = onLattice({ type: 'Polygon', coordinates: [ring] })
        expect(onLattice(once)).toEqual(once)
        expect(closedRing(latticeRing(ring).points)).toEqual(once.coordinates[0])
      }),
    )
  })

  it('goes the shorter way round at the 180th meridian', () => {
    const square = [
      [179.9999, 0],
      [-179.9999, 0],
      [-179.9999, 0.0002],
      [179.9999, 0.0002],
    ] as [number, number][]
    expect(signedDoubleArea(latticeRing(square).points)).toBe(2 * 2000 * 2000)
  })

  it('decides left, right and on the line exactly, one step beside a line nine degrees long', () => {
    const far = 44_999_999
    expect(orientation([-far, -far], [far, far], [0, 1])).toBe(1)
    expect(orientation([-far, -far], [far, far], [1, 0])).toBe(-1)
    expect(orientation([-far, -far], [far, far], [17, 17])).toBe(0)
  })
})
