import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Edge, origins, sharesBack, sharesForward } from './trace-graph.ts'

/** Lots in layers: every edge leads from an earlier layer to a later one, as kilograms do. */
const graph = fc
  .array(fc.record({ from: fc.integer({ min: 0, max: 11 }), step: fc.integer({ min: 1, max: 5 }), kg: fc.integer({ min: 1, max: 100_000 }) }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((edges) => edges.map(({ from, step, kg }): Edge => ({ from: `n${from}`, to: `n${Math.min(12, from + step)}`, kg: kg / 1000 })))

// The picture of the demo: two farmers' lots make a heap, the heap and a second one are ginned to lint and seed.
const picture: Edge[] = [
  { from: 'neem wala', to: 'lot 1', kg: 890 },
  { from: 'talai', to: 'lot 2', kg: 1110 },
  { from: 'lot 1', to: 'heap', kg: 890 },
  { from: 'lot 2', to: 'heap', kg: 1110 },
  { from: 'heap', to: 'lint', kg: 684 },
  { from: 'heap', to: 'seed', kg: 1250 },
]

describe('sharesBack (BR-27)', () => {
  it('gives each plot its share of the lot', () => {
    expect(origins('lint', picture)).toEqual(
      new Map([
        ['talai', 0.555],
        ['neem wala', 0.445],
      ]),
    )
  })
  it('adds up what reaches a lot by two ways', () => {
    const edges = [
      { from: 'plot', to: 'a', kg: 10 },
      { from: 'plot', to: 'b', kg: 10 },
      { from: 'other', to: 'b', kg: 10 },
      { from: 'a', to: 'lot', kg: 5 },
      { from: 'b', to: 'lot', kg: 5 },
    ]
    expect(sharesBack('lot', edges).get('plot')).toBeCloseTo(0.75)
  })
  it('answers a lot without inputs with itself', () => expect(sharesBack('alone', picture)).toEqual(new Map([['alone', 1]])))
  it('conserves: the shares of the origins sum to one, whatever the graph', () => {
    fc.assert(
      fc.property(graph, (edges) => {
        for (const root of new Set(edges.map((edge) => edge.to))) {
          const sum = [...origins(root, edges).values()].reduce((total, share) => total + share, 0)
          expect(sum).toBeCloseTo(1, 9)
        }
      }),
    )
  })
  it('refuses a circle', () =>
    expect(() =>
      sharesBack('a', [
        { from: 'b', to: 'a', kg: 1 },
        { from: 'a', to: 'b', kg: 1 },
      ]),
    ).toThrow('circle'))
  it('answers a chain of 50,000 lots without exhausting the stack', () => {
    const chain = Array.from({ length: 50_000 }, (_, index) => ({ from: `${index}`, to: `${index + 1}`, kg: 1 }))
    expect(sharesBack('50000', chain).get('0')).toBe(1)
  })
})

describe('sharesForward (BR-27)', () => {
  it('says how much of each lot came from the plot', () => {
    const shares = sharesForward('neem wala', picture)
    expect(shares.get('heap')).toBeCloseTo(0.445)
    expect(shares.get('lint')).toBeCloseTo(0.445)
    expect([...shares.keys()].filter((node) => node !== 'neem wala').sort()).toEqual(['heap', 'lint', 'lot 1', 'seed'])
  })
  it('says of every pair the same as the way back', () => {
    fc.assert(
      fc.property(graph, (edges) => {
        const nodes = new Set(edges.flatMap((edge) => [edge.from, edge.to]))
        for (const from of nodes) for (const [to, share] of sharesForward(from, edges)) expect(sharesBack(to, edges).get(from) ?? 0).toBeCloseTo(share, 9)
      }),
      { numRuns: 50 },
    )
  })
})
