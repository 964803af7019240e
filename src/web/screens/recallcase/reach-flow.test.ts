// The picture of a recall has every kilogram that its figures have, each once.
import { describe, expect, it } from 'vitest'
import { reachFlow } from './reach-flow.ts'

const words = { restricted: 'restricted', road: 'on the road', free: 'free', gone: 'gone', kg: (kg: number) => `${kg} kg` }
const lot = (id: string, kg: number, more: Record<string, unknown> = {}) => ({
  ...{ id, title: id, product: 'Lint', processorId: null, holder: 'Gin', claim: 'ORGANIC' as const, status: 'RECALLED', kg, lostKg: 0 },
  ...{ isTravelling: false, isRestricted: true, isOpen: true },
  ...more,
})

describe('where the goods went', () => {
  const flow = reachFlow(
    {
      items: [lot('heap', 204), lot('lint', 0), lot('road', 680, { isTravelling: true }), lot('mix', 10, { lostKg: 500, isRestricted: false })],
      links: [
        { from: 'heap', to: 'lint', kg: 1190, isDispatch: false },
        { from: 'lint', to: 'road', kg: 680, isDispatch: true },
        { from: 'lint', to: 'mix', kg: 510, isDispatch: true },
      ],
    },
    words,
  )
  const ends = flow.nodes.filter(({ id }) => !flow.links.some(({ from }) => from === id))
  it('ends where it lies, travels or was lost', () => {
    expect(ends.map(({ id, kind, kg }) => [id, kind, kg])).toEqual([
      ['heap:restricted', 'restricted', 204],
      ['road', 'road', 680],
      ['mix:free', 'free', 10],
      ['mix:gone', 'gone', 500],
    ])
  })
  it('gives each lot what came and went', () => {
    expect(flow.nodes.find(({ id }) => id === 'lint')).toMatchObject({ kind: 'batch', kg: 1190 })
    expect(ends.reduce((sum, { kg }) => sum + kg, 0)).toBe(204 + 680 + 10 + 500)
  })
  it('leaves out lots in which nothing is or was', () => {
    expect(reachFlow({ items: [lot('empty', 0)], links: [] }, words)).toEqual({ nodes: [], links: [] })
  })
})
