// Sound or not, against exact fractions on thousands of small rings; and each cause with its corner.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '../kernel/kinds.ts'
import { gridRing, plotRing, startedAt } from './arbitraries.ts'
import { latticeRing } from './lattice.ts'
import { findFlaw, isClippable, shapeFlaw, warnings } from './validity.ts'

const square: Position[] = [
  [75.6, 22.1],
  [75.602, 22.1],
  [75.602, 22.102],
  [75.6, 22.102],
  [75.6, 22.1],
]
const withCorner = (index: number, position: Position): Position[] => square.map((own, at) => (at === index ? position : own))

/**
 * A ring is a boundary when no point of the plane lies on two of its sides, the shared corners aside. Decided by a
 * different road than the product's: each pair of sides is solved as a pair of equations in exact fractions.
 */
function isSimple(ring: readonly Position[]): boolean {
  const points = latticeRing(ring).points.map(([x, y]) => [BigInt(x), BigInt(y)] as const)
  const n = points.length
  if (new Set(points.map(String)).size < 3) return false
  const at = (i: number) => points[((i % n) + n) % n] as readonly [bigint, bigint]
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const shared = meeting(at(i), at(i + 1), at(j), at(j + 1))
      if (shared === 'nothing') continue
      const joint = j === i + 1 ? at(j) : (j + 1) % n === i ? at(i) : null
      if (shared === 'stretch' || !joint || shared[0] !== joint[0] * shared[2] || shared[1] !== joint[1] * shared[2]) return false
    }
  }
  return true
}
type Big = readonly [bigint, bigint]
/** What two segments share: nothing, a stretch, or one point (x, y over a common denominator). */
function meeting(a: Big, b: Big, c: Big, d: Big): 'nothing' | 'stretch' | readonly [bigint, bigint, bigint] {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]]
  const [wx, wy] = [c[0] - a[0], c[1] - a[1]]
  const determinant = ux * vy - uy * vx
  if (determinant !== 0n) {
    const [s, t] = [wx * vy - wy * vx, wx * uy - wy * ux]
    const inside = (value: bigint) => (determinant > 0n ? value >= 0n && value <= determinant : value <= 0n && value >= determinant)
    return inside(s) && inside(t) ? [a[0] * determinant + s * ux, a[1] * determinant + s * uy, determinant] : 'nothing'
  }
  if (wx * uy - wy * ux !== 0n) return 'nothing'
  const along = (p: Big) => (p[0] - a[0]) * ux + (p[1] - a[1]) * uy
  const length = ux * ux + uy * uy
  const [from, to] = [along(c), along(d)].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0)) as [bigint, bigint]
  const [low, high] = [from > 0n ? from : 0n, to < length ? to : length]
  if (low > high) return 'nothing'
  return low < high ? 'stretch' : [a[0] * length + low * ux, a[1] * length + low * uy, length]
}

describe('shapeFlaw', () => {
  it('agrees with exact fractions on every ring over a small grid', () => {
    let sound = 0
    fc.assert(
      fc.property(gridRing, (ring) => {
        if (isSimple(ring)) sound++
        expect(shapeFlaw(ring) === null).toBe(isSimple(ring))
      }),
      { numRuns: 20_000 },
    )
    expect(sound).toBeGreaterThan(1_000)
  })

  it('passes every plot that does not cross itself, whichever corner it starts at', () => {
    fc.assert(
      fc.property(plotRing, fc.nat(40), (ring, corner) => {
        expect(shapeFlaw(startedAt(ring, corner))).toBeNull()
      }),
    )
  })

  it('finds two swapped neighbours in a plot of ten corners', () => {
    const ring = Array.from({ length: 10 }, (_, i): Position => [75 + Math.cos(i * 0.6283) * 0.002, 22 + Math.sin(i * 0.6283) * 0.002])
    const [fourth, fifth] = [ring[3], ring[4]] as [Position, Position]
    ring.splice(3, 2, fifth, fourth)
    ring.push(ring[0] as Position)
    const flaw = shapeFlaw(ring)
    expect(flaw).toMatchObject({ cause: 'crossing', vertex: 2, otherVertex: 4 })
    expect(flaw?.at?.[0]).toBeGreaterThan(74.99)
  })
})

describe('isClippable', () => {
  const zigzag = (teeth: number): Position[] => {
    const up = Array.from({ length: teeth }, (_, i): Position => [75 + i * 1e-5, i % 2 ? 22.001 : 22])
    return [...up, [75 + teeth * 1e-5, 22.0005], [75 - 1e-5, 22.0005], up[0] as Position]
  }
  it('passes every plot and a line that crosses itself up to 100 times, and nothing beyond', () => {
    fc.assert(fc.property(plotRing, (ring) => isClippable(ring)))
    // The way back crosses each tooth once.
    expect([100, 103, 4000].map((teeth) => isClippable(zigzag(teeth)))).toEqual([true, false, false])
  })

  it('refuses what is wider than a plot, and no line at all', () => {
    expect(
      isClippable([
        [75, 22],
        [75.2, 22],
        [75, 22.2],
        [75, 22],
      ]),
    ).toBe(false)
    expect(isClippable([])).toBe(false)
  })
})

describe('findFlaw', () => {
  it.each([
    ['a coordinate that is not a number', withCorner(2, [Number.NaN, 22]), { cause: 'not_a_number', vertex: 2 }],
    ['an infinite coordinate', withCorner(1, [75.6, Infinity]), { cause: 'not_a_number', vertex: 1 }],
    ['a latitude beyond the map', withCorner(1, [75.6, 86]), { cause: 'out_of_range', vertex: 1 }],
    ['a longitude beyond 180', withCorner(3, [181, 22.1]), { cause: 'out_of_range', vertex: 3 }],
    ['a ring left open', square.slice(0, -1), { cause: 'not_closed', vertex: 3 }],
    ['no corner at all', [], { cause: 'too_few_points' }],
    ['two corners', [square[0], square[1], square[0]] as Position[], { cause: 'too_few_points' }],
    ['four corners of which two are the same twice', [square[0], square[1], square[0], square[1], square[0]] as Position[], { cause: 'too_few_points' }],
    ['a slipped digit', withCorner(2, [76.602, 22.102]), { cause: 'too_wide', vertex: 2 }],
    [
      'a ring across the 180th meridian',
      [
        [179.999, 0],
        [-179.999, 0],
        [-179.999, 0.001],
        [179.999, 0.001],
        [179.999, 0],
      ] as Position[],
      { cause: 'antimeridian' },
    ],
    ['a spike', [square[0], square[1], [75.604, 22.1], square[1], square[2], square[3], square[0]] as Position[], { cause: 'spike', vertex: 2 }],
    [
      'a bow tie',
      [square[0], square[2], square[1], square[3], square[0]] as Position[],
      { cause: 'crossing', vertex: 0, otherVertex: 2, at: [75.601, 22.101] },
    ],
    [
      'a corner that touches another side',
      [
        [0, 0],
        [0.004, 0],
        [0.004, 0.004],
        [0.002, 0],
        [0, 0.004],
        [0, 0],
      ] as Position[],
      { cause: 'crossing' },
    ],
    [
      'less than 0.01 ha',
      [
        [0, 0],
        [0.00005, 0],
        [0.00005, 0.00005],
        [0, 0.00005],
        [0, 0],
      ] as Position[],
      { cause: 'too_small' },
    ],
    [
      'more than 100 ha',
      [
        [0, 0],
        [0.02, 0],
        [0.02, 0.02],
        [0, 0.02],
        [0, 0],
      ] as Position[],
      { cause: 'too_large' },
    ],
  ] as const)('refuses %s and says where', (_, ring, flaw) => {
    expect(findFlaw(ring as Position[])).toMatchObject(flaw)
  })

  it('names corners by their place in what was sent, repeated ones counted', () => {
    const [a, b, c, d] = square as [Position, Position, Position, Position]
    expect(findFlaw([a, a, c, c, b, d, a])).toMatchObject({ cause: 'crossing', vertex: 0, otherVertex: 4 })
  })

  it('passes a plain square, closed to within the lattice step', () => {
    expect(findFlaw(square)).toBeNull()
    expect(findFlaw(withCorner(4, [75.60000001, 22.1]))).toBeNull()
  })

  it('refuses a side of half a metre less a step and a corner of less than a degree, which the boundary of a plot may have since it was stored', () => {
    // 45 steps north are 0.498 m, 46 are 0.509 m.
    const apart = (steps: number): Position[] => [...square.slice(0, 2), [75.602, 22.1 + steps / 1e7] as Position, ...square.slice(2)]
    expect(findFlaw(apart(45))).toMatchObject({ cause: 'short_side', vertex: 1, at: [75.602, 22.1] })
    expect(findFlaw(apart(46))).toBeNull()
    // A spike 200 m long: two thirds of a degree wide where its foot is 2.3 m, and 1.1 degrees where it is 4 m.
    const spiked = (foot: number): Position[] => [...square.slice(0, 2), [75.604, 22.1 + foot / 2], [75.602, 22.1 + foot], ...square.slice(2)]
    expect(findFlaw(spiked(0.000021))).toMatchObject({ cause: 'sharp_angle', vertex: 2 })
    expect(findFlaw(spiked(0.000036))).toBeNull()
    expect([apart(45), spiked(0.000021)].map((ring) => findFlaw(ring, undefined, { isStored: true }))).toEqual([null, null])
  })

  it('passes corners in a straight line', () => {
    expect(
      findFlaw([
        [0, 0],
        [0.001, 0],
        [0.002, 0],
        [0.002, 0.002],
        [0, 0.002],
        [0, 0],
      ]),
    ).toBeNull()
  })
})

describe('warnings', () => {
  const codes = (ring: Position[]): string[] => warnings(ring).map((warning) => warning.code)

  it('has none for a square drawn counter-clockwise', () => {
    expect(codes(square)).toEqual([])
  })
  it('says that a ring was drawn clockwise', () => {
    expect(codes([...square].reverse())).toEqual(['clockwise'])
  })
  it('says that three corners are few', () => {
    expect(
      codes([
        [0, 0],
        [0.002, 0],
        [0, 0.002],
        [0, 0],
      ]),
    ).toEqual(['triangle'])
  })
  it('says that positions were repeated', () => {
    expect(codes([square[0] as Position, ...square])).toEqual(['repeated_point'])
  })
  it('names the corner that lies within half a metre of the next', () => {
    const ring = [...square.slice(0, 2), [75.602, 22.100003] as Position, ...square.slice(2)]
    expect(warnings(ring)).toEqual([expect.objectContaining({ code: 'short_side', vertex: 1, figures: { count: 1 } })])
  })
  it('names the corner sharper than one degree', () => {
    const ring: Position[] = [
      [0, 0],
      [0.01, 0.0001],
      [0, 0.0002],
      [-0.001, 0.0001],
      [0, 0],
    ]
    expect(warnings(ring)).toEqual([])
    const sharper: Position[] = [
      [0, 0],
      [0.02, 0.0001],
      [0, 0.0002],
      [-0.001, 0.0001],
      [0, 0],
    ]
    expect(warnings(sharper)).toEqual([expect.objectContaining({ code: 'sharp_angle', vertex: 1 })])
  })
  it('advises to simplify above 500 corners', () => {
    const ring = Array.from(
      { length: 600 },
      (_, i): Position => [75 + Math.cos((i / 600) * 2 * Math.PI) * 0.003, 22 + Math.sin((i / 600) * 2 * Math.PI) * 0.003],
    )
    expect(codes([...ring, ring[0] as Position])).toEqual(['many_points'])
  })
})
