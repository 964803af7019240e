// The drawing of a trace is arithmetic: these laws hold for any flow, however many plots fed it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnsOf, type Flow, foldAlike, foldSmall } from './trace-flow.ts'
import { bandKey, bandPath, defaultLayout, layoutTrace, shareThrough } from './trace-layout.ts'

/** Plots → their lots → one heap → one gin run → lint, seed and waste, with a rest left in the heap. */
function ginFlow(kilograms: readonly number[], ginned = 0.9): Flow {
  const total = kilograms.reduce((a, b) => a + b, 0)
  const run = total * ginned
  return {
    nodes: [
      ...kilograms.map((kg, index) => ({ id: `plot${index}`, kind: 'plot', label: `Plot ${index}`, kg })),
      ...kilograms.map((kg, index) => ({ id: `lot${index}`, kind: 'lot', label: `Lot ${index}`, kg })),
      { id: 'heap', kind: 'heap', label: 'Heap', kg: total },
      { id: 'run', kind: 'run', label: 'Run', kg: run },
      { id: 'left', kind: 'heap', label: 'On hand', kg: total - run, rest: true },
      { id: 'lint', kind: 'batch', label: 'Lint', kg: run * 0.34 },
      { id: 'seed', kind: 'batch', label: 'Seed', kg: run * 0.62 },
      { id: 'trash', kind: 'waste', label: 'Trash', kg: run * 0.04 },
    ],
    links: [
      ...kilograms.map((kg, index) => ({ from: `plot${index}`, to: `lot${index}`, kg })),
      ...kilograms.map((kg, index) => ({ from: `lot${index}`, to: 'heap', kg })),
      { from: 'heap', to: 'run', kg: run },
      { from: 'heap', to: 'left', kg: total - run },
      { from: 'run', to: 'lint', kg: run * 0.34 },
      { from: 'run', to: 'seed', kg: run * 0.62 },
      { from: 'run', to: 'trash', kg: run * 0.04 },
    ],
  }
}
const someKilograms = fc.array(fc.double({ min: 1, max: 5000, noNaN: true }), { minLength: 1, maxLength: 40 })
const close = (a: number, b: number) => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b))

describe('columnsOf', () => {
  it('throws on a flow that goes round in a circle', () => {
    const node = (id: string) => ({ id, kind: 'heap', label: id, kg: 1 })
    expect(() =>
      columnsOf({
        nodes: [node('a'), node('b')],
        links: [
          { from: 'a', to: 'b', kg: 1 },
          { from: 'b', to: 'a', kg: 1 },
        ],
      }),
    ).toThrow(/circle/)
  })
  it('puts a node right of its furthest source, and a late source just left of what it feeds', () => {
    const flow = ginFlow([100, 50])
    flow.nodes.push({ id: 'opening', kind: 'batch', label: 'Opening stock', kg: 10 })
    flow.links.push({ from: 'opening', to: 'run', kg: 10 })
    const column = columnsOf(flow)
    expect([column.get('plot0'), column.get('lot1'), column.get('heap'), column.get('opening'), column.get('run'), column.get('lint')]).toEqual([
      0, 1, 2, 2, 3, 4,
    ])
  })
})

describe('layoutTrace', () => {
  it('draws every bar and band at kilograms times one scale', () => {
    fc.assert(
      fc.property(someKilograms, (kilograms) => {
        const layout = layoutTrace(ginFlow(kilograms))
        for (const node of layout.nodes) expect(close(node.height, Math.max(1, node.kg * layout.pxPerKg))).toBe(true)
        for (const band of layout.bands) expect(close(band.thickness, band.kg * layout.pxPerKg)).toBe(true)
      }),
    )
  })
  it('keeps bars of one column apart and inside the picture', () => {
    fc.assert(
      fc.property(someKilograms, (kilograms) => {
        const layout = layoutTrace(ginFlow(kilograms))
        for (let column = 0; column < layout.columns.length; column++) {
          const inColumn = layout.nodes.filter((node) => node.column === column).sort((a, b) => a.y - b.y)
          inColumn.forEach((node, index) => {
            const next = inColumn[index + 1]
            if (next) expect(next.y - (node.y + node.height)).toBeGreaterThanOrEqual(defaultLayout.spacing.first.gap - 1e-6)
            expect(node.y).toBeGreaterThanOrEqual(-1e-6)
            expect(node.y + node.height).toBeLessThanOrEqual(layout.height + 1e-6)
          })
        }
      }),
    )
  })
  it('lets the bands of a bar lie inside it, side by side', () => {
    fc.assert(
      fc.property(someKilograms, (kilograms) => {
        const layout = layoutTrace(ginFlow(kilograms))
        const heap = layout.nodes.find((node) => node.id === 'heap')
        if (!heap) throw new Error('no heap')
        const into = layout.bands
          .filter((band) => band.to === 'heap')
          .map((band) => [band.y1 - band.thickness / 2, band.y1 + band.thickness / 2] as const)
          .sort((a, b) => a[0] - b[0])
        expect(close(into[0]?.[0] ?? Number.NaN, heap.y)).toBe(true)
        expect(close(into.at(-1)?.[1] ?? Number.NaN, heap.y + heap.height)).toBe(true)
        into.forEach((one, index) => {
          const next = into[index + 1]
          if (next) expect(close(one[1], next[0])).toBe(true)
        })
      }),
    )
  })
  it('answers an empty picture for an empty flow', () => {
    expect(layoutTrace({ nodes: [], links: [] })).toMatchObject({ height: 0, nodes: [], bands: [] })
  })
  it('stops what stayed behind before the next step begins', () => {
    const layout = layoutTrace(ginFlow([600, 400]))
    const x = (id: string) => layout.nodes.find((node) => node.id === id)?.x ?? Number.NaN
    expect(x('left')).toBeGreaterThan(x('heap'))
    expect(x('left')).toBeLessThan(x('run'))
  })
})

describe('shareThrough', () => {
  it("carries a picked plot's kilograms unchanged until the heap, then in proportion", () => {
    const { nodes, bands } = shareThrough(ginFlow([750, 250], 0.8), 'plot1')
    expect(nodes.get('lot1')).toBeCloseTo(250)
    expect(nodes.get('lot0')).toBe(0)
    expect(nodes.get('heap')).toBeCloseTo(250)
    expect(nodes.get('run')).toBeCloseTo(200)
    expect(bands.get(bandKey('run', 'lint'))).toBeCloseTo(200 * 0.34)
    expect(nodes.get('left')).toBeCloseTo(50)
  })
  it('shares of all plots together are the whole of every node', () => {
    fc.assert(
      fc.property(someKilograms, (kilograms) => {
        const flow = ginFlow(kilograms)
        const shares = kilograms.map((_, index) => shareThrough(flow, `plot${index}`).nodes)
        for (const node of flow.nodes.slice(kilograms.length * 2))
          expect(
            close(
              shares.reduce((total, one) => total + (one.get(node.id) ?? 0), 0),
              node.kg,
            ),
          ).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})

describe('foldSmall', () => {
  it('leaves a flow alone when folding would hide one row only', () => {
    expect(foldSmall(ginFlow([5, 4, 3, 2]), 3).nodes).toHaveLength(ginFlow([5, 4, 3, 2]).nodes.length)
  })
  it('says how many plots it folded and keeps the heaviest and the wanted ones', () => {
    const folded = foldSmall(ginFlow([10, 90, 20, 80, 30, 70]), 2, new Set(['plot0']))
    expect(folded.nodes.filter((node) => node.kind === 'plot').map((node) => node.label)).toEqual(['Plot 1', 'Plot 3', 'Plot 0', '… 3 more plots'])
    expect(folded.nodes.find((node) => node.folded && node.kind === 'lot')?.folded).toEqual(['lot2', 'lot4', 'lot5'])
  })
  it('loses no kilogram', () => {
    fc.assert(
      fc.property(someKilograms, fc.integer({ min: 1, max: 10 }), (kilograms, most) => {
        const before = ginFlow(kilograms)
        const after = foldSmall(before, most)
        const plots = (flow: Flow) => flow.nodes.filter((node) => node.kind === 'plot').reduce((total, node) => total + node.kg, 0)
        const intoHeap = (flow: Flow) => flow.links.filter((link) => link.to === 'heap').reduce((total, link) => total + link.kg, 0)
        expect(close(plots(after), plots(before))).toBe(true)
        expect(close(intoHeap(after), intoHeap(before))).toBe(true)
        expect(after.nodes.length).toBeLessThanOrEqual(before.nodes.length)
      }),
    )
  })
})

describe('foldAlike', () => {
  const runs = (count: number): Flow => ({
    nodes: [
      { id: 'heap', kind: 'heap', label: 'Heap', kg: count * 100 },
      ...Array.from({ length: count }, (_, n) => [
        { id: `run${n}`, kind: 'run', label: 'Gin', kg: 100 },
        { id: `lint${n}`, kind: 'batch', label: 'Lint', kg: 34 },
        { id: `waste${n}`, kind: 'waste', label: 'Trash', kg: 66 },
      ]).flat(),
      { id: 'bales', kind: 'bale', label: 'Bales', kg: 30 },
    ],
    links: [
      ...Array.from({ length: count }, (_, n) => [
        { from: 'heap', to: `run${n}`, kg: 100 },
        { from: `run${n}`, to: `lint${n}`, kg: 34 },
        { from: `run${n}`, to: `waste${n}`, kg: 66 },
      ]).flat(),
      { from: 'lint0', to: 'bales', kg: 30 },
    ],
  })
  const labelOf = (many: number, node: { label: string }) => `${node.label} x${many}`
  it('leaves two runs as they are', () => expect(foldAlike(runs(2), 2, labelOf)).toEqual(runs(2)))
  it('draws many runs of one gin as one, with their lint and their trash, and what came after as it was', () => {
    const folded = foldAlike(runs(24), 2, labelOf)
    expect(folded.nodes.map((node) => [node.label, node.kg])).toEqual([
      ['Heap', 2400],
      ['Bales', 30],
      ['Gin x24', 2400],
      ['Lint x24', 816],
      ['Trash', 1584],
    ])
    expect(folded.links.map((link) => link.kg)).toEqual([2400, 816, 1584, 30])
  })
  it('keeps the share of a picked source exact', () => {
    const flow = runs(3)
    flow.nodes.unshift({ id: 'plot', kind: 'plot', label: 'Plot', kg: 60 }, { id: 'other', kind: 'plot', label: 'Other', kg: 240 })
    flow.links.unshift({ from: 'plot', to: 'heap', kg: 60 }, { from: 'other', to: 'heap', kg: 240 })
    expect(shareThrough(foldAlike(flow, 2, labelOf), 'plot').nodes.get('bales')).toBeCloseTo(shareThrough(flow, 'plot').nodes.get('bales') as number)
  })
})

describe('bandPath', () => {
  it('draws a hairline for a share too small to see', () => {
    expect(bandPath({ x0: 0, y0: 10, x1: 100, y1: 20 }, 0.001)).toBe('M0,9.5C50,9.5 50,19.5 100,19.5V20.5C50,20.5 50,10.5 0,10.5Z')
  })
})
