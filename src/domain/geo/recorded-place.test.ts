import { describe, expect, it } from 'vitest'
import { metreRuler } from './area.ts'
import { placeFinding } from './recorded-place.ts'

describe('placeFinding (1.3)', () => {
  const [lng, lat] = [75.6, 22.1]
  const { kx, ky } = metreRuler(lat)
  const at = (east: number, north: number): [number, number] => [lng + east / kx, lat + north / ky]
  const plot = { type: 'Polygon' as const, coordinates: [[at(0, 0), at(100, 0), at(100, 100), at(0, 100), at(0, 0)]] }
  const found = (east: number, accuracyM: number, boundary: typeof plot | null = plot) => {
    const [x, y] = at(east, 50)
    return placeFinding({ lng: x, lat: y, accuracyM }, boundary)?.figures ?? null
  }
  it('says nothing within the plot and up to 500 m from its edge, nor of an accuracy of up to 50 m', () => {
    expect([found(50, 50), found(600, 5), found(-500, 5)]).toEqual([null, null, null])
  })
  it('is a mismatch beyond that, however accurate, and a position of which little is known', () => {
    expect(found(602, 5)).toEqual({ cause: 'GEO_MISMATCH', distanceM: 502, gpsAccuracyM: 5 })
    expect(found(50, 51)).toEqual({ gpsAccuracyM: 51 })
    expect(found(1100, 400)).toEqual({ cause: 'GEO_MISMATCH', distanceM: 1000, gpsAccuracyM: 400 })
  })
  it('is beside nothing where the plot has no boundary', () => {
    expect([found(90_000, 5, null), found(90_000, 60, null)]).toEqual([null, { gpsAccuracyM: 60 }])
  })
})
