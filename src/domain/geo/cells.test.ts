// The map index: nothing that touches a tile or a box may be missed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bbox, boxesTouch } from './area.ts'
import { boxRanges, cellOf, cellsOfBox, cellZoom, homeCell, tileBox, tileRange, zOrder } from './cells.ts'

/** A plot's box anywhere on the map, up to 9 km wide. */
const plotBox: fc.Arbitrary<Bbox> = fc
  .tuple(
    fc.double({ min: -179.9, max: 179.8, noNaN: true }),
    fc.double({ min: -80, max: 80, noNaN: true }),
    fc.double({ min: 0, max: 0.09, noNaN: true }),
    fc.double({ min: 0, max: 0.09, noNaN: true }),
  )
  .map(([west, south, width, height]) => [west, south, west + width, south + height])
const tileOf = ([lon, lat]: [number, number], z: number): [number, number] => {
  const across = 2 ** z
  const y = ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * across
  return [Math.floor(((lon + 180) / 360) * across), Math.floor(y)]
}

describe('cells', () => {
  it('interleaves x in the even bits and y in the odd', () => {
    expect([zOrder(1, 0), zOrder(0, 1), zOrder(3, 0), zOrder(3, 3), zOrder(16383, 16383)]).toEqual([1, 2, 5, 15, 2 ** 28 - 1])
  })

  it('holds every point of a plot in one of the cells of its box', () => {
    fc.assert(
      fc.property(plotBox, fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (box, along, up) => {
        const point: [number, number] = [box[0] + (box[2] - box[0]) * along, box[1] + (box[3] - box[1]) * up]
        const cells = cellsOfBox(box)
        expect(cells).toContain(cellOf(point))
        expect(cells).toContain(homeCell(box))
        expect(cells).toEqual([...new Set(cells)].sort((a, b) => a - b))
      }),
    )
  })

  it('finds every plot that touches a tile, at any zoom: nothing is missed', () => {
    fc.assert(
      fc.property(plotBox, fc.integer({ min: 0, max: 18 }), fc.integer({ min: -1, max: 1 }), fc.integer({ min: -1, max: 1 }), (box, z, dx, dy) => {
        const [x, y] = tileOf([box[0], box[3]], z)
        const [column, row] = [Math.min(2 ** z - 1, Math.max(0, x + dx)), Math.min(2 ** z - 1, Math.max(0, y + dy))]
        // A box that ends exactly on a tile's edge may be found by the neighbour's cells alone.
        fc.pre(boxesTouch(box, tileBox(z, column, row, -1e-9)))
        const [from, to] = tileRange(z, column, row)
        expect(cellsOfBox(box).some((cell) => cell >= from && cell <= to)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('covers any box with few ranges, ascending and apart', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        plotBox,
        fc.integer({ min: 1, max: 40_000 }),
        fc.integer({ min: 1, max: 16 }),
        share,
        share,
        ([west, south, east, north], times, most, along, up) => {
          const box: Bbox = [west, south, Math.min(179.99, east + times * 0.01), Math.min(84, north + times * 0.01)]
          const ranges = boxRanges(box, most)
          expect(ranges.length).toBeLessThanOrEqual(most)
          const cell = cellOf([box[0] + (box[2] - box[0]) * along, box[1] + (box[3] - box[1]) * up])
          expect(ranges.some(([from, to]) => cell >= from && cell <= to)).toBe(true)
          for (let i = 1; i < ranges.length; i++) expect((ranges[i] as [number, number])[0]).toBeGreaterThan((ranges[i - 1] as [number, number])[1] + 1)
        },
      ),
    )
  })

  it('covers a plot tightly and the world with one range', () => {
    const plot: Bbox = [75.6, 22.1, 75.602, 22.102]
    expect(boxRanges(plot).reduce((sum, [from, to]) => sum + to - from + 1, 0)).toBe(cellsOfBox(plot).length)
    expect(boxRanges([-180, -85, 180, 85])).toEqual([[0, 4 ** 14 - 1]])
  })

  it('gives a tile below zoom 14 the cell of its parent, and one above a whole range', () => {
    expect(tileRange(cellZoom, 11633, 7169)).toEqual([zOrder(11633, 7169), zOrder(11633, 7169)])
    expect(tileRange(16, 11633 * 4 + 3, 7169 * 4 + 1)).toEqual(tileRange(14, 11633, 7169))
    expect(tileRange(0, 0, 0)).toEqual([0, 4 ** 14 - 1])
    const [from, to] = tileRange(10, 727, 448)
    expect(to - from + 1).toBe(4 ** 4)
  })

  it('refuses a box that no plot has (RangeError)', () => {
    expect(() => cellsOfBox([-180, -80, 180, 80])).toThrow(RangeError)
  })
})
