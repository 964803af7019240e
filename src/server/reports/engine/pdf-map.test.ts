// The map of a report on paper: one scale for both directions, north up, everything within its frame.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Point } from '#domain/kernel/kinds.ts'
import { drawingOf } from './pdf-map.ts'

const at = (lng: number, lat: number): Point => ({ type: 'Point', coordinates: [lng, lat] })

describe('the map of a report', () => {
  it('is none without a position, and has a single one in its middle', () => {
    expect(drawingOf([])).toBeNull()
    expect(drawingOf([at(75.6, 21.8)])).toMatchObject({ dots: [{ x: 160, y: 75 }], barKm: 0.5 })
  })
  it('has north above south, east right of west, and the length that its line says', () => {
    const drawing = drawingOf([at(75, 22), at(75.1, 22), at(75, 22.1)])
    const [origin, east, north] = drawing?.dots ?? []
    if (!drawing || !origin || !east || !north) throw new Error('Nothing was drawn')
    expect([east.x > origin.x, north.y < origin.y]).toEqual([true, true])
    // A tenth of a degree of latitude is 11.12 km; of longitude at 22 degrees it is shorter by the cosine.
    const perKm = drawing.barWidth / drawing.barKm
    expect((origin.y - north.y) / perKm).toBeCloseTo(11.12, 2)
    expect((east.x - origin.x) / perKm).toBeCloseTo(11.12 * Math.cos((22.05 * Math.PI) / 180), 2)
  })
  it('keeps everything within its frame', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: -179, max: 179, noNaN: true }), fc.double({ min: -60, max: 60, noNaN: true })), { minLength: 1, maxLength: 20 }),
        (places) => {
          const drawing = drawingOf(places.map(([lng, lat]) => at(lng, lat)))
          for (const { x, y } of drawing?.dots ?? []) expect([x >= 13.9 && x <= 306.1, y >= 13.9 && y <= 136.1]).toEqual([true, true])
        },
      ),
    ))
})
