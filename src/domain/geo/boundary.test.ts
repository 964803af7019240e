// The one judgement of a boundary: every cause of refusal, every repair, every figure.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Polygon, Position } from '../kernel/kinds.ts'
import { Problem } from '../kernel/problems.ts'
import { plotRing, polygonOf, reversed } from './arbitraries.ts'
import { inspectBoundary, judgeBoundary } from './boundary.ts'
import { countryBox } from './country-boxes.ts'
import { signedDoubleArea, toLattice } from './lattice.ts'

const square: Position[] = [
  [75.6, 22.1],
  [75.602, 22.1],
  [75.602, 22.102],
  [75.6, 22.102],
  [75.6, 22.1],
]
const circle = (corners: number): Polygon => {
  const ring = Array.from(
    { length: corners },
    (_, i): Position => [75 + Math.cos((i / corners) * 2 * Math.PI) * 0.004, 22 + Math.sin((i / corners) * 2 * Math.PI) * 0.004],
  )
  return polygonOf([...ring, ring[0] as Position])
}
function refusal(work: () => unknown): Problem {
  try {
    work()
  } catch (problem) {
    if (problem instanceof Problem) return problem
    throw problem
  }
  throw new Error('nothing was refused')
}

describe('judgeBoundary', () => {
  it('refuses a boundary that crosses itself (422, BR-01) and names the field, the cause and both corners', () => {
    const bowTie = polygonOf([square[0], square[2], square[1], square[3], square[0]] as Position[])
    const { code, status, details } = refusal(() => judgeBoundary(bowTie))
    expect({ code, status, ruleId: details.ruleId }).toEqual({ code: 'RULE_BLOCKED', status: 422, ruleId: 'BR-01' })
    expect(details.fields).toEqual([
      expect.objectContaining({ path: 'boundary', code: 'crossing', params: expect.objectContaining({ vertex: 0, otherVertex: 2 }) }),
    ])
  })

  it('puts the path it is given before the cause', () => {
    expect(refusal(() => judgeBoundary(polygonOf([]), { at: 'data.boundary' })).details.fields?.[0]).toMatchObject({
      path: 'data.boundary',
      code: 'too_few_points',
    })
  })

  it('refuses holes, because buyers read only the outer line (holes)', () => {
    const hole: Position[] = [
      [75.6005, 22.1005],
      [75.601, 22.1005],
      [75.601, 22.101],
      [75.6005, 22.1005],
    ]
    expect(inspectBoundary(polygonOf(square, hole)).flaw?.cause).toBe('holes')
  })

  it('refuses more than 1,000 corners with the figures (too_many_points), and keeps 1,000', () => {
    expect(inspectBoundary(circle(1001)).flaw).toMatchObject({ cause: 'too_many_points', figures: { corners: 1001, most: 1000 } })
    expect(inspectBoundary(circle(1000)).boundary?.corners).toBe(1000)
  })

  it('tells swapped axes from a place far away', () => {
    const swapped = polygonOf(square.map(([lon, lat]): Position => [lat, lon]))
    expect(inspectBoundary(swapped).flaw).toBeNull()
    expect(inspectBoundary(swapped, { serviceArea: countryBox('in') }).flaw?.cause).toBe('swapped_axes')
    expect(inspectBoundary(polygonOf(square), { serviceArea: [75.1, 21.6, 75.2, 21.7] }).flaw).toMatchObject({ cause: 'outside_area', vertex: 0 })
    expect(inspectBoundary(polygonOf(square), { serviceArea: [75.4, 22.1, 75.5, 22.2] }).flaw).toBeNull()
    const southern = polygonOf([
      [-22.1, 130.6],
      [-22.102, 130.6],
      [-22.102, 130.602],
      [-22.1, 130.6],
    ])
    expect(inspectBoundary(southern).flaw?.cause).toBe('swapped_axes')
  })

  it('takes what lies up to 20 km outside the area of the operator, and refuses a hundred metres more, on each side of it (outside_area)', () => {
    const [west, south, east, north] = [75.6, 22.1, 75.602, 22.102]
    // Metres of a degree at 22.1° by the ellipsoid of WGS 84, worked out here.
    const [a, e2] = [6_378_137, 0.006_694_379_990_14]
    const at = (22.1 * Math.PI) / 180
    const perLat = ((Math.PI / 180) * a * (1 - e2)) / (1 - e2 * Math.sin(at) ** 2) ** 1.5
    const perLon = ((Math.PI / 180) * a * Math.cos(at)) / Math.sqrt(1 - e2 * Math.sin(at) ** 2)
    const beyond = (metres: number): [side: string, area: [number, number, number, number]][] => [
      ['east', [west - 1, south - 1, east - metres / perLon, north + 1]],
      ['west', [west + metres / perLon, south - 1, east + 1, north + 1]],
      ['north', [west - 1, south - 1, east + 1, north - metres / perLat]],
      ['south', [west - 1, south + metres / perLat, east + 1, north + 1]],
    ]
    for (const [side, serviceArea] of beyond(19_900)) expect([side, inspectBoundary(polygonOf(square), { serviceArea }).flaw]).toEqual([side, null])
    for (const [side, serviceArea] of beyond(20_100))
      expect([side, inspectBoundary(polygonOf(square), { serviceArea }).flaw?.cause]).toEqual([side, 'outside_area'])
  })

  it('turns a clockwise ring round, keeps its first corner first, and says so', () => {
    const { polygon, warnings } = judgeBoundary(polygonOf(reversed(square)))
    expect(polygon.coordinates[0]).toEqual(square)
    expect(warnings.map((warning) => warning.code)).toEqual(['clockwise'])
  })

  it('gives the figures of a square: area, perimeter, centre, box, corners', () => {
    const boundary = judgeBoundary(polygonOf(square))
    expect(boundary).toMatchObject({ bbox: [75.6, 22.1, 75.602, 22.102], centroid: { type: 'Point', coordinates: [75.601, 22.101] }, corners: 4, warnings: [] })
    expect(boundary.areaHa).toBeCloseTo(4.5675, 2)
    expect(boundary.perimeterM).toBeCloseTo(855.5, 0)
    expect(boundary.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('keeps every sound plot closed, counter-clockwise and unchanged by a second judgement', () => {
    fc.assert(
      fc.property(plotRing, fc.boolean(), (ring, turn) => {
        const boundary = judgeBoundary(polygonOf(turn ? reversed(ring) : ring), { limits: { minHa: 0, maxHa: 1000 } })
        const remaining = boundary.polygon.coordinates[0] as Position[]
        expect(remaining[0]).toEqual(remaining.at(-1))
        expect(signedDoubleArea(remaining.slice(0, -1).map(toLattice))).toBeGreaterThan(0)
        const again = judgeBoundary(boundary.polygon, { limits: { minHa: 0, maxHa: 1000 } })
        expect({ ...again, warnings: [] }).toEqual({ ...boundary, warnings: [] })
      }),
    )
  })
})
