// A picture of plots must keep their places and their sizes to one another.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawPlots, scaleBar } from './plot-outlines.ts'

const square = (id: string, lon: number, lat: number, side: number) => ({
  id,
  polygon: {
    type: 'Polygon' as const,
    coordinates: [
      [
        [lon, lat],
        [lon + side, lat],
        [lon + side, lat + side],
        [lon, lat + side],
        [lon, lat],
      ] as [number, number][],
    ],
  },
})
const numbers = (path: string) =>
  path
    .replace(/[MZ]/g, '')
    .split('L')
    .map((point) => point.split(',').map(Number) as [number, number])

describe('drawPlots', () => {
  it('draws nothing of no plots, and in no room', () => {
    expect(drawPlots([], 300, 180)).toEqual({ outlines: [], metresPerPx: 0 })
    expect(drawPlots([square('a', 75, 22, 0.001)], 20, 180).outlines).toEqual([])
  })
  it('has north up and east right', () => {
    const { outlines } = drawPlots([square('west', 75, 22, 0.001), square('north-east', 75.002, 22.002, 0.001)], 300, 180)
    const [west, other] = outlines
    expect(other?.at[0]).toBeGreaterThan(west?.at[0] ?? 999)
    expect(other?.at[1]).toBeLessThan(west?.at[1] ?? 0)
  })
  it('keeps every corner inside the picture, whatever the plots', () => {
    const place = fc.record({
      lon: fc.double({ min: 74, max: 77, noNaN: true }),
      lat: fc.double({ min: 20, max: 24, noNaN: true }),
      side: fc.double({ min: 1e-5, max: 0.01, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 5 }), (places) => {
        const { outlines } = drawPlots(
          places.map(({ lon, lat, side }, index) => square(String(index), lon, lat, side)),
          320,
          190,
          10,
        )
        for (const [x, y] of outlines.flatMap(({ path }) => numbers(path))) {
          expect(x).toBeGreaterThanOrEqual(9.9)
          expect(x).toBeLessThanOrEqual(310.1)
          expect(y).toBeGreaterThanOrEqual(9.9)
          expect(y).toBeLessThanOrEqual(180.1)
        }
      }),
    )
  })
  it('does not blow a scrap of land up to the whole picture', () => {
    expect(drawPlots([square('scrap', 75, 22, 0.00002)], 300, 180).outlines[0]?.width).toBeLessThan(12)
  })
})

describe('scaleBar', () => {
  it('is none without a scale', () => expect(scaleBar(0, 80)).toBeNull())
  it('is a round length that fits', () => {
    expect(scaleBar(1, 80)).toEqual({ metres: 50, px: 50 })
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 5000, noNaN: true }), (metresPerPx) => {
        const bar = scaleBar(metresPerPx, 80)
        expect(bar?.px).toBeLessThanOrEqual(80.001)
        expect(bar?.px).toBeGreaterThan(31)
        expect(String(bar?.metres.toPrecision(1))).toMatch(/^[125]|0\.0*[125]/)
      }),
    )
  })
})
