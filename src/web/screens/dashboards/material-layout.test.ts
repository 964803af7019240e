// Bands of the material flow: to one scale, inside the drawing, none lost.
import { describe, expect, it } from 'vitest'
import { layOut } from './material-layout.ts'

describe('the material flow', () => {
  const flows = [
    { from: 'SEED_COTTON', to: 'LINT', kg: 34 },
    { from: 'SEED_COTTON', to: 'COTTONSEED', kg: 62 },
    { from: 'SEED_COTTON', to: 'WASTE', kg: 4 },
    { from: 'LINT', to: 'BALE', kg: 30 },
    { from: 'BALE', to: 'YARN', kg: 20 },
    { from: 'BALE', to: 'WASTE', kg: 3 },
  ] as const
  it('lies in columns of the chain, losses one column on', () => {
    const { nodes, bands, columns } = layOut(flows, 200)
    expect(columns).toBe(4)
    expect(bands).toHaveLength(flows.length)
    expect(nodes.find(({ key }) => key === 'WASTE 1')?.column).toBe(1)
    expect(nodes.find(({ key }) => key === 'WASTE 3')?.column).toBe(3)
    for (const { y, height } of nodes) expect(y + height).toBeLessThanOrEqual(200.001)
    // What goes out of a node lies within it.
    for (const { from, y0, height } of bands) expect(y0 + height).toBeLessThanOrEqual(from.y + from.height + 0.001)
    const [lint, seed] = ['LINT', 'COTTONSEED'].map((key) => nodes.find((one) => one.key === key))
    expect((seed?.height ?? 0) / (lint?.height ?? 1)).toBeCloseTo(62 / 34, 6)
  })
  it('is empty of nothing', () => {
    expect(layOut([], 200)).toEqual({ nodes: [], bands: [], columns: 0 })
  })
})
